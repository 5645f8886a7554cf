package facts

import (
	"math"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// A breakdown is a total with its parts in running text: "48 seats: 30 upstairs and 16
// downstairs", "14 EUR for this, 12 EUR for that, 28 EUR in all", "90 pumps. 60 are old, the
// other 20 are new". What makes a total of a number is where it stands beside a run of others,
// not which words surround it.

// farFromSum is by how much of a total its parts miss it at most: where they miss it by more
// they are no list of all parts.
const farFromSum = .3

var (
	// sumCue says that the number beside it is the sum of others.
	sumCue = pattern.New(`(?i)\b(?:in total|in all|altogether|total(?:s|l?ing)?|adds? up to|sums? (?:up )?to|makes|which is|comes to|overall|combined|budget)\b|=|总|合计|共计|一共|共|预算`)
	// openCue stands between a total and the parts that follow it.
	openCue = pattern.New(`(?i)[:：(（—–]|\b(?:of which|made up of|consisting of|consists? of|split into|divided into|comprising|comprises|composed of|namely)\b|分为|分成|分别|包括`)
	// restCue stands right before what is left of a total.
	restCue = pattern.New(`(?i)(?:\b(?:the )?(?:other|remaining|rest(?: of the)?)|其余|剩余|余下|剩下)(?:的)?[ ,，]*$`)
)

// wrongBreakdowns reports the totals of a paragraph that the parts beside them do not bear out,
// and returns where totals stand that have their parts beside them.
func (f *Found) wrongBreakdowns(d *document.Document, at document.Span) (settled []document.Span) {
	if at.Len() > 2*longest {
		return nil
	}
	text := readable(d, at)
	all := f.words.quantities(text, at.Start)
	if len(all) < 3 || len(all) > 40 || spokenOf(text) {
		return nil
	}
	settle := func(whole quantity, sum float64) {
		settled = append(settled, whole.Span)
		f.look(Sums, d)
		if near(sum, whole.value) || math.Abs(sum-whole.value) > farFromSum*whole.value {
			return
		}
		place := Place{d, sentenceAt(d, at, whole.Start)}
		f.report(Conflict{Sums, place, place, d.Slice(whole.Span), inUnitOf(f.words, d.Slice(whole.Span), whole.unit, sum)})
	}
	for _, unit := range unitsOf(all) {
		of := slices.DeleteFunc(slices.Clone(all), func(q quantity) bool { return q.unit != unit })
		for _, run := range runsBeside(text, at.Start, of) {
			if whole, parts, ok := totalOf(text, at.Start, of, run); ok {
				settle(whole, sumOf(parts))
			}
		}
		if whole, sum, ok := restOf(text, at.Start, of); ok {
			settle(whole, sum)
		}
	}
	return settled
}

// unitsOf returns the units of some amounts whose sums mean something, each once.
func unitsOf(all []quantity) (units []string) {
	for _, q := range all {
		if !slices.Contains(units, q.unit) && q.unit != "clock" && q.unit != "%" && q.unit != "°" {
			units = append(units, q.unit)
		}
	}
	return units
}

// runsBeside returns the first and the last index of amounts that are listed beside each other.
func runsBeside(text string, base int, of []quantity) (runs [][2]int) {
	plain := func(q quantity) bool { return q.bound == Exact && !q.ends && q.value > 0 }
	for i := 0; i < len(of); i++ {
		last := i
		for plain(of[last]) && last+1 < len(of) && plain(of[last+1]) && joinedBy(text[of[last].End-base:of[last+1].Start-base]) {
			last++
		}
		if last > i {
			runs = append(runs, [2]int{i, last})
			i = last
		}
	}
	return runs
}

// totalOf returns the total that stands beside a run of amounts, and its parts.
func totalOf(text string, base int, of []quantity, run [2]int) (whole quantity, parts []quantity, ok bool) {
	first, last := run[0], run[1]
	between := func(i int) string { return text[of[i].End-base : of[i+1].Start-base] }
	behind := func(i int) string {
		rest := text[of[i].End-base:]
		if end := strings.IndexAny(rest, ".,;:(。，；："); end >= 0 {
			rest = rest[:end]
		}
		return rest[:min(len(rest), 60)]
	}
	counted := func(whole quantity, parts []quantity) bool {
		if whole.unit != "" {
			return true
		}
		// What is counted must be one thing: the parts have no noun of their own, or the total's.
		number := text[whole.Start-base : whole.End-base]
		return len(whole.noun) > 0 && (sameCounted(parts, whole) || !slices.ContainsFunc(parts, func(q quantity) bool {
			return len(q.noun) > 0 && !(strings.Contains(classifiers, q.noun[0]) && strings.HasSuffix(number, q.noun[0])) // 48 只箱: 大箱 16 只
		}))
	}
	if last-first >= 2 && (sumCue.MatchString(between(last-1)) || sumCue.MatchString(behind(last))) {
		whole, parts = of[last], of[first:last]
		return whole, parts, counted(whole, parts)
	}
	if last+1 < len(of) {
		if gap := between(last); len(gap) <= 60 && sumCue.MatchString(gap) && !strings.ContainsAny(gap, ".。") {
			whole, parts = of[last+1], of[first:last+1]
			return whole, parts, counted(whole, parts)
		}
	}
	if first > 0 {
		whole, parts = of[first-1], of[first:last+1]
		if gap := between(first - 1); whole.bound == Exact && len(gap) <= 80 && openCue.MatchString(gap) && !strings.ContainsAny(gap, ".;。；,，") && counted(whole, parts) && !slices.ContainsFunc(parts, func(q quantity) bool { return q.value >= whole.value }) {
			return whole, parts, true
		}
	}
	return whole, nil, false
}

// restOf returns a total whose parts are named one after the other, the last as what is left:
// "312 blocks. 188 blocks have a probe; the other 124".
func restOf(text string, base int, of []quantity) (whole quantity, sum float64, ok bool) {
	for i := 2; i < len(of); i++ {
		before := text[:of[i].Start-base]
		if before = before[max(0, len(before)-28):]; of[i].bound != Exact || of[i].ends || !restCue.MatchString(strings.ToLower(before)) {
			continue
		}
		for j := i - 2; j >= 0; j-- {
			whole = of[j]
			parts := slices.DeleteFunc(slices.Clone(of[j+1:i]), func(q quantity) bool {
				return whole.unit == "" && len(q.noun) > 0 && !slices.Equal(q.noun, whole.noun)
			})
			if whole.unit == "" && len(whole.noun) == 0 || len(parts) == 0 || whole.bound != Exact {
				continue
			}
			if sum = sumOf(parts) + of[i].value; whole.value > of[i].value && sumOf(parts) < whole.value {
				return whole, sum, true
			}
		}
	}
	return whole, 0, false
}

func sumOf(parts []quantity) (sum float64) {
	for _, q := range parts {
		sum += q.value
	}
	return sum
}

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

// joinedBy tells whether what stands between two amounts lists them beside each other.
func joinedBy(between string) bool {
	if len(between) > 60 || strings.ContainsAny(between, ".;:。；：") {
		return false
	}
	for _, joint := range [...]string{",", "，", "、", " and ", "和", "+", "＋", " plus ", "加", "&"} {
		if strings.Contains(between, joint) {
			return true
		}
	}
	return false
}

// sameCounted tells whether numbers without units count one thing: none of them names another
// thing than the total does.
func sameCounted(parts []quantity, whole quantity) bool {
	if len(whole.noun) == 0 {
		return false
	}
	of := whole.noun[len(whole.noun)-1]
	found := false
	for _, q := range parts {
		if len(q.noun) == 0 {
			continue
		}
		if q.noun[len(q.noun)-1] != of {
			return false
		}
		found = true
	}
	return found
}

// operand is what may stand between two numbers of an equation beside the operator: the unit or
// the name of what is counted.
var operand = pattern.New(`^[\pL%％€$£¥°²/. -]{0,16}$`)

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
