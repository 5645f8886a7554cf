package critique

import (
	"fmt"
	"slices"
	"strings"
)

// saying is a point and whose it is.
type saying struct {
	by    *Opinion
	point *Point
}

// dispute is everything said of one category of one target that is praised and faulted.
type dispute struct {
	category, target string
	praise, faults   []saying
}

// conflicts finds what one perspective praises and another faults: the same category, but "other", and
// target. A topic is one divergence, with every side.
func conflicts(policy Policy, opinions []Opinion) []Divergence {
	var found []Divergence
	for _, d := range disputes(opinions) {
		var said, perspectives []string
		for _, s := range slices.Concat(d.praise, d.faults) {
			name := s.by.Perspective.Name
			said = append(said, name+": "+unended(s.point.Text))
			if !slices.Contains(perspectives, name) {
				perspectives = append(perspectives, name)
			}
		}
		topic := d.topic(policy)
		found = append(found, Divergence{
			Type: Conflict, Topic: topic, Description: strings.Join(said, "; "),
			Perspectives: perspectives, Options: said, Grounds: []string{ground(Conflict, topic)},
		})
	}
	return found
}

func (d *dispute) topic(policy Policy) string {
	if strings.Contains(strings.ToLower(d.target), d.category) {
		return d.target
	}
	return policy.say(d.category+" of "+d.target, d.target+": "+d.category)
}

// disputes lists the targets that different perspectives praise and fault under one category, in the
// order of the praise. The same points under another target are listed once.
func disputes(opinions []Opinion) (all []*dispute) {
	for i := range opinions {
		for j := range opinions[i].Strengths {
			all = praised(all, saying{&opinions[i], &opinions[i].Strengths[j]})
		}
	}
	for i := range opinions {
		for j := range opinions[i].Weaknesses {
			w := saying{&opinions[i], &opinions[i].Weaknesses[j]}
			for _, d := range all {
				if w.point.Category == d.category && slices.ContainsFunc(w.point.Targets, func(t string) bool { return strings.EqualFold(t, d.target) }) {
					d.faults = append(d.faults, w)
				}
			}
		}
	}
	var disputed []*dispute
	for _, d := range all {
		same := func(other *dispute) bool {
			return slices.Equal(other.praise, d.praise) && slices.Equal(other.faults, d.faults)
		}
		open := slices.ContainsFunc(d.faults, func(f saying) bool { return d.against(f) != nil })
		if open && !slices.ContainsFunc(disputed, same) {
			disputed = append(disputed, d)
		}
	}
	return disputed
}

// praised takes praise in: under each of its targets, with what else is praised there.
func praised(all []*dispute, s saying) []*dispute {
	if s.point.Category == "other" {
		return all
	}
	for _, target := range s.point.Targets {
		at := slices.IndexFunc(all, func(d *dispute) bool { return d.category == s.point.Category && strings.EqualFold(d.target, target) })
		if at < 0 {
			at = len(all)
			all = append(all, &dispute{category: s.point.Category, target: target})
		}
		if d := all[at]; !slices.Contains(d.praise, s) {
			d.praise = append(d.praise, s)
		}
	}
	return all
}

// against is praise by somebody else for what is faulted, by another model family if possible.
func (d *dispute) against(fault saying) (best *saying) {
	for i := range d.praise {
		p := &d.praise[i]
		if p.by.Perspective.Name != fault.by.Perspective.Name && (best == nil || best.by.ModelFamily == fault.by.ModelFamily && p.by.ModelFamily != fault.by.ModelFamily) {
			best = p
		}
	}
	return best
}

// contradictions finds top ratings over a HIGH finding of the same perspective.
func contradictions(policy Policy, opinions []Opinion, findings []Finding) []Divergence {
	var found []Divergence
	for _, o := range opinions {
		own := o.Perspective.Checks
		if len(own) == 0 {
			own = []string{o.Perspective.Name}
		}
		for _, f := range findings {
			if o.Rating != 5 || f.Severity != High || !slices.Contains(own, f.Perspective) {
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
