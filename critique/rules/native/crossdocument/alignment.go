package crossdocument

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// AlignmentRules ask whether later documents carry out what earlier ones say, under the same names and priorities.
func AlignmentRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("AR-021"), On: model.Architecture, Needs: []document.Kind{document.Requirements}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			docs := s.Of(document.Architecture, document.Decision)
			named := model.Mentions(docs...)
			list := model.Defined(s).Qualities.List
			decided := model.Mentions(s.Of(document.Decision)...)
			some, chosen := false, 0
			for _, e := range list {
				if _, ok := named[e.ID]; ok {
					some = true
				}
				if _, ok := decided[e.ID]; ok {
					chosen++
				}
			}
			answered := chosen*2 >= len(list) && chosen > 1 // decisions answer them
			for _, e := range list {
				_, ok := named[e.ID]
				if _, inDecision := decided[e.ID]; answered && !inDecision {
					ok = false
				}
				if some && !ok && !model.Superseded(e.Text()) {
					hit(d, document.Span{}, model.Target(e.ID))
				}
			}
			return some
		}},
		{Rule: native.Of("XD-007"), On: []document.Kind{document.Requirements, document.Architecture, document.Epics}, Needs: []document.Kind{document.Brief}, Look: excludedReturns},
		{Rule: native.Of("XD-008"), On: []document.Kind{document.Epic, document.Epics, document.Requirements, document.Requirement}, Needs: []document.Kind{document.Brief}, Look: unknownRoles},
		{Rule: native.Of("XD-012"), On: []document.Kind{document.Epics, document.Readiness}, Needs: []document.Kind{document.Architecture}, Look: native.CarriedDecisions},
		{Rule: native.Of("XD-014"), On: []document.Kind{document.Requirements, document.Architecture, document.Epics}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			codes := d.Kind == document.Requirements && foreignCodes(s, d, hit)
			return differingSets(s, d, hit) || codes
		}},
		{Rule: native.Of("XD-010"), On: []document.Kind{document.Requirements, document.Epics}, Look: differingPriorities},
	}
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
	known := model.WordsOf(b)
	reported := map[string]bool{}
	for _, r := range rolesIn(d) {
		if reported[r.name] || anyRole.MatchString(r.name) && (!maker.MatchString(r.name) || d.Kind.Phase() != document.Requirements.Phase() || model.Holds(b.Prose, makers)) {
			continue
		}
		reported[r.name] = true
		words := model.BagOf(model.Qualifier(r.name))
		if len(words) > 0 && words.Shared(known) == 0 {
			hit(d, r.at, model.Target(r.name))
		}
	}
	return len(reported) > 0
}

// told is a role that a story is told by.
type told struct {
	name string
	at   document.Span
}

// rolesIn returns the roles of a document's stories.
func rolesIn(d *document.Document) []told {
	var found []told
	for _, m := range model.Find(d.Prose, role, 100) {
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			if name := strings.TrimSpace(d.Prose[m[g]:m[g+1]]); name != "" {
				found = append(found, told{name, document.Span{Start: m[g], End: m[g+1]}})
			}
		}
	}
	return found
}
