package timeline

import (
	"slices"
	"strings"
)

// enough is the part of the longer of two wordings that the shorter one must have
// for them to be one statement. It was set on the labelled pairs in testdata so
// that none that differ are taken for the same.
const enough = 0.6

// same tells whether two statements say the same in other words: one says nothing
// that the other does not, and not much less. For that, every word of it must stand
// in the other one, in any order; Chinese, which does not show where words begin,
// must have its characters in the same order. Against it speak other numbers, a
// denial in one of them alone, and the same names in another order. What is not
// recognised costs a confirmation; what is taken for the same by mistake becomes an
// established fact.
func (g gist) same(other gist) bool {
	switch {
	case g.normal == other.normal:
		return true
	case g.numbers != other.numbers, g.negations%2 != other.negations%2:
		return false
	}
	return (g.within(other) || other.within(g)) && slices.Equal(g.named(other), other.named(g))
}

// named lists the names that stand in both statements, in the order of this one. At
// the beginning of one, only the other tells that a word is a name.
func (g gist) named(other gist) []string {
	return slices.DeleteFunc(slices.Clone(g.order), func(word string) bool {
		_, shared := other.words[word]
		return !shared || !g.names[word] && !other.names[word]
	})
}

// within tells whether a statement says nothing that another one does not, and not
// much less.
func (g gist) within(other gist) bool {
	for word := range g.words {
		if _, ok := other.words[word]; !ok {
			return false
		}
	}
	at := 0
	for _, r := range other.run {
		if at < len(g.run) && r == g.run[at] {
			at++
		}
	}
	return at == len(g.run) && g.length() > 0 && g.length() >= enough*other.length()
}

// length is how much a statement says, in words: a Chinese one has two characters.
func (g gist) length() float64 { return float64(len(g.words)) + float64(len(g.run))/2 }

// nearness is the share of the words of a text that a statement has, 0 to 1; of a
// text of several sentences, that of the nearest one.
func nearness(g gist, sentences []gist) float64 {
	nearest := 0.0
	for _, s := range sentences {
		all := len(s.words) + len(s.pairs)
		nearest = max(nearest, float64(shared(s.words, g.words)+shared(s.pairs, g.pairs))/float64(all))
	}
	return nearest
}

func shared(a, b map[string]struct{}) int {
	n := 0
	for word := range a {
		if _, ok := b[word]; ok {
			n++
		}
	}
	return n
}

// sentences are the gists of the sentences of a text.
func sentences(text string) []gist {
	var list []gist
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("\n?？!！。;；", r) }) {
		if g := gistOf(part); len(g.words)+len(g.pairs) > 0 {
			list = append(list, g)
		}
	}
	return list
}
