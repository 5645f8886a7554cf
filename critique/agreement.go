package critique

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// agreeWithin is how far apart two ratings of perspectives that agree may be.
const agreeWithin = 1.0

// noAgreement finds a panel without common ground: no two ratings of models within agreeWithin, and no
// point raised by two. The options are what each perspective finds.
func noAgreement(policy Policy, opinions []Opinion) []Divergence {
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
