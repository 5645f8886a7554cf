// Package epics has the rules about epics, their stories and their order.
package epics

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// ListRules look at epics/_index.md and the files beside it.
func ListRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("EP-001"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if !namesMVP(d) && !slices.ContainsFunc(s.Of(document.Epic), writesOfMVP) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("EP-003"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			for _, section := range d.Find(document.Traces) {
				if !model.InsideStory(section) && tracesSomething(d, section) {
					return true
				}
			}
			for _, t := range d.Tables {
				if t.Column("requirement", "req", "trace", "需求", "追溯") >= 0 && len(t.Rows) > 0 && model.NamesFamilyIn(d, t.Span, "REQ", "FR", "US") {
					return true
				}
			}
			if d.Front.Value("document_type") != "" || !tracedBeside(s) && !tracedBelow(d) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("EP-010"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Epics.List
			if len(list) == 0 {
				if slices.ContainsFunc(d.Sections, func(section *document.Section) bool {
					return model.NumberedEpic.MatchString(section.Title) || ownEpicID.MatchString(section.Title)
				}) || numbersEpics(d) {
					return false // they have numbers or IDs of their own
				}
				hit(d, document.Span{})
				return true
			}
			if !namesMVP(d) && !filesNameMVP(s) {
				return false // EP-001 says it
			}
			for _, e := range list {
				if model.InMVP(s, d, e) {
					return true
				}
			}
			hit(list[0].Doc, list[0].At, list[0].ID)
			return true
		}},
		{Rule: native.Of("EP-012"), On: model.Epics, Look: brokenDependencies},
	}
}

// tracedBeside tells whether the files of the epics or the readiness report
// trace them to requirements. Indexes of some tools leave it to those.
func tracedBeside(s *model.Session) bool {
	for _, d := range s.Of(document.Epic) {
		if model.NamesFamilyIn(d, document.Span{End: len(d.Text)}, model.RequirementIDs...) {
			return true
		}
	}
	for _, d := range s.Of(document.Readiness) {
		for _, section := range d.Find(document.Traces) {
			if at := section.All(); model.NamesFamilyIn(d, at, model.RequirementIDs...) && model.NamesFamilyIn(d, at, "EPIC") {
				return true
			}
		}
	}
	return false
}

// tracedBelow tells whether most epics of a document name the requirements they
// carry out in the text below their headings.
func tracedBelow(d *document.Document) bool {
	headed, traced := 0, 0
	for _, section := range d.Sections {
		if !model.NumberedEpic.MatchString(section.Title) && !headedByEpic(section) {
			continue
		}
		if headed++; model.NamesFamilyIn(d, section.All(), model.RequirementIDs...) {
			traced++
		}
	}
	return traced > 0 && traced*2 > headed
}

func headedByEpic(section *document.Section) bool {
	ids := document.FindIDs(strings.TrimLeft(section.Title, model.TitleMarks))
	return len(ids) > 0 && ids[0].Start == 0 && document.Prefix(ids[0].ID) == "EPIC"
}

// tracesSomething tells whether a section on traces names what it traces, or
// where that is written.
func tracesSomething(d *document.Document, section *document.Section) bool {
	text := d.Slice(section.All())
	return len(d.MentionsIn(section.All())) > 0 || strings.Contains(text, "](") || shortFR.MatchString(text)
}

// shortFR is a functional requirement as some tools number them: FR7.
var shortFR = pattern.New(`\bN?FR\d{1,3}\b`)

// namesMVP tells whether a document says anything about the MVP: more than a
// heading over nothing.
func namesMVP(d *document.Document) bool {
	return d.Front.Value("mvp") != "" || writesOfMVP(d)
}

// writesOfMVP is namesMVP for the text alone: a flag among the fields of a file
// marks one epic and tells no reader of the index what comes first.
func writesOfMVP(d *document.Document) bool {
	for _, m := range model.Find(d.Text, minimalProduct, 100) {
		if m[0] < d.Front.Span.End {
			continue
		}
		section := d.SectionAt(m[0])
		if section == nil || m[0] >= section.Body || model.Says(d, section) {
			return true
		}
	}
	return false
}

var minimalProduct = pattern.New(`(?i)mvp|minimum viable|最小可行`)

func filesNameMVP(s *model.Session) bool { return slices.ContainsFunc(s.Of(document.Epic), namesMVP) }

// numbersEpics tells whether a table lists epics by such numbers.
func numbersEpics(d *document.Document) bool {
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			if len(row) > 0 && model.NumberedEpic.MatchString(model.Plain(row[0].Text)) {
				return true
			}
		}
	}
	return false
}

// ownEpicID is the heading of an epic with an ID of the author's own, such as OPS-DOCS-002.
var ownEpicID = pattern.New(`(?i:\bepic\b).*\b[A-Z][A-Z\d]+(?:-[A-Z\d]+)*-\d{1,4}\b|^[A-Z][A-Z\d]+(?:-[A-Z\d]+)*-\d{1,4}\b.*(?i:\bepic\b)`)
