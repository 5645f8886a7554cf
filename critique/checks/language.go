package checks

import (
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
)

// languageRules look at the wording of normative statements.
func languageRules() []rule {
	return []rule{
		spokenRule(Rule{
			ID: "LX-001", Perspective: quality, Severity: critique.Medium, Kind: "clarity",
			Title:     "a vague word without a measure",
			Message:   Text{"\"{1}\" has no measure", "“{1}”没有可衡量的标准"},
			Source:    "ISO 29148, INCOSE R7, QuARS vagueness",
			Violation: "## Acceptance Criteria\n\n- [ ] The search is fast and user-friendly\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The search is fast: P95 < 200 ms\n- [ ] The quick-reference card is shown\n\n## Background\n\nA fast search should please people.\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 搜索响应快速，界面友好\n", "## 验收标准\n\n- [ ] 搜索响应快速：95% 在 200 毫秒内\n- [ ] 打开“快速开始”页面\n\n## 背景\n\n搜索应快速。\n"},
		}, vague, vagueExcuse, vaguePhrases...),
		spokenRule(Rule{
			ID: "LX-002", Perspective: quality, Severity: critique.Medium, Kind: "clarity",
			Title:     "an escape clause",
			Message:   Text{"escape clause \"{1}\"", "“{1}”给要求留了退路"},
			Source:    "INCOSE R8, Femmer loopholes, QuARS optionality",
			Violation: "## Acceptance Criteria\n\n- [ ] The upload is resumed if possible\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The upload is resumed within 5 s\n\n## Notes\n\nTell us, if possible.\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 尽量恢复上传\n", "## 验收标准\n\n- [ ] 5 秒内恢复上传\n\n## 备注\n\n尽量早点反馈。\n"},
		}, escape, escapeExcuse, loopholes...),
		spokenRule(Rule{
			ID: "LX-003", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "a list that is not closed",
			Message:   Text{"list is not closed: {1}", "枚举未封闭：{1}"},
			Source:    "INCOSE R9, Femmer open-ended terms",
			Violation: "## Acceptance Criteria\n\n- [ ] Exports PDF, PNG etc. of each page\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] Exports PDF and PNG of each page\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 支持导出 PDF、PNG 等功能\n", "## 验收标准\n\n- [ ] 支持导出 PDF 和 PNG，等待不超过 5 秒\n"},
		}, openEnded, closedExcuse, openings...),
		spokenRule(Rule{
			ID: "LX-004", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "an absolute nobody can verify",
			Message:   Text{"absolute \"{1}\" cannot be verified", "绝对化表述“{1}”无法验证"},
			Source:    "INCOSE R26 and R32",
			Violation: "## Acceptance Criteria\n\n- [ ] The service must always be reachable\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The service must be reachable 99.9% of a month\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 服务在任何情况下都必须可用\n", "## 验收标准\n\n- [ ] 服务每月可用率不低于 99.9%\n"},
		}, absolute, absoluteExcuse, wholes...),
		spokenRule(Rule{
			ID: "LX-006", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "a comparison without a baseline",
			Message:   Text{"{1}: compared with what?", "{1}：缺少对比基线"},
			Source:    "ISO 29148, Femmer comparatives",
			Violation: "## Acceptance Criteria\n\n- [ ] Restoring must be faster\n- [ ] Listing must be faster than before\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] Restoring must be faster than the baseline of 9 min\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 恢复必须比以前更快\n", "## 验收标准\n\n- [ ] 恢复必须比基线 9 分钟更快\n"},
		}, comparative, comparisonExcuse, comparisons...),
		spokenRule(Rule{
			ID: "LX-007", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "a superlative",
			Message:   Text{"superlative \"{1}\"", "最高级表述“{1}”"},
			Source:    "Femmer superlatives",
			Violation: "## Acceptance Criteria\n\n- [ ] The layout must be optimal\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The layout must fit in 320 px\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 布局必须最优\n", "## 验收标准\n\n- [ ] 布局必须适配 320 px 宽度\n"},
		}, superlative, vagueExcuse, extremes...),
		spokenRule(Rule{
			ID: "LX-010", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "a double negation",
			Message:   Text{"double negative \"{1}\"", "双重否定“{1}”"},
			Source:    "INCOSE R16",
			Violation: "## Acceptance Criteria\n\n- [ ] An upload must not fail to be logged\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] An upload must be logged within 5 s\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 用户不得不确认\n", "## 验收标准\n\n- [ ] 用户必须确认\n"},
		}, doubleNegative, nil, phrase{words: doubleDenial}),
		{Rule: Rule{
			ID: "LX-011", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "and/or, or a slash between alternatives",
			Message:   Text{"\"{1}\" is ambiguous", "“{1}”有歧义"},
			Source:    "INCOSE R15 and R17",
			Violation: "## Acceptance Criteria\n\n- [ ] Notify by mail and/or SMS\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] Notify by mail or by SMS, or by both\n- [ ] The file must be open for read/write over TCP/IP\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 通过邮件和/或短信通知\n", "## 验收标准\n\n- [ ] 通过邮件或短信通知\n"},
		}, on: speaking, look: ambiguousAlternatives},
		spokenRule(Rule{
			ID: "LX-013", Perspective: quality, Severity: critique.Low, Kind: "testability",
			Title:     "an indefinite quantity",
			Message:   Text{"{1}: how many?", "{1}：数量不明"},
			Source:    "INCOSE R7",
			Violation: "## Acceptance Criteria\n\n- [ ] The user must confirm several times\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The user must confirm 2 times\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 用户需确认若干次\n", "## 验收标准\n\n- [ ] 用户需确认 2 次\n"},
		}, indefinite, countedExcuse, phrase{fewOrMany, countedExcuse}),
		spokenRule(Rule{
			ID: "LX-015", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "an ability where an action is meant",
			Message:   Text{"say what it does instead of \"{1}\"", "“{1}”只说能力，应直接写行为"},
			Source:    "INCOSE R10",
			Violation: "## Acceptance Criteria\n\n- [ ] The system must be able to export PDF\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The system must export PDF\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 系统必须具备导出 PDF 的能力\n", "## 验收标准\n\n- [ ] 系统必须导出 PDF\n"},
		}, ability, negatedAbility, phrase{possibility, negatedAbility}),
		spokenRule(Rule{
			ID: "LX-016", Perspective: quality, Severity: critique.Medium, Kind: "testability",
			Title:     "a time word without a bound",
			Message:   Text{"\"{1}\": give a bound", "“{1}”没有时间界限"},
			Source:    "INCOSE R35",
			Violation: "## Acceptance Criteria\n\n- [ ] A change must be shown in real time\n- [ ] After 3 errors, the account must be locked for a while\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] A change must be shown immediately, within 2 s\n- [ ] The page must tell the user to try again in a while\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 调取一天的日志，系统必须稍后输出第一行\n", "## 验收标准\n\n- [ ] 变更必须在 2 秒内实时显示\n- [ ] 系统必须提示用户稍后重试\n"},
		}, untimed, timeExcuse, phrase{moments, timeExcuse}),
		spokenRule(Rule{
			ID: "LX-017", Perspective: quality, Severity: critique.Low, Kind: "testability",
			Title:     "an approximate value without tolerance",
			Message:   Text{"{1}: what tolerance?", "{1}：缺少容差"},
			Source:    "INCOSE R33",
			Violation: "## Acceptance Criteria\n\n- [ ] An index takes approximately 30 s\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] An index takes 30 s ± 5 s\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 索引大约 30 秒完成\n", "## 验收标准\n\n- [ ] 索引在 30 秒内完成\n"},
		}, approximate, toleranceExcuse, phrase{nearly, toleranceExcuse}),
	}
}

// ambiguousAlternatives looks for "and/or", and in obligations for a slash where
// "or" is meant.
func ambiguousAlternatives(s *session, d *document.Document, hit hit) bool {
	all := s.statements(d)
	for _, st := range all {
		for _, m := range andOr.FindAllStringIndex(st.text, 8) {
			hit(d, st.span(m), st.text[m[0]:m[1]])
		}
		if !strings.Contains(st.text, "/") || !modal.MatchString(st.text) {
			continue
		}
		for _, m := range oblique.FindAllStringSubmatchIndex(st.text, 8) {
			at := m[2:4]
			if at[0] < 0 {
				at = m[4:6]
			}
			if before := st.text[:at[0]]; strings.Count(before, "(") > strings.Count(before, ")") {
				continue // an aside lists what there is, and demands nothing
			}
			if text := st.text[at[0]:at[1]]; !obliqueTerm.MatchString(text) && !andOr.MatchString(text) {
				hit(d, st.span(at), text)
			}
		}
	}
	return len(all) > 0
}
