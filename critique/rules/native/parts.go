package native

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
)

// Alone makes a rule that reads a document and nothing else: it looks once, and what it found is
// told again in every round until the document changes.
func Alone(r Rule, look func(d *document.Document, hit Hit) bool) Rule {
	type place struct {
		doc     *document.Document
		at      document.Span
		details []model.Detail
	}
	type seen struct {
		looked bool
		places []place
	}
	once := func(d *document.Document) (s seen) {
		s.looked = look(d, func(doc *document.Document, at document.Span, details ...model.Detail) {
			s.places = append(s.places, place{doc, at, details})
		})
		return s
	}
	r.Look = func(_ *model.Session, d *document.Document, hit Hit) bool {
		s := document.Once(d, r.ID, once)
		for _, p := range s.places {
			hit(p.doc, p.at, p.details...)
		}
		return s.looked
	}
	return r
}

// Unless makes a rule that has nothing to say where something holds.
func Unless(holds func(*model.Session, *document.Document) bool, r Rule) Rule {
	look := r.Look
	r.Look = func(s *model.Session, d *document.Document, hit Hit) bool { return holds(s, d) || look(s, d, hit) }
	return r
}

// Lacks makes a rule that asks for a section with substance about one of some topics.
func Lacks(on []document.Kind, wanted document.Topic, r rules.Rule, others ...document.Topic) Rule {
	return Rule{Rule: r, On: on, Look: func(s *model.Session, d *document.Document, hit Hit) bool {
		var empty *document.Section
		for _, t := range append([]document.Topic{wanted}, others...) {
			section := model.Topic(d, t)
			if section != nil && model.Says(d, section) {
				return true
			}
			if empty == nil {
				empty = section
			}
		}
		if empty != nil {
			hit(d, model.HeadingOf(d, empty))
		} else if !eachMember(s, d, wanted) && !document.Labelled(d, wanted) && !slices.ContainsFunc(document.Beside(d, wanted), func(s *document.Section) bool { return model.Says(d, s) }) {
			Absent(d, wanted, hit)
		}
		return true
	}}
}

// Absent reports that no section of a document is about a topic: not at all where a heading hints at it, and as
// a remark where what stands under a heading that no topic claims may be what is looked for.
func Absent(d *document.Document, wanted document.Topic, hit Hit) {
	var details []model.Detail
	if document.RunsIn(d, wanted) {
		hit(d, document.Span{}, model.Hinted)
		return
	}
	for _, section := range d.Sections {
		switch {
		case !model.Says(d, section):
		case document.Hints(section.Title, wanted) && (section.Level > 1 || section.End == section.Deep): // the title of a document is about all of it
			hit(d, document.Span{}, model.Hinted)
			return
		case unclaimed(d, section):
			details = []model.Detail{model.Doubtful}
		}
	}
	hit(d, document.Span{}, details...)
}

// unclaimed tells whether a section has a body of its own that no topic, its own or that of one around it, accounts for.
func unclaimed(d *document.Document, section *document.Section) bool {
	least := 1
	if section.Level < 2 || section.Level > 6 { // metadata stands under a title, and a label is none of many words
		least = model.LeastSubstance
	}
	if document.Units(d.Slice(section.Own())) < least || len(section.Also) > 0 {
		return false
	}
	for ; section != nil; section = section.Parent {
		if section.Topic != "" {
			return false
		}
	}
	return true
}

// CopiedFile reports a decision or an epic whose file holds the text of another one,
// or that text as well as its own.
func CopiedFile(s *model.Session, d *document.Document, hit Hit) {
	if d.Kind != document.Decision && d.Kind != document.Epic || model.Superseded(d.Front.Value("status")) {
		return
	}
	own := model.LinesOf(d)
	for _, other := range s.Of(d.Kind) {
		if other.Path == d.Path || model.Superseded(other.Front.Value("status")) {
			continue
		}
		text := model.LinesOf(other)
		if len(text) < 3 || len(text) > len(own) || len(text) == len(own) && other.Path > d.Path || model.FileID(other) == model.FileID(d) {
			continue // what holds the other holds as much
		}
		shared := 0
		for line := range text {
			if own[line] {
				shared++
			}
		}
		if shared*5 >= len(text)*4 {
			hit(d, model.FirstHeading(d), model.Note(other.Path))
			return
		}
	}
}

// eachMember tells whether an index leaves a topic to its files: there are two or
// more of them, and all speak of it.
func eachMember(s *model.Session, index *document.Document, wanted document.Topic) bool {
	n := 0
	for _, d := range s.Docs {
		if !d.Kind.Member() || d.Kind.Phase() != index.Kind.Phase() {
			continue
		}
		if section := model.Topic(d, wanted); section == nil || !model.Says(d, section) {
			return false
		}
		n++
	}
	return n > 1
}

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
