package epics

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// PlanningRules look at how epics are cut, ordered and chosen for the MVP.
func PlanningRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("EP-002"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if len(model.Defined(s).Epics.List) < 2 {
				return false
			}
			switch section := model.Topic(d, document.Dependencies); {
			case section != nil && unconnected(d, section):
				hit(d, model.HeadingOf(d, section))
			case section == nil && len(model.DrawnDependencies(d))+len(model.DeclaredDependencies(s)) == 0 && !saysDependency(d):
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("EP-004"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			at := document.Span{}
			for _, section := range slices.Concat(d.Find(document.Done), d.Find(document.Acceptance), d.Find(document.Metrics)) {
				if model.InsideStory(section) || section.Topic == document.Metrics && !checklist(d, section) {
					continue
				}
				if model.Says(d, section) {
					return true
				}
				at = model.HeadingOf(d, section)
			}
			hit(d, at)
			return true
		}},
		native.Lacks(model.Epics, document.Risks, native.Of("EP-005")),
		{Rule: native.Of("EP-011"), On: model.Epics, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Epics.List
			for _, e := range list {
				if !model.InMVP(s, d, e) {
					return len(list) >= 4
				}
			}
			if len(list) >= 4 && !model.Holds(d.Prose, allForReason) {
				hit(list[0].Doc, list[0].At, model.Itoa(len(list)))
			}
			return len(list) >= 4
		}},
		{Rule: native.Of("EP-020"), On: model.Epics, Look: misordered},
		{Rule: native.Of("EP-022"), On: model.Epics, Needs: []document.Kind{document.Requirements}, Look: lateMusts},
	}
}

// unconnected tells whether a section on dependencies is a drawing without an edge and
// says nothing else, such as that the epics need nothing of each other.
func unconnected(d *document.Document, section *document.Section) bool {
	drawn := false
	for _, f := range d.Fences {
		if section.All().Holds(f.Open) {
			if drawn = true; f.Info != "mermaid" {
				return false
			}
		}
	}
	for _, g := range d.Graphs() {
		if section.All().Holds(g.Span.Start) && len(g.Edges) > 0 {
			return false
		}
	}
	return drawn && document.Units(d.Prose[section.Body:section.All().End]) < model.LeastListed
}

// checklist tells whether a section lists the criteria of success that some
// plans have in place of a definition of done.
func checklist(d *document.Document, section *document.Section) bool {
	if !model.Contains(strings.ToLower(section.Title), "criteria", "标准") {
		return false
	}
	n := 0
	for _, item := range d.Items {
		if section.All().Holds(item.Start) {
			n++
		}
	}
	return n > 1
}

// saysDependency tells whether a sentence names what an epic depends on.
func saysDependency(d *document.Document) bool {
	for _, m := range d.IDs {
		if document.Prefix(m.ID) == "EPIC" && dependsOn.MatchString(d.Slice(d.LineAt(m.Start))) {
			return true
		}
	}
	return false
}

// allForReason is a sentence that says why no epic can wait.
var allForReason = pattern.New(`(?i)\b(?:all|every|each|both|none)\b[^.\n]{0,80}\bMVP\b[^.\n]{0,80}\b(?:because|since|as without|for lack|due to)\b|(?:所有|全部|[一二三四五六七八九十\d]+\s*个?)[^。\n]{0,30}(?:都|均|皆|全)[^。\n]{0,12}MVP[^。\n]{0,20}(?:因为|由于|原因|否则|缺)`)

// lateMusts reports Must requirements whose every epic lies outside the MVP: every
// epic of the session, or every one that the index names in rows and matrix.
func lateMusts(s *model.Session, d *document.Document, hit native.Hit) bool {
	if !namesMVP(d) && !filesNameMVP(s) {
		return false // EP-001 says it
	}
	epics := model.Defined(s).Epics
	indexed := model.Links{}
	for _, e := range epics.List {
		if e.Doc == d {
			for _, m := range document.FindIDs(e.Text()) {
				indexed.Add(m.ID, e.ID)
			}
		}
	}
	applied := false
	for _, r := range model.Defined(s).Requirements.List {
		if r.Priority != "must" {
			continue
		}
		for _, carried := range [...]model.Links{indexed, model.EpicTraces(s)} {
			var last *model.Entry
			inside := false
			for _, id := range model.SortedKeys(carried[r.ID]) {
				if e := epics.ByID[id]; e != nil {
					last, inside = e, inside || model.InMVP(s, d, e)
				}
			}
			if applied = applied || last != nil; last != nil && !inside {
				hit(last.Doc, last.At, r.ID)
				break
			}
		}
	}
	return applied
}
