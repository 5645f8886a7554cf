//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"discussd/critique"
)

const day = 24 * time.Hour

// jumps are how a clock can be wrong, and then be set.
var jumps = map[string]time.Duration{"a day ahead": day, "a day back": -day}

// coolJudge is a judge that is asked again a second after it failed.
var coolJudge = strings.Replace(oneJudge(1), "fallback = []\n", "fallback = []\ncool_down = \"1s\"\n[tools.gemini]\nenabled = false\n[tools.claude]\nenabled = false\n", 1)

// TestClockJumps sets the daemon's clock, and that of the files with it, in every
// state of a round, and once more while no daemon runs.
func TestClockJumps(t *testing.T) {
	t.Parallel()
	for name, jump := range jumps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, coolJudge, "codex")
			must(t, os.Mkdir(filepath.Join(s.session, ".msg"), 0o755))
			clock := s.withClock()
			daemon := s.begin()
			revisions := 1
			write := func() {
				t.Helper()
				revisions++
				must(t, os.WriteFile(s.brief(), fmt.Appendf(nil, "# Brief\n\nThis is revision %d, written at whatever time the clock says.\n", revisions), 0o644))
				clock.date(s.brief())
			}
			judged := func(when string) {
				t.Helper()
				v := s.await("DISCUSS-002")
				if off := v.FinishedAt.Sub(clock.now()).Abs(); v.Revision != revisions || off > time.Hour || v.Timing.TotalMS > time.Hour.Milliseconds() {
					t.Errorf("%s: revision %d, want %d; finished %s off the clock, after %d ms", when, v.Revision, revisions, off, v.Timing.TotalMS)
				}
			}
			for range 2 {
				write()
				clock.jump(jump)
				judged("set while the writer was writing")
				write()
				clock.jump(0)
				clock.date(s.brief())
				judged("set back")
			}

			s.direct("codex", "mode", "wait")
			write()
			poll(t, "a call", func() bool { return len(s.calls()) == revisions })
			clock.jump(jump)
			s.direct("codex", "mode", "")
			judged("set while the tool was thinking")

			discussions := filepath.Join(s.session, "discussions")
			must(t, os.Rename(discussions, discussions+".away"))
			must(t, os.WriteFile(discussions, nil, 0o644))
			write()
			poll(t, "a try that fails", func() bool { return s.failing(s.log()) })
			clock.jump(0)
			must(t, os.Remove(discussions))
			must(t, os.Rename(discussions+".away", discussions))
			judged("set while the round was held")

			clock.jump(jump)
			write()
			if _, stderr, code := s.run("wait", s.brief()); code != 0 {
				t.Errorf("wait returns %d: %s", code, stderr)
			}
			judged("waited for")

			s.direct("codex", "mode", "hang")
			write()
			poll(t, "a call", func() bool { return len(s.calls()) == revisions })
			s.stop(daemon)
			s.direct("codex", "mode", "")
			clock = s.withClock()
			s.background(s.root)
			judged("set while no daemon was running")
			if n := len(s.sound("DISCUSS-002")); n != revisions || len(s.calls()) != revisions+1 {
				t.Errorf("%d verdicts and %d calls on %d revisions", n, len(s.calls()), revisions)
			}
		})
	}
}

// TestClockJumpsInTheCoolDown: a tool that failed is asked again when its time has
// come, not when the clock says so.
func TestClockJumpsInTheCoolDown(t *testing.T) {
	t.Parallel()
	for name, jump := range jumps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, coolJudge, "codex")
			clock := s.withClock()
			s.background(s.root)
			fault := toolFaults("codex")["no login"]
			fault.mode = "print"
			for what, text := range fault.directions() {
				s.direct("codex", what, text)
			}
			s.write(scenes[1])
			if v := s.await("DISCUSS-002"); v.Basis != critique.BasisChecks {
				t.Errorf("without a tool: %s", v.Basis)
			}
			clock.jump(jump)
			s.direct("codex", "mode", "")
			poll(t, "a verdict of the tool", func() bool { return s.await("DISCUSS-002").Basis == critique.BasisPanel })
		})
	}
}

// TestClockJumpsBeforeAReload: what was written since the daemon started, in a folder
// that it is told to watch later, is new, whatever the clock said when.
func TestClockJumpsBeforeAReload(t *testing.T) {
	t.Parallel()
	for name, jump := range jumps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, oneJudge(1), "codex")
			configuration := func(roots string) {
				text := fmt.Sprintf("[watch]\nquiet = \"150ms\"\ncatch_up = \"none\"\nroots = [%s]\n", roots)
				must(t, os.WriteFile(s.configuration, []byte(text+withFewRules(oneJudge(1))), 0o644))
			}
			elsewhere := filepath.Join(s.dir, "elsewhere")
			must(t, os.Mkdir(elsewhere, 0o755))
			configuration(fmt.Sprintf("%q", elsewhere))
			old := s.beside("old")
			old.write(scenes[1])
			long := time.Now().Add(-2 * day)
			must(t, os.Chtimes(old.brief(), long, long))
			clock := s.withClock()
			daemon := s.background()
			s.write(scenes[1])
			before := s.beside("before the jump")
			before.write(scenes[1])
			clock.jump(jump)
			clock.date(s.brief())
			configuration(fmt.Sprintf("%q, %q", elsewhere, s.root))
			must(t, daemon.Process.Signal(syscall.SIGHUP))
			s.await("DISCUSS-002")
			before.await("DISCUSS-002")
			poll(t, "the log to tell of the old one", func() bool { return strings.Contains(s.log(), "old or completed sessions are left") })
			if n := len(s.calls()); n != 2 {
				t.Errorf("%d calls for two new artifacts", n)
			}
		})
	}
}
