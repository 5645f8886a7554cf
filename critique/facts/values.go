package facts

import (
	"maps"
	"math"
	"slices"
	"strings"

	"discussd/internal/text/pattern"
)

// value is one quantity with the words it is said with.
type value struct {
	*statement
	quantity
	terms     map[string]float64 // what it is about, by how near the word stands
	order     []string           // of the terms
	entity    []string           // of them, what its row is about
	own       float64            // the weight of the terms of the statement itself
	ownNear   float64            // that of its clause
	names     []string           // the code it names
	classes   []string           // of several that it is of: "class b"
	marks     map[int][]string   // its qualifiers by kind
	others    []quantity         // of the same statement
	example   bool               // whether it belongs to an example
	sole      bool               // whether its document gives no other value of the unit
	number    int                // in the order of the session
	things    []string           // what a count without a unit may be of
	content   string             // what a stretch of time or a size is of: 72 hours of readings
	exemplary bool               // whether it is of the case that the example made up
	subject   []string           // of a setting, the terms of its key that say what it is of
	when      []string           // the terms of the condition that its rule begins with
	called    []string           // the terms of the label that stands before it, or of its row
	cited     string             // the ID in whose brackets it stands: NFR-004 (200 ms)
}

// mostAmounts is how many amounts a statement has at most that is compared: one of more lists what nobody can tell apart.
const mostAmounts = 6

// How near a word stands to a value decides how much it tells of it.
const (
	inClause  = 1
	inText    = .6
	inHeading = .4
)

// valuesOf returns the values that the statements hold.
func valuesOf(w *weights, all []statement) []value {
	var values []value
	for i := range all {
		s := &all[i]
		found := slices.Clone(s.amounts)
		if s.key {
			found = settingValue(s, found)
		}
		if s.table != nil {
			found = columnUnit(s, found)
			if named.MatchString(s.row) && s.column > 0 {
				found = keyedUnit(s, found)
			}
		}
		if q, ok := switchIn(s); ok {
			found = append(found, q)
		}
		if s.table != nil && (howTested.MatchString(s.title) || madeUp.MatchString(s.title)) {
			continue
		}
		settled := s.days
		if len(found)+len(settled) == 0 || len(found) > mostAmounts || s.table != nil && strings.Count(s.text, ",") > 1 || s.spoken {
			continue
		}
		then := outcomeOf(s.text)
		for j, q := range found {
			if q.unit == "" && !s.key && q.value != math.Trunc(q.value) {
				if q.value <= 0 || q.value >= 1 || !scored.MatchString(s.text[:q.Start-s.at.Start]) {
					continue // half a thing is a part of a name
				}
				q.unit = "of one"
			}
			if q.unit == "" && !s.key && outcomeOf(s.text) == 0 && onceSo.MatchString(s.text[:q.Start-s.at.Start]) {
				continue // "follows when 10 studios run"
			}
			if longAgo.MatchString(s.text[q.End-s.at.Start:]) || q.unit == "" && numbersOne.MatchString(s.text[q.Start-s.at.Start:]) {
				continue // the case that a test is given, or the number of one thing: unit 03
			}
			if q.unit == "" && (andMore.MatchString(s.text[q.End-s.at.Start:]) || theOther.MatchString(s.text[:q.Start-s.at.Start])) {
				continue // three services plus a store are four, and so are two and the other two
			}
			if j > 0 && q.unit != "s" && q.unit != switchUnit {
				if before, _ := around(s.text, q.Start-s.at.Start, q.Start-s.at.Start); underWhich.MatchString(before) {
					continue // 20 minutes for 1 TB
				}
			}
			v := value{statement: s, quantity: q, example: then > 0, exemplary: q.Start-s.at.Start < then}
			v.others = append(append(v.others, found[:j]...), found[j+1:]...)
			v.number = len(values)
			v.describe(w)
			if told(&v) {
				values = append(values, v)
			}
		}
		for _, q := range settled {
			v := value{statement: s, quantity: q, example: then > 0, exemplary: q.Start-s.at.Start < then, others: found, number: len(values)}
			v.describe(w)
			values = append(values, v)
		}
	}
	return values
}

var (
	// howTested is the title of a column that says how something is tested.
	howTested = pattern.New(`(?i)^\W*(?:(?:test|measurement|verification) )?(?:method|test|verification|how (?:measured|tested|verified))\W*$|^(?:测试|验证|测量)?(?:方法|方式)$|^验证$`)
	// madeUp is the title of a column of examples, and longAgo is behind a time that has passed.
	madeUp  = pattern.New(`(?i)\b(?:examples?|samples?)\b|示例|样例`)
	longAgo = pattern.New(`(?i)^ ago\b`)
	// numbersOne is a number that is written as those of a series are.
	numbersOne = pattern.New(`^0\d(?:\D|$)`)
	// onceSo begins what must be so before something else happens.
	onceSo = pattern.New(`(?i)\b(?:when|once|as soon as)\b[^,;.]*$`)
)

// scored is what stands before a part of one: a confidence below 0.7.
var scored = pattern.New(`(?i)\b(?:confidence|scores?|threshold|probability|similarity|likelihood|accuracy|precision|recall|cut-?off|correlation)\b[^.;\d]{0,30}$|(?:置信度|阈值|得分|相似度|概率|准确率)[^。；\d]{0,10}$`)

// theOther says before a count that it is not of all.
var theOther = pattern.New(`(?i)\b(?:other|remaining|further|another)\s+$|(?:其余|另外|其他|其它)$`)

// andMore says behind a count that it is not of all.
var andMore = pattern.New(`(?i)^[^.;:,]{0,40}\bplus\b|^[^。；：，]{0,12}(?:外加|另加|再加)`)

// underWhich stands before an amount for which another is given.
var underWhich = pattern.New(`(?i)\b(?:for|per|at|with)$`)

// spokenOf tells whether a statement speaks of what was, of what is rejected or of what
// somebody might take: it does not state how things are.
func spokenOf(text string) bool {
	lower := strings.ReplaceAll(" "+strings.ToLower(text)+" ", " that would ", " ") // what is refused that would exceed a limit
	for _, word := range [...]string{" instead of ", " rather than ", " competitor", " currently ", "(currently ", " the current ", " existing ", " today ", " down from ", " used to ", " previously ", " e.g. ", " for example", " would ", " could ", " might ", " rejected", " originally ", " last year ", " last winter ", " last summer ", " last month ", "去年", "上个月", "上月", " for instance", " future consideration", " for future ", " potential for ", " vs ", " vs. ", " versus ", " compared ", "相比", "[x] ", "✅", "✓", "负面", "negative:", "drawback", "目前", "现在", "例如", "示例", "比如", "原先", "而非", "而不是", "曾经", "由原来"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// settingValue gives the bare number of a setting the unit that its key names: timeout_ms.
func settingValue(s *statement, found []quantity) []quantity {
	if len(found) != 1 || found[0].unit != "" {
		return found
	}
	key, _, _ := strings.Cut(s.text, ":")
	for _, name := range [...]string{key, keyText(s.label)} { // its own, or the block's: loan_days
		words := strings.Fields(strings.ToLower(name))
		for i, word := range words {
			if i > 0 && words[i-1] == "per" {
				continue // requests_per_minute counts requests
			}
			if u, ok := units[word]; ok && (len(word) > 3 || word == "ms" || word == "kb" || word == "mb" || word == "gb" || i == len(words)-1) {
				found[0].value, found[0].unit, found[0].noun = found[0].value*u.times, u.base, nil
				return found
			}
		}
	}
	return found
}

// inUnit is what names the unit of a setting in the words about it: "in seconds", 单位 ℃.
var inUnit = pattern.New(`(?i)(?:\bin |\(|单位(?:为|是|：)? ?)(ms|milliseconds|seconds|minutes|hours|days|weeks|bytes|kb|mb|gb|percent|%|℃|°c|秒|毫秒|分钟|小时|天)(?:\b|[)，。,;；]|$)`)

// keyedUnit gives the bare number of a setting's row the unit that its key or its words name.
func keyedUnit(s *statement, found []quantity) []quantity {
	if len(found) != 1 || found[0].unit != "" {
		return found
	}
	if m := inUnit.FindStringSubmatch(s.remark); m != nil {
		u := units[strings.ToLower(m[1])]
		found[0].value, found[0].unit, found[0].noun = found[0].value*u.times, u.base, nil
		return found
	}
	key := strings.Fields(strings.ToLower(keyText(s.row)))
	if u, ok := units[key[len(key)-1]]; ok && len(key) > 1 && key[len(key)-1] != "m" && key[len(key)-1] != "b" {
		found[0].value, found[0].unit, found[0].noun = found[0].value*u.times, u.base, nil
	}
	return found
}

// columnUnit gives the bare number of a cell the unit that its column's title or its row's
// label names in brackets: "Latency (ms)".
func columnUnit(s *statement, found []quantity) []quantity {
	if len(found) != 1 || found[0].unit != "" || len(found[0].noun) > 0 {
		return found
	}
	for part := range strings.SplitSeq(strings.NewReplacer("（", "(", "）", ")").Replace(s.label), "(") {
		inner, _, closed := strings.Cut(part, ")")
		if u, ok := units[strings.ToLower(strings.TrimSpace(inner))]; ok && closed {
			found[0].value, found[0].unit = found[0].value*u.times, u.base
		}
	}
	return found
}

// describe finds out what a value is about.
func (v *value) describe(w *weights) {
	v.terms, v.marks = map[string]float64{}, map[int][]string{}
	take := func(text string, weight float64, own bool) {
		for _, term := range w.terms(text) {
			if weight > v.terms[term] {
				if own {
					v.own += (weight - v.terms[term]) * w.weight(term)
				}
				if weight == inClause {
					v.ownNear += w.weight(term)
				}
				v.terms[term] = weight
			}
		}
	}
	for _, id := range v.ids {
		v.terms[id] = inClause
		v.own += w.weight(id)
	}
	near := v.clause()
	take(v.label+" "+v.remark, inClause, true)
	take(near, inClause, true)
	take(v.text, inText, true)
	if len(v.terms) <= shortStatement && v.section != nil {
		take(v.section.Title, inText, false)
	}
	take(v.around, inHeading, false)
	if of := contentOf(w.lexicon, v.text, v.quantity.End-v.statement.at.Start); of != "" {
		v.content = of
	}
	v.entity = w.terms(v.row)
	if m := whenever.FindStringSubmatch(v.text); m != nil {
		v.when = w.terms(m[1])
	}
	if v.unit == "" {
		v.things = thingsCounted(v, w)
	}
	v.subject = subjectOf(v, w)
	if label, _, ok := labelled(v.text); ok && !v.key && v.table == nil {
		v.called = w.terms(label)
	} else if v.table != nil {
		v.called = v.entity
	}
	if m := behindID.FindStringSubmatch(v.doc.Text[v.statement.at.Start:max(v.statement.at.Start, min(v.quantity.Start, v.statement.at.End))]); m != nil {
		v.cited = m[1]
	}
	v.order = slices.Sorted(maps.Keys(v.terms))
	v.mark(w.lexicon, near+" "+v.label)
	for i, part := range strings.Split(v.doc.Slice(v.statement.at), "`") {
		if i%2 == 1 && !strings.ContainsAny(part, " ") {
			v.names = append(v.names, part)
		}
	}
	v.classes = classesOf(v)
}

// ofClass is one of several classes, as a sentence names it or a row: class B, | Class | over | B |.
var (
	ofClass    = pattern.New(`\b((?i:class|type|level|grade|category|tier|zone|group|band|severity|klasse|stufe)) ([A-Z]|\d{1,2})\b`)
	classTitle = pattern.New(`^(?i:class|type|level|grade|category|tier|zone|group|band|severity|klasse|stufe)$`)
	classCode  = pattern.New(`^(?:[A-Z]|\d{1,2})$`)
)

// classesOf returns the classes that a value is of.
func classesOf(v *value) (all []string) {
	for _, m := range ofClass.FindAllStringSubmatch(v.text, 4) {
		all = append(all, strings.ToLower(m[1])+" "+m[2])
	}
	if v.table != nil && v.column > 0 {
		title, code := strings.Trim(v.table.Header[0].Text, " *"), strings.Trim(v.row, " *`")
		if classTitle.MatchString(title) && classCode.MatchString(code) {
			all = append(all, strings.ToLower(title)+" "+code)
		}
	}
	return all
}

// behindID is an ID and the beginning of the brackets behind it.
var behindID = pattern.New(`\b([A-Z]{1,6}-?\d{1,4}) ?[(（][^()（）]*$`)

// whenever is the condition of a rule in the form of EARS.
var whenever = pattern.New(`(?i)^[^\pL]*(?:when|if|while|where)\b([^,]{8,}?)(?:\bthen\b|,|\bthe [\pL_ -]{2,40} shall\b)`)

// shortStatement is how many terms a statement has that leans on the heading above it.
const shortStatement = 3

// contentOf returns the stem of what an amount that ends at an offset is of.
func contentOf(words lexicon, text string, end int) string {
	if end < 0 || end > len(text) {
		return ""
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(text[end:], " "), "of ")
	if !ok {
		return ""
	}
	if stems := words.stemsOf(rest[:wordEnd(rest)]); len(stems) == 1 {
		return stems[0]
	}
	return ""
}

// thingsCounted returns the terms of what a count is of: the noun after it, or what its key or
// the titles of its column and its row say.
func thingsCounted(v *value, w *weights) (things []string) {
	switch {
	case len(v.noun) > 0:
		for _, noun := range v.noun {
			things = append(things, meant(noun))
		}
		if !v.han() {
			things = things[len(things)-1:]
		}
	case v.key:
		key, _, _ := strings.Cut(v.text, ":")
		things = w.terms(key + " " + v.label[strings.LastIndexByte(v.label, ' ')+1:])
	case v.remark != "":
		things = w.terms(keyText(v.row) + " " + v.remark)
	default:
		if things = w.terms(v.title); len(things) == 0 {
			things = w.terms(v.row) // "Value" and "Default" say nothing of what is counted
		}
	}
	return things
}

// told tells whether something says what a value is of: its unit, what it counts, its key or
// the titles of its row and column.
func told(v *value) bool {
	return v.unit != "" || len(v.noun) > 0 || v.key || v.table != nil && v.column > 0
}

// clause returns the part of the statement around the value, up to a comma or another mark.
func (v *value) clause() string {
	if v.key {
		return v.text
	}
	const marks = ",;:()，；：（）、"
	start := v.quantity.Start - v.at.Start
	end := min(v.quantity.End-v.at.Start, len(v.text))
	from := strings.LastIndexAny(v.text[:start], marks) + 1
	to := strings.IndexAny(v.text[end:], marks)
	for _, q := range v.others { // "a wind above 10 knots or gusts above 14"
		if q.unit != v.unit || q.ends || v.ends {
			continue
		}
		if before := q.End - v.at.Start; before <= start && strings.Contains(v.text[before:start], " ") {
			from = max(from, before)
		} else if m := joint.FindStringIndex(v.text[end:max(end, q.Start-v.at.Start)]); m != nil && (to < 0 || m[0] < to) {
			to = m[0]
		}
	}
	if before := strings.TrimRight(v.text[:from], " "); strings.HasSuffix(before, ":") || strings.HasSuffix(before, "：") {
		before = strings.TrimRight(before, ":：") // a label says what the value is of
		from = strings.LastIndexAny(before, marks) + 1
	}
	if to < 0 {
		return v.text[from:]
	}
	if closed := strings.IndexAny(v.text[end+to:], ")）"); closed > 0 && strings.ContainsRune("(（", []rune(v.text[end+to:])[0]) {
		to += closed // what stands in brackets right after it tells what it is of
	}
	return v.text[from : end+to]
}

// joint joins what is said of one amount and what is said of another.
var joint = pattern.New(`(?i) (?:and|or|but) |[和或且与]`)

// mark notes the qualifiers in a text.
func (v *value) mark(words lexicon, text string) {
	note := func(word string) {
		for _, q := range qualifiers[word] {
			v.marks[q.line] = append(v.marks[q.line], q.name)
		}
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}) {
		if len(qualifiers[word]) > 0 {
			note(word)
		} else {
			note(words.stem(word))
		}
	}
	for _, m := range ordinalPercent.FindAllStringSubmatch(text, 4) {
		note("p" + m[1] + m[2])
	}
	for _, word := range chineseQualifiers {
		if strings.Contains(text, word) {
			note(word)
		}
	}
}

var ordinalPercent = pattern.New(`(\d\d)(?:th|st|rd)?[- ]percentile|(\d\d)\s*%?\s*分位`)

// percentiles is the line of the qualifiers that a value without one differs from as well.
const percentiles = 1

// apart tells whether the qualifiers of two values say that they are of different things.
// Who quotes a value may leave out of what it is the percentile.
func (v *value) apart(o *value, quoted bool) bool {
	if !quoted && (len(v.marks[percentiles]) == 0) != (len(o.marks[percentiles]) == 0) {
		return true
	}
	for kind, words := range v.marks {
		others := o.marks[kind]
		if len(others) > 0 && !slices.ContainsFunc(words, func(word string) bool { return slices.Contains(others, word) }) {
			return true
		}
	}
	return false
}

func (v *value) place() Place { return Place{v.doc, v.statement.at} }
