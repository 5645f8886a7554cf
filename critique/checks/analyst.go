package checks

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"discussd/critique"
)

// Analyze answers for one perspective when no LLM does: with the rules of the
// built-in perspectives it names in Checks, else with those of its own name,
// else with all of them. A perspective for which fewer than three rules apply
// is not rated. The error wraps [*critique.Failure] when no rule applies.
func (c *Checks) Analyze(ctx context.Context, request critique.Request) (critique.Critique, error) {
	speaks := c.only(request.Perspective)
	report := speaks.Check(ctx, request.Subject)
	if err := ctx.Err(); err != nil {
		return critique.Critique{}, &critique.Failure{Class: critique.Canceled, Err: context.Cause(ctx)}
	}
	if report.Applicable == 0 {
		return critique.Critique{}, &critique.Failure{Class: critique.Unusable, Err: errors.New("no check applies to these documents")}
	}
	answer := critique.Critique{
		Tool:  "checks",
		Notes: report.NotAssessed,
		Extra: critique.Extra{},
	}
	reports := request.Perspective.Reports
	switch {
	case slices.Contains(reports, critique.ReportNoRating):
	case report.Applicable < fewestRules:
		answer.Notes = append(answer.Notes, fmt.Sprintf("only %d checks apply: not rated", report.Applicable))
	default:
		answer.Rating = report.Overall
	}
	for _, f := range report.Findings {
		answer.Weaknesses = append(answer.Weaknesses, speaks.point(f))
		if slices.Contains(reports, critique.ReportMissingRequirements) {
			answer.MissingRequirements = append(answer.MissingRequirements, uncovered(f)...)
		}
	}
	answer.KeyFinding = fmt.Sprintf("%d of %d checks passed", report.Passed, report.Applicable)
	if len(report.Findings) > 0 {
		answer.KeyFinding = report.Findings[0].Message
	} else {
		answer.Strengths = []critique.Point{{Text: answer.KeyFinding, Category: "completeness", Severity: critique.Low}}
	}
	if slices.Contains(reports, critique.ReportRiskLevel) {
		answer.RiskLevel = riskLevel(report)
	}
	return answer, nil
}

// only returns checks that speak for one perspective.
func (c *Checks) only(p critique.Perspective) *Checks {
	names := p.Checks
	if len(names) == 0 {
		names = []string{p.Name}
	}
	one := &Checks{now: c.now}
	for _, r := range c.rules {
		if slices.Contains(names, r.Perspective) {
			one.rules = append(one.rules, r)
		}
	}
	if len(one.rules) == 0 {
		return c
	}
	return one
}

// uncovered lists the goals no requirement covers and the Must requirements no
// epic carries out. Those rules place what is missing at the whole document;
// their other places name an ID that nobody defines, which lacks no requirement.
func uncovered(f critique.Finding) []string {
	lacking := map[string]string{"XD-001": "no requirement", "XD-002": "no epic"}[f.Rule]
	if lacking == "" {
		return nil
	}
	var missing []string
	for _, p := range f.Places {
		if p.Line == 0 && len(p.Targets) > 0 {
			missing = append(missing, p.Targets[0]+": "+lacking)
		}
	}
	return missing
}

// point words a finding as an LLM would: one weakness at its first place.
func (c *Checks) point(f critique.Finding) critique.Point {
	p := critique.Point{
		Text: f.Rule + ": " + f.Message, Category: "other", Severity: f.Severity,
		Targets: f.Targets, Quote: f.Quote, QuotePath: f.Path, QuoteLine: f.Line,
	}
	for i := range c.rules {
		if c.rules[i].ID == f.Rule {
			p.Category = c.rules[i].Kind
		}
	}
	if f.Quote != "" {
		found := true
		p.QuoteFound = &found
	}
	return p
}

// riskLevel is never "critical": that is for someone who understands the risk.
func riskLevel(report critique.Report) string {
	high := 0
	for _, f := range report.Findings {
		if f.Severity == critique.High {
			high++
		}
	}
	switch {
	case high > 1:
		return "high"
	case high == 1 || len(report.Findings) > 3:
		return "medium"
	}
	return "low"
}
