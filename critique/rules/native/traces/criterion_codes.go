package traces

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	// criterionCode is the ID of an acceptance criterion or a test case, such as
	// AC-001-2 or TC-FR-4.
	criterionCode = pattern.New(`\b(?:AC|TC)(?:-[A-Z]{2,6})?(?:-\d{1,4}){1,3}\b`)
	beforeCode    = pattern.New(`^[\s>|*_#\d.)(\[\]xX+-]*$`)
)

// danglingCriteria reports criteria and test cases that a document names and nothing
// defines, though others of their run are defined: those with the same stem.
func danglingCriteria(s *model.Session, d *document.Document, hit native.Hit) bool {
	defined, stems := map[string]bool{}, map[string]int{}
	for _, doc := range s.Docs {
		for _, m := range model.Find(doc.Prose, criterionCode, 400) {
			if code := doc.Prose[m[0]:m[1]]; opens(doc, m[0]) && !defined[code] {
				defined[code] = true
				stems[document.Prefix(code)]++
			}
		}
	}
	reported := map[string]bool{}
	for _, doc := range s.Of(model.NamedIn[d.Kind]...) {
		for _, m := range model.Find(doc.Prose, criterionCode, 400) {
			at := document.Span{Start: m[0], End: m[1]}
			code := doc.Slice(at)
			if defined[code] || reported[code] || stems[document.Prefix(code)] < 2 || model.NotHere.MatchString(doc.Slice(doc.LineAt(at.Start))) {
				continue
			}
			reported[code] = true
			hit(doc, at, code, s.Say("is defined nowhere", "没有定义"))
		}
	}
	return len(stems) > 0
}

// opens tells whether a code is the first thing in its line: there it is defined.
func opens(d *document.Document, at int) bool {
	return beforeCode.MatchString(strings.TrimSpace(d.Prose[d.LineAt(at).Start:at]))
}
