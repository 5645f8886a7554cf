package answer

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/relevance"
	"discussd/internal/text/pattern"
)

// kinds leads from the labels of Conventional Comments and their like to the list that
// each belongs to.
var kinds = look("labels")

// readLabel reads the inside of a label: levels, kinds and categories beside them,
// and nothing else.
func readLabel(text string) (l label, ok bool) {
	text = strings.Trim(text, " *_`:：")
	if severity := severityOf(text); severity != "" && kinds()[plainName(text)] == "" {
		l.severity = severity
		return l, true
	}
	known := false
	levels := map[string]bool{}
	for piece := range strings.FieldsFuncSeq(text, isDivider) {
		piece = strings.TrimSpace(piece)
		name := plainName(piece)
		switch level, isLevel := labelLevel(piece); {
		case name == "":
		case isLevel:
			l.weigh(level)
			levels[level], known = true, true
		case name == "nonblocking" || name == "ifminor" || name == "非阻塞" || name == "不阻塞":
			l.severity, known = critique.Low, true
		case kinds()[name] != "":
			l.field, known = kinds()[name], true
		case !isTag(piece):
			return label{}, false
		}
	}
	if l.field == fieldSuggestions && l.severity.Weight() >= critique.High.Weight() {
		l.field = fieldWeaknesses // a suggestion that blocks is none
	}
	return l, known && len(levels) <= 2 // else it lists the levels
}

func isDivider(r rune) bool {
	return strings.ContainsRune("[]()（）【】/|,，、;；:：·•+–—", r) || r == '\t'
}

// labelNouns are what a level may be called beside itself.
var labelNouns = pattern.New(`(?i)^\s*(?:severity|priority|sev|level|risk)?\s*[:：=]?\s*(.+?)(?:[\s-]*(?:severity|priority|risks?|issues?|findings?|problems?|concerns?|gaps?|weakness(?:es)?|defects?|bugs?|level|优先级|级别|级|风险|问题|缺陷|不足|项|等级|程度))*\s*$`)

var calledLevel = pattern.New(`severity|priority|block`)

var chineseNoun = pattern.New(`^(?:严重程度|严重性|严重级别|优先级|级别|等级)\s*[:：为]?\s*`)

// vague are words for a level that say another thing just as often.
const vagueLevels = " average normal mid middle extreme 普通 适中 s0 s1 s2 s3 "

// labelLevel reads a level that is all that a label says.
func labelLevel(text string) (level string, ok bool) {
	const longest = 60
	if len(text) > longest {
		return "", false
	}
	text = chineseNoun.ReplaceAllString(strings.Trim(text, " *_`!！"), "")
	parts := labelNouns.FindStringSubmatch(text)
	if parts == nil {
		return "", false
	}
	name := plainName(parts[1])
	if strings.Contains(vagueLevels, " "+name+" ") {
		return "", false
	}
	level, ok = levelNames()[name]
	return level, ok
}

// isTag tells whether a label says what a text is about: an ID, a number or a category.
func isTag(text string) bool {
	text = strings.Trim(text, " *_`")
	if relevance.Identifier.FindString(text) == text && text != "" {
		return true
	}
	name := plainName(text)
	if strings.Trim(name, "0123456789") == "" {
		return true
	}
	_, known := categoryNames()[name]
	return known || slices.Contains(critique.Categories[:], name)
}

// categoryNames leads from other words to the categories of points.
var categoryNames = look("categories")

// category maps what an answer calls a category to the closed list; what is not
// on it is "other".
func category(text string) string {
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
