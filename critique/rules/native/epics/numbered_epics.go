package epics

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// NumberedRules look at plans that list the requirements themselves and number
// their epics instead of giving them IDs.
func NumberedRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("EP-029"), On: model.Epics, Look: forgottenRequirements},
	}
}

var (
	// inventoried is a line that defines a requirement: its ID and what it demands.
	inventoried = pattern.New(`^[\s>*+_\-]*(?:N?FR|REQ)-?\d{1,3}[*_]*\s*[:：.—–-]`)
	setAside    = pattern.New(`(?i)\b(?:deferred|post-?mvp|out of scope|later|future|phase [2-9]|v[2-9]|growth|backlog|not in scope|dropped|removed|n/a)\b|推迟|延后|后续|暂不|不在范围`)
)

// forgottenRequirements reports the requirements of a plan's own inventory that no
// epic and no map names.
func forgottenRequirements(_ *model.Session, d *document.Document, hit native.Hit) bool {
	listed := map[string][]document.Mention{}
	carried, seen := model.Ids{}, model.Ids{}
	for _, section := range d.Sections {
		traces := section.Under(document.Traces)
		inventory := !traces && !model.InsideEpic(section) && section.Under(document.Functional, document.NonFunctional)
		carries := model.InsideEpic(section) || headedByEpic(section)
		start := section.Own().Start
		for line := range strings.Lines(d.Slice(section.Own())) {
			found := document.FindIDs(line)
			if len(found) > 0 && (carries || traces && len(model.EpicsOf(line)) > 0 || !inventory && setAside.MatchString(line)) {
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
	for _, prefix := range model.SortedKeys(listed) {
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
