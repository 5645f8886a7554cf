package facts

import (
	"cmp"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// What bounds how many values are compared: a term that more of them hold tells little, and
// a session of so many pairs says the same everywhere.
const (
	maxHolders = 60
	maxPairs   = 30_000
	maxRivals  = 5 // of those that a value is most like
)

// candidates returns the pairs of values that share a term which few others hold.
func candidates(values []*value, w *weights) [][2]*value {
	holders := map[string][]*value{}
	var pairs [][2]*value
	for _, v := range values {
		met := map[*value]bool{}
		for _, term := range v.order {
			if v.terms[term] < inText {
				continue
			}
			for _, o := range holders[term] {
				if !met[o] && len(pairs) < maxPairs {
					met[o] = true
					pairs = append(pairs, [2]*value{o, v})
				}
			}
		}
		for _, term := range v.order {
			if v.terms[term] >= inText && len(holders[term]) < maxHolders {
				holders[term] = append(holders[term], v)
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b [2]*value) int {
		return cmp.Or(cmp.Compare(a[0].number, b[0].number), cmp.Compare(a[1].number, b[1].number))
	})
	return pairs
}

// pair is two values that may speak of one thing.
type pair struct {
	a, b *value
	likeness
	same    bool
	quoted  bool // whether one is given right beside the ID of the statement that defines the other
	setting bool // whether one is that of a setting, and the other what is said of it
}

// sameWords tells whether two statements say nearly the same but for the value: then a slip of a unit is none too far.
func (p *pair) sameWords() bool { return p.evidence[byCover] >= .7 && p.evidence[byCoverFar] >= .7 }

// slips tells whether two values that share half of their words differ by a zero or by the prefix of their unit: 160 ms
// and 16 ms, 500 µs and 500 ns.
func (p *pair) slips() bool {
	one, other := plainOf(p.a.doc.Text, p.a.quantity), plainOf(p.b.doc.Text, p.b.quantity)
	small, large := sizesOf(p.a, p.b)
	times := large / small
	slip := near(times, 1000) && one == other || near(times, 10) && math.Mod(min(one, other), 10) != 0 && min(one, other) > 10
	return slip && p.a.unit != "" && p.evidence[byCover] >= .5 && p.evidence[byCoverFar] >= .4
}

// farApart tells whether two values lie so far apart that nearly all words must be the same.
func (p *pair) farApart() bool {
	small, large := sizesOf(p.a, p.b)
	times := large / small
	if p.slips() {
		return false
	}
	if times > farApart {
		return !p.sameWords()
	}
	return times > ratherApart && (p.evidence[byCover] < .8 || p.evidence[byCoverFar] < .4)
}

// sameAmount tells whether two values are one. A span from date to date is given in months or weeks.
func sameAmount(v, o *value) bool {
	if v.spans || o.spans {
		return math.Abs(v.value-o.value) <= max(86400, .06*max(v.value, o.value))
	}
	return sameValue(v.value, o.value, v.unit) || besides(v, o) || orMore(v, o) || orMore(o, v)
}

// orMore tells whether a value is only said to be a number and more, 80+, and the other is one of these. A
// share and more is a goal.
func orMore(v, o *value) bool {
	return v.unit != "%" && strings.HasPrefix(v.doc.Text[v.quantity.End:], "+") && o.bound == Exact && !strings.HasPrefix(o.doc.Text[o.quantity.End:], "+") && o.value > v.value
}

// besides tells whether one of two measures lies just beyond the other, as the case of a test
// does: silent for 31 minutes, where 30 are allowed.
func besides(v, o *value) bool {
	if apart := math.Abs(v.value - o.value); (v.unit == "" || v.unit == "character") && apart == 1 && (failing.MatchString(v.text) || failing.MatchString(o.text)) {
		return true
	}
	if v.unit != "s" && v.unit != "byte" && v.unit != "g" && v.unit != "m" {
		return false
	}
	apart := math.Abs(v.value - o.value)
	return apart <= nextTo*math.Max(v.value, o.value) && (tried.MatchString(v.text) || tried.MatchString(o.text))
}

// failing is the case of a test that a limit lets through no more, or not yet.
var failing = pattern.New(`(?i)\b(?:fails?|invalid|rejected|refused|too (?:short|long|many|few))\b|无效|拒绝|过[长短多少]`)

// nextTo is how far beyond a limit the case of a test lies, as part of the limit.
const nextTo = .04

// tried is a statement about what happens with one value.
var tried = pattern.New(`(?i)\b(?:refused|rejected|stored|raises?|asks?|(?:is|are) (?:not )?(?:grey|gray|gone|drawn|shown|\w+ed)|passes|fails|nothing|answered)\b|拒绝|通过|失败|显示|冻结|告警|报警|触发|标记|锁定|升级|提醒`)

// alone marks the values that are the only one of their unit in their document.
func alone(values []value) {
	type kind struct {
		doc  *document.Document
		unit string
	}
	counted := map[kind]int{}
	for i := range values {
		if !values[i].example {
			counted[kind{values[i].doc, values[i].unit}]++
		}
	}
	for i := range values {
		v := &values[i]
		v.sole = !v.example && counted[kind{v.doc, v.unit}] == 1
	}
}

// differentValues reports the values that two statements give one thing.
func (f *Found) differentValues(w *weights, all []statement) {
	values := valuesOf(w, all)
	alone(values)
	buckets := map[string][]*value{}
	for i := range values {
		v := &values[i]
		f.look(Values, v.doc)
		if v.unit != "" {
			buckets[v.unit] = append(buckets[v.unit], v)
			continue
		}
		for _, thing := range without(v.things, nil) { // what counts other things is compared with nothing
			buckets["#"+thing] = append(buckets["#"+thing], v)
		}
	}
	var pairs []pair
	met := map[[2]*value]bool{}
	for _, kind := range slices.Sorted(maps.Keys(buckets)) {
		pairs = append(pairs, againstSettings(buckets[kind], w)...)
		if kind == switchUnit {
			pairs = append(pairs, againstSwitches(buckets[kind], w)...)
		}
		for _, p := range candidates(buckets[kind], w) {
			a, b := p[0], p[1]
			if a.statement == b.statement || a.doc == b.doc && a.section == b.section && a.key == b.key || a.unit == "" && met[p] || a.doc != b.doc && (bareTotal(a) || bareTotal(b) || ofItself(a, b)) {
				continue
			}
			met[p] = a.unit == ""
			quoted := a.quotes(b) || b.quotes(a)
			if l := a.like(b, w); l.shared > leastShared || l.evidence[byAgree] > 0 || quoted {
				pairs = append(pairs, pair{a: a, b: b, likeness: l, same: sameAmount(a, b), quoted: quoted})
			}
		}
	}
	f.Conflicts = append(f.Conflicts, contradicting(pairs)...)
}

// ofItself tells whether each of two values is a field of what its document is about: "**Effort**:
// 4 stories" at the head of it, or anywhere in two documents of a series; or counts there what it has told of: "all four sections".
func ofItself(v, o *value) bool {
	field := func(v *value) bool {
		_, rest, ok := labelled(v.text)
		return ok && len([]rune(rest)) <= mostOfField
	}
	head := func(v *value) bool { return v.section == nil || v.section.Level <= 1 }
	known := func(v *value) bool {
		return v.unit == "" && known.MatchString(v.text[:max(0, v.quantity.Start-v.at.Start)])
	}
	return known(v) && known(o) && ofSeries(v.doc.Path, o.doc.Path) || field(v) && field(o) && (head(v) && head(o) || ofSeries(v.doc.Path, o.doc.Path))
}

// ofAnotherThing tells whether what stands beside two values says that they are of two things: labels that each have a
// word of their own, brackets behind two IDs, a total and a part of one, a change and what there is.
func ofAnotherThing(v, o *value) bool {
	if v.cited != "" && o.cited != "" && v.cited != o.cited {
		return true
	}
	own := func(v, o *value) int {
		if slices.ContainsFunc(v.called, func(term string) bool { return term[0] >= 0x80 && slices.Contains(o.called, term) }) {
			return 0 // pairs of characters, of which neighbours overlap
		}
		return len(slices.DeleteFunc(slices.Clone(v.called), func(term string) bool { return o.terms[term] >= inText }))
	}
	const several = 2 // words that only one of two labels has
	if len(v.called) > 0 && len(o.called) > 0 && v.unit != switchUnit {
		if a, b := own(v, o), own(o, v); a > 0 && b > 0 || max(a, b) >= several {
			return true
		}
	}
	total := func(v *value) bool { return v.table != nil && totalRow.MatchString(v.row) }
	changes := func(v *value) bool {
		return changed.MatchString(v.text[min(max(0, v.quantity.End-v.at.Start), len(v.text)):])
	}
	return total(v) != total(o) || changes(v) != changes(o)
}

var (
	totalRow = pattern.New(`(?i)^\W*(?:grand |sub)?totals?\b|^(?:合计|总计|小计)`)
	// changed says behind an amount that it is by how much something changes.
	changed = pattern.New(`(?i)^ (?:\w+ )?(?:increase|decrease|reduction|growth|improvement|savings?)\b`)
)

// known stands before a count of what the reader has been told of.
var known = pattern.New(`(?i)\b(?:all|the|these|all the|each of the)\s+$`)

// ofSeries tells whether two files of one folder are called alike but for a number: epic-1-cart.md
// and epic-2-desk.md.
func ofSeries(a, b string) bool {
	one, other := inSeries.FindStringSubmatch(path.Base(a)), inSeries.FindStringSubmatch(path.Base(b))
	return one != nil && other != nil && path.Dir(a) == path.Dir(b) && strings.EqualFold(one[1], other[1]) && one[2] != other[2]
}

var inSeries = pattern.New(`^([A-Za-z_-]*)(\d[\d.-]*)`)

// mostOfField is how many characters a field at the head of a document has at most.
const mostOfField = 24

// bareTotal tells whether a value is a sum that says of nothing else what it is of: "Sum: 18
// points" below a table, "[ ] All 7 stories reviewed" in a list of what is to be ticked off. It
// is of its own document.
func bareTotal(v *value) bool {
	return totalWord.MatchString(v.text[:max(0, v.quantity.Start-v.at.Start)])
}

var totalWord = pattern.New(`(?i)^\W*(?:(?:grand |sub)?totals?|sums?|altogether|overall|in (?:all|total)|合计|总计|小计|共计|总和|总数)\W*$|^\W*\[[ x]\]\W*(?:all(?: of)?(?: the| its)?|全部|所有)\W*$`)

// repeats tells whether one of two equal values only says the other again: a story and its
// own scenarios, which stand in one section. It shows nothing of what others say.
func (p *pair) repeats() bool {
	if p.a.doc != p.b.doc || p.a.section == nil || p.b.section == nil {
		return false
	}
	for at := p.a.section; at != nil && at.Level >= storyLevel; at = at.Parent {
		for other := p.b.section; other != nil; other = other.Parent {
			if at == other {
				return true
			}
		}
	}
	return false
}

// storyLevel is the level of a heading from which on a section is about one thing.
const storyLevel = 3

// across returns the other value of a pair.
func (p *pair) across(v *value) *value {
	if p.a == v {
		return p.b
	}
	return p.a
}

// side is a value and a document that may say another of the same.
type side struct {
	*value
	in *document.Document
}

// What a pair of different values must have to be told. The scores are logarithms of odds.
const (
	leastShared   = .3  // the weight of the words both have: less is nothing
	leastOfSwitch = .55 // of the words that say what is on or off
	leastScore    = 0.
	leastOfDemand = -.3 // between a requirement and what a later document makes of it
	leastOfCount  = .3  // of two numbers without a unit in sentences
	clearlyAhead  = .3  // by how much each is liker to the other than to anything else there
	somewhatAhead = .15 // where what one shares is less than what the other does
	asGood        = 1   // within which an equal value explains a value as well
)

// contradicting keeps the pairs of different values of which each is what the other is most like
// in its document, and of which neither has its equal there: a document that gives both values
// speaks of two things.
func contradicting(pairs []pair) []Conflict {
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	equal, best := map[side]float64{}, map[side][]*pair{}
	for i := range pairs {
		p := &pairs[i]
		if p.same && p.repeats() || (p.a.spans || p.b.spans) && !p.a.comparable(p.b, p.quoted) {
			continue
		}
		for _, one := range [...]side{{p.a, p.b.doc}, {p.b, p.a.doc}} {
			if _, known := equal[one]; p.same && !known {
				equal[one] = p.score
			}
			small, large := sizesOf(p.a, p.b)
			if far := large > farApart*small; len(best[one]) < maxRivals && (!far || p.sameWords() || p.slips() || p.a.ends || p.b.ends) {
				best[one] = append(best[one], p) // what lies farther away is of something else, but for the ends of a range
			}
		}
	}
	explained := func(one side, p *pair) bool {
		score, known := equal[one]
		return known && score > p.score-asGood && !p.setting
	}
	chosen := func(one side, p *pair) bool {
		rivals := slices.DeleteFunc(slices.Clone(best[one]), func(r *pair) bool { // what stands beside it and has its equal is none
			here, other := p.across(one.value), r.across(one.value)
			beside := other.statement == here.statement || other.table != nil && other.table == here.table
			third := !r.same && p.a.doc != p.b.doc && p.a.unit != "" && other.section == here.section && p.sameWords() && r.sameWords() && min(p.evidence[byDice], r.evidence[byDice]) > .7 // says otherwise of the same thing too
			return r != p && (third || beside && explained(side{other, one.doc}, r) || p.evidence[byDice] >= .75 && p.score-r.score >= somewhatAhead && sharesMore(one.value, here, other))
		})
		return len(rivals) > 0 && rivals[0] == p && (len(rivals) == 1 || p.score-rivals[1].score >= clearlyAhead)
	}
	var found []Conflict
	told := map[*value]bool{}
	for i := range pairs {
		p := &pairs[i]
		here, there := side{p.a, p.b.doc}, side{p.b, p.a.doc}
		if p.same || p.tightens() && !p.slips() || !p.a.comparable(p.b, p.quoted) || explained(here, p) || explained(there, p) || told[p.a] || told[p.b] {
			continue
		}
		if kind := p.tells(chosen(here, p) && chosen(there, p)); kind != "" {
			told[p.a], told[p.b] = true, true
			found = append(found, between(kind, p.a.place(), p.b.place(), p.a.says(), p.b.says()))
		}
	}
	return found
}

// sharesMore tells whether a statement shares all that another one shares with a value, and something that tells more: of
// what is sent in watch mode and in normal mode, the one that says "watch" too.
func sharesMore(v, here, other *value) bool {
	more := false
	for term, weight := range v.terms {
		if weight < inText {
			continue
		}
		in, out := here.terms[term] >= inText, other.terms[term] >= inText
		if out && !in {
			return false
		}
		more = more || in && !out
	}
	return more
}

// demanded tells whether one of two values stands in a requirement, and the other in a document of another round.
func (p *pair) demanded() bool {
	demand := func(v *value) bool { return !v.example && (v.lead != "" || demanding.MatchString(v.text)) }
	return document.PhaseOf(p.a.doc) != document.PhaseOf(p.b.doc) && (demand(p.a) || demand(p.b))
}

// tells returns what the different values of a pair are: a contradiction, or nothing. Each of the
// two must be what the other is most like, or be quoted.
func (p *pair) tells(chosen bool) Kind {
	switch unit := p.a.unit; {
	case p.quoted:
		return Values
	case !chosen, p.farApart(), p.score < leastScore && !(p.demanded() && p.score > leastOfDemand), unit == switchUnit && p.evidence[byCoverFar] < leastOfSwitch && (p.evidence[byCover] < .95 || p.shared < 1.5 || p.a.key && p.b.key):
		return ""
	case p.a.value < 0 && !p.sameWords(): // on which side of it something is refused, signs tell badly
		return ""
	case unit == "" && p.score < leastOfCount && !p.demanded() && !p.a.key && !p.b.key && p.a.table == nil && p.b.table == nil:
		return "" // two sentences that count steps count those of two things
	}
	return Values
}

// ofEach is the title of a column that says nothing of the values in it.
var ofEach = pattern.New(`(?i)^\W*(?:values?|default(?: value)?s?|targets?|limits?|settings?|amounts?|requirements?|budgets?)\W*$|^(?:值|取值|默认值?|目标值?|要求|限值|上限|设置|预算)$`)

// says is the amount as the document writes it: of a setting and of a bare number of a
// table, with what it is of.
func (v *value) says() string {
	text := strings.TrimSuffix(oneLine(v.doc.Slice(v.quantity.Span)), " unless")
	if v.value < 0 && v.unit != "" {
		text = "-" + text
	}
	switch {
	case v.key:
		return oneLine(v.doc.Slice(v.statement.at))
	case v.table != nil && v.statement.at.Len() <= 40:
		row, title, label := linkMarks.Replace(strings.TrimSpace(v.row)), linkMarks.Replace(strings.TrimSpace(v.title)), linkMarks.Replace(v.label)
		switch {
		case row == "" || title == "":
		case ofEach.MatchString(title):
			label = row
		default:
			label = row + " (" + title + ")"
		}
		return strings.TrimSpace(oneLine(label) + ": " + oneLine(v.doc.Slice(v.statement.at)))
	case v.quantity.before > 0:
		return oneLine(v.doc.Text[v.quantity.Start-v.quantity.before : v.quantity.End])
	case v.unit == "" && len(v.noun) > 0:
		rest := v.doc.Slice(document.Span{Start: v.quantity.End, End: v.statement.at.End})
		if end := strings.IndexAny(rest, ",.;:，。；：\n"); end >= 0 {
			rest = rest[:end]
		}
		return text + " " + strings.Join(strings.Fields(rest)[:min(len(strings.Fields(rest)), len(v.noun))], " ")
	}
	return text
}

// linkMarks are what is left of a link when its ID and its target are blanked.
var linkMarks = strings.NewReplacer("[", "", "]", "", "(", "", ")", "")
