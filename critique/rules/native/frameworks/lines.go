package frameworks

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
)

// Line is one line of a document that is neither code nor a comment.
type Line struct {
	document.Span
	Text string
}

// At is the span of a part of a line, by offsets in its text.
func (l Line) At(start, end int) document.Span {
	return document.Span{Start: l.Start + start, End: l.Start + end}
}

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
		l := Line{document.Span{Start: at, End: at + end}, d.Text[at : at+end]}
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
	for _, l := range LinesOf(d, All(d)) {
		if strings.TrimSpace(l.Text) != "" {
			return l.Span
		}
	}
	return document.Span{}
}

// All is the span of a whole document.
func All(d *document.Document) document.Span { return document.Span{Start: 0, End: len(d.Text)} }

// Raw is a section's heading as written, without the number signs.
func Raw(d *document.Document, s *document.Section) string {
	return strings.TrimSpace(strings.TrimLeft(d.Slice(model.HeadingOf(d, s)), "#"))
}

// IsHeading tells whether a section has a heading of its own, rather than a bold line.
func IsHeading(s *document.Section) bool { return s.Level >= 1 && s.Level <= 6 }
