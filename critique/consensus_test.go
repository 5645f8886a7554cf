package critique

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rate makes one rated opinion a perspective, in the order given.
func rate(ratings ...float64) []Opinion {
	var opinions []Opinion
	for i, r := range ratings {
		name := []string{"product", "technical", "quality", "risk", "coverage"}[i]
		opinions = append(opinions, Opinion{Perspective: Perspective{Name: name}, Source: SourceCLI, Critique: Critique{Rating: r}})
	}
	return opinions
}

// with changes the first opinion.
func with(opinions []Opinion, change func(*Opinion)) []Opinion {
	change(&opinions[0])
	return opinions
}

func missing(o *Opinion) {
	o.Perspective.Reports, o.MissingRequirements = []string{ReportMissingRequirements}, []string{"offline mode"}
}

func risk(level string) func(*Opinion) {
	return func(o *Opinion) { o.Perspective.Reports, o.RiskLevel = []string{ReportRiskLevel}, level }
}

func suggests(o *Opinion) { o.Suggestions = []Point{{Text: "name an owner", Category: "clarity"}} }

func fact(o *Opinion) { o.Perspective.Checks = []string{"quality"} }

// highFact is a HIGH finding of the built-in perspective quality.
var highFact = []Finding{{Rule: "X-005", Severity: High, Perspective: "quality", Message: "broken link", Targets: []string{"REQ-002"}, Disproves: "links_resolve"}}

func TestDecide(t *testing.T) {
	strict := DefaultPolicy()
	strict.MinAverage = 4
	graded := DefaultPolicy()
	graded.Graded = true
	gate := DefaultPolicy()
	gate.Gate = true
	tests := map[string]struct {
		policy    Policy
		opinions  []Opinion
		findings  []Finding
		final     bool
		priorHigh int
		want      Decision
	}{
		"consensus: no HIGH divergence and average >= 3.0": {
			opinions: rate(3, 3, 3), want: Decision{true, "", Proceed, 3}},
		"consensus: one low rating alone does not block": {
			opinions: rate(2, 4, 4), want: Decision{true, "", Proceed, 10.0 / 3}},
		"consensus: a spread alone does not block": {
			opinions: rate(2, 5, 5), want: Decision{true, "", Proceed, 4}},
		"consensus: unrated opinions do not count": {
			opinions: rate(0, 4, 0), want: Decision{true, "", Proceed, 4}},
		"consensus: medium risk does not block": {
			opinions: with(rate(4, 4), risk("medium")), want: Decision{true, "", Proceed, 4}},
		"consensus: the average is not rounded before it is compared": {
			opinions: rate(3, 3, 2.99), want: Decision{false, Medium, ProceedWithCaution, 8.99 / 3}},
		"consensus: facts advise by default": {
			opinions: rate(4, 4), findings: highFact, want: Decision{true, "", Proceed, 4}},
		"blocked HIGH: coverage gap": {
			opinions: with(rate(5, 5), missing), want: Decision{false, High, Revise, 5}},
		"consensus: missing requirements of a perspective that does not report them": {
			opinions: with(rate(5, 4), func(o *Opinion) { o.MissingRequirements = []string{"x"} }), want: Decision{true, "", Proceed, 4.5}},
		"blocked HIGH: high risk": {
			opinions: with(rate(5, 5), risk("high")), want: Decision{false, High, Revise, 5}},
		"blocked HIGH: critical risk": {
			opinions: with(rate(5, 5), risk("critical")), want: Decision{false, High, Revise, 5}},
		"blocked HIGH: any rating <= 2 when the average is below 3": {
			opinions: rate(2, 3, 3), want: Decision{false, High, Revise, 8.0 / 3}},
		"blocked HIGH: a spread does not soften a low rating under the policy highest": {
			opinions: rate(1, 4, 3), want: Decision{false, High, Revise, 8.0 / 3}},
		"blocked HIGH: facts gate": {
			policy: gate, opinions: rate(4, 4), findings: highFact, want: Decision{false, High, Revise, 4}},
		"blocked MEDIUM, graded: spread >= 3": {
			policy: graded, opinions: rate(1, 4, 3), want: Decision{false, Medium, ProceedWithCaution, 8.0 / 3}},
		"blocked MEDIUM, graded: one perspective <= 2 with others >= 3": {
			policy: graded, opinions: rate(2, 3, 3), want: Decision{false, Medium, ProceedWithCaution, 8.0 / 3}},
		"blocked HIGH, graded: two low ratings": {
			policy: graded, opinions: rate(2, 2, 3), want: Decision{false, High, Revise, 7.0 / 3}},
		"blocked HIGH, graded: one low rating, another below 3": {
			policy: graded, opinions: rate(2, 2.5, 3), want: Decision{false, High, Revise, 2.5}},
		"blocked HIGH, graded: a HIGH divergence goes first": {
			policy: graded, opinions: with(rate(1, 4, 3), missing), want: Decision{false, High, Revise, 8.0 / 3}},
		"blocked MEDIUM: an average below the bar that no other row explains": {
			opinions: rate(2.5, 2.8, 3), want: Decision{false, Medium, ProceedWithCaution, 8.3 / 3}},
		// With min_average at 3 the LOW row cannot be reached: all ratings >= 3 make an average >= 3.
		"blocked LOW, bar above 3: all ratings >= 3 and views diverge": {
			policy: strict, opinions: with(rate(3, 4), suggests), want: Decision{false, Low, ProceedWithCaution, 3.5}},
		"blocked MEDIUM, bar above 3: all ratings >= 3 and no divergent view": {
			policy: strict, opinions: rate(3, 4), want: Decision{false, Medium, ProceedWithCaution, 3.5}},
		"HIGH on the final gate: escalate": {
			opinions: with(rate(5, 5), missing), final: true, want: Decision{false, High, Escalate, 5}},
		"HIGH again after max_revisions: escalate": {
			opinions: with(rate(5, 5), missing), priorHigh: 1, want: Decision{false, High, Escalate, 5}},
		"MEDIUM on the final gate: proceed with caution": {
			opinions: rate(2.5, 2.8, 3), final: true, want: Decision{false, Medium, ProceedWithCaution, 8.3 / 3}},
		"reached on the final gate: proceed": {
			opinions: rate(4, 4), final: true, priorHigh: 3, want: Decision{true, "", Proceed, 4}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			policy := tt.policy
			if policy == (Policy{}) {
				policy = DefaultPolicy()
			}
			divergences := Diverge(policy, tt.opinions, tt.findings)
			got := Decide(policy, tt.opinions, divergences, tt.final, tt.priorHigh)
			if diff := cmp.Diff(tt.want, got, cmp.Comparer(near)); diff != "" {
				t.Errorf("decision (-want +got):\n%s", diff)
			}
		})
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
