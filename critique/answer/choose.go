package answer

import (
	"cmp"
	"math"
	"slices"

	"discussd/critique"
	"discussd/critique/answer/lenient"
)

// choose returns what the fullest of several objects says, provided that they
// agree: a model that contradicts itself answered nothing. Of several risk levels
// the worst holds.
func choose(objects []*lenient.Object, expect Expect) (critique.Critique, error) {
	if len(objects) >= lenient.MaxFound {
		return critique.Critique{}, critique.Failf(critique.Unusable, "the answer holds %d objects or more", lenient.MaxFound)
	}
	var candidates []candidate
	for _, o := range objects {
		candidates = append(candidates, newCandidate(o))
	}
	real := slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool { return c.isTemplate() })
	if len(real) == 0 {
		return critique.Critique{}, critique.Failf(critique.Unusable, "the answer repeats a template")
	}
	best := &real[0]
	for i := range real {
		if real[i].betterThan(best) {
			best = &real[i]
		}
	}
	if err := best.sound(expect); err != nil {
		return critique.Critique{}, err
	}
	for i := range real {
		if err := cmp.Or(real[i].swallows(), best.agrees(&real[i])); err != nil {
			return critique.Critique{}, err
		}
		best.RiskLevel = worse(best.RiskLevel, real[i].RiskLevel)
	}
	expect.checklist(&best.Critique, best.object.Fields)
	expect.noteDepartures(&best.Critique, best.object.Departures)
	if len(real) > 1 {
		expect.note(&best.Critique, "the answer holds %d objects that agree", "回答含 %d 个一致的对象", len(real))
	}
	if !best.gives[fieldWeaknesses] {
		expect.note(&best.Critique, "the answer has no list of weaknesses", "回答没有不足清单")
	}
	if expect.MissingRequirements && !best.gives[fieldMissing] {
		expect.note(&best.Critique, "the answer has no list of missing requirements", "回答没有缺失需求清单")
	}
	return best.Critique, nil
}

// betterThan orders candidates: closed before cut, rated before not rated, then
// the fullest, the strictest, the last.
func (c *candidate) betterThan(other *candidate) bool {
	switch {
	case c.object.Closed != other.object.Closed:
		return c.object.Closed
	case c.Rating == 0 || other.Rating == 0:
		return c.Rating > 0 || other.Rating == 0 && c.filled >= other.filled
	case c.filled != other.filled:
		return c.filled > other.filled
	}
	return c.Rating <= other.Rating
}

// agrees returns a Contradictory failure if two candidates, or two values of one
// key, cannot both be meant.
func (c *candidate) agrees(other *candidate) error {
	for _, twice := range other.object.Repeated {
		if field := fieldNames()[plainName(twice.Key)]; field != "" {
			return critique.Failf(critique.Contradictory, "the key %q has two values", tidy(twice.Key, maxExcerpt))
		}
	}
	switch {
	case c.Rating > 0 && other.Rating > 0 && math.Abs(c.Rating-other.Rating) >= 1:
		return critique.Failf(critique.Contradictory, "the answer rates %g and %g", c.Rating, other.Rating)
	case oneSided(len(c.Weaknesses), len(other.Weaknesses), other.gives[fieldWeaknesses]):
		return critique.Failf(critique.Contradictory, "the answer names weaknesses and none")
	case oneSided(len(c.MissingRequirements), len(other.MissingRequirements), other.gives[fieldMissing]):
		return critique.Failf(critique.Contradictory, "the answer names missing requirements and none")
	}
	return nil
}

// oneSided tells whether only one of two lists holds something. A list that the
// other object does not have at all says nothing.
func oneSided(mine, others int, otherGives bool) bool {
	return mine == 0 && others > 0 || mine > 0 && others == 0 && otherGives
}
