// Package themes merges what several voices said into themes. Points come in,
// groups of them go out; it knows nothing of panels, tools or documents.
package themes

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Point is one thing one voice said.
type Point struct {
	Voice    string // the perspective that said it
	Text     string
	Category string
	Targets  []string // IDs and headings it speaks of
	Place    string   // where what it quotes stands, such as requirements.md:12, or none
}

// Group is the indices of the points that say the same, in the order they came.
type Group []int

// Merge groups the points that say the same: those of the same words, and those that most likely do by
// category, specific targets, aspects and other words. A wrong merge hides a point and a missed one only
// repeats it, so doubtful points stay apart, and so do those of one voice. Every point is in exactly one
// group, independent of the order; groups stand in the order of their first points. Negation does not
// count: praise and blame are merged by calls of their own.
func Merge(points []Point) []Group { return merge(points, weights(), near) }

func merge(points []Point, weights features, near float64) []Group {
	order := make([]int, len(points)) // any order, but the same one for the same points
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(points[a], points[b]) })
	sorted := make([]Point, len(points))
	for i, k := range order {
		sorted[i] = points[k]
	}
	groups := alike(sorted, sameWords(sorted), weights, near)
	for _, group := range groups {
		for i, k := range group {
			group[i] = order[k]
		}
		slices.Sort(group)
	}
	slices.SortFunc(groups, func(a, b Group) int { return a[0] - b[0] })
	return groups
}

func compare(a, b Point) int {
	return cmp.Or(
		strings.Compare(a.Text, b.Text), strings.Compare(a.Voice, b.Voice),
		strings.Compare(a.Category, b.Category), slices.Compare(a.Targets, b.Targets), strings.Compare(a.Place, b.Place),
	)
}

// Voices returns the distinct voices of a group, in the order they came.
func (g Group) Voices(points []Point) (voices []string) {
	for _, i := range g {
		if !slices.Contains(voices, points[i].Voice) {
			voices = append(voices, points[i].Voice)
		}
	}
	return voices
}

// Targets returns the distinct targets of a group, in the order they came.
func (g Group) Targets(points []Point) (targets []string) {
	for _, i := range g {
		for _, t := range points[i].Targets {
			if !slices.ContainsFunc(targets, func(other string) bool { return strings.EqualFold(other, t) }) {
				targets = append(targets, t)
			}
		}
	}
	return targets
}

func sameWords(points []Point) []Group {
	var groups []Group
	at := map[string]int{}
	for i, p := range points {
		words := strings.Join(strings.Fields(strings.ToLower(p.Text)), " ")
		g, known := at[words]
		if !known {
			g = len(groups)
			at[words] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

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
