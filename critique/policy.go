package critique

import "slices"

// Policy holds what turns opinions into a decision. The zero value is not useful;
// [DefaultPolicy] is the policy when the user configures none.
type Policy struct {
	Blocks       []string // the divergence types, of [Blockable], that are HIGH and so block
	Gate         bool     // HIGH check findings block (facts = "gate"); otherwise they advise
	ChecksAlone  bool     // the user chose the checks as the only judge: that no model spoke is no divergence
	MinAverage   float64  // consensus needs at least this average
	LowRating    float64  // a rating at or below this is low
	Spread       float64  // max - min at or above this is a divergence
	Accepted     []string // grounds of divergences that a person has accepted: they do not block
	MaxRevisions int      // this many consecutive HIGH verdicts are answered by revise, the next by escalate
	Chinese      bool     // divergences are worded in Chinese, else in English
}

// DefaultPolicy is the policy when the user configures none.
func DefaultPolicy() Policy {
	return Policy{Blocks: []string{CoverageGap, HighRisk}, MinAverage: 3, LowRating: 2, Spread: 3, MaxRevisions: 1}
}

// say is what code says of a divergence, in the policy's language.
func (p Policy) say(english, chinese string) string {
	if p.Chinese {
		return chinese
	}
	return english
}

func (p Policy) blocks(divergence string) bool { return slices.Contains(p.Blocks, divergence) }

// severity is how much a divergence of this type weighs: what blocks is HIGH.
func (p Policy) severity(divergence string) Severity {
	switch {
	case divergence == Fact || p.blocks(divergence): // facts are listed only where they gate
		return High
	case divergence == Minor:
		return Low
	}
	return Medium
}
