package requirements

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// contradictingTraces compares what the row, the matrix and the file of a
// requirement say of its goals.
func contradictingTraces(s *model.Session, d *document.Document, hit native.Hit) bool {
	functions := contradictingGoals(s, model.Defined(s).Requirements.List, hit)
	return contradictingGoals(s, model.Defined(s).Qualities.List, hit) || functions
}

// contradictingGoals compares the requirements of one list. A matrix that leaves a
// requirement out contradicts its row or its file, when it holds most of the others.
func contradictingGoals(s *model.Session, list []*model.Entry, hit native.Hit) bool {
	t := model.GoalTraces(s)
	applied, held, traced := false, 0, 0
	for _, e := range list {
		if len(t.Row[e.ID])+len(t.File[e.ID]) > 0 {
			traced++
			if len(t.Matrix[e.ID])+len(t.Ranged[e.ID]) > 0 {
				held++
			}
		}
	}
	expected := held*3 >= traced*2 && held > 2
	for _, e := range list {
		row, matrix, ranged, file := t.Row[e.ID], t.Matrix[e.ID], t.Ranged[e.ID], t.File[e.ID]
		if model.Superseded(e.Text()) {
			continue
		}
		both := model.Ids{}
		for _, set := range [...]model.Ids{matrix, ranged} {
			for g := range set {
				both[g] = true
			}
		}
		switch {
		case len(row) > 0 && len(both) > 0:
			if applied = true; both.Lacking(row) || row.Lacking(matrix) {
				hit(e.Doc, e.At, e.ID, row.String(), both.String())
				continue
			}
		case len(row)+len(file) > 0 && len(both) == 0 && expected:
			hit(e.Doc, e.At, e.ID, model.Note(row.String()), model.Note("-"))
			continue
		}
		if len(file) == 0 || len(row) == 0 && !t.Named[e.ID] && len(both) == 0 {
			continue
		}
		index := row
		if !t.Named[e.ID] {
			index = both
		}
		if applied = true; index.Lacking(file) || file.Lacking(index) {
			hit(e.Doc, e.At, e.ID, model.Note(index.String()), model.Note(file.String()+" ("+e.File.Path+")"))
		}
	}
	return applied
}
