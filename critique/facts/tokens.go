package facts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of a text with its stem and place. Marks that end clauses are tokens
// without a stem.
type token struct {
	stem       string
	start, end int
}

// tokens returns the words of a text that are not Chinese.
func (l lexicon) tokens(text string) []token {
	var all []token
	start := -1
	flush := func(end int) {
		if start >= 0 {
			all = append(all, token{l.stem(text[start:end]), start, end})
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r):
			if start < 0 {
				start = i
			}
			continue
		case strings.ContainsRune(",;:().，；：（）。", r):
			flush(i)
			all = append(all, token{"", i, i + utf8.RuneLen(r)})
		}
		flush(i)
	}
	flush(len(text))
	return all
}

// without returns the terms that are not among others, each once.
func without(terms, others []string) []string {
	var left []string
	for _, term := range terms {
		if !slices.Contains(others, term) && !slices.Contains(left, term) {
			left = append(left, term)
		}
	}
	return left
}
