//go:build linux

package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// attend lets the daemon of a stage be started at a terminal of its own, as its
// standard input, and returns what hangs up.
func (s *stage) attend() (hangUp func()) {
	s.t.Helper()
	master, terminal := openTerminal(s.t)
	s.t.Cleanup(func() { master.Close() })
	s.start = func(daemon *exec.Cmd) error {
		defer terminal.Close()
		daemon.Stdin = terminal
		daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		return daemon.Start()
	}
	return func() { master.Close() }
}

// state is how status shows a round.
func (s *stage) state(round string) string {
	s.t.Helper()
	out, _, _ := s.run("status", s.session)
	for line := range strings.Lines(out) {
		if after, ok := strings.CutPrefix(strings.TrimSpace(line), round+" "); ok {
			return strings.TrimSpace(after)
		}
	}
	return out
}

// TestTerminalIsClosed: a daemon at a terminal ends with it, and with its CLIs, as
// after SIGTERM. The next start finishes what was under way.
func TestTerminalIsClosed(t *testing.T) {
	t.Parallel()
	// Also where the tests themselves run under nohup: what is ignored is inherited.
	heeded := make(chan os.Signal, 1)
	signal.Notify(heeded, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(heeded) })
	s := newStage(t, oneJudge(1), "codex")
	hangUp := s.attend()
	s.direct("codex", "mode", "hang")
	daemon := s.background(s.root)
	s.write(scenes[1])
	poll(t, "a call", func() bool { return len(s.calls()) > 0 })
	// On a busy machine status was once seen to still say "settling" here: it is asked until it knows.
	poll(t, "status to say that the round is running", func() bool { return s.state("DISCUSS-002") == "running" })
	hangUp()
	ended := make(chan error, 1)
	go func() { ended <- daemon.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(patience):
		daemon.Process.Kill()
		t.Fatal("it outlives its terminal")
	}
	if left := s.processes(); len(left) > 0 {
		t.Errorf("processes outlive the terminal: %q", left)
	}
	if _, err := os.Stat(filepath.Join(s.session, "discussions", "DISCUSS-002-pending.json")); err != nil {
		t.Errorf("no pending mark: %v", err)
	}
	if state := s.state("DISCUSS-002"); state != "waiting for a daemon" {
		t.Errorf("after the daemon's end status says %q", state)
	}
	s.start = (*exec.Cmd).Start
	s.direct("codex", "mode", "")
	s.background(s.root)
	s.await("DISCUSS-002")
}

// TestReloadAtATerminal: with --reload-on-hup the end of the terminal only has the
// configuration read again.
func TestReloadAtATerminal(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	hangUp := s.attend()
	daemon := s.background("--checks-only", "--reload-on-hup", s.root)
	hangUp()
	poll(t, "the reload", func() bool { return strings.Contains(s.log(), "configuration reloaded") })
	s.stop(daemon)
}

// TestOneShotIsAtIt: while critique judges without a daemon, status does not call
// the round left alone.
func TestOneShotIsAtIt(t *testing.T) {
	t.Parallel()
	s := newStage(t, oneJudge(1), "codex")
	s.direct("codex", "mode", "wait")
	s.write(scenes[1])
	critique := s.command("critique", s.session)
	must(t, critique.Start())
	poll(t, "a call", func() bool { return len(s.calls()) > 0 })
	if state := s.state("DISCUSS-002"); state != "running" {
		t.Errorf("status says %q", state)
	}
	s.direct("codex", "mode", "")
	critique.Wait()
	if state := s.state("DISCUSS-002"); !strings.HasPrefix(state, "fresh") {
		t.Errorf("in the end status says %q", state)
	}
}
