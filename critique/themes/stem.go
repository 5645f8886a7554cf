package themes

import "strings"

// stem cuts an English word, given in lower case, down to what its forms share:
// reserve, reserved and reservation are one word. It is the algorithm that
// M. F. Porter published in 1980, except that what ends in y loses it, so that
// deliver and delivery meet. The stem need not be a word.
func stem(word string) string {
	const shortest, longest = 3, 40 // letters
	if len(word) < shortest || len(word) > longest || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return word
	}
	word = plural(word)
	word = participle(word)
	if rest, ok := strings.CutSuffix(word, "y"); ok && vowelIn(rest) {
		word = rest + "i"
	}
	word = exchange(word, longEndings, 1)
	word = exchange(word, midEndings, 1)
	word = exchange(word, shortEndings, 2)
	if rest, ok := strings.CutSuffix(word, "e"); ok && (measure(rest) > 1 || measure(rest) == 1 && !closed(rest)) {
		word = rest
	}
	if strings.HasSuffix(word, "ll") && measure(word) > 1 {
		word = word[:len(word)-1]
	}
	if rest, ok := strings.CutSuffix(word, "i"); ok && measure(rest) > 0 {
		word = rest
	}
	return word
}

// ending is what a word may end in, and what stands there instead.
type ending struct{ from, to string }

// The endings of three steps. Of those of one step that fit a word, the longest counts.
var (
	longEndings = []ending{
		{"ational", "ate"}, {"ization", "ize"}, {"isation", "ize"}, {"iveness", "ive"}, {"fulness", "ful"}, {"ousness", "ous"},
		{"tional", "tion"}, {"biliti", "ble"}, {"entli", "ent"}, {"ousli", "ous"}, {"ation", "ate"}, {"alism", "al"}, {"aliti", "al"},
		{"iviti", "ive"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"}, {"iser", "ize"}, {"abli", "able"}, {"alli", "al"}, {"ator", "ate"}, {"eli", "e"},
	}
	midEndings = []ending{
		{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"alise", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ness", ""}, {"ful", ""},
	}
	shortEndings = []ending{
		{"ement", ""}, {"ance", ""}, {"ence", ""}, {"able", ""}, {"ible", ""}, {"ment", ""}, {"sion", "s"}, {"tion", "t"}, {"ant", ""}, {"ent", ""}, {"ism", ""},
		{"ate", ""}, {"iti", ""}, {"eri", ""}, {"ous", ""}, {"ive", ""}, {"ize", ""}, {"ise", ""}, {"al", ""}, {"er", ""}, {"ic", ""}, {"ou", ""},
	}
)

// exchange replaces the longest ending that a word has if what stands before it
// has at least so many syllables.
func exchange(word string, endings []ending, least int) string {
	for _, e := range endings {
		if rest, ok := strings.CutSuffix(word, e.from); ok {
			if measure(rest) >= least {
				return rest + e.to
			}
			return word
		}
	}
	return word
}

func plural(word string) string {
	switch {
	case strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "ies"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "us"), strings.HasSuffix(word, "is"):
		return word
	}
	return strings.TrimSuffix(word, "s")
}

func participle(word string) string {
	if rest, ok := strings.CutSuffix(word, "eed"); ok {
		if measure(rest) > 0 {
			return rest + "ee"
		}
		return word
	}
	rest, ok := strings.CutSuffix(word, "ed")
	if !ok {
		rest, ok = strings.CutSuffix(word, "ing")
	}
	if !ok || !vowelIn(rest) {
		return word
	}
	switch n := len(rest); {
	case strings.HasSuffix(rest, "at"), strings.HasSuffix(rest, "bl"), strings.HasSuffix(rest, "iz"):
		return rest + "e"
	case n > 1 && rest[n-1] == rest[n-2] && !vowel(rest, n-1) && !strings.ContainsRune("lsz", rune(rest[n-1])):
		return rest[:n-1]
	case measure(rest) == 1 && closed(rest):
		return rest + "e"
	}
	return rest
}

// measure counts the changes from a vowel to a consonant: about the syllables.
func measure(word string) int {
	n := 0
	for i := 1; i < len(word); i++ {
		if vowel(word, i-1) && !vowel(word, i) {
			n++
		}
	}
	return n
}

// closed tells whether a word ends in consonant, vowel, consonant, of which the
// last is none of w, x and y: it lost an e.
func closed(word string) bool {
	n := len(word)
	return n > 2 && !vowel(word, n-3) && vowel(word, n-2) && !vowel(word, n-1) && !strings.ContainsRune("wxy", rune(word[n-1]))
}

func vowelIn(word string) bool {
	for i := range len(word) {
		if vowel(word, i) {
			return true
		}
	}
	return false
}

// vowel tells whether the letter at i is a vowel, as y is after a consonant.
func vowel(word string, i int) bool {
	if word[i] == 'y' {
		return i > 0 && !vowel(word, i-1)
	}
	return strings.IndexByte("aeiou", word[i]) >= 0
}
