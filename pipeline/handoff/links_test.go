package handoff

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

func TestNothingIsWrittenThroughLinks(t *testing.T) {
	elsewhere := func(t *testing.T, session string) string {
		t.Helper()
		outside := filepath.Join(session, "..", "outside")
		if err := os.MkdirAll(outside, 0o755); err != nil {
			t.Fatal(err)
		}
		return outside
	}
	tests := map[string]struct {
		prepare func(t *testing.T, session string)
		write   func(f *Folder) error
	}{
		"discussions is a link": {
			func(t *testing.T, s string) { symlink(t, elsewhere(t, s), filepath.Join(s, Dir)) }, nil},
		"discussions is a link inside the session": {
			func(t *testing.T, s string) {
				os.Mkdir(filepath.Join(s, "other"), 0o755)
				symlink(t, "other", filepath.Join(s, Dir))
			}, nil},
		"discussions is a file": {
			func(t *testing.T, s string) { os.WriteFile(filepath.Join(s, Dir), nil, 0o644) }, nil},
		"the verdict is a link": {
			func(t *testing.T, s string) {
				os.Mkdir(filepath.Join(s, Dir), 0o755)
				symlink(t, "../spec.md", filepath.Join(s, Dir, verdictName(round)))
				os.WriteFile(filepath.Join(s, "spec.md"), []byte("mine"), 0o644)
			},
			func(f *Folder) error { _, err := f.Commit(judged(1, "one", 4), nil); return err }},
		"the private folder is a link": {
			func(t *testing.T, s string) {
				os.Mkdir(filepath.Join(s, Dir), 0o755)
				os.Mkdir(filepath.Join(s, Dir, "other"), 0o755)
				symlink(t, "other", filepath.Join(s, Dir, private))
			},
			func(f *Folder) error { _, err := f.Lock(context.Background()); return err }},
	}
	inner := map[string]func(f *Folder) error{
		"answered":            func(f *Folder) error { return f.SetAnswered(Answer{SHA256: "aa"}) },
		"history":             func(f *Folder) error { return f.keepVerdict(judged(1, "one", 4)) },
		"history/DISCUSS-002": func(f *Folder) error { return f.keepVerdict(judged(1, "one", 4)) },
	}
	for name, write := range inner {
		tests["a link to discussions: "+name] = struct {
			prepare func(t *testing.T, session string)
			write   func(f *Folder) error
		}{func(t *testing.T, s string) {
			folder := filepath.Join(s, Dir, private, name)
			os.MkdirAll(filepath.Dir(folder), 0o755)
			symlink(t, filepath.Join(s, Dir), folder+".absolute")
			symlink(t, strings.Repeat("../", strings.Count(name, "/")+1), folder)
		}, write}
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			session := filepath.Join(t.TempDir(), "session")
			if err := os.Mkdir(session, 0o755); err != nil {
				t.Fatal(err)
			}
			tt.prepare(t, session)
			root, err := os.OpenRoot(session)
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			f, err := Open(root, Options{})
			if tt.write != nil {
				if err != nil {
					t.Fatal(err)
				}
				err = tt.write(f)
			}
			if !errors.Is(err, ErrRefused) {
				t.Errorf("got %v, want ErrRefused", err)
			}
			if text, err := os.ReadFile(filepath.Join(session, "spec.md")); err == nil && string(text) != "mine" {
				t.Errorf("written through the link: %q", text)
			}
		})
	}
}

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

// TestNothingIsRemovedThroughLinks: what is old in a folder of discussd's own is not what
// is old in the folder that it leads to.
func TestNothingIsRemovedThroughLinks(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	commit(t, f, judged(1, "one", 4))
	folder := filepath.Join(dir, Dir)
	for _, inbox := range []string{"requests", "decisions", "mine"} {
		if err := os.MkdirAll(filepath.Join(folder, inbox, round), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, inbox, round, "quality-9.txt"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.makeAll(private); err != nil {
		t.Fatal(err)
	}
	before := tree(t, folder)
	for _, target := range []string{"..", "../mine"} {
		os.Remove(filepath.Join(folder, private, "raw"))
		symlink(t, target, filepath.Join(folder, private, "raw"))
		answer := critique.Opinion{Perspective: critique.Perspective{Name: "quality"}, Critique: critique.Critique{Attempts: []critique.Attempt{{Raw: []byte("said")}}}}
		if err := f.KeepRaw(round, []critique.Opinion{answer}); !errors.Is(err, ErrRefused) {
			t.Errorf("got %v, want ErrRefused", err)
		}
		f.KeepRaw(round, nil)
		f.sweep(filepath.Join(private, "raw"))
		if len(f.list(filepath.Join(private, "raw"))) > 0 {
			t.Error("what lies behind a link is listed")
		}
	}
	os.Remove(filepath.Join(folder, private, "raw"))
	if diff := cmp.Diff(before, tree(t, folder)); diff != "" {
		t.Errorf("the folder (-want +got):\n%s", diff)
	}
}
