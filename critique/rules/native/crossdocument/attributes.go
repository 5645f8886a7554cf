package crossdocument

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
)

// attributeRows are the quality requirements that a table of quality attributes
// has rows for, and where that table is.
func attributeRows(s *model.Session, d *document.Document) (tabled model.Ids, at document.Span) {
	tabled = model.Ids{}
	for _, t := range d.Tables {
		if !t.Section.Under(document.Attributes, document.NonFunctional) {
			continue
		}
		for _, row := range t.Rows {
			if id, _, ok := model.RowID(row); ok && model.Defined(s).Qualities.ByID[id] != nil {
				tabled[id] = true
				at = d.LineAt(t.Span.Start)
			}
		}
	}
	return tabled, at
}

// attributed tells whether a table of quality attributes has a row for the kind of
// quality that a requirement stands under, such as Performance.
func attributed(d *document.Document, e *model.Entry) bool {
	kind := e.Cell("category", "type", "类别", "分类", "类型")
	if kind == "" && e.File != nil {
		kind = e.File.Front.Value("category")
	}
	if kind == "" && e.Table != nil && e.Table.Section.Topic != document.NonFunctional {
		kind = e.Table.Section.Title
	}
	kind = model.Normal(kind)
	for _, t := range d.Tables {
		if kind == "" || !t.Section.Under(document.Attributes) {
			continue
		}
		for _, row := range t.Rows {
			if name := model.Normal(model.Plain(row[0].Text)); len(name) > 3 && (strings.Contains(kind, name) || strings.Contains(name, kind)) {
				return true
			}
		}
	}
	return false
}
