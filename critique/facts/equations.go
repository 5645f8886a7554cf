package facts

import (
	"fmt"
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

// equations returns the results that stand behind an equals sign: "14 + 8 + 24 = 48", "12 × 70 = 850 EUR", "13,440 kWh ÷
// 6.5 h ≈ 2,268 kW".
func equations(words lexicon, text string) (found []result) {
	if !strings.ContainsAny(text, "=≈") || compound.MatchString(text) {
		return nil
	}
	text = divided.ReplaceAllString(strings.NewReplacer("≈", "=~~", " x ", " * ", " - ", " \x02 ").Replace(text), "$1\x01$2") // of as many bytes
	all := amountsOf(words, strings.ReplaceAll(text, "=~~", "  ="))
	for i := 1; i < len(all); i++ {
		q := &all[i]
		before, given, equals := strings.Cut(text[all[i-1].End:q.Start], "=")
		about := strings.HasPrefix(given, "~~")
		if !equals || assigned.MatchString(before+"="+given) || strings.ContainsAny(before, "~<>!") || strings.Trim(strings.TrimPrefix(given, "~~"), " €$£¥") != "" || q.ends || all[i-1].ends {
			continue
		}
		if bits.MatchString(text[:q.Start]) {
			continue // eight of them are a byte
		}
		made, ok := expressionOf(text, all[:i], before)
		if after := strings.TrimLeft(text[q.End:], " "); !ok || after != "" && strings.ContainsRune("+×*−/÷\x01…", firstRune(after)) || strings.HasPrefix(after, "..") {
			continue // the equation goes on
		}
		is := made.amount / q.scale
		if math.Abs(made.plain-q.plain) < math.Abs(is-q.plain) {
			is = made.plain
		}
		found = append(found, result{q.Start, q.End, format(is), made.meant(q, about)})
	}
	return found
}

// compound is an amount in two units.
var compound = pattern.New(`(?i)\d ?(?:h|hours?|小时) ?\d+ ?(?:m|min|minutes?|分钟?)\b`)

// assigned is a word that is given a value, as programs write it: rx=0.
var assigned = pattern.New(`\pL{2,}=$`)

// bits are amounts in bits, which no unit here is reckoned in.
var bits = pattern.New(`(?i)\d ?[kmgt]?i?bits?\b|\d ?[kmg]?bps\b`)

// divided is a division without spaces, which quantities takes for a name.
var divided = pattern.New(`(\d)/(\d)`)

// reckoned is what numbers that signs join come to: the numbers as they are written, and what they are of.
type reckoned struct {
	plain, amount float64
	divides       bool
	lead          float64 // the first number: so many times what is said
}

// meant tells whether what is reckoned is the result that a text gives: the number that is written, or the amount.
func (r reckoned) meant(q *measured, about bool) bool {
	off, plain := q.lastPlace(), r.plain
	if about {
		off = max(off, nearlyEqual*q.plain)
	}
	if r.divides {
		off = max(off, .99*q.last) // up or down
	}
	switch {
	case q.unit == "%":
		plain *= 100
	case r.divides:
		plain /= r.lead // 4 × 1500/2 = 750
	}
	return slices.ContainsFunc([]float64{r.plain, plain, r.amount / q.scale}, func(n float64) bool { return math.Abs(n-q.plain) <= off })
}

// nearlyEqual is by how much of itself a result may be off that is said to be about right.
const nearlyEqual = .03

// expressionOf reckons what signs join up to the last of some amounts, and what stands behind it.
func expressionOf(text string, all []measured, behind string) (made reckoned, ok bool) {
	signs, ok := signsIn(behind)
	if !ok || strings.Trim(signs, ")") != "" {
		return made, false
	}
	first := len(all) - 1
	for ; first > 0; first-- {
		between, ok := signsIn(text[all[first-1].End:all[first].Start])
		if !ok || !oneSign.MatchString(between) || strings.Count(between+signs, "(") > strings.Count(between+signs, ")") {
			break
		}
		signs = between + "n" + signs
	}
	before := strings.TrimRight(text[:all[first].Start], " €$£¥")
	signs = "n" + signs
	for range strings.Count(signs, ")") - strings.Count(signs, "(") {
		inner, opened := strings.CutSuffix(before, "(")
		if before = inner; !opened {
			return made, false
		}
		signs = "(" + signs
	}
	named := strings.HasPrefix(signs, "(") && (wordBefore.MatchString(before) || strings.HasSuffix(signs, ")")) && !rounding.MatchString(before)
	if named || notAlone.MatchString(strings.TrimRight(before, " ")) || len(all)-first < 2 {
		return made, false // what is before it nobody can read
	}
	e := expression{signs, all[first:]}
	made = e.sum()
	made.lead = all[first].plain
	if m := rounding.FindStringSubmatch(before); m != nil && strings.HasPrefix(signs, "(") {
		round := map[string]func(float64) float64{"ceil": math.Ceil, "floor": math.Floor, "round": math.Round}[strings.ToLower(m[1])]
		made = reckoned{plain: round(made.plain), amount: round(made.plain)}
	}
	return made, e.signs == ""
}

var (
	oneSign  = pattern.New(`^\)*[-+*/]\(*$`)
	notAlone = pattern.New(`[-+×*÷/\x01)^−–~]$|\d$`)
	// wordBefore is the name of a function, whose numbers are what it is of.
	wordBefore = pattern.New(`\pL$`)
	called     = pattern.New(`\pL\(|\pL ?/ |/ ?\pL+ \d|\. `)
	rounding   = pattern.New(`(?i)\b(ceil|floor|round)$`)
)

// signsIn returns the signs of a text between two numbers, which holds nothing else than units and names.
func signsIn(text string) (signs string, ok bool) {
	if called.MatchString(text) {
		return "", false
	}
	rest := strings.Map(func(r rune) rune {
		sign, known := map[rune]string{'+': "+", '＋': "+", '×': "*", '*': "*", '·': "*", '−': "-", '–': "-", '\x02': "-", '÷': "/", '\x01': "/", '(': "(", ')': ")"}[r]
		if signs += sign; known {
			return -1
		}
		return r
	}, perUnit.ReplaceAllString(strings.NewReplacer(" / ", " ÷ ", " x ", " × ").Replace(text), ""))
	return signs, operand.MatchString(rest)
}

// expression reads signs from the left, "n" for each of its numbers.
type expression struct {
	signs string
	all   []measured
}

func (e *expression) next(signs string) (sign byte) {
	if e.signs != "" && strings.IndexByte(signs, e.signs[0]) >= 0 {
		sign, e.signs = e.signs[0], e.signs[1:]
	}
	return sign
}

func (e *expression) sum() reckoned {
	made := e.product()
	for sign := e.next("+-"); sign != 0; sign = e.next("+-") {
		more, times := e.product(), 1.0
		if sign == '-' {
			times = -1
		}
		made = reckoned{made.plain + times*more.plain, made.amount + times*more.amount, made.divides || more.divides, 1}
	}
	return made
}

func (e *expression) product() reckoned {
	made := e.factor()
	for sign := e.next("*/"); sign != 0; sign = e.next("*/") {
		switch more := e.factor(); sign {
		case '*':
			made = reckoned{made.plain * more.plain, made.amount * more.amount, made.divides || more.divides, 1}
		default:
			made = reckoned{made.plain / more.plain, made.amount / more.amount, true, 1}
		}
	}
	return made
}

func (e *expression) factor() (made reckoned) {
	switch e.next("(n") {
	case '(':
		made = e.sum()
		e.next(")")
	case 'n':
		made, e.all = reckoned{plain: e.all[0].plain, amount: e.all[0].amount()}, e.all[1:]
	}
	return made
}

// perUnit is the unit behind an amount for each of which it is: 60 mm/s.
var perUnit = pattern.New(`/\pL+`)

var (
	// listOf is a list of numbers and their sum.
	listOf = pattern.New(`(?i)(?:^|[^\d.,–-])(\d[\d,]*(?:(?:, |、)\d[\d,]*)*(?:,? (?:and|&) |和|及|与) ?\d[\d,]*)\b[^\d.;:()（）。；]{0,40}[,(，（] ?(?:i\.e\. |that is |共计?|合计|总计)?(\d[\d,]*)(?: [\pL-]+){0,2}? (?:in total|in all|altogether|together|overall)\b`)
	// severalOf are several things with how many there are of each, and all of them together.
	severalOf = pattern.New(`(?i)(?:^|[^\pL\d.,–-])((?:\d[\d,]* \pL[\pL -]{2,40}(?:, (?:and )?| and )){2,5})(\d[\d,]*)(?: [\pL-]+){0,2}? (?:in total|in all|altogether|overall)\b`)
	// sameOf is a list of numbers of something and how many of it that are.
	sameOf = pattern.New(`(?i)(?:^|[^\d.,–-])(\d[\d,]*(?:, \d[\d,]*)*,? (?:and|und|et|y|e) \d[\d,]*) ([\pL-]+)(?:: | = |, that is |, i\.e\. )(\d[\d,]*) ([\pL-]+)\b`)
	// explained is a number of something, and in brackets the product that it is.
	explained = pattern.New(`(?i)(\d[\d,]*(?:\.\d+)?) ([\pL-]{3,})[^().,;:\d=]{0,40} ?\(([^()=≈~]{5,80})\)`)
	digits    = pattern.New(`\d[\d,]*(?:\.\d+)?`)
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
	all := slices.Concat(equations(f.words, text), lists(text), shareResults(text), parted(f.words, text), stays(text), products(f.words, text), workedOut(f.words, text), multiplied(f.words, text), outages(f.words, text), wrongWeekdays(text))
	for _, r := range withSlips(f.words, text, all) {
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
	for _, m := range severalOf.FindAllStringSubmatchIndex(text, 20) {
		if r := addedUp(text, m[2:4], m[4:6]); r.holds || nearly(plainNumber(text[m[4]:m[5]]), plainNumber(r.is)) {
			all = append(all, r)
		}
	}
	for _, m := range namedParts.FindAllStringSubmatchIndex(text, 20) {
		if r := addedUp(text, m[4:6], m[2:4]); r.holds || math.Abs(plainNumber(text[m[2]:m[3]])-plainNumber(r.is)) <= nearParted*plainNumber(r.is) {
			all = append(all, r)
		}
	}
	for _, m := range meanOf.FindAllStringSubmatchIndex(text, 20) {
		all = append(all, average(text, m[4:6], m[2:4]))
	}
	for _, m := range slices.Concat(meanIs.FindAllStringSubmatchIndex(text, 20), meanZh.FindAllStringSubmatchIndex(text, 20)) {
		all = append(all, average(text, m[2:4], m[4:6]))
	}
	return all
}

// namedParts are a total and what it is made of, by names with numbers in brackets: "128 singers: the choir (62), the juniors (66)".
var namedParts = pattern.New(`(?:^|[^\d.,])(\d[\d,]*)\+? ?[^.;:\d()（）：]{1,60}[:：] ?((?:[^.;:,\d()（）]{2,40}[(（]\d[\d,]*[)）](?:, (?:and )?| and |、|，|和)?){2,})(?:[.;。；]|$)`)

// A number that is said to be the average of others, before these or behind them.
const severalNumbers = `(\d+(?:\.\d+)?%?(?:(?:, (?:and )?| and | & | ?[、，和与] ?)\d+(?:\.\d+)?%?)+)`

var (
	meanOf = pattern.New(`(?i)(?:^|[^\d.])(\d+(?:\.\d+)?)%?[^.;:\d()]{0,24}\b(?:average|mean) of ` + severalNumbers)
	meanIs = pattern.New(`(?i)\b(?:average|mean) of ` + severalNumbers + `,? (?:is|gives|makes) (\d+(?:\.\d+)?)`)
	meanZh = pattern.New(severalNumbers + ` ?分?的(?:平均|均值)[分值数]?(?:为|是)? ?(\d+(?:\.\d+)?)`)
)

// average is the average of the numbers in one part of a text, and what another part says it is.
func average(text string, parts, whole []int) result {
	is, all := 0.0, digits.FindAllString(text[parts[0]:parts[1]], 20)
	for _, part := range all {
		is += plainNumber(part) / float64(len(all))
	}
	said := text[whole[0]:whole[1]]
	_, decimals, _ := strings.Cut(said, ".")
	return result{whole[0], whole[1], format(is), math.Abs(is-plainNumber(said)) <= .51*math.Pow(10, -float64(len(decimals)))}
}

// parted returns the totals of a text whose parts follow in a list: "29 tasks: 3 setup, 4 foundational, 22 for the stories".
func parted(words lexicon, text string) (found []result) {
	for _, m := range bareNumeral.FindAllStringSubmatchIndex(text, -1) {
		value := numerals[strings.ToLower(text[m[2]:m[3]])]
		if strings.EqualFold(text[m[2]:m[3]], "one") && !strings.HasPrefix(text[m[3]:], " for ") { // one for each of them
			value = 1
		}
		if value > 0 {
			text = text[:m[2]] + fmt.Sprintf("%-*s", m[3]-m[2], format(value)) + text[m[3]:]
		}
	}
	all := words.quantities(text, 0)
	for i, q := range all {
		if q.bound == Least || q.ends || q.unit == "clock" {
			continue
		}
		scale := q.value / plainOf(text, q) // of parts that leave out the unit
		whole, last, reached := 0.0, i, false
		for j := i + 1; j < len(all) && all[j].bound == Exact && !all[j].ends; j++ {
			gap, part := text[all[j-1].End:all[j].Start], all[j].value
			if all[j].unit == "" && q.unit != "" && len(all[j].noun) == 0 {
				part *= scale
			} else if all[j].unit != q.unit {
				break
			}
			if j == i+1 && !beginsParts.MatchString(gap) || j > i+1 && !nextPart.MatchString(gap) {
				break
			}
			whole, last, reached = whole+part, j, reached || near(whole, q.value)
		}
		within := nearParted
		if last-i == leastParted {
			within /= 2 // two numbers may be of anything
		}
		if last-i < leastParted || reached || !endsParts.MatchString(text[all[last].End:]) || math.Abs(whole-q.value) > within*q.value {
			continue
		}
		found = append(found, result{q.Start, q.End, inUnitOf(words, text[q.Start:q.End], q.unit, whole), near(whole, q.value) || q.bound == Most && whole < q.value})
	}
	return found
}

// leastParted is how many parts follow a total at least, and nearParted by how much of it they may miss it.
const (
	leastParted = 2
	nearParted  = .3
)

var (
	beginsParts = pattern.New(`^[^.,;:()\d（）：]{0,60}(?:[:：] ?(?:\pL[\pL-]* ){1,3}|(?:[:：(（]|, of which|, davon|, dont|, de los cuales|，其中) ?(?:[A-Z]{3} |[$€£¥]|[A-Z]? ?\p{Han}{1,2} ?)?)$`)
	nextPart    = pattern.New(`(?i)^[^.,;:+()（）]{0,60}(?:[,;、，；+]|,? (?:and|und|et|y|e|en|и)|和|及)(?: (?:and|und|et|y|e))? ?(?:[A-Z]{3} |[$€£¥]|[A-Z]? ?\p{Han}{1,2} ?|(?:\pL[\pL-]* ){1,3})?$`)
	endsParts   = pattern.New(`^[^,;:+()（）、，；]{0,60}(?:[.。;；)），]|$)`)
	// bareNumeral is a number in letters, of what it stands before: "five in Epic 1".
	bareNumeral = pattern.New(`[:,;(] ([a-z]{3,9}) `)
)

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
		inside, noun, said := text[m[6]:m[7]], text[m[4]:m[5]], text[m[2]:m[3]]
		made := equations(words, inside+" = "+said)
		named := strings.Contains(strings.ToLower(inside), strings.ToLower(noun))
		if len(made) != 1 || !strings.ContainsAny(inside, "×*") || !named && !bareProduct.MatchString(inside) {
			continue
		}
		if is := plainNumber(made[0].is); named || math.Abs(is-plainNumber(said)) <= nearProduct*is { // else it is of something else
			all = append(all, result{m[2], m[3], made[0].is, made[0].holds})
		}
	}
	return all
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
