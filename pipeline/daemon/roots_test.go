package daemon

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/critique/codebase"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/schemas"
	"discussd/pipeline/session"
)

// TestRootsComeAndGo has the folder that the daemon watches vanish, come back, and
// be another one. What is then written below it is judged once.
func TestRootsComeAndGo(t *testing.T) {
	elsewhere := func(f *fixture, parts ...string) string {
		return filepath.Join(append([]string{f.base, "elsewhere"}, parts...)...)
	}
	tests := map[string]struct {
		root      func(f *fixture) string        // that is watched; nil is the stage's
		before    func(t *testing.T, f *fixture) // the daemon starts
		act       func(t *testing.T, f *fixture) // after a first verdict, unless there is no brief then
		revisions int                            // that the session then has, when the final text is judged
	}{
		"deleted and made again": {
			act:       func(t *testing.T, f *fixture) { must(t, os.RemoveAll(f.root)) },
			revisions: 1,
		},
		"deleted with the folder above and made again": {
			root:      func(f *fixture) string { return f.Dir },
			act:       func(t *testing.T, f *fixture) { must(t, os.RemoveAll(filepath.Dir(f.Dir))) },
			revisions: 1,
		},
		"moved away": {
			act:       func(t *testing.T, f *fixture) { must(t, os.Rename(f.root, elsewhere(f))) },
			revisions: 1,
		},
		"moved away and back": {
			act: func(t *testing.T, f *fixture) {
				must(t, os.Rename(f.root, elsewhere(f)))
				must(t, os.Rename(elsewhere(f), f.root))
			},
			revisions: 2,
		},
		"replaced by a link to where it went": {
			act: func(t *testing.T, f *fixture) {
				must(t, os.Rename(f.root, elsewhere(f)))
				must(t, os.Symlink(elsewhere(f), f.root))
			},
			revisions: 2,
		},
		"replaced by a link to another folder": {
			act: func(t *testing.T, f *fixture) {
				must(t, os.RemoveAll(f.root))
				must(t, os.Mkdir(elsewhere(f), 0o755))
				must(t, os.Symlink(elsewhere(f), f.root))
			},
			revisions: 1,
		},
		"a link that is set to another folder": {
			before: func(t *testing.T, f *fixture) {
				must(t, os.Rename(f.root, elsewhere(f)))
				must(t, os.Symlink(elsewhere(f), f.root))
			},
			act: func(t *testing.T, f *fixture) {
				must(t, os.Mkdir(filepath.Join(f.base, "another"), 0o755))
				must(t, os.Symlink(filepath.Join(f.base, "another"), f.root+".new"))
				must(t, os.Rename(f.root+".new", f.root))
			},
			revisions: 1,
		},
		"a link whose target is deleted and made again": {
			before: func(t *testing.T, f *fixture) {
				must(t, os.Rename(f.root, elsewhere(f)))
				must(t, os.Symlink(elsewhere(f), f.root))
			},
			act: func(t *testing.T, f *fixture) {
				must(t, os.RemoveAll(elsewhere(f)))
				must(t, os.Mkdir(elsewhere(f), 0o755))
			},
			revisions: 1,
		},
		"a linked session": {
			root: func(f *fixture) string { return elsewhere(f) },
			before: func(t *testing.T, f *fixture) {
				must(t, os.Symlink(f.Dir, elsewhere(f)))
			},
			act:       func(*testing.T, *fixture) {},
			revisions: 2,
		},
		"under two names": {
			root: func(f *fixture) string { return f.base },
			before: func(t *testing.T, f *fixture) {
				must(t, os.Symlink(f.Dir, elsewhere(f)))
			},
			act:       func(*testing.T, *fixture) {},
			revisions: 2,
		},
		"missing at first": {
			before:    func(t *testing.T, f *fixture) { must(t, os.RemoveAll(f.root)) },
			act:       func(*testing.T, *fixture) {},
			revisions: 1,
		},
		"a file at first": {
			before: func(t *testing.T, f *fixture) {
				must(t, os.RemoveAll(f.root))
				must(t, os.WriteFile(f.root, nil, 0o644))
			},
			act:       func(t *testing.T, f *fixture) { must(t, os.Remove(f.root)) },
			revisions: 1,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			if tt.before != nil {
				tt.before(t, f)
			}
			root, judged := f.root, 1
			if tt.root != nil {
				root = tt.root(f)
			}
			_, missing := os.Stat(f.Dir)
			if missing == nil {
				f.Write("spec/product-brief.md", firstText)
				judged++
			}
			stop := f.start(root)
			if missing == nil {
				f.await(firstText)
			}
			tt.act(t, f)
			f.Write("spec/product-brief.md", finalText)
			if v := f.await(finalText); v.Revision != tt.revisions {
				t.Errorf("revision %d, want revision %d", v.Revision, tt.revisions)
			}
			stop()
			if given, runs := f.given(), len(f.Critic.Rounds()); given != tt.revisions || runs != judged {
				t.Errorf("%d verdicts and %d runs, want %d and %d", given, runs, tt.revisions, judged)
			}
		})
	}
}

// TestNothingToWatch: a daemon does not begin where it has nothing to watch, and says why.
func TestNothingToWatch(t *testing.T) {
	f := newFixture(t)
	for name, tt := range map[string]struct {
		roots, paths []string
		nothing      bool // else the roots are wrong
	}{
		"none":            {nothing: true},
		"of another user": {roots: []string{"~nobody/src"}},
		"a bad pattern":   {roots: []string{f.root + "/[a"}},
	} {
		f.configuration.Watch.Roots = tt.roots
		err := Run(t.Context(), Options{Configuration: f.configuration, Paths: tt.paths, Logger: hclog.NewNullLogger()})
		var wrong *RootsError
		if errors.Is(err, ErrNothingToWatch) != tt.nothing || errors.As(err, &wrong) == tt.nothing {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestARequestIsWatched: what a request is about is watched from then on, also in a
// folder that no round brings the watcher to.
func TestARequestIsWatched(t *testing.T) {
	f := newFixture(t)
	f.start(f.root)
	f.Write("notes/plan.md", "# Plan\n")
	f.Write("discussions/requests/w.json", `{"round": "W", "artifact": "notes/plan.md", "watch": true, "perspectives": ["quality"]}`)
	for revision, text := range []string{"", "# Another plan\n", "# The last plan\n"} {
		if text != "" {
			f.Write("notes/plan.md", text)
		}
		pipelinetest.Until(t, "an answer", func() bool { v, ok := f.Verdict("W"); return ok && v.Revision == revision+1 })
	}
}

// TestSameWatch: what a layout keeps of what it has read makes no other configuration of it.
func TestSameWatch(t *testing.T) {
	used := &schemas.Shelf{}
	used.Named(filepath.Join(t.TempDir(), "specs", "a"), nil, os.OpenRoot)
	w := Watch{Quiet: time.Second, Layout: session.Layout{Schemas: used, Code: &codebase.Shelf{}}}
	other := Watch{Quiet: time.Second, Layout: session.Layout{Schemas: &schemas.Shelf{}}}
	if !w.same(other) || w.Layout.Schemas == nil {
		t.Error("what was read makes another configuration, or is forgotten")
	}
	if other.Quiet = 2 * time.Second; w.same(other) {
		t.Error("another quiet window makes no other configuration")
	}
}
