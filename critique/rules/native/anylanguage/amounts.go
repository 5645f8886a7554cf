package anylanguage

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"discussd/internal/text/pattern"
)

//go:embed words/units.txt
var unitWords string

// unit is what a word behind a number measures.
type unit struct {
	base  string
	times float64
}

// units are the units by how they are written, in lower case.
var units = sync.OnceValue(func() map[string]unit {
	all := map[string]unit{}
	for _, words := range wordLines(unitWords) {
		times, _ := strconv.ParseFloat(words[1], 64)
		for _, word := range words[2:] {
			all[word] = unit{words[0], times}
		}
	}
	return all
})

// wordLines returns the words of the lines of a list.
func wordLines(list string) (lines [][]string) {
	for line := range strings.Lines(list) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			lines = append(lines, words)
		}
	}
	return lines
}

// amount is one number of a text with its unit.
type amount struct {
	value      float64 // in the base unit
	base       string  // of the unit, "" of a bare number
	start, end int
}

var (
	number = pattern.New(`\d{1,3}(?:[ \x{a0}\x{202f}]\d{3})+\b|\d+(?:[.,:]\d+)*`)
	step   = pattern.New(`(?i)^\W*\**(?:GIVEN|WHEN|THEN|AND|BUT)\b`)
)

// amounts returns the numbers of a text. Dates, versions, paths and the numbers in names
// are none, nor is a number that people of two countries read differently.
func amounts(text string) []amount {
	var found []amount
	for _, m := range number.FindAllStringIndex(text, 60) {
		before, _ := utf8.DecodeLastRuneInString(text[:m[0]])
		after, _ := utf8.DecodeRuneInString(text[m[1]:])
		if m[0] > 0 && (before < utf8.RuneSelf && (unicode.IsLetter(before) || strings.ContainsRune("_-/.:#§@=+", before)) || unicode.In(before, unicode.Latin, unicode.Cyrillic, unicode.Greek)) || strings.ContainsRune("_/-:@", after) {
			continue
		}
		if a, ok := valueOf(text[m[0]:m[1]]); ok {
			a.start, a.end = m[0], m[1]
			if a.base == "" {
				a.measure(text)
			}
			found = append(found, a)
		}
	}
	return found
}

// valueOf reads a number; 18:00 is a time of the day.
func valueOf(text string) (a amount, ok bool) {
	text = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "").Replace(text)
	if h, m, clock := strings.Cut(text, ":"); clock {
		hours, err := strconv.Atoi(h)
		minutes, other := strconv.Atoi(m)
		return amount{value: float64(hours*60 + minutes), base: "clock"}, err == nil && other == nil && len(m) == 2 && hours < 25 && minutes < 60
	}
	marks := strings.Count(text, ".") + strings.Count(text, ",")
	at := strings.LastIndexAny(text, ".,")
	switch {
	case marks > 1:
		return a, false
	case marks == 1 && len(text)-at == 4:
		return a, false // a thousand here, one there
	case marks == 1:
		text = text[:at] + "." + text[at+1:]
	}
	value, err := strconv.ParseFloat(text, 64)
	return amount{value: value}, err == nil
}

// measure gives a number the unit that stands behind it.
func (a *amount) measure(text string) {
	rest := text[a.end:]
	blank := len(rest) - len(strings.TrimLeft(rest, " \u00a0"))
	if blank > 3 {
		return
	}
	rest = rest[blank:]
	for size := len([]rune(rest[:wordEnd(rest)])); size > 0; size-- {
		word := string([]rune(rest)[:size])
		u, known := units()[strings.ToLower(word)]
		next, _ := utf8.DecodeRuneInString(rest[len(word):])
		if known && (!alphabetic(word) || !unicode.IsLetter(next) && next != '/') {
			a.value, a.base, a.end = a.value*u.times, u.base, a.end+blank+len(word)
			return
		}
	}
}

// alphabetic tells whether a word is of letters that spaces part from the next one.
func alphabetic(word string) bool {
	r, _ := utf8.DecodeLastRuneInString(word)
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// wordEnd is where the word that a text begins with ends: signs and l/min are words as well.
func wordEnd(text string) int {
	for i, r := range text {
		if !unicode.IsLetter(r) && !strings.ContainsRune("%°€$£¥₽²³/", r) || i > 30 {
			return i
		}
	}
	return min(len(text), 40)
}

func same(a, b float64) bool { return math.Abs(a-b) <= 1e-6*math.Max(1, math.Abs(b)) }
