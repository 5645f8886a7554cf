package facts

import (
	_ "embed"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"discussd/internal/text/pattern"
)

// Arithmetic: what the numbers of a sentence come to, in coherent units, and where one of them is said to be that.

//go:embed words/dimensions.txt
var dimensionWords string

// dimension is what an amount measures: the sum of the numbers of its base units, so that a product adds and a
// quotient takes away. What is counted has none.
type dimension uint64

// derived is a unit that is made of others.
type derived struct {
	times float64
	of    dimension
}

var dimensions = dimensionsOf(dimensionWords)

func dimensionsOf(list string) map[string]derived {
	all := map[string]derived{}
	for _, line := range linesOf(list) {
		times, _ := strconv.ParseFloat(line[1], 64)
		one := derived{times: times}
		for _, word := range line[2:] {
			if under, ok := strings.CutPrefix(word, "/"); ok {
				one.of -= baseOf(under)
			} else {
				one.of += baseOf(word)
			}
		}
		all[line[0]] = one
	}
	return all
}

// dimensionOf returns what a base unit is made of: nothing but itself, if no list says more.
func dimensionOf(unit string) derived {
	if d, ok := dimensions[unit]; ok {
		return d
	}
	return derived{1, baseOf(unit)}
}

func baseOf(unit string) dimension {
	h := fnv.New64a()
	h.Write([]byte(unit))
	return dimension(h.Sum64())
}

// measured is an amount of a text that can be reckoned with.
type measured struct {
	quantity
	plain float64 // the number as it is written
	scale float64 // how much one of what is written is
	of    dimension
	last  float64 // its last place
	each  float64 // scale and dimension of what it is in a stretch of time, or another amount, that the text names
	rate  dimension
}

// perTime says that an amount is one for each stretch of time, or of something else that is measured.
var perTime = pattern.New(`^(?:[^.,;:()\d]{0,30} )?(?i:an?|per|each|every|pro|je|par|por|al?) ((?:cubic |square )?\pL+)|^ ?(\pL*)/(\pL+)`)

// amountsOf returns the amounts of a text to reckon with.
func amountsOf(words lexicon, text string) (all []measured) {
	for _, q := range words.quantities(text, 0) {
		m := measured{quantity: q, plain: q.value, scale: 1, last: 1}
		if number := leadingNumber(strings.ReplaceAll(text[q.Start:q.End], " ", "")); number != "" {
			_, decimals, _ := strings.Cut(number, ".")
			m.plain, m.last = plainNumber(number), math.Pow(10, -float64(len(decimals)))
		} else if _, unit, _ := strings.Cut(text[q.Start:q.End], " "); units[strings.ToLower(unit)].times > 0 {
			m.plain /= units[strings.ToLower(unit)].times // three hours
		}
		if q.unit == "" && m.plain != 0 {
			m.last, m.plain = m.last*math.Abs(q.value/m.plain), math.Abs(q.value) // 1.5M
		} else if m.plain != 0 {
			m.scale = math.Abs(q.value / m.plain) // the sign may be one between two numbers
		}
		if q.unit != "" && q.unit != "time" {
			d := dimensionOf(q.unit)
			m.scale, m.of = m.scale*d.times, d.of
		}
		m.each, m.rate = m.scale, m.of
		rest := text[q.End:min(len(text), q.End+50)]
		if p := perTime.FindStringSubmatch(rest); p != nil && q.unit != "clock" {
			if one := words.quantities("1 "+p[2], 0); len(one) == 1 && one[0].unit != "" && q.unit == "" {
				m.scale, m.of = one[0].value, baseOf(one[0].unit) // 60 m/min
			}
			if u := units[strings.ToLower(p[1]+p[3])]; u.base == "s" || u.base != "" && len(p[1]) > 1 {
				d := dimensionOf(u.base)
				m.each, m.rate = m.scale/(u.times*d.times), m.of-d.of
			}
		}
		all = append(all, m)
	}
	return all
}

func (m *measured) amount() float64 { return m.plain * m.scale }

// lastPlace is half of the last place to which a number is given.
func (m *measured) lastPlace() float64 {
	off := .51 * m.last
	for whole := m.plain; m.last == 1 && whole >= 1000 && math.Mod(whole, 10) == 0; whole /= 10 {
		off *= 10 // 89,300 may be rounded to hundreds
	}
	return off
}

// blur is by how much of itself an amount may be off where it is rounded.
func (m *measured) blur() float64 {
	switch {
	case m.unit == "byte":
		return .05
	case m.last == 1 && m.plain < 1000:
		return 0
	}
	return m.lastPlace() / m.plain
}

// meets tells whether an amount is what is written, rounded to its last place.
func (m *measured) meets(amount float64) bool {
	off := m.lastPlace()
	if m.unit == "%" {
		off = max(off, .99*m.last) // up or down
	}
	return math.Abs(amount/m.scale-m.plain) <= off
}

// fits tells whether an amount is of the size of what is written.
func (m *measured) fits(amount, times float64) bool {
	return amount < times*m.amount() && m.amount() < times*amount
}

// comesTo are the words between numbers and what they make.
var comesTo = pattern.New(`(?i)(?:^|[^\pL])(?:that is|that makes|which is|which makes|i\.e\.,?|das sind|das ergibt|soit|c'est-à-dire|es decir|ossia|ou seja)(?: about| around| some)? ?$|(?:即|也就是|合|相当于)约? ?$`)

// changeOf stands before what two numbers differ by: "from 94 to 60 minutes, a reduction of 36 %".
var changeOf = pattern.New(`(?i)^[^.;:()\d]{0,24}\b(?:a|an) (?:reduction|decrease|drop|cut|saving|increase|rise|growth|gain) of ?$`)

// workedOut returns the results that a text gives in words: "460 calls a week. Each takes 6 minutes, that
// is 46 hours", "45 % of 1,200 Wh: 540 Wh", "of 640 readers 224, that is 35 %", "114 of 120 (95 %)".
func workedOut(words lexicon, text string) (found []result) {
	all := amountsOf(words, text)
	for i := 1; i < len(all); i++ {
		q, before := &all[i], all[:i]
		if q.ends || untold(q) || compound.MatchString(text[q.Start:min(len(text), q.End+16)]) {
			continue
		}
		made, sure := 0.0, false
		gap := text[before[i-1].End:q.Start]
		switch last := before[i-1]; {
		case q.unit == "%" && i > 1 && changeOf.MatchString(gap) && before[i-2].unit == last.unit && last.unit != "%":
			low, high := min(last.amount(), before[i-2].amount()), max(last.amount(), before[i-2].amount())
			if made, sure = 1-low/high, true; last.amount() > before[i-2].amount() {
				made = high/low - 1
			}
		case comesTo.MatchString(gap):
			made, sure = productOf(before, q)
		case i > 1 && q.unit != "" && last.unit == q.unit && orElse.MatchString(gap) && comesTo.MatchString(text[all[i-2].End:last.Start]):
			made, sure = last.amount(), true
		default:
			made, sure = inForm(text, before, q)
		}
		if sure {
			found = append(found, result{q.Start, q.End, shortly(made / q.scale), q.meets(made)})
		}
	}
	return found
}

var (
	ofAll  = pattern.New(`(?i)^ ?(?:of|von|de|du|di|der|des)(?: the| a| its)? ?$|^ ?的 ?$`)
	ofIt   = pattern.New(`(?i)^ ?(?:of (?:it|them|that)|davon|其中)(?: are| is)? ?[:=：，]? ?$`)
	orElse = pattern.New(`(?i)^, (?:or|oder|ou|o) (?:about |around |some )?$`)
	isThat = pattern.New(`(?i)^ ?(?:[:=：]|,? ?(?:is|are|makes?|gives?|sind|ergibt|font|soit|son)|为|是|即) ?$`)
	// inOne stands between how many there are and how much each of them is, and each behind that.
	inOne = pattern.New(`(?i)^(?: ?\pL[\pL-]*){0,3} ?(?:of|with|at|[×x]|à|von|zu|mit|je|de|con|da|met|van)(?: je)? ?$|^ ?[个台条张件只套]?\pL{0,6}(?:每\pL{1,3})$`)
	each  = pattern.New(`(?i)^(?: \pL+)? (?:each|apiece|jeweils|chacune?|cada (?:un|una|uno|uma)|ciascun[oa]?)(?:[^\pL]|$)`)
	// atWhich stands before a rate that is given, and made of nothing: "180° at 2.7° per second".
	atWhich = pattern.New(`(?i)\b(?:at|with|by|bei|mit|con|avec|à) ?$|以 ?$`)
	// openBracket stands between a count and the share in brackets that it is.
	openBracket = pattern.New(`^[^.,;:()\d（）]{0,40}[(（] ?$`)
)

// inForm returns what the one form comes to in which a text gives a result without saying so: a share in brackets, so many of so
// much, a rate for a time.
func inForm(text string, before []measured, q *measured) (made float64, sure bool) {
	last, same := before[len(before)-1], func(b measured) bool { return b.unit == q.unit }
	gap := text[last.End:q.Start]
	if at := slices.IndexFunc(before, same); last.unit == "%" && q.unit != "" && at >= 0 && ofIt.MatchString(gap) {
		return last.amount() * before[at].amount(), !slices.ContainsFunc(before[at+1:], same)
	}
	if n := len(before); n > 1 && before[n-2].unit == "%" && q.unit != "" && q.unit != "%" && same(last) && isThat.MatchString(gap) && ofAll.MatchString(text[before[n-2].End:last.Start]) {
		return before[n-2].amount() * last.amount(), true
	}
	if len(before) > mostReckoned || q.rate != 0 && atWhich.MatchString(gap) {
		return 0, false
	}
	for i := range before {
		for j := range before {
			a, b := &before[i], &before[j]
			if i == j || b.amount() == 0 {
				continue
			}
			if explains(a, b, q) {
				return 0, false
			}
			amount, ok := formOfTwo(text, a, b, q)
			switch {
			case !ok || !q.fits(amount, nearlyTold), slices.ContainsFunc(before, func(b measured) bool { return b.of == q.of && b.meets(amount) }):
				continue // or it is said already
			case math.Abs(amount-q.amount()) <= amount*(a.blur()+b.blur()+q.blur()):
				return q.amount(), true
			}
			if sure && !near(made, amount) {
				return 0, false
			}
			made, sure = amount, true
		}
	}
	return made, sure
}

const (
	// mostReckoned is how many numbers a text has at most before one that two of them make without a word, and nearlyTold how many
	// times a wrong one is the right one at most.
	mostReckoned = 6
	nearlyTold   = 1.35
)

// explains tells whether two amounts make a third in some way.
func explains(a, b, q *measured) bool {
	x, y := a.amount(), b.amount()
	return slices.ContainsFunc([]float64{x, x * y, x + y, x - y, x / y, 1 - x/y, x/y - 1}, q.meets)
}

// formOfTwo returns what two amounts make where a text gives them in a form that tells.
func formOfTwo(text string, a, b, q *measured) (amount float64, ok bool) {
	between := ""
	if a.End <= b.Start {
		between = text[a.End:b.Start]
	}
	switch {
	case q.unit == "%":
		return a.amount() / b.amount(), a.of == b.of && a.unit != "%" && a.amount() < b.amount() && b.bound == Exact && a.End <= q.Start && openBracket.MatchString(text[a.End:q.Start])
	case b.of != 0 && b.of == q.of && a.unit == "" && len(a.noun) > 0:
		return a.amount() * b.amount(), between != "" && !q.ends && q.bound == Exact && (inOne.MatchString(between) || len(between) < 30 && each.MatchString(text[b.End:]))
	case a.rate != 0 && b.of != 0 && a.rate+b.of == q.of && q.rate == q.of:
		return a.plain * a.each * b.amount(), q.of != 0 || wordAfter(text, a) == wordAfter(text, q)
	case a.of != 0 && b.of != 0 && a.of != b.of && a.rate == a.of && a.of-b.of == q.rate:
		return a.amount() / b.amount() * q.scale / q.each, true
	}
	return 0, false
}

// wordAfter returns the word that follows an amount.
func wordAfter(text string, m *measured) string {
	rest := strings.TrimLeft(text[m.End:], " ")
	return strings.ToLower(rest[:wordEnd(rest)])
}

// productOf returns the one product of a count and an amount before a result that is of its size; sure
// is false where there is none or several. What fits some way of reckoning needs no other.
func productOf(before []measured, q *measured) (made float64, sure bool) {
	if n := len(before); q.unit == "%" && n > 1 && before[n-1].unit == before[n-2].unit && before[n-1].unit != "%" {
		low, high := min(before[n-1].amount(), before[n-2].amount()), max(before[n-1].amount(), before[n-2].amount())
		if made = low / high; near(math.Round(100-100*made), math.Round(q.plain)) || near(math.Round(100*high/low-100), math.Round(q.plain)) {
			return q.amount(), true // what it falls or rises by
		}
		return made, q.fits(made, nearlyMade)
	}
	for i, a := range before {
		for _, b := range before[i+1:] {
			x, y := a.amount(), b.amount()
			if slices.ContainsFunc([]float64{x * y, x + y, x - y, x / y, y / x}, func(n float64) bool {
				return math.Abs(n-q.amount()) < .06*q.amount()
			}) {
				return q.amount(), true
			}
			if (a.of == 0) == (b.of == 0) || a.of+b.of != q.of || !q.fits(x*y, nearlyMade) {
				continue
			}
			if sure {
				return 0, false
			}
			made, sure = x*y, true
		}
	}
	return made, sure
}

// nearlyMade is how many times a wrong result is the right one at most.
const nearlyMade = 1.8

var (
	// inEach is so many of something in each of others: "45 sensors (six in each compartment)", "3 pits in each of the two rounds".
	inEach = pattern.New(`(?i)(^|[^\pL\d])(\d+|\pL{3,9}) ((?:[\pL-]+ ){0,3}?)(?:in|on|at|for|per) (?:each|every)(?: of (?:the|its|our|their)(?: (\d+|\pL{3,9}))?)? ([\pL-]{3,})`)
	// eachIn is how many of others there are, and what each of them brings: "(two evenings, 80 cuts each)".
	eachIn = pattern.New(`(?i)[(（](\d+|\pL{3,9}) [\pL-]{3,}, (\d+) ([\pL-]{3,}) each[)）]`)
	// lettered are things that are called by letters, with so many others in each: "rows A to F with 6 squares each".
	lettered = pattern.New(`[\pL-]{3,} ([A-Z]) ?(?:to|–|-) ?([A-Z]),? with (\d+|\pL{3,9}) ([\pL-]{3,}) each`)
)

// multiplied returns the counts of a text that miss the product of how many are in each of others, and of how many
// of these there are.
func multiplied(words lexicon, text string) (found []result) {
	all := words.quantities(text, 0)
	only := func(noun string, but float64) (one quantity, n int) {
		for _, q := range all {
			if q.unit == "" && q.bound == Exact && !q.ends && q.value != but && slices.Contains(q.noun, words.stem(strings.ToLower(noun))) {
				one, n = q, n+1
			}
		}
		return one, n
	}
	tell := func(whole quantity, made float64) {
		if made > 1 && whole.value < nearlyMade*made && made < nearlyMade*whole.value {
			found = append(found, result{whole.Start, whole.End, format(made), near(made, whole.value)})
		}
	}
	for _, m := range lettered.FindAllStringSubmatch(text, 4) {
		part := wordNumber(m[3])
		if whole, n := only(m[4], part); n == 1 {
			tell(whole, part*(float64(m[2][0])-float64(m[1][0])+1))
		}
	}
	for _, m := range eachIn.FindAllStringSubmatch(text, 4) {
		part := wordNumber(m[2])
		if whole, n := only(m[3], part); n == 1 {
			tell(whole, part*wordNumber(m[1]))
		}
	}
	for _, m := range inEach.FindAllStringSubmatchIndex(text, 4) {
		part, times := wordNumber(text[m[4]:m[5]]), 0.0
		if m[8] >= 0 {
			times = wordNumber(text[m[8]:m[9]])
		} else if others, n := only(text[m[10]:m[11]], 0); n == 1 {
			times = others.value
		}
		last := -1
		for last+1 < len(all) && all[last+1].End <= m[3] {
			last++
		}
		noun := strings.Fields(text[m[6]:m[7]])
		switch {
		case text[m[2]:m[3]] == "(" && last >= 0 && all[last].unit == "" && len(all[last].noun) > 0 && !strings.ContainsAny(text[all[last].End:m[2]], ".;:,()"):
			tell(all[last], part*times)
		case len(noun) > 0:
			if whole, n := only(noun[len(noun)-1], part); n == 1 {
				tell(whole, part*times)
			}
		}
	}
	return found
}

// wordNumber returns a number in figures or in letters, 0 for any other word.
func wordNumber(text string) float64 {
	if digit(text[0]) {
		return plainNumber(text)
	}
	return numerals[strings.ToLower(text)]
}

// shareOf is a share of something, and how many of how many that are.
var shareOf = pattern.New(`(?i)(?:^|[^\d.,])(\d+(?:\.\d+)?) ?% of (?:the |all |its )?[^.;:()\d%]{2,70}[,(] ?(\d[\d,]*) (?:of|out of) (\d[\d,]*)(?:[).,;]|$)`)

// shareResults returns the shares of a text that two counts beside them explain.
func shareResults(text string) (all []result) {
	take := func(share, part, whole []int, times float64) {
		of, said := plainNumber(text[whole[0]:whole[1]]), plainNumber(text[share[0]:share[1]])
		_, decimals, _ := strings.Cut(text[share[0]:share[1]], ".")
		if made := 100 * plainNumber(text[part[0]:part[1]]) / of; made < 100 && said <= times*made && made <= times*said {
			all = append(all, result{share[0], share[1], format(math.Round(made*10)/10) + " %", math.Abs(made-said) <= .6*math.Pow10(-len(decimals))})
		}
	}
	for _, m := range shareOf.FindAllStringSubmatchIndex(text, 20) {
		take(m[2:4], m[4:6], m[6:8], 3)
	}
	for _, m := range ofThese.FindAllStringSubmatchIndex(text, 20) {
		if !strings.HasPrefix(text[m[1]:], " of ") {
			take(m[6:8], m[2:4], m[4:6], nearlyTold)
		}
	}
	return all
}

// ofThese are how many of how many, and the share of it: "171 of 200, 85.5 %".
var ofThese = pattern.New(`(?i)(?:^|[^\d.,])(\d[\d,]*) (?:of|out of) (\d[\d,]*)(?: [a-z]+)? ?(?:,|:|=| is| are| make)  {0,3}(\d+(?:\.\d+)?) {0,2}%`)

// nearly tells whether a number is of the size of another.
func nearly(a, b float64) bool { return a <= b*nearlyTold && b <= a*nearlyTold }
