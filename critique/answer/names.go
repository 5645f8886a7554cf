package answer

import (
	"strings"
	"sync"

	"discussd/critique/answer/lenient"
	"discussd/internal/text/terms"
)

// The fields of a critique, under the names a prompt asks for.
const (
	fieldRating       = "rating"
	fieldStrengths    = "strengths"
	fieldWeaknesses   = "weaknesses"
	fieldSuggestions  = "suggestions"
	fieldQuestions    = "open_questions"
	fieldRiskLevel    = "risk_level"
	fieldMissing      = "missing_requirements"
	fieldKeyFinding   = "key_finding"
	fieldRisks        = "risks"
	fieldTestability  = "testability_issues"
	fieldAssumptions  = "assumptions_to_validate"
	fieldDependencies = "dependencies"
	fieldLevels       = "levels"   // lists of weaknesses under the names of severities
	fieldComments     = "comments" // of a prose review, which tell themselves what they are

	fieldUnderstanding = "updated_understanding" // may hold the first three of:
	fieldConfirmed     = "confirmed"
	fieldCorrected     = "corrected"
	fieldInsights      = "new_insights"
	fieldFindings      = "new_findings"
	fieldNewQuestions  = "new_questions"
)

// fieldNames lists, for each field, the other names that models give it. They
// are compared as plainName leaves them. Names of lists are plurals: a singular
// is a field of an item.
var fieldNames = index(func() map[string]string {
	return map[string]string{
		fieldRating:       "rating overallrating finalrating overall score totalscore ratingoverall overallscore finalscore 评分 總評分 评级 评价分数 总体评分 总评分 综合评分 整体评分 最终评分 打分 得分 分数 总分 星级 評分 整體評分",
		fieldStrengths:    "strengths keystrengths mainstrengths strongpoints pros positives advantages whatworks 优点 优势 亮点 长处 優點 優勢 亮點",
		fieldWeaknesses:   "weaknesses keyweaknesses mainweaknesses weakpoints cons negatives areasforimprovement issues keyissues concerns problems findings reviewfindings gapsfound warnings defects shortcomings deficiencies negativepoints reviewcomments 不足 缺点 弱点 问题 缺陷 劣势 不足之处 存在的问题 主要问题 发现的问题 问题列表 问题清单 发现 警告 缺点与不足 不足与问题 缺點 弱點 問題 不足之處",
		fieldSuggestions:  "suggestions recommendations improvements suggestedimprovements 建议 改进建议 改进 优化建议 修改建议 建議 改進建議",
		fieldQuestions:    "openquestions questions unresolvedquestions 开放问题 开放性问题 待解决问题 待确认问题 疑问 未决问题 開放問題",
		fieldRiskLevel:    "risklevel overallrisklevel overallrisk risklevels riskrating riskassessment 风险等级 风险级别 风险水平 总体风险 整体风险 总体风险等级 整体风险等级 風險等級",
		fieldMissing:      "missingrequirements missingreqs requirementsmissing missing gaps coveragegaps uncoveredrequirements 缺失需求 缺失的需求 遗漏需求 遗漏的需求 缺少的需求 需求缺失 未覆盖需求 覆盖缺口 缺失需求",
		fieldKeyFinding:   "keyfinding mainfinding keyfindings summary overallassessment 关键发现 核心发现 主要发现 总结 总评 總結",
		fieldRisks:        "risks identifiedrisks 风险 风险列表 風險",
		fieldTestability:  "testabilityissues 可测试性问题",
		fieldAssumptions:  "assumptionstovalidate assumptions 待验证假设 假设",
		fieldDependencies: "dependencies 依赖 依赖项 依賴",

		fieldUnderstanding: "updatedunderstanding currentunderstanding understanding 更新的理解 当前理解",
		fieldConfirmed:     "confirmed established 已确认 确认 已確認",
		fieldCorrected:     "corrected corrections clarified 已修正 修正 已纠正 纠正 已修正",
		fieldInsights:      "newinsights insights keyinsights 新见解 新洞察 新认识 洞察 新見解",
		fieldFindings:      "newfindings 新发现 新發現",
		fieldNewQuestions:  "newquestions 新问题 新問題",
	}
})

// partNames does the same for what an item of a list is made of.
var partNames = index(func() map[string]string {
	return map[string]string{
		"title":      "title name heading 标题 名称 標題",
		"text":       "text description point issue content detail details finding message comment statement explanation observation weakness strength question requirement claim risk 内容 描述 说明 问题 要点 详情 需求 風險 内容描述 风险",
		"remedy":     "suggestion suggestions suggestedfix suggestedchange fix proposedfix recommendation recommendations recommendedfix recommendedaction remedy remediation resolution howtofix 建议 修改建议 改进建议 修复建议 整改建议 解决方案 解决办法",
		"category":   "category type area dimension 类别 分类 类型 維度 维度",
		"severity":   "severity priority importance level risklevel severitylevel grade criticality 等级 级别 严重程度 严重性 严重级别 优先级 嚴重程度",
		"targets":    "targets target refs references affects ids id requirementid 目标 对象 涉及 目标需求 编号",
		"quote":      "quote evidence excerpt citation 引用 引文 原文 证据",
		"likelihood": "likelihood probability 可能性 概率",
		"impact":     "impact effect 影响",
		"mitigation": "mitigation mitigations response 缓解 缓解措施 应对措施",
	}
})

// index turns name lists into a look-up from each plain name.
func index(lists func() map[string]string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		names := map[string]string{}
		for field, list := range lists() {
			for name := range strings.FieldsSeq(list) {
				names[plainName(name)] = field
			}
		}
		return names
	})
}

// plainName is the folded form of a key or heading, "" of a text too long to be one.
func plainName(name string) string {
	const longest = 200 // bytes
	if len(name) > longest {
		return ""
	}
	return terms.Folded(name)
}

// named collects the values of an object under the names of a look-up, the
// value of the exact name first.
func named(fields map[string]any, names map[string]string) map[string][]any {
	values := map[string][]any{}
	for _, key := range sortedKeys(fields) {
		name, known := names[plainName(key)]
		switch {
		case !known:
		case key == name:
			values[name] = append([]any{fields[key]}, values[name]...)
		default:
			values[name] = append(values[name], fields[key])
		}
	}
	return values
}

// shape returns what tells whether an object is the answer that was asked for.
func (e Expect) shape() lenient.Shape {
	lists := []string{fieldStrengths, fieldWeaknesses, fieldSuggestions, fieldQuestions, fieldMissing, fieldRiskLevel}
	switch {
	case e.Rulings:
		return holdsRulings
	case e.Understanding:
		return isUnderstanding
	case e.Risks: // elsewhere any JSON document may hold them
		lists = append(lists, fieldRisks)
	}
	return func(fields map[string]any) bool { return isCritique(fields, lists) }
}

// isCritique tells whether an object has the shape of a critique: a rating, or two
// of the lists of points, not just some field that other objects have too.
func isCritique(fields map[string]any, lists []string) bool {
	has := given(fields)
	points := 0
	for _, field := range lists {
		if has[field] {
			points++
		}
	}
	if has[fieldLevels] {
		points++
	}
	return points >= 2 || has[fieldRating] || has[fieldWeaknesses]
}

// given returns which fields an object has.
func given(fields map[string]any) map[string]bool {
	has := map[string]bool{}
	for key, value := range fields {
		has[fieldNames()[plainName(key)]] = true
		switch _, isList := value.([]any); {
		case !isList && value != nil && !isGroup(value): // a count of them, say
		case severityOf(key) != "":
			has[fieldWeaknesses] = true
		case isList && isLevelWord(key):
			has[fieldLevels] = true
		}
	}
	return has
}
