package config

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

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
