// Package series finds the IDs that documents number things with, whatever they look like:
// R-14, XQ-08, CS-3, D7. An ID is defined where an item, a row or a heading begins with it,
// and a series is what one document defines so in one form. Nothing here knows what the
// things are.
//
// Parsed documents come in; what is numbered twice, named and defined nowhere, or left out
// of a table that names nearly all the others goes out.
package series

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// What makes a series: so many numbers of one document, which are not much fewer than the
// highest of them. Two IDs alike are no series, and MP3 and MP4 are none that anybody began, unless bold marks or
// headings count them from one on.
const (
	leastDefined = 4
	leastMarked  = 2
	sparsest     = 6
)

// versions are prefixes of what has parts and is no series: V1.2, Q1-2.
var versions = map[string]bool{"V" + ofPart + ".": true, "V" + ofPart + "-": true, "Q" + ofPart + "-": true, "H" + ofPart + "-": true}

// most bounds how many IDs of a session are read.
const most = 20_000

// code is an ID: capitals, perhaps with a part of their own, and a number, perhaps with that
// of a part: R-14, P1.4, E2-S5.
var code = pattern.New(`([A-Z]{1,8}(?:-[A-Z]{1,8})?)-?\d{1,4}(?:([-.])([A-Z]{0,3})\d{1,3})?[a-z]?`)

// scales are letters that grades are numbered with: P1 is a priority, Q3 a quarter.
var scales = map[string]bool{"P": true, "Q": true, "V": true, "H": true, "L": true, "S": true}

// Mention is one place where an ID stands.
type Mention struct {
	ID     string // as the document writes it
	Doc    *document.Document
	At     document.Span
	prefix string
	number int
	letter string
}

func (m Mention) key() string { return m.prefix + strconv.Itoa(m.number) + m.letter }

// form is how IDs are defined: by items, by headings, by paragraphs, or by the rows of one table.
type form struct {
	doc     *document.Document
	table   *document.Table
	heading bool
	plain   bool // paragraphs begin with them
}

// Series is the numbering of one kind of thing.
type Series struct {
	Prefix  string    // "R", without hyphen
	Defined []Mention // at home, in order
	home    form
}

// All is the series of a session.
type All struct {
	Series  []Series
	lists   []Series        // of things of several letters, without a prefix
	defined map[string]bool // keys, wherever they are defined
	known   map[string]*Series
	short   map[string]bool // those that are known only as parts of lists
	anew    map[string]bool // those that stories count from one, each for itself
	named   []Mention       // all IDs of series, in order
	byKey   map[string][]Mention
	held    map[string]Held
	headed  map[string]bool // keys that a heading defines
}

// Read finds the series of documents.
func Read(docs []*document.Document) *All {
	a := &All{defined: map[string]bool{}, known: map[string]*Series{}, short: map[string]bool{}, anew: map[string]bool{}, byKey: map[string][]Mention{}, held: map[string]Held{}, headed: map[string]bool{}}
	groups := map[string]map[form][]Mention{}
	var order []string
	for _, d := range docs {
		if d.JSON != nil || d.Wild != "" {
			continue
		}
		found := definitions(d)
		a.count(found)
		for _, at := range found {
			m, f := at.Mention, at.form
			if at.also || versions[m.prefix] {
				continue
			}
			if groups[m.prefix] == nil {
				groups[m.prefix] = map[form][]Mention{}
				order = append(order, m.prefix)
			}
			groups[m.prefix][f] = append(groups[m.prefix][f], m)
		}
	}
	for _, prefix := range order {
		s, ok := largest(prefix, groups[prefix])
		a.anew[prefix] = ofStory(s.home.doc) && countedAnew(groups[prefix])
		if ok && !s.grades() {
			a.Series = append(a.Series, s)
		}
	}
	a.lists = lists(order, groups)
	a.Series = slices.DeleteFunc(a.Series, func(s Series) bool { return count(s.Defined) < leastDefined && a.listed(s.Prefix) })
	for i := range a.Series {
		a.known[a.Series[i].Prefix] = &a.Series[i]
	}
	for i := range a.lists {
		for _, small := range a.lists[i].small() {
			if a.known[small.Prefix] == nil && !small.grades() {
				a.known[small.Prefix] = &small
				a.short[small.Prefix] = true
			}
		}
	}
	for _, d := range docs {
		if d.JSON == nil && d.Wild == "" && len(a.known) > 0 && len(a.named) < most {
			a.named = append(a.named, a.mentions(d)...)
		}
	}
	for _, m := range a.named {
		a.byKey[m.key()] = append(a.byKey[m.key()], m)
	}
	return a
}

// listed tells whether things of a prefix are in a list of several letters.
func (a *All) listed(prefix string) bool {
	return slices.ContainsFunc(a.lists, func(list Series) bool {
		return slices.ContainsFunc(list.Defined, func(m Mention) bool { return m.prefix == prefix })
	})
}

// definition is an ID that an item, a row or a heading begins with.
type definition struct {
	Mention
	form
	also bool // it stands behind another that the heading or the item begins with
}

// beside is an ID that shares the heading of the one before it: DIAL-01 / REP-04.
var beside = pattern.New(`^\s*[/+]\s*([A-Z]{1,8}(?:-[A-Z]{1,8})?-?\d{1,4})`)

// joined stands between the IDs of several, or the ends of a range.
var joined = pattern.New(`^(?i:(?:and|or|to|through|und|oder|bis|et|ou|y|with)\s+|[\s,&~～*_\x60–—-]+|至|到|和|与|及|或|跟|同|、|，)+`)

func definitions(d *document.Document) []definition {
	var all []definition
	add := func(start int, text string, f form) {
		lead := len(text) - len(strings.TrimLeft(text, " *_`[~"))
		at := first(text)
		if at == nil || at[0] != lead || len(all) >= most || !ends(text, at[1]) {
			return
		}
		rest := strings.TrimLeft(text[at[1]:], " *_`]~)")
		if joins := joined.FindString(rest); joins != "" {
			if next := first(rest[len(joins):]); next != nil && next[0] == 0 {
				return // several, or a range: it tells of them
			}
		}
		if f.table == nil && told.MatchString(rest) {
			return
		}
		if m, ok := mention(text[at[0]:at[1]]); ok {
			m.Doc, m.At = d, document.Span{Start: start + at[0], End: start + at[1]}
			all = append(all, definition{m, f, false})
		}
		for {
			more := beside.FindStringSubmatchIndex(rest)
			if more == nil || !ends(rest, more[3]) {
				return
			}
			if m, ok := mention(rest[more[2]:more[3]]); ok {
				all = append(all, definition{m, f, true})
			}
			rest = rest[more[3]:]
		}
	}
	for _, item := range d.Items {
		text := d.Slice(item.Span)
		box := len(text) - len(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(text, "[ ] "), "[x] "), "[X] "))
		add(item.Start+box, text[box:], form{doc: d})
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			add(row[0].Start, d.Slice(row[0].Span), form{doc: d, table: t})
		}
	}
	for _, line := range d.Lines {
		switch text := d.Slice(line); {
		case strings.HasPrefix(text, "**"):
			add(line.Start, text, form{doc: d, heading: true})
		case opens.MatchString(text) && paragraph(d, line):
			add(line.Start, text, form{doc: d, plain: true})
		}
	}
	for _, section := range d.Sections {
		if section.Level > 1 && section.Level <= 6 && section.Body > section.Start { // lines in bold are read above
			line := d.Text[section.Start:section.Body]
			hashes := len(line) - len(strings.TrimLeft(line, "# "))
			add(section.Start+hashes, line[hashes:], form{doc: d, heading: true})
		}
	}
	return all
}

// told goes on with what is said of a thing that has its ID elsewhere: "NFR14 also mapped to Epic 7".
var told = pattern.New(`^(?:is|are|was|were|also|still|already|explicitly|remains?|now)\b`)

// opens is an ID and the beginning of a sentence.
var opens = pattern.New("^[A-Z]{1,8}(?:-[A-Z]{1,8})?-?\\d{1,4}(?:[.:：]?\\s+(?:\\p{Lu}|\\p{Han})|[:：]\\s+`\\w|" + `[-.][A-Z]{0,3}\d{1,3}[.:：]?\s+[\p{Lu}\p{Han}\d])`)

// paragraph tells whether a line begins a paragraph.
func paragraph(d *document.Document, line document.Span) bool {
	return line.Start == 0 || strings.TrimSpace(d.Slice(d.LineAt(line.Start-1))) == ""
}

// ofPart is in the prefix of IDs with the number of a part, of which each whole has fewer
// than inParts.
const (
	ofPart  = "#"
	inParts = 1000
)

// largest returns the form in which most IDs of a prefix are defined: that is their home.
func largest(prefix string, forms map[form][]Mention) (Series, bool) {
	best := Series{Prefix: prefix}
	distinct := 0
	for f, defined := range forms {
		n := count(defined)
		if n > distinct || n == distinct && defined[0].before(best.Defined[0]) {
			best.home, best.Defined, distinct = f, defined, n
		}
	}
	highest := 0
	for _, m := range best.Defined {
		highest = max(highest, m.number%inParts%100) // by hundreds
	}
	return best, distinct >= leastDefined && highest <= sparsest*distinct || distinct >= leastMarked && highest == distinct && best.marked()
}

// marked tells whether headings or bold marks define all of a series.
func (s Series) marked() bool {
	return !slices.ContainsFunc(s.Defined, func(m Mention) bool {
		return !s.home.heading && !strings.HasSuffix(m.Doc.Text[:m.At.Start], "**")
	})
}

// countedAnew tells whether two stories begin with one number.
func countedAnew(forms map[form][]Mention) bool {
	begun := map[string]*document.Document{}
	for f, defined := range forms {
		for _, m := range defined {
			if m.number%inParts != 1 || !ofStory(f.doc) {
				continue
			}
			if first := begun[m.key()]; first != nil && first != f.doc {
				return true
			}
			begun[m.key()] = f.doc
		}
	}
	return false
}

func ofStory(d *document.Document) bool { return d.Kind == document.Tasks || d.Kind == document.Epic }

// leastGraded is how many numbers a series has whose letter grades go by, too: P1 to P9 are no
// priorities.
const leastGraded = 6

// grades tells whether a series may be a scale: of one letter that grades go by, without a
// hyphen, and short.
func (s Series) grades() bool {
	return scales[s.Prefix] && len(s.Defined) > 0 && !strings.Contains(s.Defined[0].ID, "-") && count(s.Defined) < leastGraded
}

// leastListed is how many things a list of several letters has.
const leastListed = 6

// lists returns what documents define in one form under several letters: F-01 to F-07 and N-01
// to N-03 are one list of ten. In a table each row is of the list.
func lists(order []string, groups map[string]map[form][]Mention) (all []Series) {
	letters := map[form]int{}
	of := map[form][]Mention{}
	var forms []form
	for _, prefix := range order {
		for f, defined := range groups[prefix] {
			if f.table == nil && (f.plain || count(defined) < 2 || defined[0].number%inParts != 1) {
				continue
			}
			if letters[f]++; letters[f] == 1 {
				forms = append(forms, f)
			}
			of[f] = append(of[f], defined...)
		}
	}
	slices.SortFunc(forms, func(a, b form) int { return of[a][0].compare(of[b][0]) })
	for _, f := range forms {
		if letters[f] > 1 && count(of[f]) == len(of[f]) && len(of[f]) >= leastListed && (f.table == nil || len(of[f]) == len(f.table.Rows)) {
			all = append(all, Series{Defined: of[f], home: f})
		}
	}
	return all
}

// small returns the parts of a list by their letters.
func (s Series) small() (all []Series) {
	at := map[string]int{}
	for _, m := range s.Defined {
		i, known := at[m.prefix]
		if !known {
			i, at[m.prefix] = len(all), len(all)
			all = append(all, Series{Prefix: m.prefix, home: s.home})
		}
		all[i].Defined = append(all[i].Defined, m)
	}
	return slices.DeleteFunc(all, func(part Series) bool {
		for i, m := range part.Defined {
			if m.number != i+1 { // only what is counted from one on has an end
				return true
			}
		}
		return len(part.Defined) < 2
	})
}

func (m Mention) compare(o Mention) int {
	if m.Doc != o.Doc {
		return strings.Compare(m.Doc.Path, o.Doc.Path)
	}
	return m.At.Start - o.At.Start
}

func (m Mention) before(o Mention) bool {
	return m.Doc.Path < o.Doc.Path || m.Doc == o.Doc && m.At.Start < o.At.Start
}

func count(list []Mention) int {
	keys := map[string]bool{}
	for _, m := range list {
		keys[m.key()] = true
	}
	return len(keys)
}

// mentions returns the IDs of known series in the prose and the tables of a document.
func (a *All) mentions(d *document.Document) []Mention {
	var all []Mention
	text := d.Prose
	if text == "" {
		text = d.Text
	}
	for _, at := range codes(text, most) {
		if at[0] > 0 && !starts(text, at[0]) || !ends(text, at[1]) {
			continue
		}
		if m, ok := mention(text[at[0]:at[1]]); ok && a.known[m.prefix] != nil {
			m.Doc, m.At = d, document.Span{Start: at[0], End: at[1]}
			all = append(all, m)
		}
	}
	return all
}

// At tells whether a document is the home of the series that an ID belongs to.
func (a *All) At(d *document.Document, m Mention) bool {
	known := a.known[m.prefix]
	return known != nil && known.home.doc == d
}

// Has tells whether a document names anything of a series.
func (a *All) Has(d *document.Document) bool {
	return slices.ContainsFunc(a.named, func(m Mention) bool { return m.Doc == d })
}

// Defines tells whether a text of a document begins with an ID that the document is the home
// of.
func (a *All) Defines(d *document.Document, at document.Span) bool {
	return slices.ContainsFunc(a.Series, func(s Series) bool {
		return s.home.doc == d && slices.ContainsFunc(s.Defined, func(m Mention) bool { return at.Start <= m.At.Start && m.At.Start < at.Start+12 && m.At.End <= at.End })
	})
}
