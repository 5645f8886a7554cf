package checks

import (
	"math"

	"discussd/critique"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// How findings become a rating: measured on blank templates, good documents and
// documents with 0 to 10 seeded defects: TestTenDefects holds ten to 0.8 of a session, in the median.
const (
	ceiling     = 4.5 // no alarm is not excellence
	decay       = 1.6
	capManyCore = 2.4 // two or more core rules fired
	capOneCore  = 3.2
	capHigh     = 3.9
	capFew      = 4.0 // too few rules of the document's own kind applied to call it better
	fewestOwn   = 10
)

// tally counts what applied and fired.
type tally struct {
	rules    int // that applied
	own      int // of them, those about some kinds of documents only
	weight   float64
	core     int
	high     bool
	skeleton bool
}

// add counts a rule that applied, and how often and how gravely it fired.
func (t *tally) add(r *native.Rule, severity critique.Severity, fired int) {
	t.rules++
	if r.On != nil {
		t.own++
	}
	if fired == 0 {
		return
	}
	t.skeleton = t.skeleton || r.ID == model.SkeletonRule
	t.weight += weight(r, severity) * (2 - 1/float64(fired)) // never more than twice, and more with every place
	t.high = t.high || severity == critique.High
	if r.Core {
		t.core++
	}
}

// weight says how much a rule weighs that fired. What a document cannot do without
// weighs as much when it is missing as what is wrong, though it blocks nothing.
func weight(r *native.Rule, s critique.Severity) float64 {
	switch {
	case s == critique.High, r.Core && !r.Graded:
		return 1
	case s == critique.Medium:
		return 0.4
	}
	return 0.2
}

// rating falls with every rule that fires and every place where it does: as
// 1 + 4·exp(-x/decay) of their weight x, below the cap of the gravest of them. The
// cap itself gives way as x grows, for else one finding would hide the next: it
// falls towards the nearest rating below it at which a verdict or a sentiment
// turns (2, 3 or 4), and never reaches it, so that only the weight of the findings
// turns one. It is 0 when no rule applied.
func (t *tally) rating() float64 {
	switch {
	case t.rules == 0:
		return 0
	case t.skeleton:
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
