//go:build linux

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestInotifyLimits has the kernel refuse watches, or to watch at all. What is not
// watched is polled, the log says what to raise, and when it is raised all is watched.
func TestInotifyLimits(t *testing.T) {
	t.Parallel()
	if !inNamespaces(t) { // whose limits are their own
		return
	}
	const sessions = 5
	for name, tt := range map[string]struct {
		limit   string
		allowed int
		raise   string
	}{
		"watches":   {"max_inotify_watches", 6, "fs.inotify.max_user_watches"},
		"instances": {"max_inotify_instances", 0, "fs.inotify.max_user_instances"},
	} {
		t.Run(name, func(t *testing.T) {
			setLimit(t, tt.limit, tt.allowed)
			s := newStage(t, "poll = \"50ms\"\n"+oneJudge(4), "codex")
			var all []*stage
			for i := range sessions {
				all = append(all, s.beside(fmt.Sprint("session ", i)))
				must(t, os.WriteFile(all[i].brief(), []byte(firstText), 0o644))
			}
			daemon := s.background(s.root)
			p := observed{cmd: daemon, pid: daemon.Process.Pid}
			for _, s := range all {
				s.await("DISCUSS-002")
				must(t, os.WriteFile(s.brief(), []byte(finalText), 0o644))
			}
			for _, s := range all {
				s.finish()
			}
			late := s.named("made late")
			must(t, os.Rename(all[0].session, late.session))
			must(t, os.WriteFile(late.brief(), []byte("# Brief\n\nWritten after the session had been renamed.\n"), 0o644))
			if v := late.await("DISCUSS-002"); v.Revision != 3 {
				t.Errorf("revision %d after a rename", v.Revision)
			}
			if n := p.watches(t); n > tt.allowed {
				t.Errorf("%d watches, where %d are allowed", n, tt.allowed)
			}
			if log := s.log(); !strings.Contains(log, "not everything can be watched, the rest is polled") || strings.Count(log, tt.raise) != 1 {
				t.Errorf("the log does not say once that %s is too low", tt.raise)
			}
			setLimit(t, tt.limit, 10000)
			poll(t, "everything to be watched", func() bool { return p.watches(t) >= 2*sessions })
			must(t, os.WriteFile(late.brief(), []byte(finalText), 0o644))
			if v := late.await("DISCUSS-002"); v.Revision != 4 {
				t.Errorf("revision %d when it is watched", v.Revision)
			}
			late.sound("DISCUSS-002")
			// The last text was judged before: that answer is carried over.
			if n := len(s.calls()); n != 2*sessions+1 {
				t.Errorf("%d calls, want %d", n, 2*sessions+1)
			}
		})
	}
}

// TestWaitWithoutInotify: who waits for a verdict ends the quiet window also where
// the kernel tells the daemon nothing.
func TestWaitWithoutInotify(t *testing.T) {
	t.Parallel()
	if !inNamespaces(t) {
		return
	}
	setLimit(t, "max_inotify_instances", 0)
	s := newStage(t, "", "codex")
	must(t, os.WriteFile(s.configuration, []byte("[watch]\nquiet = \"1h\"\nmax_wait = \"1h\"\n"+withFewRules(oneJudge(1))), 0o644))
	s.background(s.root)
	s.write(scenes[1])
	if _, stderr, code := s.run("wait", "--timeout", "30s", s.brief()); code != 0 {
		t.Errorf("wait returns %d: %s\n%s", code, stderr, s.log())
	}
}

// setLimit sets a limit of this user namespace.
func setLimit(t *testing.T, name string, value int) {
	t.Helper()
	if err := os.WriteFile("/proc/sys/user/"+name, fmt.Append(nil, value), 0o644); err != nil {
		t.Skipf("%s: %v", noNamespaces, err)
	}
}
