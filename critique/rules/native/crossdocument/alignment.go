package crossdocument

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// AlignmentRules ask whether later documents carry out what earlier ones say.
func AlignmentRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("AR-021"), On: model.Architecture, Needs: []document.Kind{document.Requirements}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			docs := s.Of(document.Architecture, document.Decision)
			named := model.Mentions(docs...)
			list := model.Defined(s).Qualities.List
			some := false
			for _, e := range list {
				_, ok := named[e.ID]
				some = some || ok
			}
			tabled, at := attributeRows(s, d)
			decided, chosen := model.Mentions(s.Of(document.Decision)...), 0
			for _, e := range list {
				if _, ok := decided[e.ID]; ok || inDecisionSection(d, e.ID) {
					decided[e.ID] = document.Mention{}
					chosen++
				}
			}
			answered := len(tabled)*2 >= len(list) && len(tabled) > 1 // there is a table of quality attributes
			if len(tabled) == 0 {
				answered = chosen*2 >= len(list) && chosen > 1 // decisions answer them
			}
			for _, e := range list {
				_, ok := named[e.ID]
				if _, inDecision := decided[e.ID]; answered && !tabled[e.ID] && !inDecision {
					ok = false
				}
				if some && !ok && !model.Superseded(e.Text()) {
					hit(d, at, e.ID)
				}
			}
			return some
		}},
		{Rule: native.Of("XD-007"), On: []document.Kind{document.Requirements, document.Architecture, document.Epics}, Needs: []document.Kind{document.Brief}, Look: excludedReturns},
		{Rule: native.Of("XD-008"), On: []document.Kind{document.Epic, document.Epics, document.Requirements, document.Requirement}, Needs: []document.Kind{document.Brief}, Look: unknownRoles},
		{Rule: native.Of("XD-011"), On: model.Epics, Needs: []document.Kind{document.Requirements}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			named := model.Mentions(s.Of(document.Architecture, document.Decision, document.Epics, document.Epic)...)
			inEpics := model.Mentions(s.Of(document.Epics, document.Epic)...)
			decided := model.Mentions(s.Of(document.Decision)...)
			list := model.Defined(s).Qualities.List
			traced := 0
			for _, e := range list {
				if _, ok := inEpics[e.ID]; ok {
					traced++
				}
			}
			for _, e := range list {
				_, ok := named[e.ID]
				_, planned := inEpics[e.ID]
				if _, chosen := decided[e.ID]; traced >= 2 && traced == len(list)-1 && !planned && !chosen {
					ok = false // all others are planned, and what the architecture says of it is no decision
				}
				if traced > 0 && !ok && !model.Superseded(e.Text()) {
					hit(e.Doc, e.At, e.ID, native.Elsewhere)
				}
			}
			return traced > 0
		}},
		{Rule: native.Of("XD-012"), On: []document.Kind{document.Epics, document.Readiness}, Needs: []document.Kind{document.Architecture}, Look: native.CarriedDecisions},
	}
}

// inDecisionSection tells whether a decision within the document names an ID.
func inDecisionSection(d *document.Document, id string) bool {
	for _, m := range d.Mentions(id) {
		if d.SectionAt(m.Start).Under(document.Decisions) {
			return true
		}
		for section := d.SectionAt(m.Start); section != nil; section = section.Parent {
			if found := document.FindIDs(section.Title); len(found) > 0 && document.Prefix(found[0].ID) == "ADR" {
				return true
			}
		}
	}
	return false
}

var (
	role    = pattern.New(`(?i)\bas an? \**((?:[\p{L}\d/-]+ ?){1,4}?)\**\s*[,，]|\bas an? \**((?:[\p{L}\d/-]+ ?){1,4}?)\**,? +\**I (?:want|need|can|would)|作为\**一?[名个位]?\s*([\p{Han}A-Za-z ]{2,14}?)\**\s*(?:[，,]|我(?:想|希望|需要|要|能|可))|\bas the \**((?:[\p{L}\d/-]+ ?){1,4}?)\**,? +\**I (?:want|need|can|would)|(?m)^[\s>*_-]*(?:user |story )?(?:role|actor|persona|角色|用户角色)[*_\s]*[:：][*_ \t]*((?:[\p{L}-]+ ?){1,3})[ \t]*$`)
	anyRole = pattern.New(`(?i)^(?:users?|developers?|customers?|persons?|team|members?|system|someone|end users?|用户|开发者|系统|团队|成员|使用者)$`)
	// maker is who builds the product: one of those an epic may speak for, but no requirement
	// of a product that the brief does not make for such people.
	maker  = pattern.New(`(?i)^(?:developers?|开发者)$`)
	makers = pattern.New(`(?i)\b(?:develop|engineer|programm|cod(?:e|er|ing)\b|software|api\b|sdk\b|cli\b|repositor|github|agent|plugin|librar|framework|maintain)|开发|工程|程序|编码|代码|接口|插件|框架|仓库`)
)

// unknownRoles reports the roles of stories of which not one word stands in the brief.
func unknownRoles(s *model.Session, d *document.Document, hit native.Hit) bool {
	b := s.Index(document.Brief)
	users := model.Topic(b, document.Users)
	if users == nil || !model.Says(b, users) {
		return false
	}
	known, renamed := model.WordsOf(b), renamedRole(s, b)
	reported := map[string]bool{}
	for _, r := range rolesIn(d) {
		if reported[r.name] || anyRole.MatchString(r.name) && (!maker.MatchString(r.name) || d.Kind.Phase() != document.Requirements.Phase() || model.Holds(b.Prose, makers)) {
			continue
		}
		reported[r.name] = true
		words := model.BagOf(model.Qualifier(b, r.name))
		if len(words) > 0 && !shares(words, known) || r.name == renamed {
			hit(d, r.at, r.name)
		}
	}
	return len(reported) > 0
}

// attributeRows are the quality requirements that a table of quality attributes
// has rows for, and where that table is.
func attributeRows(s *model.Session, d *document.Document) (tabled model.Ids, at document.Span) {
	tabled = model.Ids{}
	for _, t := range d.Tables {
		if !t.Section.Under(document.Attributes, document.NonFunctional) {
			continue
		}
		for _, row := range t.Rows {
			if id, _, ok := model.RowID(row); ok && model.Defined(s).Qualities.ByID[id] != nil {
				tabled[id] = true
				at = d.LineAt(t.Span.Start)
			}
		}
	}
	return tabled, at
}
