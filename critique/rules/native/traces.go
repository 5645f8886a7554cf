package native

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
)

// Undefined reports the first place of each ID that is unknown, unless its line
// says that it is history, or not there yet. FR-100+ names no requirement: it is
// where their numbers will go on.
func Undefined(s *model.Session, docs []*document.Document, unknown func(*document.Document, document.Mention) bool, hit Hit, say model.Note) {
	reported := model.Ids{}
	for _, doc := range docs {
		for _, m := range doc.IDs {
			if reported[m.ID] || !unknown(doc, m) || strings.HasPrefix(doc.Text[m.End:], "+") || model.NotHere.MatchString(doc.Slice(doc.LineAt(m.Start))) {
				continue
			}
			reported[m.ID] = true
			hit(doc, m.Span, model.Target(doc.Slice(m.Span)), say)
		}
	}
}

// CarriedDecisions reports accepted decisions that no epic carries out, where others
// are, and decisions given up that epics carry out, or a report traces to, all the same.
func CarriedDecisions(s *model.Session, d *document.Document, hit Hit) bool {
	docs, say := s.Of(model.EpicDocs...), s.Say("was given up and is still carried out", "已被放弃，却仍在实施")
	named := model.Mentions(docs...)
	list := model.Defined(s).Decisions.List
	if d.Kind == document.Readiness {
		docs, say = []*document.Document{d}, s.Say("was given up and is still traced to", "已被放弃，却仍被追溯引用")
	}
	traced := d.Kind == document.Epics && slices.ContainsFunc(list, func(e *model.Entry) bool { _, ok := named[e.ID]; return ok })
	for _, e := range list {
		_, ok := named[e.ID]
		abandoned := e.Abandoned()
		if traced && !ok && !abandoned && !slices.ContainsFunc(e.Statuses(), model.Mooted.MatchString) {
			hit(d, document.Span{}, model.Target(e.ID), s.Say("is in no epic", "未进入任何 Epic"))
		}
		if !abandoned {
			continue
		}
		for _, doc := range docs {
			if at := model.CarriesOut(doc, e.ID); at.Len() > 0 {
				hit(doc, at, model.Target(e.ID), say)
			}
		}
	}
	return traced || d.Kind == document.Readiness && len(list) > 0
}
