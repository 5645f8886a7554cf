package facts

import (
	"math"
	"slices"
	"strings"

	"discussd/critique/document"
)

// farthest is how many times one value of a thing is another at most: a slip of a power of
// ten or of a unit is within it, seconds against months are not.
const farthest = 1000

// comparable tells whether two values can contradict each other at all.
func (v *value) comparable(o *value, quoted bool) bool {
	switch {
	case v.statement == o.statement, v.doc == o.doc && v.section == o.section, v.doc == o.doc && v.table != nil && v.table == o.table:
		return false // neighbours are parallel on purpose
	case v.bound != Exact && o.bound != Exact && v.bound != o.bound:
		return false
	case v.apart(o, quoted), conditioned(v, o), v.holds(o), o.holds(v):
		return false
	case v.example && o.example && v.doc == o.doc, v.exemplary, o.exemplary: // an example tries what lies around a limit
		return false
	case v.role != o.role && v.role != anyRole && o.role != anyRole, v.ends != o.ends && (v.bound == Exact || v.bound != o.bound):
		return false
	case v.doc == o.doc && v.unit == "" && !v.key && !o.key && (v.bound == Exact) != (o.bound == Exact): // what is, and what is to be
		return false
	case v.unit == "clock" && v.doc == o.doc, v.unit == "" && (v.value == 1 || o.value == 1):
		return false
	case len(v.names) > 0 && len(o.names) > 0 && !slices.ContainsFunc(v.names, func(name string) bool { return slices.Contains(o.names, name) }):
		return false
	case tried(v) && (tried(o) || math.Abs(v.value-o.value) < .12*max(v.value, o.value)), tried(o) && math.Abs(v.value-o.value) < .12*max(v.value, o.value):
		return false
	case parallel(v, o), ofAnother(v, o), ofAnother(o, v):
		return false
	case v.doc != o.doc && v.doc.Kind == document.Tasks && o.doc.Kind == document.Tasks: // each story has its own
		return false
	case v.table != nil && o.table != nil && !strings.EqualFold(strings.TrimSpace(v.title), strings.TrimSpace(o.title)):
		return false
	case siblings(v, o) && v.table != nil && o.table != nil:
		return false
	}
	if small, large := min(v.value, o.value), max(v.value, o.value); small <= 0 || large > farthest*small {
		return false
	}
	return !(v.satisfies(o) || o.satisfies(v))
}

// tried tells whether a value belongs to a criterion: what is tried there lies on either side
// of a limit, and each requirement tries its own.
func tried(v *value) bool {
	return v.section != nil && v.section.Under(document.Acceptance) && !demanding.MatchString(v.text)
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
	return len(v.entity) > 0 && !v.cites(o) && !o.cites(v) && shared*2 <= len(v.entity) && shared < 2
}

// siblings tells whether two values stand in documents that each are about one of a kind.
func siblings(v, o *value) bool {
	return v.doc != o.doc && v.doc.Kind.Member() && o.doc.Kind.Member() && v.doc.Kind.Phase() == o.doc.Kind.Phase()
}

// holds tells whether the statement of a value gives the other's value, too.
func (v *value) holds(o *value) bool {
	return slices.ContainsFunc(v.others, func(q quantity) bool { return q.unit == o.unit && sameValue(q.value, o.value, q.unit) })
}

// agrees counts the values of other units that two statements both give.
func (v *value) agrees(o *value) int {
	n := 0
	for _, a := range v.others {
		if a.unit != "" && a.unit != v.unit && slices.ContainsFunc(o.others, func(b quantity) bool { return a.unit == b.unit && sameValue(a.value, b.value, a.unit) }) {
			n++
		}
	}
	return n
}

// conditioned tells whether two statements hold values of another unit that differ: they
// are two cases.
func conditioned(v, o *value) bool {
	for _, a := range v.others {
		if a.unit == v.unit {
			continue
		}
		same, other := false, false
		for _, b := range o.others {
			if a.unit == b.unit && slices.Equal(a.noun, b.noun) {
				if sameValue(a.value, b.value, a.unit) {
					same = true
				} else {
					other = true
				}
			}
		}
		if other && !same {
			return true
		}
	}
	return false
}

// han tells whether a value counts something in Chinese: each of its words is two pairs of
// characters or more.
func (v *value) han() bool { return len(v.noun) > 0 && v.noun[0][0] >= 0x80 }

// bare tells whether nothing near a value says what it counts but the label of its row.
func (v *value) bare() bool { return v.unit == "" && len(v.noun) == 0 && !v.key }

// satisfies tells whether a value is an instance that keeps the other's bound: an example
// of a criterion, or what a report measured.
func (v *value) satisfies(o *value) bool {
	if v.bound != Exact || !(v.unit == "" && !v.key || v.doc.Kind == document.Readiness || v.exemplary) {
		return false
	}
	return o.bound == Most && v.value <= o.value || o.bound == Least && v.value >= o.value
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
	if !slices.ContainsFunc([]string{"given", "when ", "假设", "给定", "假如", "当"}, func(word string) bool { return strings.HasPrefix(start, word) }) {
		return 0
	}
	for _, then := range [...]string{" then ", "那么", "则"} {
		if i := strings.Index(lower, then); i >= 0 {
			return i
		}
	}
	return len(text)
}
