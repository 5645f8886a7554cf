package facts

import (
	_ "embed"
	"slices"
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

//go:embed words/sets.txt
var setWords string

// Sets of values that two places list differently: the states of an order, the roles.

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
