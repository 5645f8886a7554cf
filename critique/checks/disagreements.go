package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/critique/checks/facts"
)

// disagreementRules report what the fact table of the session finds: statements of which
// one must be wrong, whatever they are about.
func disagreementRules() []rule {
	return []rule{
		{Rule: of("FT-001"), look: disagreeing(facts.Values)},
		{Rule: of("FT-002"), look: disagreeing(facts.Listed)},
		{Rule: of("FT-003"), look: disagreeing(facts.Sums)},
		{Rule: of("FT-004"), look: disagreeing(facts.Reversed)},
		{Rule: of("FT-005"), look: disagreeing(facts.Demands)},
		{Rule: of("FT-006"), look: disagreeing(facts.Cycles)},
		{Rule: of("FT-007"), look: disagreeing(facts.Parts)},
		{Rule: of("FT-008"), look: disagreeing(facts.Order)},
		{Rule: of("FT-009"), look: disagreeing(facts.Excluded)},
		{Rule: of("FT-010"), look: disagreeing(facts.Rights)},
		{Rule: of("FT-011"), look: disagreeing(facts.Members)},
	}
}

// disagreeing returns a look that reports the contradictions of one kind whose later
// statement stands in the document.
func disagreeing(kind facts.Kind) func(*session, *document.Document, hit) bool {
	return func(s *session, d *document.Document, hit hit) bool {
		if s.disagree == nil {
			s.disagree = facts.Read(s.docs, len(s.right) > 0)
		}
		for _, c := range s.disagree.Conflicts {
			if c.Kind == kind && c.Here.Doc == d && !(kind == facts.Cycles && s.epicCycle(c.Says)) {
				hit(d, c.Here.At, note(c.Says), note(c.Said), note(c.Other.Doc.Path), note(oneLine(c.Other.Doc.Slice(c.Other.At))))
			}
		}
		return s.disagree.Looked(kind, d)
	}
}

// epicCycle tells whether a circle is one of epics that EP-012 reports already.
func (s *session) epicCycle(says string) bool {
	for id := range strings.SplitSeq(says, " → ") {
		if !strings.HasPrefix(id, "EPIC-") {
			return false
		}
	}
	plan := s.index(document.Epics)
	if plan == nil {
		return false
	}
	for _, edges := range append(arrows(plan), s.declaredDependencies()) {
		if cycle, _ := findCycle(edges); len(cycle) > 0 {
			return true
		}
	}
	return false
}
