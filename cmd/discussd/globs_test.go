package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"discussd/pipeline/session"
)

// TestGlobbedRoots: a folder that comes to match a glob among the roots is seen as
// soon as it is there, however it comes, and what lies beside it is not.
func TestGlobbedRoots(t *testing.T) {
	t.Parallel()
	brief := func(t *testing.T, dir string) {
		must(t, os.MkdirAll(filepath.Join(dir, "spec"), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, "spec", "product-brief.md"), []byte(firstText), 0o644))
	}
	tests := map[string]struct {
		roots  string                               // below home
		before func(t *testing.T, src string)       // the daemon starts
		act    func(t *testing.T, src, room string) // ends with a brief in the session
		found  bool                                 // it counts as found, not as written
		beside []string                             // below src: briefs that are nobody's
	}{
		"a new project": {
			act:    func(t *testing.T, _, room string) { brief(t, room) },
			beside: []string{"", "new", "new/docs", "new/deep/.workflow"},
		},
		"in a project that is there": {
			before: func(t *testing.T, src string) { must(t, os.MkdirAll(filepath.Join(src, "new"), 0o755)) },
			act:    func(t *testing.T, _, room string) { brief(t, room) },
		},
		"the folder of projects, too": {
			before: func(t *testing.T, src string) { must(t, os.RemoveAll(src)) },
			act:    func(t *testing.T, _, room string) { brief(t, room) },
		},
		"moved in": {
			before: func(t *testing.T, src string) {
				brief(t, filepath.Join(filepath.Dir(src), "aside/.workflow/.team/room"))
			},
			act: func(t *testing.T, src, _ string) {
				must(t, os.Rename(filepath.Join(filepath.Dir(src), "aside"), filepath.Join(src, "new")))
			},
		},
		"made again": {
			before: func(t *testing.T, src string) { must(t, os.MkdirAll(filepath.Join(src, "new/.workflow"), 0o755)) },
			act: func(t *testing.T, src, room string) {
				must(t, os.RemoveAll(filepath.Join(src, "new")))
				brief(t, room)
			},
		},
		"two levels that differ": {
			roots:  "~/src/n?w/{.workflow,.specs}/.t*",
			act:    func(t *testing.T, _, room string) { brief(t, room) },
			beside: []string{"now/.workflow/other", "nw/.workflow/.team"},
		},
		"behind a link": { // where a new watcher starts
			found: true,
			before: func(t *testing.T, src string) {
				must(t, os.MkdirAll(filepath.Join(filepath.Dir(src), "aside/.workflow/.team/room/spec"), 0o755))
			},
			act: func(t *testing.T, src, room string) {
				must(t, os.Symlink(filepath.Join(filepath.Dir(src), "aside"), filepath.Join(src, "new")))
				brief(t, room)
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "", "codex")
			pattern := "~/src/*/.workflow"
			if tt.roots != "" {
				pattern = tt.roots
			}
			catchUp := "none"
			if tt.found {
				catchUp = "all"
			}
			must(t, os.WriteFile(s.configuration, []byte("[watch]\nroots = [\""+pattern+"\"]\nquiet = \"150ms\"\ncatch_up = \""+catchUp+"\"\n"+oneJudge(1)), 0o644))
			src := filepath.Join(s.dir, "home", "src")
			must(t, os.Mkdir(src, 0o755))
			if tt.before != nil {
				tt.before(t, src)
			}
			s.session = filepath.Join(src, "new", ".workflow", ".team", "room")
			s.demo.dir = s.session
			daemon := s.background()
			for _, dir := range tt.beside {
				brief(t, filepath.Join(src, dir))
			}
			tt.act(t, src, s.session)
			s.await("DISCUSS-002")
			var report status
			out, _, _ := s.run("status", "--json", s.session)
			if err := json.Unmarshal([]byte(out), &report); err != nil || len(report.Sessions) != 1 || !report.Sessions[0].Watched {
				t.Errorf("status: %v\n%s", err, out)
			}
			s.stop(daemon)
			if calls := s.calls(); len(calls) != 1 {
				t.Errorf("judged besides: %q", calls)
			}
			for _, dir := range tt.beside {
				if _, err := os.Stat(filepath.Join(src, dir, "discussions")); err == nil {
					t.Errorf("%q is judged, and lies beside the roots", dir)
				}
			}
			if starts := strings.Count(s.log(), ": ready"); starts != 1 && !tt.found {
				t.Errorf("everything was looked at %d times", starts)
			}
		})
	}
}

// TestScopeReaches: a watcher that starts where a glob does comes to every match but
// those behind links.
func TestScopeReaches(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{"src/a/.workflow", "aside/.workflow"} {
		must(t, os.MkdirAll(filepath.Join(home, dir), 0o755))
	}
	must(t, os.Symlink(filepath.Join(home, "aside"), filepath.Join(home, "src", "b")))
	s := scope{walks: session.Walks([]string{"~/src/*/.workflow", "~/other/**/.workflow"}, home)}
	got := slices.DeleteFunc([]string{"src/a/.workflow", "src/b/.workflow", "other/.workflow", "src/a"}, func(dir string) bool { return !s.reaches(filepath.Join(home, dir)) })
	if !slices.Equal(got, []string{"src/a/.workflow"}) {
		t.Errorf("reaches %q", got)
	}
}
