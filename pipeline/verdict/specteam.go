package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"discussd/critique"
)

// specTeam is the profile whose records and messages are Chinese, in a form that
// its coordinators know by heart: headings, labels and punctuation are kept to the
// letter, and so are the words for "nothing to show".
const specTeam = "spec-team"

// chineseRecord renders the discussion record of the spec-team profile.
func chineseRecord(v Verdict) []byte {
	r := &record{}
	r.line("# 讨论记录: %s (%s)\n", Inline(v.Label), Inline(v.Round))
	if heard, _, _ := v.voices(); heard == 0 && v.Outcome != Failed {
		r.line("**%s**\n", Inline(v.Limit()))
	}
	r.line("**会话**: %s  ", Inline(cmp.Or(v.SessionPath, v.Session)))
	r.line("**版本**: %d  ", v.Revision)
	r.line("**讨论对象**: %s  ", Inline(v.Artifact.Path))
	if v.Artifact.Fingerprint != "" {
		r.line("**指纹**: %s  ", code(string(v.Artifact.Fingerprint)))
	}
	r.line("**参与视角**: %s  ", participants(v))
	if heard, _, _ := v.voices(); heard > 0 {
		r.line("**作答情况**: %s  ", v.spoken())
	}
	r.line("**讨论时间**: %s  ", v.FinishedAt.Format(time.RFC3339))
	r.line("**共识状态**: %s  ", chineseConsensus(v))
	r.line("**总体评价**: %s", sentimentOf(v))
	if v.escalated() {
		r.line("\n**由人决定**: %s", code(v.decisionCommand()))
	}
	if v.Outcome != Failed {
		r.line("\n## 多视角评审结果")
		for _, p := range v.Perspectives {
			r.perspective(p)
		}
		r.line("\n## 共识分析")
		praise, blame, wishes := byKind(v.ConvergentThemes)
		r.part("### 一致认同的优点", praise, "- (待合成)")
		if len(blame) > 0 {
			r.part("### 一致指出的不足", blame, "")
		}
		if len(wishes) > 0 {
			r.part("### 一致提出的建议", wishes, "")
		}
		if len(v.Dissent) > 0 {
			r.part("### 保留意见", lines(v.Dissent, bullet), "")
		}
		nobody := "" // "none" of nobody would read like praise
		if heard, _, _ := v.voices(); heard == 0 {
			nobody = "- 没有模型作答"
		}
		r.part("### 存在的分歧", lines(views(v), chineseView), cmp.Or(nobody, "- 无重大分歧"))
		r.part("### 风险标记", lines(v.RiskFlags, func(f critique.RiskFlag) string {
			return fmt.Sprintf("- [%s] %s", Inline(f.Level), said(f.Description))
		}), cmp.Or(nobody, "- 无重大风险"))
		r.part("## 行动项", actionItems(v, within), "无需修改")
		r.part("## 开放问题", numbered(lines(v.OpenQuestions, said)), "无开放问题")
		r.part("## 决策记录", numbered(lines(v.Decisions, func(d Decision) string {
			return fmt.Sprintf("**%s**: %s (理由: %s)", said(d.Topic), Inline(d.Decision), Inline(d.Rationale))
		})), "无新决策")
		r.line("\n## 对下一阶段的建议\n%s", advice(v))
	}
	r.part("## 检查", chineseChecks(v), "")
	if len(v.Notes) > 0 {
		r.part("## 备注", lines(v.Notes, bullet), "")
	}
	return []byte(r.String())
}

// part writes a heading and its list, or the words for an empty one.
func (r *record) part(heading string, list []string, none string) {
	if len(list) == 0 {
		list = []string{none}
	}
	r.line("\n%s\n%s", heading, strings.Join(list, "\n"))
}

func (r *record) perspective(p Perspective) {
	stars := "N/A/5"
	if p.Rating != nil {
		stars = rated(*p.Rating)
	}
	r.line("\n### %s\n**评分**: %s", chineseName(p), stars)
	points := func(label string, list []critique.Point) {
		r.lines("**"+label+"**:", lines(list, func(p critique.Point) string { return bullet(p.Text) }), "- (待分析)")
	}
	points("优点", p.Strengths)
	points("不足", p.Weaknesses)
	points("建议", p.Suggestions)
	// What only some perspectives report has no words for "nothing".
	more := func(label string, list []string) {
		if len(list) > 0 {
			r.lines("**"+label+"**:", list, "")
		}
	}
	if p.RiskLevel != "" {
		r.line("**风险等级**: %s", Inline(p.RiskLevel))
	}
	more("风险", lines(p.Extra.Risks, func(risk critique.Risk) string {
		return fmt.Sprintf("- %s (可能性: %s, 影响: %s, 缓解: %s)", said(risk.Description), either(risk.Likelihood), either(risk.Impact), either(risk.Mitigation))
	}))
	more("可测试性问题", lines(p.Extra.TestabilityIssues, bullet))
	more("待验证假设", lines(p.Extra.AssumptionsToValidate, bullet))
	more("依赖", lines(p.Extra.Dependencies, bullet))
}

func (r *record) lines(label string, list []string, none string) {
	if len(list) == 0 {
		list = []string{none}
	}
	r.line("%s\n%s", label, strings.Join(list, "\n"))
}

func either(text string) string { return cmp.Or(Inline(text), "未知") }

// chineseName is a perspective's heading; one that is not of the profile goes by
// its own name.
func chineseName(p Perspective) string {
	known := map[string]string{"product": "产品视角", "technical": "技术视角", "quality": "质量视角", "risk": "风险视角", "coverage": "覆盖视角"}
	name := known[p.Name]
	if name == "" {
		name = Inline(p.Name) + "视角"
	}
	return name + " (" + Inline(p.Role) + ")"
}

func chineseConsensus(v Verdict) string {
	switch v.Outcome {
	case Reached:
		return "已达成共识"
	case Blocked:
		return "存在分歧,需coordinator介入"
	}
	return fmt.Sprintf("无法讨论 (%s): %s", v.Error.Code, Inline(v.Error.Message))
}

func sentimentOf(v Verdict) string {
	if v.Sentiment == nil {
		return "N/A"
	}
	return string(*v.Sentiment)
}

func chineseView(d critique.Divergence) string {
	text := fmt.Sprintf("- **%s**: %s", cmp.Or(Inline(d.Topic), said(d.Type)), Inline(d.Description))
	if d.Accepted {
		text += " (已接受)"
	}
	return text
}

// byKind parts what perspectives praise together from what they fault and wish for.
func byKind(themes []critique.Theme) (praise, blame, wishes []string) {
	for _, t := range themes {
		text := bullet(t.Theme) + agreement(t)
		switch t.Kind {
		case critique.Strength:
			praise = append(praise, text)
		case critique.Suggestion:
			wishes = append(wishes, text)
		default:
			blame = append(blame, text)
		}
	}
	return praise, blame, wishes
}

func numbered(list []string) []string {
	var texts []string
	for i, text := range list {
		texts = append(texts, fmt.Sprintf("%d. %s", i+1, text))
	}
	return texts
}

// advice is what the next phase should look at.
func advice(v Verdict) string {
	switch {
	case v.Final && v.Outcome == Blocked:
		return "先解决上述分歧并完成行动项, 再进入执行。"
	case v.Final:
		return "所有阶段已完成,建议进入执行。"
	}
	var first []string
	for _, item := range v.ActionItems[:min(topItems, len(v.ActionItems))] {
		first = append(first, said(cmp.Or(mending(item), item.Text)))
	}
	return "下一阶段应关注: " + cmp.Or(strings.Join(first, "; "), "按原计划推进")
}

func chineseChecks(v Verdict) []string {
	list := []string{fmt.Sprintf("%d/%d 通过", v.Checks.Passed, v.Checks.Applicable) + ratedByChecks(v, "; 检查单独评分 %s/5")}
	if d := v.Delta; d != nil {
		list = append(list, fmt.Sprintf("与上一版相比: 新增 %d, 仍在 %d, 已修复 %d, 复现 %d", d.New, d.Persisting, d.Fixed, d.Regressed))
	}
	list[len(list)-1] += "\n"
	list = append(list, lines(v.Checks.Present(), checkFinding)...)
	list = append(list, muted(v)...)
	for _, what := range v.Checks.NotAssessed {
		list = append(list, "- 未评估: "+Inline(what))
	}
	return list
}

// chineseMessage is what the coordinator of the spec-team profile is sent.
func chineseMessage(v Verdict) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	list := func(texts []string, none string) string { return cmp.Or(strings.Join(texts, "\n"), none) }
	praise, blame, wishes := byKind(v.ConvergentThemes)
	if limit := v.Limit(); limit != "" {
		line("%s\n", limit)
	}
	if v.Outcome == Reached {
		line("## 讨论结果: %s\n", Inline(v.Label))
		line("**Task**: %s\n**共识**: 已达成\n**总体评价**: %s\n**参与视角**: %s\n", Inline(v.Round), sentimentOf(v), participants(v))
		line("### 关键发现\n**一致优点**: %d项\n**分歧点**: %d项\n**风险标记**: %d项\n", len(praise), len(views(v)), len(v.RiskFlags))
		if len(v.Dissent) > 0 {
			line("### 保留意见 (%d)\n%s\n", len(v.Dissent), list(lines(v.Dissent, bullet), ""))
		}
		line("### 行动项 (%d)\n%s\n", len(v.ActionItems), list(actionItems(v, v.fromProject), "无"))
		line("### 开放问题 (%d)\n%s\n", len(v.OpenQuestions), list(numbered(lines(v.OpenQuestions, said)), "无"))
		line("### 讨论记录\n%s\n", recordPath(v))
		line("共识已达成,可推进至下一阶段。")
		return strings.TrimSpace(b.String())
	}
	line("## 讨论阻塞: %s\n", Inline(v.Label))
	line("**Task**: %s\n**状态**: 无法达成共识,需要 coordinator 介入\n", Inline(v.Round))
	line("### 关键分歧\n%s\n", strings.Join(numbered(lines(critical(v), choice)), "\n\n"))
	line("### 已达成共识的部分\n%s\n", list(slices.Concat(praise, blame, wishes), "- 无"))
	line("### 建议\n请通过 AskUserQuestion 收集用户对分歧点的决策,然后将决策写入讨论记录以继续推进。\n")
	if v.escalated() {
		line("### 由人决定\n%s\n", v.decisionCommand())
	}
	line("### 讨论记录(部分)\n%s", recordPath(v))
	return strings.TrimSpace(b.String())
}

// views are the divergences that perspectives differ in: where all there is are
// wishes, nobody disagrees.
func views(v Verdict) []critique.Divergence {
	return slices.DeleteFunc(bySeverity(v.Divergences), func(d critique.Divergence) bool { return d.Type == critique.Minor })
}

// critical are the divergences that somebody has to decide: those that block, or
// all where only an average does.
func critical(v Verdict) []critique.Divergence {
	high := slices.DeleteFunc(bySeverity(v.Divergences), func(d critique.Divergence) bool { return d.Severity != critique.High })
	if len(high) == 0 {
		return bySeverity(v.Divergences)
	}
	return high
}

// choice is a divergence with its options, at least two. Where perspectives do not
// differ but warn, the options are those of every decision.
func choice(d critique.Divergence) string {
	options := d.Options
	if len(options) == 0 {
		options = []string{"修订制品后重新讨论", "接受现状并继续推进"}
	}
	text := strings.TrimPrefix(chineseView(d), "- ")
	for i := range max(2, min(len(options), 'Z'-'A'+1)) {
		option := ""
		if i < len(options) {
			option = Inline(options[i])
		}
		text += fmt.Sprintf("\n   - 选项%c: %s", 'A'+i, option)
	}
	return text
}
