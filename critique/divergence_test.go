package critique

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func point(text, category string, targets ...string) []Point {
	return []Point{{Text: text, Category: category, Targets: targets}}
}

func TestDiverge(t *testing.T) {
	gate := DefaultPolicy()
	gate.Gate = true
	type short struct {
		Type     string
		Severity Severity
		Who      []string
	}
	tests := map[string]struct {
		policy   Policy
		opinions []Opinion
		findings []Finding
		want     []short
	}{
		"nothing to say": {opinions: rate(4, 4)},
		"coverage_gap": {
			opinions: with(rate(4, 4), missing), want: []short{{CoverageGap, High, []string{"product"}}}},
		"coverage_gap only from a perspective that reports it": {
			opinions: with(rate(4, 4), func(o *Opinion) { o.MissingRequirements = []string{"x"} })},
		"high_risk: high": {
			opinions: with(rate(4, 4), risk("high")), want: []short{{HighRisk, High, []string{"product"}}}},
		"high_risk: critical": {
			opinions: with(rate(4, 4), risk("critical")), want: []short{{HighRisk, High, []string{"product"}}}},
		"high_risk not: medium": {opinions: with(rate(4, 4), risk("medium"))},
		"low_rating": {
			opinions: rate(2, 4), want: []short{{LowRating, Medium, []string{"product"}}}},
		"low_rating not: unrated": {opinions: rate(0, 4)},
		"rating_spread": {
			opinions: rate(2, 4, 5), want: []short{{LowRating, Medium, []string{"product"}}, {RatingSpread, Medium, []string{"product", "quality"}}}},
		"rating_spread not: 2.9": {opinions: rate(2.1, 5)},
		"conflict: the same category and target praised and faulted": {
			opinions: func() []Opinion {
				o := rate(4, 4)
				o[0].Strengths = point("roles are clear", "clarity", "REQ-003")
				o[1].Weaknesses = point("roles are vague", "clarity", "req-003")
				return o
			}(), want: []short{{Conflict, Medium, []string{"product", "technical"}}}},
		"conflict not: other category, other target, the catch-all category, or one voice": {
			opinions: func() []Opinion {
				o := rate(4, 4)
				o[0].Strengths = append(append(point("a", "clarity", "REQ-003"), point("b", "scope", "REQ-001")...), point("c", "other", "REQ-009")...)
				o[0].Weaknesses = point("d", "clarity", "REQ-003")
				o[1].Weaknesses = append(append(point("e", "risk", "REQ-003"), point("f", "scope", "REQ-002")...), point("g", "other", "REQ-009")...)
				return o
			}()},
		"contradicted: rating 5 over a HIGH finding of that perspective": {
			opinions: with(rate(5, 4), fact), findings: highFact, want: []short{{Contradicted, Medium, []string{"product"}}}},
		"contradicted not: rating 4.5, or a finding of another perspective": {
			opinions: with(rate(4.5, 5), fact), findings: highFact},
		"unreviewed: no model answered": {
			opinions: silent(2), want: []short{{Unreviewed, Medium, []string{"product", "technical"}}}},
		"unreviewed: HIGH facts gate beside it": {
			opinions: silent(1), findings: highFact, want: []short{{Unreviewed, Medium, []string{"product"}}, {Fact, High, []string{"checks"}}}},
		"unreviewed not: one model answered": {opinions: append(rate(4), silent(1)...)},
		"unreviewed not: the checks alone were asked for": {
			policy: func() Policy { p := DefaultPolicy(); p.ChecksAlone = true; return p }(), opinions: silent(1), findings: highFact,
			want: []short{{Fact, High, []string{"checks"}}}},
		"low_rating: one for all who rate low, the lowest first": {
			opinions: rate(2, 4, 1), want: []short{{LowRating, Medium, []string{"quality", "product"}}, {RatingSpread, Medium, []string{"quality", "technical"}}}},
		"conflict: one topic is one divergence, whoever speaks of it": {
			opinions: func() []Opinion {
				o := rate(4, 4, 4)
				o[0].Strengths = append(point("roles are clear", "clarity", "REQ-003"), point("names are good", "clarity", "REQ-003")...)
				o[1].Strengths = point("well worded", "clarity", "REQ-003")
				o[2].Weaknesses = append(point("roles are vague", "clarity", "req-003"), point("who is admin?", "clarity", "REQ-003")...)
				return o
			}(), want: []short{{Conflict, Medium, []string{"product", "technical", "quality"}}}},
		"coverage_gap where it does not block": {
			policy: coordinate(), opinions: with(rate(4, 4), missing), want: []short{{CoverageGap, Medium, []string{"product"}}}},
		"high_risk where it does not block": {
			policy: coordinate(), opinions: with(rate(4, 4), risk("critical")), want: []short{{HighRisk, Medium, []string{"product"}}}},
		"low_rating where it blocks": {
			policy: coordinate(), opinions: rate(2, 4), want: []short{{LowRating, High, []string{"product"}}}},
		"critical_issue": {
			policy: coordinate(), opinions: with(rate(4, 4), critical), want: []short{{CriticalIssue, High, []string{"product"}}}},
		"critical_issue not: a HIGH weakness, a critical suggestion": {
			policy: coordinate(), opinions: with(rate(4, 2.5), func(o *Opinion) {
				o.Weaknesses = []Point{{Text: "a", Severity: High}}
				o.Suggestions = []Point{{Text: "b", Severity: Critical}}
			})},
		"critical_issue not: where it does not block": {opinions: with(rate(4, 4), critical)},
		"no_agreement": {
			policy: specTeam(), opinions: rate(3, 4.1), want: []short{{NoAgreement, High, []string{"product", "technical"}}}},
		"no_agreement not: 1.0 apart": {policy: specTeam(), opinions: rate(2.1, 5, 3.1)},
		"no_agreement not: one point raised by two, one of them unrated": {
			policy: specTeam(), opinions: func() []Opinion {
				o := rate(3, 5, 0)
				o[1].Weaknesses, o[2].Weaknesses = point("nobody owns the invoices", "scope", "REQ-001"), point("who owns invoices?", "scope", "REQ-001")
				return o
			}()},
		"no_agreement: what the checks say is nobody's view": {
			policy: specTeam(), opinions: func() []Opinion {
				o := rate(3, 5, 4)
				o[2].Source = SourceChecks
				o[1].Weaknesses, o[2].Weaknesses = point("nobody owns the invoices", "scope", "REQ-001"), point("who owns invoices?", "scope", "REQ-001")
				return o
			}(), want: []short{{NoAgreement, High, []string{"product", "technical"}}}},
		"no_agreement not: one rating": {policy: specTeam(), opinions: rate(3, 0)},
		"no_agreement not: checks": {
			policy: specTeam(), opinions: with(rate(3, 5), func(o *Opinion) { o.Source = SourceChecks })},
		"no_agreement: an answer of another tool counts": {
			policy: specTeam(), opinions: with(rate(3, 5), func(o *Opinion) { o.Source = SourceFallback }),
			want: []short{{NoAgreement, High, []string{"product", "technical"}}}},
		"no_agreement not: where it does not block": {opinions: rate(3, 5)},
		"deadline": {
			policy: specTeam(), opinions: with(rate(4, 4), late), want: []short{{Deadline, High, []string{"product"}}}},
		"deadline not: where it does not block": {opinions: with(rate(4, 4), late)},
		"fact: where facts gate": {
			policy: gate, opinions: rate(4, 4), findings: highFact, want: []short{{Fact, High, []string{"checks"}}}},
		"minor: all ratings >= 3 and suggestions only": {
			opinions: with(rate(4, 4), suggests), want: []short{{Minor, Low, []string{"product"}}}},
		"minor not: beside another divergence": {
			opinions: with(rate(2, 4), suggests), want: []short{{LowRating, Medium, []string{"product"}}}},
		"minor not: beside a HIGH weakness": {opinions: with(rate(4, 4), func(o *Opinion) {
			suggests(o)
			o.Weaknesses = []Point{{Text: "no rollback", Severity: High}}
		})},
		"minor not: beside a HIGH finding": {opinions: with(rate(4, 4), suggests), findings: highFact},
		"minor not: a rating below 3":      {opinions: with(rate(2.5, 4), suggests)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			policy := tt.policy
			if policy.MaxRevisions == 0 {
				policy = DefaultPolicy()
			}
			var got []short
			for _, d := range Diverge(policy, tt.opinions, tt.findings) {
				if d.Topic == "" || d.Description == "" {
					t.Errorf("divergence without words: %+v", d)
				}
				got = append(got, short{d.Type, d.Severity, d.Perspectives})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("divergences (-want +got):\n%s", diff)
			}
		})
	}
}
