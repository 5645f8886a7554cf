package main

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"discussd/pipeline/session"
)

// TestFoldersMove moves folders into the sight of a daemon, out of it, and about in
// it. Every text that stays somewhere has one verdict there.
func TestFoldersMove(t *testing.T) {
	t.Parallel()
	exchange := func(t *testing.T, a, b string) {
		must(t, unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE))
	}
	// Each case has a session with a judged brief. It returns the one where the final
	// text is, and how many verdicts that has then.
	tests := map[string]func(t *testing.T, s *stage) (final *stage, revisions int){
		"a session is renamed": func(t *testing.T, s *stage) (*stage, int) {
			must(t, os.Rename(s.session, s.session+" (old)"))
			return s.named(filepath.Base(s.session) + " (old)"), 2
		},
		"a session is renamed to and fro": func(t *testing.T, s *stage) (*stage, int) {
			for range 10 {
				must(t, os.Rename(s.session, s.session+" (old)"))
				must(t, os.Rename(s.session+" (old)", s.session))
			}
			return s, 2
		},
		"a session leaves, and comes back changed": func(t *testing.T, s *stage) (*stage, int) {
			away := filepath.Join(t.TempDir(), "away")
			must(t, os.Rename(s.session, away))
			must(t, os.WriteFile(filepath.Join(away, "spec/product-brief.md"), []byte(finalText), 0o644))
			must(t, os.Rename(away, s.session))
			return s, 2
		},
		"a session comes that was never judged": func(t *testing.T, s *stage) (*stage, int) {
			outside := t.TempDir()
			must(t, os.CopyFS(filepath.Join(outside, "spec"), os.DirFS(filepath.Join(s.session, "spec"))))
			must(t, os.Rename(outside, s.session+" (new)"))
			s = s.named(filepath.Base(s.session) + " (new)")
			s.await("DISCUSS-002")
			return s, 2
		},
		"a session comes in a folder of sessions": func(t *testing.T, s *stage) (*stage, int) {
			group := filepath.Join(t.TempDir(), "group")
			must(t, os.Mkdir(group, 0o755))
			must(t, os.Rename(s.session, filepath.Join(group, "inner")))
			must(t, os.Rename(group, s.session))
			return s.named(filepath.Base(s.session) + "/inner"), 2
		},
		"a session changes its level": func(t *testing.T, s *stage) (*stage, int) {
			must(t, os.Rename(s.session, filepath.Join(s.root, filepath.Base(s.session))))
			return s.named("../../" + filepath.Base(s.session)), 2
		},
		"two sessions change places": func(t *testing.T, s *stage) (*stage, int) {
			other := s.beside(filepath.Base(s.session) + " (other)")
			must(t, os.WriteFile(other.brief(), []byte("# Brief\n\nThe words of the other session.\n"), 0o644))
			other.await("DISCUSS-002")
			exchange(t, s.session, other.session)
			return other, 2
		},
		"two spec folders change places": func(t *testing.T, s *stage) (*stage, int) {
			other := s.beside(filepath.Base(s.session) + " (other)")
			must(t, os.WriteFile(other.brief(), []byte("# Brief\n\nThe words of the other session.\n"), 0o644))
			other.await("DISCUSS-002")
			exchange(t, filepath.Join(s.session, "spec"), filepath.Join(other.session, "spec"))
			for _, s := range []*stage{s, other} {
				if v := s.await("DISCUSS-002"); v.Revision != 2 {
					t.Errorf("revision %d of what came from the other session", v.Revision)
				}
			}
			return s, 3
		},
		"a spec folder goes to another session": func(t *testing.T, s *stage) (*stage, int) {
			other := s.named(filepath.Base(s.session) + " (other)")
			must(t, os.Mkdir(other.session, 0o755))
			must(t, os.Rename(filepath.Join(s.session, "spec"), filepath.Join(other.session, "spec")))
			other.await("DISCUSS-002")
			poll(t, "the verdict to go to history", func() bool { return !s.judged() })
			return other, 2
		},
		"an artifact goes to another session": func(t *testing.T, s *stage) (*stage, int) {
			other := s.beside(filepath.Base(s.session) + " (other)")
			must(t, os.Rename(s.brief(), other.brief()))
			other.await("DISCUSS-002")
			poll(t, "the verdict to go to history", func() bool { return !s.judged() })
			return other, 2
		},
		"a link into the session beside it": func(t *testing.T, s *stage) (*stage, int) {
			must(t, os.Symlink(filepath.Base(s.session), s.session+" (link)"))
			return s, 2
		},
		"a link to a session outside": func(t *testing.T, s *stage) (*stage, int) {
			outside := t.TempDir()
			must(t, os.CopyFS(outside, os.DirFS(s.session)))
			must(t, os.RemoveAll(filepath.Join(outside, "discussions")))
			must(t, os.Symlink(outside, s.session+" (link)"))
			t.Cleanup(func() { untouched(t, outside) })
			return s, 2
		},
		"a spec folder becomes a link out of the session, and a folder again": func(t *testing.T, s *stage) (*stage, int) {
			outside, spec := filepath.Join(t.TempDir(), "outside"), filepath.Join(s.session, "spec")
			must(t, os.Rename(spec, outside))
			must(t, os.Symlink(outside, spec))
			poll(t, "an error verdict", func() bool {
				v, ok := verdictOnDisk(s.session, "DISCUSS-002")
				return ok && v.Error != nil && v.Error.Code == session.Outside
			})
			must(t, os.Remove(spec))
			must(t, os.Mkdir(spec, 0o755))
			return s, 3
		},
		"folders that lead in circles": func(t *testing.T, s *stage) (*stage, int) {
			for _, name := range []string{"circle", "spec/circle", "spec/requirements"} {
				must(t, os.Symlink("..", filepath.Join(s.session, name)))
			}
			must(t, os.Symlink(s.root, filepath.Join(s.session, "spec/architecture")))
			return s, 2
		},
	}
	s := newStage(t, "[handoff]\nhistory = 100\n"+oneJudge(4), "codex")
	daemon := s.background(s.root)
	sessions := map[string]*stage{}
	for name := range tests {
		sessions[name] = s.beside(name)
		must(t, os.WriteFile(sessions[name].brief(), []byte(firstText), 0o644))
	}
	for name := range tests {
		sessions[name].await("DISCUSS-002")
	}
	wanted := map[*stage]int{}
	for name, move := range tests {
		t.Run(name, func(t *testing.T) {
			final, revisions := move(t, sessions[name])
			must(t, os.WriteFile(final.brief(), []byte(finalText), 0o644))
			wanted[final] = revisions
		})
	}
	for s, revisions := range wanted {
		if v := s.await("DISCUSS-002"); v.Revision != revisions || s.judgedText(v) != finalText {
			t.Errorf("%s: revision %d over %q, want revision %d", s.session, v.Revision, s.judgedText(v), revisions)
		}
	}
	s.stop(daemon)
	for s := range wanted {
		givenOnce(t, s.sound("DISCUSS-002"))
	}
}

// named is the stage with a session that is not made.
func (s *stage) named(name string) *stage {
	other := *s
	other.session = filepath.Join(filepath.Dir(s.session), name)
	other.demo = &demo{console: s.demo.console, dir: other.session, layout: s.demo.layout}
	return &other
}

// untouched checks that nothing was written into a session.
func untouched(t *testing.T, dir string) {
	t.Helper()
	if _, err := os.Lstat(filepath.Join(dir, "discussions")); err == nil {
		t.Errorf("discussd wrote into %s", dir)
	}
}
