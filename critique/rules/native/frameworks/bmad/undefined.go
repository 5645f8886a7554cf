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
		for m := range frameworks.Definitions(anyID, frameworks.Lines(other)) {
			if !defined[m.ID] && (other == d || !m.Retold()) {
				defined[m.ID] = true
				kinds[m.Kind()]++
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
	defined.Undefined(func(yield func(frameworks.Mention) bool) {
		for m := range frameworks.Mentions(anyID, frameworks.Lines(d)) {
			kind, text := m.Kind(), m.Line.Text
			if kinds[kind] < 2 || kind == "FR" && lists[m.Line.Start] || kind == "AD" && design(d.Path) || elsewhere.MatchString(goneBy.ReplaceAllString(text, "")) || frameworks.OtherDocument(s, text) || m.Aside(s) {
				continue
			}
			if applied = true; !yield(m) {
				return
			}
		}
	}, hit)
	return applied
}

// added are the IDs that documents beside the known ones define: an addendum, a proposal of a change.
func added(s *model.Session) frameworks.Set {
	defined := frameworks.Set{}
	for _, d := range frameworks.Find(s, func(p string) bool { return !isDocument(p) }) {
		for m := range frameworks.Definitions(anyID, frameworks.Lines(d)) {
			defined[m.ID] = defined[m.ID] || !strings.HasPrefix(m.Line.Text, "|")
		}
	}
	return defined
}

// elsewhere is a line that speaks of IDs which were, or which stand in other projects.
var elsewhere = pattern.New(`(?i)\b(?:removed|dropped|renumbered|formerly|was|merged into|superseded|deleted|skipped|obsolete|no longer|renamed)\b|~~`)

// goneBy is what the product does away with.
var goneBy = pattern.New(`(?i)\b(?:removed|dropped|deleted|skipped) by\b`)
