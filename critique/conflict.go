package critique

import (
	"cmp"
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

// noAgreement finds a panel without common ground: no two ratings of models within agreeWithin, and no
// point raised by two. The options are what each perspective finds.
func noAgreement(policy Policy, opinions []Opinion) []Divergence {
	const agreeWithin = 1.0 // how far apart two ratings of perspectives that agree may be.
	views := voices(opinions)
	rated := byRating(views)
	if len(rated) < 2 {
		return nil
	}
	for i, o := range rated[1:] {
		const rounding = 1e-9
		if o.Rating-rated[i].Rating <= agreeWithin+rounding {
			return nil
		}
	}
	if len(convergent(views)) > 0 {
		return nil
	}
	var names, options []string
	for _, o := range views {
		option := o.Perspective.Name
		if o.Rating != 0 {
			option += fmt.Sprintf(" (%s/5)", number(o.Rating))
		}
		names = append(names, o.Perspective.Name)
		options = append(options, strings.TrimSuffix(option+": "+o.KeyFinding, ": "))
	}
	return []Divergence{{
		Type: NoAgreement, Topic: policy.say("no agreement", "无共识"),
		Description:  policy.say("no two perspectives rate alike or raise the same point", "各视角评分均不一致, 也未提出相同观点"),
		Perspectives: names, Options: options,
	}}
}

// byRating returns the rated opinions, the lowest first.
func byRating(opinions []Opinion) []Opinion {
	rated := slices.DeleteFunc(slices.Clone(opinions), func(o Opinion) bool { return o.Rating == 0 })
	slices.SortStableFunc(rated, func(a, b Opinion) int { return cmp.Compare(a.Rating, b.Rating) })
	return rated
}

// lowRatings is one divergence over everybody who rates low.
func lowRatings(policy Policy, opinions []Opinion) []Divergence {
	d := Divergence{Type: LowRating, Topic: policy.say("low rating", "评分过低")}
	var reasons []string
	for _, o := range byRating(opinions) {
		if o.Rating > policy.LowRating {
			break
		}
		reason := policy.rates(o)
		if o.KeyFinding != "" && !o.ratesHighRisk() { // where it stands already
			reason += ": " + unended(o.KeyFinding)
		}
		reasons = append(reasons, reason)
		d.Perspectives = append(d.Perspectives, o.Perspective.Name)
		d.Grounds = append(d.Grounds, ground(LowRating, d.Topic, o.Perspective.Name))
	}
	if len(reasons) == 0 {
		return nil
	}
	d.Description = strings.Join(reasons, "; ")
	return []Divergence{d}
}

// unended is a sentence without its full stop, to stand in a list.
func unended(text string) string { return strings.TrimRight(text, ".。") }

func (p Policy) rates(o Opinion) string {
	return fmt.Sprintf(p.say("%s rates %s/5", "%s 评分 %s/5"), o.Perspective.Name, number(o.Rating))
}

func ratingSpread(policy Policy, opinions []Opinion) []Divergence {
	rated := byRating(opinions)
	if len(rated) < 2 {
		return nil
	}
	low, high := rated[0], rated[len(rated)-1]
	if high.Rating-low.Rating < policy.Spread {
		return nil
	}
	return []Divergence{{
		Type: RatingSpread, Topic: policy.say("rating spread", "评分差距"),
		Description:  policy.rates(low) + ", " + policy.rates(high),
		Perspectives: []string{low.Perspective.Name, high.Perspective.Name},
	}}
}
