package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// ids is a set of IDs.
type ids map[string]bool

// links are from one ID to others, such as a requirement to its goals.
type links map[string]ids

func (l links) add(from, to string) {
	if l[from] == nil {
		l[from] = ids{}
	}
	l[from][to] = true
}

// traces are the goals of requirements, by who says so.
type traces struct {
	row    links // the requirement's row or section in the index
	matrix links // the matrix of the index
	ranged links // those of the matrix that only a range such as REQ-001..014 gives
	file   links // the requirement's own file
	fields links // its frontmatter, of that
	body   links // its text, of that
	named  ids   // requirements whose row has a cell for goals
}

var requirementIDs = []string{"REQ", "FR", "US", "NFR"}

// goalTraces returns who says which goals requirements serve, found once.
func (s *session) goalTraces() *traces {
	return once(s, "the goals of requirements", nil, func() *traces {
		t := &traces{row: links{}, matrix: links{}, ranged: links{}, file: links{}, fields: links{}, body: links{}, named: ids{}}
		d := s.index(document.Requirements)
		if d == nil {
			return t
		}
		for _, list := range [...]*entries{s.defined().requirements, s.defined().qualities} {
			for _, e := range list.list {
				t.own(e)
			}
		}
		for _, table := range d.Tables {
			if table.Section.Under(document.Traces) {
				for _, row := range table.Rows {
					t.related(d, d.MentionsIn(document.Span{Start: row[0].Start, End: d.LineAt(row[0].Start).End}))
				}
			}
		}
		for _, item := range d.Items {
			if item.Section.Under(document.Traces) {
				t.related(d, d.MentionsIn(item.Span))
			}
		}
		return t
	})
}

// own reads what a requirement says of itself.
func (t *traces) own(e *entry) {
	if i := e.goalColumn(); i > 0 {
		t.named[e.id] = true
		for _, m := range document.FindIDs(e.row[i].Text) {
			if document.Prefix(m.ID) == "G" {
				t.row.add(e.id, m.ID)
			}
		}
	}
	if e.file == nil {
		return
	}
	for _, key := range goalFields {
		if field := e.file.Front.Field(key); field != nil {
			for _, m := range document.FindIDs(strings.Join(field.Values, " ")) {
				if document.Prefix(m.ID) == "G" {
					t.file.add(e.id, m.ID)
					t.fields.add(e.id, m.ID)
				}
			}
		}
	}
	for _, m := range e.file.IDs {
		if m.Start >= e.file.Front.Span.End && document.Prefix(m.ID) == "G" && (e.file.SectionAt(m.Start).Under(document.Traces, document.Goals) || goalLabel.MatchString(e.file.Slice(e.file.LineAt(m.Start)))) {
			t.file.add(e.id, m.ID)
			t.body.add(e.id, m.ID)
		}
	}
}

// goalColumn returns the column of a requirement's table that is for its goals: no
// column of targets, which Chinese tables also call by the word for goals.
func (e *entry) goalColumn() int {
	if e.row == nil {
		return -1
	}
	i := e.table.Column(goalColumn...)
	if i <= 0 || i >= len(e.row) || strings.Contains(e.table.Header[i].Text, "目标值") {
		return -1
	}
	return i
}

var (
	goalColumn = []string{"goal", "objective", "trace", "source", "目标", "追溯", "来源"}
	goalFields = []string{"traces_to", "traces", "goals", "goal", "trace"}
	goalLabel  = pattern.New(`(?i)^[\s>*_-]*(?:goals?|traces?(?: to)?|traced to|source|目标|追溯(?:至|到)?|来源|所属目标)[*_\s]*[:：]`)
)

// related reads one row or line of a matrix.
func (t *traces) related(d *document.Document, mentions []document.Mention) {
	for _, r := range mentions {
		if !family(r.ID, requirementIDs) {
			continue
		}
		for _, g := range mentions {
			if document.Prefix(g.ID) != "G" {
				continue
			}
			if r.Len() > len(r.ID)+4 && !strings.Contains(d.Slice(r.Span), ",") {
				t.ranged.add(r.ID, g.ID)
			} else {
				t.matrix.add(r.ID, g.ID)
			}
		}
	}
}

// goalsOf returns the goals anybody gives a requirement.
func (t *traces) goalsOf(id string) ids {
	all := ids{}
	for _, from := range [...]links{t.row, t.matrix, t.ranged, t.file} {
		for g := range from[id] {
			all[g] = true
		}
	}
	return all
}

// sure returns the goals of a requirement but for those that a range gives.
func (t *traces) sure(id string) ids {
	all := ids{}
	for _, from := range [...]links{t.row, t.matrix, t.file} {
		for g := range from[id] {
			all[g] = true
		}
	}
	return all
}

// lacking tells whether a set lacks an element of another.
func (s ids) lacking(other ids) bool {
	for id := range other {
		if !s[id] {
			return true
		}
	}
	return false
}

func (s ids) String() string {
	if len(s) == 0 {
		return "-"
	}
	return strings.Join(sortedKeys(s), ",")
}

// contradictingTraces compares what the row, the matrix and the file of a
// requirement say of its goals.
func contradictingTraces(s *session, d *document.Document, hit hit) bool {
	functions := s.contradictingGoals(s.defined().requirements.list, hit)
	return s.contradictingGoals(s.defined().qualities.list, hit) || functions
}

// contradictingGoals compares the requirements of one list. A matrix that leaves a
// requirement out contradicts its row, or its file where rows have no goals, when
// it holds most of the others.
func (s *session) contradictingGoals(list []*entry, hit hit) bool {
	t := s.goalTraces()
	applied, held, traced := false, 0, 0
	for _, e := range list {
		if len(t.row[e.id])+len(t.file[e.id]) > 0 {
			traced++
			if len(t.matrix[e.id])+len(t.ranged[e.id]) > 0 {
				held++
			}
		}
	}
	expected := held*3 >= traced*2 && held > 2
	for _, e := range list {
		if fields, body := t.fields[e.id], t.body[e.id]; len(fields) > 0 && len(body) > 0 && (fields.lacking(body) || body.lacking(fields)) {
			hit(e.file, firstHeading(e.file), e.id, note(fields.String()), note(body.String()))
			continue
		}
		row, matrix, ranged, file := t.row[e.id], t.matrix[e.id], t.ranged[e.id], t.file[e.id]
		if superseded(e.text()) {
			continue
		}
		both := ids{}
		for _, set := range [...]ids{matrix, ranged} {
			for g := range set {
				both[g] = true
			}
		}
		switch {
		case len(row) > 0 && len(both) > 0:
			if applied = true; both.lacking(row) || row.lacking(matrix) {
				hit(e.doc, e.at, e.id, row.String(), both.String())
				continue
			}
		case len(row)+len(file) > 0 && len(both) == 0 && expected:
			hit(e.doc, e.at, e.id, note(row.String()), note("-"))
			continue
		case t.named[e.id] && len(row) == 0 && len(both) > 0:
			applied = true
			hit(e.doc, e.at, e.id, note("-"), both.String())
			continue
		}
		if len(file) == 0 || len(row) == 0 && !t.named[e.id] && len(both) == 0 {
			continue
		}
		index := row
		if !t.named[e.id] {
			index = both
		}
		if applied = true; index.lacking(file) || file.lacking(index) {
			hit(e.doc, e.at, e.id, note(index.String()), note(file.String()+" ("+e.file.Path+")"))
		}
	}
	return applied
}

// epicTraces returns which epics carry out which requirements: by their rows and
// files, the sections they have, and the matrix of the index. Found once.
func (s *session) epicTraces() links {
	return once(s, "the epics of requirements", nil, func() links {
		carried := links{}
		for _, e := range s.defined().epics.list {
			mentions := document.FindIDs(e.text())
			if e.file != nil {
				mentions = append(mentions, e.file.IDs...)
			}
			if e.detail != nil {
				mentions = append(mentions, e.doc.MentionsIn(e.detail.All())...)
			}
			for _, m := range mentions {
				if family(m.ID, requirementIDs) {
					carried.add(m.ID, e.id)
				}
			}
		}
		if d := s.index(document.Epics); d != nil {
			carried.addMatrix(d)
		}
		return carried
	})
}

// addMatrix adds the epics that the matrix of an index gives to requirements.
func (l links) addMatrix(d *document.Document) {
	for _, row := range matrixRows(d) {
		for _, r := range row {
			for _, e := range row {
				if family(r.ID, requirementIDs) && document.Prefix(e.ID) == "EPIC" {
					l.add(r.ID, e.ID)
				}
			}
		}
	}
}
