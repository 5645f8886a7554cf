package themes

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// What the names of concepts begin with.
const (
	aspectMark = "="
	thingMark  = "~"
)

// concepts leads from a root, from two roots with a space between, or from a
// Chinese word to the concept that it stands for.
var concepts = sync.OnceValue(func() map[string]string {
	known := map[string]string{}
	for mark, list := range map[string]string{aspectMark: aspects, thingMark: things} {
		for line := range strings.Lines(strings.TrimSpace(list)) {
			concept := ""
			for word := range strings.SplitSeq(strings.TrimSpace(line), ", ") {
				if concept == "" {
					concept = mark + word
				}
				known[rootsOf(word)] = concept
			}
		}
	}
	return known
})

// rootsOf returns the roots of a word or two.
func rootsOf(words string) string {
	parts := strings.Fields(words)
	for i, part := range parts {
		parts[i] = rootOf(part)
	}
	return strings.Join(parts, " ")
}

// longestChinese is the length of the longest Chinese word known here, in characters.
var longestChinese = sync.OnceValue(func() int {
	return max(longest(concepts()), longest(idleChinese()))
})

func longest[V any](words map[string]V) int {
	n := 0
	for word := range words {
		if word[0] >= utf8.RuneSelf {
			n = max(n, utf8.RuneCountInString(word))
		}
	}
	return n
}
