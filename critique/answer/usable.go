package answer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/relevance"
	"discussd/internal/text/pattern"
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

func hasContent(c *critique.Critique) bool { return len(c.Strengths)+objections(c) > 0 }

// objections counts what a critique says beside praise.
func objections(c *critique.Critique) int {
	return len(c.Weaknesses) + len(c.Suggestions) + len(c.OpenQuestions) + len(c.MissingRequirements) +
		len(c.Extra.Risks) + len(c.Extra.TestabilityIssues) + len(c.Extra.AssumptionsToValidate)
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

// topic compares an answer with its documents. It refuses one that asks for the document or speaks of
// something else. One that names nothing of the documents stays, but weighs at most MEDIUM.
func topic(raw string, c *critique.Critique, expect Expect) error {
	said := plain(raw)
	anchored := len(expect.Documents) == 0 || relevance.IsAnchored(said, c, expect.Documents)
	if relevance.OnlyAsks(said, anchored && len(expect.Documents) > 0) {
		return critique.Failf(critique.OffTopic, "the answer asks for the document: %s", excerpt(raw))
	}
	if len(expect.Documents) == 0 {
		return nil
	}
	if relevance.IsForeign(said, expect.Documents) {
		return critique.Failf(critique.OffTopic, "the answer shares almost no words with the documents: %s", excerpt(raw))
	}
	if !anchored {
		c.Unanchored = true
		expect.note(c, "unanchored: the answer names no ID, heading, key or passage of the documents", "无锚点: 回答未提及文档中的任何编号、标题、键或原文")
		for p := range c.Points() {
			if p.Severity.Weight() > critique.Medium.Weight() {
				p.Severity = critique.Medium
			}
		}
	}
	return nil
}

var (
	jsonKey   = pattern.New(`\\*"[^"\\\n]{1,40}\\*"\s*:`)
	jsonSpace = pattern.New(`\\+[nrt]`)
	jsonCode  = pattern.New(`(?i)\\+u([0-9a-f]{4})`)
)

// plain is a raw answer without what makes it JSON: keys and escapes.
func plain(raw string) string {
	raw = strings.ToValidUTF8(raw[:min(len(raw), maxProse)], "")
	if !strings.Contains(raw, "{") {
		return raw
	}
	raw = jsonKey.ReplaceAllString(raw, " ")
	raw = decodeEscapes(jsonSpace.ReplaceAllString(raw, " "))
	return strings.ReplaceAll(raw, `\`, "")
}

func decodeEscapes(text string) string {
	var decoded strings.Builder
	end := 0
	for _, at := range jsonCode.FindAllStringIndex(text, -1) {
		decoded.WriteString(text[end:at[0]])
		if r, err := strconv.ParseUint(text[at[1]-4:at[1]], 16, 32); err == nil {
			decoded.WriteRune(rune(r))
		}
		end = at[1]
	}
	return decoded.String() + text[end:]
}
