package traces

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// CarriedRules compare what is said in several places about which requirements an
// epic, a decision or a story carries out.
func CarriedRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("XD-018"), On: []document.Kind{document.Architecture, document.Epics}, Look: contradictingCarriers},
	}
}

var (
	carriedColumn = []string{"requirement", "reqs", "covers", "traces", "需求", "追溯"}
	carriedFields = []string{"requirements", "requirement_ids", "mapped_requirements", "covered_requirements", "reqs", "covers", "traces_to", "traces", "satisfies", "implements"}
)

// contradictingCarriers compares the rows of an index with the files beside it and,
// in the epics, with the matrix.
func contradictingCarriers(s *model.Session, d *document.Document, hit native.Hit) bool {
	list := model.Defined(s).Decisions.List
	if d.Kind == document.Epics {
		list = model.Defined(s).Epics.List
	}
	rows, files := model.Links{}, model.Links{}
	for _, e := range list {
		if e.Row != nil && e.Doc == d {
			for _, m := range document.FindIDs(e.Cell(carriedColumn...)) {
				rows.AddRequirement(e.ID, m.ID)
			}
		}
		if e.File != nil {
			for _, key := range carriedFields {
				if field := e.File.Front.Field(key); field != nil {
					for _, m := range document.FindIDs(strings.Join(field.Values, " ")) {
						files.AddRequirement(e.ID, m.ID)
					}
				}
			}
		}
	}
	applied := false
	for _, e := range list {
		row, file := rows[e.ID].OfFamilies(files), files[e.ID].OfFamilies(rows)
		if len(row) == 0 || len(file) == 0 {
			continue
		}
		if applied = true; row.Lacking(file) || file.Lacking(row) {
			hit(e.Doc, e.At, model.Target(e.ID), model.Note(row.String()), model.Note(file.String()+" ("+e.File.Path+")"), model.Other{Doc: e.File})
		}
	}
	if d.Kind == document.Epics {
		applied = contradictedFiles(s, hit) || applied
		applied = contradictingMatrix(d, model.Defined(s).Epics, hit) || applied
	}
	return applied
}

// carriedOutBy begins what the file of a requirement says of the epics that carry it out.
var carriedOutBy = pattern.New(`(?mi)^[\s>*_-]*(?:epics?|(?:implemented|realised|realized|delivered|carried out|planned|covered) (?:by|in)|实现|落实|史诗|对应史诗|实施)[*_]{0,2} ?[:：].*$`)

// contradictedFiles holds the epics that the file of a requirement names, or the matrix of their index, against those which name it,
// and reports the one requirement that no epic names in turn.
func contradictedFiles(s *model.Session, hit native.Hit) (looked bool) {
	m := model.Defined(s)
	said, inTurn := statedCarriers(m.Epics), 0
	alone := map[string]func(){}
	for _, r := range slices.Concat(m.Requirements.List, m.Qualities.List) {
		if r.File == nil {
			continue
		}
		for _, at := range model.Find(r.File.Text, carriedOutBy, 4) {
			line, named := document.Span{Start: at[0], End: at[1]}, model.Ids{}
			for _, m := range r.File.MentionsIn(line) {
				if model.Family(m.ID, []string{"EPIC"}) {
					named[m.ID] = true
				}
			}
			switch {
			case len(named) == 0:
			case len(said[r.ID]) == 0 && !inEpics(s, r.ID):
				alone[r.ID] = func() {
					hit(r.File, line, model.Target(named.String()), model.Note(r.ID), s.Say("does not name it", "未提及"), model.Elsewhere)
				}
			case len(said[r.ID]) > 0 && named.Apart(said[r.ID]):
				hit(r.File, line, model.Target(named.String()), model.Note(r.ID), model.Note(said[r.ID].String()), model.Elsewhere)
			default:
				inTurn++
			}
			looked = true
		}
	}
	for _, d := range s.Of(document.Requirements) {
		matrix, at := carriersInMatrix(d, m.Epics)
		for _, id := range model.SortedKeys(matrix) {
			if looked = true; inEpics(s, id) {
				inTurn++
				continue
			}
			alone[id] = func() {
				hit(d, at[id], model.Target(matrix[id].String()), model.Note(id), s.Say("does not name it", "未提及"), model.Elsewhere)
			}
		}
	}
	const leastInTurn = 2 // requirements that an epic names in turn, where the one that none names was forgotten
	if len(alone) == 1 && inTurn >= leastInTurn {
		for _, tell := range alone {
			tell()
		}
	}
	return looked
}

// inEpics tells whether an epic, or the index of epics, names a requirement.
func inEpics(s *model.Session, id string) bool {
	return slices.ContainsFunc(s.Of(model.EpicDocs...), func(d *document.Document) bool { return len(d.Mentions(id)) > 0 })
}

// contradictingMatrix compares the matrix of the epics with their rows and fields: it
// contradicts them when it names others, and when it leaves out a requirement while it
// has most of them.
func contradictingMatrix(d *document.Document, list *model.Entries, hit native.Hit) bool {
	said := statedCarriers(list)
	matrix, at := carriersInMatrix(d, list)
	agree := 0
	for id, carriers := range matrix {
		if !carriers.Apart(said[id]) && len(said[id]) > 0 {
			agree++
		}
	}
	if agree < 2 || agree*2 < len(matrix) {
		return false // rows and matrix are about different things
	}
	for _, id := range model.SortedKeys(matrix) {
		if carriers := matrix[id]; said[id].Lacking(carriers) && (len(said[id]) > 0 || agree*3 >= len(matrix)*2 && len(said.Kin(id)) > 1) {
			hit(d, at[id], model.Target(id), model.Note(carriers.String()), model.Note(said[id].String()))
		}
	}
	if held := len(matrix); held*3 >= len(said)*2 {
		for _, id := range model.SortedKeys(said) {
			if e := list.ByID[model.SortedKeys(said[id])[0]]; len(matrix[id]) == 0 && len(matrix.Kin(id)) > 1 {
				hit(e.Doc, e.At, model.Target(id), model.Note(said[id].String()), model.Note("-"))
			}
		}
	}
	return true
}

// statedCarriers are the epics of each requirement by their own rows and fields.
func statedCarriers(list *model.Entries) model.Links {
	said := model.Links{}
	for _, e := range list.List {
		var texts []string
		if e.Row != nil {
			texts = append(texts, e.Cell(carriedColumn...))
		}
		for _, key := range carriedFields {
			if e.File != nil && e.File.Front.Field(key) != nil {
				texts = append(texts, strings.Join(e.File.Front.Field(key).Values, " "))
			}
		}
		for _, m := range document.FindIDs(strings.Join(texts, " ")) {
			if model.Family(m.ID, model.RequirementIDs) {
				said.Add(m.ID, e.ID)
			}
		}
	}
	return said
}

// carriersInMatrix are those by the matrix of an index, with where it names the requirement.
func carriersInMatrix(d *document.Document, list *model.Entries) (model.Links, map[string]document.Span) {
	matrix, at := model.Links{}, map[string]document.Span{}
	for _, row := range model.MatrixRows(d) {
		for _, r := range row {
			if !model.Family(r.ID, model.RequirementIDs) {
				continue
			}
			for _, c := range row {
				if list.ByID[c.ID] != nil {
					matrix.Add(r.ID, c.ID)
					at[r.ID] = r.Span
				}
			}
		}
	}
	return matrix, at
}
