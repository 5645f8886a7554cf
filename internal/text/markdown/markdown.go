// Package markdown makes the words of others safe inside text of ours: models, people and
// names of files choose them, records, messages and discussions hold them. A text comes
// in, one that says the same and is nothing but words on one line goes out.
package markdown

import (
	"slices"
	"strings"
	"unicode"
)

// OneLine makes text safe to stand inside a line: line breaks and runs of blanks
// become one blank, control characters and invisible format characters (which
// reorder or hide text) go, except the joiners that scripts and emoji need.
func OneLine(text string) string {
	const nonJoiner, joiner = '\u200c', '\u200d'
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == nonJoiner, r == joiner:
			return r
		case unicode.In(r, unicode.Cc, unicode.Cf):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// Inline makes text of a model safe to stand inside a line of Markdown after a
// prefix of ours: it reads as it was written and is never a heading, list, quote,
// table cell, code, HTML, link or emphasis. What is harmless stays unescaped,
// because people read records raw, too.
func Inline(text string) string {
	runes := []rune(OneLine(text))
	var escaped strings.Builder
	for i := range runes {
		if special(runes, i) {
			escaped.WriteByte('\\')
		}
		escaped.WriteRune(runes[i])
	}
	return escaped.String()
}

// special tells whether Markdown would read the character at i as more than itself.
func special(text []rune, i int) bool {
	var after rune
	if i+1 < len(text) {
		after = text[i+1]
	}
	switch text[i] {
	case '\\', '`', '*', '[', ']', '|', '~', '@':
		return true
	case '_':
		return !word(after) // before a letter it could only open what nothing closes
	case '<':
		return unicode.IsLetter(after) || strings.ContainsRune("/!?", after)
	case '&':
		return entity(text[i+1:])
	case ':':
		return after == '/'
	case '.':
		return ordinal(text[:i]) || strings.EqualFold(string(text[max(0, i-3):i]), "www")
	case ')':
		return ordinal(text[:i])
	case '#', '>', '-', '+':
		return i == 0
	}
	return false
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// entity tells whether what follows an ampersand makes it a character reference.
func entity(text []rune) bool {
	for i, r := range text {
		if r != '#' && !word(r) {
			return r == ';' && i > 0
		}
	}
	return false
}

func ordinal(text []rune) bool {
	return len(text) > 0 && !slices.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}

// Code shows a path or another name as a code span, or as escaped text where its
// own backquotes would end the span.
func Code(name string) string {
	name = OneLine(name)
	if name == "" || strings.Contains(name, "`") {
		return Inline(name)
	}
	return "`" + name + "`"
}
