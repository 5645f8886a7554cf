package readiness

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
)

// relations are what the documents before the report give to each requirement,
// by the family of the IDs: its goals, epics, decisions and stories.
type relations map[string]model.Links

// relationsOf returns them, found once.
func relationsOf(s *model.Session) relations {
	return model.Once(s, "what earlier documents give to requirements", nil, func() relations {
		goals := model.Links{}
		for _, list := range [...]*model.Entries{model.Defined(s).Requirements, model.Defined(s).Qualities} {
			for _, e := range list.List {
				for g := range model.GoalTraces(s).GoalsOf(e.ID) {
					goals.Add(e.ID, g)
				}
			}
		}
		found := relations{"G": goals, "EPIC": model.EpicTraces(s), "ADR": model.Links{}, "STORY": model.Links{}}
		for _, e := range model.Defined(s).Decisions.List {
			mentions := document.FindIDs(e.Text())
			if e.File != nil {
				mentions = append(mentions, e.File.IDs...)
			}
			if e.Detail != nil {
				mentions = append(mentions, e.Doc.MentionsIn(e.Detail.All())...)
			}
			found.add("ADR", e.ID, mentions)
		}
		for _, d := range s.Of(model.EpicDocs...) {
			for _, u := range model.Stories(d) {
				if own := document.FindIDs(u.Name); len(own) > 0 {
					found.add("STORY", own[0].ID, d.MentionsIn(u.Section.All()))
				}
			}
		}
		if d := s.Index(document.Epics); d != nil {
			for _, row := range model.MatrixRows(d) {
				for _, m := range row {
					if kind := model.KindOf(m.ID); kind == "ADR" || kind == "STORY" {
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
		if model.Family(m.ID, model.RequirementIDs) {
			r[kind].Add(m.ID, id)
		}
	}
}
