// Package epics has the rules about epics, their stories and their order.
package epics

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// PlanningRules look at how epics are cut, ordered and chosen for the MVP.
func PlanningRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("EP-012"), On: model.Epics, Look: brokenDependencies},
		{Rule: native.Of("EP-011"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Epics.List
			for _, e := range list {
				if !model.InMVP(e) {
					return len(list) >= 4
				}
			}
			if len(list) >= 4 && !model.Holds(d.Prose, allForReason) {
				hit(list[0].Doc, list[0].At, model.Target(model.Itoa(len(list))))
			}
			return len(list) >= 4
		}},
		{Rule: native.Of("EP-020"), On: model.Epics, Look: misordered},
		{Rule: native.Of("EP-022"), On: model.Epics, Needs: []document.Kind{document.Requirements}, Look: lateMusts},
	}
}

// allForReason is a sentence that says why no epic can wait.
var allForReason = pattern.New(`(?i)\b(?:all|every|each|both|none)\b[^.\n]{0,80}\bMVP\b[^.\n]{0,80}\b(?:because|since|as without|for lack|due to)\b|(?:所有|全部|[一二三四五六七八九十\d]+\s*个?)[^。\n]{0,30}(?:都|均|皆|全)[^。\n]{0,12}MVP[^。\n]{0,20}(?:因为|由于|原因|否则|缺)`)

// namesMVP tells whether a document says anything about the MVP.
func namesMVP(d *document.Document) bool { return model.Holds(d.Text, minimalProduct) }

var minimalProduct = pattern.New(`(?i)mvp|minimum viable|最小可行`)

// lateMusts reports Must requirements whose every epic lies outside the MVP.
func lateMusts(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !namesMVP(d) && !slices.ContainsFunc(s.Of(document.Epic), namesMVP) {
		return false
	}
	epics, carried := model.Defined(s).Epics, model.EpicTraces(s)
	applied := false
	for _, r := range model.Defined(s).Requirements.List {
		if r.Priority != "must" {
			continue
		}
		var last *model.Entry
		inside := false
		for _, id := range model.SortedKeys(carried[r.ID]) {
			if e := epics.ByID[id]; e != nil {
				last, inside = e, inside || model.InMVP(e)
			}
		}
		if applied = applied || last != nil; last != nil && !inside {
			hit(last.Doc, last.At, model.Target(r.ID))
		}
	}
	return applied
}
