package document

import (
	"strings"
	"sync"
	"unicode"
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
