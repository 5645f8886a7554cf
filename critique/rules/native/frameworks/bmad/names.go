package bmad

import (
	"strings"
	"unicode"

	"discussd/internal/text/pattern"
)

var ideographs = pattern.New(`\p{Han}`)

// unlike tells whether two titles have no word in common, so that they name two things.
// Words of fewer than three letters do not count, and endings of words are left out.
func unlike(a, b string) bool {
	one, other := titleWords(a), titleWords(b)
	if len(one) == 0 || len(other) == 0 || ideographs.MatchString(a) != ideographs.MatchString(b) {
		return false // nothing, or another language
	}
	for word := range one {
		for second := range other {
			if strings.HasPrefix(word, second) || strings.HasPrefix(second, word) {
				return false
			}
		}
	}
	return true
}

// titleWords are the words of a title, each cut to five letters; of a script without
// blanks each character is one.
func titleWords(title string) map[string]bool {
	found := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		letters := []rune(word)
		switch {
		case unicode.Is(unicode.Han, letters[0]):
			for _, r := range letters {
				found[string(r)] = true
			}
		case len(letters) >= 3:
			found[string(letters[:min(5, len(letters))])] = true
		}
	}
	return found
}
