package critique

import (
	"fmt"
	"slices"
	"strings"
)

// conflicts finds what one perspective praises and another faults: the same
// category and target. The words are not compared, and the catch-all category
// "other" says too little to conflict.
func conflicts(policy Policy, opinions []Opinion) []Divergence {
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
						Type: Conflict, Topic: fmt.Sprintf(policy.say("%[1]s of %[2]s", "%[2]s: %[1]s"), strength.Category, target),
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
