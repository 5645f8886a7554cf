// Package terms cuts texts into what names and words are compared by, whatever their
// case, width, spacing and punctuation.
package terms

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Of cuts a text into what names and words are compared by, in lower case and
// half width: runs of letters, numbers without leading zeros, and each Chinese
// character for itself. REQ-003, "REQ 3" and req3 are the same two terms, and
// targetUsers is target_users.
func Of(text string) []string {
	var all []string
	folded := norm.NFKC.String(text)
	start := 0
	kind, previous := other, ' '
	for i, r := range folded {
		is := kindOf(r)
		if is != kind || is == han || unicode.IsUpper(r) && unicode.IsLower(previous) {
			all = appendTerm(all, kind, folded[start:i])
			start = i
		}
		kind, previous = is, r
	}
	return appendTerm(all, kind, folded[start:])
}

func appendTerm(all []string, kind letters, text string) []string {
	switch {
	case kind == other || text == "":
		return all
	case kind == digits:
		if text = strings.TrimLeft(text, "0"); text == "" {
			text = "0"
		}
	}
	return append(all, strings.ToLower(text))
}

// letters is a kind of character that terms are made of.
type letters int

const (
	other letters = iota
	latin         // and every other alphabet
	digits
	han
)

func kindOf(r rune) letters {
	switch {
	case r < 0x80:
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			return latin
		case r >= '0' && r <= '9':
			return digits
		}
		return other
	case unicode.Is(unicode.Han, r):
		return han
	case unicode.IsLetter(r):
		return latin
	case unicode.IsDigit(r):
		return digits
	}
	return other
}

// IsHan tells whether a term is a Chinese character.
func IsHan(term string) bool { return term >= "\u2e80" && kindOf([]rune(term)[0]) == han }

// IsNumber tells whether a term is a number in the digits 0 to 9.
func IsNumber(term string) bool { return term >= "0" && term < ":" }

// Folded strips a text of case, width, spacing and punctuation.
func Folded(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(text))
}
