package answer

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
)

// levelNames lists the words for the four levels, of severity and of risk alike.
var levelNames = index(func() map[string]string {
	return map[string]string{
		"critical": "critical blocker blocking fatal catastrophic extreme veryhigh showstopper p0 s0 严重 致命 特高 极高 极其严重 非常高 紧急 阻塞 灾难性 嚴重 極高",
		"high":     "high 高危 major serious severe important elevated significant substantial considerable p1 s1 高 较高 高级 高风险 重大 重要 较严重 較高 高風險",
		"medium":   "medium 中危 moderate med mid middle average normal p2 s2 中 中等 中度 中级 中风险 一般 普通 适中 中風險",
		"low":      "low 低危 lowest minor minimal trivial verylow info informational nit negligible p3 p4 s3 低 较低 低级 低风险 轻微 轻度 很低 次要 提示 輕微 較低 低風險",
	}
})

var levels = []string{"low", "medium", "high", "critical"}

// level reads one of the four levels; of two that are named together the heavier
// counts, and the whole menu is no choice.
func level(text string) (string, bool) {
	if name, ok := levelNames()[plainName(text)]; ok {
		return name, true
	}
	text = notLevel.ReplaceAllString(text, " ")
	named := map[string]bool{}
	heaviest := -1
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" -–/|,、()（）:：*~至到", r) }) {
		if name, ok := levelNames()[plainName(word)]; ok {
			named[name] = true
			heaviest = max(heaviest, slices.Index(levels, name))
		}
	}
	if heaviest < 0 || len(named) > 2 {
		return chineseLevel(text)
	}
	return levels[heaviest], true
}

// notLevel is a level that is denied.
var notLevel = pattern.New(`(?i)\b(?:not|no|non|never|nothing|isn['’]t|below|under)[ -](?:very |too |a |yet )?\pL+`)

// riskLevel reads a level from what may be a word, a sentence, a list or an object.
// Of several the worst holds: nobody is reassured by the others.
func riskLevel(values []any) string {
	worst := -1
	for _, value := range values {
		switch value := value.(type) {
		case string:
			if name, ok := level(tidy(value, maxKey)); ok {
				worst = max(worst, slices.Index(levels, name))
			}
		case []any:
			worst = max(worst, slices.Index(levels, riskLevel(value)))
		case map[string]any:
			for key, inner := range value {
				if levelKeys[plainName(key)] {
					worst = max(worst, slices.Index(levels, riskLevel([]any{inner})))
				}
			}
		}
	}
	if worst < 0 {
		return ""
	}
	return levels[worst]
}

// levelKeys are the keys under which an object names its level.
var levelKeys = map[string]bool{
	"level": true, "risklevel": true, "overall": true, "overalllevel": true, "overallrisk": true, "overallrisklevel": true, "value": true,
	"rating": true, "severity": true, "risk": true, "name": true, "label": true,
	"等级": true, "级别": true, "风险等级": true, "总体": true, "整体": true, "评级": true,
}

// chineseLevel reads compounds that no space divides, such as 中高.
func chineseLevel(text string) (string, bool) {
	const longest = 30 // bytes; what is longer is a sentence
	name := plainName(text)
	if len(name) > longest {
		return "", false
	}
	for _, noun := range []string{"风险", "等级", "级别", "程度", "整体", "总体", "属于", "为"} {
		name = strings.ReplaceAll(name, noun, "")
	}
	if level, ok := levelNames()[name]; ok {
		return level, true
	}
	switch name {
	case "中高", "中到高", "偏高", "中等偏高", "中偏高":
		return "high", true
	case "中低", "低中", "低到中", "中等偏低":
		return "medium", true
	}
	return "", false
}

func severity(text string) (critique.Severity, bool) {
	name, ok := level(text)
	return critique.Severity(strings.ToUpper(name)), ok
}
