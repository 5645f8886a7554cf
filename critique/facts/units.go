package facts

import (
	_ "embed"
	"strconv"
	"strings"
	"unicode/utf8"

	"discussd/internal/text/pattern"
)

// unit is what a word after a number measures: how many of the base unit one is.
type unit struct {
	base  string
	times float64
}

//go:embed words/units.txt
var unitWords string

//go:embed words/numerals.txt
var numeralWords string

// units are the words for units, in lower case: see sameValue for what months blur. numerals are
// those for small numbers.
var (
	units    = unitsOf(unitWords)
	numerals = numeralsOf(numeralWords)
)

func unitsOf(list string) map[string]unit {
	all := map[string]unit{}
	for _, line := range linesOf(list) {
		times, _ := strconv.ParseFloat(line[1], 64)
		for _, word := range line[2:] {
			all[spaced(word)] = unit{spaced(line[0]), times}
		}
	}
	return all
}

func numeralsOf(list string) map[string]float64 {
	all := map[string]float64{}
	for _, line := range linesOf(list) {
		value, _ := strconv.ParseFloat(line[0], 64)
		for _, word := range line[1:] {
			all[word] = value
		}
	}
	return all
}

// A stretch of time in words that hold no number, or only a part of it.
var (
	halfOf   = pattern.New(`^(?i:half an?) (\pL+)`)
	andHalf  = pattern.New(`^(?i:(an?|one|\d{1,3}|two|three|four|five|six) (\pL+) and a half\b)`)
	halvesOf = pattern.New(`^(?i:(one|\d{1,3}|two|three|four|five|six) and a half (\pL+))`)
	quarter  = pattern.New(`^(?i:(?:a )?quarter of an hour\b)`)
	quarters = pattern.New(`^(?i:three quarters of an hour\b)`)
	week2    = pattern.New(`^(?i:(?:a |one )?fortnight\b)`)
	hanHalf  = pattern.New(`^半个?(小时|分钟|天|年|月)`)
	hanMore  = pattern.New(`^([一两二三四五])个半(小时|月)`)
	hanFifth = pattern.New(`^一刻钟`)
	// stretches is what all of these hold.
	stretches = pattern.New(`(?i:half|quarter|fortnight)|半|刻钟`)
)

// phraseAt reads a stretch of time such as "half an hour", "an hour and a half" or 半小时.
func phraseAt(text string, i int) (q quantity, end int) {
	rest := text[i:min(len(text), i+60)]
	of := func(times float64, word string) (quantity, bool) {
		u, ok := units[strings.ToLower(word)]
		return quantity{value: times * u.times, unit: u.base}, ok && u.base == "s"
	}
	number := func(word string) float64 {
		if n, err := strconv.Atoi(word); err == nil {
			return float64(n)
		}
		return max(numerals[strings.ToLower(word)], 1) // a, an, one
	}
	if before, _ := utf8.DecodeLastRuneInString(text[:i]); strings.ContainsRune("上下大多前后", before) {
		return q, 0 // 下半年
	}
	for _, p := range [...]struct {
		pattern *pattern.Pattern
		read    func(m []string) (quantity, bool)
	}{
		{halfOf, func(m []string) (quantity, bool) { return of(.5, m[1]) }},
		{andHalf, func(m []string) (quantity, bool) { return of(number(m[1])+.5, m[2]) }},
		{halvesOf, func(m []string) (quantity, bool) { return of(number(m[1])+.5, m[2]) }},
		{quarter, func([]string) (quantity, bool) { return of(.25, "hour") }},
		{quarters, func([]string) (quantity, bool) { return of(.75, "hour") }},
		{week2, func([]string) (quantity, bool) { return of(14, "day") }},
		{hanHalf, func(m []string) (quantity, bool) { return of(.5, m[1]) }},
		{hanMore, func(m []string) (quantity, bool) { return of(number(m[1])+.5, m[2]) }},
		{hanFifth, func([]string) (quantity, bool) { return of(15, "分钟") }},
	} {
		if m := p.pattern.FindStringSubmatch(rest); m != nil {
			if q, ok := p.read(m); ok {
				return q, i + len(m[0])
			}
		}
	}
	return q, 0
}

// longer are what a Chinese unit is the beginning of, where it measures nothing: 日期, 年度.
var longer = map[string]string{"日": "期志常程历报本", "天": "气然津", "分": "类支区析组布配页享别期段级数", "年": "度龄级", "周": "期报边末", "月": "度报", "秒": "级杀"}

// goesOn tells whether what stands after a Chinese unit makes another word of it.
func goesOn(unit, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return rest != "" && strings.ContainsRune(longer[unit], next)
}

// measures are nouns whose number follows them: "a score of 60", "batches of 200".
var measures = wordSet(`score batch pool window limit maximum minimum total team depth size capacity factor priority level width height length quota threshold cap buffer margin`)

// ofWhat is what stands before a number that a measure is given with.
var ofWhat = pattern.New(`(?i)\b([a-z]{3,12})\s+of\s+(?:(?:at\s+(?:least|most)|up\s+to|no\s+more\s+than|over|under|exactly)\s+)?$`)

// nounBefore returns the measure that a bare number is given of, and where it stands before
// the number.
func (l lexicon) nounBefore(text string, start int) (noun []string, ahead int) {
	from := max(0, start-40)
	m := ofWhat.FindStringSubmatchIndex(text[from:start])
	if m == nil {
		return nil, 0
	}
	word := l.stem(strings.ToLower(text[from+m[2] : from+m[3]]))
	for measure := range measures {
		if l.stem(measure) == word {
			return []string{word}, start - from - m[2]
		}
	}
	return nil, 0
}
