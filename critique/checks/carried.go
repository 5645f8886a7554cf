package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
)

// carriedRules compare what is said in several places about which requirements an
// epic, a decision or a story carries out.
func carriedRules() []rule {
	return []rule{
		{Rule: of("XD-018"), on: []document.Kind{document.Architecture, document.Epics}, look: contradictingCarriers},
	}
}

var (
	carriedColumn = []string{"requirement", "reqs", "covers", "traces", "需求", "追溯"}
	carriedFields = []string{"requirements", "requirement_ids", "mapped_requirements", "covered_requirements", "reqs", "covers", "traces_to", "traces", "satisfies", "implements"}
)

// contradictingCarriers compares the rows of an index with the files beside it and,
// in the epics, with the matrix and the stories.
func contradictingCarriers(s *session, d *document.Document, hit hit) bool {
	list := s.defined().decisions.list
	if d.Kind == document.Epics {
		list = s.defined().epics.list
	}
	rows, files := links{}, links{}
	for _, e := range list {
		if e.row != nil && e.doc == d && !superseded(e.text()) {
			for _, m := range document.FindIDs(e.cell(carriedColumn...)) {
				rows.addRequirement(e.id, m.ID)
			}
		}
		if e.file != nil {
			for _, key := range carriedFields {
				if field := e.file.Front.Field(key); field != nil {
					for _, m := range document.FindIDs(strings.Join(field.Values, " ")) {
						files.addRequirement(e.id, m.ID)
					}
				}
			}
		}
	}
	applied := false
	for _, e := range list {
		row, file := rows[e.id].ofFamilies(files), files[e.id].ofFamilies(rows)
		if len(row) == 0 || len(file) == 0 {
			continue
		}
		if applied = true; row.lacking(file) || file.lacking(row) {
			hit(e.doc, e.at, e.id, note(row.String()), note(file.String()+" ("+e.file.Path+")"))
		}
	}
	if d.Kind == document.Epics {
		applied = s.contradictingStories(d, rows, hit) || applied
		for _, list := range [...]*entries{s.defined().epics, s.defined().decisions} {
			applied = s.contradictingMatrix(d, list, hit) || applied
		}
		applied = numberedCarriers(d, hit) || applied
	}
	return applied
}

func (l links) addRequirement(from, to string) {
	if family(to, requirementIDs) {
		l.add(from, to)
	}
}

// ofFamilies leaves of a set the IDs of the families that another place names at
// all: a column for functions says nothing about qualities.
func (s ids) ofFamilies(other links) ids {
	named := ids{}
	for _, set := range other {
		for id := range set {
			named[kindOf(id)] = true
		}
	}
	left := ids{}
	for id := range s {
		if named[kindOf(id)] {
			left[id] = true
		}
	}
	return left
}

// contradictingMatrix compares the matrix of the epics with the rows and fields of
// epics or decisions: it contradicts them when it names others, and when it leaves
// out a requirement while it has most of them.
func (s *session) contradictingMatrix(d *document.Document, list *entries, hit hit) bool {
	said := links{} // the carriers of each requirement
	for _, e := range list.list {
		var texts []string
		if e.row != nil {
			texts = append(texts, e.cell(carriedColumn...))
		}
		for _, key := range carriedFields {
			if e.file != nil && e.file.Front.Field(key) != nil {
				texts = append(texts, strings.Join(e.file.Front.Field(key).Values, " "))
			}
		}
		for _, m := range document.FindIDs(strings.Join(texts, " ")) {
			if family(m.ID, requirementIDs) {
				said.add(m.ID, e.id)
			}
		}
	}
	argued := false // whether only the decisions' own words say what they are about
	if argued = len(said) == 0 && document.Prefix(firstID(list)) == "ADR"; argued {
		said = list.argued()
	}
	matrix, at := links{}, map[string]document.Span{}
	for _, row := range matrixRows(d) {
		for _, r := range row {
			if !family(r.ID, requirementIDs) {
				continue
			}
			for _, c := range row {
				if list.byID[c.ID] != nil {
					matrix.add(r.ID, c.ID)
					at[r.ID] = r.Span
				}
			}
		}
	}
	agree := 0
	for id, carriers := range matrix {
		if !carriers.apart(said[id]) && len(said[id]) > 0 {
			agree++
		}
	}
	if agree < 2 || agree*2 < len(matrix) || argued && agree*3 < len(matrix.kept(said))*2 {
		return false // rows and matrix are about different things
	}
	for _, id := range sortedKeys(matrix) {
		if carriers := matrix[id]; said[id].lacking(carriers) && (len(said[id]) > 0 || !argued && agree*3 >= len(matrix)*2 && len(said.kin(id)) > 1) {
			hit(d, at[id], id, note(carriers.String()), note(said[id].String()))
		}
	}
	if held := len(matrix); held*3 >= len(said)*2 && document.Prefix(firstID(list)) == "EPIC" {
		for _, id := range sortedKeys(said) {
			if e := list.byID[sortedKeys(said[id])[0]]; len(matrix[id]) == 0 && len(matrix.kin(id)) > 1 {
				hit(e.doc, e.at, id, note(said[id].String()), note("-"))
			}
		}
	}
	if document.Prefix(firstID(list)) == "ADR" && !argued {
		undecidedRow(d, said, matrix, hit)
	}
	return true
}

// kin are the keys of links that are of one family with an ID.
func (l links) kin(id string) []string {
	return slices.DeleteFunc(sortedKeys(l), func(other string) bool { return kindOf(other) != kindOf(id) })
}

// firstID is the first ID of a list, "" when it has none.
func firstID(list *entries) string {
	if len(list.list) == 0 {
		return ""
	}
	return list.list[0].id
}

// argued are the requirements that decisions speak of, where no row and no field lists
// them.
func (e *entries) argued() links {
	said := links{}
	for _, one := range e.list {
		var named []document.Mention
		if one.file != nil {
			named = one.file.IDs
		} else if one.detail != nil {
			named = one.doc.MentionsIn(one.detail.All())
		}
		for _, m := range named {
			if family(m.ID, requirementIDs) {
				said.add(m.ID, one.id)
			}
		}
	}
	return said
}

// kept are the keys that other links have, too.
func (l links) kept(other links) []string {
	return slices.DeleteFunc(sortedKeys(l), func(id string) bool { return len(other[id]) == 0 })
}

// foreign tells whether a story traces to nothing that its epic states: of functions
// when both name some, for qualities cut across epics.
func (s ids) foreign(epic ids) bool {
	here, there := s.functions(), epic.functions()
	if len(here) == 0 || len(there) == 0 {
		return s.apart(epic)
	}
	return here.apart(there)
}

func (s ids) functions() ids {
	kept := ids{}
	for id := range s {
		if kindOf(id) != "NFR" {
			kept[id] = true
		}
	}
	return kept
}

// apart tells whether two sets have nothing in common.
func (s ids) apart(other ids) bool {
	for id := range s {
		if other[id] {
			return false
		}
	}
	return true
}

// contradictingStories reports stories that trace to requirements their epic does
// not name, and the one requirement of the epics that no story traces to. The
// matrix must give a story what it traces to itself.
func (s *session) contradictingStories(d *document.Document, rows links, hit hit) bool {
	stated, traced, covered := links{}, links{}, ids{}
	for _, e := range s.defined().epics.list {
		for id := range rows[e.id] {
			stated.add(e.id, id)
		}
		for _, key := range carriedFields {
			if e.file != nil && e.file.Front.Field(key) != nil {
				for _, m := range document.FindIDs(strings.Join(e.file.Front.Field(key).Values, " ")) {
					stated.addRequirement(e.id, m.ID)
				}
			}
		}
	}
	strayed := s.strayStories(hit)
	silent := false // whether a story traces to nothing, which may be anything
	for _, doc := range s.of(epicDocs...) {
		for _, u := range s.stories(doc) {
			for _, m := range doc.MentionsIn(u.section.All()) {
				if goalLabel.MatchString(doc.Slice(doc.LineAt(m.Start))) {
					traced.addRequirement(u.name, m.ID)
				}
			}
			for id := range traced[u.name] {
				covered[id] = true
			}
			silent = silent || len(traced[u.name]) == 0
			if here, epic := traced[u.name], stated[u.epic]; len(here) > 0 && len(epic) > 0 && here.foreign(epic) && len(here.ofFamilies(links{u.epic: epic})) > 0 {
				hit(doc, headingOf(doc, u.section), u.name, note(here.String()), note(epic.String()+" ("+u.epic+")"))
			}
		}
	}
	for _, row := range matrixRows(d) {
		for _, m := range row {
			if here := traced[m.ID]; len(here) > 0 && family(row[0].ID, requirementIDs) && row[0].ID != m.ID && !here[row[0].ID] && len(here.ofFamilies(links{"": ids{row[0].ID: true}})) > 0 {
				hit(d, m.Span, m.ID, row[0].ID, note(here.String()))
			}
		}
	}
	if !silent && len(covered) > 2 {
		s.untold(stated, covered, hit)
	}
	return strayed || len(covered) > 0 && len(stated) > 0
}

// untold reports the requirement that epics name and no story traces to, when it
// is the only one of its family.
func (s *session) untold(stated links, covered ids, hit hit) {
	missing, of := links{}, map[string]string{}
	for _, epic := range sortedKeys(stated) {
		for id := range stated[epic] {
			if !covered[id] {
				missing.add(kindOf(id), id)
				of[id] = epic
			}
		}
	}
	for _, kind := range sortedKeys(missing) {
		others := 0
		for id := range covered {
			if kindOf(id) == kind {
				others++
			}
		}
		if len(missing[kind]) == 1 && others > 2 {
			id := missing[kind].String()
			e := s.defined().epics.byID[of[id]]
			hit(e.doc, e.at, id, of[id], s.say("no story", "无故事"))
		}
	}
}
