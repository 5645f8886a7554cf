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

// TestAlike has enough other points of one voice, which stay apart.
func TestAlike(t *testing.T) {
	tests := map[string]struct {
		points []string
		want   []Group
	}{
		"the average counts, not the nearest of a chain": {
			[]string{"a: anchor banner cellar kettle [risk]", "b: anchor banner cellar dagger ember falcon [risk]", "c: dagger ember falcon gondola harbour ivory [risk]", "d: gondola harbour ivory jungle [risk]"},
			[]Group{{0, 1}, {2, 3}},
		},
		"the nearest go first": {
			[]string{"a: anchor banner cellar dagger kettle [risk]", "b: anchor banner gondola [risk]", "b: anchor cellar dagger harbour [risk]"},
			[]Group{{0, 2}, {1}},
		},
		"voices stay apart through others, too": {
			[]string{"a: anchor banner cellar dagger [risk]", "b: anchor banner cellar dagger kettle [risk]", "a: anchor banner ember falcon gondola [risk]", "b: anchor banner ember falcon gondola harbour [risk]"},
			[]Group{{0, 1}, {2, 3}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var points []Point
			for _, line := range test.points {
				points = append(points, say(line))
			}
			for range enough {
				points = append(points, say("z: quartz [value: REQ-009]"))
			}
			groups := alike(points, apart(points), weights(), near)
			if diff := cmp.Diff(test.want, groups[:len(groups)-enough]); diff != "" {
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
	groups := alike(points, apart(points), weights(), near)
	if len(groups) != 11 || len(groups[0]) != most {
		t.Errorf("%d groups, the first of %d", len(groups), len(groups[0]))
	}
}
