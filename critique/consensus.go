package critique

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
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

// Policy holds what turns opinions into a decision; see [DefaultPolicy].
type Policy struct {
	Blocks       []string // the divergence types, of [Blockable], that are HIGH and so block
	Gate         bool     // HIGH check findings block (facts = "gate"); otherwise they advise
	ChecksAlone  bool     // the user chose the checks as the only judge: that no model spoke is no divergence
	MinAverage   float64  // consensus needs at least this average
	LowRating    float64  // a rating at or below this is low
	Spread       float64  // max - min at or above this is a divergence
	Accepted     []string // grounds of divergences that a person has accepted: they do not block
	MaxRevisions int      // this many consecutive HIGH verdicts are answered by revise, the next by escalate
	Chinese      bool     // divergences are worded in Chinese, else in English
}

// DefaultPolicy is the policy when the user configures none.
func DefaultPolicy() Policy {
	return Policy{Blocks: []string{CoverageGap, HighRisk}, MinAverage: 3, LowRating: 2, Spread: 3, MaxRevisions: 1}
}

// say is what code says of a divergence, in the policy's language.
func (p Policy) say(english, chinese string) string {
	if p.Chinese {
		return chinese
	}
	return english
}

func (p Policy) blocks(divergence string) bool { return slices.Contains(p.Blocks, divergence) }

// severity is how much a divergence of this type weighs: what blocks is HIGH.
func (p Policy) severity(divergence string) Severity {
	switch {
	case divergence == Fact || p.blocks(divergence): // facts are listed only where they gate
		return High
	case divergence == Minor:
		return Low
	}
	return Medium
}

// ground names what a divergence rests on, the same in a later revision: its type and its topic, without
// case, space and punctuation.
func ground(kind string, about ...string) string {
	return kind + ": " + strings.Join(strings.FieldsFunc(strings.ToLower(strings.Join(about, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// grounds of a divergence that says nothing finer: its type, topic and voices.
func (d Divergence) grounds() []string {
	if len(d.Grounds) > 0 {
		return d.Grounds
	}
	return []string{ground(d.Type, append([]string{d.Topic}, d.Perspectives...)...)}
}

// The grounds of a block by a low average alone, and of one because no model reviewed the bytes. They are
// accepted for these bytes only.
const (
	AverageGround    = "average"
	UnreviewedGround = "unreviewed"
)

// blocks tells whether the divergence alone keeps a round from consensus.
func (d Divergence) blocks() bool { return d.Severity == High || d.Type == Unreviewed && !d.Accepted }

// Accepting returns the policy for divergences that a person accepts, with their grounds.
func (p Policy) Accepting(divergences []Divergence) Policy {
	p.Accepted = slices.Clone(p.Accepted)
	for _, d := range divergences {
		if d.blocks() {
			p.Accepted = append(p.Accepted, d.grounds()...)
		}
	}
	return p
}

// Weigh returns the divergences with their severity: accepted ones do not block.
func (p Policy) Weigh(divergences []Divergence) []Divergence {
	weighed := slices.Clone(divergences)
	for i, d := range weighed {
		weighed[i].Grounds = d.grounds()
		weighed[i].Severity, weighed[i].Accepted = p.severity(d.Type), false
		if d.Ruling == Refuted || d.Ruling == BothStand { // nobody contradicts anybody any more
			weighed[i].Severity = Low
		}
		open := slices.ContainsFunc(weighed[i].Grounds, func(g string) bool { return !slices.Contains(p.Accepted, g) })
		if weighed[i].blocks() && !open {
			weighed[i].Severity, weighed[i].Accepted = Low, true
		}
	}
	return weighed
}
