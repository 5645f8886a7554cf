package document

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// sampled is how many bytes of a text tell its language.
const sampled = 8 << 10

// leastWords is how many telling words make a language, leastKinds how many of
// them differ.
const (
	leastWords = 6
	leastKinds = 3
)

// frequent are words without which nobody writes a page in English, and in other
// languages of the same letters: true for English.
var frequent = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq("de la el los las que y en un una por para con del se der die das und ist nicht mit für ein eine zu den auf le les du et est dans sur qui pas il che di non sono della per gli uma não com em da ao och att som det är på av inte og til ikke skal jeg een het van niet met voor ve bir bu için w nie jest dla że") {
		words[word] = false
	}
	for word := range strings.FieldsSeq("the and of to is for with that are be must this it or not as by an on from when if") {
		words[word] = true
	}
	return words
})

// japanese tells whether characters that Chinese and Japanese share are those of a Japanese
// text: no Chinese sentence has syllables among them, and no Japanese one is without.
func japanese(han, kana int) bool { return kana*5 > han }

// foreign tells whether a text is mostly in a language other than English and
// Chinese. A text of names and numbers is not.
func foreign(text string) bool {
	letters, strange, english, other, han, kana := 0, 0, 0, 0, 0, 0
	words, kinds := frequent(), map[string]bool{}
	for word := range strings.FieldsFuncSeq(text[:min(len(text), sampled)], func(r rune) bool { return !unicode.IsLetter(r) }) {
		for _, r := range word {
			if letters++; !unicode.In(r, unicode.Latin, unicode.Han) {
				strange++
			}
			switch {
			case unicode.In(r, unicode.Hiragana, unicode.Katakana):
				kana++
			case unicode.Is(unicode.Han, r):
				han++
			}
		}
		if isEnglish, known := words[word]; known && isEnglish {
			english++
		} else if known {
			other++
			kinds[word] = true
		}
	}
	return letters > 10*leastWords && (strange*4 > letters || japanese(han, kana) && (han+kana)*5 > letters) || other >= leastWords && len(kinds) >= leastKinds && other > 2*english
}

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
