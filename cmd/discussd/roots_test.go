package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRootsComeAndGo has the folder that the daemon watches vanish, come back, and
// be another one. What is then written below it is judged once.
func TestRootsComeAndGo(t *testing.T) {
	t.Parallel()
	elsewhere := func(s *stage, parts ...string) string {
		return filepath.Join(append([]string{s.dir, "elsewhere"}, parts...)...)
	}
	tests := map[string]struct {
		root      func(s *stage) string        // that is watched; nil is the stage's
		before    func(t *testing.T, s *stage) // the daemon starts
		act       func(t *testing.T, s *stage) // after a first verdict, unless there is no brief then
		revisions int                          // that the session then has, when the final text is judged
	}{
		"deleted and made again": {
			act:       func(t *testing.T, s *stage) { must(t, os.RemoveAll(s.root)) },
			revisions: 1,
		},
		"deleted with the folder above and made again": {
			root:      func(s *stage) string { return s.session },
			act:       func(t *testing.T, s *stage) { must(t, os.RemoveAll(filepath.Dir(s.session))) },
			revisions: 1,
		},
		"moved away": {
			act:       func(t *testing.T, s *stage) { must(t, os.Rename(s.root, elsewhere(s))) },
			revisions: 1,
		},
		"moved away and back": {
			act: func(t *testing.T, s *stage) {
				must(t, os.Rename(s.root, elsewhere(s)))
				must(t, os.Rename(elsewhere(s), s.root))
			},
			revisions: 2,
		},
		"replaced by a link to where it went": {
			act: func(t *testing.T, s *stage) {
				must(t, os.Rename(s.root, elsewhere(s)))
				must(t, os.Symlink(elsewhere(s), s.root))
			},
			revisions: 2,
		},
		"replaced by a link to another folder": {
			act: func(t *testing.T, s *stage) {
				must(t, os.RemoveAll(s.root))
				must(t, os.Mkdir(elsewhere(s), 0o755))
				must(t, os.Symlink(elsewhere(s), s.root))
			},
			revisions: 1,
		},
		"a link that is set to another folder": {
			before: func(t *testing.T, s *stage) {
				must(t, os.Rename(s.root, elsewhere(s)))
				must(t, os.Symlink(elsewhere(s), s.root))
			},
			act: func(t *testing.T, s *stage) {
				must(t, os.Mkdir(filepath.Join(s.dir, "another"), 0o755))
				must(t, os.Symlink(filepath.Join(s.dir, "another"), s.root+".new"))
				must(t, os.Rename(s.root+".new", s.root))
			},
			revisions: 1,
		},
		"a link whose target is deleted and made again": {
			before: func(t *testing.T, s *stage) {
				must(t, os.Rename(s.root, elsewhere(s)))
				must(t, os.Symlink(elsewhere(s), s.root))
			},
			act: func(t *testing.T, s *stage) {
				must(t, os.RemoveAll(elsewhere(s)))
				must(t, os.Mkdir(elsewhere(s), 0o755))
			},
			revisions: 1,
		},
		"a linked session": {
			root: func(s *stage) string { return elsewhere(s) },
			before: func(t *testing.T, s *stage) {
				must(t, os.Symlink(s.session, elsewhere(s)))
			},
			act:       func(*testing.T, *stage) {},
			revisions: 2,
		},
		"under two names": {
			root: func(s *stage) string { return s.dir },
			before: func(t *testing.T, s *stage) {
				must(t, os.Symlink(s.session, elsewhere(s)))
			},
			act:       func(*testing.T, *stage) {},
			revisions: 2,
		},
		"missing at first": {
			before:    func(t *testing.T, s *stage) { must(t, os.RemoveAll(s.root)) },
			act:       func(*testing.T, *stage) {},
			revisions: 1,
		},
		"a file at first": {
			before: func(t *testing.T, s *stage) {
				must(t, os.RemoveAll(s.root))
				must(t, os.WriteFile(s.root, nil, 0o644))
			},
			act:       func(t *testing.T, s *stage) { must(t, os.Remove(s.root)) },
			revisions: 1,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "poll = \"50ms\"\n"+oneJudge(1), "codex")
			if tt.before != nil {
				tt.before(t, s)
			}
			root, judged := s.root, 1
			if tt.root != nil {
				root = tt.root(s)
			}
			_, missing := os.Stat(s.session)
			if missing == nil {
				must(t, os.WriteFile(s.brief(), []byte(firstText), 0o644))
				judged++
			}
			daemon := s.background(root)
			if missing == nil {
				s.await("DISCUSS-002")
			}
			tt.act(t, s)
			must(t, os.MkdirAll(filepath.Dir(s.brief()), 0o755))
			must(t, os.WriteFile(s.brief(), []byte(finalText), 0o644))
			if v := s.await("DISCUSS-002"); v.Revision != tt.revisions || s.judgedText(v) != finalText {
				t.Errorf("revision %d over %q, want revision %d", v.Revision, s.judgedText(v), tt.revisions)
			}
			s.stop(daemon)
			if given := s.sound("DISCUSS-002"); len(given) != tt.revisions || len(s.calls()) != judged {
				t.Errorf("%d verdicts and %d calls, want %d and %d", len(given), len(s.calls()), tt.revisions, judged)
			}
		})
	}
}
