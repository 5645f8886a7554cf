package frameworks

import (
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
	after = strings.TrimLeft(after, " ")
	switch {
	case after == "":
		return marked
	case strings.HasPrefix(lead, "|"):
		return after[0] == '|'
	}
	return marked || strings.IndexByte(":-(.", after[0]) >= 0 || strings.HasPrefix(after, "：") || strings.HasPrefix(after, "—") || strings.HasPrefix(after, "–")
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

// DefinedAgain reports the second definition of an ID.
func DefinedAgain(d *document.Document, ids *pattern.Pattern, hit native.Hit) bool {
	seen := Once{}
	for _, l := range LinesOf(d, All(d)) {
		found := IDsIn(ids, l.Text)
		if len(found) == 0 || !DefinesAt(l.Text, found[0]) || Retold(d, l.Start) {
			continue
		}
		kind := "item"
		if strings.HasPrefix(strings.TrimSpace(l.Text), "|") {
			kind = "row" // a table of what a list defines is no second definition
		}
		if first, again := seen.Again(kind+found[0].ID, l.Span); again {
			hit(d, l.At(found[0].Start, found[0].End), model.Target(l.Text[found[0].Start:found[0].End]), model.Other{Doc: d, At: first})
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
