package checks

import (
	"strings"

	"discussd/critique/checks/document"
)

// attributeRows are the quality requirements that a table of quality attributes
// has rows for, and where that table is.
func (s *session) attributeRows(d *document.Document) (tabled ids, at document.Span) {
	tabled = ids{}
	for _, t := range d.Tables {
		if !t.Section.Under(document.Attributes, document.NonFunctional) {
			continue
		}
		for _, row := range t.Rows {
			if id, _, ok := rowID(row); ok && s.defined().qualities.byID[id] != nil {
				tabled[id] = true
				at = d.LineAt(t.Span.Start)
			}
		}
	}
	return tabled, at
}

// attributed tells whether a table of quality attributes has a row for the kind of
// quality that a requirement stands under, such as Performance.
func attributed(d *document.Document, e *entry) bool {
	kind := e.cell("category", "type", "类别", "分类", "类型")
	if kind == "" && e.file != nil {
		kind = e.file.Front.Value("category")
	}
	if kind == "" && e.table != nil && e.table.Section.Topic != document.NonFunctional {
		kind = e.table.Section.Title
	}
	kind = normal(kind)
	for _, t := range d.Tables {
		if kind == "" || !t.Section.Under(document.Attributes) {
			continue
		}
		for _, row := range t.Rows {
			if name := normal(plain(row[0].Text)); len(name) > 3 && (strings.Contains(kind, name) || strings.Contains(name, kind)) {
				return true
			}
		}
	}
	return false
}
