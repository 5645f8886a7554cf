package checks

import "discussd/critique/checks/document"

// undecidedRow reports the one requirement whose row in the matrix names no decision
// while a decision lists it, as all others that decisions list have theirs.
func undecidedRow(d *document.Document, said, matrix links, hit hit) {
	rows := map[string]document.Span{}
	for _, row := range matrixRows(d) {
		for _, m := range row {
			if family(m.ID, requirementIDs) {
				rows[m.ID] = m.Span
			}
		}
	}
	var missing []string
	for _, id := range sortedKeys(said) {
		if _, ok := rows[id]; ok && len(matrix[id]) == 0 {
			missing = append(missing, id)
		}
	}
	if len(missing) == 1 && len(matrix) > 2 {
		hit(d, rows[missing[0]], missing[0], note("-"), note(said[missing[0]].String()))
	}
}

// strayStories reports the story that is numbered after another epic than the one it
// stands in, where all others are numbered after theirs.
func (s *session) strayStories(hit hit) bool {
	var stray []userStory
	home := 0
	for _, d := range s.of(epicDocs...) {
		for _, u := range s.stories(d) {
			numbered := epicNumbered(storyKey(u.section.Title))
			switch {
			case numbered == "" || u.epic == "" || s.defined().epics.byID[numbered] == nil:
			case numbered == u.epic:
				home++
			default:
				stray = append(stray, u)
			}
		}
	}
	if len(stray) == 1 && home > 2 {
		u := stray[0]
		hit(u.doc, headingOf(u.doc, u.section), u.name, u.epic, note(epicNumbered(storyKey(u.section.Title))))
	}
	return home > 2
}
