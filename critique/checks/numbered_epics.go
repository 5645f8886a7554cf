package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// numberedEpicRules look at plans that list the requirements themselves and number
// their epics instead of giving them IDs.
func numberedEpicRules() []rule {
	return []rule{
		{Rule: of("EP-029"), on: epics, look: forgottenRequirements},
	}
}

var (
	// inventoried is a line that defines a requirement: its ID and what it demands.
	inventoried = pattern.New(`^[\s>*+_\-]*(?:N?FR|REQ)-?\d{1,3}[*_]*\s*[:：.—–-]`)
	coversLine  = pattern.New(`(?i)^\W*(?:N?FRs?|requirements?|reqs?|需求)(?:[ _](?:covered|coverage|addressed|implemented|included|ids?))?[*_\s]*[:：]`)
	epicNumbers = pattern.New(`(?i)\bepics?\s*#?(\d{1,2}(?:\s*(?:[,+&/]|and)\s*(?:epic\s*)?#?\d{1,2})*)\b`)
	numeral     = pattern.New(`\d+`)
	setAside    = pattern.New(`(?i)\b(?:deferred|post-?mvp|out of scope|later|future|phase [2-9]|v[2-9]|growth|backlog|not in scope|dropped|removed|n/a)\b|推迟|延后|后续|暂不|不在范围`)
)

// plannedEpic is an epic by its number, with the requirements its own lines name.
type plannedEpic struct {
	section *document.Section
	number  string
	covers  []document.Mention
}

// numberedPlan returns the epics of a document that have numbers.
func numberedPlan(d *document.Document) []plannedEpic {
	var plan []plannedEpic
	for _, section := range d.Sections {
		if section.Level > 6 || !numberedEpic.MatchString(section.Title) {
			continue
		}
		one := plannedEpic{section: section, number: numeral.FindString(section.Title)}
		for line := range strings.Lines(d.Slice(document.Span{Start: section.Body, End: section.All().End})) {
			if strings.HasPrefix(line, "#") {
				break // what its stories cover
			}
			if coversLine.MatchString(line) {
				one.covers = append(one.covers, document.FindIDs(line)...)
			}
		}
		plan = append(plan, one)
	}
	return plan
}

// epicsOf returns the numbers of the epics that a line names.
func epicsOf(line string) []string {
	var numbers []string
	for _, m := range epicNumbers.FindAllStringSubmatch(line, 8) {
		numbers = append(numbers, numeral.FindAllString(m[1], 8)...)
	}
	return numbers
}

// numberedCarriers compares a map of coverage with the requirements that each
// numbered epic names below its heading.
func numberedCarriers(d *document.Document, hit hit) bool {
	plan := numberedPlan(d)
	mapped, known := links{}, map[string]bool{}
	for _, section := range d.Find(document.Traces) {
		if insideEpic(section) {
			continue
		}
		for line := range strings.Lines(d.Slice(section.All())) {
			for _, epic := range epicsOf(line) {
				for _, m := range document.FindIDs(line) {
					mapped.add(epic, m.ID)
					known[document.Prefix(m.ID)] = true
				}
			}
		}
	}
	applied := false
	for _, epic := range plan {
		own := ids{}
		for _, m := range epic.covers {
			if known[document.Prefix(m.ID)] {
				own[m.ID] = true
			}
		}
		other := mapped[epic.number]
		if len(own) == 0 || len(mapped) == 0 {
			continue
		}
		if applied = true; own.lacking(other) || other.lacking(own) {
			hit(d, headingOf(d, epic.section), "Epic "+epic.number, note(shortNames(own)), note(shortNames(other)))
		}
	}
	return applied
}

// insideEpic tells whether a section belongs to a numbered epic.
func insideEpic(section *document.Section) bool {
	for ; section != nil; section = section.Parent {
		if numberedEpic.MatchString(section.Title) {
			return true
		}
	}
	return false
}

// shortNames writes IDs the way plans with numbered epics do: FR1, FR12.
func shortNames(set ids) string {
	if len(set) == 0 {
		return "-"
	}
	names := sortedKeys(set)
	for i, id := range names {
		names[i] = document.Prefix(id) + itoa(document.Number(id))
	}
	return strings.Join(names, ", ")
}

// forgottenRequirements reports the requirements of a plan's own inventory that no
// epic and no map names.
func forgottenRequirements(_ *session, d *document.Document, hit hit) bool {
	listed := map[string][]document.Mention{}
	carried, seen := ids{}, ids{}
	for _, section := range d.Sections {
		traces := section.Under(document.Traces)
		inventory := !traces && !insideEpic(section) && section.Under(document.Functional, document.NonFunctional)
		carries := insideEpic(section) || headedByEpic(section)
		start := section.Own().Start
		for line := range strings.Lines(d.Slice(section.Own())) {
			found := document.FindIDs(line)
			if len(found) > 0 && (carries || traces && len(epicsOf(line)) > 0 || !inventory && setAside.MatchString(line)) {
				for _, m := range found {
					carried[m.ID] = true
				}
			}
			if inventory && len(found) > 0 && inventoried.MatchString(line) && !seen[found[0].ID] && !setAside.MatchString(line) {
				m := found[0]
				m.Span = document.Span{Start: start + m.Start, End: start + m.End}
				listed[document.Prefix(m.ID)] = append(listed[document.Prefix(m.ID)], m)
				seen[m.ID] = true
			}
			start += len(line)
		}
	}
	applied := false
	for _, prefix := range sortedKeys(listed) {
		var forgotten []document.Mention
		for _, m := range listed[prefix] {
			if !carried[m.ID] {
				forgotten = append(forgotten, m)
			}
		}
		if len(listed[prefix]) < 3 || len(forgotten)*2 >= len(listed[prefix]) {
			continue // others are not traced either
		}
		applied = true
		for _, m := range forgotten {
			hit(d, m.Span, d.Slice(m.Span))
		}
	}
	return applied
}
