package themes

import (
	"math"
	"slices"
)

// near is how likely it has to be on average that two of their points mean the same
// for two groups to be one theme: of panels that the weights were not fitted to, nine of
// ten pairs are merged rightly. [TestUnseenPanels] prints what other values would give.
const near = 0.7

// most is how many groups are compared by their words; later ones stay as they are.
// A panel of five voices with forty points each has half as many.
const most = 400

// alike merges groups whose points are alike, the nearest first, as long as their
// average is near. Groups in which one voice speaks stay apart. What remains stands
// in the order it came in.
func alike(points []Point, groups []Group, weights features, near float64) []Group {
	rest := groups[min(len(groups), most):]
	groups = slices.Clone(groups[:len(groups)-len(rest)])
	sums := likenesses(points, groups, weights)
	for {
		a, b := nearest(groups, sums, near)
		if a < 0 {
			break
		}
		groups[a] = append(slices.Clone(groups[a]), groups[b]...)
		groups[b] = nil
		for c := range groups {
			sums[a][c] += sums[b][c]
			sums[c][a] = sums[a][c]
			sums[b][c], sums[c][b] = math.Inf(-1), math.Inf(-1)
		}
	}
	return slices.DeleteFunc(append(groups, rest...), func(g Group) bool { return len(g) == 0 })
}

// nearest returns the two groups of the highest average likeness, the first of
// equals, or -1 where none is near.
func nearest(groups []Group, sums [][]float64, near float64) (first, second int) {
	first, second = -1, -1
	highest := near
	for a := range groups {
		for b := a + 1; b < len(groups); b++ {
			if average := sums[a][b] / float64(len(groups[a])*len(groups[b])); average > highest {
				highest, first, second = average, a, b
			}
		}
	}
	return first, second
}

// likenesses sums up how likely the points of every two groups mean the same. Where
// one voice speaks in both, the sum is minus infinity, which no addition mends.
func likenesses(points []Point, groups []Group, weights features) [][]float64 {
	all := pairs(points, groups)
	sums := make([][]float64, len(groups))
	for a := range groups {
		sums[a] = make([]float64, len(groups))
		for b := range a {
			sum := 0.0
			for _, i := range groups[a] {
				for _, j := range groups[b] {
					if points[i].Voice == points[j].Voice {
						sum = math.Inf(-1)
					} else {
						sum += all.likelihood(i, j, weights)
					}
				}
			}
			sums[a][b], sums[b][a] = sum, sum
		}
	}
	return sums
}
