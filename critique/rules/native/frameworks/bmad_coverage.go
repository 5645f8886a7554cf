package frameworks

import (
	"slices"
	"strings"

	"discussd/critique/document"
)

// requirementIDs returns the functional requirements that some documents define, in the
// order in which they stand.
func requirementIDs(docs []*document.Document) (order []string, defined map[string]bool) {
	defined = map[string]bool{}
	for _, d := range docs {
		for _, l := range linesOf(d, all(d)) {
			for i, id := range idsIn(bmRequirement, l.text) {
				if i == 0 && strings.HasPrefix(id.id, "FR-") && !defined[id.id] && definesAt(l.text, id) && !retold(d, l.Start) {
					defined[id.id] = true
					order = append(order, id.id)
				}
			}
		}
	}
	return order, defined
}

func uncoveredFRs(s Session, d *document.Document, hit Hit) bool {
	epics := s.find(bmEpics)
	if len(epics) == 0 || epics[0] != d { // asked of all epics together, said once
		return false
	}
	order, _ := requirementIDs(s.find(bmPRD))
	named := map[string]bool{}
	for _, e := range slices.Concat(epics, s.find(bmStory)) {
		for _, l := range linesOf(e, all(e)) {
			ids := idsIn(bmRequirement, l.text)
			for i, id := range ids {
				named[id.id] = true
				if i > 0 && spans.MatchString(l.text[ids[i-1].end:id.start]) {
					return false // a range covers what it does not name
				}
			}
			if openRange.MatchString(l.text) {
				return false
			}
		}
	}
	covered := 0
	for _, id := range order {
		if named[id] {
			covered++
		}
	}
	if len(order) < 2 || covered*2 < len(order) { // an increment, or another numbering
		return false
	}
	for _, id := range order {
		if !named[id] {
			hit(d, top(d), id, Unwitnessed)
		}
	}
	return true
}

// epicLists returns the lines in which an epics file says what it covers: its coverage
// map and the lists of its epics.
func epicLists(d *document.Document) (coverage []line, lists []line) {
	for _, l := range linesOf(d, all(d)) {
		if s := d.SectionAt(l.Start); s != nil && strings.Contains(strings.ToLower(s.Title), "coverage map") && l.Start >= s.Body {
			coverage = append(coverage, l)
			continue
		}
		if bmCovered.MatchString(l.text) {
			lists = append(lists, l)
		}
	}
	return coverage, lists
}

func unknownFRs(s Session, d *document.Document, hit Hit) bool {
	prds := s.find(bmPRD)
	order, defined := requirementIDs(prds)
	if len(order) < 2 {
		return false
	}
	coverage, lists := epicLists(d)
	listed := map[int]bool{}
	for _, l := range slices.Concat(coverage, lists) {
		listed[l.Start] = true
	}
	for _, l := range linesOf(d, all(d)) { // the inventory of an increment adds its own
		if ids := idsIn(bmRequirement, l.text); len(ids) > 0 && !listed[l.Start] && definesAt(l.text, ids[0]) {
			defined[ids[0].id] = true
		}
	}
	for _, l := range slices.Concat(coverage, lists) {
		for _, id := range idsIn(bmRequirement, l.text) {
			if strings.HasPrefix(id.id, "FR-") && !defined[id.id] && !defined[strings.TrimRight(id.id, "abcdefghijklmnopqrstuvwxyz")] {
				defined[id.id] = true
				hit(d, l.at(id.start, id.end), l.text[id.start:id.end])
			}
		}
	}
	return len(coverage)+len(lists) > 0
}

func unmappedFRs(_ Session, d *document.Document, hit Hit) bool {
	coverage, _ := epicLists(d)
	mapped := map[string]bool{}
	for _, l := range coverage {
		ids := idsIn(bmRequirement, l.text)
		for i, id := range ids {
			mapped[id.id] = true
			if i > 0 && spans.MatchString(l.text[ids[i-1].end:id.start]) {
				return false
			}
		}
		if openRange.MatchString(l.text) {
			return false
		}
	}
	if len(mapped) < 2 {
		return false
	}
	for _, l := range linesOf(d, all(d)) {
		ids := idsIn(bmRequirement, l.text)
		if len(ids) == 0 || !strings.HasPrefix(ids[0].id, "FR-") || mapped[ids[0].id] || !definesAt(l.text, ids[0]) || retold(d, l.Start) {
			continue
		}
		mapped[ids[0].id] = true
		hit(d, l.at(ids[0].start, ids[0].end), l.text[ids[0].start:ids[0].end])
	}
	return true
}

func unknownEpics(_ Session, d *document.Document, hit Hit) bool {
	known := map[string]bool{}
	for _, s := range d.Sections {
		if m := bmEpicTitle.FindStringSubmatch(raw(d, s)); m != nil {
			known[m[1]] = true
		}
	}
	coverage, _ := epicLists(d)
	if len(known) == 0 {
		return false
	}
	for _, l := range coverage {
		for _, m := range bmMapEpic.FindAllStringSubmatchIndex(l.text, 10) {
			if number := l.text[m[2]:m[3]]; !known[number] {
				hit(d, l.at(m[0], m[1]), note(number))
			}
		}
	}
	return len(coverage) > 0
}
