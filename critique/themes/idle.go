package themes

import (
	_ "embed"
	"strings"
	"sync"
)

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
