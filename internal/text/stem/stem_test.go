package stem

import (
	"strings"
	"testing"
)

func TestEnglish(t *testing.T) {
	for _, forms := range []string{"retry retries retried", "cache caches cached caching", "run running", "limit limits limited limiting", "process processing", "call called calling", "query queries"} {
		words := strings.Fields(forms)
		for _, w := range words[1:] {
			if English(w) != English(words[0]) {
				t.Errorf("%s became %s, %s became %s", words[0], English(words[0]), w, English(w))
			}
		}
	}
	for _, others := range []string{"need ne", "speed spe", "status stat", "pass pas", "ring r"} {
		if a, b, _ := strings.Cut(others, " "); English(a) == English(b) {
			t.Errorf("%s and %s became one", a, b)
		}
	}
}
