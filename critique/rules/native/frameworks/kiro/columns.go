package kiro

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	// ofCriteria is the title of a column with the numbers of criteria, and numbersOnly a cell of it.
	ofCriteria  = pattern.New(`(?i)^\W*(?:requirements?|req\.?|criteri(?:a|on)|需求|要件|验收标准|受け入れ基準)\W*$`)
	numbersOnly = pattern.New(`^\s*\d{1,2}\.\d{1,2}(?:\s*[,;、]\s*\d{1,2}\.\d{1,2})*\s*$`)
)

// unknownInTables reports the criteria of a column that are not there, where most of its criteria are.
func unknownInTables(c catalogue, d *document.Document, hit native.Hit) (applied bool) {
	for _, t := range d.Tables {
		column := slices.IndexFunc(t.Header, func(cell document.Cell) bool { return ofCriteria.MatchString(cell.Text) })
		if column < 0 || column == 0 && requirements(d.Path) || len(c.demands) == 0 { // there it defines
			continue
		}
		known, unknown := 0, map[string]document.Span{}
		for _, row := range t.Rows {
			if !numbersOnly.MatchString(row[column].Text) {
				continue
			}
			for id := range strings.FieldsFuncSeq(row[column].Text, func(r rune) bool { return strings.ContainsRune(" ,;、", r) }) {
				if applied = true; c.has(id) {
					known++
				} else {
					unknown[id] = row[column].Span
				}
			}
		}
		for _, id := range slices.Sorted(maps.Keys(unknown)) {
			if known > 2*len(unknown) {
				hit(d, unknown[id], model.Note(id))
			}
		}
	}
	return applied
}
