package handoff

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
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
