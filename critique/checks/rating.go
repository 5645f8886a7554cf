package checks

import (
	"math"

	"discussd/critique"
)

// How findings become a rating: measured on blank templates, good documents and
// documents with 0 to 4 seeded defects.
const (
	ceiling      = 4.5 // no alarm is not excellence
	decay        = 3.2
	capManyCore  = 2.4 // two or more core rules fired
	capOneCore   = 3.2
	capHigh      = 3.9
	capFew       = 4.0 // too few rules of the document's own kind applied to call it better
	fewestOwn    = 10
	fewestRules  = 3 // a perspective with fewer applicable rules is not rated
	skeletonRule = "X-008"
	unreadRule   = "X-022"
)

// tally is the state of one perspective, or of all.
type tally struct {
	rules    int // that applied
	own      int // of them, those about some kinds of documents only
	weight   float64
	core     int
	high     bool
	skeleton bool
}

// scorecard counts what applied and fired, by perspective; "" is all of them.
type scorecard map[string]*tally

// add counts a rule that applied, and how often and how gravely it fired.
func (c scorecard) add(r *rule, severity critique.Severity, fired int) {
	for _, name := range [...]string{"", r.Perspective} {
		if c[name] == nil {
			c[name] = &tally{}
		}
		c[name].add(r, severity, fired)
	}
	if r.ID == skeletonRule && fired > 0 {
		for _, t := range c {
			t.skeleton = true
		}
	}
}

func (t *tally) add(r *rule, severity critique.Severity, fired int) {
	t.rules++
	if r.on != nil {
		t.own++
	}
	if fired == 0 {
		return
	}
	t.weight += r.weight(severity) * (2 - 1/float64(fired)) // never more than twice, and more with every place
	t.high = t.high || severity == critique.High
	if r.Core {
		t.core++
	}
}

// weight says how much a rule weighs that fired. What a document cannot do without
// weighs as much when it is missing as what is wrong, though it blocks nothing.
func (r *rule) weight(s critique.Severity) float64 {
	switch {
	case s == critique.High, r.Core && !r.graded:
		return 1
	case s == critique.Medium:
		return 0.4
	}
	return 0.12
}

// rating falls with every rule that fires and every place where it does: as
// 1 + 4·exp(-x/decay) of their weight x, below the cap of the gravest of them. The
// cap itself gives way as x grows, for else one finding would hide the next: it
// falls towards the nearest rating below it at which a verdict or a sentiment
// turns (2, 3 or 4), and never reaches it, so that only the weight of the findings
// turns one.
func (t *tally) rating() float64 {
	if t.skeleton {
		return 1
	}
	top, turn := ceiling, 4.0
	switch {
	case t.core > 1:
		top, turn = capManyCore, 2
	case t.core == 1:
		top, turn = capOneCore, 3
	case t.high:
		top, turn = capHigh, 3
	case t.own < fewestOwn:
		top, turn = capFew, 3
	}
	left := math.Exp(-t.weight / decay)
	return min(1+4*left, turn+(top-turn)*left)
}

// ratings returns the rating of each perspective that enough rules speak for,
// and the one over all rules, 0 when none applied.
func (c scorecard) ratings() (byPerspective map[string]float64, overall float64) {
	byPerspective = map[string]float64{}
	blank := c[""] != nil && c[""].skeleton
	for name, t := range c {
		t.skeleton = blank
		if name == "" {
			overall = t.rating()
		} else if t.rules >= fewestRules {
			byPerspective[name] = t.rating()
		}
	}
	return byPerspective, overall
}
