package critique

import (
	"fmt"
	"slices"
)

// contradictions finds opinions that code disproves: the top rating over a HIGH
// finding of the same perspective.
func contradictions(policy Policy, opinions []Opinion, findings []Finding) []Divergence {
	var found []Divergence
	for _, o := range opinions {
		for _, f := range findings {
			if o.Rating != 5 || f.Severity != High || !slices.Contains(o.Perspective.ruleFamilies(), f.Perspective) {
				continue
			}
			found = append(found, Divergence{
				Type: Contradicted, Topic: f.Rule,
				Description:  fmt.Sprintf("%s %s%s: %s", o.Perspective.Name, policy.say("rates 5/5 over ", "评分 5/5, 但检查发现 "), f.Rule, f.Message),
				Perspectives: []string{o.Perspective.Name},
			})
		}
	}
	return found
}
