package themes

import "strings"

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
