package answer_test

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"discussd/critique"
	"discussd/critique/answer"
)

// TestLinear reads every hostile answer in two sizes and compares what each takes of
// this thread's processor time, which other programs do not add to: four times the
// size takes about four times as long, and sixteen times where reading is quadratic.
func TestLinear(t *testing.T) {
	const (
		small  = 1 << 16
		times  = 4
		most   = 9
		trials = 4
	)
	if testing.Short() {
		t.Skip("reads a quarter of a megabyte many times")
	}
	documents := []critique.Document{{Path: "spec/brief.md", Content: []byte("# Berths\n\n- REQ-001: A berth is open while the tide is in.\n")}}
	for name, build := range hostile {
		t.Run(name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			one, four := []byte(build(small)), []byte(build(times*small))
			spent := func(raw []byte) time.Duration {
				least := time.Hour
				for range 2 {
					before := threadTime(t)
					_, _ = answer.Read(raw, answer.Expect{Rating: true, Documents: documents})
					least = min(least, threadTime(t)-before)
				}
				return least
			}
			for trial := 1; ; trial++ {
				short, long := spent(one), spent(four)
				if long < 20*time.Millisecond || long < most*short {
					break
				}
				if trial == trials {
					t.Errorf("%v for %d bytes, %v for %d times as many", short, small, long, times)
					break
				}
			}
		})
	}
}

// threadTime is the processor time that this thread has used for itself.
func threadTime(t *testing.T) time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	if err := syscall.Getrusage(thread, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano())
}
