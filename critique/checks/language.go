package checks

import (
	"discussd/critique"
	"discussd/critique/pattern"
)

// words matches English words and phrases as a whole, and Chinese ones anywhere.
func words(english, chinese string) *pattern.Pattern {
	return pattern.New(`(?i)\b(?:` + english + `)\b|` + chinese)
}

var vague = words(`user[- ]friendly|easy to use|easily|fast|quick|quickly|rapid|rapidly|efficient|efficiently|robust|seamless|seamlessly|flexible|gracefully|appropriate|appropriately|reasonable|reasonably|adequate|adequately|sufficient|sufficiently|timely|significant|significantly|intuitive|smooth|smoothly|best practices?|high[- ]performance|highly available|performant|nice|good|well|modern|elegant|powerful|convenient`,
	`快速|高效|友好|易用|灵活|稳定可靠|良好|适当|合理|足够|尽快|及时|显著|流畅|美观|强大|高性能|高可用|智能化|便捷`)

// languageRules look at the wording of normative statements.
func languageRules() []rule {
	return []rule{
		spokenRule(Rule{
			ID: "LX-001", Perspective: quality, Severity: critique.Medium, Kind: "clarity",
			Title:     "a vague word without a measure",
			Message:   Text{"\"{1}\" has no measure", "“{1}” 没有可衡量标准"},
			Source:    "ISO 29148, INCOSE R7, QuARS vagueness",
			Violation: "## Acceptance Criteria\n\n- [ ] The search is fast and user-friendly\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The search is fast: P95 < 200 ms\n- [ ] The quick-reference card is shown\n\n## Background\n\nA fast search should please people.\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 搜索响应快速，界面友好\n", "## 验收标准\n\n- [ ] 搜索响应快速：95% 在 200 毫秒内\n- [ ] 打开“快速开始”页面\n\n## 背景\n\n搜索应快速。\n"},
		}, vague, vagueExcuse),
		spokenRule(Rule{
			ID: "LX-002", Perspective: quality, Severity: critique.Medium, Kind: "clarity",
			Title:     "an escape clause",
			Message:   Text{"escape clause \"{1}\"", "逃逸条款“{1}”"},
			Source:    "INCOSE R8, Femmer loopholes, QuARS optionality",
			Violation: "## Acceptance Criteria\n\n- [ ] The upload is resumed if possible\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The upload is resumed within 5 s\n\n## Notes\n\nTell us, if possible.\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 尽量恢复上传\n", "## 验收标准\n\n- [ ] 5 秒内恢复上传\n\n## 备注\n\n尽量早点反馈。\n"},
		}, words(`if possible|where possible|when possible|whenever possible|as possible|as appropriate|where appropriate|if appropriate|as needed|where needed|if needed|as required|if necessary|where necessary|when necessary|as necessary|to the extent (?:possible|practical|practicable)|where feasible|if feasible|as far as (?:possible|practicable)|if practical|best[- ]effort`,
			`尽量|尽可能|必要时|视情况|视需要|原则上|酌情|适时|条件允许`), compound),
		spokenRule(Rule{
			ID: "LX-003", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "a list that is not closed",
			Message:   Text{"list is not closed: {1}", "枚举未封闭：{1}"},
			Source:    "INCOSE R9, Femmer open-ended terms",
			Violation: "## Acceptance Criteria\n\n- [ ] Exports PDF, PNG etc. of each page\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] Exports PDF and PNG of each page\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 支持导出 PDF、PNG 等功能\n", "## 验收标准\n\n- [ ] 支持导出 PDF 和 PNG，等待不超过 5 秒\n"},
		}, words(`etc|and so on|and so forth|such as|including but not limited to|among others|and the like`, `等等|等功能|等操作|等内容|包括但不限于|之类|诸如`), nil),
		spokenRule(Rule{
			ID: "LX-004", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "an absolute nobody can verify",
			Message:   Text{"absolute \"{1}\" cannot be verified", "绝对化表述“{1}”无法验证"},
			Source:    "INCOSE R26 and R32",
			Violation: "## Acceptance Criteria\n\n- [ ] The service must always be reachable\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The service must be reachable 99.9% of a month\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 服务在任何情况下都必须可用\n", "## 验收标准\n\n- [ ] 服务每月可用率不低于 99.9%\n"},
		}, words(`always|never|at all times|under (?:all|any) circumstances|in (?:all|any) cases?|without exception`, `任何情况下|永远不?|绝对|百分之百|无一例外`), nil),
		spokenRule(Rule{
			ID: "LX-006", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "a comparison without a baseline",
			Message:   Text{"{1}: compared with what?", "{1}：缺少对比基线"},
			Source:    "ISO 29148, Femmer comparatives",
			Violation: "## Acceptance Criteria\n\n- [ ] Restoring must be faster\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] Restoring must be faster than the baseline of 9 min\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 恢复必须更快\n", "## 验收标准\n\n- [ ] 恢复必须比基线 9 分钟更快\n"},
		}, words(`better|faster|easier|quicker|smoother|simpler|cheaper|improved|more (?:efficient|reliable|stable|flexible|secure|responsive|intuitive|robust|accurate)`, `更好|更快|更高|更稳定|更低|更佳|更优|更流畅|提升体验|优化体验`), comparisonExcuse),
		spokenRule(Rule{
			ID: "LX-007", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "a superlative",
			Message:   Text{"superlative \"{1}\"", "最高级表述“{1}”"},
			Source:    "Femmer superlatives",
			Violation: "## Acceptance Criteria\n\n- [ ] The layout must be optimal\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The layout must fit in 320 px\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 布局必须最优\n", "## 验收标准\n\n- [ ] 布局必须适配 320 px 宽度\n"},
		}, words(`the best|optimal|optimum|state[- ]of[- ]the[- ]art|world[- ]class|cutting[- ]edge|industry[- ]leading|best[- ]in[- ]class|fastest|easiest|simplest`, `最佳|最优|最好|业界领先|一流|最先进|极致`), vagueExcuse),
		spokenRule(Rule{
			ID: "LX-010", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "a double negation",
			Message:   Text{"double negative \"{1}\"", "双重否定“{1}”"},
			Source:    "INCOSE R16",
			Violation: "## Acceptance Criteria\n\n- [ ] An upload must not fail to be logged\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] An upload must be logged within 5 s\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 用户不得不确认\n", "## 验收标准\n\n- [ ] 用户必须确认\n"},
		}, words(`(?:must|shall|should|will|can) ?not (?:fail to|be un\w+|be without|lack)|not un(?:less|likely|common|able|available)\w*|never without|not impossible|without (?:no|not|any lack)`, `不得不|不能不|不可不|不应不|非[^，。；]{1,8}不可`), nil),
		spokenRule(Rule{
			ID: "LX-011", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "and/or",
			Message:   Text{"\"{1}\" is ambiguous", "“{1}”有歧义"},
			Source:    "INCOSE R15 and R17",
			Violation: "## Acceptance Criteria\n\n- [ ] Notify by mail and/or SMS\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] Notify by mail or by SMS, or by both\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 通过邮件和/或短信通知\n", "## 验收标准\n\n- [ ] 通过邮件或短信通知\n"},
		}, words(`and ?/ ?or|or ?/ ?and`, `和/或|及/或|与/或|并/或`), nil),
		spokenRule(Rule{
			ID: "LX-013", Perspective: quality, Severity: critique.Low, Kind: "testability",
			Title:     "an indefinite quantity",
			Message:   Text{"{1}: how many?", "{1}：数量不明"},
			Source:    "INCOSE R7",
			Violation: "## Acceptance Criteria\n\n- [ ] The user must confirm several times\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The user must confirm 2 times\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 用户需确认若干次\n", "## 验收标准\n\n- [ ] 用户需确认 2 次\n"},
		}, words(`several|some|a few|many|numerous|a number of|a couple of|plenty of`, `若干|多个|一些|几个|许多|数个`), vagueExcuse),
		spokenRule(Rule{
			ID: "LX-015", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title:     "an ability where an action is meant",
			Message:   Text{"say what it does instead of \"{1}\"", "冗余的能力表述“{1}”"},
			Source:    "INCOSE R10",
			Violation: "## Acceptance Criteria\n\n- [ ] The system must be able to export PDF\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] The system must export PDF\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 系统必须具备导出 PDF 的能力\n", "## 验收标准\n\n- [ ] 系统必须导出 PDF\n"},
		}, words(`be able to|be capable of|(?:provide|have|has) the (?:ability|capability|capacity) (?:to|of|for)`, `能够支持|具备[^，。；]{1,12}能力|提供[^，。；]{1,8}的能力`), nil),
		spokenRule(Rule{
			ID: "LX-016", Perspective: quality, Severity: critique.Medium, Kind: "testability",
			Title:     "a time word without a bound",
			Message:   Text{"\"{1}\": give a bound", "“{1}”：给出时间界限"},
			Source:    "INCOSE R35",
			Violation: "## Acceptance Criteria\n\n- [ ] A change must be shown in real time\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] A change must be shown immediately, within 2 s\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 变更必须实时显示\n", "## 验收标准\n\n- [ ] 变更必须在 2 秒内实时显示\n"},
		}, words(`real[- ]?time|immediately|instantly|instantaneous|instantaneously|promptly|eventually|periodically|regularly|soon|without delay|on time`, `实时|立即|立刻|定期|尽早|马上|即时`), timeExcuse),
		spokenRule(Rule{
			ID: "LX-017", Perspective: quality, Severity: critique.Low, Kind: "testability",
			Title:     "an approximate value without tolerance",
			Message:   Text{"{1}: what tolerance?", "{1}：缺少容差"},
			Source:    "INCOSE R33",
			Violation: "## Acceptance Criteria\n\n- [ ] An index takes approximately 30 s\n",
			NearMiss:  "## Acceptance Criteria\n\n- [ ] An index takes 30 s ± 5 s\n",
			Chinese:   Example{"## 验收标准\n\n- [ ] 索引大约 30 秒完成\n", "## 验收标准\n\n- [ ] 索引在 30 秒内完成\n"},
		}, words(`about \d+|approximately|around \d+|roughly|nearly \d+|circa`, `大约|左右|大概|约\s*\d+|近似`), toleranceExcuse),
	}
}
