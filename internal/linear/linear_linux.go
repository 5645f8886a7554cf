package linear

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Test reads every text in two sizes, one four times the other, and compares what each
// takes of this thread's processor time, which other programs do not add to: linear
// reading takes about four times as long, quadratic sixteen times. What takes less
// than 20 ms passes, and so does what passes at one of four trials.
func Test(t *testing.T, texts Texts, small int, read func(text []byte)) {
	const (
		times  = 4
		most   = 9
		trials = 4
		little = 20 * time.Millisecond
	)
	t.Helper()
	if testing.Short() {
		t.Skip("reads long texts many times")
	}
	for name, build := range texts {
		t.Run(name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			one, four := []byte(build(small)), []byte(build(times*small))
			spent := func(text []byte) time.Duration {
				before := threadTime(t)
				read(text)
				return threadTime(t) - before
			}
			for trial := 1; ; trial++ {
				long := spent(four) // first: what comes to its first use adds to the one that must not be short
				if long < little {
					break
				}
				short := spent(one)
				if long < most*short {
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

// threadTime is the processor time that this thread has used. The kernel counts it
// exactly; how much of it was spent in the kernel it only samples.
func threadTime(t *testing.T) time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Nano())
}
