package model

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/stem"
)

// Naming is what a title or an item of a list names, read once for all that it is held
// against.
type Naming struct {
	Text    string
	letters string // and digits, in lower case
	words   Bag    // without IDs
	stems   Bag    // of these words
	Refused bool   // it says that something is not done
}

// NamingOf reads what a text names.
func NamingOf(text string) Naming {
	words := BagOf(WithoutIDs(text))
	return Naming{text, Normal(text), words, words.stems(), Refusal.MatchString(text)}
}

// is tells whether a title is about an excluded phrase: both are the same words, or the
// title holds all of a longer phrase and little more.
func (n Naming) is(o Naming) bool {
	if n.letters == o.letters && document.Units(o.Text) > 0 && len(n.letters) > 3 {
		return true
	}
	shared := o.words.Shared(n.words)
	switch {
	case len(o.words) < 2 || shared*2 < len(o.words):
		return false
	case shared == len(o.words):
		return shared > 2 || len(n.words) <= 3 || len(n.words) <= 4 && strings.Contains(n.letters, strings.TrimSuffix(o.letters, "s"))
	}
	return Weigh([]Bag{n.words, o.words}).Likeness(n.words, o.words) >= 0.75
}

// relational are words that say how things belong together.
const relational = " between into onto per via over under through about any all other own within among "

// StemsOf returns the words of a text by what their forms share.
func StemsOf(text string) Bag { return BagOf(text).stems() }

func (b Bag) stems() Bag {
	stems := Bag{}
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
