package daemon

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"discussd/pipeline/session"
)

// TestScopeReaches: a watcher that starts where a glob does comes to every match but
// those behind links.
func TestScopeReaches(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{"src/a/.workflow", "aside/.workflow"} {
		must(t, os.MkdirAll(filepath.Join(home, dir), 0o755))
	}
	must(t, os.Symlink(filepath.Join(home, "aside"), filepath.Join(home, "src", "b")))
	s := scope{walks: session.Walks([]string{"~/src/*/.workflow", "~/other/**/.workflow"}, home)}
	got := slices.DeleteFunc([]string{"src/a/.workflow", "src/b/.workflow", "other/.workflow", "src/a"}, func(dir string) bool { return !s.reaches(filepath.Join(home, dir)) })
	if !slices.Equal(got, []string{"src/a/.workflow"}) {
		t.Errorf("reaches %q", got)
	}
}
