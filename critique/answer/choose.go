package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

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

// candidate is an object of the right shape and what it says.
type candidate struct {
	critique.Critique
	object *lenient.Object
	gives  map[string]bool // the fields it has, whole or not
	filled int             // how many of them say something
	blanks int             // placeholders among its points
}

func newCandidate(o *lenient.Object) candidate {
	values := named(o.Fields, fieldNames())
	c := candidate{object: o, gives: map[string]bool{}}
	c.Rating, _ = rating(first(values[fieldRating]))
	if more := grouped(o.Fields); len(more) > 0 {
		values[fieldWeaknesses] = append(values[fieldWeaknesses], more...)
	} else if given(o.Fields)[fieldWeaknesses] || given(o.Fields)[fieldLevels] {
		c.gives[fieldWeaknesses] = true // by another name, and it is empty
	}
	c.blanks = fill(&c.Critique, values)
	for field, given := range values {
		c.gives[field] = true
		if len(entries(given...)) > 0 {
			c.filled++
		}
	}
	return c
}

// fill puts what fields hold into a critique, all but the rating, and tells how many of its
// points were placeholders.
func fill(c *critique.Critique, values map[string][]any) (blanks int) {
	for i, list := range c.Lists() {
		usual := critique.Low
		if pointFields[i] == fieldWeaknesses {
			usual = critique.Medium
		}
		read, placeholders := points(values[pointFields[i]], usual)
		*list = read
		blanks += placeholders
	}
	c.Suggestions = append(c.Suggestions, remedies(values[fieldWeaknesses])...)
	c.RiskLevel = riskLevel(values[fieldRiskLevel]...)
	c.KeyFinding = words(first(values[fieldKeyFinding]), maxKey)
	c.MissingRequirements = missing(values[fieldMissing])
	c.Extra = critique.Extra{
		Risks:                 risks(values[fieldRisks]),
		TestabilityIssues:     requirements(values[fieldTestability]),
		AssumptionsToValidate: requirements(values[fieldAssumptions]),
		Dependencies:          requirements(values[fieldDependencies]),
	}
	c.Understanding = understanding(values)
	return blanks
}

// isTemplate tells whether the object only says what an answer would look like.
func (c *candidate) isTemplate() bool {
	return c.blanks > 0 && !hasContent(&c.Critique)
}

// whole tells whether the end of the text left a field as it was meant.
func (c *candidate) whole(field string) bool {
	return c.gives[field] && (c.object.Closed || fieldNames()[plainName(c.object.CutKey)] != field)
}

// sound tells whether nothing that decides can have got lost in reading.
func (c *candidate) sound(expect Expect) error {
	decisive := []string{fieldWeaknesses}
	if expect.Rating {
		decisive = append(decisive, fieldRating)
	}
	if expect.RiskLevel {
		decisive = append(decisive, fieldRiskLevel)
	}
	if expect.MissingRequirements {
		decisive = append(decisive, fieldMissing)
	}
	if !c.object.Closed {
		for _, field := range decisive {
			if !c.whole(field) {
				return critique.Failf(critique.Truncated, "the answer was cut off before its %s was complete", field)
			}
		}
	}
	if c.object.Departures&lenient.InnerQuotes == 0 {
		return nil
	}
	for _, field := range decisive {
		if (field == fieldRating || field == fieldWeaknesses) && !c.gives[field] {
			return critique.Failf(critique.InvalidJSON, "unescaped quotes, and no %s beside them", field)
		}
	}
	return nil
}

// swallows returns an InvalidJSON failure if mending quotes buried a key in a text.
func (c *candidate) swallows() error {
	if c.object.Departures&lenient.InnerQuotes == 0 {
		return nil
	}
	if key := swallowedKey(c.object.Fields); key != "" {
		return critique.Failf(critique.InvalidJSON, "unescaped quotes, and a text that holds the key %q", tidy(key, maxExcerpt))
	}
	return nil
}

// swallowedKey finds a key with a quote in it, or a field's quoted name and a
// colon inside a text: what wrongly mended texts look like.
func swallowedKey(value any) string {
	switch value := value.(type) {
	case string:
		for rest := value; ; {
			before, after, found := strings.Cut(rest, `"`)
			if !found {
				return ""
			}
			name := strings.TrimRight(before, " ")
			if after := strings.TrimLeft(after, " "); strings.HasPrefix(after, ":") && fieldNames()[plainName(name)] != "" {
				return name
			}
			rest = after
		}
	case []any:
		for _, inner := range value {
			if key := swallowedKey(inner); key != "" {
				return key
			}
		}
	case map[string]any:
		for key, inner := range value {
			if strings.Contains(key, `"`) {
				return key
			}
			if key := swallowedKey(inner); key != "" {
				return key
			}
		}
	}
	return ""
}
