package themes

import (
	"slices"
	"strings"
)

// sameWords groups the points that say the very same words, whoever says them.
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

// sameTargets merges each group into the first one before it that shares a category
// and a target with it, unless one voice speaks in both.
func sameTargets(points []Point, groups []Group) []Group {
	var merged []Group
	byKey := map[[2]string][]int{} // the groups that hold a point of this category and target
	for _, group := range groups {
		var keys [][2]string
		for _, i := range group {
			for _, target := range points[i].Targets {
				keys = append(keys, [2]string{points[i].Category, strings.ToLower(target)})
			}
		}
		at := -1
		for _, key := range keys {
			for _, g := range byKey[key] {
				if at < 0 && !merged[g].clashes(points, group) {
					at = g
				}
			}
		}
		if at < 0 {
			at = len(merged)
			merged = append(merged, nil)
		}
		merged[at] = append(merged[at], group...)
		for _, key := range keys {
			if !slices.Contains(byKey[key], at) {
				byKey[key] = append(byKey[key], at)
			}
		}
	}
	for _, g := range merged {
		slices.Sort(g)
	}
	return merged
}

// clashes tells whether one voice speaks in both groups.
func (g Group) clashes(points []Point, other Group) bool {
	return slices.ContainsFunc(g, func(i int) bool {
		return slices.ContainsFunc(other, func(j int) bool { return points[i].Voice == points[j].Voice })
	})
}
