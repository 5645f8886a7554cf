package themes

import (
	"fmt"
	"testing"
)

func TestTargetsAreBounded(t *testing.T) {
	p := Point{Text: "anchor"}
	for i := range 2 * mostTargets {
		p.Targets = append(p.Targets, fmt.Sprintf("REQ-%d", i))
	}
	if n := len(vectors([]Point{p})[0].targets); n != mostTargets {
		t.Errorf("%d targets", n)
	}
}

func TestWhatPointsSayOfThemselvesCounts(t *testing.T) {
	tests := map[string]struct {
		one, other string
		want       func(plain, got float64) bool
	}{
		"one ID":                    {"risk: REQ-001", "scope: req-001", more},
		"one heading":               {"risk: Goals", "scope: goals", more},
		"the ID of every point":     {"risk: REQ-009", "scope: REQ-009", same},
		"two of a family":           {"risk: REQ-001", "scope: REQ-002", none},
		"two of a family, one both": {"risk: REQ-001, REQ-002", "scope: REQ-002", more},
		"two families":              {"risk: REQ-001", "scope: NFR-P-001", less},
		"two headings":              {"risk: Goals", "scope: Scope", less},
		"one has none":              {"risk: REQ-001", "scope", same},
		"one category":              {"risk", "risk", more},
		"no category":               {"other", "other", same},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			list := []Point{say("a: anchor banner"), say("b: anchor cellar")}
			if test.one == "risk: REQ-009" {
				list = append(list, say("c: dagger [risk: REQ-009]"))
			} else {
				list = append(list, say("c: dagger"))
			}
			plain := vectors(list)
			list[0], list[1] = say("a: anchor banner ["+test.one+"]"), say("b: anchor cellar ["+test.other+"]")
			got := vectors(list)
			if p, g := plain[0].likeness(plain[1]), got[0].likeness(got[1]); !test.want(p, g) {
				t.Errorf("likeness %.2f, of the bare words %.2f", g, p)
			}
		})
	}
}

func more(plain, got float64) bool { return got > plain }
func less(plain, got float64) bool { return got < plain && got > 0 }
func same(plain, got float64) bool { return got == plain }
func none(_, got float64) bool     { return got == 0 }

func TestNoWordInCommon(t *testing.T) {
	list := vectors([]Point{say("a: anchor [risk: REQ-001]"), say("b: banner [risk: REQ-001]"), say("c: cellar")})
	if got := list[0].likeness(list[1]); got != 0 {
		t.Errorf("likeness %.2f", got)
	}
}
