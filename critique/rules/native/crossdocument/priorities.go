package crossdocument

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
)

// PriorityRules hold the priorities that documents give one thing against each other.
func PriorityRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("XD-010"), On: []document.Kind{document.Requirements, document.Epics}, Look: differingPriorities},
	}
}

// spelt are the priorities in words.
var spelt = map[string]string{"must": "Must", "should": "Should", "could": "Could", "wont": "Won't"}

func differingPriorities(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	list := slices.Concat(model.Defined(s).Requirements.List, model.Defined(s).Qualities.List)
	for _, e := range list {
		if e.Doc != d || e.File == nil || e.Priority == "" {
			continue
		}
		own := model.FirstPriority(model.Priority(e.File.Front.Value("priority")), model.Priority(e.File.Front.Value("level")), model.PriorityField(e.File.Slice(model.BeforeStories(e.File, document.Span{End: len(e.File.Text)}))))
		if own == "" {
			continue
		}
		if applied = true; own != e.Priority && !model.Superseded(e.Text()) {
			hit(e.Doc, e.At, model.Target(e.ID), model.Note(spelt[e.Priority]), s.Say(spelt[own]+" in "+e.File.Path, e.File.Path+" 中为 "+spelt[own]))
		}
	}
	if d.Kind == document.Requirements {
		return applied
	}
	for _, r := range model.Defined(s).Requirements.List {
		needed := false
		var carrier *model.Entry
		for _, id := range model.SortedKeys(model.EpicTraces(s)[r.ID]) {
			if e := model.Defined(s).Epics.ByID[id]; e != nil {
				if carrier == nil {
					carrier = e
				}
				needed = needed || e.Priority != "could" && e.Priority != "wont"
			}
		}
		if carrier == nil || r.Priority == "" {
			continue
		}
		applied = true
		if r.Priority == "must" && !needed {
			hit(carrier.Doc, carrier.At, model.Target(r.ID), model.Note(spelt[r.Priority]), s.Say(carrier.ID+" is optional", carrier.ID+" 为可选"))
		}
	}
	return applied
}
