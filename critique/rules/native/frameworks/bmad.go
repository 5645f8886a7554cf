package frameworks

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	bmRequirement = pattern.New(`\b(FR|NFR)-?(\d{1,3})([a-z])?\b`)
	bmDecision    = pattern.New(`\b(AD)-(\d{1,3})([a-z])?\b`)
	bmEpicTitle   = pattern.New(`(?i)^(?:Epic|史诗)\s*(\d+)`)
	bmStoryTitle  = pattern.New(`(?i)^(?:Story|故事)\s*(\d+)\.(\d+)([a-z]|(?:[.-]\d+)+)?`)
	bmCovered     = pattern.New(`(?i)^[\s>*_-]*(?:FRs? covered|Requirements covered|FRs?|覆盖的?\s*FR)\**\s*[:：]\**\s*(.+)$`)
	bmMapEpic     = pattern.New(`(?i)\bEpics?\s+(\d+)\b`)
	bmCriterion   = pattern.New(`^(?:[-*]\s+)?\**(?:(\d{1,2})[.)]|AC\s?#?(\d{1,2})\**\s*[:.：)—-]?)\**\s+\S`)
	bmCites       = pattern.New(`(?i)\(ACs?:?\s*([^()]*)\)`)
	bmCited       = pattern.New(`^(?:AC\s?)?#?\s*(?:AC\s?)?(\d{1,2})$`)
	bmStatus      = pattern.New(`(?i)^\**Status:?\**:?\s*\**\s*([A-Za-z][A-Za-z -]*?)\**\s*$`)
	bmStoryFile   = pattern.New(`^(\d+)[.-](\d+)[a-z]?[.-]`)
	bmSprintLine  = pattern.New(`(?m)^\s+([0-9]+-[0-9]+[a-z]?-[^:\s]+):\s*([a-z-]+)`)
)

var (
	bmPRD    = without(matching(`(?i)(?:^|/)(?:prd\.md|[^/]*-prd\.md|prd-[^/]*\.md|prd/[^/]+\.md)$`), matching(`(?i)(?:report|validation|review|research)[^/]*\.md$`))
	bmEpics  = matching(`(?i)(?:^|/)(?:epics[^/]*\.md|[^/]*-epics\.md|epic-[^/]*\.md|epics/[^/]+\.md)$`)
	bmStory  = without(matching(`(?:^|/)(?:stories/[^/]+\.md|\d+[.-]\d+[a-z]?[.-][^/]+\.md)$`), matching(`(?i)(?:validation-checklist|spike-report|[-_]retrospective)\.md$`))
	bmDesign = matching(`(?i)(?:^|/)(?:architecture[^/]*\.md|[^/]*-architecture\.md|ARCHITECTURE-SPINE\.md|architecture/.+\.md)$`)
)

func bmad() []native.Rule {
	return []native.Rule{
		on("BM-001", bmEpics, uncoveredFRs),
		on("BM-002", bmEpics, unknownFRs),
		on("BM-003", bmEpics, unmappedFRs),
		on("BM-004", bmEpics, unknownEpics),
		on("BM-005", bmEpics, storyTwice),
		on("BM-007", bmStory, unknownAC),
		on("BM-008", bmStory, uncitedAC),
		on("BM-009", bmStory, otherStatus),
		on("BM-010", bmPRD, func(_ *model.Session, d *document.Document, hit native.Hit) bool {
			return definedAgain(d, bmRequirement, hit)
		}),
		on("BM-011", bmDesign, decisionIDs),
		on("BM-012", bmDocument, undefinedIDs),
		on("BM-013", bmEpics, unplanned),
		on("BM-016", func(p string) bool { return bmEpics(p) || bmStory(p) || bmPRD(p) }, forward),
		on("BM-019", bmStory, namedOther),
		on("BM-022", bmReport, reported),
		on("BM-023", bmDocument, calledDone),
		on("BM-024", bmStory, deadSources),
	}
}

var (
	spans = pattern.New(`^\**\s*(?:\.\.+|…|–|—|-|~|～|to|through|至|到)\s*\**$`)
)

func decisionIDs(s *model.Session, d *document.Document, hit native.Hit) bool {
	defined := map[string]bool{}
	for _, other := range find(s, bmDesign) {
		for _, l := range linesOf(other, all(other)) {
			if ids := idsIn(bmDecision, l.text); len(ids) > 0 && definesAt(l.text, ids[0]) {
				defined[ids[0].id] = true
			}
		}
	}
	if len(defined) < 2 {
		return false
	}
	seen, said := once{}, map[string]bool{}
	for _, l := range linesOf(d, all(d)) {
		for i, id := range idsIn(bmDecision, l.text) {
			name := l.text[id.start:id.end]
			switch {
			case i == 0 && strings.HasPrefix(l.text, "#") && definesAt(l.text, id):
				if seen.again(id.id, l.Span) {
					hit(d, l.at(id.start, id.end), name, s.Say("is defined twice", "重复定义"))
				}
			case !defined[id.id] && !said[id.id]:
				said[id.id] = true
				hit(d, l.at(id.start, id.end), name, s.Say("is cited, but no decision has this ID", "被引用，但没有该编号的决策"))
			}
		}
	}
	return true
}
