// Package themes merges what several voices said into themes. Points come in,
// groups of them go out; it knows nothing of panels, tools or documents.
package themes

import (
	"slices"
	"strings"
)

// Point is one thing one voice said.
type Point struct {
	Voice    string // the perspective that said it
	Text     string
	Category string
	Targets  []string // IDs and headings it speaks of
}

// Group is the indices of the points that say the same, in the order they came.
type Group []int

// Merge groups points of different voices that share a category and a target,
// and points that say the very same words. One voice's different points stay
// apart: who says two things means two things. Every point is in exactly one
// group; the groups stand in the order of their first points.
func Merge(points []Point) []Group {
	var groups []Group
	byKey := map[string][]int{} // the groups that hold a point with this key
	for i, p := range points {
		at := -1
		for k, key := range keys(p) {
			for _, g := range byKey[key] {
				if at < 0 && (k == 0 || !groups[g].has(points, p.Voice)) {
					at = g
				}
			}
		}
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], i)
		for _, key := range keys(p) {
			byKey[key] = append(byKey[key], at)
		}
	}
	return groups
}

func (g Group) has(points []Point, voice string) bool {
	return slices.ContainsFunc(g, func(i int) bool { return points[i].Voice == voice })
}

// keys are what makes a point the same as another one; the first is its words.
func keys(p Point) []string {
	keys := []string{"text\x00" + strings.Join(strings.Fields(strings.ToLower(p.Text)), " ")}
	for _, target := range p.Targets {
		keys = append(keys, "target\x00"+p.Category+"\x00"+strings.ToLower(target))
	}
	return keys
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
