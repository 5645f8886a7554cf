//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// observed is a daemon seen from outside, through /proc.
type observed struct {
	cmd *exec.Cmd
	pid int
}

func (p observed) proc(name string) string { return filepath.Join("/proc", strconv.Itoa(p.pid), name) }

// memory is what the process has resident and had at most, in MiB.
func (p observed) memory(t testing.TB) (now, peak float64) {
	t.Helper()
	return statusLine(t, p.proc("status"), "VmRSS") / 1024, statusLine(t, p.proc("status"), "VmHWM") / 1024
}

// effort is what the process has done: time on a CPU, and how often one of its
// threads went to sleep. Both stand still in a process that is idle.
func (p observed) effort(t testing.TB) (cpu time.Duration, sleeps int) {
	t.Helper()
	threads, err := filepath.Glob(p.proc("task/*"))
	must(t, err)
	for _, thread := range threads {
		text, err := os.ReadFile(filepath.Join(thread, "schedstat"))
		if err != nil {
			continue // a thread that has just ended
		}
		var nanoseconds int64
		if _, err := fmt.Sscan(string(text), &nanoseconds); err != nil {
			t.Fatal(err)
		}
		cpu += time.Duration(nanoseconds)
		sleeps += int(statusLine(t, filepath.Join(thread, "status"), "voluntary_ctxt_switches"))
	}
	return cpu, sleeps
}

// restful is how long a process must have done nothing to be at rest. Memory is given
// back a second after the start-up.
const restful = 3 * time.Second

// rest waits until the process is at rest, or for half a minute where something keeps
// it busy.
func (p observed) rest(t testing.TB) {
	t.Helper()
	cpu, sleeps := p.effort(t)
	for range 10 {
		<-time.After(restful)
		nowCPU, nowSleeps := p.effort(t)
		if nowSleeps-sleeps <= 2 && nowCPU-cpu < time.Millisecond {
			return
		}
		cpu, sleeps = nowCPU, nowSleeps
	}
}

// watches counts the inotify watches that the process holds.
func (p observed) watches(t testing.TB) (n int) {
	t.Helper()
	infos, err := filepath.Glob(p.proc("fdinfo/*"))
	must(t, err)
	for _, info := range infos {
		text, err := os.ReadFile(info)
		if err == nil {
			n += bytes.Count(text, []byte("inotify wd:"))
		}
	}
	return n
}

// statusLine is the number in a line of a /proc status file, 0 when there is none.
func statusLine(t testing.TB, file, field string) float64 {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		if name == field {
			n, err := strconv.ParseFloat(strings.Fields(value)[0], 64)
			must(t, err)
			return n
		}
	}
	return 0
}
