// Package nearest finds the name that somebody meant who wrote another one: a word
// and the known names come in, one of them goes out. Configuration, requests and
// rules all ask it.
package nearest

import (
	"math"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Of returns the name that is written most like word, whatever the case of either, the
// first of several; "" when there are none.
func Of(word string, names []string) string {
	return within(word, names, func(string) int { return math.MaxInt })
}

// Meant returns the name that word was probably meant to be, "" when none is near
// enough. The order of the names does not matter.
func Meant(word string, names []string) string {
	return within(word, slices.Sorted(slices.Values(names)), func(name string) int {
		limit := min(max(2, len(word)/3)+1, len(name))
		if !strings.EqualFold(word[:min(1, len(word))], name[:min(1, len(name))]) {
			limit = min(limit, (len(word)+1)/2) // of a short word that begins otherwise hardly anything is left
		}
		return limit
	})
}

// within returns the nearest of the names whose distance is below their limit.
func within(word string, names []string, limit func(name string) int) (best string) {
	distance := math.MaxInt
	for _, name := range names {
		if d := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(name)); d < distance && d < limit(name) {
			best, distance = name, d
		}
	}
	return best
}
