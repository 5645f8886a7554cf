package process

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTidy has the folders of runs lie about: only those that nobody works in go.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	made := func() Folder {
		t.Helper()
		run, err := NewFolder("")
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	running, killed := made(), made()
	defer running.Remove()
	killed.lock.Close() // as the kernel does
	if err := os.Mkdir(filepath.Join(dir, "somebody else's"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(running.Path, filepath.Join(dir, folderPrefix+"link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(killed.File("work"), 0); err != nil {
		t.Fatal(err)
	}
	if err := Tidy(t.Context()); err != nil {
		t.Error(err)
	}
	want := []string{filepath.Base(running.Path), folderPrefix + "link", "somebody else's"}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
	if _, err := os.Stat(running.File("work")); err != nil {
		t.Errorf("a run's folder was emptied: %v", err)
	}
}
