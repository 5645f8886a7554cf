package critique

import (
	"math"
	"slices"
	"strconv"
)

// Decision is what a panel's opinions add up to.
type Decision struct {
	Reached        bool
	Severity       Severity // "" when Reached
	Recommendation Recommendation
	Average        float64 // unrounded, over rated opinions; 0 when nobody rated
}

// Decide says whether there is consensus, as a pure function. Where no model spoke, the divergences
// alone decide. priorHigh counts the consecutive HIGH verdicts before this one.
func Decide(policy Policy, opinions []Opinion, divergences []Divergence, final bool, priorHigh int) Decision {
	d := Decision{Average: average(opinions, 1)}
	high := slices.ContainsFunc(divergences, func(d Divergence) bool { return d.Severity.Weight() >= High.Weight() })
	unreviewed := slices.ContainsFunc(divergences, func(d Divergence) bool { return d.Type == Unreviewed && !d.Accepted })
	low := len(voices(opinions)) > 0 && d.Average < policy.MinAverage && !slices.Contains(policy.Accepted, AverageGround)
	d.Reached = !high && !unreviewed && !low
	if !d.Reached {
		d.Severity = severity(policy, opinions, divergences, high)
	}
	d.Recommendation = recommend(policy, d.Severity, final, priorHigh)
	return d
}

// selfWeight is how much a model's vote on its own family's work counts.
const selfWeight = 0.5

// average is that of the rated opinions, 0 without any; self weighs the votes of the writer's family.
func average(opinions []Opinion, self float64) float64 {
	sum, weights := 0.0, 0.0
	for _, o := range opinions {
		weight := 1.0
		if o.SelfReview {
			weight = self
		}
		if o.Rating != 0 {
			sum, weights = sum+weight*o.Rating, weights+weight
		}
	}
	if weights == 0 {
		return 0
	}
	return sum / weights
}

// severity grades a block by the highest row that matches, without low ratings that were accepted.
func severity(policy Policy, opinions []Opinion, divergences []Divergence, high bool) Severity {
	opinions = slices.DeleteFunc(slices.Clone(opinions), func(o Opinion) bool {
		return slices.ContainsFunc(divergences, func(d Divergence) bool {
			return d.Type == LowRating && slices.Contains(policy.Accepted, ground(LowRating, d.Topic, o.Perspective.Name))
		})
	})
	rated := byRating(opinions)
	switch {
	case high:
		return High
	case len(rated) > 0 && rated[0].Rating <= policy.LowRating:
		return High
	case len(rated) > 0 && rated[len(rated)-1].Rating-rated[0].Rating >= policy.Spread:
		return Medium
	case len(rated) > 0 && rated[0].Rating >= 3 && len(divergences) > 0:
		return Low
	}
	return Medium // nobody reviewed it, or an average below the bar that no other row explains
}

func recommend(policy Policy, s Severity, final bool, priorHigh int) Recommendation {
	switch s {
	case High:
		if final || priorHigh >= policy.MaxRevisions {
			return Escalate
		}
		return Revise
	case Medium, Low:
		return ProceedWithCaution
	}
	return Proceed
}

// number prints a rating without needless zeros: 4, 3.5.
func number(rating float64) string {
	return strconv.FormatFloat(math.Round(rating*100)/100, 'f', -1, 64)
}
