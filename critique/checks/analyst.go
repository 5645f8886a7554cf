package checks

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"discussd/critique"
)

// Analyze answers for one perspective when no LLM does, from the round's report
// in [critique.Request.Facts]: with the rules of the built-in perspectives it
// names in Checks, else with those of its own name, else with all of them. A
// perspective for which fewer than three rules apply is not rated. The error
// wraps [*critique.Failure] when no rule applies.
func (c *Checks) Analyze(ctx context.Context, request critique.Request) (critique.Critique, error) {
	if ctx.Err() != nil {
		return critique.Critique{}, &critique.Failure{Class: critique.Canceled, Err: context.Cause(ctx)}
	}
	report := c.share(request.Facts, request.Perspective)
	if report.Applicable == 0 {
		return critique.Critique{}, &critique.Failure{Class: critique.Unusable, Err: errors.New(Text{"no check applies to these documents", "没有检查适用于这些文档"}.in(request.Facts.Chinese))}
	}
	answer := critique.Critique{
		Tool:  "checks",
		Notes: report.NotAssessed,
		Extra: critique.Extra{},
	}
	chinese := request.Facts.Chinese
	reports := request.Perspective.Reports
	switch {
	case slices.Contains(reports, critique.ReportNoRating):
	case report.Applicable < fewestRules:
		answer.Notes = append(answer.Notes, fmt.Sprintf(Text{"only %d checks apply: not rated", "仅 %d 项检查适用: 未评分"}.in(chinese), report.Applicable))
	default:
		answer.Rating = report.Overall
	}
	for _, f := range report.Findings {
		answer.Weaknesses = append(answer.Weaknesses, c.point(f))
		if slices.Contains(reports, critique.ReportMissingRequirements) {
			answer.MissingRequirements = append(answer.MissingRequirements, uncovered(f)...)
		}
	}
	answer.KeyFinding = fmt.Sprintf(Text{"%d of %d checks passed", "%d/%d 项检查通过"}.in(chinese), report.Passed, report.Applicable)
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

// share is the part of a round's report that speaks for one perspective, as if
// only its rules had run.
func (c *Checks) share(facts critique.Report, p critique.Perspective) critique.Report {
	speaks := c.speakers(p)
	silent := func(rule string) bool { return !speaks[rule] }
	report := critique.Report{Chinese: facts.Chinese}
	score := scorecard{}
	for _, o := range facts.Outcomes {
		r := c.rule(o.Rule)
		if r == nil || silent(o.Rule) {
			continue
		}
		report.Applicable++
		if o.Fired == 0 {
			report.Passed++
		}
		score.add(r, o.Fired)
	}
	_, report.Overall = score.ratings()
	for _, f := range facts.Findings {
		if !silent(f.Rule) {
			report.Findings = append(report.Findings, f)
		}
	}
	for _, gap := range facts.Gaps {
		if len(gap.Rules) > 0 {
			if gap.Rules = slices.DeleteFunc(slices.Clone(gap.Rules), silent); len(gap.Rules) == 0 {
				continue
			}
		}
		report.NotAssessed = append(report.NotAssessed, gap.String())
	}
	return report
}

// speakers are the rules that speak for a perspective.
func (c *Checks) speakers(p critique.Perspective) map[string]bool {
	names := p.Checks
	if len(names) == 0 {
		names = []string{p.Name}
	}
	named, all := map[string]bool{}, map[string]bool{}
	for _, r := range c.rules {
		all[r.ID] = true
		if slices.Contains(names, r.Perspective) {
			named[r.ID] = true
		}
	}
	if len(named) == 0 {
		return all
	}
	return named
}

// rule returns the rule with an ID, or nil when it is switched off.
func (c *Checks) rule(id string) *rule {
	for i := range c.rules {
		if c.rules[i].ID == id {
			return &c.rules[i]
		}
	}
	return nil
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
	if r := c.rule(f.Rule); r != nil {
		p.Category = r.Kind
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
