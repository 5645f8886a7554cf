package document

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

// leastTraditional is how many traditional characters a text has that is written in them: a
// name or a quotation alone is none.
const leastTraditional = 8

//go:embed traditional.txt
var traditionalTable string

// traditional leads from a traditional character to the simplified one. Both take three bytes,
// so that a place in a text stays where it is.
var traditional = sync.OnceValue(func() map[rune]rune {
	to := map[rune]rune{}
	for line := range strings.Lines(traditionalTable) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		one, size := utf8.DecodeRuneInString(line)
		for _, r := range line[size:] {
			to[r] = one
		}
	}
	return to
})

// simplified returns a text in which Chinese words stand in the characters that rules know.
// What names something that is not of the text stays as it is: code, and where links lead.
func simplified(text string) string {
	table, found := traditional(), 0
	for _, r := range text {
		if r >= 0x3041 && r <= 0x30ff {
			return text // Japanese
		}
		if r >= 0x4e00 && table[r] != 0 {
			found++
		}
	}
	if found < leastTraditional {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	inCode, inTarget := false, false
	for i, r := range text {
		switch {
		case r == '\n':
			inCode, inTarget = false, false
		case r == '`':
			inCode = !inCode
		case r == '(' && i > 0 && text[i-1] == ']', r == '[' && i > 0 && text[i-1] == '[':
			inTarget = true
		case r == ')', r == ']':
			inTarget = false
		case r >= 0x4e00 && table[r] != 0 && !inCode && !inTarget:
			r = table[r]
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Traditional tells whether the text of a document was written in traditional characters.
func Traditional(d *Document) bool { return d.written != d.Text }

// Written returns the text of a span as it was written.
func (d *Document) Written(s Span) string { return d.written[s.Start:s.End] }

// AsWritten returns words of the document as they were written there, or the words themselves
// where they do not stand in it.
func AsWritten(d *Document, words string) string {
	if !Traditional(d) || words == "" {
		return words
	}
	if at := strings.Index(d.Text, words); at >= 0 {
		return d.written[at : at+len(words)]
	}
	return words
}
