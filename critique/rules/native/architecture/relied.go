package architecture

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// reliedUpon reports where an architecture builds on a decision that was given up: in
// the tables of its parts, its qualities and its risks.
func reliedUpon(s *model.Session, e *model.Entry, d *document.Document, hit native.Hit) {
	for _, m := range d.Mentions(e.ID) {
		section := d.SectionAt(m.Start)
		line := d.Slice(d.LineAt(m.Start))
		if !section.Under(document.Attributes, document.Components, document.Traces, document.Risks, document.Deployment, document.Security, document.Data) || section.Under(document.Decisions) || e.Detail != nil && e.Detail.All().Holds(m.Start) {
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(line), "|") && !model.Superseded(line) && !model.Refusal.MatchString(model.WithoutIDs(line)) && !givenUpWord.MatchString(line) {
			hit(d, m.Span, e.ID, s.Say("was given up and is still relied upon", "已被放弃，却仍被依赖"))
			return
		}
	}
}

var givenUpWord = pattern.New(`(?i)\b(?:reject|declin|supersed|deprecat|withdraw|replac|discard)\w*|拒绝|否决|废弃|取代|弃用|撤销|替代`)

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
