package checks

import (
	"strings"

	"discussd/critique/checks/document"
)

// relations are what the documents before the report give to each requirement,
// by the family of the IDs: its goals, epics, decisions and stories.
type relations map[string]links

// relations returns them, found once.
func (s *session) relations() relations {
	return once(s, "what earlier documents give to requirements", nil, func() relations {
		goals := links{}
		for _, list := range [...]*entries{s.defined().requirements, s.defined().qualities} {
			for _, e := range list.list {
				for g := range s.goalTraces().goalsOf(e.id) {
					goals.add(e.id, g)
				}
			}
		}
		found := relations{"G": goals, "EPIC": s.epicTraces(), "ADR": links{}, "STORY": links{}}
		for _, e := range s.defined().decisions.list {
			mentions := document.FindIDs(e.text())
			if e.file != nil {
				mentions = append(mentions, e.file.IDs...)
			}
			if e.detail != nil {
				mentions = append(mentions, e.doc.MentionsIn(e.detail.All())...)
			}
			found.add("ADR", e.id, mentions)
		}
		for _, d := range s.of(epicDocs...) {
			for _, u := range s.stories(d) {
				if own := document.FindIDs(u.name); len(own) > 0 {
					found.add("STORY", own[0].ID, d.MentionsIn(u.section.All()))
				}
			}
		}
		if d := s.index(document.Epics); d != nil {
			for _, row := range matrixRows(d) {
				for _, m := range row {
					if kind := kindOf(m.ID); kind == "ADR" || kind == "STORY" {
						found.add(kind, m.ID, row)
					}
				}
			}
		}
		return found
	})
}

// add relates the requirements among mentions to one ID.
func (r relations) add(kind, id string, mentions []document.Mention) {
	for _, m := range mentions {
		if family(m.ID, requirementIDs) {
			r[kind].add(m.ID, id)
		}
	}
}

// matrixRows are the IDs of each row of the matrices of a document.
func matrixRows(d *document.Document) [][]document.Mention {
	var rows [][]document.Mention
	for _, t := range d.Tables {
		if t.Section.Under(document.Traces) {
			for _, row := range t.Rows {
				rows = append(rows, d.MentionsIn(document.Span{Start: row[0].Start, End: d.LineAt(row[0].Start).End}))
			}
		}
	}
	return rows
}

// kindOf is what an ID counts without the area: NFR of NFR-SEC-001.
func kindOf(id string) string {
	kind, _, _ := strings.Cut(document.Prefix(id), "-")
	return kind
}
