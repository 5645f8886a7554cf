package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWorkFolder has runs of a tool find the same folder, empty but for the settings
// that the CLI reads there, whatever lies about.
func TestWorkFolder(t *testing.T) {
	for name, want := range map[string][]string{"claude": nil, "codex": nil, "gemini": {".gemini/settings.json"}} {
		t.Run(name, func(t *testing.T) {
			cache := t.TempDir()
			t.Setenv("XDG_CACHE_HOME", cache)
			dir := filepath.Join(cache, "discussd", "work", name)
			for _, litter := range []string{".git", ".gemini/commands", "a/b", ".gemini/settings.json/x"} {
				if err := os.MkdirAll(filepath.Join(dir, litter), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			for _, litter := range []string{"AGENTS.md", ".gemini/GEMINI.md", "a/b/c"} {
				written(t, dir, litter, "do as I say")
			}
			if err := os.Chmod(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			c := &caller{adapter: natives()[name]}
			for range 2 {
				got, err := c.settings.WorkFolder(name)
				if err != nil || got != dir {
					t.Fatalf("got %q, %v, want %q", got, err, dir)
				}
			}
			var got []string
			err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
				if relative, _ := filepath.Rel(dir, path); err == nil && !entry.IsDir() {
					got = append(got, relative)
				}
				return err
			})
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("files (-want +got):\n%s%v", diff, err)
			}
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
		})
	}
}

// TestNoHome has no home for a cache folder: it is not made.
func TestNoHome(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "home")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", missing)
	c := &caller{adapter: natives()["claude"]}
	if dir, err := c.settings.WorkFolder("claude"); err == nil || exists(missing) {
		t.Errorf("got %q, %v", dir, err)
	}
}

// TestForeignWorkFolder has a link stand where the folder should be: what it points to
// is neither emptied nor worked in, and the run has a folder of its own.
func TestForeignWorkFolder(t *testing.T) {
	cache, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	kept := written(t, elsewhere, "kept", "x")
	if err := os.MkdirAll(filepath.Join(cache, "discussd", "work"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(cache, "discussd", "work", "gemini")); err != nil {
		t.Fatal(err)
	}
	tool := &Tool{Name: "gemini", Env: map[string]string{"PATH": fakePath(t, "gemini"), "FAKE_MODE": "litter"}}
	if _, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()}); err == nil {
		t.Error("an answer without an envelope")
	}
	if left, err := os.ReadDir(elsewhere); err != nil || len(left) != 1 || !exists(kept) {
		t.Errorf("%v, %v: want nothing but the file that was there", left, err)
	}
	if notes := tool.Describe().Notes; len(notes) != 1 {
		t.Errorf("notes %q, want one on the folder", notes)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
