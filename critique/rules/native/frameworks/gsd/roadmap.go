package gsd

import (
	"maps"
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
	for _, s := range d.Sections {
		if m := phaseTitle.FindStringSubmatch(frameworks.Raw(d, s)); m != nil && frameworks.IsHeading(s) {
			found = append(found, phase{m[1], s})
		}
	}
	return found
}

// takes returns what the phases of a roadmap take up, by phase.
func takes(d *document.Document) map[string][]frameworks.Line {
	found := map[string][]frameworks.Line{}
	for _, p := range phasesOf(d) {
		for _, l := range frameworks.LinesOf(d, p.section.All()) {
			if m := requires.FindStringSubmatchIndex(l.Text); m != nil {
				found[plainNumber(p.number)] = append(found[plainNumber(p.number)], frameworks.Line{Span: l.At(m[2], m[3]), Text: l.Text[m[2]:m[3]]})
			}
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
		prefixes[letters(id)] = true
	}
	if isPlan(d.Path) {
		field := d.Front.Field("requirements")
		if field == nil {
			return false
		}
		for _, value := range field.Values {
			if ids := demanded(value); len(ids) == 1 && !known[ids[0].ID] && prefixes[letters(ids[0].ID)] {
				hit(d, field.Span, model.Target(value))
			}
		}
		return len(field.Values) > 0
	}
	applied := false
	taken := takes(d)
	for _, number := range slices.Sorted(maps.Keys(taken)) {
		for _, l := range taken[number] {
			for _, id := range demanded(l.Text) {
				applied = true
				if !known[id.ID] {
					hit(d, l.At(id.Start, id.End), model.Target(l.Text[id.Start:id.End]))
				}
			}
		}
	}
	return applied
}

func notOnRoadmap(s *model.Session, d *document.Document, hit native.Hit) bool {
	lists := frameworks.Find(s, requirements)
	if len(lists) != 1 {
		return false
	}
	taken, near := map[string]bool{}, map[string]document.Span{} // near is where the last of its letters are taken up
	for _, lines := range takes(d) {
		for _, l := range lines {
			ids := frameworks.IDsIn(idForm, l.Text)
			if demanded(l.Text) == nil && (len(ids) > 0 || !takesNone.MatchString(l.Text)) {
				return false // not wholly understood: all of them, IMP-*, those of another phase
			}
			for _, id := range ids {
				taken[id.ID] = true
				if at := near[letters(id.ID)]; at.Start <= l.Start {
					near[letters(id.ID)] = l.Span
				}
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
		at, ok := near[letters(missing[0])]
		if !ok || len(missing) > 1 {
			at = frameworks.Top(d)
		}
		hit(d, at, model.Note(frameworks.Several(missing)), model.Unwitnessed)
	}
	return true
}

// takesNone is a list that names no requirement, and says so.
var takesNone = pattern.New(`(?i)^[\s\[(（*_]*(?:none|n/?a|tbd|to be|not (?:yet )?|no\b|nothing|infrastructure|foundation\w*|cross-cutting|internal|无|没有|不适用|待定|—|–|-|$)`)

// letters are what an ID begins with.
func letters(id string) string { return id[:max(0, strings.LastIndexByte(id, '-'))] }

// tickedIn returns the lines of the phases that a roadmap has ticked.
func tickedIn(d *document.Document) map[string]frameworks.Line {
	ticked := map[string]frameworks.Line{}
	for _, l := range frameworks.Lines(d) {
		if m := phaseLine.FindStringSubmatch(l.Text); m != nil && m[1] != " " {
			ticked[plainNumber(m[2])] = l
		}
	}
	return ticked
}

func phaseTicked(s *model.Session, d *document.Document, hit native.Hit) bool {
	ticked := tickedIn(d)
	planned := 0
	type state struct {
		phase phase
		plans int
		open  string
	}
	var states []state
	for _, p := range phasesOf(d) {
		one := state{phase: p}
		for _, l := range frameworks.LinesOf(d, p.section.All()) {
			if m := planItem.FindStringSubmatch(l.Text); m != nil {
				one.plans++
				planned++
				if m[1] == " " && one.open == "" {
					one.open = m[2]
				}
			}
		}
		states = append(states, one)
	}
	for _, one := range states {
		l, done := ticked[plainNumber(one.phase.number)]
		switch {
		case !done:
		case one.open != "":
			hit(d, l.Span, model.Note(one.phase.number), s.Say("its plan "+one.open+" is not", "其计划 "+one.open+" 未勾选"))
		case one.plans == 0 && planned > 0 && one.phase.section.All().Len() > 0 && !strings.Contains(strings.ToLower(d.Slice(one.phase.section.All())), "plan"):
			hit(d, l.Span, model.Note(one.phase.number), s.Say("it has no plan", "没有计划"), model.Unwitnessed)
		}
	}
	return len(ticked) > 0
}
