package architecture

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// stage is how far something has come by its status: 0 when that does not tell.
func stage(status string) int {
	switch {
	case model.GivenUp.MatchString(status) || model.Succeeded.MatchString(status):
		return 3
	case open.MatchString(status) || model.Underway.MatchString(status):
		return 1
	case accepted.MatchString(status) || model.Finished(status):
		return 2
	}
	return 0
}

// differingStages holds the status that the row of an index gives against that of the file.
func differingStages(s *model.Session, d *document.Document, hit native.Hit) bool {
	m, applied := model.Defined(s), false
	for _, e := range slices.Concat(m.Requirements.List, m.Qualities.List, m.Decisions.List, m.Epics.List) {
		if e.Doc != d || e.Row == nil || e.File == nil || e.File == d {
			continue
		}
		said := e.Statuses()
		row, file := said[0], said[1]
		if stage(file) == 0 {
			file = said[2]
		}
		if stage(row) == 0 || stage(file) == 0 {
			continue
		}
		if applied = true; stage(row) != stage(file) {
			hit(d, e.At, e.ID, model.Note(model.Plain(row)), model.Note(e.File.Path), model.Note(model.Plain(strings.TrimSpace(file))))
		}
	}
	return applied
}
