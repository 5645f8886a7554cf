package critique

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The divergence types of the verdict contract.
const (
	CoverageGap  = "coverage_gap"
	HighRisk     = "high_risk"
	LowRating    = "low_rating"
	RatingSpread = "rating_spread"
	Conflict     = "conflict"
	Contradicted = "contradicted"
	Fact         = "fact" // a HIGH check finding where facts gate
	Minor        = "minor"
)

// Diverge lists what speaks against consensus, in the order of the rules. It is
// a pure function of the opinions and the findings of the embedded checks.
func Diverge(policy Policy, opinions []Opinion, findings []Finding) []Divergence {
	var all []Divergence
	for _, o := range opinions {
		all = append(all, coverageGap(o)...)
	}
	for _, o := range opinions {
		all = append(all, highRisk(o)...)
	}
	all = append(all, facts(policy, findings)...)
	for _, o := range opinions {
		all = append(all, lowRating(policy, o)...)
	}
	all = append(all, ratingSpread(policy, opinions)...)
	all = append(all, conflicts(opinions)...)
	all = append(all, contradictions(opinions, findings)...)
	if len(all) == 0 {
		all = append(all, minor(opinions)...)
	}
	return all
}

func coverageGap(o Opinion) []Divergence {
	if len(o.MissingRequirements) == 0 || !o.Perspective.reports(ReportMissingRequirements) {
		return nil
	}
	return []Divergence{{
		Type: CoverageGap, Severity: High, Topic: "coverage gap",
		Description:  "not addressed: " + strings.Join(o.MissingRequirements, "; "),
		Perspectives: []string{o.Perspective.Name},
	}}
}

func highRisk(o Opinion) []Divergence {
	if !o.Perspective.reports(ReportRiskLevel) || (o.RiskLevel != "high" && o.RiskLevel != "critical") {
		return nil
	}
	description := "risk level " + o.RiskLevel
	if o.KeyFinding != "" {
		description += ": " + o.KeyFinding
	}
	return []Divergence{{
		Type: HighRisk, Severity: High, Topic: "high risk",
		Description: description, Perspectives: []string{o.Perspective.Name},
	}}
}

func facts(policy Policy, findings []Finding) []Divergence {
	if !policy.Gate {
		return nil
	}
	var found []Divergence
	for _, f := range findings {
		if f.Severity == High {
			found = append(found, Divergence{
				Type: Fact, Severity: High, Topic: f.Rule, Description: f.Message,
				Perspectives: []string{f.Perspective},
			})
		}
	}
	return found
}

func lowRating(policy Policy, o Opinion) []Divergence {
	if o.Rating == 0 || o.Rating > policy.LowRating {
		return nil
	}
	description := fmt.Sprintf("%s rates %s/5", o.Perspective.Name, number(o.Rating))
	if o.KeyFinding != "" {
		description += ": " + o.KeyFinding
	}
	return []Divergence{{
		Type: LowRating, Severity: Medium, Topic: "low rating",
		Description: description, Perspectives: []string{o.Perspective.Name},
	}}
}

func ratingSpread(policy Policy, opinions []Opinion) []Divergence {
	rated := slices.DeleteFunc(slices.Clone(opinions), func(o Opinion) bool { return o.Rating == 0 })
	if len(rated) < 2 {
		return nil
	}
	byRating := func(a, b Opinion) int { return cmp.Compare(a.Rating, b.Rating) }
	low, high := slices.MinFunc(rated, byRating), slices.MaxFunc(rated, byRating)
	if high.Rating-low.Rating < policy.Spread {
		return nil
	}
	return []Divergence{{
		Type: RatingSpread, Severity: Medium, Topic: "rating spread",
		Description: fmt.Sprintf("%s rates %s/5, %s rates %s/5",
			low.Perspective.Name, number(low.Rating), high.Perspective.Name, number(high.Rating)),
		Perspectives: []string{low.Perspective.Name, high.Perspective.Name},
	}}
}

// conflicts finds what one perspective praises and another faults: the same
// category and target. The words are not compared, and the catch-all category
// "other" says too little to conflict.
func conflicts(opinions []Opinion) []Divergence {
	var found []Divergence
	for _, fan := range opinions {
		for _, critic := range opinions {
			if fan.Perspective.Name == critic.Perspective.Name {
				continue
			}
			for _, strength := range fan.Strengths {
				for _, weakness := range critic.Weaknesses {
					target, ok := shared(strength.Targets, weakness.Targets)
					if !ok || strength.Category != weakness.Category || strength.Category == "other" {
						continue
					}
					found = append(found, Divergence{
						Type: Conflict, Severity: Medium, Topic: strength.Category + " of " + target,
						Description:  fmt.Sprintf("%s: %s; %s: %s", fan.Perspective.Name, strength.Text, critic.Perspective.Name, weakness.Text),
						Perspectives: []string{fan.Perspective.Name, critic.Perspective.Name},
						Options:      []string{strength.Text, weakness.Text},
					})
				}
			}
		}
	}
	return onePerTopic(found)
}

// contradictions finds opinions that code disproves: the top rating over a HIGH
// finding of the same perspective, and typed claims that a finding on the same
// target refutes.
func contradictions(opinions []Opinion, findings []Finding) []Divergence {
	var found []Divergence
	for _, o := range opinions {
		if o.Source == SourceChecks {
			continue
		}
		for _, f := range findings {
			switch {
			case o.Rating == 5 && f.Severity == High && slices.Contains(o.Perspective.ruleFamilies(), f.Perspective):
				found = append(found, contradicted(o, f, "rates 5/5 over "+f.Rule))
			case slices.ContainsFunc(o.Claims, func(c Claim) bool { return disproves(f, c) }):
				found = append(found, contradicted(o, f, "claims "+f.Disproves+" against "+f.Rule))
			}
		}
	}
	return found
}

func contradicted(o Opinion, f Finding, what string) Divergence {
	return Divergence{
		Type: Contradicted, Severity: Medium, Topic: f.Rule,
		Description:  fmt.Sprintf("%s %s: %s", o.Perspective.Name, what, f.Message),
		Perspectives: []string{o.Perspective.Name},
	}
}

// disproves tells whether the finding refutes the claim: it is of the claim's
// type and hits one of its targets. A claim without targets speaks of everything.
func disproves(f Finding, c Claim) bool {
	if f.Disproves == "" || f.Disproves != c.Claim {
		return false
	}
	_, hit := shared(f.Targets, c.Targets)
	return hit || len(c.Targets) == 0
}

func minor(opinions []Opinion) []Divergence {
	var names []string
	for _, o := range opinions {
		if o.Rating != 0 && o.Rating < 3 {
			return nil
		}
		if len(o.Suggestions) > 0 {
			names = append(names, o.Perspective.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []Divergence{{
		Type: Minor, Severity: Low, Topic: "minor suggestions",
		Description: "enhancement-level suggestions only", Perspectives: names,
	}}
}

// onePerTopic keeps the first divergence of each topic between the same perspectives.
func onePerTopic(all []Divergence) []Divergence {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(d Divergence) bool {
		key := d.Topic + "\x00" + strings.Join(d.Perspectives, "\x00")
		again := seen[key]
		seen[key] = true
		return again
	})
}

func shared(a, b []string) (string, bool) {
	for _, x := range a {
		if slices.ContainsFunc(b, func(y string) bool { return strings.EqualFold(x, y) }) {
			return x, true
		}
	}
	return "", false
}
