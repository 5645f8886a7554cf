package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
)

// likeness is what two values share of what they are about.
type likeness struct {
	shared float64 // the weight of the terms both have
	cover  float64 // that, as part of what the one with fewer words says
	both   float64 // what their clauses share, as part of what the two say
	terms  int
	linked bool // whether one names the ID of the other, or both name one
}

func (v *value) like(o *value, w *weights) likeness {
	var l likeness
	near := 0.0
	small, large := v, o
	if len(small.terms) > len(large.terms) {
		small, large = large, small
	}
	for _, term := range small.order {
		weight := small.terms[term]
		if other, ok := large.terms[term]; ok {
			both := min(weight, other)
			l.shared += both * w.weight(term)
			if both == inClause {
				near += w.weight(term)
			}
			if both >= inText {
				l.terms++
			}
		}
	}
	l.shared += .5 * float64(v.agrees(o))
	if v.role == o.role && v.role != anyRole && l.terms > 0 {
		l.shared += .3
	}
	if own := min(v.own, o.own); own > 0 {
		l.cover = min(1, l.shared/own)
	}
	if own := v.ownNear + o.ownNear; own > 0 {
		l.both = 2 * near / own
	}
	if own := min(v.ownNear, o.ownNear); own > 0 {
		l.cover = max(l.cover, .8*near/own)
	}
	l.linked = v.cites(o) || o.cites(v) || slices.ContainsFunc(v.names, func(name string) bool { return slices.Contains(o.names, name) })
	return l
}

// quotes tells whether one value is given right beside the ID of the statement that defines
// the other, "REQ-003 (30 s)", or both in rows of one ID. Each is the only one of its unit there.
func (p *pair) quotes(v, o *value) bool {
	only := func(v *value) bool {
		return !slices.ContainsFunc(v.others, func(q quantity) bool { return q.unit == v.unit })
	}
	if v.unit == "" || v.doc == o.doc || !only(v) || !only(o) || compare(o.place(), v.place()) > 0 {
		return false
	}
	if v.lead != "" && v.lead == o.lead && !strings.HasPrefix(v.lead, "AC") {
		return true // criteria are numbered anew in each document
	}
	beside := v.quantity.Start-v.idEnd >= 0 && v.quantity.Start-v.idEnd < 24
	return beside && len(v.ids) == 1 && (v.ids[0] == o.lead || v.ids[0] == o.owner && o.sole)
}

// tightens tells whether an architecture gives a part of the system a tighter bound than the
// requirement has: a budget.
func (p *pair) tightens() bool {
	early, late := p.a, p.b
	if compare(early.place(), late.place()) > 0 {
		early, late = late, early
	}
	if late.doc.Kind.Phase() != document.Architecture.Phase() || p.cover >= .8 {
		return false
	}
	return early.bound == Most && late.bound == Most && late.value < early.value || early.bound == Least && late.bound == Least && late.value > early.value
}

// cites tells whether the statement of a value names what the other speaks of by its ID.
func (v *value) cites(o *value) bool {
	return slices.ContainsFunc(v.ids, func(id string) bool { return id == o.owner || slices.Contains(o.ids, id) })
}

// score orders pairs by how surely they speak of one thing.
func (l likeness) score() float64 {
	score := l.shared * (.5 + l.cover) * (.5 + l.both)
	if l.linked {
		score *= 1.5
	}
	return score
}

// bar is how much two values must share to be taken for values of one thing. The numbers
// were chosen on twenty-six sessions of two authors who had seen no rule, and on real ones:
// what is over them there is more often right than wrong.
type bar struct {
	shared, cover float64
	terms         int
}

// over tells whether a likeness clears one of some bars.
func (l likeness) over(bars ...bar) bool {
	return slices.ContainsFunc(bars, func(b bar) bool { return l.shared >= b.shared && l.cover >= b.cover && l.terms >= b.terms })
}

// The bars, by what two values have for themselves already.
var (
	linkedBar  = bar{.9, .3, 0}   // one ID or one name in both
	settingBar = bar{.45, .45, 1} // one is a setting: keys are short
	inlineBar  = bar{.45, .45, 2} // one of several settings on a line
	shareBar   = bar{1.2, .6, 2}  // percentages are of anything
	bareBar    = bar{.8, .8, 0}   // nothing says what is counted but the row's label
	entryBar   = bar{2, .9, 0}    // each is an entry with an ID of its own
	countBar   = bar{1.1, .45, 2} // both count the same noun
	unitBar    = bar{1.2, .8, 1}  // both have a unit, and nearly all words in common
	anyBars    = []bar{{.8, .55, 2}, {1.4, .35, 2}}
)

const (
	farApart    = 10.01 // times as much: within it lies a slip of a power of ten
	ratherApart = 5     // from here on nearly all words must be the same
	leastBoth   = .38   // of what two clauses say: below it they speak of different things
	leastWithin = .7    // the same in one document, whose parts speak of one thing anyway
	leastHan    = 1.6   // shared, of a count in Chinese: each word is two pairs of characters or more
)

// enough tells whether two values speak of one thing. Where each is what the other is most
// like, less will do.
func (p *pair) enough() bool {
	if p.quotes(p.a, p.b) || p.quotes(p.b, p.a) {
		return true
	}
	if p.differs() {
		return false
	}
	setting := p.a.key || p.b.key
	switch {
	case p.a.lead != "" && p.b.lead != "" && p.a.lead != p.b.lead && !p.linked:
		return p.mutual && p.over(entryBar)
	case p.a.unit == "" && p.a.han() && p.shared < leastHan:
		return false
	case p.a.bare() || p.b.bare():
		return p.mutual && p.over(bareBar)
	case p.linked:
		return p.over(linkedBar)
	case p.a.unit == "%":
		return p.mutual && p.a.doc != p.b.doc && p.over(shareBar)
	case !p.mutual:
		return false
	case p.a.inline || p.b.inline:
		return p.a.doc != p.b.doc && p.over(inlineBar)
	case setting:
		return p.over(settingBar)
	case p.a.unit == "":
		return p.over(append(anyBars, countBar)...)
	}
	return p.over(append(anyBars, unitBar)...)
}

// differs tells whether two values lie so far apart, or their clauses say so different
// things, that they are of two things whatever else they share.
func (p *pair) differs() bool {
	ratio := p.ratio()
	if ratio > farApart || ratio > ratherApart && p.cover < .8 {
		return true
	}
	if p.a.key || p.b.key || p.a.unit == switchUnit || p.a.agrees(p.b) > 0 {
		return false // a key is short, and a second value that both give says that the case is the same
	}
	return p.both < leastBoth || p.a.doc == p.b.doc && (p.both < leastWithin || p.cover < .75 || p.shared < 1.2)
}
