package traces

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// undecidedRow reports the one requirement whose row in the matrix names no decision
// while a decision lists it, as all others that decisions list have theirs.
func undecidedRow(d *document.Document, said, matrix model.Links, hit native.Hit) {
	rows := map[string]document.Span{}
	for _, row := range model.MatrixRows(d) {
		for _, m := range row {
			if model.Family(m.ID, model.RequirementIDs) {
				rows[m.ID] = m.Span
			}
		}
	}
	var missing []string
	for _, id := range model.SortedKeys(said) {
		if _, ok := rows[id]; ok && len(matrix[id]) == 0 {
			missing = append(missing, id)
		}
	}
	if len(missing) == 1 && len(matrix) > 2 {
		hit(d, rows[missing[0]], missing[0], model.Note("-"), model.Note(said[missing[0]].String()))
	}
}

// strayStories reports the story that is numbered after another epic than the one it
// stands in, where all others are numbered after theirs.
func strayStories(s *model.Session, hit native.Hit) bool {
	var stray []model.UserStory
	home := 0
	for _, d := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(s, d) {
			numbered := model.EpicNumbered(model.StoryKey(u.Section.Title))
			switch {
			case numbered == "" || u.Epic == "" || model.Defined(s).Epics.ByID[numbered] == nil:
			case numbered == u.Epic:
				home++
			default:
				stray = append(stray, u)
			}
		}
	}
	if len(stray) == 1 && home > 2 {
		u := stray[0]
		hit(u.Doc, model.HeadingOf(u.Doc, u.Section), u.Name, u.Epic, model.Note(model.EpicNumbered(model.StoryKey(u.Section.Title))))
	}
	return home > 2
}
