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

// aspects are words for what can be wrong with a thing, or with what is said of it, a
// concept a line, in both languages. A word stands in one line. What means something
// else in another sentence as often as not is left out, so that points meet for a reason.
//
//go:embed words/aspects.txt
var aspects string

// things are words for what requirements are about: people, goods, devices, documents
// and parts of systems, in the same form.
//
//go:embed words/things.txt
var things string

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

// idleText are words that say nothing. Of English: articles, pronouns, auxiliaries,
// conjunctions, small numbers, and what is left of "don't"; of Chinese what denies as well.
// Behind them stand the words that any critique says of any requirement.
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
