package themes

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

// What the names of concepts begin with.
const (
	aspectMark = "="
	thingMark  = "~"
)

// aspects are words for what can be wrong with a thing, a concept a line, in both languages, each word
// once. Words that often mean something else are left out.
//
//go:embed words/aspects.txt
var aspects string

// things are words for what requirements are about, in the same form.
//
//go:embed words/things.txt
var things string

// concepts maps a root, two roots with a space between, or a Chinese word to its concept.
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

func rootsOf(words string) string {
	parts := strings.Fields(words)
	for i, part := range parts {
		parts[i] = rootOf(part)
	}
	return strings.Join(parts, " ")
}

// longestChinese is the length of the longest Chinese word known here, in characters.
var longestChinese = sync.OnceValue(func() int {
	return max(longest(concepts()), longest(idleWords()))
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

// idleText are words that say nothing, and the words that any critique uses.
//
//go:embed words/idle.txt
var idleText string

// idleWords is the set of those words, which is made when it is first asked for.
var idleWords = sync.OnceValue(func() map[string]struct{} {
	set := map[string]struct{}{}
	for word := range strings.FieldsSeq(idleText) {
		set[word] = struct{}{}
	}
	return set
})
