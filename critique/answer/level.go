package answer

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
)

// levelNames leads from words to the four levels, of severity and of risk alike.
var levelNames = look("levels")

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
