//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestStopInTheMiddle: SIGTERM while a tool thinks leaves no CLI, however it takes
// that, and a pending mark; the next start finishes the round.
func TestStopInTheMiddle(t *testing.T) {
	t.Parallel()
	tests := map[string]func(t *testing.T, s *stage, daemon *exec.Cmd){
		"hang":  func(t *testing.T, s *stage, daemon *exec.Cmd) { s.stop(daemon) },
		"deaf":  func(t *testing.T, s *stage, daemon *exec.Cmd) { s.stop(daemon) },
		"flood": func(t *testing.T, s *stage, daemon *exec.Cmd) { s.stop(daemon) },
	}
	for mode, stop := range tests {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, oneJudge(1), "codex")
			must(t, os.Mkdir(filepath.Join(s.session, ".msg"), 0o755))
			s.direct("codex", "mode", mode)
			daemon := s.background(s.root)
			s.write(scenes[1])
			poll(t, "a call", func() bool { return len(s.calls()) > 0 })
			stop(t, s, daemon)
			if left := s.processes(); len(left) > 0 {
				t.Errorf("processes outlive the daemon: %q", left)
			}
			if left, err := filepath.Glob(filepath.Join(s.variable("TMPDIR"), "*")); err != nil || len(left) > 0 {
				t.Errorf("folders of runs left: %q, %v", left, err)
			}
			if _, err := os.Stat(filepath.Join(s.session, "discussions", "DISCUSS-002-pending.json")); err != nil {
				t.Errorf("no pending mark: %v", err)
			}
			s.direct("codex", "mode", "")
			s.background(s.root)
			s.await("DISCUSS-002")
			if given := s.sound("DISCUSS-002"); len(given) != 1 || len(s.calls()) != 2 {
				t.Errorf("%d verdicts, %d calls", len(given), len(s.calls()))
			}
		})
	}
}

// TestReloadInTheMiddle: a SIGHUP while a tool thinks disturbs nobody. With a bad
// configuration it changes nothing, with a good one the next round.
func TestReloadInTheMiddle(t *testing.T) {
	t.Parallel()
	s := newStage(t, oneJudge(1), "codex")
	good, err := os.ReadFile(s.configuration)
	must(t, err)
	s.direct("codex", "mode", "wait")
	daemon := s.background(s.root)
	s.write(scenes[1])
	poll(t, "a call", func() bool { return len(s.calls()) == 1 })
	reload := func(text, says string) {
		t.Helper()
		before := len(s.log())
		must(t, os.WriteFile(s.configuration, []byte(text), 0o644))
		must(t, daemon.Process.Signal(syscall.SIGHUP))
		s.expect("READY=1") // and makes room for more
		poll(t, "the log to say: "+says, func() bool { return strings.Contains(s.log()[before:], says) })
	}
	for _, bad := range []string{"[watch", "[watch]\nquiet = 2\n", strings.Replace(string(good), `tool = "codex"`, `tool = "nobody"`, 1)} {
		reload(bad, "the old one stays")
	}
	// Another perspective, and other windows: there is another watcher, too.
	better := strings.ReplaceAll(strings.Replace(string(good), `quiet = "150ms"`, `quiet = "100ms"`, 1), `"single"`, `"only"`)
	reload(better, "configuration reloaded")
	s.direct("codex", "mode", "")
	first := s.await("DISCUSS-002")
	if n := len(s.calls()); n != 1 || first.Revision != 1 {
		t.Errorf("revision %d after %d calls", first.Revision, n)
	}

	// Changes all around further reloads: none is lost.
	for i := range 5 {
		s.edit("spec/product-brief.md", fmt.Sprintf("\nBefore reload %d.\n", i))
		reload(strings.Replace(better, `"100ms"`, fmt.Sprintf("%q", fmt.Sprintf("%dms", 101+i)), 1), "configuration reloaded")
		s.edit("spec/product-brief.md", fmt.Sprintf("\nAfter reload %d.\n", i))
		if v := s.await("DISCUSS-002"); v.Perspectives[0].Name != "only" || v.PolicySHA256 == first.PolicySHA256 {
			t.Errorf("reload %d: %s judged, under the old policy: %v", i, v.Perspectives[0].Name, v.PolicySHA256 == first.PolicySHA256)
		}
	}
	s.stop(daemon)
	verdicts := s.sound("DISCUSS-002")
	if name := verdicts[0].Perspectives[0].Name; name != "single" {
		t.Errorf("the round under way was finished by %s, not as it began", name)
	}
}
