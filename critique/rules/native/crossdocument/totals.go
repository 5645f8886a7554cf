package crossdocument

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// countedNames are the things of [countedThings], anywhere in a text.
const countedNames = `non-?functional requirements?|functional requirements?|quality requirements?|requirements?|reqs?|nfrs?|adrs?|architecture decisions?|decisions?|epics?|(?:user )?stor(?:y|ies)|goals?|非功能(?:性)?需求|功能(?:性)?需求|需求|架构决策|史诗|(?:用户)?故事|目标`

var (
	countLabel = pattern.New(`(?i)(?:^|[|,，;；·、])[\s>*_+-]*(total (?:number of )?|总)?(` + countedNames + `)(?: (?:count|total)|总数|数量|数)?[*_\s]*[:：][*_\s]*(\d{1,3})(?:[*_\s]|个|条|项|份)*`)
	labelEnd   = pattern.New(`^(?:$|[|,，;；·、。(（\n]|\.(?:\s|$))`)
	outOf      = pattern.New(`(?i)(\d{1,3})\s*(?:/|of|out of)\s*(\d{1,3})\s*(?:个|条|项)?\s*(` + countedNames + `)(?:$|[^\p{L}-])`)
	gatherer   = pattern.New(`(?i)\b(?:summary|overview|statistics|inventory|package|contents|totals?|figures|metrics|at a glance)\b|统计|概览|概要|概述|汇总|清单|总览`)
)

// countedIn is the phase in which things are defined. Before it their number is a guess.
var countedIn = map[string]int{
	"ADRs": document.Architecture.Phase(), "epics": document.Epics.Phase(), "stories": document.Epics.Phase(),
	"requirements": document.Requirements.Phase(), "functional requirements": document.Requirements.Phase(), "non-functional requirements": document.Requirements.Phase(),
}

// statedTotals compares the totals a document gives in labels such as
// "Total epics: 7" and as "7 of 7 requirements" with what the session defines.
func statedTotals(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	compare := func(at document.Span, said int, name string) {
		what, plausible := countable(s, name)
		if len(plausible) == 0 || countedIn[what] > d.Kind.Phase() {
			return
		}
		if applied = true; !plausible[said] {
			hit(d, at, model.Target(model.Itoa(said)), model.Target(model.Itoa(countOf(s, what))), model.Target(what))
		}
	}
	labelledTotals(d, compare)
	if d.Kind == document.Readiness {
		totalShares(d, compare)
	}
	return applied
}

// labelledTotals calls compare with the totals that stand behind labels, each of which
// gives one.
func labelledTotals(d *document.Document, compare func(at document.Span, said int, name string)) {
	said := map[string]int{} // how often a label gives a number
	type label struct {
		at   document.Span
		n    int
		name string
	}
	var labels []label
	for _, m := range model.Find(d.Prose, countLabel, 40) {
		at := document.Span{Start: m[4], End: m[7]}
		section, name := d.SectionAt(m[4]), strings.ToLower(d.Prose[m[4]:m[5]])
		whole := m[2] >= 0
		if !whole && !gathers(section) || model.NamesFamilyIn(d, d.LineAt(m[4]), "EPIC", "STORY") || !labelEnd.MatchString(d.Prose[m[1]:d.LineAt(m[4]).End]) {
			continue
		}
		said[name]++
		n, _ := strconv.Atoi(d.Prose[m[6]:m[7]])
		labels = append(labels, label{at, n, name})
	}
	for _, l := range labels {
		if said[l.name] == 1 {
			compare(l.at, l.n, l.name)
		}
	}
}

// totalShares calls compare with the totals of which a report gives a share.
func totalShares(d *document.Document, compare func(at document.Span, said int, name string)) {
	for _, m := range model.Find(d.Prose, outOf, 40) {
		if n, _ := strconv.Atoi(d.Prose[m[4]:m[5]]); !model.Contains(strings.ToLower(d.Prose[m[6]:m[7]]), "stor", "故事") && !partOf.MatchString(d.Prose[m[7]:min(len(d.Prose), m[7]+12)]) {
			compare(document.Span{Start: m[2], End: m[5]}, n, d.Prose[m[6]:m[7]])
		}
	}
}

// countable returns which thing a word counts and all the numbers of it that are
// right, by every way of counting.
func countable(s *model.Session, name string) (what string, plausible map[int]bool) {
	name = strings.ToLower(name)
	if name == "decision" || name == "decisions" {
		name = "adrs"
	}
	for _, thing := range countedThings {
		if !thing.words.MatchString(name) {
			continue
		}
		plausible = map[int]bool{}
		names := []string{thing.name}
		if thing.name == "requirements" {
			names = append(names, "functional requirements")
		}
		for _, name := range names {
			if n := countOf(s, name); n > 0 {
				plausible[n] = true
			}
		}
		return thing.name, plausible
	}
	return "", nil
}

// gathers tells whether a section is about a whole document or package.
func gathers(section *document.Section) bool {
	for section != nil && section.Level > 6 { // a label in bold text
		section = section.Parent
	}
	return section == nil || section.Level <= 1 || section.Parent != nil && section.Parent.Level <= 1 && gatherer.MatchString(section.Title)
}
