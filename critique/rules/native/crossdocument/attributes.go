package crossdocument

import (
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
