package frameworks

import (
	"iter"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// Identifier is an ID in a text, in one form whatever way it is written: FR1, FR-001 and
// FR-01 are one, FR-007a is another one.
type Identifier struct {
	ID         string
	Start, End int // in the text
}

// IDsIn returns what a pattern with the groups prefix, number and letter finds in a text.
// What goes on before or behind, as in X-FR-001 and FR-001-draft, is another name.
func IDsIn(p *pattern.Pattern, text string) []Identifier {
	var found []Identifier
	for _, m := range p.FindAllStringSubmatchIndex(text, 500) {
		if m[0] > 0 && strings.IndexByte("-_/.@#", text[m[0]-1]) >= 0 && !(text[m[0]-1] == '/' && m[0] > 1 && text[m[0]-2] >= '0' && text[m[0]-2] <= '9') {
			continue
		}
		if m[1]+1 < len(text) && (text[m[1]] == '-' || text[m[1]] == '.') && alphanumeric(text[m[1]+1]) {
			continue
		}
		number := strings.TrimLeft(text[m[4]:m[5]], "0")
		letter := ""
		if m[6] >= 0 {
			letter = text[m[6]:m[7]]
		}
		found = append(found, Identifier{text[m[2]:m[3]] + "-" + number + letter, m[0], m[1]})
	}
	return found
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || (c|0x20) >= 'a' && (c|0x20) <= 'z'
}

// tag is what some write between an ID and its colon: FR4 [v2]: Hints.
var tag = pattern.New(`^\[[^\[\]\n]{1,24}\][*_]*[:：]`)

// DefinesAt tells whether an ID at some place of a line is what the line is about: it
// leads an item, a row or a heading, and a mark that ends a name stands behind it.
func DefinesAt(text string, id Identifier) bool {
	before := text[:id.Start]
	lead := strings.TrimLeft(before, " \t>")
	lead = strings.TrimRight(lead, "*_` [")
	switch {
	case lead == "" || lead == "-" || lead == "*" || lead == "+" || lead == "|":
	case strings.Trim(lead, "#") == "", labelled.MatchString(lead):
	case box.MatchString(lead + " "):
	default:
		return false
	}
	after := strings.TrimLeft(text[id.End:], "*_`]")
	marked := strings.HasSuffix(before, "**") || strings.HasSuffix(before, "`") || strings.HasPrefix(lead, "#")
	after = tag.ReplaceAllString(strings.TrimLeft(after, " "), ":")
	switch {
	case after == "":
		return marked
	case strings.HasPrefix(lead, "|"):
		return after[0] == '|'
	}
	return marked || strings.IndexByte(":-(.", after[0]) >= 0 || strings.HasPrefix(after, "：") || strings.HasPrefix(after, "—") || strings.HasPrefix(after, "–")
}

// Mention is an ID in a line of a document.
type Mention struct {
	Identifier
	Line Line
}

// Mentions goes through the IDs in some lines.
func Mentions(ids *pattern.Pattern, lines []Line) iter.Seq[Mention] {
	return func(yield func(Mention) bool) {
		for _, l := range lines {
			for _, id := range IDsIn(ids, l.Text) {
				if !yield(Mention{id, l}) {
					return
				}
			}
		}
	}
}

// Definitions goes through the IDs that are what their line is about.
func Definitions(ids *pattern.Pattern, lines []Line) iter.Seq[Mention] {
	return func(yield func(Mention) bool) {
		for m := range Mentions(ids, lines) {
			if m.Defines() && !yield(m) {
				return
			}
		}
	}
}

// At is where the ID stands.
func (m Mention) At() document.Span { return m.Line.At(m.Start, m.End) }

// Written is the ID as the document writes it.
func (m Mention) Written() string { return m.Line.Text[m.Start:m.End] }

// Kind is what the ID begins with: FR.
func (m Mention) Kind() string { return KindOf(m.ID) }

// KindOf is what an ID begins with: FR.
func KindOf(id string) string { return id[:max(0, strings.LastIndexByte(id, '-'))] }

// Defines tells whether the ID is what its line is about.
func (m Mention) Defines() bool { return DefinesAt(m.Line.Text, m.Identifier) }

// Retold tells whether the ID stands below a heading over what is named again; the heading that it begins is none.
func (m Mention) Retold() bool {
	if s := m.Line.Doc.SectionAt(m.Line.Start); s != nil && s.Parent != nil && s.Start == m.Line.Start {
		return Retold(m.Line.Doc, s.Parent.Start)
	}
	return Retold(m.Line.Doc, m.Line.Start)
}

// Aside tells whether the line says of the ID that it is no more, is not yet, or stands elsewhere.
func (m Mention) Aside(s *model.Session) bool { return Aside(s, m.Line.Text, m.Start, m.End) }

// Tell reports an ID where it stands.
func (m Mention) Tell(hit native.Hit, details ...model.Detail) {
	hit(m.Line.Doc, m.At(), append([]model.Detail{model.Target(m.Written())}, details...)...)
}

// Set is a set of IDs or of other names.
type Set map[string]bool

// Lacks tells whether neither an ID nor what it is a part of is there: FR-7a is a part of FR-7.
func (s Set) Lacks(id string) bool { return !s[id] && !s[WholeOf(id)] }

// WholeOf is an ID without the letter of a part of it.
func WholeOf(id string) string { return strings.TrimRight(id, "abcdefghijklmnopqrstuvwxyz") }

// Count counts those of some IDs that are there.
func (s Set) Count(ids []Mention) (n int) {
	for _, m := range ids {
		if s[m.ID] {
			n++
		}
	}
	return n
}

// Undefined reports the IDs that are not there, each once.
func (s Set) Undefined(ids iter.Seq[Mention], hit native.Hit) {
	for m := range ids {
		if s.Lacks(m.ID) {
			s[m.ID] = true
			m.Tell(hit)
		}
	}
}

// labelled is a heading that says what sort of thing it is about: ### Feature: FR-7.
var labelled = pattern.New(`^#+ \p{L}[\p{L} ]{1,20}[:：]$`)

// box is a checkbox at the start of an item.
var box = pattern.New(`^\s*[-*+]\s+\[[ xX~-]\]\s*(?:\*\s*)?$`)

// retelling is a heading over a list that names things again.
var retelling = pattern.New(`(?i)trace|mapping|coverage|clarification|summary|checklist|matrix|dependenc|change ?log|(?:^[\W\d]*|\b(?:version|change|document|edit|release) )history\W*$|revision|out of scope|assumption|追溯|追踪|映射|覆盖|澄清|汇总|总结|矩阵|依赖|变更|(?:^[\W\d]*|版本|修改|更新|文档)历史\W*$|范围外`)

// Retold tells whether a place stands below such a heading.
func Retold(d *document.Document, offset int) bool {
	for s := d.SectionAt(offset); s != nil; s = s.Parent {
		if s.Level > 1 && retelling.MatchString(s.Title) {
			return true
		}
	}
	return false
}

// Once holds the first place of each name.
type Once map[string]document.Span

// Again returns where a name was there before, an empty span where it was not: then it keeps its place.
func (o Once) Again(name string, at document.Span) (first document.Span, again bool) {
	first, again = o[name]
	if !again {
		o[name] = at
	}
	return first, again
}

// DefinedAgain is a rule about the second definition of an ID.
func DefinedAgain(id string, about func(path string) bool, ids *pattern.Pattern) native.Rule {
	return On(id, about, func(_ *model.Session, d *document.Document, hit native.Hit) bool { return definedAgain(d, ids, hit) })
}

func definedAgain(d *document.Document, ids *pattern.Pattern, hit native.Hit) bool {
	seen := Once{}
	for m := range Definitions(ids, Lines(d)) {
		if m.Retold() {
			continue
		}
		kind := "item"
		if strings.HasPrefix(strings.TrimSpace(m.Line.Text), "|") {
			kind = "row" // a table of what a list defines is no second definition
			if !slices.ContainsFunc(d.Tables, func(t *document.Table) bool { return t.Span.Holds(m.Line.Start) }) {
				continue // it is parted from its table
			}
		}
		if first, again := seen.Again(kind+m.ID, m.Line.Span); again {
			m.Tell(hit, model.Other{Doc: d, At: first})
		}
	}
	return len(seen) > 0
}

// Before compares whole numbers.
func Before(a, b string) bool {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return len(a) < len(b) || len(a) == len(b) && a < b
}

// Reference is one list of references and what it holds. Plain is false of a list that is
// not wholly understood.
type Reference struct {
	IDs   []string
	Ends  []string // of ranges that begin with what is there and end with what is not
	At    document.Span
	Plain bool
}
