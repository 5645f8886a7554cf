package bmad

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	anyID      = pattern.New(`\b(FR|NFR|UJ|SM|AD)-?(\d{1,3})([a-z])?\b`)
	report     = frameworks.Matching(`(?i)(?:^|/)implementation-readiness[^/]*\.md$`)
	sprintFile = frameworks.Matching(`(?:^|/)sprint-status\.ya?ml$`)
	isDocument = func(p string) bool { return prd(p) || epicsFile(p) || isStory(p) || design(p) || report(p) }
)

// undefinedIDs is about IDs that no document of the project defines, wherever they are
// cited. What the lists of an epic cite is BM-002, what the architecture cites BM-011.
func undefinedIDs(s *model.Session, d *document.Document, hit native.Hit) bool {
	defined, kinds := added(s), map[string]int{}
	for _, other := range frameworks.Find(s, isDocument) {
		for _, l := range frameworks.LinesOf(other, frameworks.All(other)) {
			if ids := frameworks.IDsIn(anyID, l.Text); len(ids) > 0 && !defined[ids[0].ID] && frameworks.DefinesAt(l.Text, ids[0]) && (other == d || !frameworks.Retold(other, l.Start)) {
				defined[ids[0].ID] = true
				kinds[kindOf(ids[0].ID)]++
			}
		}
	}
	lists := map[int]bool{}
	if epicsFile(d.Path) {
		coverage, epics := epicLists(d)
		for _, l := range slices.Concat(coverage, epics) {
			lists[l.Start] = true
		}
	}
	applied := false
	for _, l := range frameworks.LinesOf(d, frameworks.All(d)) {
		for _, id := range frameworks.IDsIn(anyID, l.Text) {
			kind := kindOf(id.ID)
			if kinds[kind] < 2 || kind == "FR" && lists[l.Start] || kind == "AD" && design(d.Path) || elsewhere.MatchString(l.Text) || frameworks.OtherDocument(s, l.Text) || frameworks.Aside(s, l.Text, id.Start, id.End) {
				continue
			}
			applied = true
			if !defined[id.ID] && !defined[strings.TrimRight(id.ID, "abcdefghijklmnopqrstuvwxyz")] {
				defined[id.ID] = true // said once
				hit(d, l.At(id.Start, id.End), model.Target(l.Text[id.Start:id.End]))
			}
		}
	}
	return applied
}

// added are the IDs that documents beside the known ones define: an addendum, a proposal of a change.
func added(s *model.Session) map[string]bool {
	defined := map[string]bool{}
	for _, d := range frameworks.Find(s, func(p string) bool { return !isDocument(p) }) {
		for _, l := range frameworks.LinesOf(d, frameworks.All(d)) {
			if ids := frameworks.IDsIn(anyID, l.Text); len(ids) > 0 && frameworks.DefinesAt(l.Text, ids[0]) && !strings.HasPrefix(l.Text, "|") {
				defined[ids[0].ID] = true
			}
		}
	}
	return defined
}

// elsewhere is a line that speaks of IDs which were, or which stand in other projects.
var elsewhere = pattern.New(`(?i)\b(?:removed|dropped|renumbered|formerly|was|merged into|superseded|deleted|skipped|obsolete|no longer|renamed)\b|~~`)

func kindOf(id string) string {
	kind, _, _ := strings.Cut(id, "-")
	return kind
}

var (
	numberedTitle = pattern.New(`^\D*[\d.]+[a-z]?\s*[:：.—–-]*\s*`)
)

// afterNumber is what a heading says behind the number it begins with.
func afterNumber(title string) string {
	return title[len(numberedTitle.FindString(title)):]
}
