package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// What tells that two values are of one thing, and what speaks against it. None of it looks at
// the values: whether they differ is asked of those that are alike.
const (
	byRarest   = iota // the weight of the rarest word that both have
	byDice            // what their clauses share, as part of what the two say
	byCover           // what the statements share, as part of what the shorter one says
	byCoverFar        // what their clauses share, as part of what the longer one says
	byLinked          // one names the ID of the other, or both name one
	byNounSame        // both count one noun
	byNounDiff        // they count two nouns
	byNounNone        // one of two counts names none
	byCounts
	byPercents
	byBoundDiff // one is a greatest and one a least
	byMarksDiff // a qualifier tells them apart
	byAgree     // how many other values both statements give
	byLeadDiff  // each stands behind an ID of its own
	byNamesDiff // they name different code
	byEndsDiff  // one is an end of a range
	bySetting   // one is a key with its value
	byContents  // both are stretches of one thing: 72 hours of readings
	byExamples  // one belongs to an example
	byOfOther   // one stands in a row about something that the other does not name
	byWithin    // both stand in one document
	bySiblings  // each stands in a document about one of a kind
	evidences
)

// weightOf holds what each piece of evidence adds to the logarithm of the odds that two values
// are of one thing. They were fitted, by logistic regression, to pairs of values in sessions of
// many projects, without any known contradiction: pairs whose rare values are equal were taken for
// one thing said twice, pairs whose values differ for two things. The sign of a weight says more
// than its last place.
var weightOf = [evidences]float64{
	byRarest: 2.93, byDice: 1.10, byCover: .53, byCoverFar: -.40, byLinked: 1.53,
	byNounSame: .94, byNounDiff: -1.05, byNounNone: -.77, byCounts: -.71, byPercents: -.42,
	byBoundDiff: -.65, byMarksDiff: -.66, byAgree: 1.44, byLeadDiff: -.81, byNamesDiff: -.52, byEndsDiff: -1.07,
	bySetting: .42, byContents: 1.61, byExamples: -.38, byOfOther: -.34, byWithin: -.57, bySiblings: -1.06,
}

// unlikely is the logarithm of the odds where nothing tells anything.
const unlikely = -2.45

// likeness is what speaks for two values being of one thing, and how much of it there is.
type likeness struct {
	evidence [evidences]float64
	shared   float64 // the weight of the terms both have
	score    float64
}

func (v *value) like(o *value, w *weights) (l likeness) {
	near := 0.0
	small, large := v, o
	if len(small.terms) > len(large.terms) {
		small, large = large, small
	}
	e := &l.evidence
	for _, term := range small.order {
		if other, ok := large.terms[term]; ok {
			both, weight := min(small.terms[term], other), w.weight(term)
			l.shared += both * weight
			if both >= inText {
				e[byRarest] = max(e[byRarest], weight)
			}
			if both == inClause {
				near += weight
			}
		}
	}
	part := func(of, whole float64) float64 {
		if whole <= 0 {
			return 0
		}
		return min(1, of/whole)
	}
	e[byDice] = part(2*near, v.ownNear+o.ownNear)
	e[byCover] = max(part(l.shared, min(v.own, o.own)), .8*part(near, min(v.ownNear, o.ownNear)))
	e[byCoverFar] = part(near, max(v.ownNear, o.ownNear))
	is := func(i int, holds bool) {
		if holds {
			e[i] = 1
		}
	}
	shareName := slices.ContainsFunc(v.names, func(name string) bool { return slices.Contains(o.names, name) })
	is(byLinked, v.cites(o) || o.cites(v) || shareName)
	explained := v.unit == "" && (namesCounted(v, o) || namesCounted(o, v))
	if is(byNounSame, explained); !explained && v.unit == "" && len(v.noun) > 0 && len(o.noun) > 0 {
		same := v.counted() == o.counted() || v.han() && slices.ContainsFunc(v.noun, func(pair string) bool { return slices.Contains(o.noun, pair) })
		is(byNounSame, same)
		is(byNounDiff, !same)
	}
	is(byNounNone, v.unit == "" && !explained && (len(v.noun) == 0 || len(o.noun) == 0))
	is(byCounts, v.unit == "")
	is(byPercents, v.unit == "%")
	is(byBoundDiff, v.bound != o.bound && v.bound != Exact && o.bound != Exact)
	is(byMarksDiff, v.apart(o, false))
	e[byAgree] = float64(min(v.agrees(o), 2))
	is(byLeadDiff, v.lead != "" && o.lead != "" && v.lead != o.lead)
	is(byNamesDiff, len(v.names) > 0 && len(o.names) > 0 && !shareName)
	is(byEndsDiff, v.ends != o.ends)
	is(bySetting, v.key || o.key || v.remark != "" || o.remark != "")
	is(byContents, v.content != "" && v.content == o.content)
	is(byExamples, v.example != o.example)
	is(byOfOther, ofAnother(v, o) || ofAnother(o, v))
	is(byWithin, v.doc == o.doc)
	is(bySiblings, v.doc != o.doc && v.doc.Kind.Member() && o.doc.Kind.Member() && document.PhaseOf(v.doc) == document.PhaseOf(o.doc))
	l.score = l.odds()
	return l
}

// namesCounted tells whether the row of a setting says what another value counts.
func namesCounted(v, o *value) bool {
	return v.remark != "" && len(o.noun) > 0 && slices.Contains(v.things, o.counted())
}

// odds returns the logarithm of the odds that two values are of one thing.
func (l *likeness) odds() float64 {
	score := unlikely
	for i, weight := range weightOf {
		score += weight * l.evidence[i]
	}
	return score
}

// counted is what a number without a unit counts.
func (v *value) counted() string { return meant(v.noun[len(v.noun)-1]) }

// han tells whether a value counts something in Chinese: each of its words is two pairs of
// characters or more.
func (v *value) han() bool { return len(v.noun) > 0 && v.noun[0][0] >= 0x80 }

// quotes tells whether a value is given right beside the ID of the statement that defines the
// other, "REQ-003 (30 s)", or both in rows of one ID. Each is the only one of its unit there.
func (v *value) quotes(o *value) bool {
	only := func(v *value) bool {
		return !slices.ContainsFunc(v.others, func(q quantity) bool { return q.unit == v.unit && q.value != v.value })
	}
	if v.unit == "" || v.doc == o.doc || !only(v) || !only(o) || compare(o.place(), v.place()) > 0 {
		return false
	}
	if v.lead != "" && v.lead == o.lead && !strings.HasPrefix(v.lead, "AC") {
		return true // criteria are numbered anew in each document
	}
	beside := v.quantity.Start-v.idEnd >= 0 && v.quantity.Start-v.idEnd < 24 || citedAfter(v)
	return beside && len(v.ids) == 1 && (v.ids[0] == o.lead || v.ids[0] == o.owner && (o.sole || shared(v, o) >= leastQuoted))
}

// leastQuoted is how many terms a value must share with one of several in the document that it is taken from.
const leastQuoted = 2

// shared counts the terms that the statements of two values both have.
func shared(v, o *value) (n int) {
	for _, term := range v.order {
		if v.terms[term] >= inText && o.terms[term] >= inText {
			n++
		}
	}
	return n
}

// citedAfter tells whether the ID that a value is taken from stands in brackets right behind the
// value and what it counts: "thinned to 300 points (D-04)".
func citedAfter(v *value) bool {
	rest := v.doc.Text[min(v.quantity.End, v.statement.at.End):v.statement.at.End]
	open := strings.IndexAny(rest, "(（")
	return open >= 0 && open < 24 && !strings.ContainsAny(rest[:open], ".,;:。，；：") && v.statement.at.End-len(rest)+open < v.idEnd && strings.IndexAny(rest[open:], ")）") < 16
}

// tightens tells whether an architecture gives a part of the system a tighter bound than the
// requirement has: a budget.
func (p *pair) tightens() bool {
	early, late := p.a, p.b
	if compare(early.place(), late.place()) > 0 {
		early, late = late, early
	}
	if document.PhaseOf(late.doc) != document.Architecture.Phase() || p.evidence[byCover] >= .8 {
		return false
	}
	return early.bound == Most && late.bound == Most && late.value < early.value || early.bound == Least && late.bound == Least && late.value > early.value
}

// cites tells whether the statement of a value names what the other speaks of by its ID.
func (v *value) cites(o *value) bool {
	return slices.ContainsFunc(v.ids, func(id string) bool { return id == o.owner || slices.Contains(o.ids, id) })
}

// How many times one value of a thing is another: seconds against months are two things.
const (
	farthest    = 1000  // at most: a slip of a unit is within it
	farApart    = 10.01 // where nobody quotes the other: within it lies a slip of a power of ten
	ratherApart = 4.5   // from here on nearly all words must be the same
)

// comparable tells whether two values can contradict each other at all, whatever they share.
func (v *value) comparable(o *value, quoted bool) bool {
	switch {
	case v.statement == o.statement, v.doc == o.doc && v.section == o.section, v.table != nil && v.table == o.table:
		return false // neighbours are parallel on purpose
	case v.table != nil && o.table != nil && v.doc == o.doc && !strings.EqualFold(strings.TrimSpace(v.row), strings.TrimSpace(o.row)): // rows of one document are of different things
		return false
	case v.table != nil && v.unit != "" && keeps(v, o), o.table != nil && o.unit != "" && keeps(o, v): // what was measured, and its limit
		return false
	case v.unit == "status" && min(v.value, o.value) < 400: // what succeeds and what fails are two cases
		return false
	case v.spans && o.spans, (v.spans || o.spans) && max(v.value, o.value) > 3*min(v.value, o.value): // each step of a plan has its own
		return false
	case v.bound != o.bound && v.bound != Exact && o.bound != Exact, ofOtherRole(v, o):
		return false
	case v.apart(o, quoted), v.holds(o), o.holds(v), v.example && o.example, v.satisfies(o), o.satisfies(v):
		return false
	case v.doc == o.doc && v.unit == "" && !v.key && !o.key && !v.example && !o.example && (v.bound == Exact) != (o.bound == Exact): // what is, and what is to be
		return false
	case v.unit == "" && (v.value == 1 || o.value == 1) && v.bound == Exact && o.bound == Exact, (v.unit == "clock" || v.unit == "%") && v.doc == o.doc, v.unit == "px": // a page has many sizes
		return false
	case v.unit == switchUnit && !(switched(v, o) && switched(o, v)), v.table != nil && o.table != nil && !strings.EqualFold(strings.TrimSpace(v.title), strings.TrimSpace(o.title)):
		return false
	case oneBeyond(v, o), oneBeyond(o, v), within(v, o), within(o, v), otherwiseWhen(v, o):
		return false
	case conditioned(v, o), v.unit == "" && (v.exemplary && o.bound == Exact || o.exemplary && v.bound == Exact):
		return false
	case parallel(v, o), v.doc != o.doc && v.doc.Kind == document.Tasks && o.doc.Kind == document.Tasks: // each story has its own
		return false
	}
	small, large := min(v.value, o.value), max(v.value, o.value)
	return small > 0 && large <= farthest*small
}

// oneBeyond tells whether a value is the first beyond the other's bound, as the case of a test
// is: 26 animals, where 25 are allowed.
func oneBeyond(v, o *value) bool {
	if v.bound != Exact || o.bound == Exact || v.key || v.unit != "" {
		return false
	}
	one, limit := plainOf(v.doc.Text, v.quantity), plainOf(o.doc.Text, o.quantity)
	return one*o.value == limit*v.value && (o.bound == Most && one == limit+1 || o.bound == Least && one == limit-1)
}

// within tells whether a value lies in a range of which the other is an end.
func within(v, o *value) bool {
	return o.ends && !v.ends && slices.ContainsFunc(o.others, func(end quantity) bool {
		return end.ends && end.unit == o.unit && min(end.value, o.value) <= v.value && v.value <= max(end.value, o.value)
	})
}

// otherwiseWhen tells whether two rules begin with conditions that have little in common.
func otherwiseWhen(v, o *value) bool {
	shared := 0
	for _, term := range v.when {
		if slices.Contains(o.when, term) {
			shared++
		}
	}
	return len(v.when) > 0 && len(o.when) > 0 && shared*2 < max(len(v.when), len(o.when))
}

// switched tells whether the statement of a value names all that the key of a switch is called by:
// cache.metrics.enabled is no word about the cache.
func switched(v, o *value) bool {
	key := v.row
	if v.key {
		key, _, _ = strings.Cut(v.text, ":")
	}
	said := strings.ToLower(o.label + " " + o.text + " " + o.around)
	for _, word := range strings.FieldsFunc(strings.ToLower(key), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if len(word) > 3 && word != "enabled" && word != "enable" && word != "default" && !strings.Contains(said, word[:len(word)-1]) {
			return false
		}
	}
	return true
}

// parallel tells whether two statements are entries of one list: each begins with an ID of
// its own, or stands in a section of its own beside the other's.
func parallel(v, o *value) bool {
	if v.lead != "" && o.lead != "" && v.lead != o.lead && document.Prefix(v.lead) == document.Prefix(o.lead) {
		return true
	}
	return v.doc == o.doc && v.section != nil && o.section != nil && v.section != o.section && v.section.Parent == o.section.Parent && v.section.Level > 2
}

// ofAnother tells whether a value stands in a row about something that the other statement
// does not name.
func ofAnother(v, o *value) bool {
	shared := 0
	for _, term := range v.entity {
		if o.terms[term] > 0 {
			shared++
		}
	}
	return len(v.entity) > 0 && v.remark == "" && !v.cites(o) && !o.cites(v) && shared*2 <= len(v.entity) && shared < 2
}

// holds tells whether the statement of a value gives the other's value, too.
func (v *value) holds(o *value) bool {
	return slices.ContainsFunc(v.others, func(q quantity) bool { return q.unit == o.unit && sameValue(q.value, o.value, q.unit) })
}

// agrees counts the values of other units that two statements both give. One more is that each gives a series of
// values of this unit, in which all others are the same.
func (v *value) agrees(o *value) int {
	n := 0
	for _, a := range v.others {
		if a.unit != "" && a.unit != v.unit && slices.ContainsFunc(o.others, func(b quantity) bool { return a.unit == b.unit && sameValue(a.value, b.value, a.unit) }) {
			n++
		}
	}
	if own, other := seriesOf(v), seriesOf(o); len(own) > 0 && len(own) == len(other) && !v.example && !o.example {
		slices.Sort(own)
		slices.Sort(other)
		if slices.Equal(own, other) {
			n++
		}
	}
	return n
}

// seriesOf returns the other values of the same unit in the statement of a value, but for the ends of a range.
func seriesOf(v *value) (all []float64) {
	for _, q := range v.others {
		if q.unit == v.unit && v.unit != "" && (!q.ends && !v.ends || v.unit == "clock") {
			all = append(all, q.value)
		}
	}
	return all
}

// conditioned tells whether two statements hold values of another unit that differ: they
// are two cases.
func conditioned(v, o *value) bool {
	for _, a := range v.others {
		if a.unit == v.unit && a.unit != "" {
			continue
		}
		same, other := false, false
		for _, b := range o.others {
			if a.unit == b.unit && slices.Equal(a.noun, b.noun) {
				same = same || sameValue(a.value, b.value, a.unit)
				other = true
			}
		}
		if other && !same {
			return true
		}
	}
	return false
}

// satisfies tells whether a value keeps the other's bound: an example of a criterion, or what a
// report measured. An example that the text refuses keeps no bound, and one beyond a bound is only
// told where it says that it is accepted.
func (v *value) satisfies(o *value) bool {
	if v.bound != Exact || o.bound == Exact {
		return false
	}
	if beyond := o.bound == Most && v.value > o.value || o.bound == Least && v.value < o.value; v.unit != "" && beyond && turnedAway.MatchString(v.text) {
		return true // the bound is what refuses it
	}
	if !(v.unit == "" && !v.key || v.doc.Kind == document.Readiness || v.example) {
		return false
	}
	inside := o.bound == Most && v.value <= o.value || o.bound == Least && v.value >= o.value
	if !v.example {
		return inside
	}
	if inside {
		return !atLimit.MatchString(v.text)
	}
	return !accepted.MatchString(v.text) || declined.MatchString(v.text)
}

var (
	// accepted is an outcome that lets an example pass, declined one that does not.
	accepted = pattern.New(`(?i)\b(?:accepted|allowed|succeeds?|successful(?:ly)?|saved|recorded|stored|created|booked|confirmed|opens?|works?|is sent|starts?|passes)\b|成功|即可|可以|通过|允许|接受`)
	declined = pattern.New(`(?i)\b(?:not|no|never|refus\w*|reject\w*|denie[sd]|fails?|errors?|blocked|invalid|closed|expired)\b|不|拒绝|失败|报错|错误|无效|无法`)
	// turnedAway says that a value is not taken.
	turnedAway = pattern.New(`(?i)\b(?:is|are|be|gets?|was) (?:refused|rejected|denied|declined|blocked)\b|\b(?:refuses|rejects|declines)\b|被拒|拒绝`)
	// atLimit is an outcome that says that the example is at the limit.
	atLimit = pattern.New(`(?i)\blimit (?:is )?(?:reached|exceeded)\b|\btoo (?:many|long|large|late)\b|达到上限|超过上限|已达上限`)
)

// keeps tells whether an amount is within a bound.
func keeps(v, o *value) bool {
	return v.bound == Exact && v.remark == "" && (o.bound == Most && v.value < o.value || o.bound == Least && v.value > o.value)
}

// outcomeOf returns where the outcome of an example begins, 0 for a text that is none: what
// stands before it, given and when, is a case that somebody made up.
func outcomeOf(text string) int {
	lower := strings.ToLower(text)
	if demanding.MatchString(text) {
		return 0 // a rule, with its case
	}
	start := strings.TrimLeft(lower, " -[]x0123456789.")
	for _, head := range [...]string{"acceptance:", "验收:", "验收："} {
		start = strings.TrimSpace(strings.TrimPrefix(start, head))
	}
	if !slices.ContainsFunc([]string{"given", "when ", "then ", "and ", "假设", "假定", "给定", "假如", "当", "那么"}, func(word string) bool { return strings.HasPrefix(start, word) }) {
		return 0
	}
	for _, only := range [...]string{"then ", "and ", "那么"} {
		if strings.HasPrefix(start, only) {
			return 1 // a line of its own
		}
	}
	for _, then := range [...]string{" then ", "那么", "则"} {
		if i := strings.Index(lower, then); i >= 0 {
			return i
		}
	}
	return len(text)
}
