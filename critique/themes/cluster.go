package themes

import (
	"math"
	"slices"
)

// near is the least average likelihood at which two groups become one theme: then nine of ten pairs are
// merged rightly. [TestUnseenPanels] prints what other values would give.
const near = 0.7

// most is how many groups are compared: twice what five voices with forty points each have.
const most = 400

// alike merges groups, the nearest first, as long as their average is near. Groups with a voice in common
// stay apart. The order stays.
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

// nearest returns the first two groups of the highest average likeness, or -1 where none is near.
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

// likenesses sums the likelihoods between every two groups, minus infinity with a voice in common.
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
