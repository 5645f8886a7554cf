package facts

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Arithmetic that a sentence does in words: how long a span is, what a change is in per cent,
// what so many of so much are, and how long something is down that is up 99.5 % of the time.

// reckoning is a sentence that is recomputed.
type reckoning struct {
	text    string
	all     []quantity // whose places are in the text
	earlier []quantity // what the sentences before it count
}

// claim is what a sentence says a result is, and what it is.
type claim struct {
	at     quantity
	result string
}

// misreckoned reports results that do not follow from what stands beside them.
func misreckoned(f *Found, d *document.Document) {
	for _, at := range append(paragraphs(d), itemSpans(d)...) {
		if at.Len() > 2*longest || setAside(d.SectionAt(at.Start)) {
			continue
		}
		var earlier []quantity
		for _, sentence := range sentences(d, at) {
			text := readable(d, sentence)
			if !strings.ContainsAny(text, "0123456789") || sentence.Len() > longest {
				continue
			}
			r := &reckoning{text, f.words.quantities(text, 0), earlier}
			earlier = append(earlier, r.all...)
			for _, check := range [...]func() (claim, bool){r.span, r.hours, r.change, r.part, r.product, r.follows} {
				c, known := check()
				if known {
					f.look(Reckoned, d)
				}
				if known && c.result != "" {
					place := Place{d, sentence}
					f.report(Conflict{Reckoned, place, place, oneLine(d.Slice(document.Span{Start: sentence.Start + c.at.Start, End: sentence.Start + c.at.End})), c.result})
					break
				}
			}
		}
		if c, known := (&reckoning{readable(d, at), f.words.quantities(readable(d, at), 0), nil}).outage(); known {
			if f.look(Reckoned, d); c.result != "" {
				place := Place{d, sentenceAt(d, at, at.Start+c.at.Start)}
				f.report(Conflict{Reckoned, place, place, oneLine(d.Slice(document.Span{Start: at.Start + c.at.Start, End: at.Start + c.at.End})), c.result})
			}
		}
	}
}

const date = `(?:20\d\d[-/.]\d\d[-/.]\d\d|\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:,? 20\d\d)?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?(?:,? 20\d\d)?|(?:20\d\d ?年 ?)?\d{1,2} ?月 ?\d{1,2} ?日)`

var (
	dateSpan  = pattern.New(`(?i)(` + date + `)(?: ?起)?,?，? ?(?:to|until|till|through|and|–|—|-|至|到)(?: the following)? ?(?:次年|当年|同年)? ?(` + date + `)`)
	clockSpan = pattern.New(`\b(\d{1,2}):(\d\d) ?(?:–|—|-|to|until|till|and|至|到|~) ?(\d{1,2}):(\d\d)\b`)
	// beside is what stands between a span and how long it is said to be.
	beside = pattern.New(`(?i)^[^\pL\pN]*(?:that is|i\.e\.|which (?:is|are|makes)|is|are|makes|for|over|lasts?|takes?|a total of|in all|so|即|共|共计|合计|为期|历时|持续|止)?[^\pL\pN]*(?:止)?[^\pL\pN]*(?:即|共|共计|为期|历时|持续)?[^\pL\pN]*$`)
)

// span holds how long a span of days is against its first and its last day.
func (r *reckoning) span() (c claim, known bool) {
	m := dateSpan.FindStringSubmatchIndex(r.text)
	if m == nil {
		return c, false
	}
	first, last := daysIn(r.text[m[2]:m[3]]), daysIn(r.text[m[4]:m[5]])
	q, ok := r.lengthBeside(m[0], m[1])
	if len(first) != 1 || len(last) != 1 || !ok {
		return c, false
	}
	days := first[0].until(last[0])
	one := 1.0 // of the unit that the length is given in
	for _, unit := range [...]float64{365, 30, 7} {
		if n := q.value / 86400 / unit; n == math.Trunc(n) && strings.ContainsAny(unitOf(r.text[q.Start:q.End]), map[float64]string{365: "yY年", 30: "mM月", 7: "wW周星"}[unit]) {
			one = unit
			break
		}
	}
	n := q.value / 86400 / one
	if math.Abs(n-days/one) < .6 || math.Abs(n-(days+1)/one) < .6 || one == 1 && n < days && n > days*.6 { // working days
		return c, true
	}
	return claim{q, strconv.Itoa(int(days)+1) + " d"}, days > 0
}

// spansIn returns how long the span of days is that a statement gives.
func spansIn(s *statement) []quantity {
	m := dateSpan.FindStringSubmatchIndex(s.text)
	if m == nil || s.key {
		return nil
	}
	first, last := daysIn(s.text[m[2]:m[3]]), daysIn(s.text[m[4]:m[5]])
	if len(first) != 1 || len(last) != 1 || first[0].until(last[0]) < 1 {
		return nil
	}
	return []quantity{{value: first[0].until(last[0]) * 86400, unit: "s", spans: true, Span: document.Span{Start: s.at.Start + m[0], End: s.at.Start + m[1]}}}
}

// until returns how many days pass from one date to another, in the next year where it is no
// later one of the same.
func (a day) until(b day) float64 {
	year := 2025
	if a.year > 0 {
		year = a.year
	}
	from := time.Date(year, time.Month(a.month), a.date, 0, 0, 0, 0, time.UTC)
	to := time.Date(max(b.year, year), time.Month(b.month), b.date, 0, 0, 0, 0, time.UTC)
	if to.Before(from) && b.year == 0 {
		to = to.AddDate(1, 0, 0)
	}
	return math.Round(to.Sub(from).Hours() / 24)
}

// lengthBeside returns the one length of time right behind or right before a span.
func (r *reckoning) lengthBeside(start, end int) (q quantity, ok bool) {
	for _, one := range r.all {
		if one.unit == "" && len(one.noun) > 0 && one.noun[len(one.noun)-1] == "night" {
			one.unit, one.value = "s", one.value*86400
		}
		switch {
		case one.unit != "s" || one.bound != Exact || one.ends:
		case one.Start >= end && one.Start-end <= 40 && beside.MatchString(r.text[end:one.Start]),
			one.End <= start && start-one.End <= 30 && lengthOf.MatchString(r.text[one.End:start]):
			return one, true
		}
	}
	return q, false
}

// lengthOf stands between a length of time and the span that it is of.
var lengthOf = pattern.New(`(?i)^(?:,? ?(?:from|between)|[^\pL\pN]*[:：(（]|[^\pL\pN]*从|[^\pL\pN]*自)[^\pL\pN]*$`)

// hours holds how long a span of hours is against when it begins and ends.
func (r *reckoning) hours() (c claim, known bool) {
	m := clockSpan.FindStringSubmatchIndex(r.text)
	if m == nil || len(clockSpan.FindAllStringSubmatchIndex(r.text, 2)) > 1 {
		return c, false
	}
	q, ok := r.lengthBeside(m[0], m[1])
	if !ok || q.value < 1800 || q.value > 86400 {
		return c, false
	}
	at := func(i int) float64 {
		h, _ := strconv.Atoi(r.text[m[i]:m[i+1]])
		minutes, _ := strconv.Atoi(r.text[m[i+2]:m[i+3]])
		return float64(h*60 + minutes)
	}
	length := at(6) - at(2)
	if length <= 0 {
		length += 24 * 60
	}
	if math.Abs(length*60-q.value) < 60 {
		return c, true
	}
	return claim{q, format(length/60) + " h"}, true
}

var (
	fromWord = pattern.New(`(?i)(?:\bfrom|从|由|自) ?(?:about |currently )?$`)
	toWord   = pattern.New(`(?i)^ ?(?:down |up )?(?:to|→|->|降至|降到|减至|减少到|缩短到|缩短至|增至|增加到|提高到|提升到|到|至) ?(?:about |only )?$`)
	changed  = pattern.New(`(?i)\b(?:reduc\w*|cuts?|drop\w*|fall\w*|less|lower\w*|faster|shorter|improv\w*|sav\w*|increas\w*|more|grow\w*|ris\w*|decreas\w*|shrink\w*|halv\w*|minus|plus)\b|[−+-] ?\d|降|减|省|缩短|提升|提高|增|涨`)
)

// change holds what a change is in per cent against what it is from and to.
func (r *reckoning) change() (c claim, known bool) {
	for i := 0; i+2 <= len(r.all); i++ {
		if i+1 >= len(r.all) {
			break
		}
		a, b := r.all[i], r.all[i+1]
		if b.unit == "%" || a.value <= 0 || b.value <= 0 || a.unit != b.unit && a.unit != "" || !fromWord.MatchString(r.text[max(0, a.Start-20):a.Start]) || !toWord.MatchString(r.text[a.End:b.Start]) {
			continue
		}
		for j, p := range r.all {
			if p.unit != "%" || p.bound != Exact || p.ends || j == i || j == i+1 || p.Start > b.End && p.Start-b.End > 50 || p.End < a.Start && a.Start-p.End > 30 || !changed.MatchString(r.text) {
				continue
			}
			before := a.value
			if a.unit == "" && b.unit != "" {
				before = a.value * b.value / plainOf(r.text, b) // from 40 to 25 s
			}
			change := math.Abs(before-b.value) / before * 100
			other := math.Abs(before-b.value) / b.value * 100
			if good := max(1.6, .05*change); math.Abs(change-p.value) <= good || math.Abs(other-p.value) <= good {
				return c, true
			}
			return claim{p, format(math.Round(change)) + " %"}, true
		}
	}
	return c, false
}

// plainOf returns the number of an amount as the text has it.
func plainOf(text string, q quantity) float64 {
	if one := (lexicon{}).quantities(leadingNumber(text[q.Start:]), 0); len(one) == 1 {
		return one[0].value
	}
	return q.value
}

var (
	partOf    = pattern.New(`(?i)\b(\d[\d,]*)(?: [a-z]+){0,2}? (?:of|out of) (?:the |all |our |these )?(\d[\d,]*)\b[^.()%\d]{0,40}[(,](?: ?(?:i\.e\.|that is|which is|or|=|about|so))? ?(\d+(?:\.\d+)?) ?(?:%|per ?cent)`)
	hanPartOf = pattern.New(`(\d+) ?[^\d，。（）()]{0,8}中(?:的|有)? ?(\d+) ?[^\d，。%（）()]{0,8}[（(，,](?:即|占|约占|约)? ?(\d+(?:\.\d+)?) ?[%％]`)
)

// part holds a share in per cent against the numbers that it is of: "12 of 40 suppliers (30 %)".
func (r *reckoning) part() (c claim, known bool) {
	part, whole, share := 2, 4, 6
	m := partOf.FindStringSubmatchIndex(r.text)
	if m == nil {
		if m, part, whole = hanPartOf.FindStringSubmatchIndex(r.text), 4, 2; m == nil {
			return c, false
		}
	}
	number := func(i int) float64 {
		n, _ := strconv.ParseFloat(strings.ReplaceAll(r.text[m[i]:m[i+1]], ",", ""), 64)
		return n
	}
	if number(whole) <= 0 || number(part) > number(whole) {
		return c, false
	}
	is := number(part) / number(whole) * 100
	if math.Abs(is-number(share)) <= max(1, .03*is) {
		return c, true
	}
	return claim{quantity{Span: document.Span{Start: m[share], End: m[share+1]}}, format(math.Round(is*10)/10) + " %"}, true
}

var (
	eachWord = pattern.New(`(?i)^[^.;:。；]{0,24}?\b(?:each|apiece|every time|per \pL+|an? \pL+)\b|^[^，。；]{0,6}(?:每|各)`)
	eachHan  = pattern.New(`(?:每|各)[^，。；\d]{0,6}$`)
	timesOf  = pattern.New(`(?i)^[^.;:。；,，]{0,24}?(?:\b(?:of|at|with|times|by|lasting|taking)|×|x|，?每[^，。；\d]{0,6}|各) ?(?:up to |at most )?$`)
	inAll    = pattern.New(`(?i)\b(?:in all|in total|total(?:s|ling)?|altogether|together|overall|that is|i\.e\.|makes|adds? up to|comes? to|amounts? to|owes|pays)\b|合计|共计|总共|一共|总计|共|即`)
)

// product holds a total against so many times so much: "three retries of 10 s each, 20 s in all".
func (r *reckoning) product() (c claim, known bool) {
	for i := 0; i+1 < len(r.all); i++ {
		times, much := r.all[i], r.all[i+1]
		if times.unit != "" || times.value < 2 || times.value > 1000 || times.value != math.Trunc(times.value) || times.bound != Exact || times.ends || much.ends ||
			much.bound != Exact || much.unit == "%" || much.unit == "clock" || much.unit == "" && len(much.noun) == 0 || len(times.noun) == 0 || !timesOf.MatchString(r.text[times.End:much.Start]) {
			continue
		}
		if !eachWord.MatchString(r.text[much.End:]) && !eachHan.MatchString(r.text[max(0, much.Start-24):much.Start]) {
			continue
		}
		for j, whole := range r.all {
			if j == i || j == i+1 || whole.unit != much.unit || whole.ends || whole.unit == "" && !slices.Equal(whole.noun, much.noun) || j > 0 && j == len(r.all)-1 && j > i+2 {
				continue
			}
			before, after := r.text[max(0, whole.Start-24):whole.Start], r.text[whole.End:min(len(r.text), whole.End+20)]
			if !inAll.MatchString(before) && !inAll.MatchString(after) {
				continue
			}
			is := times.value * much.value
			right := near(is, whole.value) || whole.bound == Most && is <= whole.value || whole.bound == Least && is >= whole.value || math.Abs(is-whole.value) < .02*is
			if right || is > 4*whole.value || whole.value > 4*is {
				return c, right
			}
			return claim{whole, inUnitOf(lexicon{}, r.text[whole.Start:whole.End], whole.unit, is)}, true
		}
	}
	return c, false
}

var (
	// follows stands right before a result.
	follows = pattern.New(`(?i)(?:\b(?:that is|that makes|which (?:is|makes|means|gives)|makes|making|i\.e\.|so that|thus|hence|giving|gives|results in|i\.e)|=|即|也就是|相当于)[ ,]*(?:about |exactly |a total of |just |some )?$`)
	ofEach  = pattern.New(`(?i)\b(?:each|every|per) (?:[a-z]+ )?([a-z]+)\b`)
)

// follows holds a result against the product, the quotient or the sum of the two amounts that
// stand before it: "2 GiB in parts of 64 MiB, that is 16 parts". What each of something does takes
// how many there are from the sentence before.
func (r *reckoning) follows() (c claim, known bool) {
	for i, is := range r.all {
		if is.bound != Exact || is.ends || is.unit == "%" || is.unit == "clock" || i == 0 || !follows.MatchString(r.text[r.all[i-1].End:is.Start]) {
			continue
		}
		operands := slices.Clone(r.all[:i])
		if strings.ContainsAny(r.text[r.all[0].Start:is.Start], "()/[{") || strings.HasSuffix(strings.TrimRight(r.text[:is.Start], " "), "==") {
			continue // a formula, or a condition in code
		}
		if slices.ContainsFunc(operands, func(q quantity) bool { return strings.HasSuffix(strings.TrimRight(r.text[:q.Start], " "), "=") }) {
			continue // each of several names has a value
		}
		if m := ofEach.FindStringSubmatch(r.text[:is.Start]); m != nil && len(operands) == 1 {
			noun := lexicon{}.stem(strings.Replace(strings.ToLower(m[1]), "person", "people", 1))
			for _, q := range r.earlier {
				if q.unit == "" && len(q.noun) > 0 && q.noun[len(q.noun)-1] == noun {
					operands = append(operands, q)
				}
			}
		}
		if len(operands) != 2 || slices.ContainsFunc(operands, func(q quantity) bool { return q.ends || q.unit == "%" || q.unit == "clock" || q.value <= 0 }) {
			continue
		}
		a, b := operands[0], operands[1]
		result := 0.0
		switch {
		case a.unit == "" && b.unit == is.unit, b.unit == "" && a.unit == is.unit:
			result = a.value * b.value
		default:
			continue
		}
		sum := a.unit == b.unit && near(a.value+b.value, is.value)
		if math.Abs(result-is.value) <= .03*is.value || is.unit == "byte" && math.Abs(result-is.value) <= .08*is.value || sum || near(math.Abs(a.value-b.value), is.value) || near(is.value*min(a.value, b.value), max(a.value, b.value)) {
			return c, true
		}
		if result > 12*is.value || is.value > 12*result {
			continue
		}
		return claim{is, inUnitOf(lexicon{}, r.text[is.Start:is.End], is.unit, result)}, true
	}
	return c, false
}

var (
	downWord = pattern.New(`(?i)\b(?:downtime|outages?|unavailab\w*|down|interrupt\w*|fail(?:s|ures?)?|leaves|budget)\b|停机|不可用|宕机|中断|故障`)
	upWord   = pattern.New(`(?i)\b(?:availab\w*|uptime|up|reachable)\b|可用|在线率`)
	periods  = [...]struct {
		word *pattern.Pattern
		days float64
	}{
		{pattern.New(`(?i)\b(?:months?|monthly)\b|月`), 30.4}, {pattern.New(`(?i)\b(?:years?|yearly|annual\w*|annum)\b|年`), 365},
		{pattern.New(`(?i)\b(?:weeks?|weekly)\b|周`), 7}, {pattern.New(`(?i)\b(?:quarters?|quarterly)\b|季`), 91}, {pattern.New(`(?i)\b(?:a|per|each|every) day\b|\bdaily\b|每天|每日`), 1},
	}
)

// outage holds how long something may be down against the share of time that it is up: 99.5 % of
// a month leave 3.6 hours.
func (r *reckoning) outage() (c claim, known bool) {
	if !downWord.MatchString(r.text) || !upWord.MatchString(r.text) {
		return c, false
	}
	var up, down []quantity
	var lengths, usual []float64
	for _, q := range r.all {
		switch {
		case q.unit == "%" && q.value >= 90 && q.value < 100:
			up = append(up, q)
		case q.unit == "s" && !q.ends && q.value < 86400*5:
			down, lengths = append(down, q), append(lengths, q.value)
		case q.unit == "s":
			lengths = append(lengths, q.value)
		}
	}
	if len(up) != 1 || len(down) == 0 {
		return c, false
	}
	for _, p := range periods {
		if p.word.MatchString(r.text) {
			usual = append(usual, p.days*86400)
		}
	}
	share := 1 - up[0].value/100
	for _, q := range down {
		before := r.text[max(0, q.Start-60):q.Start]
		if !downWord.MatchString(before) && !downWord.MatchString(r.text[q.End:min(len(r.text), q.End+40)]) {
			continue
		}
		nearest := 0.0
		for i, length := range slices.Concat(lengths, usual) { // what the text gives goes before what its words mean
			times := share * length / q.value
			if length > 10*q.value && times > .8 && times < 1.25 {
				return c, true
			}
			if length > 10*q.value && times > 1./20 && times < 20 && (nearest == 0 || i < len(lengths) && math.Abs(math.Log(times)) < math.Abs(math.Log(nearest))) {
				nearest = times
			}
		}
		if nearest > 0 && !known {
			c, known = claim{q, format(math.Round(nearest*q.value/60)) + " min"}, true
		}
	}
	return c, known
}
