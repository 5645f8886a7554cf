//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFatalErrors: what ends the program inside Go's runtime reads as no verdict.
// SIGQUIT takes the same way out as a lack of memory or of threads.
func TestFatalErrors(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	log, err := os.Create(filepath.Join(s.dir, "log"))
	must(t, err)
	wait := s.command("wait", s.brief())
	wait.Stderr = log
	must(t, wait.Start())
	poll(t, "wait to begin", func() bool { return strings.Contains(s.log(), "discussd: waiting") })
	must(t, wait.Process.Signal(syscall.SIGQUIT))
	err = wait.Wait()
	ended, ok := err.(*exec.ExitError)
	if !ok || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGABRT {
		t.Errorf("it ended with %v", err)
	}
}
