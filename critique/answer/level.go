package answer

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/internal/text/pattern"
)

var (
	// levelNames leads from words to the four levels, of severity and of risk alike.
	levelNames = look("levels")
	// groupNames leads from what a list of findings is called, such as "must fix", to their level.
	groupNames = look("groups")
	// holders are what an object may call the level that it holds.
	holders = look("holders")
)

var levels = []string{"low", "medium", "high", "critical"}

// level reads one of the four levels; of two that are named together the heavier
// counts, and the whole menu is no choice.
func level(text string) string {
	plain := plainName(text)
	for _, name := range []string{plain, chineseNouns.Replace(plain)} {
		if name, ok := levelNames()[name]; ok {
			return name
		}
	}
	named, heaviest := map[string]bool{}, -1
	for word := range strings.FieldsFuncSeq(notLevel.ReplaceAllString(text, " "), func(r rune) bool { return strings.ContainsRune(" -–/|,、()（）:：*~至到", r) }) {
		if name, ok := levelNames()[plainName(word)]; ok {
			named[name] = true
			heaviest = max(heaviest, slices.Index(levels, name))
		}
	}
	if heaviest < 0 || len(named) > 2 {
		return ""
	}
	return levels[heaviest]
}

var (
	// notLevel is a level that is denied.
	notLevel = pattern.New(`(?i)\b(?:not|no|non|never|nothing|isn['’]t|below|under)[ -](?:very |too |a |yet )?\pL+`)
	// chineseNouns are what a level is called beside itself where no space divides words.
	chineseNouns = strings.NewReplacer("风险", "", "等级", "", "级别", "", "程度", "", "整体", "", "总体", "", "属于", "", "为", "")
)

// riskLevel reads a level from what may be a word, a sentence, a list or an object.
// Of several the worst holds: nobody is reassured by the others.
func riskLevel(values ...any) (worst string) {
	for _, value := range values {
		said := ""
		switch value := value.(type) {
		case string:
			said = level(tidy(value, maxKey))
		case []any:
			said = riskLevel(value...)
		case map[string]any:
			said = riskLevel(named(value, holders())["level"]...)
		}
		worst = worse(worst, said)
	}
	return worst
}

func worse(a, b string) string {
	if slices.Index(levels, b) > slices.Index(levels, a) {
		return b
	}
	return a
}

func severity(level string) critique.Severity { return critique.Severity(strings.ToUpper(level)) }
