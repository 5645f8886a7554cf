package config

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
)

// nearest returns the name that word was probably meant to be, "" when none is
// near enough.
func nearest(word string, names []string) string {
	best, distance := "", max(2, len(word)/3)+1
	for _, name := range slices.Sorted(slices.Values(names)) {
		if d := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(name)); d < distance && d < len(name) {
			best, distance = name, d
		}
	}
	return best
}

// either is `"a", "b" or "c"`.
func either(values []string) string {
	var text strings.Builder
	for i, value := range values {
		switch {
		case i > 0 && i == len(values)-1:
			text.WriteString(" or ")
		case i > 0:
			text.WriteString(", ")
		}
		text.WriteString(strconv.Quote(value))
	}
	return text.String()
}

func keys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
