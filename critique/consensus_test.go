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

func critical(o *Opinion) { o.Weaknesses = []Point{{Text: "data gets lost", Severity: Critical}} }

func late(o *Opinion) { o.Late = true }

func suggests(o *Opinion) { o.Suggestions = []Point{{Text: "name an owner", Category: "clarity"}} }

func fact(o *Opinion) { o.Perspective.Checks = []string{"quality"} }

// silent makes perspectives that no model answered.
func silent(n int) []Opinion {
	opinions := rate(make([]float64, n)...)
	for i := range opinions {
		opinions[i].Source, opinions[i].Attempts = SourceChecks, []Attempt{{Tool: "gemini", Outcome: Auth}}
	}
	return opinions
}

var mediumFact = []Finding{{Rule: "X-006", Severity: Medium, Perspective: "quality", Message: "a vague word"}}

// highFact is a HIGH finding of the built-in perspective quality.
var highFact = []Finding{{Rule: "X-005", Severity: High, Perspective: "quality", Message: "broken link", Targets: []string{"REQ-002"}}}

func TestDecide(t *testing.T) {
	strict := DefaultPolicy()
	strict.MinAverage = 4
	gate := DefaultPolicy()
	gate.Gate = true
	alone := DefaultPolicy()
	alone.ChecksAlone = true
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
		"blocked MEDIUM: an average below the bar that no other row explains": {
			opinions: rate(2.5, 2.8, 3), want: Decision{false, Medium, ProceedWithCaution, 8.3 / 3}},
		// With min_average at 3 the LOW row cannot be reached: all ratings >= 3 make an average >= 3.
		"blocked LOW, bar above 3: all ratings >= 3 and views diverge": {
			policy: strict, opinions: with(rate(3, 4), suggests), want: Decision{false, Low, ProceedWithCaution, 3.5}},
		"blocked MEDIUM, bar above 3: all ratings >= 3 and no divergent view": {
			policy: strict, opinions: rate(3, 4), want: Decision{false, Medium, ProceedWithCaution, 3.5}},
		"consensus: a critical issue, no agreement and a late tool are no divergences of lifecycle": {
			opinions: with(with(rate(2, 5), critical), late), want: Decision{true, "", Proceed, 3.5}},

		"coordinate, consensus: no HIGH divergence and average >= 3.0": {
			policy: coordinate(), opinions: rate(3, 3, 3), want: Decision{true, "", Proceed, 3}},
		"coordinate, consensus: minor suggestions only": {
			policy: coordinate(), opinions: with(rate(3, 4), suggests), want: Decision{true, "", Proceed, 3.5}},
		"coordinate, consensus: missing requirements are no rule of it": {
			policy: coordinate(), opinions: with(rate(4, 4), missing), want: Decision{true, "", Proceed, 4}},
		"coordinate, consensus: risk is no rule of it": {
			policy: coordinate(), opinions: with(rate(4, 4), risk("critical")), want: Decision{true, "", Proceed, 4}},
		"coordinate, blocked HIGH: any rating <= 2": {
			policy: coordinate(), opinions: rate(2, 5, 2.5), want: Decision{false, High, Revise, 9.5 / 3}},
		"coordinate, blocked HIGH: a critical issue": {
			policy: coordinate(), opinions: with(rate(5, 5), critical), want: Decision{false, High, Revise, 5}},
		// Ratings 3 apart on a scale from 1 to 5 hold one that is 2 or less, so that
		// neither MEDIUM row can be reached.
		"coordinate, blocked HIGH where the spread is >= 3": {
			policy: coordinate(), opinions: rate(2, 5, 5), want: Decision{false, High, Revise, 4}},
		"coordinate, blocked HIGH where one perspective is <= 2 with others >= 3": {
			policy: coordinate(), opinions: rate(2, 3, 4), want: Decision{false, High, Revise, 3}},
		"coordinate, blocked MEDIUM: an average below the bar that no other row explains": {
			policy: coordinate(), opinions: rate(2.5, 2.8, 3), want: Decision{false, Medium, ProceedWithCaution, 8.3 / 3}},
		// The LOW row cannot be reached: ratings >= 3 make an average >= 3.

		// In spec-team only HIGH divergences block: no average is below 1, so that neither
		// the MEDIUM nor the LOW row can be reached.
		"spec-team, consensus: ratings alone never block": {
			policy: specTeam(), opinions: rate(1, 1, 2), want: Decision{true, "", Proceed, 4.0 / 3}},
		"spec-team, consensus: two that agree are enough": {
			policy: specTeam(), opinions: rate(1, 4, 5), want: Decision{true, "", Proceed, 10.0 / 3}},
		"spec-team, consensus: missing requirements are no rule of it": {
			policy: specTeam(), opinions: with(rate(4, 4), missing), want: Decision{true, "", Proceed, 4}},
		"spec-team, blocked HIGH: high risk": {
			policy: specTeam(), opinions: with(rate(0, 4), risk("high")), want: Decision{false, High, Revise, 4}},
		"spec-team, blocked HIGH: a critical issue": {
			policy: specTeam(), opinions: with(rate(4, 4), critical), want: Decision{false, High, Revise, 4}},
		"spec-team, blocked HIGH: no two perspectives agree": {
			policy: specTeam(), opinions: rate(3, 4.5), want: Decision{false, High, Revise, 3.75}},
		"spec-team, blocked HIGH: the deadline passed": {
			policy: specTeam(), opinions: with(rate(4, 4), late), want: Decision{false, High, Revise, 4}},
		"spec-team, HIGH on the final gate: escalate": {
			policy: specTeam(), opinions: with(rate(4, 4), late), final: true, want: Decision{false, High, Escalate, 4}},

		"consensus, checks alone: nothing HIGH": {
			policy: alone, opinions: silent(2), findings: mediumFact, want: Decision{true, "", Proceed, 0}},
		"blocked HIGH, checks alone: facts gate": {
			policy: alone, opinions: silent(2), findings: highFact, want: Decision{false, High, Revise, 0}},
		"blocked MEDIUM: no model answered": {
			opinions: silent(2), findings: mediumFact, want: Decision{false, Medium, ProceedWithCaution, 0}},
		"blocked HIGH: no model answered and a fact is HIGH": {
			opinions: silent(2), findings: highFact, want: Decision{false, High, Revise, 0}},
		"blocked HIGH, final gate: no model answered and a fact is HIGH": {
			opinions: silent(2), findings: highFact, final: true, want: Decision{false, High, Escalate, 0}},
		"blocked MEDIUM, coordinate: no model answered": {
			policy: coordinate(), opinions: silent(2), want: Decision{false, Medium, ProceedWithCaution, 0}},
		"blocked MEDIUM, spec-team: no model answered": {
			policy: specTeam(), opinions: silent(2), want: Decision{false, Medium, ProceedWithCaution, 0}},
		"consensus: one voice is enough": {
			opinions: append(rate(4), silent(1)...), findings: highFact, want: Decision{true, "", Proceed, 4}},
		"nobody who answered rates": {
			opinions: rate(0, 0), want: Decision{false, Medium, ProceedWithCaution, 0}},
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
			if policy.MaxRevisions == 0 {
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
