// Package gsd has the rules about what is right in a GSD project alone: its roadmap, the traceability of requirements, phases and their plans.
package gsd

import (
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/frameworks"
	"discussd/internal/text/pattern"
)

var (
	idForm     = pattern.New(`\b([A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\.[A-Z0-9]+)*)*)-(\d{1,4})([a-z])?\b`)
	total      = pattern.New(`(?i)\bv1 requirements?\**\s*[:：]\**\s*(\d{1,4})\s*(?:total|in total|requirements)?`)
	tickBox    = pattern.New(`^\s*[-*]\s+\[([ xX])\]`)
	phaseLine  = pattern.New(`^\s*[-*]\s+\[([ xX])\]\s+\**Phase\s+(\d+(?:\.\d+)?)(?:[^\d.–—-]|[.–—-]\D|$)`)
	phaseTitle = pattern.New(`(?i)^Phase\s+(\d+(?:\.\d+)?)\s*(?:[:：.—–-]|$)`)
	phaseOf    = pattern.New(`(?i)\bPhases?\s+(\d+(?:\.\d+)?)\b`)
	depends    = pattern.New(`(?i)^\s*(?:[-*]\s+)?\*\*Depends on\**\s*[:：]\**\s*(.+)$`)
	requires   = pattern.New(`(?i)^\s*(?:[-*]\s+)?\*\*Requirements?\**\s*[:：]\**\s*(.+)$`)
	planItem   = pattern.New(`^\s*[-*]\s+\[([ xX])\]\s+\**(\d+(?:\.\d+)?-\d+)`)
	planFile   = pattern.New(`(?:^|/)(\d+(?:\.\d+)?)-(\d+)-PLAN\.md$`)
	planID     = pattern.New(`^(\d+(?:\.\d+)?)-(\d+)(?:-PLAN(?:\.md)?)?$`)
	task       = pattern.New(`<task\b[^>\n]*type="auto"[^>\n]*>`)
)

var (
	requirements = frameworks.Matching(`(?:^|/)REQUIREMENTS\.md$`)
	everyList    = frameworks.Matching(`(?:^|/)(?:REQUIREMENTS|[^/]*-REQUIREMENTS)\.md$`)
	roadmap      = frameworks.Matching(`^(?:(?:\.\./){2})?ROADMAP\.md$`) // a phase of a milestone put away lies deeper, and was of another
	isPlan       = func(p string) bool { return planFile.MatchString(p) }
	ordering     = func(p string) bool { return roadmap(p) || isPlan(p) }
)

// Rules look at sessions of GSD.
func Rules() []native.Rule {
	return []native.Rule{
		frameworks.DefinedAgain("GS-001", requirements, idForm),
		frameworks.On("GS-002", requirements, untraced),
		frameworks.On("GS-003", requirements, tracedUnknown),
		frameworks.On("GS-004", requirements, tickedOtherwise),
		frameworks.On("GS-005", requirements, v1Total),
		frameworks.On("GS-006", ordering, unknown),
		frameworks.On("GS-007", roadmap, notOnRoadmap),
		frameworks.On("GS-008", roadmap, phaseTicked),
		frameworks.On("GS-009", func(name string) bool { return ordering(name) || contextFile.MatchString(name) }, dependencies),
		frameworks.On("GS-010", isPlan, incomplete),
		frameworks.On("GS-011", isPlan, phaseUnplanned),
		frameworks.On("GS-013", requirements, tracedOtherwise),
		frameworks.On("GS-016", requirements, coverageCounts),
		frameworks.On("GS-017", roadmap, planCounts),
		frameworks.On("GS-018", roadmap, phaseStatus),
		frameworks.On("GS-020", roadmap, phaseHollow),
		frameworks.On("GS-022", ordering, planOrder),
		frameworks.On("GS-023", isPlan, sameWave),
		frameworks.On("GS-025", roadmap, unplannedPhases),
		frameworks.On("GS-027", isPlan, unannounced),
		frameworks.On("GS-041", isPlan, promised),
		frameworks.On("GS-028", frameworks.Matching(`(?:^|/)\d[\d.]*(?:-\d+)?-VERIFICATION\.md$`), verified),
		frameworks.On("GS-036", frameworks.Matching(`(?:^|/)PROJECT\.md$`), nothingValidated),
		frameworks.On("GS-037", roadmap, unverifiedPhases),
		frameworks.On("GS-038", isPlan, oversized),
		frameworks.On("GS-039", frameworks.Matching(`(?:^|/)\d[\d.]*-RESEARCH\.md$`), openQuestions),
		frameworks.On("GS-040", frameworks.Matching(`(?:^|/)\d[\d.]*(?:-\d+-PLAN|-VALIDATION)\.md$`), leftOut),
		frameworks.On("GS-029", frameworks.Matching(`(?:^|/)\d[\d.]*-(?:HUMAN-)?UAT\.md$`), accepted),
	}
}
