package handoff

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPast(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	for n := 1; n <= 3; n++ {
		commit(t, f, judged(n, fmt.Sprint(n), 4))
	}
	current := filepath.Join(dir, Dir, verdictName(round))
	text, err := os.ReadFile(current)
	if err != nil {
		t.Fatal(err)
	}
	history := func(n int) string { return filepath.Join(dir, Dir, historyName(round, n, "verdict.json")) }
	past := func(what string, want ...int) {
		t.Helper()
		var revisions []int
		for v := range f.Past(round) {
			revisions = append(revisions, v.Revision)
		}
		if diff := cmp.Diff(want, revisions); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	past("three", 3, 2, 1)
	if err := os.WriteFile(history(3), text, 0o644); err != nil {
		t.Fatal(err)
	}
	past("killed after the copy", 3, 2, 1)
	if err := os.Remove(current); err != nil {
		t.Fatal(err)
	}
	past("the current one removed", 3, 2, 1)
	if err := os.Rename(history(1), current); err != nil {
		t.Fatal(err)
	}
	past("the first one put back", 3, 2, 1)
	if err := os.WriteFile(history(2), []byte("torn"), 0o644); err != nil {
		t.Fatal(err)
	}
	past("one that cannot be read", 3, 1)
}

func TestRetire(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	commit(t, f, judged(1, "one", 4))
	for _, want := range []bool{true, false} {
		if retired, err := f.Retire(round); err != nil || retired != want {
			t.Errorf("Retire: %v, %v; want %v", retired, err, want)
		}
	}
	want := []string{".discussd/.gitignore", ".discussd/history/DISCUSS-002/1-discussion.md", ".discussd/history/DISCUSS-002/1-verdict.json"}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir))); diff != "" {
		t.Errorf("left behind (-want +got):\n%s", diff)
	}
	if past := slices.Collect(f.Past(round)); len(past) != 1 || past[0].Revision != 1 {
		t.Errorf("history: %+v", past)
	}
}
