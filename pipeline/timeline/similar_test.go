package timeline

import (
	"os"
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
		if len(fields) != 3 || !in(fields[0], "same", "different", "missed") {
			t.Fatalf("not a pair: %q", line)
		}
		a, b := gistOf(fields[1]), gistOf(fields[2])
		if got := a.same(b); got != (fields[0] == "same") || got != b.same(a) {
			t.Errorf("same %v, the other way round %v: %s", got, b.same(a), line)
		}
	}
}

func TestStem(t *testing.T) {
	for _, forms := range []string{"retry retries retried", "cache caches cached caching", "run running", "limit limits limited limiting", "process processing", "call called calling", "query queries"} {
		words := strings.Fields(forms)
		for _, w := range words[1:] {
			if stem(w) != stem(words[0]) {
				t.Errorf("%s became %s, %s became %s", words[0], stem(words[0]), w, stem(w))
			}
		}
	}
	for _, others := range []string{"need ne", "speed spe", "status stat", "pass pas", "ring r"} {
		if a, b, _ := strings.Cut(others, " "); stem(a) == stem(b) {
			t.Errorf("%s and %s became one", a, b)
		}
	}
}
