package critique

import (
	"fmt"
	"slices"
	"strings"
)

// dispute is what some praise and others fault: everything said of one category of
// one target.
type dispute struct {
	category, target string
	said             []string // "<perspective>: <text>", praise first
	perspectives     []string
}

// conflicts finds what one perspective praises and another faults: the same
// category and target. The words are not compared, and the catch-all category
// "other" says too little to conflict. A topic is one divergence, with every side.
func conflicts(policy Policy, opinions []Opinion) []Divergence {
	var found []Divergence
	for _, d := range disputes(opinions) {
		topic := d.target
		if !strings.Contains(strings.ToLower(topic), d.category) {
			topic = policy.say(d.category+" of "+d.target, d.target+": "+d.category)
		}
		found = append(found, Divergence{
			Type: Conflict, Topic: topic, Description: strings.Join(d.said, "; "),
			Perspectives: d.perspectives, Options: d.said, Grounds: []string{ground(Conflict, topic)},
		})
	}
	return found
}

// disputes lists the targets that are praised and faulted by different perspectives
// under one category, in the order in which the praise came.
func disputes(opinions []Opinion) []dispute {
	var all []dispute
	for _, fan := range opinions {
		for _, strength := range fan.Strengths {
			for _, target := range strength.Targets {
				known := slices.ContainsFunc(all, func(d dispute) bool {
					return d.category == strength.Category && strings.EqualFold(d.target, target)
				})
				if strength.Category == "other" || known {
					continue
				}
				if d := about(opinions, strength.Category, target); d.disputed(opinions) && !d.repeats(all) {
					all = append(all, d)
				}
			}
		}
	}
	return all
}

// about collects what the perspectives praise and fault of a category of a target.
func about(opinions []Opinion, category, target string) dispute {
	d := dispute{category: category, target: target}
	for _, pick := range []func(Critique) []Point{
		func(c Critique) []Point { return c.Strengths },
		func(c Critique) []Point { return c.Weaknesses },
	} {
		for _, o := range opinions {
			for _, p := range pick(o.Critique) {
				if p.aims(category, target) {
					d.said = append(d.said, o.Perspective.Name+": "+unended(p.Text))
					if !slices.Contains(d.perspectives, o.Perspective.Name) {
						d.perspectives = append(d.perspectives, o.Perspective.Name)
					}
				}
			}
		}
	}
	return d
}

// disputed tells whether somebody faults what somebody else praises.
func (d dispute) disputed(opinions []Opinion) bool {
	aims := func(p Point) bool { return p.aims(d.category, d.target) }
	for _, fan := range opinions {
		for _, critic := range opinions {
			if fan.Perspective.Name != critic.Perspective.Name && slices.ContainsFunc(fan.Strengths, aims) && slices.ContainsFunc(critic.Weaknesses, aims) {
				return true
			}
		}
	}
	return false
}

// repeats tells whether the same points were listed already, under another of their targets.
func (d dispute) repeats(all []dispute) bool {
	return slices.ContainsFunc(all, func(other dispute) bool { return slices.Equal(other.said, d.said) })
}

func (p Point) aims(category, target string) bool {
	return p.Category == category && slices.ContainsFunc(p.Targets, func(t string) bool { return strings.EqualFold(t, target) })
}

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
