package documents

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model/unfinished"
)

// IsSkeleton tells whether a document is a template that nobody filled in: a quarter
// of its lines hold placeholders, or all of them say no more than that they are to be
// written, or half of them, and three at least.
func IsSkeleton(d *document.Document) bool {
	return !unfinished.Guides(d) && holdsPlaceholders(d)
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
