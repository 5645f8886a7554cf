package facts

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

//go:embed words/sets.txt
var setWords string

// Sets of values that two places list differently: the states of an order, the roles, the days of a reminder.

// set is the values that a place lists for a thing.
type set struct {
	Place
	head    int      // the line of words/sets.txt
	members []string // in lower case, by their stems
	names   []string // as the text has them
	section *document.Section
}

var (
	// enumerated is a list of values behind what they are of; the groups are both.
	enumerated = pattern.New(`(?i)^(.{0,90}?\S)\s*(?:[:：=]|\bis one of\b|\bone of\b|\bcan be\b|\bmay be\b|\bare\b|\bis\b|\binclude\b|有|包括|为|是|分为)\s*(?:either |one of |enum|[（(\[{]\s*)*([^.。;；:：]{5,220})$`)
	notClosed  = pattern.New(`(?i)\b(?:such as|e\.g|for example|including|among others|etc|like|only|not|from|to|can|must|shall|when|if|than)\b|等|例如|比如|不|仅|只`)
	memberOf   = pattern.New(`^\p{L}[\p{L}_ -]{0,24}$`)
	// codeList are three names or more in code marks beside each other.
	codeList = pattern.New("`[\\pL_-]{2,24}`(?:\\s*(?:,|、|/|\\||，|\\bor\\b|\\band\\b|或|和|及)\\s*(?:and |or )?`[\\pL_-]{2,24}`){2,11}")
	splitSet = pattern.New(`\s*(?:,|、|/|\||，|\bor\b|\band\b|或|和|及)\s*`)
)

const (
	leastMembers = 3
	mostMembers  = 12
)

// setIn returns the set of values that a statement lists.
func setIn(w *weights, heads map[string][]int, s *statement) (set, bool) {
	if s.at.Len() > 320 || s.spoken || outcomeOf(s.text) > 0 {
		return set{}, false
	}
	before, list := s.label, s.text
	marked := false
	if m := codeList.FindString(s.doc.Slice(s.at)); m != "" && s.table == nil {
		before, _, _ = strings.Cut(s.doc.Slice(s.at), m)
		list, marked = strings.ReplaceAll(m, "`", ""), true
	} else if s.table == nil || s.column == 0 {
		if len(splitSet.FindAllStringIndex(s.text, leastMembers-1)) < leastMembers-1 {
			return set{}, false
		}
		m := enumerated.FindStringSubmatch(strings.TrimRight(strings.TrimLeft(s.text, " []x-"), " .。;；)）]"))
		if m == nil {
			return set{}, false
		}
		before, list = m[1], m[2]
	}
	if notClosed.MatchString(list) || notClosed.MatchString(before) {
		return set{}, false
	}
	if marked && len(strings.Fields(before)) > 12 {
		return set{}, false
	}
	one := set{Place: Place{s.doc, s.at}, section: s.section}
	list = strings.Trim(withoutBrackets(strings.TrimPrefix(strings.TrimSpace(list), "enum")), " ()[]{}.")
	for part := range strings.SplitSeq(splitSet.ReplaceAllString(list, "\x00"), "\x00") {
		part = strings.Trim(part, " \"'“”`")
		if part == "" {
			continue
		}
		if !memberOf.MatchString(part) || len(strings.Fields(part)) > 3 || part[0] >= 0x80 && utf8.RuneCountInString(part) > 8 {
			return set{}, false
		}
		if key := w.member(part); !slices.Contains(one.members, key) && !everyValue.MatchString(part) {
			one.members, one.names = append(one.members, key), append(one.names, part)
		}
	}
	if len(one.members) < leastMembers || len(one.members) > mostMembers {
		return set{}, false
	}
	for _, term := range w.stemsOf(before) {
		if lines := heads[term]; len(lines) > 0 && one.head == 0 {
			one.head = lines[0]
		}
	}
	return one, one.head > 0
}

// member returns a value of a set by its stems.
func (l lexicon) member(name string) string {
	var stems []string
	for _, word := range strings.Fields(keyText(name)) {
		stems = append(stems, l.stem(strings.ToLower(word)))
	}
	return strings.Join(stems, " ")
}

// only returns the names of a set that another has not.
func (s *set) only(o *set) (names []string) {
	for i, member := range s.members {
		if !slices.Contains(o.members, member) {
			names = append(names, s.names[i])
		}
	}
	return names
}

// of tells whether two sets are of one thing: they share most of the values of each.
func (s *set) of(o *set) bool {
	if s.head != o.head || s.Doc == o.Doc && s.section == o.section {
		return false
	}
	shared := len(s.members) - len(s.only(o))
	return shared*3 >= 2*max(len(s.members), len(o.members))
}

// differentSets reports sets of values that two places list differently, and values that are
// in no set of their thing.
func differentSets(f *Found, w *weights, all []statement) {
	heads := wordLines(setWords)
	var sets []set
	for i := range all {
		if s, ok := setIn(w, heads, &all[i]); ok && len(sets) < maxDemands {
			sets = append(sets, s)
			f.look(Members, s.Doc)
		}
	}
	for i := range sets {
		for j := range i {
			a, b := &sets[j], &sets[i]
			here, there := b.only(a), a.only(b)
			if len(here)+len(there) == 0 || !a.of(b) {
				continue
			}
			if slices.ContainsFunc(sets[:i], func(o set) bool { return len(o.members) == len(b.members) && len(b.only(&o)) == 0 }) {
				break // the same set stands somewhere else
			}
			f.report(between(Members, a.Place, b.Place, strings.Join(a.names, ", "), strings.Join(b.names, ", ")))
			break
		}
	}
}

// everyValue is no value of its own: a filter that leaves none out has it.
var everyValue = pattern.New(`(?i)^(?:all|any|\*|全部|所有|不限)$`)

// row is numbers that a statement gives one after the other, each larger than the one before it or each smaller: "30, 14 and 3 days".
type row struct {
	*statement
	numbers []float64
	text    string
	unit    string
}

// numberRow are three numbers or more beside each other.
var numberRow = pattern.New(`(?:^|[^\w.,/:-])(\d{1,4}(?:\.\d+)?(?:(?:,|;|，|、| /) ?(?:and |or )?\d{1,4}(?:\.\d+)?){1,8}(?:,? (?:and|or) |(?:,|;|，|、| /) ?| ?[和或及] ?)\d{1,4}(?:\.\d+)?)(?:[^\w.]|\.?$|\. )`)

var numeral = pattern.New(`\d+(?:\.\d+)?`)

// rowIn returns the numbers that a statement lists: those of a unit, or of the key or cell that they are all the value of.
func rowIn(w *weights, s *statement) (r row, ok bool) {
	m := numberRow.FindStringSubmatchIndex(s.text)
	if m == nil || s.spoken {
		return r, false
	}
	r = row{statement: s, text: s.text[m[2]:m[3]]}
	for _, text := range numeral.FindAllString(r.text, mostMembers) {
		r.numbers = append(r.numbers, plainNumber(text))
	}
	rising := r.numbers[0] < r.numbers[1]
	for i, number := range r.numbers[1:] {
		if number == r.numbers[i] || number > r.numbers[i] != rising {
			return r, false
		}
	}
	last := strings.LastIndexFunc(r.text, func(c rune) bool { return c != '.' && (c < '0' || c > '9') })
	of := w.quantities(s.text[m[2]+last+1:], 0)
	if len(of) > 0 && of[0].Start == 0 {
		r.unit = of[0].unit
	}
	alone := strings.Trim(s.text[:m[2]]+s.text[m[3]:], " []()\"'") == "" && (s.key || s.table != nil && s.column > 0)
	return r, r.unit != "" && r.unit != "clock" || alone
}

// countOfRow stands before numbers that it says how many there are of: "four warnings for each tool: ".
var countOfRow = pattern.New(`(?i)(?:^|[^\pL\d.,-])(\d|` + strings.Join(slices.SortedFunc(maps.Keys(numerals), longestFirst), "|") + `) (?:[\pL-]+ ){0,2}[\pL-]+s(?: [\pL-]+){0,4}(?::| ?\() ?$`)

// counted reports numbers that are not as many as the words before them say: "four warnings: 30, 14 and 3 days".
func (r *row) counted(f *Found) {
	before, _, _ := strings.Cut(r.statement.text, r.text)
	m := countOfRow.FindStringSubmatchIndex(before)
	if m == nil || partial(before[:m[2]]) {
		return
	}
	f.look(Listed, r.doc)
	if said := wordNumber(before[m[2]:m[3]]); said > 1 && slightlyOff(float64(len(r.numbers)), said) {
		here := Place{r.doc, r.at}
		f.report(Conflict{Listed, here, here, strings.TrimRight(oneLine(before[m[2]:]), " :("), count(len(r.numbers))})
	}
}

// differs tells whether two rows are of one thing, and one number of them is not the same: the words of the shorter statement are
// for the most part those of the other.
func (r *row) differs(w *weights, o *row) bool {
	if r.unit != "" && o.unit != "" && r.unit != o.unit || len(r.numbers) != len(o.numbers) || r.unit == "" && o.unit == "" {
		return false
	}
	apart, shared := 0, 0
	for i := range r.numbers {
		if r.numbers[i] != o.numbers[i] {
			apart++
		}
	}
	mine, others := w.terms(r.label+" "+r.remark+" "+r.statement.text), w.terms(o.label+" "+o.remark+" "+o.statement.text)
	for _, term := range mine {
		if slices.Contains(others, term) {
			shared++
		}
	}
	return apart == 1 && shared > 1 && shared*3 >= min(len(mine), len(others))
}

// differentRows reports rows of numbers that two places give with one number changed.
func differentRows(f *Found, w *weights, all []statement) {
	var rows []row
	for i := range all {
		r, ok := rowIn(w, &all[i])
		if !ok || len(rows) >= maxDemands {
			continue
		}
		r.counted(f)
		f.look(Members, r.doc)
		again := slices.ContainsFunc(rows, func(o row) bool { return slices.Equal(o.numbers, r.numbers) })
		if j := slices.IndexFunc(rows, func(o row) bool { return r.differs(w, &o) }); j >= 0 && !again {
			f.report(between(Members, Place{rows[j].doc, rows[j].at}, Place{r.doc, r.at}, rows[j].text, r.text))
		}
		rows = append(rows, r)
	}
}
