package themes

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTermsOf(t *testing.T) {
	tests := map[string]struct {
		text string
		want terms
		ids  []string
	}{
		"roots":                              {"Slots undelivered", terms{"slot": 1, "deliv": 1}, nil},
		"what says nothing":                  {"there is not any of them: x", terms{}, nil},
		"a concept":                          {"postponed", terms{"=defer": conceptWeight}, nil},
		"a concept of two words":             {"response times", terms{"=latency": conceptWeight}, nil},
		"a concept of two words that say no": {"opt-out", terms{"=consent": conceptWeight, "opt-out": 1}, nil},
		"no concept across a comma":          {"response, times", terms{"respons": 1, "time": 1}, nil},
		"IDs, names and numbers":             {"REQ-003 src/a.go 24", terms{"req-003": 1, "src/a.go": 1, "24": 1}, []string{"req-003"}},
		"pairs of characters":                {"晾晒", terms{"晾": characterWeight, "晒": characterWeight, "晾晒": 1}, nil},
		"no pair across what says nothing":   {"晾的晒", terms{"晾": characterWeight, "晒": characterWeight}, nil},
		"a concept in Chinese":               {"回退", terms{"=rollback": conceptWeight, "回": characterWeight, "退": characterWeight, "回退": 1}, nil},
		"the longest word known":             {"单点", terms{"=single point": conceptWeight, "单": characterWeight, "点": characterWeight, "单点": 1}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, ids := termsOf(test.text)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.ids, ids); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWordsStandInOneList finds a word with two meanings: in two concepts, or in a
// concept and among those that say nothing.
func TestWordsStandInOneList(t *testing.T) {
	seen := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(aspects + things)) {
		line = strings.TrimSpace(line)
		for word := range strings.SplitSeq(line, ", ") {
			root := rootsOf(word)
			if other, twice := seen[root]; twice && other != line {
				t.Errorf("%q stands in two concepts", word)
			}
			seen[root] = line
			if _, idle := idleWords()[word]; idle {
				t.Errorf("%q says nothing and is a concept", word)
			}
		}
	}
}
