package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// crossdocumentRules compare documents with each other. Their places lie in the
// latest of the documents they compare.
func crossdocumentRules() []rule {
	return []rule{
		{Rule: of("XD-001"), on: requirements, needs: []document.Kind{document.Brief}, look: uncoveredGoals},
		{Rule: of("XD-002"), on: []document.Kind{document.Epics, document.Architecture, document.Readiness}, needs: []document.Kind{document.Requirements}, look: unplannedRequirements},
		{Rule: of("XD-005"), on: []document.Kind{document.Requirements, document.Architecture, document.Epics, document.Readiness}, look: func(s *session, d *document.Document, hit hit) bool {
			listed := unlistedFiles(s, d, hit)
			listed = s.otherTitles(d, hit) || listed
			return misdirectedLinks(s, d, hit) || listed
		}},
		{Rule: of("XD-023"), on: []document.Kind{document.Requirements, document.Architecture, document.Epics}, look: claimedTwice},
	}
}

func uncoveredGoals(s *session, d *document.Document, hit hit) bool {
	goals := s.defined().goals
	if len(goals.list) == 0 {
		return false
	}
	docs := s.of(document.Requirements, document.Requirement, document.Quality)
	named := s.carriedBy(goals.list, docs, func(doc *document.Document, m document.Mention) bool {
		return document.Prefix(m.ID) == "G" && !relatesToNone(doc, m, requirementIDs)
	}, requirementIDs...)
	for _, g := range goals.list {
		if len(named) > 0 && !named[g.id] && !superseded(g.text()) {
			hit(d, document.Span{}, g.id, s.say("is covered by no requirement", "无需求覆盖"), unwitnessed)
		}
	}
	s.undefined(docs, func(_ *document.Document, m document.Mention) bool {
		return document.Prefix(m.ID) == "G" && goals.byID[m.ID] == nil
	}, hit, s.say("is no goal of the brief", "不是简介中的目标"))
	return len(named) > 0
}

func unplannedRequirements(s *session, d *document.Document, hit hit) bool {
	list, qualities := s.defined().requirements, s.defined().qualities
	if len(list.list) == 0 {
		return false
	}
	if d.Kind == document.Epics {
		planners := []string{"EPIC", "STORY", "US"}
		planned := s.carriedBy(list.list, s.of(document.Epics, document.Epic), func(doc *document.Document, m document.Mention) bool {
			return !relatesToNone(doc, m, planners) && !doc.SectionAt(m.Start).Under(document.Risks, document.OpenQuestions, document.NonGoals, document.Issues)
		}, planners...)
		if !slices.ContainsFunc(list.list, func(r *entry) bool { return planned[r.id] }) {
			planned = s.plannedByReport() // the plan traces to something else
		}
		for _, r := range list.list {
			if !planned[r.id] && r.priority == "must" && !superseded(r.text()) {
				hit(d, document.Span{}, r.id, s.say("is a Must in no epic", "为 Must 却未进入任何 Epic"), unwitnessed)
			}
		}
	}
	docs := []*document.Document{d}
	for _, kind := range [...][2]document.Kind{{document.Epics, document.Epic}, {document.Architecture, document.Decision}} {
		if d.Kind == kind[0] {
			docs = s.of(kind[:]...)
		}
	}
	s.undefined(docs, func(_ *document.Document, m document.Mention) bool {
		if family(m.ID, []string{"NFR"}) {
			return len(qualities.list) > 1 && qualities.byID[m.ID] == nil
		}
		return family(m.ID, []string{"REQ", "FR"}) && list.byID[m.ID] == nil && sameFamily(list, m.ID)
	}, hit, s.say("is defined by no requirement", "没有对应的需求定义"))
	return true
}

// plannedByReport returns the IDs that stand beside an epic in a matrix of the
// report.
func (s *session) plannedByReport() ids {
	planned := ids{}
	for _, doc := range s.of(document.Readiness) {
		for _, t := range doc.Tables {
			if !t.Section.Under(document.Traces) {
				continue
			}
			for _, row := range t.Rows {
				line := doc.LineAt(row[0].Start)
				if !namesFamilyIn(doc, line, "EPIC", "STORY", "US") {
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

// undefined reports the first place of each ID that is unknown, unless its line
// says that it is history, or not there yet. FR-100+ names no requirement: it is
// where their numbers will go on.
func (s *session) undefined(docs []*document.Document, unknown func(*document.Document, document.Mention) bool, hit hit, say string) {
	reported := ids{}
	for _, doc := range docs {
		for _, m := range doc.IDs {
			if reported[m.ID] || !unknown(doc, m) || strings.HasPrefix(doc.Text[m.End:], "+") || notHere.MatchString(doc.Slice(doc.LineAt(m.Start))) {
				continue
			}
			reported[m.ID] = true
			hit(doc, m.Span, m.ID, say)
		}
	}
}

var notHere = pattern.New(`(?i)\b(?:supersed\w*|replaces|replaced|deprecated|obsolete|formerly|removed|dropped|deleted|withdrawn|future|e\.g|for example)\b|取代|替代|废弃|作废|已删除|已移除|已撤销|原编号|例如|示例|未来`)

// relatesToNone tells whether an ID stands in a row of a matrix, or in an item,
// that relates it to nothing: no other cell holds an ID of the wanted families.
func relatesToNone(d *document.Document, m document.Mention, wanted []string) bool {
	if !d.SectionAt(m.Start).Under(document.Traces) {
		return false
	}
	line := d.LineAt(m.Start)
	if namesFamilyIn(d, line, wanted...) {
		return false
	}
	text := strings.TrimSpace(withoutIDs(d.Slice(line)))
	if strings.HasPrefix(text, "|") {
		return namesFamilyIn(d, d.SectionAt(m.Start).Own(), wanted...)
	}
	return relationless.MatchString(text)
}

var relationless = pattern.New(`(?i)^[\s>*+_\-–—:：→|]*(?:none|n/a|nothing|tbd|not covered|uncovered|无|暂无|没有|未覆盖|待定)[\s.。*_]*$`)

// sameFamily tells whether a list defines IDs with the ID's prefix at all.
func sameFamily(list *entries, id string) bool {
	for _, e := range list.list {
		if document.Prefix(e.id) == document.Prefix(id) {
			return true
		}
	}
	return false
}
