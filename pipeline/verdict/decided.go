package verdict

import (
	"slices"
	"time"

	"discussd/critique"
)

// The decisions of a person.
const (
	Accept = "accept" // the artifact stands, in spite of what blocks it
	Revise = "revise" // the block stands: the artifact is to be revised
)

// Decided is the next revision of a judged round after a person's decision about
// it, over the same bytes and the same opinions: only the consensus is found anew.
// What the person accepts is noted in the decision and does not block again; a
// decision to revise leaves the block as it is, or brings back what was accepted.
func (v Verdict) Decided(policy critique.Policy, d Decision, at time.Time) Verdict {
	v = detached(v)
	v.Revision++
	v.Record, v.Delta = nil, nil
	v.StartedAt, v.FinishedAt = at.UTC().Truncate(time.Millisecond), at.UTC().Truncate(time.Millisecond)
	v.Timing, v.Cost = Timing{}, Cost{}
	d.Fingerprint = v.Artifact.Fingerprint
	again := d.Decision == Accept
	if d.Decision == Revise {
		again = len(Accepted(v.Decisions)) > 0
		v.Decisions = withdrawn(v.Decisions)
	}
	policy.Accepted = Accepted(v.Decisions)
	if d.Decision == Accept {
		was := len(policy.Accepted)
		policy = policy.Accepting(v.Divergences)
		if !slices.Contains(policy.Accepted, critique.AverageGround) {
			policy.Accepted = append(policy.Accepted, critique.AverageGround)
		}
		d.Accepts = slices.Clone(policy.Accepted[was:])
	}
	if again {
		v.Divergences = policy.Weigh(v.Divergences)
		for i, item := range v.ActionItems {
			if answered(item) != "" {
				v.ActionItems[i].Blocks = !settled(v, item)
			}
		}
	}
	v.Decisions = append(v.Decisions, d)
	decision := critique.Decide(policy, opinionsOf(v), v.Divergences, v.Final, 0)
	v.Outcome, v.Severity = Reached, nil
	if !decision.Reached {
		v.Outcome, v.Severity = Blocked, new(decision.Severity)
	}
	if d.Decision == Revise {
		decision.Recommendation = critique.Revise
	}
	v.Recommendation = new(decision.Recommendation)
	v.CallerAction, v.CoordinatorAction = actions(decision.Severity, decision.Recommendation == critique.Escalate)
	return finish(v)
}

// settled tells whether a person has accepted what an action item answers: all gaps,
// all high risks, or that nobody reviewed the round.
func settled(v Verdict, item critique.ActionItem) bool {
	kind, accepted := answered(item), false
	for _, d := range v.Divergences {
		if d.Type == kind && !d.Accepted {
			return false
		}
		accepted = accepted || d.Type == kind
	}
	return accepted
}

// answered is the type of the divergences that an action item answers as a whole, "" of
// the items that are about a weakness, a fact or a wish.
func answered(item critique.ActionItem) string {
	switch item.Kind {
	case critique.ItemMissing:
		return critique.CoverageGap
	case critique.ItemRisk:
		return critique.HighRisk
	case critique.ItemReview:
		return critique.Unreviewed
	}
	return ""
}

// Accepted lists the grounds that decisions took the power to block from. That of the
// average, and that nobody reviewed the bytes, hold for the bytes that were decided on
// and no others.
func Accepted(decisions []Decision) []string {
	var grounds []string
	for _, d := range decisions {
		for _, g := range d.Accepts {
			if g != critique.AverageGround && g != critique.UnreviewedGround {
				grounds = append(grounds, g)
			}
		}
	}
	return grounds
}

// Lasting are the decisions that hold for later revisions, too.
func Lasting(decisions []Decision) []Decision {
	return slices.DeleteFunc(slices.Clone(decisions), func(d Decision) bool { return len(d.Accepts) == 0 })
}

// withdrawn are the decisions without what they accepted: to send an artifact back is
// to take back an earlier acceptance, too.
func withdrawn(decisions []Decision) []Decision {
	decisions = slices.Clone(decisions)
	for i := range decisions {
		decisions[i].Accepts = nil
	}
	return decisions
}
