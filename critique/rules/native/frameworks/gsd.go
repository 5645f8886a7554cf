package frameworks

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
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

func gsd() []native.Rule {
	return []native.Rule{
		on("GS-001", gsRequirements, func(_ *model.Session, d *document.Document, hit native.Hit) bool { return definedAgain(d, gsID, hit) }),
		on("GS-002", gsRequirements, untraced),
		on("GS-003", gsRequirements, tracedUnknown),
		on("GS-004", gsRequirements, tickedOtherwise),
		on("GS-005", gsRequirements, v1Total),
		on("GS-006", gsOrdering, gsUnknown),
		on("GS-007", gsRoadmap, notOnRoadmap),
		on("GS-008", gsRoadmap, phaseTicked),
		on("GS-009", gsOrdering, gsDependencies),
		on("GS-010", gsPlan, unverified),
		on("GS-011", gsPlan, phaseUnplanned),
		on("GS-013", gsRequirements, tracedOtherwise),
		on("GS-016", gsRequirements, coverageCounts),
		on("GS-017", gsRoadmap, planCounts),
		on("GS-018", gsRoadmap, phaseStatus),
		on("GS-020", gsRoadmap, phaseHollow),
		on("GS-022", gsOrdering, planOrder),
		on("GS-023", gsPlan, sameWave),
		on("GS-027", gsPlan, unannounced),
		on("GS-028", matching(`(?:^|/)\d[\d.]*(?:-\d+)?-VERIFICATION\.md$`), verified),
		on("GS-036", matching(`(?:^|/)PROJECT\.md$`), nothingValidated),
		on("GS-029", matching(`(?:^|/)\d[\d.]*-(?:HUMAN-)?UAT\.md$`), accepted),
	}
}
