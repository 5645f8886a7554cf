package daemon

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/pipelinetest"
)

// TestGlobbedRoots: a folder that comes to match a glob among the roots is seen as
// soon as it is there, however it comes, and what lies beside it is not.
func TestGlobbedRoots(t *testing.T) {
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
			f := newFixture(t)
			f.configuration.Watch.Roots, f.configuration.Watch.CatchUp = []string{cmp.Or(tt.roots, "~/src/*/.workflow")}, -1
			if tt.found {
				f.configuration.Watch.CatchUp = time.Hour
			}
			src := filepath.Join(f.base, "home", "src")
			must(t, os.Mkdir(src, 0o755))
			if tt.before != nil {
				tt.before(t, src)
			}
			f.Dir = filepath.Join(src, "new", ".workflow", ".team", "room")
			stop := f.start()
			for _, dir := range tt.beside {
				brief(t, filepath.Join(src, dir))
			}
			tt.act(t, src, f.Dir)
			f.await(firstText)
			pipelinetest.Until(t, "the other commands to be told", func() bool {
				daemons, err := presence.Daemons()
				return err == nil && len(daemons) == 1 && daemons[0].Watches(f.Dir)
			})
			stop()
			if judged := f.Critic.Rounds(); len(judged) != 1 {
				t.Errorf("judged besides: %q", judged)
			}
			for _, dir := range tt.beside {
				if _, err := os.Stat(filepath.Join(src, dir, "discussions")); err == nil {
					t.Errorf("%q is judged, and lies beside the roots", dir)
				}
			}
			if starts := strings.Count(f.log.String(), ": ready"); starts != 1 && !tt.found {
				t.Errorf("everything was looked at %d times", starts)
			}
		})
	}
}
