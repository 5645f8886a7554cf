package handoff

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
)

func TestKeepRaw(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	opinion := func(raws ...string) []critique.Opinion {
		o := critique.Opinion{Perspective: critique.Perspective{Name: "risk"}}
		for _, raw := range raws {
			o.Attempts = append(o.Attempts, critique.Attempt{Raw: []byte(raw)})
		}
		return []critique.Opinion{o}
	}
	for _, step := range []struct {
		round string
		raws  []string
	}{{"A", []string{"1", "2"}}, {"B", []string{"1"}}, {"B", []string{"", "2"}}, {"C", []string{"1"}}} {
		if err := f.KeepRaw(step.round, opinion(step.raws...)); err != nil {
			t.Fatal(err)
		}
		older := time.Now().Add(-time.Duration('Z'-step.round[0]) * time.Minute)
		if err := os.Chtimes(filepath.Join(dir, Dir, private, "raw", step.round), older, older); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"B/risk-2.txt", "C/risk-1.txt"}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir, private, "raw"))); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}

	// The clock is set back: what was kept seems to come from the future.
	tomorrow := time.Now().Add(24 * time.Hour)
	for _, round := range []string{"B", "C"} {
		if err := os.Chtimes(filepath.Join(dir, Dir, private, "raw", round), tomorrow, tomorrow); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.KeepRaw("A", opinion("1")); err != nil {
		t.Fatal(err)
	}
	want = []string{"A/risk-1.txt", "C/risk-1.txt"}
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, Dir, private, "raw"))); diff != "" {
		t.Errorf("kept after the clock was set back (-want +got):\n%s", diff)
	}
}
