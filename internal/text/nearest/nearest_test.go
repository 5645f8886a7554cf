package nearest_test

import (
	"testing"

	"discussd/internal/text/nearest"
)

func TestNearest(t *testing.T) {
	tests := map[string]struct {
		word      string
		names     []string
		of, meant string
	}{
		"a letter too few":   {"artifct", []string{"round", "artifact"}, "artifact", "artifact"},
		"another case":       {"Rounds", []string{"ROUND"}, "ROUND", "ROUND"},
		"nothing like it":    {"colour", []string{"round", "watch"}, "round", ""},
		"all letters differ": {"ab", []string{"xy"}, "xy", ""},
		"two as near":        {"bat", []string{"cat", "bar"}, "cat", "bar"},
		"no names":           {"round", nil, "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := nearest.Of(test.word, test.names); got != test.of {
				t.Errorf("Of: got %q, want %q", got, test.of)
			}
			if got := nearest.Meant(test.word, test.names); got != test.meant {
				t.Errorf("Meant: got %q, want %q", got, test.meant)
			}
		})
	}
}
