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
	Average        float64 // unrounded, over rated opinions
}

// Decide says whether there is consensus. It is a pure function: the same
// opinions and divergences under the same policy always give the same decision.
// At least one opinion must be rated. Final is the sign-off round; priorHigh
// counts the consecutive HIGH verdicts before this one.
func Decide(policy Policy, opinions []Opinion, divergences []Divergence, final bool, priorHigh int) Decision {
	d := Decision{Average: average(opinions)}
	high := slices.ContainsFunc(divergences, func(d Divergence) bool { return d.Severity.Weight() >= High.Weight() })
	d.Reached = !high && (d.Average >= policy.MinAverage || slices.Contains(policy.Accepted, AverageGround))
	if !d.Reached {
		d.Severity = severity(policy, opinions, divergences, high)
	}
	d.Recommendation = recommend(policy, d.Severity, final, priorHigh)
	return d
}

func average(opinions []Opinion) float64 {
	sum, n := 0.0, 0
	for _, o := range opinions {
		if o.Rating != 0 {
			sum, n = sum+o.Rating, n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// severity grades a block by the highest row that matches. Under a graded
// policy the two MEDIUM rows, which are more specific, go before the row "any
// low rating". A low rating that a person has accepted is none.
func severity(policy Policy, opinions []Opinion, divergences []Divergence, high bool) Severity {
	opinions = slices.DeleteFunc(slices.Clone(opinions), func(o Opinion) bool {
		return slices.ContainsFunc(divergences, func(d Divergence) bool {
			return d.Type == LowRating && d.Accepted && slices.Contains(d.Perspectives, o.Perspective.Name)
		})
	})
	rated := byRating(opinions)
	specific := specific(policy, opinions)
	switch {
	case high:
		return High
	case policy.Graded && specific:
		return Medium
	case len(rated) > 0 && rated[0].Rating <= policy.LowRating:
		return High
	case specific:
		return Medium
	case len(rated) > 0 && rated[0].Rating >= 3 && len(divergences) > 0:
		return Low
	}
	return Medium // an average below the bar that no other row explains
}

// specific tells whether one of the two MEDIUM rows matches: the ratings are far
// apart, or a single one is low and all others are 3 or more.
func specific(policy Policy, opinions []Opinion) bool {
	rated := byRating(opinions)
	if len(rated) == 0 {
		return false
	}
	lowest, highest := rated[0].Rating, rated[len(rated)-1].Rating
	single := lowest <= policy.LowRating && !slices.ContainsFunc(rated[1:], func(o Opinion) bool {
		return o.Rating <= policy.LowRating || o.Rating < 3
	})
	return highest-lowest >= policy.Spread || single
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
