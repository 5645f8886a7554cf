package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
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
	shareClass := (v.table != nil || o.table != nil) && slices.ContainsFunc(v.classes, func(class string) bool { return slices.Contains(o.classes, class) })
	is(byLinked, v.cites(o) || o.cites(v) || shareName || shareClass)
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
	is(bySetting, sets(v) || sets(o))
	is(byContents, v.content != "" && v.content == o.content)
	is(byExamples, v.example != o.example)
	is(byOfOther, ofAnother(v, o) || ofAnother(o, v))
	is(byWithin, v.doc == o.doc)
	is(bySiblings, v.doc != o.doc && v.doc.Kind.Member() && o.doc.Kind.Member() && document.PhaseOf(v.doc) == document.PhaseOf(o.doc))
	l.score = l.odds()
	return l
}

// sets tells whether a value is one of a setting, by a key or by the name that its row has.
func sets(v *value) bool {
	return v.key || v.remark != "" || v.table != nil && v.column > 0 && named.MatchString(strings.TrimSpace(v.row))
}

// namesCounted tells whether the row of a setting, its key or a title says what another value counts.
func namesCounted(v, o *value) bool {
	if len(o.noun) == 0 || !slices.Contains(v.things, o.counted()) {
		return false
	}
	of := without(v.entity, []string{o.counted()})
	last := 1
	if v.key {
		last = 2 // behind what it counts stands the block
	}
	head := o.han() || slices.Contains(v.things[max(0, len(v.things)-last):], o.counted())
	shares := len(of) == 0 || slices.ContainsFunc(of, func(term string) bool { return o.terms[term] >= inText })
	return v.remark != "" || head && (v.key || v.table != nil && v.column > 0 && len(v.noun) == 0 && shares)
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
