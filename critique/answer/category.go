package answer

import (
	"slices"
	"strings"

	"discussd/critique"
)

// categoryNames lists other words for the categories of points.
var categoryNames = index(func() map[string]string {
	return map[string]string{
		"completeness": "complete coverage gap missing 完整性 完整 覆盖 覆盖率 缺失",
		"consistency":  "consistent contradiction terminology 一致性 一致 矛盾 术语",
		"clarity":      "clear ambiguity ambiguous readability structure 清晰度 清晰性 清晰 歧义 明确性 可读性",
		"testability":  "test testing testable verifiability acceptance measurability 可测试性 可验证性 测试",
		"feasibility":  "feasible architecture technical complexity 可行性 架构 复杂度 技术",
		"performance":  "latency scalability speed capacity 性能 可扩展性 扩展性",
		"security":     "privacy compliance safety authentication 安全 安全性 隐私 合规",
		"risk":         "risks reliability resilience availability 风险 可靠性 可用性",
		"dependency":   "dependencies integration external 依赖 依赖性 集成",
		"scope":        "scoping boundary boundaries 范围 边界",
		"value":        "business market usability ux user 价值 业务 用户价值 市场 易用性",
		"traceability": "trace tracing 可追溯性 追溯性 可追踪性",
		"other":        "other general misc 其他 其它",
	}
})

// category maps what an answer calls a category to the closed list; what is not
// on it is "other".
func category(text string) string {
	plain := plainName(text)
	if slices.Contains(critique.Categories[:], plain) {
		return plain
	}
	if name, ok := categoryNames()[plain]; ok {
		return name
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" -_/|,&、", r) }) {
		word = plainName(word)
		if slices.Contains(critique.Categories[:], word) {
			return word
		}
		if name, ok := categoryNames()[word]; ok {
			return name
		}
	}
	return "other"
}
