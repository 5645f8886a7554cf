// Package frameworks holds the rules that are right in the sessions of one framework
// alone: what a spec-kit task may cite, what an OpenSpec delta must hold, which criteria a
// Kiro plan covers. Each framework has a file of its own.
//
// Parsed documents come in, places go out through [Hit]; package checks makes entries of
// its catalogue of the rules, and the layout of a session says which of them apply. A list
// of references that is not wholly understood is never held against anybody: the rule
// then says nothing about it.
package frameworks

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// on is a rule that is asked about the documents whose path from the session fits, where the layout of a
// session names it.
func on(id string, about func(path string) bool, look func(*model.Session, *document.Document, native.Hit) bool) native.Rule {
	return native.Rule{Rule: native.Of(id), Named: true, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
		return about(d.Path) && look(s, d, hit)
	}}
}

// has tells whether a path from the root of the project is there; nil when nobody can tell
// where that is.
func has(s *model.Session) func(path string) bool {
	if s.Around.Code == nil {
		return nil
	}
	return s.Around.Code.Has
}

// told returns what another rule says first of each place of a document: one cause is one finding.
func told(look func(*model.Session, *document.Document, native.Hit) bool, s *model.Session, d *document.Document) (found []string) {
	look(s, d, func(_ *document.Document, _ document.Span, targets ...string) { found = append(found, targets[0]) })
	return found
}

// Rules returns the rules of all frameworks.
func Rules() []native.Rule {
	return slices.Concat(specKit(), openSpec(), kiro(), bmad(), gsd())
}

// find returns the documents whose path fits.
func find(s *model.Session, fits func(path string) bool) []*document.Document {
	var found []*document.Document
	for _, d := range s.Docs {
		if fits(d.Path) {
			found = append(found, d)
		}
	}
	return found
}

// one returns the document at a path, or nil.
func one(s *model.Session, name string) *document.Document {
	for _, d := range s.Docs {
		if d.Path == name {
			return d
		}
	}
	return nil
}

// named is about the documents at some paths.
func named(names ...string) func(string) bool {
	return func(p string) bool { return slices.Contains(names, p) }
}

// matching is about the documents whose whole path fits a pattern.
func matching(expression string) func(string) bool {
	fits := pattern.New(expression)
	return func(p string) bool { return fits.MatchString(p) }
}

// without is what fits one pattern of paths and not another.
func without(fits, not func(string) bool) func(string) bool {
	return func(p string) bool { return fits(p) && !not(p) }
}

// line is one line of a document that is neither code nor a comment.
type line struct {
	document.Span
	text string
}

// at is the span of a part of a line, by offsets in its text.
func (l line) at(start, end int) document.Span {
	return document.Span{Start: l.Start + start, End: l.Start + end}
}

// linesOf returns the lines of a span of a document that are neither code nor a comment
// nor frontmatter.
func linesOf(d *document.Document, span document.Span) []line {
	var hidden []document.Span
	for _, f := range d.Fences {
		hidden = append(hidden, document.Span{Start: f.Open, End: max(f.Body.End+1, f.Open+1)})
	}
	hidden = append(hidden, d.Comments...)
	slices.SortFunc(hidden, func(a, b document.Span) int { return a.Start - b.Start })
	span.Start = max(span.Start, d.Front.Span.End)
	span.End = min(span.End, len(d.Text))
	var found []line
	for at := span.Start; at < span.End; {
		end := strings.IndexByte(d.Text[at:span.End], '\n')
		if end < 0 {
			end = span.End - at
		}
		l := line{document.Span{Start: at, End: at + end}, d.Text[at : at+end]}
		at += end + 1
		for len(hidden) > 0 && hidden[0].End <= l.Start {
			hidden = hidden[1:]
		}
		if len(hidden) > 0 && (hidden[0].Overlaps(l.Span) || hidden[0].Holds(l.Start)) {
			// What stands before a comment is text, the rest of the line is not read.
			if before := strings.TrimSpace(d.Text[l.Start:max(l.Start, min(hidden[0].Start, l.End))]); before == "" || strings.HasPrefix(before, "```") {
				continue
			}
			l.End = hidden[0].Start
			l.text = d.Text[l.Start:l.End]
		}
		found = append(found, l)
	}
	return found
}

// top is where what a document lacks is said: its first line that says anything.
func top(d *document.Document) document.Span {
	for _, l := range linesOf(d, all(d)) {
		if strings.TrimSpace(l.text) != "" {
			return l.Span
		}
	}
	return document.Span{}
}

// all is the span of a whole document.
func all(d *document.Document) document.Span { return document.Span{Start: 0, End: len(d.Text)} }

// heading is the span of a section's heading.
func heading(d *document.Document, s *document.Section) document.Span {
	at := d.LineAt(s.Start)
	return document.Span{Start: at.Start, End: min(at.End, max(at.Start, s.Body))}
}

// raw is a section's heading as written, without the number signs.
func raw(d *document.Document, s *document.Section) string {
	return strings.TrimSpace(strings.TrimLeft(d.Slice(heading(d, s)), "#"))
}

// real tells whether a section has a heading of its own, rather than a bold line.
func realHeading(s *document.Section) bool { return s.Level >= 1 && s.Level <= 6 }

// identifier is an ID in a text, in one form whatever way it is written: FR1, FR-001 and
// FR-01 are one, FR-007a is another one.
type identifier struct {
	id         string
	start, end int // in the text
}

// idsIn returns what a pattern with the groups prefix, number and letter finds in a text.
// What goes on before or behind, as in X-FR-001 and FR-001-draft, is another name.
func idsIn(p *pattern.Pattern, text string) []identifier {
	var found []identifier
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
		found = append(found, identifier{text[m[2]:m[3]] + "-" + number + letter, m[0], m[1]})
	}
	return found
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || (c|0x20) >= 'a' && (c|0x20) <= 'z'
}

// definesAt tells whether an ID at some place of a line is what the line is about: it
// leads an item, a row or a heading, and a mark that ends a name stands behind it.
func definesAt(text string, id identifier) bool {
	before := text[:id.start]
	lead := strings.TrimLeft(before, " \t>")
	lead = strings.TrimRight(lead, "*_` [")
	switch {
	case lead == "" || lead == "-" || lead == "*" || lead == "+" || lead == "|":
	case strings.Trim(lead, "#") == "", labelled.MatchString(lead):
	case box.MatchString(lead + " "):
	default:
		return false
	}
	after := strings.TrimLeft(text[id.end:], "*_`]")
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

var box = pattern.New(`^\s*[-*+]\s+\[[ xX~-]\]\s*(?:\*\s*)?$`)

// retelling is a heading over a list that names things again.
var retelling = pattern.New(`(?i)trace|mapping|coverage|clarification|summary|checklist|matrix|dependenc|change ?log|(?:^[\W\d]*|\b(?:version|change|document|edit|release) )history\W*$|revision|out of scope|assumption|追溯|追踪|映射|覆盖|澄清|汇总|总结|矩阵|依赖|变更|(?:^[\W\d]*|版本|修改|更新|文档)历史\W*$|范围外`)

// retold tells whether a place stands below such a heading.
func retold(d *document.Document, offset int) bool {
	for s := d.SectionAt(offset); s != nil; s = s.Parent {
		if s.Level > 1 && retelling.MatchString(s.Title) {
			return true
		}
	}
	return false
}

// once holds the first place of each name, and tells whether one was there before.
type once map[string]document.Span

func (o once) again(name string, at document.Span) bool {
	if _, known := o[name]; known {
		return true
	}
	o[name] = at
	return false
}

// base is a path's last element.
func base(p string) string { return path.Base(p) }
