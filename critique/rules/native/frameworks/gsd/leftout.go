package gsd

import (
	"path"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	// mapped is the cell of a plan in the map of a validation, or the item of one in a roadmap: 02-01, 02-01-03.
	mapped     = pattern.New(`^\s*(?:\||[-*]\s)(?:.*\|)?[\s*_\[\]xX\x60]*(\d+(?:\.\d+)?-\d\d)(?:-\d+|-PLAN\b)?(?:[^\d-]|$)`)
	planColumn = pattern.New(`(?i)^\W*plans?\W*$`)
	plain      = pattern.New(`^\W*(?:[Pp]lan )?0*(\d{1,2})\W*$`)
)

// leftOut is about plans that the map of a validation leaves out, where it has others of the phase, and about a plan that
// the roadmap leaves out so.
func leftOut(s *model.Session, d *document.Document, hit native.Hit) bool {
	if m := planFile.FindStringSubmatch(d.Path); m != nil {
		for _, other := range frameworks.Find(s, roadmap) {
			if at, there := plansIn(other, plainNumber(m[1])); len(there) > 0 && !there[planKey(m)] && ofOnePhase(d, other, other.SectionAt(at.Start)) {
				hit(d, frameworks.Top(d), model.Note(m[1]+"-"+m[2]), model.Note(path.Base(other.Path)), model.Other{Doc: other, At: at})
			}
		}
		return true
	}
	var missing []string
	var at document.Span
	for _, plan := range frameworks.Find(s, isPlan) {
		m := planFile.FindStringSubmatch(plan.Path)
		first, there := plansIn(d, plainNumber(m[1]))
		if len(there) > 0 && !there[planKey(m)] {
			missing, at = append(missing, m[1]+"-"+m[2]), first
		}
	}
	if len(missing) > 0 {
		hit(d, at, model.Note(frameworks.Several(missing)), model.Note(path.Base(d.Path)), model.Other{Doc: d, At: at})
	}
	return true
}

// ofOnePhase tells whether the section of a roadmap is about the phase of a plan, by their names: another milestone had a
// phase of the same number. A plan that does not name its phase is of the only one that has the number of its file.
func ofOnePhase(d, roadmap *document.Document, section *document.Section) bool {
	own := model.StemsOf(strings.ReplaceAll(d.Front.Value("phase"), "-", " "))
	for ; section != nil; section = section.Parent {
		if m := phaseTitle.FindStringSubmatch(section.Title); len(own) == 0 && m != nil {
			headings := 0
			for _, other := range frameworks.Headings(roadmap, phaseTitle) {
				if plainNumber(other[1]) == plainNumber(m[1]) {
					headings++
				}
			}
			return headings == 1
		}
		if own.Shared(model.StemsOf(section.Title)) > 0 {
			return true
		}
	}
	return false
}

// planKey is how the plan of a file is noted.
func planKey(m []string) string { return plainNumber(m[1]) + "-" + plainNumber(m[2]) }

// plansIn returns the plans of a phase that a document names, and where the first.
func plansIn(d *document.Document, phase string) (at document.Span, there map[string]bool) {
	there = map[string]bool{}
	note := func(plan string, span document.Span) {
		of, number, _ := strings.Cut(plan, "-")
		if plainNumber(of) == phase {
			if len(there) == 0 {
				at = span
			}
			there[plainNumber(of)+"-"+plainNumber(number)] = true
		}
	}
	for _, l := range frameworks.Lines(d) {
		if m := mapped.FindStringSubmatch(l.Text); m != nil {
			note(m[1], l.Span)
		}
	}
	for _, t := range d.Tables {
		for column, head := range t.Header {
			for _, row := range t.Rows {
				if m := plain.FindStringSubmatch(row[column].Text); m != nil && planColumn.MatchString(head.Text) {
					note(phase+"-"+m[1], row[column].Span)
				}
			}
		}
	}
	return at, there
}
