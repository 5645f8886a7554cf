package anylanguage

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// clauseMarks end a clause.
const clauseMarks = ",;:.()，；：（）、。—"

// words returns the words of a text that say something: of four letters or more.
func words(text string) []string {
	var found []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		if len([]rune(word)) >= 4 {
			found = append(found, word)
		}
	}
	return found
}

// alike tells whether two words are forms of one, or one is a part of the other: Menge and
// Höchstmenge.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	short, long := []rune(a), []rune(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	common := 0
	for common < len(short) && short[common] == long[common] {
		common++
	}
	return common >= max(4, int(math.Ceil(.65*float64(len(short))))) || len(short) >= 5 && strings.HasSuffix(string(long), string(short))
}

// retold is about a number that stands between the same words in two places, and is another.
func retold(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !unread(s, d) || model.StoryFile.MatchString(d.Path) {
		return false
	}
	applied := false
	for _, here := range sentencesOf(d) {
		for _, a := range amounts(here.text) {
			if here.example || a.base == "clock" || numbersItem(here.text, a) || isYear(a) {
				continue
			}
			applied = true
			if other := between(s, here, a); other != nil {
				hit(d, here.at, model.Note(here.text[a.start:a.end]), model.Note(other.text), model.Note(fmt.Sprintf("%s (\"%s\")", other.doc.Path, quote(other.doc.Slice(other.at)))))
			}
		}
	}
	return applied
}

// isYear tells whether an amount is most likely a year: when a document was written is its own.
func isYear(a amount) bool {
	return a.base == "" && a.value == math.Trunc(a.value) && a.value >= 1900 && a.value < 2100
}

// numbersItem tells whether an amount is the number of the item that a text begins with.
func numbersItem(text string, a amount) bool {
	return a.base == "" && strings.Trim(text[:a.start], " \t>-*+[]xX") == ""
}

// between returns an earlier sentence of another document with another amount between the
// same words.
func between(s *model.Session, here sentence, a amount) *told {
	for _, other := range present(s) {
		if other == here.doc || !before(other, 0, here.doc, 0) {
			continue
		}
		var differs *told
		for _, one := range sentencesOf(other) {
			if one.example {
				continue
			}
			for _, b := range amounts(one.text) {
				if b.base != a.base || !framed(here.text, a, one.text, b) {
					continue
				}
				if same(a.value, b.value) {
					return nil
				}
				if differs == nil {
					differs = &told{b, other, one.section, one.at, one.text[b.start:b.end]}
				}
			}
		}
		if differs != nil && !slices.ContainsFunc(sentencesOf(here.doc), func(one sentence) bool {
			return slices.ContainsFunc(amounts(one.text), func(b amount) bool {
				return b.base == a.base && same(b.value, differs.value) && framed(here.text, a, one.text, b)
			})
		}) {
			return differs
		}
	}
	return nil
}

// framed tells whether two amounts stand between the same words, and their sentences share
// another one.
func framed(x string, a amount, y string, b amount) bool {
	if ofOthers(x, y) {
		return false
	}
	after, rest := commonStart(x[a.end:], y[b.end:])
	before, lead := commonEnd(x[:a.start], y[:b.start])
	if after+before < 14 || after == 0 {
		return false
	}
	left, right := words(rest[0]+" "+lead[0]), words(rest[1]+" "+lead[1])
	return before >= 8 && after >= 8 || slices.ContainsFunc(left, func(word string) bool {
		return len([]rune(word)) >= 5 && slices.ContainsFunc(right, func(other string) bool { return alike(word, other) })
	})
}

// ofOthers tells whether two sentences each name files, and none that both name.
func ofOthers(x, y string) bool {
	one, other := fileNames.FindAllString(x, 20), fileNames.FindAllString(y, 20)
	return len(one) > 0 && len(other) > 0 && !slices.ContainsFunc(one, func(name string) bool { return slices.Contains(other, name) })
}

var fileNames = pattern.New(`[\w/-]+(?:\.[\w-]+)*\.[a-z]{1,5}\b`)

// commonStart counts the letters of the words that two texts both begin with, within a
// clause, and returns what is left of each.
func commonStart(x, y string) (letters int, rest [2]string) {
	a, b := []rune(x), []rune(y)
	n, whole := 0, 0
	for n < len(a) && n < len(b) && unicode.ToLower(a[n]) == unicode.ToLower(b[n]) && !strings.ContainsRune(clauseMarks, a[n]) {
		if n++; !unicode.IsLetter(a[n-1]) || !alphabetic(string(a[n-1])) || wordOver(a, n) && wordOver(b, n) {
			whole = n
		}
	}
	return lettersIn(a[:whole]), [2]string{string(a[whole:]), string(b[whole:])}
}

// commonEnd is commonStart read from the end.
func commonEnd(x, y string) (letters int, rest [2]string) {
	letters, rest = commonStart(reversed(x), reversed(y))
	return letters, [2]string{reversed(rest[0]), reversed(rest[1])}
}

func wordOver(text []rune, n int) bool { return n == len(text) || !unicode.IsLetter(text[n]) }

// lettersIn counts letters; one of a script without an alphabet counts as three.
func lettersIn(text []rune) (n int) {
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r):
		case alphabetic(string(r)):
			n++
		default:
			n += 3
		}
	}
	return n
}

func reversed(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// told is one amount that a document gives of something.
type told struct {
	amount
	doc     *document.Document
	section *document.Section
	at      document.Span // what says it
	text    string        // the amount as written
}
