package themes

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"

	"discussd/internal/text/stem"
)

// What a term counts, against 1 of an ordinary word or pair of Chinese characters.
const (
	conceptWeight   = 1.2 // the same thing, in whatever words
	characterWeight = 0.4 // a single Chinese character: half of a word, as a rule
)

// terms weighs what a text is about: stems, numbers, names, Chinese characters and pairs of them, and
// concepts, which stand for words of much the same meaning.
type terms map[string]float64

func termsOf(text string) (t terms, ids []string) {
	t = terms{}
	previous := "" // the root before this one, for concepts of two words
	for _, token := range tokens(text) {
		root := ""
		switch token.kind {
		case han:
			t.chinese([]rune(token.text))
		case number:
			t[token.text] = 1
		case name:
			t[token.text] = 1
			if isID(token.text) {
				ids = append(ids, token.text)
			}
		case compound:
			first, second, _ := strings.Cut(token.text, "-")
			t[first+"-"+rootOf(second)] = 1
		case word:
			root = t.english(token.text, previous)
		}
		previous = root
	}
	return t, ids
}

// english takes in a word and returns its root. Words that deny count for nothing.
func (t terms) english(word, previous string) string {
	root := rootOf(word)
	_, idle := idleWords()[word]
	pair, paired := concepts()[previous+" "+root]
	concept, known := concepts()[root]
	switch {
	case paired:
		delete(t, previous)
		t[pair] = conceptWeight
	case idle || len(word) < 2:
	case known:
		t[concept] = conceptWeight
	default:
		t[root] = 1
	}
	return root
}

// rootOf is the stem of an English word without "un-": praise and blame are told apart elsewhere.
func rootOf(word string) string {
	const shortest = 6 // letters, so that unit and under stay whole
	if rest, ok := strings.CutPrefix(word, "un"); ok && len(rest) >= shortest {
		word = rest
	}
	return stem.English(word)
}

// chinese takes in a run of Chinese characters, as pairs of neighbours between idle words.
func (t terms) chinese(run []rune) {
	var phrase []rune
	flush := func() {
		for i, r := range phrase {
			t[string(r)] = characterWeight
			if i > 0 {
				t[string(phrase[i-1:i+1])] = 1
			}
		}
		phrase = phrase[:0]
	}
	for len(run) > 0 {
		piece, what := longestKnown(run)
		run = run[len(piece):]
		switch what {
		case idle:
			flush()
		case unknown:
			phrase = append(phrase, piece...)
		default:
			t[what] = conceptWeight
			phrase = append(phrase, piece...)
		}
	}
	flush()
}

// What a Chinese word may be, beside a concept.
const (
	unknown = ""
	idle    = "idle"
)

// longestKnown returns the longest known word at the beginning of a run, or its first character, and
// whether it is idle, unknown, or a concept.
func longestKnown(run []rune) (piece []rune, what string) {
	for n := min(longestChinese(), len(run)); n > 0; n-- {
		word := string(run[:n])
		if concept, ok := concepts()[word]; ok {
			return run[:n], concept
		}
		if _, ok := idleWords()[word]; ok {
			return run[:n], idle
		}
	}
	return run[:1], unknown
}

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
