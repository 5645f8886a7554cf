package gsd

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

// phase is one phase of a roadmap.
type phase struct {
	number  string
	section *document.Section
}

func phasesOf(d *document.Document) []phase {
	var found []phase
	for s, m := range frameworks.Headings(d, phaseTitle) {
		found = append(found, phase{m[1], s})
	}
	return found
}

// list is what a phase of a roadmap says that it takes up.
type list struct {
	frameworks.Line
	phase string
}

func takes(d *document.Document) (found []list) {
	for _, p := range phasesOf(d) {
		for m := range frameworks.Matches(requires, frameworks.LinesOf(d, p.section.All())) {
			found = append(found, list{frameworks.Line{Span: m.Place(1), Doc: d, Text: m.Group(1)}, plainNumber(p.number)})
		}
	}
	return found
}

// taken is a requirement that a phase of a roadmap takes up.
type taken struct {
	frameworks.Mention
	phase string
}

// takenUp returns the requirements of the lists that are wholly understood.
func takenUp(d *document.Document) (found []taken) {
	for _, l := range takes(d) {
		for _, id := range demanded(l.Text) {
			found = append(found, taken{frameworks.Mention{Identifier: id, Line: l.Line}, l.phase})
		}
	}
	return found
}

func plainNumber(n string) string {
	if trimmed := strings.TrimLeft(n, "0"); trimmed != "" && trimmed[0] != '.' {
		return trimmed
	}
	return n
}

func unknown(s *model.Session, d *document.Document, hit native.Hit) bool {
	known := listed(s)
	if len(known) == 0 {
		return false
	}
	prefixes := map[string]bool{}
	for id := range known {
		prefixes[frameworks.KindOf(id)] = true
	}
	if isPlan(d.Path) {
		field := d.Front.Field("requirements")
		if field == nil {
			return false
		}
		for _, value := range field.Values {
			if ids := demanded(value); len(ids) == 1 && !known[ids[0].ID] && prefixes[frameworks.KindOf(ids[0].ID)] {
				hit(d, field.Span, model.Target(value))
			}
		}
		return len(field.Values) > 0
	}
	all := takenUp(d)
	for _, t := range all {
		if !known[t.ID] {
			t.Tell(hit)
		}
	}
	return len(all) > 0
}

func notOnRoadmap(s *model.Session, d *document.Document, hit native.Hit) bool {
	lists := frameworks.Find(s, requirements)
	if len(lists) != 1 {
		return false
	}
	taken, near := map[string]bool{}, map[string]document.Span{} // near is where the last of its letters are taken up
	for _, l := range takes(d) {
		ids := frameworks.IDsIn(idForm, l.Text)
		if demanded(l.Text) == nil && (len(ids) > 0 || !takesNone.MatchString(l.Text)) {
			return false // not wholly understood: all of them, IMP-*, those of another phase
		}
		for _, id := range ids {
			taken[id.ID] = true
			if at := near[frameworks.KindOf(id.ID)]; at.Start <= l.Start {
				near[frameworks.KindOf(id.ID)] = l.Span
			}
		}
	}
	if len(taken) == 0 {
		return false
	}
	list := wantedOf(lists[0])
	if !slices.ContainsFunc(list, func(w wanted) bool { return w.first && taken[w.id] }) {
		return false // a roadmap of other requirements
	}
	var missing []string
	for _, w := range list {
		if w.first && !taken[w.id] && !strings.Contains(d.Text, w.written) {
			missing = append(missing, w.written)
		}
	}
	if len(missing) > 0 {
		at, ok := near[frameworks.KindOf(missing[0])]
		if !ok || len(missing) > 1 {
			at = frameworks.Top(d)
		}
		hit(d, at, model.Note(frameworks.Several(missing)), model.Unwitnessed)
	}
	return true
}

// takesNone is a list that names no requirement, and says so.
var takesNone = pattern.New(`(?i)^[\s\[(（*_]*(?:none|n/?a|tbd|to be|not (?:yet )?|no\b|nothing|infrastructure|foundation\w*|cross-cutting|internal|无|没有|不适用|待定|—|–|-|$)`)

// tickedIn returns the lines of the phases that a roadmap has ticked.
func tickedIn(d *document.Document) map[string]frameworks.Line {
	ticked := map[string]frameworks.Line{}
	for m := range frameworks.Matches(phaseLine, frameworks.Lines(d)) {
		if m.Group(1) != " " {
			ticked[plainNumber(m.Group(2))] = m.Line
		}
	}
	return ticked
}

// phaseTicked is about phases that are ticked and have a plan that is not, or none at all where others have.
func phaseTicked(s *model.Session, d *document.Document, hit native.Hit) bool {
	ticked, phases := tickedIn(d), phasesOf(d)
	planned := slices.ContainsFunc(phases, func(p phase) bool { return len(planLines(d, p.section)) > 0 })
	for _, p := range phases {
		plans := planLines(d, p.section)
		open := slices.IndexFunc(plans, func(one planLine) bool { return !one.done })
		switch l, done := ticked[plainNumber(p.number)]; {
		case !done:
		case open >= 0:
			where := model.Other{Doc: d, At: plans[open].Span}
			hit(d, l.Span, model.Note(p.number), s.Say("its plan "+plans[open].name+" is not ("+where.String()+")", "其计划 "+plans[open].name+" 未勾选（"+where.String()+"）"), where)
		case len(plans) == 0 && planned && p.section.All().Len() > 0 && !strings.Contains(strings.ToLower(l.Text+d.Slice(p.section.All())), "plan"):
			hit(d, l.Span, model.Note(p.number), s.Say("it has no plan", "没有计划"), model.Unwitnessed)
		}
	}
	return len(ticked) > 0
}
