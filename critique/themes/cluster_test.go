package themes

import (
	"fmt"
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
			[]string{"a: anchor banner cellar", "b: anchor banner cellar dagger", "a: anchor banner ember falcon", "b: anchor banner ember falcon gondola"},
			[]Group{{0, 1}, {2, 3}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var points []Point
			for _, line := range test.points {
				points = append(points, say(line))
			}
			if diff := cmp.Diff(test.want, alike(points, apart(points), weights())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAlikeIsBounded has more points than are compared: the later ones stay alone.
func TestAlikeIsBounded(t *testing.T) {
	var points []Point
	for i := range most + 10 {
		points = append(points, Point{Voice: fmt.Sprint(i), Text: "anchor banner cellar"})
	}
	groups := alike(points, apart(points), weights())
	if len(groups) != 11 || len(groups[0]) != most {
		t.Errorf("%d groups, the first of %d", len(groups), len(groups[0]))
	}
}
