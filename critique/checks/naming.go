package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/stem"
)

// naming is what a title or an item of a list names, read once for all that it is held
// against.
type naming struct {
	text    string
	letters string // and digits, in lower case
	words   bag    // without IDs
	stems   bag    // of these words
	refused bool   // it says that something is not done
}

func namingOf(text string) naming {
	words := bagOf(withoutIDs(text))
	return naming{text, normal(text), words, words.stems(), refusal.MatchString(text)}
}

func namingsOf(texts []string) []naming {
	found := make([]naming, len(texts))
	for i, text := range texts {
		found[i] = namingOf(text)
	}
	return found
}

// is tells whether a title is about an excluded phrase: both are the same words, or the
// title holds all of a longer phrase and little more.
func (n naming) is(o naming) bool {
	if n.letters == o.letters && document.Units(o.text) > 0 && len(n.letters) > 3 {
		return true
	}
	shared := o.words.shared(n.words)
	switch {
	case len(o.words) < 2 || shared*2 < len(o.words):
		return false
	case shared == len(o.words):
		return shared > 2 || len(n.words) <= 3 || len(n.words) <= 4 && strings.Contains(n.letters, strings.TrimSuffix(o.letters, "s"))
	}
	return weigh([]bag{n.words, o.words}).likeness(n.words, o.words) >= 0.75
}

// repeats returns the first of some phrases that a title or an item is, or -1: in the
// same words, or in nearly all of them and no other.
func (n naming) repeats(phrases []naming) int {
	own := len(n.stems)
	for i, phrase := range phrases {
		if n.letters == phrase.letters && len(n.letters) > 3 {
			return i
		}
		if shared := n.stems.shared(phrase.stems); shared == own && shared > 1 && telling(n.stems) >= 8 && own*4 >= len(phrase.stems)*3 {
			return i
		}
	}
	return -1
}

// relational are words that say how things belong together.
const relational = " between into onto per via over under through about any all other own within among "

// stemsOf returns the words of a text by what their forms share.
func stemsOf(text string) bag { return bagOf(text).stems() }

func (b bag) stems() bag {
	stems := bag{}
	for word := range b {
		if strings.Contains(relational, " "+word+" ") {
			continue
		}
		if word[0] < 0x80 {
			word = stem.English(word)
		}
		stems[word] = struct{}{}
	}
	return stems
}
