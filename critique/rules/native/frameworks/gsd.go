package frameworks

import (
	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	gsID         = pattern.New(`\b([A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\.[A-Z0-9]+)*)*)-(\d{1,4})([a-z])?\b`)
	gsTotal      = pattern.New(`(?i)\bv1 requirements?\**\s*[:：]\**\s*(\d{1,4})\s*(?:total|in total|requirements)?`)
	gsTicked     = pattern.New(`^\s*[-*]\s+\[([ xX])\]`)
	gsPhaseLine  = pattern.New(`^\s*[-*]\s+\[([ xX])\]\s+\**Phase\s+(\d+(?:\.\d+)?)(?:[^\d.–—-]|[.–—-]\D|$)`)
	gsPhaseTitle = pattern.New(`(?i)^Phase\s+(\d+(?:\.\d+)?)\s*(?:[:：.—–-]|$)`)
	gsPhaseOf    = pattern.New(`(?i)\bPhases?\s+(\d+(?:\.\d+)?)\b`)
	gsDepends    = pattern.New(`(?i)^\s*(?:[-*]\s+)?\*\*Depends on\**\s*[:：]\**\s*(.+)$`)
	gsRequires   = pattern.New(`(?i)^\s*(?:[-*]\s+)?\*\*Requirements?\**\s*[:：]\**\s*(.+)$`)
	gsPlanLine   = pattern.New(`^\s*[-*]\s+\[([ xX])\]\s+\**(\d+(?:\.\d+)?-\d+)`)
	gsPlanFile   = pattern.New(`(?:^|/)(\d+(?:\.\d+)?)-(\d+)-PLAN\.md$`)
	gsPlanID     = pattern.New(`^(\d+(?:\.\d+)?)-(\d+)(?:-PLAN(?:\.md)?)?$`)
	gsTask       = pattern.New(`<task\b[^>\n]*type="auto"[^>\n]*>`)
	gsDone       = pattern.New(`(?i)complete|done|verified|satisfied|validated|shipped|✅|✓`)
	gsOpen       = pattern.New(`(?i)^\W*(?:pending|not started|planned|todo|open|blocked|in progress|gap)`)
)

var (
	gsRequirements = matching(`(?:^|/)REQUIREMENTS\.md$`)
	gsEveryList    = matching(`(?:^|/)(?:REQUIREMENTS|[^/]*-REQUIREMENTS)\.md$`)
	gsRoadmap      = matching(`^(?:(?:\.\./){2})?ROADMAP\.md$`) // a phase of a milestone put away lies deeper, and was of another
	gsPlan         = func(p string) bool { return gsPlanFile.MatchString(p) }
	gsOrdering     = func(p string) bool { return gsRoadmap(p) || gsPlan(p) }
)

func gsd() []Rule {
	return []Rule{
		{"GS-001", gsRequirements, func(_ Session, d *document.Document, hit Hit) bool { return definedAgain(d, gsID, hit) }},
		{"GS-002", gsRequirements, untraced},
		{"GS-003", gsRequirements, tracedUnknown},
		{"GS-004", gsRequirements, tickedOtherwise},
		{"GS-005", gsRequirements, v1Total},
		{"GS-006", gsOrdering, gsUnknown},
		{"GS-007", gsRoadmap, notOnRoadmap},
		{"GS-008", gsRoadmap, phaseTicked},
		{"GS-009", gsOrdering, gsDependencies},
		{"GS-010", gsPlan, unverified},
		{"GS-011", gsPlan, phaseUnplanned},
		{"GS-013", gsRequirements, tracedOtherwise},
		{"GS-016", gsRequirements, coverageCounts},
		{"GS-017", gsRoadmap, planCounts},
		{"GS-018", gsRoadmap, phaseStatus},
		{"GS-020", gsRoadmap, phaseHollow},
		{"GS-022", gsOrdering, planOrder},
		{"GS-023", gsPlan, sameWave},
		{"GS-027", gsPlan, unannounced},
		{"GS-028", matching(`(?:^|/)\d[\d.]*(?:-\d+)?-VERIFICATION\.md$`), verified},
		{"GS-036", matching(`(?:^|/)PROJECT\.md$`), nothingValidated},
		{"GS-029", matching(`(?:^|/)\d[\d.]*-(?:HUMAN-)?UAT\.md$`), accepted},
	}
}
