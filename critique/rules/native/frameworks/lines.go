package frameworks

import (
	"iter"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// Line is one line of a document that is neither code nor a comment.
type Line struct {
	document.Span
	Doc  *document.Document
	Text string
}

// At is the span of a part of a line, by offsets in its text.
func (l Line) At(start, end int) document.Span {
	return document.Span{Start: l.Start + start, End: l.Start + end}
}

// Match is a place of a line where a pattern fits, with its groups.
type Match struct {
	Line
	groups []int
}

// Matches goes through the lines where a pattern fits, with the first place of each.
func Matches(p *pattern.Pattern, lines []Line) iter.Seq[Match] { return matches(p, lines, 1) }

// AllMatches goes through all places of some lines where a pattern fits.
func AllMatches(p *pattern.Pattern, lines ...Line) iter.Seq[Match] { return matches(p, lines, -1) }

func matches(p *pattern.Pattern, lines []Line, most int) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for _, l := range lines {
			for _, groups := range p.FindAllStringSubmatchIndex(l.Text, most) {
				if !yield(Match{l, groups}) {
					return
				}
			}
		}
	}
}

// Group is what a group holds, "" where it took no part; 0 is all that fits.
func (m Match) Group(n int) string {
	if m.groups[2*n] < 0 {
		return ""
	}
	return m.Text[m.groups[2*n]:m.groups[2*n+1]]
}

// Place is where a group stands; 0 is all that fits.
func (m Match) Place(n int) document.Span { return m.At(m.groups[2*n], m.groups[2*n+1]) }

// Through is what stands from one group to the end of another.
func (m Match) Through(from, to int) document.Span { return m.At(m.groups[2*from], m.groups[2*to+1]) }

// Before is what stands in the line before the match.
func (m Match) Before() string { return m.Text[:m.groups[0]] }

// After is what stands in the line behind the match.
func (m Match) After() string { return m.Text[m.groups[1]:] }

// Aside tells whether the line says that what the match names is no more, is not yet, or stands elsewhere.
func (m Match) Aside(s *model.Session) bool { return Aside(s, m.Text, m.groups[0], m.groups[1]) }

// Lines returns all lines of a document that are neither code nor a comment nor frontmatter.
func Lines(d *document.Document) []Line { return LinesOf(d, document.Span{Start: 0, End: len(d.Text)}) }

// LinesOf returns the lines of a span of a document that are neither code nor a comment
// nor frontmatter.
func LinesOf(d *document.Document, span document.Span) []Line {
	var hidden []document.Span
	for _, f := range d.Fences {
		hidden = append(hidden, document.Span{Start: f.Open, End: max(f.Body.End+1, f.Open+1)})
	}
	hidden = append(hidden, d.Comments...)
	slices.SortFunc(hidden, func(a, b document.Span) int { return a.Start - b.Start })
	span.Start = max(span.Start, d.Front.Span.End)
	span.End = min(span.End, len(d.Text))
	var found []Line
	for at := span.Start; at < span.End; {
		end := strings.IndexByte(d.Text[at:span.End], '\n')
		if end < 0 {
			end = span.End - at
		}
		l := Line{document.Span{Start: at, End: at + end}, d, d.Text[at : at+end]}
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
			l.Text = d.Text[l.Start:l.End]
		}
		found = append(found, l)
	}
	return found
}

// Top is where what a document lacks is said: its first line that says anything.
func Top(d *document.Document) document.Span {
	for _, l := range Lines(d) {
		if strings.TrimSpace(l.Text) != "" {
			return l.Span
		}
	}
	return document.Span{}
}

// Raw is a section's heading as written, without the number signs.
func Raw(d *document.Document, s *document.Section) string {
	return strings.TrimSpace(strings.TrimLeft(d.Slice(model.HeadingOf(d, s)), "#"))
}

// Headings goes through the headings of a document that a pattern fits, with its groups.
func Headings(d *document.Document, p *pattern.Pattern) iter.Seq2[*document.Section, []string] {
	return func(yield func(*document.Section, []string) bool) {
		for _, s := range d.Sections {
			if m := p.FindStringSubmatch(Raw(d, s)); m != nil && IsHeading(s) && !yield(s, m) {
				return
			}
		}
	}
}

// IsHeading tells whether a section has a heading of its own, rather than a bold line.
func IsHeading(s *document.Section) bool { return s.Level >= 1 && s.Level <= 6 }
