// Package themes merges what several voices said into themes. Points come in,
// groups of them go out; it knows nothing of panels, tools or documents.
package themes

import "strings"

// Point is one thing one voice said.
type Point struct {
	Voice    string // the perspective that said it
	Text     string
	Category string
	Targets  []string // IDs and headings it speaks of
}

// Group is the indices of the points that say the same, in the order they came.
type Group []int

// Merge groups the points that say the same: those of the very same words, those
// whose words are alike, and those of different voices that share a category and a
// target. Words are compared first, for they tell which of two points under one
// category and target a third one means. Different points of one voice stay apart: it
// means two things by them. Every point is in exactly one group; the groups stand in
// the order of their first points. Negation is not looked at: praise and blame have to
// be merged by calls of their own.
func Merge(points []Point) []Group {
	return sameTargets(points, alike(points, sameWords(points)))
}

// Voices returns the distinct voices of a group, in the order they came.
func (g Group) Voices(points []Point) []string {
	var voices []string
	seen := map[string]bool{}
	for _, i := range g {
		if v := points[i].Voice; !seen[v] {
			seen[v] = true
			voices = append(voices, v)
		}
	}
	return voices
}

// Targets returns the distinct targets of a group, in the order they came.
func (g Group) Targets(points []Point) []string {
	var targets []string
	seen := map[string]bool{}
	for _, i := range g {
		for _, t := range points[i].Targets {
			if key := strings.ToLower(t); !seen[key] {
				seen[key] = true
				targets = append(targets, t)
			}
		}
	}
	return targets
}
