// Package themes merges what several voices said into themes. Points come in,
// groups of them go out; it knows nothing of panels, tools or documents.
package themes

import (
	"cmp"
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
