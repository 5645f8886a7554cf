package disk

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"discussd/pipeline/failpoint"
)

// TestPublish gives a file a name that nothing has, and one that is taken.
func TestPublish(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"one": "1", "other": "2"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if err := Publish(folder, "one", "name"); err != nil {
		t.Fatal(err)
	}
	if err := Publish(folder, "other", "name"); !errors.Is(err, unix.EEXIST) {
		t.Errorf("the name is taken: error %v, want EEXIST", err)
	}
	got := map[string]string{}
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		text, _ := os.ReadFile(filepath.Join(dir, entry.Name()))
		got[entry.Name()] = string(text)
	}
	if want := map[string]string{"name": "1", "other": "2"}; !maps.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
}

// TestRenameWithoutExchange asks for flags that no file system knows.
func TestRenameWithoutExchange(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"from": "new", "to": "old"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if err := renameat(failpoint.DiskExchange, folder, "from", "to", 1<<30); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "to")); err != nil || string(text) != "new" {
		t.Errorf("got %q, %v", text, err)
	}
}
