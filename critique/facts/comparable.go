package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

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
	case v.bound != o.bound && v.bound != Exact && o.bound != Exact, v.role != o.role && v.role != anyRole && o.role != anyRole:
		return false
	case v.apart(o, quoted), v.holds(o), o.holds(v), v.example && o.example, v.satisfies(o), o.satisfies(v):
		return false
	case v.doc == o.doc && v.unit == "" && !v.key && !o.key && !v.example && !o.example && (v.bound == Exact) != (o.bound == Exact): // what is, and what is to be
		return false
	case v.unit == "" && (v.value == 1 || o.value == 1) && v.bound == Exact && o.bound == Exact, (v.unit == "clock" || v.unit == "%") && v.doc == o.doc, v.unit == "px": // a page has many sizes
		return false
	case v.unit == switchUnit && !(switched(v, o) && switched(o, v)), v.table != nil && o.table != nil && !strings.EqualFold(strings.TrimSpace(v.title), strings.TrimSpace(o.title)):
		return false
	case conditioned(v, o), v.unit == "" && (v.exemplary && o.bound == Exact || o.exemplary && v.bound == Exact):
		return false
	case parallel(v, o), v.doc != o.doc && v.doc.Kind == document.Tasks && o.doc.Kind == document.Tasks: // each story has its own
		return false
	}
	small, large := min(v.value, o.value), max(v.value, o.value)
	return small > 0 && large <= farthest*small
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
	return len(v.entity) > 0 && !v.cites(o) && !o.cites(v) && shared*2 <= len(v.entity) && shared < 2
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
	if v.bound != Exact || o.bound == Exact || !(v.unit == "" && !v.key || v.doc.Kind == document.Readiness || v.example) {
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
	// atLimit is an outcome that says that the example is at the limit.
	atLimit = pattern.New(`(?i)\blimit (?:is )?(?:reached|exceeded)\b|\btoo (?:many|long|large|late)\b|达到上限|超过上限|已达上限`)
)

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
