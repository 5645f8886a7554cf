package traces

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ofRequirement is the number of a part of a requirement: REQ-002.6.
const ofRequirement = `((?:REQ|FR|NFR|UR|SR|AC)(?:-[A-Z]{1,6})?-\d{1,4})\.(\d{1,2})\b`

var (
	// partHead is a line that says what a part is, and partCited one that is named.
	partHead  = pattern.New(`(?m)^[ \t>*_#|-]*\[?` + ofRequirement)
	partCited = pattern.New(`\b` + ofRequirement)
)

// partLost reports the number of a part that is behind the last of its requirement.
func partLost(s *model.Session, d *document.Document, hit native.Hit) {
	parts := model.Once(s, "parts of requirements", nil, func() numbered {
		all := numbered{}
		for _, d := range s.Docs {
			for _, m := range partHead.FindAllStringSubmatch(d.Prose, 2000) {
				all.add(m[1], strings.TrimLeft(m[2], "0"))
			}
		}
		return all
	})
	if len(parts) == 0 {
		return
	}
	for _, m := range model.Find(d.Prose, partCited, 500) {
		if parts.lacks(d.Prose[m[2]:m[3]], strings.TrimLeft(d.Prose[m[4]:m[5]], "0")) {
			hit(d, document.Span{Start: m[0], End: m[1]}, model.Target(d.Prose[m[0]:m[1]]))
		}
	}
}
