// Package crossdocument has the rules that hold the documents of a session against each
// other.
package crossdocument

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// TraceRules compare documents with each other. Their places lie in the
// latest of the documents they compare.
func TraceRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("XD-001"), On: model.Requirements, Needs: []document.Kind{document.Brief}, Look: uncoveredGoals},
		{Rule: native.Of("XD-002"), On: []document.Kind{document.Epics, document.Architecture, document.Readiness}, Needs: []document.Kind{document.Requirements}, Look: unplannedRequirements},
		{Rule: native.Of("XD-005"), On: []document.Kind{document.Requirements, document.Architecture, document.Epics, document.Readiness, document.Other}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if d.Kind == document.Other {
				return plainIndex(s, d, hit)
			}
			listed := unlistedFiles(s, d, hit)
			return otherTitles(s, d, hit) || listed
		}},
		{Rule: native.Of("XD-023"), On: []document.Kind{document.Requirements, document.Architecture, document.Epics}, Look: claimedTwice},
		{Rule: native.Of("XD-025"), On: everyHead, Look: otherSession},
	}
}

// everyHead are the documents whose head names their session.
var everyHead = append([]document.Kind{document.Discovery}, model.Speaking...)

func uncoveredGoals(s *model.Session, d *document.Document, hit native.Hit) bool {
	goals := model.Defined(s).Goals
	if len(goals.List) == 0 {
		return codedGoals(s, d, hit)
	}
	docs := s.Of(document.Requirements, document.Requirement, document.Quality)
	named := model.CarriedBy(docs, func(doc *document.Document, m document.Mention) bool {
		return document.Prefix(m.ID) == "G" && !relatesToNone(doc, m, model.RequirementIDs)
	}, model.RequirementIDs...)
	for _, g := range goals.List {
		if len(named) > 0 && !named[g.ID] && !model.Superseded(g.Text()) {
			hit(d, document.Span{}, model.Target(g.ID), s.Say("is covered by no requirement", "无需求覆盖"), model.Unwitnessed)
		}
	}
	native.Undefined(s, docs, func(_ *document.Document, m document.Mention) bool {
		return document.Prefix(m.ID) == "G" && goals.ByID[m.ID] == nil
	}, hit, s.Say("is no goal of the brief", "不是简介中的目标"))
	return len(named) > 0
}

func unplannedRequirements(s *model.Session, d *document.Document, hit native.Hit) bool {
	list, qualities := model.Defined(s).Requirements, model.Defined(s).Qualities
	if len(list.List) == 0 {
		return false
	}
	if d.Kind == document.Epics {
		planners := []string{"EPIC", "STORY", "US"}
		planned := model.CarriedBy(s.Of(document.Epics, document.Epic), func(doc *document.Document, m document.Mention) bool {
			return !relatesToNone(doc, m, planners) && !doc.SectionAt(m.Start).Under(document.Risks, document.OpenQuestions, document.NonGoals, document.Issues)
		}, planners...)
		if !slices.ContainsFunc(list.List, func(r *model.Entry) bool { return planned[r.ID] }) {
			planned = plannedByReport(s) // the plan traces to something else
		}
		told, only := storied(s, list.List), onlyUnplanned(list.List, planned)
		for _, r := range list.List {
			switch {
			case r == only && r.Priority != "must" && r.Priority != "wont" && !model.Superseded(r.Text()):
				hit(r.Doc, r.At, model.Target(r.ID), s.Say("is in no epic, and all others are in one", "未进入任何 Epic，而其余需求均已进入"), model.Unwitnessed, model.Elsewhere)
			case r.Priority != "must" || model.Superseded(r.Text()):
			case !planned[r.ID]:
				hit(r.Doc, r.At, model.Target(r.ID), s.Say("is a Must in no epic", "为 Must 却未进入任何 Epic"), model.Unwitnessed, model.Elsewhere)
			case told != nil && !told[r.ID]:
				hit(r.Doc, r.At, model.Target(r.ID), s.Say("is a Must in no story, and all stories say what they carry out", "为 Must 却未进入任何故事，而所有故事都写明落实哪条需求"), model.Unwitnessed, model.Elsewhere)
			}
		}
	}
	docs := []*document.Document{d}
	for _, kind := range [...][2]document.Kind{{document.Epics, document.Epic}, {document.Architecture, document.Decision}} {
		if d.Kind == kind[0] {
			docs = s.Of(kind[:]...)
		}
	}
	native.Undefined(s, docs, func(_ *document.Document, m document.Mention) bool {
		if model.Family(m.ID, []string{"NFR"}) {
			return len(qualities.List) > 0 && qualities.ByID[m.ID] == nil
		}
		return model.Family(m.ID, []string{"REQ", "FR"}) && list.ByID[m.ID] == nil && model.SameFamily(list, m.ID)
	}, hit, s.Say("is defined by no requirement", "没有对应的需求定义"))
	return true
}

// leastPlanned is how many requirements are in epics, at least, where one that is in none was forgotten.
const leastPlanned = 3

// onlyUnplanned returns the one requirement that no epic carries out, or nil.
func onlyUnplanned(list []*model.Entry, planned model.Ids) (only *model.Entry) {
	for _, r := range list {
		switch {
		case planned[r.ID]:
		case only != nil:
			return nil
		default:
			only = r
		}
	}
	if len(list) <= leastPlanned {
		return nil
	}
	return only
}

// storied are the requirements that stories carry out, where each story says which and few requirements are left; else nil.
func storied(s *model.Session, list []*model.Entry) model.Ids {
	told, left := model.Ids{}, 0
	for _, doc := range s.Of(model.EpicDocs...) {
		for _, u := range model.Stories(doc) {
			if !model.NamesFamilyIn(doc, u.Section.All(), model.RequirementIDs...) {
				return nil
			}
			for _, m := range doc.MentionsIn(u.Section.All()) {
				told[m.ID] = true
			}
		}
	}
	for _, r := range list {
		if !told[r.ID] {
			left++
		}
	}
	if left*4 > len(list) {
		return nil
	}
	return told
}

// plannedByReport returns the IDs that stand beside an epic in a matrix of the
// report.
func plannedByReport(s *model.Session) model.Ids {
	planned := model.Ids{}
	for _, doc := range s.Of(document.Readiness) {
		for _, t := range doc.Tables {
			if !t.Section.Under(document.Traces) {
				continue
			}
			for _, row := range t.Rows {
				line := doc.LineAt(row[0].Start)
				if !model.NamesFamilyIn(doc, line, "EPIC", "STORY", "US") {
					continue
				}
				for _, m := range doc.MentionsIn(line) {
					planned[m.ID] = true
				}
			}
		}
	}
	return planned
}

// relatesToNone tells whether an ID stands in a row of a matrix, or in an item,
// that relates it to nothing: no other cell holds an ID of the wanted families.
func relatesToNone(d *document.Document, m document.Mention, wanted []string) bool {
	if !d.SectionAt(m.Start).Under(document.Traces) {
		return false
	}
	line := d.LineAt(m.Start)
	if model.NamesFamilyIn(d, line, wanted...) {
		return false
	}
	text := strings.TrimSpace(model.WithoutIDs(d.Slice(line)))
	if strings.HasPrefix(text, "|") {
		return model.NamesFamilyIn(d, d.SectionAt(m.Start).Own(), wanted...)
	}
	return relationless.MatchString(text)
}

var relationless = pattern.New(`(?i)^[\s>*+_\-–—:：→|]*(?:none|n/a|nothing|tbd|not covered|uncovered|无|暂无|没有|未覆盖|待定)[\s.。*_]*$`)
