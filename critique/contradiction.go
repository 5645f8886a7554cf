package critique

import (
	"fmt"
	"slices"
	"strings"
)

// contradictions finds opinions that code disproves: the top rating over a HIGH
// finding of the same perspective, and typed claims that a finding on the same
// target refutes.
func contradictions(policy Policy, opinions []Opinion, findings []Finding) []Divergence {
	var found []Divergence
	for _, o := range opinions {
		for _, f := range findings {
			switch {
			case o.Rating == 5 && f.Severity == High && slices.Contains(o.Perspective.ruleFamilies(), f.Perspective):
				found = append(found, contradicted(o, f, policy.say("rates 5/5 over ", "评分 5/5, 但检查发现 ")+f.Rule))
			case slices.ContainsFunc(o.Claims, func(c Claim) bool { return disproves(f, c) }):
				found = append(found, contradicted(o, f, fmt.Sprintf(policy.say("claims %s against %s", "声称 %s, 与 %s 不符"), f.Disproves, f.Rule)))
			}
		}
	}
	return found
}

func contradicted(o Opinion, f Finding, what string) Divergence {
	return Divergence{
		Type: Contradicted, Topic: f.Rule,
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

func shared(a, b []string) (string, bool) {
	for _, x := range a {
		if slices.ContainsFunc(b, func(y string) bool { return strings.EqualFold(x, y) }) {
			return x, true
		}
	}
	return "", false
}
