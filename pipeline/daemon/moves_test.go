//go:build linux

package daemon

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/session"
)

// otherText is a brief that another session has.
const otherText = "# Brief\n\nThe words of the other session.\n"

// TestFoldersMove moves folders into the sight of a daemon, out of it, and about in
// it. Every text that stays somewhere has one verdict there.
func TestFoldersMove(t *testing.T) {
	exchange := func(t *testing.T, a, b string) {
		must(t, unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE))
	}
	// Each case has a session with a judged brief. It returns the one where the final
	// text is, and how many verdicts that has then.
	tests := map[string]func(t *testing.T, s *fixture) (final *fixture, revisions int){
		"a session is renamed": func(t *testing.T, s *fixture) (*fixture, int) {
			must(t, os.Rename(s.Dir, s.Dir+" (old)"))
			return s.beside(filepath.Base(s.Dir) + " (old)"), 2
		},
		"a session is renamed to and fro": func(t *testing.T, s *fixture) (*fixture, int) {
			for range 10 {
				must(t, os.Rename(s.Dir, s.Dir+" (old)"))
				must(t, os.Rename(s.Dir+" (old)", s.Dir))
			}
			return s, 2
		},
		"a session leaves, and comes back changed": func(t *testing.T, s *fixture) (*fixture, int) {
			away := filepath.Join(t.TempDir(), "away")
			must(t, os.Rename(s.Dir, away))
			must(t, os.WriteFile(filepath.Join(away, "spec/product-brief.md"), []byte(finalText), 0o644))
			must(t, os.Rename(away, s.Dir))
			return s, 2
		},
		"a session comes that was never judged": func(t *testing.T, s *fixture) (*fixture, int) {
			outside := t.TempDir()
			must(t, os.CopyFS(filepath.Join(outside, "spec"), os.DirFS(filepath.Join(s.Dir, "spec"))))
			must(t, os.Rename(outside, s.Dir+" (new)"))
			s = s.beside(filepath.Base(s.Dir) + " (new)")
			s.await(firstText)
			return s, 2
		},
		"a session comes in a folder of sessions": func(t *testing.T, s *fixture) (*fixture, int) {
			group := filepath.Join(t.TempDir(), "group")
			must(t, os.Mkdir(group, 0o755))
			must(t, os.Rename(s.Dir, filepath.Join(group, "inner")))
			must(t, os.Rename(group, s.Dir))
			return s.beside(filepath.Base(s.Dir) + "/inner"), 2
		},
		"a session changes its level": func(t *testing.T, s *fixture) (*fixture, int) {
			must(t, os.Rename(s.Dir, filepath.Join(s.root, filepath.Base(s.Dir))))
			return s.beside("../../" + filepath.Base(s.Dir)), 2
		},
		"two sessions change places": func(t *testing.T, s *fixture) (*fixture, int) {
			other := s.beside(filepath.Base(s.Dir) + " (other)")
			other.Write("spec/product-brief.md", otherText)
			other.await(otherText)
			exchange(t, s.Dir, other.Dir)
			return other, 2
		},
		"two spec folders change places": func(t *testing.T, s *fixture) (*fixture, int) {
			other := s.beside(filepath.Base(s.Dir) + " (other)")
			other.Write("spec/product-brief.md", otherText)
			other.await(otherText)
			exchange(t, filepath.Join(s.Dir, "spec"), filepath.Join(other.Dir, "spec"))
			for text, s := range map[string]*fixture{otherText: s, firstText: other} {
				if v := s.await(text); v.Revision != 2 {
					t.Errorf("revision %d of what came from the other session", v.Revision)
				}
			}
			return s, 3
		},
		"a spec folder goes to another session": func(t *testing.T, s *fixture) (*fixture, int) {
			other := s.beside(filepath.Base(s.Dir) + " (other)")
			must(t, os.Mkdir(other.Dir, 0o755))
			must(t, os.Rename(filepath.Join(s.Dir, "spec"), filepath.Join(other.Dir, "spec")))
			other.await(firstText)
			pipelinetest.Until(t, "the verdict to go to history", func() bool { _, judged := s.Verdict("R2"); return !judged })
			return other, 2
		},
		"an artifact goes to another session": func(t *testing.T, s *fixture) (*fixture, int) {
			other := s.beside(filepath.Base(s.Dir) + " (other)")
			must(t, os.MkdirAll(filepath.Dir(other.brief()), 0o755))
			must(t, os.Rename(s.brief(), other.brief()))
			other.await(firstText)
			pipelinetest.Until(t, "the verdict to go to history", func() bool { _, judged := s.Verdict("R2"); return !judged })
			return other, 2
		},
		"a link into the session beside it": func(t *testing.T, s *fixture) (*fixture, int) {
			must(t, os.Symlink(filepath.Base(s.Dir), s.Dir+" (link)"))
			return s, 2
		},
		"a link to a session outside": func(t *testing.T, s *fixture) (*fixture, int) {
			outside := t.TempDir()
			must(t, os.CopyFS(outside, os.DirFS(s.Dir)))
			must(t, os.RemoveAll(filepath.Join(outside, "discussions")))
			must(t, os.Symlink(outside, s.Dir+" (link)"))
			t.Cleanup(func() { untouched(t, outside) })
			return s, 2
		},
		"a spec folder becomes a link out of the session, and a folder again": func(t *testing.T, s *fixture) (*fixture, int) {
			outside, spec := filepath.Join(t.TempDir(), "outside"), filepath.Join(s.Dir, "spec")
			must(t, os.Rename(spec, outside))
			must(t, os.Symlink(outside, spec))
			pipelinetest.Until(t, "an error verdict", func() bool {
				v, ok := s.Verdict("R2")
				return ok && v.Error != nil && v.Error.Code == session.Outside
			})
			must(t, os.Remove(spec))
			must(t, os.Mkdir(spec, 0o755))
			return s, 3
		},
		"a spec folder becomes a link out of the session, and that goes": func(t *testing.T, s *fixture) (*fixture, int) {
			spec := filepath.Join(s.Dir, "spec")
			must(t, os.Rename(spec, filepath.Join(t.TempDir(), "outside")))
			must(t, os.Symlink(t.TempDir(), spec))
			pipelinetest.Until(t, "an error verdict", func() bool {
				v, ok := s.Verdict("R2")
				return ok && v.Error != nil && v.Error.Code == session.Outside
			})
			must(t, os.Remove(spec))
			pipelinetest.Until(t, "the verdict to go to history", func() bool { _, judged := s.Verdict("R2"); return !judged })
			must(t, os.Mkdir(spec, 0o755))
			return s, 3
		},
		"folders that lead in circles": func(t *testing.T, s *fixture) (*fixture, int) {
			for _, name := range []string{"circle", "spec/circle", "spec/requirements"} {
				must(t, os.Symlink("..", filepath.Join(s.Dir, name)))
			}
			must(t, os.Symlink(s.root, filepath.Join(s.Dir, "spec/architecture")))
			return s, 2
		},
	}
	f := newFixture(t)
	stop := f.start(f.root)
	sessions := map[string]*fixture{}
	for name := range tests {
		sessions[name] = f.beside(name)
		sessions[name].Write("spec/product-brief.md", firstText)
	}
	for name := range tests {
		sessions[name].await(firstText)
	}
	wanted := map[*fixture]int{}
	for name, move := range tests {
		t.Run(name, func(t *testing.T) {
			final, revisions := move(t, sessions[name])
			must(t, os.WriteFile(final.brief(), []byte(finalText), 0o644))
			wanted[final] = revisions
		})
	}
	for s, revisions := range wanted {
		if v := s.await(finalText); v.Revision != revisions {
			t.Errorf("%s: revision %d, want revision %d", s.Dir, v.Revision, revisions)
		}
	}
	stop()
	for s := range wanted {
		s.given()
	}
}

// untouched checks that nothing was written into a session.
func untouched(t *testing.T, dir string) {
	t.Helper()
	if _, err := os.Lstat(filepath.Join(dir, "discussions")); err == nil {
		t.Errorf("discussd wrote into %s", dir)
	}
}
