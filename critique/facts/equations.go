package facts

import (
	"math"
	"slices"
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
	for _, sentence := range document.SentencesIn(d, at) {
		if sentence.Start <= offset && offset < sentence.End {
			return sentence
		}
	}
	return at
}

// operand is what may stand between two numbers of an equation beside the operator: the unit or
// the name of what is counted.
var operand = pattern.New(`^[\pL%％€$£¥°²/. -]{0,32}$`)

// equations returns the results that stand behind an equals sign: "14 + 8 + 24 = 48", "12 × 70 = 850 EUR".
func equations(words lexicon, text string) (found []result) {
	if strings.IndexByte(text, '=') < 0 {
		return nil
	}
	all := words.quantities(text, 0)
	for i := 2; i < len(all); i++ {
		before, equals := text[all[i-1].End:all[i].Start], -1
		if equals = strings.IndexByte(before, '='); equals < 0 || strings.ContainsAny(before, "≈~<>!") || !operand.MatchString(before[:equals]) || all[i].ends || all[i-1].ends || strings.Trim(before[equals+1:], " €$£¥") != "" {
			continue
		}
		raw, base, ok := leftOf(text, all[:i])
		if after := strings.TrimLeft(text[all[i].End:], " "); !ok || after != "" && strings.ContainsRune("+×*−/÷…", firstRune(after)) || strings.HasPrefix(after, "..") || perUnit.MatchString(before) {
			continue // the equation goes on
		}
		whole, plain := all[i].value, words.quantities(leadingNumber(text[all[i].Start:]), 0)
		holds := rounded(base, whole, text, all[i]) || len(plain) == 1 && rounded(raw, plain[0].value, text, all[i])
		found = append(found, result{all[i].Start, all[i].End, inUnitOf(words, text[all[i].Start:all[i].End], all[i].unit, base), holds})
	}
	return found
}

// perUnit stands behind an amount for each unit of another: 60 mm/s.
var perUnit = pattern.New(`^ ?\pL{0,6}/\pL`)

var (
	// quotient is a division of two plain numbers and its result, listOf a list of numbers and their sum.
	quotient = pattern.New(`(?i)(?:^|[^\d.,×*/+−–-])\s*(ceil|floor|round)?\(?(\d[\d,]*(?:\.\d+)?) ?[/÷] ?\(?(\d[\d,]*(?:\.\d+)?)(?: ?[×*] ?(\d[\d,]*(?:\.\d+)?)\))?\)? ?= ?(\d[\d,]*(?:\.\d+)?)(?:\D|$)`)
	listOf   = pattern.New(`(?i)(?:^|[^\d.,–-])(\d[\d,]*(?:(?:, |、)\d[\d,]*)*(?:,? (?:and|&) |和|及|与) ?\d[\d,]*)\b[^\d.;:()（）。；]{0,40}[,(，（] ?(?:i\.e\. |that is |共计?|合计|总计)?(\d[\d,]*)(?: [\pL-]+){0,2}? (?:in total|in all|altogether|together|overall)\b`)
	// sameOf is a list of numbers of something and how many of it that are, and madeOf a number of something and the parts
	// that it is made of.
	sameOf = pattern.New(`(?i)(?:^|[^\d.,–-])(\d[\d,]*(?:, \d[\d,]*)*,? (?:and|und|et|y|e) \d[\d,]*) ([\pL-]+)(?:: | = |, that is |, i\.e\. )(\d[\d,]*) ([\pL-]+)\b`)
	madeOf = pattern.New(`(?i)(?:^|[^\d.,–-])(\d[\d,]*) ([\pL-]{3,})(?:: | \()((?:\d[\d,]* (?:[\pL-]+ ){0,2}[\pL-]+(?:, |,? (?:and|und|et|y|e) )){1,8}\d[\d,]* (?:[\pL-]+ ){0,2}[\pL-]+)(?:[.;)]|$)`)
	// explained is a number of something, and in brackets the product that it is.
	explained = pattern.New(`(?i)(\d[\d,]*(?:\.\d+)?) ([\pL-]{3,})[^().,;:\d=]{0,40} ?\(([^()=≈~]{5,80})\)`)
	digits    = pattern.New(`\d[\d,]*(?:\.\d+)?`)
	// goesOnBefore ends what is before a division when the division is only a part of it.
	goesOnBefore = pattern.New(`[×*+−–/-]\s*$`)
)

// result is a number of a text that others beside it make, and what they make.
type result struct {
	from, to int
	is       string
	holds    bool
}

// wrongResults reports results beside what they are the result of: "14 + 8 + 24 = 48", "ceil(21 / 4) = 5",
// "9, 12 and 12 seats (36 in all)", "960 readings a day (40 meters × 25 readings)".
func wrongResults(f *Found, d *document.Document, at document.Span) {
	if at.Len() > 2*longest {
		return
	}
	text := f.words.plain(readable(d, at))
	for _, r := range slices.Concat(equations(f.words, text), quotients(text), lists(text), stays(text), products(f.words, text), workedOut(f.words, text)) {
		f.look(Sums, d)
		if !r.holds {
			place := Place{d, sentenceAt(d, at, at.Start+r.from)}
			f.report(Conflict{Sums, place, place, d.Text[at.Start+r.from : at.Start+r.to], r.is})
		}
	}
}

func plainNumber(text string) float64 {
	n, _ := strconv.ParseFloat(strings.ReplaceAll(strings.TrimRight(text, ","), ",", ""), 64)
	return n
}

// quotients returns the divisions that a text makes, rounded as it says.
func quotients(text string) (all []result) {
	round := map[string]func(float64) float64{"ceil": math.Ceil, "floor": math.Floor, "round": math.Round}
	for _, m := range quotient.FindAllStringSubmatchIndex(text, 20) {
		over, said := plainNumber(text[m[6]:m[7]]), text[m[10]:m[11]]
		if m[8] >= 0 {
			over *= plainNumber(text[m[8]:m[9]])
		}
		if over == 0 || goesOnBefore.MatchString(text[:m[4]]) {
			continue
		}
		is, off := plainNumber(text[m[4]:m[5]])/over, .0
		if strings.HasPrefix(strings.TrimLeft(text[m[11]:], " "), "%") {
			is *= 100
		}
		_, decimals, exact := strings.Cut(said, ".")
		switch {
		case m[2] >= 0:
			is = round[strings.ToLower(text[m[2]:m[3]])](is)
		case exact:
			off = .51 * math.Pow(10, -float64(len(decimals)))
		default:
			off = .99 // up or down
		}
		all = append(all, result{m[10], m[11], format(is), math.Abs(is-plainNumber(said)) <= off})
	}
	return all
}

// lists returns the sums of numbers in a row that a text gives right behind them.
func lists(text string) (all []result) {
	for _, m := range listOf.FindAllStringSubmatchIndex(text, 20) {
		all = append(all, addedUp(text, m[2:4], m[4:6]))
	}
	for _, m := range sameOf.FindAllStringSubmatchIndex(text, 20) {
		if strings.EqualFold(text[m[4]:m[5]], text[m[8]:m[9]]) {
			all = append(all, addedUp(text, m[2:4], m[6:8]))
		}
	}
	for _, m := range madeOf.FindAllStringSubmatchIndex(text, 20) {
		parts, noun := text[m[6]:m[7]], " "+text[m[4]:m[5]]
		if strings.HasSuffix(parts, noun) && strings.Count(parts, noun+",")+strings.Count(parts, noun+" ")+1 == len(digits.FindAllString(parts, 20)) {
			all = append(all, addedUp(text, m[6:8], m[2:4]))
		}
	}
	return all
}

// addedUp is the sum of the numbers in one part of a text, and what another part says it is.
func addedUp(text string, parts, whole []int) result {
	is := 0.0
	for _, part := range digits.FindAllString(text[parts[0]:parts[1]], 20) {
		is += plainNumber(part)
	}
	return result{whole[0], whole[1], format(is), is == plainNumber(text[whole[0]:whole[1]])}
}

// bareProduct is a product without any words. It explains a number that is nearly as large.
var bareProduct = pattern.New(`^\d[\d,. ]*(?: ?[×*] ?\d[\d,. ]*)+$`)

const nearProduct = .1

// products returns the numbers of a text that a product in brackets explains, which names what
// they count.
func products(words lexicon, text string) (all []result) {
	for _, m := range explained.FindAllStringSubmatchIndex(text, 20) {
		inside, noun := text[m[6]:m[7]], text[m[4]:m[5]]
		factors := words.quantities(inside, 0)
		named := strings.Contains(strings.ToLower(inside), strings.ToLower(noun))
		if len(factors) < 2 || !strings.ContainsAny(inside, "×*") || !named && !bareProduct.MatchString(inside) ||
			!operand.MatchString(inside[:factors[0].Start]) || !operand.MatchString(inside[factors[len(factors)-1].End:]) {
			continue
		}
		if is, _, ok := leftOf(inside, factors); ok {
			said := text[m[2]:m[3]]
			if !named && math.Abs(is-plainNumber(said)) > nearProduct*is {
				continue // it is of something else
			}
			all = append(all, result{m[2], m[3], format(is), rounded(is, plainNumber(said), said, quantity{})})
		}
	}
	return all
}

// leftOf computes what stands before an equals sign: in the numbers as they are written, and in
// base units. It knows sums, differences and products.
func leftOf(text string, all []quantity) (raw, base float64, ok bool) {
	i := len(all) - 1
	raw, base = plainOf(text, all[i]), all[i].value
	rawSum, baseSum, n := 0.0, 0.0, 0
	for ; i > 0; i-- {
		between := text[all[i-1].End:all[i].Start]
		name, rest := operatorIn(between)
		if name == 0 || !operand.MatchString(rest) {
			break
		}
		if perUnit.MatchString(between) {
			return 0, 0, false
		}
		n++
		switch next := all[i-1]; name {
		case '×':
			raw, base = raw*plainOf(text, next), base*next.value
		case '+':
			rawSum, baseSum, raw, base = rawSum+raw, baseSum+base, plainOf(text, next), next.value
		case '-':
			rawSum, baseSum, raw, base = rawSum-raw, baseSum-base, plainOf(text, next), next.value
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

// plainOf returns the number of an amount as the text has it.
func plainOf(text string, q quantity) float64 {
	if one := (lexicon{}).quantities(leadingNumber(text[q.Start:]), 0); len(one) == 1 {
		return one[0].value
	}
	return q.value
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
		unit *= one[0].value
	}
	return math.Abs(result-given) <= unit
}
