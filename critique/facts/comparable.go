package facts

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
	"discussd/internal/text/stem"
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
	case v.statement == o.statement, v.doc == o.doc && v.section == o.section && v.key == o.key, v.table != nil && v.table == o.table:
		return false // neighbours are parallel on purpose
	case v.table != nil && o.table != nil && v.doc == o.doc && !strings.EqualFold(strings.TrimSpace(v.row), strings.TrimSpace(o.row)): // rows of one document are of different things
		return false
	case v.table != nil && v.unit != "" && keeps(v, o), o.table != nil && o.unit != "" && keeps(o, v): // what was measured, and its limit
		return false
	case v.unit == "status" && min(v.value, o.value) < 400: // what succeeds and what fails are two cases
		return false
	case v.spans && o.spans, (v.spans || o.spans) && max(v.value, o.value) > 3*min(v.value, o.value): // each step of a plan has its own
		return false
	case v.bound != o.bound && (v.bound != Exact && o.bound != Exact || v.value < 0), ofOtherRole(v, o), !quoted && ofAnotherThing(v, o), ofOtherSetting(v, o), ofOtherSetting(o, v):
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
	case ofOtherClass(v, o), conditioned(v, o), v.unit == "" && (v.exemplary && o.bound == Exact || o.exemplary && v.bound == Exact):
		return false
	case v.section != o.section && estimated(v) && estimated(o):
		return false
	case parallel(v, o), v.doc != o.doc && v.doc.Kind == document.Tasks && o.doc.Kind == document.Tasks: // each story has its own
		return false
	}
	small, large := sizesOf(v, o)
	return small > 0 && large <= 1.001*farthest*small
}

// ofOtherClass tells whether two values are of different ones among classes of one kind: class A and class B.
func ofOtherClass(v, o *value) bool {
	other := false
	for _, a := range v.classes {
		kind, _, _ := strings.Cut(a, " ")
		for _, b := range o.classes {
			if a == b {
				return false
			}
			other = other || strings.HasPrefix(b, kind+" ")
		}
	}
	return other
}

// sizesOf returns the smaller and the larger of two values, as far below zero as others are above where both are.
func sizesOf(v, o *value) (small, large float64) {
	small, large = min(v.value, o.value), max(v.value, o.value)
	if large < 0 {
		return -large, -small
	}
	return small, large
}

// estimated tells whether a value is how much somebody expects to take for what its section is about.
func estimated(v *value) bool { return estimate.MatchString(v.doc.Text[v.at.Start:v.Start]) }

var estimate = pattern.New(`(?i)(?:\b(?:estimates?|effort|size|story points|days)|估算|估计|工作量|工时|规模)[*_]{0,2}[:：][*_\s]*$`)

// oneBeyond tells whether a value is the first beyond the other's bound, as the case of a test
// is: 26 animals, where 25 are allowed.
func oneBeyond(v, o *value) bool {
	if v.bound != Exact || o.bound == Exact || v.key || v.unit == "s" || v.unit == "%" {
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
	if v.source != "" && o.entry.id == v.source {
		said = strings.ToLower(o.doc.Slice(o.entry.at))
	}
	speaks := func(word string) bool {
		return strings.Contains(said, word[:len(word)-1]) || o.terms[meant(stem.English(word))] > 0
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(key), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if len(word) > 3 && word != "enabled" && word != "enable" && word != "default" && !speaks(word) {
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

// holds tells whether the statement of a value gives the other's value, too, or all parts of it: 30 bars and 12 others
// are 42, 4 dishes of 50 seeds are 200.
func (v *value) holds(o *value) bool {
	whole := v.value
	for _, q := range v.others {
		if q.unit == v.unit && len(q.noun) > 0 && len(v.noun) > 0 && q.noun[len(q.noun)-1] == v.noun[len(v.noun)-1] {
			whole += q.value
		}
	}
	times := func(q quantity) bool { return q.unit == "" && q.value > 1 && near(q.value*v.value, o.value) }
	return v.unit == "" && (near(whole, o.value) || slices.ContainsFunc(v.others, times)) || slices.ContainsFunc(v.others, func(q quantity) bool { return q.unit == o.unit && sameValue(q.value, o.value, q.unit) })
}

// agrees counts the values of other units, and the counts of things, that two statements both give. One more is that each gives a series of
// values of this unit, in which all others are the same.
func (v *value) agrees(o *value) int {
	n := 0
	for _, a := range v.others {
		if (a.unit != "" && a.unit != v.unit || saysHowMuch(v, a)) && slices.ContainsFunc(o.others, func(b quantity) bool {
			return a.unit == b.unit && sameValue(a.value, b.value, a.unit) && (a.unit != "" || saysHowMuch(o, b) && slices.Equal(a.noun, b.noun))
		}) {
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

// saysHowMuch tells whether a value stands in brackets right behind a count and says how much that is: 3 cycles (90 minutes).
func saysHowMuch(v *value, count quantity) bool {
	return count.unit == "" && len(count.noun) > 0 && count.value > 1 && count.End <= v.Start && behindCount.MatchString(v.doc.Text[count.End:v.Start])
}

// behindCount is what stands between a count and what it comes to in brackets.
var behindCount = pattern.New(`^[^.;。；(（]{0,30}[(（]\s*$`)

// seriesOf returns the other values of the same unit in the statement of a value: of the end of a range also naught, where it begins.
func seriesOf(v *value) (all []float64) {
	for _, q := range v.others {
		if q.unit == v.unit && v.unit != "" && (!q.ends && !v.ends || v.ends && q.ends && q.value == 0 || v.unit == "clock") {
			all = append(all, q.value)
		}
	}
	return all
}

// conditioned tells whether two statements hold values of another unit that differ: they
// are two cases. Where they agree on what is measured, counts may be of other things.
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
		if other && !same && (a.unit != "" || v.agrees(o) == 0) {
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
	return v.bound == Exact && !named.MatchString(v.row) && !givesBound.MatchString(v.row) && (o.bound == Most && v.value < o.value || o.bound == Least && v.value > o.value)
}

// givesBound is a row that gives a bound itself, and not what was measured.
var givesBound = pattern.New(`(?i)\b(?:limit|max(?:imum)?|min(?:imum)?|cap|ceiling|quota|budget)\b|上限|下限|最[大小多少高低]|限[制额]`)

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
