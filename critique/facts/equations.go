package facts

import (
	"math"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// inUnitOf writes an amount in the unit that a text has.
func inUnitOf(words lexicon, text, unit string, value float64) string {
	if unit != "" {
		if one := words.quantities("1 "+unitOf(text), 0); len(one) == 1 && one[0].unit == unit && one[0].value != 0 {
			value /= one[0].value
		}
	}
	return format(value)
}

// sentenceAt returns the sentence of a text that holds an offset.
func sentenceAt(d *document.Document, at document.Span, offset int) document.Span {
	for _, sentence := range sentences(d, at) {
		if sentence.Start <= offset && offset < sentence.End {
			return sentence
		}
	}
	return at
}

// operand is what may stand between two numbers of an equation beside the operator: the unit or
// the name of what is counted.
var operand = pattern.New(`^[\pL%％€$£¥°²/. -]{0,32}$`)

// wrongEquations reports equations that do not hold: "14 + 8 + 24 = 48", "12 × 70 = 850 EUR".
func wrongEquations(f *Found, d *document.Document, at document.Span) {
	if at.Len() > 2*longest || strings.IndexByte(d.Slice(at), '=') < 0 {
		return
	}
	text := readable(d, at)
	all := f.words.quantities(text, 0)
	for i := 2; i < len(all); i++ {
		before, equals := text[all[i-1].End:all[i].Start], -1
		if equals = strings.IndexByte(before, '='); equals < 0 || strings.ContainsAny(before, "≈~<>!") || !operand.MatchString(before[:equals]) || strings.Trim(before[equals+1:], " €$£¥") != "" {
			continue
		}
		raw, base, ok := leftOf(text, all[:i])
		if !ok {
			continue
		}
		f.look(Sums, d)
		whole, plain := all[i].value, f.words.quantities(strings.TrimSpace(leadingNumber(text[all[i].Start:])), 0)
		if rounded(base, whole, text, all[i]) || len(plain) == 1 && rounded(raw, plain[0].value, text, all[i]) {
			continue
		}
		place := Place{d, sentenceAt(d, at, at.Start+all[i].Start)}
		says := d.Text[at.Start+all[i].Start : at.Start+all[i].End]
		f.report(Conflict{Sums, place, place, says, inUnitOf(f.words, says, all[i].unit, base)})
	}
}

var (
	// quotient is a division of two plain numbers and its result, listOf a list of numbers and their sum.
	quotient = pattern.New(`(?i)(?:^|[^\d.,×*/+−–-])\s*(ceil|floor|round)?\(?(\d[\d,]*(?:\.\d+)?) ?[/÷] ?(\d[\d,]*(?:\.\d+)?)\)? ?= ?(\d[\d,]*(?:\.\d+)?)(?:\D|$)`)
	listOf   = pattern.New(`(?i)(?:^|[^\d.,–-])(\d[\d,]*(?:(?:, |、)\d[\d,]*)*(?:,? (?:and|&) |和|及|与) ?\d[\d,]*)\b[^\d.;:()（）。；]{0,40}[,(，（] ?(?:i\.e\. |that is |共计?|合计|总计)?(\d[\d,]*)(?: [\pL-]+){0,2}? (?:in total|in all|altogether|together|overall)\b`)
	// explained is a number of something, and in brackets the product or the sum that it is.
	explained = pattern.New(`(?i)(\d[\d,]*(?:\.\d+)?) ([\pL-]{3,})[^().,;:\d=]{0,40} ?\(([^()=≈~]{5,80})\)`)
	digits    = pattern.New(`\d[\d,]*(?:\.\d+)?`)
)

// wrongResults reports results beside what they are the result of: "ceil(21 / 4) = 5", "9, 12 and
// 12 seats (36 in all)", "960 readings a day (40 meters × 25 readings)".
func wrongResults(f *Found, d *document.Document, at document.Span) {
	if at.Len() > 2*longest {
		return
	}
	text := readable(d, at)
	number := func(s string) float64 {
		n, _ := strconv.ParseFloat(strings.ReplaceAll(strings.TrimRight(s, ","), ",", ""), 64)
		return n
	}
	check := func(from, to int, right float64, close bool) {
		f.look(Sums, d)
		if !close {
			place := Place{d, sentenceAt(d, at, at.Start+from)}
			f.report(Conflict{Sums, place, place, d.Text[at.Start+from : at.Start+to], format(right)})
		}
	}
	for _, m := range quotient.FindAllStringSubmatchIndex(text, 20) {
		a, b, is := number(text[m[4]:m[5]]), number(text[m[6]:m[7]]), text[m[8]:m[9]]
		if b == 0 || strings.ContainsAny(lastOf(text[:m[4]]), "×*+−–-/") {
			continue // what is before it is a part of it
		}
		right, near := a/b, .0
		switch {
		case m[2] < 0:
		case strings.EqualFold(text[m[2]:m[3]], "ceil"):
			right = math.Ceil(right)
		case strings.EqualFold(text[m[2]:m[3]], "floor"):
			right = math.Floor(right)
		}
		if strings.HasPrefix(strings.TrimLeft(text[m[9]:], " "), "%") {
			right *= 100
		}
		if _, decimals, ok := strings.Cut(is, "."); ok && m[2] < 0 {
			near = .51 * math.Pow(10, -float64(len(decimals)))
		} else if m[2] < 0 {
			near = .99 // rounded, up or down
		}
		check(m[8], m[9], right, math.Abs(right-number(is)) <= near)
	}
	for _, m := range listOf.FindAllStringSubmatchIndex(text, 20) {
		sum := 0.0
		for _, part := range digits.FindAllString(text[m[2]:m[3]], 20) {
			sum += number(part)
		}
		check(m[4], m[5], sum, sum == number(text[m[4]:m[5]]))
	}
	for _, m := range explained.FindAllStringSubmatchIndex(text, 20) {
		inside := text[m[6]:m[7]]
		all := f.words.quantities(inside, 0)
		if len(all) < 2 || !operand.MatchString(inside[all[len(all)-1].End:]) || !operand.MatchString(inside[:all[0].Start]) || !strings.Contains(strings.ToLower(inside), strings.ToLower(text[m[4]:m[5]])) {
			continue
		}
		if raw, _, ok := leftOf(inside, all); ok && strings.ContainsAny(inside, "×*") {
			check(m[2], m[3], raw, rounded(raw, number(text[m[2]:m[3]]), text[m[2]:m[3]], quantity{}))
		}
	}
}

// lastOf is the last character of a text that is no space.
func lastOf(text string) string {
	text = strings.TrimRight(text, " ")
	return text[max(0, len(text)-3):]
}

// leftOf computes what stands before an equals sign: in the numbers as they are written, and in
// base units. It knows sums, differences and products.
func leftOf(text string, all []quantity) (raw, base float64, ok bool) {
	number := func(q quantity) float64 {
		one := lexicon{}.quantities(strings.TrimSpace(leadingNumber(text[q.Start:])), 0)
		if len(one) != 1 {
			return q.value
		}
		return one[0].value
	}
	i := len(all) - 1
	raw, base = number(all[i]), all[i].value
	rawSum, baseSum, n := 0.0, 0.0, 0
	for ; i > 0; i-- {
		between := text[all[i-1].End:all[i].Start]
		name, rest := operatorIn(between)
		if name == 0 || !operand.MatchString(rest) {
			break
		}
		n++
		switch next := all[i-1]; name {
		case '×':
			raw, base = raw*number(next), base*next.value
		case '+':
			rawSum, baseSum, raw, base = rawSum+raw, baseSum+base, number(next), next.value
		case '-':
			rawSum, baseSum, raw, base = rawSum-raw, baseSum-base, number(next), next.value
		}
	}
	if before := strings.TrimRight(text[:all[i].Start], " "); strings.HasSuffix(before, "+") || strings.HasSuffix(before, "×") || strings.HasSuffix(before, "/") || strings.HasSuffix(before, ")") {
		return 0, 0, false // what is before it nobody can read
	}
	return raw + rawSum, base + baseSum, n > 0
}

// operatorIn returns the one operator in a text, and the text without it.
func operatorIn(text string) (operator rune, rest string) {
	for _, r := range text {
		switch r {
		case '+', '＋':
			operator, rest = '+', strings.Replace(text, string(r), "", 1)
		case '×', '*', '·':
			operator, rest = '×', strings.Replace(text, string(r), "", 1)
		case '−', '–':
			operator, rest = '-', strings.Replace(text, string(r), "", 1)
		}
	}
	if operator == 0 && strings.TrimSpace(text) == "x" {
		return '×', ""
	}
	return operator, rest
}

// leadingNumber returns the number that a text begins with.
func leadingNumber(text string) string {
	for i := range len(text) {
		if c := text[i]; !digit(c) && c != '.' && c != ',' {
			return strings.TrimRight(text[:i], ".,")
		}
	}
	return text
}

// rounded tells whether a result is the number that a text gives, rounded to its last place.
func rounded(result, given float64, text string, q quantity) bool {
	number := leadingNumber(text[q.Start:])
	places := 0
	if _, decimals, ok := strings.Cut(number, "."); ok {
		places = len(decimals)
	}
	unit := .51 * math.Pow(10, -float64(places))
	for whole := strings.ReplaceAll(number, ",", ""); places == 0 && len(whole) > 3 && strings.HasSuffix(whole, "0"); whole = whole[:len(whole)-1] {
		unit *= 10 // 89,300 may be rounded to hundreds
	}
	if one := (lexicon{}).quantities("1 "+unitOf(text[q.Start:q.End]), 0); q.unit != "" && len(one) == 1 && one[0].unit == q.unit {
		unit *= max(1, one[0].value)
	}
	return math.Abs(result-given) <= unit
}
