package checks

import (
	"strings"

	"discussd/internal/text/pattern"
)

// Patterns are run over one line at a time: the regexp package is several times
// slower a byte on long texts, and no pattern of a rule crosses a line end.

// find returns up to limit matches with their submatches, as offsets of text.
func find(text string, pattern *pattern.Pattern, limit int) [][]int {
	var found [][]int
	start := 0
	for line := range strings.Lines(text) {
		for _, m := range pattern.FindAllStringSubmatchIndex(strings.TrimSuffix(line, "\n"), limit-len(found)) {
			for i := range m {
				if m[i] >= 0 {
					m[i] += start
				}
			}
			found = append(found, m)
		}
		if len(found) >= limit {
			break
		}
		start += len(line)
	}
	return found
}

// findOne returns the first match, or nil.
func findOne(text string, pattern *pattern.Pattern) []int {
	if found := find(text, pattern, 1); len(found) > 0 {
		return found[0]
	}
	return nil
}

// holds tells whether a text matches anywhere.
func holds(text string, pattern *pattern.Pattern) bool {
	for line := range strings.Lines(text) {
		if pattern.MatchString(line) {
			return true
		}
	}
	return false
}
