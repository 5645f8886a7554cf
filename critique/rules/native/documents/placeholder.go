package documents

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model/unfinished"
	"discussd/internal/text/pattern"
)

// loneMark is a line that says no more than that something is to be written.
var loneMark = pattern.New("^[\\s>*+_`(（\\[【-]*(?:\\d+[.)]\\s*)?[*_`(（\\[【]*(?:TODO|TBD|TBC|TBA|FIXME|NEEDS[ _-](?:INPUT|CLARIFICATION)|待定|待补充|待完善|待填写?)(?:[:：][^\\n]{0,80})?[*_`)）\\]】.。]*\\s*$")

// IsSkeleton tells whether a document is a template that nobody filled in: a quarter
// of its lines hold placeholders, or all of them say no more than that they are to be
// written, or half of them, and three at least.
func IsSkeleton(d *document.Document) bool {
	return isMarks(d) || !unfinished.Guides(d) && holdsPlaceholders(d)
}

// isMarks tells whether the lines of a document are marks and nothing else.
func isMarks(d *document.Document) bool {
	lines, marks := 0, 0
	for line := range strings.Lines(d.Text[d.Front.Span.End:]) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if lines++; loneMark.MatchString(line) {
			marks++
		}
	}
	return marks > 0 && marks == lines || marks >= 3 && marks*2 >= lines
}

func holdsPlaceholders(d *document.Document) bool {
	all := unfinished.Placeholders(d)
	var found []document.Span
	for i, certain := range unfinished.Standing(d, all) {
		if certain {
			found = append(found, all[i])
		}
	}
	if len(found) < 3 {
		return false
	}
	lines, held := 0, 0
	start := 0
	for line := range strings.Lines(d.Prose) {
		end := start + len(line)
		if document.Units(line) > 0 && !strings.HasPrefix(line, "#") {
			lines++
			filled := false
			for len(found) > 0 && found[0].Start < end {
				filled = true
				found = found[1:]
			}
			if filled {
				held++
			}
		} else {
			for len(found) > 0 && found[0].Start < end {
				found = found[1:]
			}
		}
		start = end
	}
	return held >= 3 && held*4 >= lines
}
