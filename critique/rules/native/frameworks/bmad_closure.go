package frameworks

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	bmAnyID    = pattern.New(`\b(FR|NFR|UJ|SM|AD)-?(\d{1,3})([a-z])?\b`)
	bmReport   = matching(`(?i)(?:^|/)implementation-readiness[^/]*\.md$`)
	bmSprint   = matching(`(?:^|/)sprint-status\.ya?ml$`)
	bmDocument = func(p string) bool { return bmPRD(p) || bmEpics(p) || bmStory(p) || bmDesign(p) || bmReport(p) }
)

// undefinedIDs is about IDs that no document of the project defines, wherever they are
// cited. What the lists of an epic cite is BM-002, what the architecture cites BM-011.
func undefinedIDs(s *model.Session, d *document.Document, hit native.Hit) bool {
	defined, kinds := added(s), map[string]int{}
	for _, other := range find(s, bmDocument) {
		for _, l := range linesOf(other, all(other)) {
			if ids := idsIn(bmAnyID, l.text); len(ids) > 0 && !defined[ids[0].id] && definesAt(l.text, ids[0]) && (other == d || !retold(other, l.Start)) {
				defined[ids[0].id] = true
				kinds[kindOf(ids[0].id)]++
			}
		}
	}
	lists := map[int]bool{}
	if bmEpics(d.Path) {
		coverage, epics := epicLists(d)
		for _, l := range slices.Concat(coverage, epics) {
			lists[l.Start] = true
		}
	}
	applied := false
	for _, l := range linesOf(d, all(d)) {
		for _, id := range idsIn(bmAnyID, l.text) {
			kind := kindOf(id.id)
			if kinds[kind] < 3 || kind == "FR" && lists[l.Start] || kind == "AD" && bmDesign(d.Path) || bmElsewhere.MatchString(l.text) || citesOther(s, l.text) {
				continue
			}
			applied = true
			if !defined[id.id] && !defined[strings.TrimRight(id.id, "abcdefghijklmnopqrstuvwxyz")] {
				defined[id.id] = true // said once
				hit(d, l.at(id.start, id.end), l.text[id.start:id.end])
			}
		}
	}
	return applied
}

// citesOther tells whether a line cites a document that is not at hand: what it names may be defined there.
func citesOther(s *model.Session, text string) bool {
	return slices.ContainsFunc(bmFile.FindAllString(text, 8), func(name string) bool {
		return !slices.ContainsFunc(s.Docs, func(d *document.Document) bool { return base(d.Path) == base(name) })
	})
}

var bmFile = pattern.New(`[\w./-]+\.md\b`)

// added are the IDs that documents beside the known ones define: an addendum, a proposal of a change.
func added(s *model.Session) map[string]bool {
	defined := map[string]bool{}
	for _, d := range find(s, func(p string) bool { return !bmDocument(p) }) {
		for _, l := range linesOf(d, all(d)) {
			if ids := idsIn(bmAnyID, l.text); len(ids) > 0 && definesAt(l.text, ids[0]) && !strings.HasPrefix(l.text, "|") {
				defined[ids[0].id] = true
			}
		}
	}
	return defined
}

// bmElsewhere is a line that speaks of IDs which were, or which stand in other projects.
var bmElsewhere = pattern.New(`(?i)\b(?:removed|dropped|renumbered|formerly|was|merged into|superseded|deleted|skipped|obsolete|no longer|renamed)\b|~~`)

func kindOf(id string) string {
	kind, _, _ := strings.Cut(id, "-")
	return kind
}

var (
	bmNumber = pattern.New(`^\D*[\d.]+[a-z]?\s*[:：.—–-]*\s*`)
)

// afterNumber is what a heading says behind the number it begins with.
func afterNumber(title string) string {
	return title[len(bmNumber.FindString(title)):]
}
