// Package bmad has the rules about what is right in a BMAD project alone: its coverage map, epics, stories, sprint and readiness report.
package bmad

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	requirement    = pattern.New(`\b(FR|NFR)-?(\d{1,3})([a-z])?\b`)
	functional     = pattern.New(`\b(FR)-?(\d{1,3})([a-z])?\b`)
	spans          = pattern.New(`^\**\s*(?:\.\.+|…|–|—|-|~|～|to|through|至|到)\s*\**$`)
	decision       = pattern.New(`\b(AD)-(\d{1,3})([a-z])?\b`)
	epicTitle      = pattern.New(`(?i)^(?:Epic|史诗)\s*(\d+)`)
	storyTitle     = pattern.New(`(?i)^(?:Story|故事)\s*(\d+)\.(\d+)([a-z]|(?:[.-]\d+)+)?`)
	coveredLine    = pattern.New(`(?i)^[\s>*_-]*(?:FRs? covered|Requirements covered|FRs?|覆盖的?\s*FR)\**\s*[:：]\**\s*(.+)$`)
	mapEpic        = pattern.New(`(?i)\bEpics?\s+(\d+)\b`)
	criterion      = pattern.New(`^(?:[-*]\s+)?\**(?:(\d{1,2})[.)]|AC\s?#?(\d{1,2})\**\s*[:.：)—-]?)\**\s+\S`)
	cites          = pattern.New(`(?i)\(ACs?:?\s*([^()]*)\)`)
	citedCriterion = pattern.New(`^(?:AC\s?)?#?\s*(?:AC\s?)?(\d{1,2})$`)
	statusLine     = pattern.New(`(?i)^\**Status:?\**:?\s*\**\s*([A-Za-z][A-Za-z -]*?)\**\s*$`)
	storyFile      = pattern.New(`^(\d+)[.-](\d+)[a-z]?[.-]`)
	storyNumber    = pattern.New(`^\d+[.-]\d+[a-z]?\b`)
	sprintLine     = pattern.New(`(?m)^\s+([0-9]+-[0-9]+[a-z]?-[^:\s]+):\s*([a-z-]+)`)
)

var (
	prd       = frameworks.Without(frameworks.Matching(`(?i)(?:^|/)(?:prd\.md|[^/]*-prd\.md|prd-[^/]*\.md|prd/[^/]+\.md)$`), frameworks.Matching(`(?i)(?:report|validation|review|research)[^/]*\.md$`))
	epicsFile = frameworks.Matching(`(?i)(?:^|/)(?:epics[^/]*\.md|[^/]*-epics\.md|epic-[^/]*\.md|epics/[^/]+\.md)$`)
	isStory   = frameworks.Without(frameworks.Matching(`(?:^|/)(?:stories/[^/]+\.md|\d+[.-]\d+[a-z]?[.-][^/]+\.md)$`), frameworks.Matching(`(?i)(?:validation-checklist|spike-report|[-_]retrospective|[.-](?:validation|code-review|completion)-report|\.[a-z-]*(?:report|addendum|review|notes|checklist))\.md$`))
	withEpics = func(p string) bool { return epicsFile(p) || prd(p) } // version 4 has its epics in the PRD
	design    = frameworks.Matching(`(?i)(?:^|/)(?:architecture[^/]*\.md|[^/]*-architecture\.md|ARCHITECTURE-SPINE\.md|architecture/.+\.md)$`)
)

// Rules look at sessions of BMAD.
func Rules() []native.Rule {
	return []native.Rule{
		frameworks.On("BM-001", epicsFile, uncovered("FR")),
		frameworks.On("BM-002", epicsFile, unknownFRs),
		frameworks.On("BM-003", epicsFile, unmappedFRs),
		frameworks.On("BM-004", epicsFile, unknownEpics),
		frameworks.On("BM-005", withEpics, storyTwice),
		frameworks.On("BM-006", withEpics, misnumbered),
		frameworks.On("BM-007", isStory, unknownAC),
		frameworks.On("BM-008", isStory, uncitedAC),
		frameworks.On("BM-009", isStory, otherStatus),
		frameworks.DefinedAgain("BM-010", prd, requirement),
		frameworks.On("BM-011", design, decisionIDs),
		frameworks.On("BM-012", isDocument, undefinedIDs),
		frameworks.On("BM-013", epicsFile, unplanned),
		frameworks.On("BM-016", func(p string) bool { return epicsFile(p) || isStory(p) || prd(p) }, forward),
		frameworks.On("BM-019", isStory, namedOther),
		frameworks.On("BM-022", func(p string) bool { return report(p) || epicsFile(p) }, announced),
		frameworks.On("BM-023", isDocument, calledDone),
		frameworks.On("BM-024", isStory, deadSources),
		frameworks.On("BM-026", epicsFile, uncovered("NFR", "UJ")),
		frameworks.On("BM-031", epicsFile, inventoryOnly),
	}
}

// decisionIDs is about decisions of the architecture that are defined twice, or cited and not there.
func decisionIDs(s *model.Session, d *document.Document, hit native.Hit) bool {
	defined, count := frameworks.Set{}, 0
	for _, other := range frameworks.Find(s, design) {
		for m := range frameworks.Definitions(decision, frameworks.Lines(other)) {
			defined[m.ID] = true
			count++
		}
	}
	if count < 2 {
		return false
	}
	type place struct {
		id   string
		list *document.Section // a list of decisions below another heading may tell of one again; nil of headings
	}
	seen, said := map[place]bool{}, map[string]bool{}
	for m := range frameworks.Mentions(decision, frameworks.Lines(d)) {
		at := place{id: m.ID}
		if !strings.HasPrefix(m.Line.Text, "#") {
			at.list = d.SectionAt(m.Line.Start)
		}
		switch {
		case strings.IndexByte("#-*+", m.Line.Text[0]) >= 0 && m.Defines() && !(at.list != nil && m.Retold()):
			if seen[at] {
				m.Tell(hit, s.Say("is defined twice", "重复定义"))
			}
			seen[at] = true
		case !defined[m.ID] && !said[m.ID]:
			said[m.ID] = true
			m.Tell(hit, s.Say("is cited, but no decision has this ID", "被引用，但没有该编号的决策"))
		}
	}
	return true
}
