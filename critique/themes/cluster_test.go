package themes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// apart groups each point for itself.
func apart(points []Point) []Group {
	groups := make([]Group, len(points))
	for i := range points {
		groups[i] = Group{i}
	}
	return groups
}

func TestAlike(t *testing.T) {
	tests := map[string]struct {
		points []string
		want   []Group
	}{
		"the average counts, not the nearest of a chain": {
			[]string{"a: anchor banner cellar", "b: anchor banner dagger", "c: dagger ember falcon gondola harbour", "d: falcon gondola harbour ivory jungle"},
			[]Group{{0, 1}, {2, 3}},
		},
		"the nearest go first": {
			[]string{"a: anchor banner cellar dagger", "b: anchor ember falcon gondola", "b: anchor banner cellar harbour"},
			[]Group{{0, 2}, {1}},
		},
		"voices stay apart through others, too": {
			[]string{"a: anchor banner cellar", "b: anchor banner cellar dagger", "a: anchor banner dagger", "b: anchor banner ember"},
			[]Group{{0, 1}, {2, 3}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var points []Point
			for _, line := range test.points {
				points = append(points, say(line))
			}
			if diff := cmp.Diff(test.want, alike(points, apart(points))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAlikeInAnyOrder shuffles the labelled points: who speaks first must not matter.
func TestAlikeInAnyOrder(t *testing.T) {
	for _, language := range []string{"english", "chinese"} {
		var points []Point
		for _, p := range readLabelled(t, language, 0) {
			if p.kind == "weakness" {
				points = append(points, p.Point)
			}
		}
		texts := func(order []int) (list []string) {
			shuffled := make([]Point, len(points))
			for i, k := range order {
				shuffled[i] = points[k]
			}
			for _, group := range alike(shuffled, apart(shuffled)) {
				var said []string
				for _, i := range group {
					said = append(said, shuffled[i].Text)
				}
				slices.Sort(said)
				list = append(list, strings.Join(said, "\n"))
			}
			slices.Sort(list)
			return list
		}
		random := rand.New(rand.NewPCG(1, 1))
		order := random.Perm(len(points))
		want := texts(order)
		for range 5 {
			random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			if diff := cmp.Diff(want, texts(order)); diff != "" {
				t.Errorf("%s: %s", language, diff)
			}
		}
	}
}

// TestAlikeIsBounded has more points than are compared: the later ones stay alone.
func TestAlikeIsBounded(t *testing.T) {
	var points []Point
	for i := range most + 10 {
		points = append(points, Point{Voice: fmt.Sprint(i), Text: "anchor banner cellar"})
	}
	groups := alike(points, apart(points))
	if len(groups) != 11 || len(groups[0]) != most {
		t.Errorf("%d groups, the first of %d", len(groups), len(groups[0]))
	}
}

func TestAWordOfOneVoiceAgain(t *testing.T) {
	points := []Point{say("a: anchor banner"), say("b: anchor cellar"), say("c: anchor dagger")}
	before := vectors(points)
	after := vectors(append(points, say("a: anchor ember"), say("a: anchor falcon"), say("a: anchor gondola")))
	if b, a := before[0].likeness(before[1]), after[0].likeness(after[1]); a >= b {
		t.Errorf("a word that one voice comes back to weighs %.2f, before %.2f", a, b)
	}
	same := vectors(append(points, say("d: anchor ember"), say("e: anchor falcon"), say("f: anchor gondola")))
	if b, s := before[0].likeness(before[1]), same[0].likeness(same[1]); s < b-1e-9 {
		t.Errorf("a word that every voice says once weighs %.2f, before %.2f", s, b)
	}
}

func TestTargetsAreBounded(t *testing.T) {
	p := Point{Text: "anchor"}
	for i := range 2 * mostTargets {
		p.Targets = append(p.Targets, fmt.Sprintf("REQ-%d", i))
	}
	if n := len(vectors([]Point{p})[0].targets); n != mostTargets {
		t.Errorf("%d targets", n)
	}
}

func TestTargetsWeigh(t *testing.T) {
	tests := map[string]struct {
		one, other string
		want       func(plain, got float64) bool
	}{
		"one ID":                    {"REQ-001", "req-001", func(plain, got float64) bool { return got > plain }},
		"one heading":               {"Goals", "goals", func(plain, got float64) bool { return got > plain }},
		"two of a family":           {"REQ-001", "REQ-002", func(_, got float64) bool { return got == 0 }},
		"two of a family, one both": {"REQ-001, REQ-002", "REQ-002", func(plain, got float64) bool { return got > plain }},
		"two families":              {"REQ-001", "NFR-P-001", func(plain, got float64) bool { return got == plain }},
		"two headings":              {"Goals", "Scope", func(plain, got float64) bool { return got == plain }},
		"one has none":              {"REQ-001", "", func(plain, got float64) bool { return got == plain }},
	}
	plain := vectors([]Point{say("a: anchor banner"), say("b: anchor cellar")})
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := vectors([]Point{say("a: anchor banner [risk: " + test.one + "]"), say("b: anchor cellar [risk: " + test.other + "]")})
			if p, g := plain[0].likeness(plain[1]), got[0].likeness(got[1]); !test.want(p, g) {
				t.Errorf("likeness %.2f, without targets %.2f", g, p)
			}
		})
	}
}
