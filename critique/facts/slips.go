package facts

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"discussd/internal/text/pattern"
)

// Slips of the pen: results that nothing explains and that are one figure away from what the numbers before them come to.

const (
	mostOperands = 5 // of how many numbers before it a result may be made
	leastListed  = 3 // how many there are, at least, where a colon alone says that it is their sum
	nearlyLeft   = 3 // how many times what is left, or goes into an amount, a wrong one is at most
)

// slips returns the results of a text that the numbers before them do not make in any way, but for one figure:
// another one, two that changed places, or, where words say that it is a result, a power of ten or a factor of two.
func slips(words lexicon, text string) (found []result) {
	if words.rounded = true; len(digits.FindAllStringIndex(text, 2)) < 2 {
		return nil
	}
	all := amountsOf(words, text)
	for i := 1; i < len(all); i++ {
		q, before := &all[i], all[max(0, i-mostOperands):i]
		if untold(q) || q.ends || bits.MatchString(text[before[0].Start:q.End]) {
			continue
		}
		gap := text[before[len(before)-1].End:q.Start]
		s := solver{text: text, before: before, result: q}
		s.summed = inAll.MatchString(text[q.End:]) || summedUp.MatchString(gap)
		s.listed = strings.HasSuffix(strings.TrimRight(gap, " "), ":")
		s.so = therefore.MatchString(text[:q.Start])
		s.leaves = left.MatchString(gap)
		s.equals = equal.MatchString(gap)
		s.told = s.summed || resulting.MatchString(gap) || s.so
		if i == 1 || !s.told && !s.listed && !s.equals && (q.bound != Exact || q.unit == "" && len(q.noun) == 0) {
			continue
		}
		if made, ok := s.slip(); ok {
			found = append(found, result{q.Start, q.End, shortly(made / q.scale), false})
		}
	}
	return found
}

// withSlips adds the slips of a text to the results that are found in it otherwise: where one of the numbers before a
// slip is wrong already the result may be right, and what is a slip is one of all the numbers before it.
func withSlips(words lexicon, text string, found []result) []result {
	for _, slip := range slips(words, text) {
		from := slices.IndexFunc(found, func(r result) bool { return !r.holds && r.to <= slip.to })
		switch {
		case from >= 0 && found[from].to > slip.from: // of the same number
			found[from] = slip
		case from < 0 || strings.ContainsAny(text[found[from].to:slip.from], ".。"):
			found = append(found, slip)
		}
	}
	return found
}

// untold tells whether a number cannot be reckoned with: a time of the day, a code, a year.
func untold(m *measured) bool {
	return m.unit == "clock" || m.unit == "status" || m.unit == "port" || m.plain == 0 || m.unit == "s" && m.plain > 1900 && m.plain < 2100
}

var (
	// resulting are the words after which a result of what is before them stands.
	resulting = pattern.New(`(?i)(?:^|[^\pL])(?:that is|that makes|which (?:is|makes)|are|makes?|gives?|leaves?|takes?|needs?|sends?|writes?|costs?|yields?|so|thus|hence|therefore|i\.e\.|das sind|ergibt|macht|soit|zusammen)(?:[^\pL][^.;:\d]{0,40})?$|(?:即|也就是|合计?|共计?|总计|等于|约)[^，。；\d]{0,8}$`)
	// left are the words before what is left of one amount without another.
	left = pattern.New(`(?i)\b(?:which|that|this) leaves(?: about)? ?$|(?:剩余|剩下|余下|还剩) ?$`)
	// sentenceEnd is where a sentence is over.
	sentenceEnd = pattern.New(`[.!?] |[。！？]`)
	equal       = pattern.New(` (?:=|≈) $`)
	// therefore stands in the clause in which a result stands.
	therefore = pattern.New(`(?i)\b(?:so|thus|hence|therefore)\b[^,;:.]{0,60}$`)
	summedUp  = pattern.New(`(?i)(?:^|[^\pL])(?:together|in all|in total|altogether|zusammen|insgesamt|en tout) ?(?:\pL+ ){0,2}$|(?:合计|共计|总计|一共|共)(?:\p{Han}{0,2}) ?$`)
	// inAll stands behind a number that is of all before it.
	inAll = pattern.New(`(?i)^(?: \pL+){0,2} ?(?:in all|in total|altogether|together)\b`)
)

// solver tries the ways in which numbers come to something.
type solver struct {
	text   string
	before []measured
	result *measured
	told   bool // whether words say that it is a result
	summed bool // whether they say that it is the sum
	listed bool // whether it stands behind a colon
	so     bool // whether its clause says that it follows
	leaves bool // whether words say that it is what is left
	equals bool // whether it stands behind an equals sign
	made   float64
	found  bool
	holds  bool // whether some way makes what is written, or several ways nearly do
}

// slip returns what the numbers before a result come to where it is one slip away from that, and from nothing else.
func (s *solver) slip() (made float64, ok bool) {
	for set := 1; set < 1<<len(s.before) && !s.holds; set++ {
		s.tryAll(set)
	}
	return s.made, s.found && !s.holds
}

// tryAll tries what a set of the numbers makes, by the bits of their places.
func (s *solver) tryAll(set int) {
	var parts []*measured
	first, last := len(s.before), 0
	for i := range s.before {
		if set&(1<<i) != 0 {
			parts, first, last = append(parts, &s.before[i]), min(first, i), i
		}
	}
	row := last == len(s.before)-1 && last-first == len(parts)-1 // one behind the other, up to the result
	sum, product, rest, blur := 0.0, 1.0, 2*parts[0].amount(), s.result.blur()
	alike, less, counted, of := len(parts) > 1, len(parts) > 1 && s.alike(parts[0]), 0, dimension(0)
	for _, p := range parts {
		sum, product, rest, blur, of = sum+p.amount(), product*p.amount(), rest-p.amount(), blur+p.blur(), of+p.of
		less = less && (s.alike(p) || p.unit == "" && len(p.noun) == 0)
		if alike = alike && s.alike(p); p.unit == "" {
			counted++
		}
		if untold(p) {
			return
		}
	}
	all := alike && len(parts) == s.ofKind() && (s.told || s.listed && len(parts) >= leastListed)
	if s.try(sum, all, blur); all && s.summed && !s.holds && !s.found && sum < nearlyTold*s.result.amount() && s.result.amount() < nearlyTold*sum {
		s.made, s.found = sum, true
	}
	if rest := math.Abs(rest); row && alike && len(parts) == 2 && s.leaves && s.result.fits(rest, nearlyLeft) {
		s.only(rest, blur)
	}
	s.try(rest, row && less && rest >= 100*s.result.scale && !s.acrossLimit(parts[0]) && !sentenceEnd.MatchString(s.text[parts[0].End:s.result.Start]), blur)
	if counts := len(parts) - counted; !s.summed || strings.ContainsAny(s.text[parts[0].Start:s.result.Start], "×*") {
		s.products(parts, product, of, row, counts, blur)
	}
	if len(parts) == 2 {
		s.pair(parts[0], parts[1], row, blur)
		s.pair(parts[1], parts[0], row, blur)
	}
}

// products tries what a set of numbers comes to that are multiplied with each other.
func (s *solver) products(parts []*measured, product float64, of dimension, row bool, counts int, blur float64) {
	if len(parts) > 1 && row && counts == 1 && of == s.result.of {
		s.scaled(product, blur, 10, 100, 1000, .1, .01, .001)
	}
	s.reckon(product, of, row && len(parts) > 1 && (s.told || s.equals) && (counts == 1 || counts == 0 && s.result.unit == ""), blur)
}

// pair tries the quotient of two numbers, what one is less than the other, and a rate.
func (s *solver) pair(a, b *measured, row bool, blur float64) {
	q := s.result
	share := a.amount() / b.amount()
	s.reckon(share, a.of-b.of, row && s.told && b.unit == "" && a.amount() > b.amount() && (q.unit == "" || a.unit != ""), blur)
	if a.unit != "" && a.unit == b.unit && q.of == 0 && q.unit == "" && s.so && b == &s.before[len(s.before)-1] && q.fits(share, nearlyLeft) {
		s.only(share, max(blur, .02)) // as many of one amount as go into another
	}
	s.try(1-share, false, blur)
	s.try(share-1, false, blur)
	if each := perThing.FindStringSubmatch(s.text[a.End:min(len(s.text), a.End+40)]); each != nil && s.told && a.unit == q.unit && a.unit != "" && b.unit == "" && len(b.noun) > 0 {
		if made := a.amount() * b.amount(); strings.HasPrefix(strings.ToLower(each[1]), b.noun[len(b.noun)-1]) && q.fits(made, nearlyTold) {
			s.only(made, blur)
		}
	}
	if a.rate != a.of {
		rate := a.plain * a.each
		if b.of != 0 && a.rate+b.of == q.of {
			s.scaled(rate*b.amount(), blur, 10, 100, .1, .01, 2, .5)
		}
		if q.of != 0 && b.of-a.rate == q.of {
			s.scaled(b.amount()/rate, blur, 10, 100, .1, .01, 2, .5)
		}
	}
}

// perThing is what each amount is for.
var perThing = pattern.New(`(?i)^ (?:per|for each|for every|each|a|an|pro|je|par|por) (\pL{3,})`)

// ofKind returns how many of the numbers before the result are of what it is of: those of its sentence, if there are several.
func (s *solver) ofKind() (n int) {
	from := strings.LastIndex(s.text[:s.result.Start], ". ")
	for i := range s.before {
		if s.before[i].Start > from && s.alike(&s.before[i]) {
			n++
		}
	}
	if n > 1 {
		return n
	}
	n = 0
	for i := range s.before {
		if s.alike(&s.before[i]) {
			n++
		}
	}
	return n
}

// alike tells whether a number is of the same things as the result.
func (s *solver) alike(m *measured) bool {
	q := s.result
	if m.unit != q.unit || m.unit != "" {
		return m.unit == q.unit
	}
	return len(m.noun) > 0 && len(q.noun) > 0 && m.noun[len(m.noun)-1] == q.noun[len(q.noun)-1]
}

// reckon tries what is of some dimension.
func (s *solver) reckon(amount float64, of dimension, likely bool, blur float64) {
	if of == s.result.of {
		s.try(amount, likely, blur)
	}
}

// acrossLimit tells whether a number is so close to the result that both may be on the two sides of a limit.
func (s *solver) acrossLimit(m *measured) bool {
	return math.Abs(m.amount()-s.result.amount()) < oneStep*s.result.amount()
}

// oneStep is by how much of it a number is at most apart from one on the other side of a limit.
const oneStep = .01

// only tries an amount that a form shows to be meant, however far what is written is from it.
func (s *solver) only(amount, blur float64) {
	if s.try(amount, true, blur); !s.holds {
		s.made, s.found = amount, true
	}
}

// scaled tries an amount of which the result may be so many times as much.
func (s *solver) scaled(amount, blur float64, times ...float64) {
	s.try(amount, s.told || s.equals, blur)
	for _, n := range times {
		if said := s.result.amount(); s.told && !s.holds && !s.found && amount > 0 && math.Abs(n*amount-said) <= max(blur, 1e-6)*said {
			s.made, s.found = amount, true
		}
	}
}

// try holds the result against what some of the numbers come to; likely tells whether that may have been meant.
func (s *solver) try(amount float64, likely bool, blur float64) {
	q := s.result
	off := math.Max(q.lastPlace()*q.scale, math.Abs(amount)*blur)
	switch {
	case math.Abs(amount-q.amount()) <= off:
		s.holds = true
	case likely && amount > 0 && s.near(amount/q.scale):
		s.holds = s.found && !near(s.made, amount)
		s.made, s.found = amount, true
	}
}

// near tells whether a number is what is written but for a slip.
func (s *solver) near(made float64) bool {
	said := s.result.plain
	made = math.Round(made/s.result.last) * s.result.last
	a, b := plainFigures(made), plainFigures(said)
	return slip(a, b) || (len(a) == 3 || len(a) == 2 && (s.told || s.listed) && s.result.unit != "") && slip("00"+a, "00"+b)
}

// plainFigures writes a number without its decimal point.
func plainFigures(number float64) string { return strings.Replace(format(number), ".", "", 1) }

// shortly writes a result to three places, if it is not a whole number.
func shortly(number float64) string {
	if near(number, math.Round(number)) || number >= 1000 {
		return format(math.Round(number))
	}
	return strconv.FormatFloat(number, 'g', 3, 64)
}

// Availability: a share of the time in which something works leaves so much of that time for outages. People write both.

var (
	// outageAfter and outageBefore are the words beside a time for which something may be out of order.
	outageAfter  = pattern.New(`(?i)^(?: a| per| each)?(?: ?/ ?| )?(?:month|year|week|quarter)?,? ?(?:of )?(?:(?:total|unplanned|planned|allowed|permitted|maximum) )?(?:outages?|downtime|unavailability)\b`)
	outageBefore = pattern.New(`(?i)\b(?:outages?|downtime|unavailability)\b[^.;\d]{0,30}$|(?:停机|中断|不可用|宕机|停服)[^。；\d]{0,12}$`)
	// afterOutage are the words of a time that is none of an outage, but begins with one.
	afterOutage = pattern.New(`(?i)\b(?:within|after|every|recover\pL*|restor\pL*|detect\pL*|notif\pL*|retry|alert\pL*)\b`)
	timeSpan    = pattern.New(`(?i)\b(year|annual|quarter|month|week)|([年季月周])`)
)

// lengthsOf are the lengths in days that a stretch of time may have; the first is the one that people reckon with.
var lengthsOf = map[string][]float64{
	"year": {365, 366, 360}, "quarter": {90, 91, 91.25, 92}, "month": {30, 31, 28, 29, 365. / 12}, "week": {7},
	"annual": {365, 366, 360}, "年": {365, 366, 360}, "季": {90, 91, 91.25, 92}, "月": {30, 31, 28, 29, 365. / 12}, "周": {7},
}

// The shares of the time that are an availability, and how many times the right one a wrong outage is at most.
const (
	leastAvailable = 90
	outageOff      = 12
)

// outages returns the times that a text allows for outages beside an availability: "99.5 % of a month, that is 3.6 hours of downtime".
func outages(words lexicon, text string) (found []result) {
	if words.rounded = true; !strings.ContainsAny(text, "%％") || !timeSpan.MatchString(text) {
		return nil
	}
	all := amountsOf(words, text)
	for i, q := range all {
		before := text[:q.Start]
		if i == 0 || q.unit != "s" || q.ends || !outageAfter.MatchString(text[q.End:]) && !outageBefore.MatchString(before) || afterOutage.MatchString(before[max(0, len(before)-40):]) {
			continue
		}
		share, spans := 0.0, []float64(nil)
		for _, m := range all {
			switch {
			case m.unit == "%" && m.plain >= leastAvailable && m.plain < 100 && m.Start < q.Start:
				share = 1 - m.amount()
			case m.unit == "s" && m.Start != q.Start:
				spans = append(spans, m.amount())
			}
		}
		named := timeSpan.FindAllString(text, -1)
		for _, name := range named {
			for _, days := range lengthsOf[strings.ToLower(name)] {
				spans = append(spans, days*86400)
			}
		}
		if share == 0 || len(named) == 0 {
			continue
		}
		made, holds := share*spans[0], false
		for _, span := range spans {
			for _, each := range append(all, measured{plain: 1, scale: 1}) { // 250 days of 11 hours
				if each.of == 0 && each.unit != "%" || each.unit == "s" {
					holds = holds || math.Abs(share*span*each.plain/q.scale-q.plain) <= max(q.lastPlace(), .02*q.plain)
				}
			}
		}
		if !holds && spans[0] < 86400 || made == 0 || !holds && !q.fits(made, outageOff) {
			continue
		}
		found = append(found, result{q.Start, q.End, shortly(made / q.scale), holds})
	}
	return found
}
