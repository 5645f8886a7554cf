package critique

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"discussd/critique/themes"
)

// The divergence types of the verdict contract.
const (
	CoverageGap   = "coverage_gap"
	HighRisk      = "high_risk"
	CriticalIssue = "critical_issue" // a weakness of severity CRITICAL
	NoAgreement   = "no_agreement"   // no two perspectives agree
	Deadline      = "deadline"       // the panel's deadline cut a tool off
	LowRating     = "low_rating"
	RatingSpread  = "rating_spread"
	Conflict      = "conflict"
	Contradicted  = "contradicted"
	Unreviewed    = "unreviewed" // models were to be asked, and none answered
	Fact          = "fact"       // a HIGH check finding where facts gate
	Minor         = "minor"
)

// Blockable is the closed list of divergence types that a policy can let block.
// Facts block by [Policy.Gate] and wherever no model spoke, a round that nobody
// reviewed always blocks, and minor suggestions never do.
var Blockable = [...]string{
	CoverageGap, HighRisk, CriticalIssue, NoAgreement, Deadline, LowRating, RatingSpread, Conflict, Contradicted,
}

// Diverge lists what speaks against consensus, in the order of the rules. It is
// a pure function of the opinions and the findings of the embedded checks.
func Diverge(policy Policy, opinions []Opinion, findings []Finding) []Divergence {
	all := unreviewed(policy, opinions)
	for _, o := range opinions {
		all = append(all, coverageGap(policy, o)...)
	}
	for _, o := range opinions {
		all = append(all, highRisk(policy, o)...)
	}
	all = append(all, facts(policy, opinions, findings)...)
	// These rules are of profiles in which they block; elsewhere nobody asked for them.
	if policy.blocks(CriticalIssue) {
		all = append(all, criticalIssues(policy, opinions)...)
	}
	if policy.blocks(NoAgreement) {
		all = append(all, noAgreement(policy, opinions)...)
	}
	if policy.blocks(Deadline) {
		all = append(all, deadline(policy, opinions)...)
	}
	all = append(all, lowRatings(policy, opinions)...)
	all = append(all, ratingSpread(policy, opinions)...)
	all = append(all, conflicts(policy, opinions)...)
	all = append(all, contradictions(policy, opinions, findings)...)
	if len(all) == 0 {
		all = append(all, minor(policy, opinions, findings)...)
	}
	return policy.Weigh(all)
}

func coverageGap(policy Policy, o Opinion) []Divergence {
	if len(o.MissingRequirements) == 0 || !o.Perspective.reports(ReportMissingRequirements) {
		return nil
	}
	var missing []string
	description := strings.Join(o.MissingRequirements, "; ")
	for _, requirement := range o.MissingRequirements {
		missing = append(missing, ground(CoverageGap, requirement))
	}
	if !saysMissing(description) {
		description = policy.say("not addressed: ", "未覆盖: ") + description
	}
	return []Divergence{{
		Type: CoverageGap, Topic: policy.say("coverage gap", "覆盖缺口"),
		Description:  description,
		Perspectives: []string{o.Perspective.Name}, Grounds: missing,
	}}
}

// saysMissing tells whether a missing requirement says itself that it is missing.
func saysMissing(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{
		"not addressed", "not covered", "not mentioned", "not described", "not specified", "not defined", "is missing", "are missing",
		"未覆盖", "未提及", "未说明", "未涉及", "未体现", "缺失", "没有提及", "没有涉及", "没有说明",
	}, func(words string) bool { return strings.Contains(text, words) })
}

func highRisk(policy Policy, o Opinion) []Divergence {
	if !o.ratesHighRisk() {
		return nil
	}
	description := policy.riskLevel(o)
	if why := cmp.Or(o.KeyFinding, o.namedRisks()); why != "" {
		description = why
		if o.RiskLevel != "high" { // which the topic says
			description = o.RiskLevel + ": " + description
		}
	}
	return []Divergence{{
		Type: HighRisk, Topic: policy.say("high risk", "高风险"),
		Description: description, Perspectives: []string{o.Perspective.Name},
	}}
}

// namedRisks are the first of the risks behind a risk level, in a line.
func (o Opinion) namedRisks() string {
	const most = 3
	var texts []string
	for _, r := range o.graveRisks() {
		texts = append(texts, unended(r.Description))
	}
	return strings.Join(texts[:min(len(texts), most)], "; ")
}

// ratesHighRisk tells whether a perspective that is to say so sees a high risk.
func (o Opinion) ratesHighRisk() bool {
	return o.Perspective.reports(ReportRiskLevel) && (o.RiskLevel == "high" || o.RiskLevel == "critical")
}

func (p Policy) riskLevel(o Opinion) string {
	return p.say("risk level ", "风险等级 ") + o.RiskLevel
}

// criticalIssues lists the weaknesses that somebody calls critical, each once
// however many perspectives name it. An issue rests on each weakness that was merged
// into it, so that nobody accepts one unseen.
func criticalIssues(policy Policy, opinions []Opinion) []Divergence {
	all, points := gather(opinions, func(c Critique) []Point {
		return slices.DeleteFunc(slices.Clone(c.Weaknesses), func(p Point) bool { return p.Severity != Critical })
	})
	var found []Divergence
	for _, group := range themes.Merge(points) {
		topic := policy.say("critical issue", "严重问题")
		if targets := group.Targets(points); len(targets) > 0 {
			topic += policy.say(" in ", ": ") + targets[0]
		}
		var grounds []string
		for _, i := range group {
			about := all[i].Text
			if len(all[i].Targets) > 0 {
				about = all[i].Category + " of " + strings.Join(all[i].Targets, " ")
			}
			if g := ground(CriticalIssue, about); !slices.Contains(grounds, g) {
				grounds = append(grounds, g)
			}
		}
		found = append(found, Divergence{
			Type: CriticalIssue, Topic: topic, Description: all[group[0]].Text, Perspectives: group.Voices(points), Grounds: grounds,
		})
	}
	return found
}

// deadline says whose tools the panel's deadline cut off, and what a coordinator
// can do about it.
func deadline(policy Policy, opinions []Opinion) []Divergence {
	var late []string
	for _, o := range opinions {
		if o.Late {
			late = append(late, o.Perspective.Name)
		}
	}
	if len(late) == 0 {
		return nil
	}
	return []Divergence{{
		Type: Deadline, Topic: policy.say("deadline", "超时"),
		Description:  fmt.Sprintf(policy.say("the deadline passed before the tools of %s answered", "截止前未收到 %s 的工具答复"), strings.Join(late, ", ")),
		Perspectives: late,
		Options:      []string{policy.say("discuss the round again", "重新讨论本轮"), policy.say("go on with what was said in time", "以已有意见继续推进")},
	}}
}

// checksVoice stands where the perspectives behind something are named, and it is a
// finding of the embedded checks.
const checksVoice = "checks"

// facts lists the HIGH findings where they gate: under a policy that says so, and
// where no model spoke, for then they are the only judge.
func facts(policy Policy, opinions []Opinion, findings []Finding) []Divergence {
	if !policy.Gate && len(voices(opinions)) > 0 {
		return nil
	}
	var found []Divergence
	for _, f := range findings {
		if f.Severity != High {
			continue
		}
		d := Divergence{Type: Fact, Topic: f.Rule, Description: f.Message, Perspectives: []string{checksVoice}}
		for _, place := range f.Places {
			d.Grounds = append(d.Grounds, ground(Fact, f.Rule, place.Identity))
		}
		found = append(found, d)
	}
	return found
}

// minor says that there is nothing but wishes. It never stands beside anything HIGH.
func minor(policy Policy, opinions []Opinion, findings []Finding) []Divergence {
	if slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == High }) {
		return nil
	}
	var names []string
	for _, o := range opinions {
		heavy := slices.ContainsFunc(slices.Concat(o.Weaknesses, o.Suggestions), func(p Point) bool { return p.Severity.Weight() >= High.Weight() })
		if heavy || o.Rating != 0 && o.Rating < 3 {
			return nil
		}
		if len(o.Suggestions) > 0 {
			names = append(names, o.Perspective.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []Divergence{{
		Type: Minor, Topic: policy.say("minor suggestions", "细节建议"),
		Description: policy.say("enhancement-level suggestions only", "仅有改进类建议"), Perspectives: names,
	}}
}
