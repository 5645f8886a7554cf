package answer

import (
	"cmp"
	"slices"

	"discussd/critique"
)

// usable completes a critique and refuses it when it says nothing, lacks what was asked for, or is about
// something else, as the raw answer tells.
func usable(raw string, c *critique.Critique, expect Expect) error {
	if expect.Understanding {
		return understood(c, expect)
	}
	switch {
	case expect.Rating && c.Rating == 0:
		return critique.Failf(critique.Unusable, "the answer has no rating from 1 to 5")
	case !hasContent(c):
		return critique.Failf(critique.Unusable, "the answer names nothing")
	case expect.RiskLevel && c.RiskLevel == "" && c.Rating == 0:
		return critique.Failf(critique.Unusable, "the answer has neither a risk level nor a rating")
	}
	if expect.RiskLevel && c.RiskLevel == "" {
		expect.note(c, "no readable risk level", "没有可读的风险级别")
	}
	expect.limit(c)
	if c.KeyFinding == "" {
		c.KeyFinding = heaviest(c)
	}
	return topic(raw, c, expect)
}

func hasContent(c *critique.Critique) bool {
	return len(c.Strengths)+len(c.Weaknesses)+len(c.Suggestions)+len(c.OpenQuestions)+len(c.MissingRequirements)+
		len(c.Extra.Risks)+len(c.Extra.TestabilityIssues)+len(c.Extra.AssumptionsToValidate) > 0
}

// limit cuts the lists to their caps, the lightest points first, and says so.
func (e Expect) limit(c *critique.Critique) {
	for i, list := range c.Lists() {
		if len(*list) > maxPoints {
			slices.SortStableFunc(*list, func(a, b critique.Point) int {
				return cmp.Compare(b.Severity.Weight(), a.Severity.Weight())
			})
		}
		*list = capped(e, c, pointFields[i], *list)
	}
	c.MissingRequirements = capped(e, c, fieldMissing, c.MissingRequirements)
	c.Extra.Risks = capped(e, c, fieldRisks, c.Extra.Risks)
	c.Extra.TestabilityIssues = capped(e, c, fieldTestability, c.Extra.TestabilityIssues)
	c.Extra.AssumptionsToValidate = capped(e, c, fieldAssumptions, c.Extra.AssumptionsToValidate)
	c.Extra.Dependencies = capped(e, c, fieldDependencies, c.Extra.Dependencies)
}

func capped[T any](e Expect, c *critique.Critique, name string, list []T) []T {
	if len(list) <= maxPoints {
		return list
	}
	e.note(c, "%s: %d of %d entries kept", "%s: 保留 %d/%d 条", name, maxPoints, len(list))
	return list[:maxPoints:maxPoints]
}

// heaviest is the text of the heaviest weakness, else of the first strength.
func heaviest(c *critique.Critique) string {
	switch {
	case len(c.Weaknesses) > 0:
		heaviest := slices.MaxFunc(c.Weaknesses, func(a, b critique.Point) int {
			return cmp.Compare(a.Severity.Weight(), b.Severity.Weight())
		})
		return tidy(heaviest.Text, maxKey)
	case len(c.Strengths) > 0:
		return tidy(c.Strengths[0].Text, maxKey)
	}
	return ""
}
