package critique

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAcceptedDivergencesDoNotBlock accepts what blocks one revision and looks at
// what blocks the next.
func TestAcceptedDivergencesDoNotBlock(t *testing.T) {
	gaps := func(missing ...string) []Opinion {
		opinions := rate(4, 4)
		opinions[0].Perspective.Reports = []string{ReportMissingRequirements}
		opinions[0].MissingRequirements = missing
		return opinions
	}
	facts := func(place string) []Finding {
		return []Finding{{Rule: "X-001", Severity: High, Message: "dead link", Places: []Place{{Identity: place}}}}
	}
	risky := func(level string) []Opinion {
		opinions := rate(4, 4)
		opinions[1].Perspective.Reports = []string{ReportRiskLevel}
		opinions[1].RiskLevel = level
		return opinions
	}
	strict := Policy{Blocks: []string{CoverageGap, HighRisk, LowRating, CriticalIssue}, Gate: true, MinAverage: 3, LowRating: 2, Spread: 3}
	issue := func(text string, targets ...string) []Opinion {
		opinions := rate(4, 4)
		opinions[0].Weaknesses = []Point{{Text: text, Category: "risk", Severity: Critical, Targets: targets}}
		return opinions
	}
	both := func(one, other string) []Opinion {
		opinions := issue(one)
		opinions[1].Weaknesses = []Point{{Text: other, Category: "risk", Severity: Critical}}
		return opinions
	}
	tests := map[string]struct {
		before, after []Opinion
		was, is       []Finding
		reached       bool
	}{
		"the same gap in other dress":     {before: gaps("REQ-003: dark mode."), after: gaps("req-003 Dark Mode"), reached: true},
		"one of two gaps":                 {before: gaps("REQ-003", "REQ-004"), after: gaps("REQ-004"), reached: true},
		"another gap beside it":           {before: gaps("REQ-003"), after: gaps("REQ-003", "REQ-004")},
		"the same risk":                   {before: risky("high"), after: risky("critical"), reached: true},
		"a gap is no risk":                {before: gaps("REQ-003"), after: risky("high")},
		"the same low rating":             {before: rate(2, 5, 5), after: rate(1, 5, 5), reached: true},
		"the low rating of another":       {before: rate(2, 5, 5), after: rate(5, 2, 5)},
		"the same issue in other words":   {before: issue("no backup", "REQ-1"), after: issue("data is lost", "REQ-1"), reached: true},
		"an issue with another target":    {before: issue("no backup", "REQ-1"), after: issue("no backup", "REQ-2")},
		"the same issue without a target": {before: issue("No backup!"), after: issue("no backup"), reached: true},
		"one of two issues merged":        {before: both("orders are lost without a backup of the database", "no backup of the database with the orders"), after: issue("orders are lost without a backup of the database"), reached: true},
		"another issue merged into it":    {before: issue("orders are lost without a backup of the database"), after: both("orders are lost without a backup of the database", "no backup of the database with the orders")},
		"the same fact":                   {before: rate(4, 4), after: rate(4, 4), was: facts("a1"), is: facts("a1"), reached: true},
		"the same rule elsewhere":         {before: rate(4, 4), after: rate(4, 4), was: facts("a1"), is: facts("b2")},
		"a low average of other bytes":    {before: rate(4, 4), after: rate(2.5, 2.5), was: facts("a1")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			blocked := Diverge(strict, tt.before, tt.was)
			if Decide(strict, tt.before, blocked, false, 0).Reached {
				t.Fatal("nothing blocks to begin with")
			}
			policy := strict.Accepting(blocked)
			if !Decide(policy, tt.before, policy.Weigh(blocked), false, 0).Reached {
				t.Error("what was accepted blocks all the same")
			}
			now := Diverge(policy, tt.after, tt.is)
			if got := Decide(policy, tt.after, now, false, 0); got.Reached != tt.reached {
				t.Errorf("reached: got %v with %+v", got.Reached, now)
			}
			if accepted := slices.ContainsFunc(now, func(d Divergence) bool { return d.Accepted }); accepted != tt.reached {
				t.Errorf("marked as accepted: %v", accepted)
			}
		})
	}
	if len(strict.Accepted) != 0 {
		t.Error("accepting changed the policy it began with")
	}
}

func TestAcceptedAverage(t *testing.T) {
	policy, opinions := DefaultPolicy(), rate(2.5, 2.5)
	if Decide(policy, opinions, nil, false, 0).Reached {
		t.Fatal("a low average does not block")
	}
	policy.Accepted = []string{AverageGround}
	want := Decision{Reached: true, Recommendation: Proceed, Average: 2.5}
	if diff := cmp.Diff(want, Decide(policy, opinions, nil, false, 0)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestAcceptedLowRating has a panel rate as low as a person has accepted: what is left
// to block is the average.
func TestAcceptedLowRating(t *testing.T) {
	policy := DefaultPolicy()
	policy.Blocks = []string{LowRating, CriticalIssue}
	rate := func(ratings ...float64) (opinions []Opinion) {
		for i, r := range ratings {
			opinions = append(opinions, Opinion{Perspective: Perspective{Name: string(rune('a' + i))}, Source: SourceCLI, Critique: Critique{Rating: r}})
		}
		return opinions
	}
	before := rate(2, 3)
	accepting := policy.Accepting(Diverge(policy, before, nil))
	tests := map[string]struct {
		policy   Policy
		opinions []Opinion
		want     Severity
	}{
		"nobody accepted it":       {policy, before, High},
		"the same again":           {accepting, before, Low},
		"alone":                    {accepting, rate(2), Medium},
		"lower, in the same words": {accepting, rate(1, 3), Low},
		"another is low as well":   {accepting, rate(2, 1.5), High},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := Decide(test.policy, test.opinions, Diverge(test.policy, test.opinions, nil), false, 0)
			if got.Reached || got.Severity != test.want {
				t.Errorf("reached %v, %s, want %s", got.Reached, got.Severity, test.want)
			}
		})
	}
}
