package checks

import (
	"regexp"

	"discussd/critique"
)

// words matches English words and phrases as a whole, and Chinese ones anywhere.
func words(english, chinese string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + english + `)\b|` + chinese)
}

var vague = words(`user[- ]friendly|easy to use|easily|fast|quick|quickly|rapid|rapidly|efficient|efficiently|robust|seamless|seamlessly|flexible|gracefully|appropriate|appropriately|reasonable|reasonably|adequate|adequately|sufficient|sufficiently|timely|significant|significantly|intuitive|smooth|smoothly|best practices?|high[- ]performance|highly available|performant|nice|good|well|modern|elegant|powerful|convenient`,
	`快速|高效|友好|易用|灵活|稳定可靠|良好|适当|合理|足够|尽快|及时|若干|显著|流畅|美观|强大|高性能|高可用|智能化|便捷`)

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
	}
}
