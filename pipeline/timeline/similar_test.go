package timeline

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestSame goes through the labelled pairs: same, different, and those that say the
// same and are missed, which shows where the limits are.
func TestSame(t *testing.T) {
	text, err := os.ReadFile("testdata/pairs.tsv")
	must(t, err)
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 || !slices.Contains([]string{"same", "different", "missed"}, fields[0]) {
			t.Fatalf("not a pair: %q", line)
		}
		a, b := gistOf(fields[1]), gistOf(fields[2])
		if got := a.same(b); got != (fields[0] == "same") || got != b.same(a) {
			t.Errorf("same %v, the other way round %v: %s", got, b.same(a), line)
		}
	}
}
