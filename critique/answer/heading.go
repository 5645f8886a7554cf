package answer

import (
	"strings"

	"discussd/critique/answer/markup"
	"discussd/internal/text/pattern"
)

var (
	boldLine   = pattern.New(`^\s*\*\*[^*]+\*\*:?\s*$`)
	afterwards = pattern.New(`\s*[（(][^()（）]{0,20}[)）]\s*$`)
)

// heading reads a line as the name of a field, alone or before a colon, and the text behind the colon.
func heading(line string) (found *section, rest string) {
	const longest = 4096
	if len(line) > longest {
		return nil, ""
	}
	mark := strings.TrimSpace(markup.Bullet.FindString(line))
	text := markup.Undecorated(line)
	label, rest, colon := strings.Cut(strings.Replace(text, "：", ":", 1), ":")
	if inside, behind, brackets := strings.Cut(text, "】"); brackets {
		label, rest = inside, behind
	}
	whole := strings.Trim(label, " *_`【】")
	rest = strings.Trim(rest, " *_`:：")
	isHeading := markup.Heading.MatchString(line)
	found = &section{label: afterwards.ReplaceAllString(whole, "")}
	known := false
	if found.field, known = fieldNames()[plainName(found.label)]; !known && (isHeading || mark == "" || rest == "") {
		alone := isHeading || rest == "" && (colon || boldLine.MatchString(line) || strings.HasSuffix(strings.TrimSpace(line), "**"))
		if weight, _ := weightOf(whole); alone && weight != "" {
			found.field, found.severity, known = fieldWeaknesses, weight, true
		}
	}
	if !known && isHeading {
		found.field, rest = announced(text), ""
		known = found.field != ""
	}
	isEntry := strings.HasPrefix(mark, "-") || strings.HasPrefix(mark, "*") // unless it only announces or rates
	if !known || isEntry && rest != "" && !found.isValue() {
		return nil, ""
	}
	return found, rest
}

// cues tell what a heading announces that is no name of a field. The first that matches counts.
var cues = []struct {
	field string
	cue   *pattern.Pattern
}{
	{fieldQuestions, pattern.New(`(?i)\bquestions?\b|疑问`)},
	{fieldWeaknesses, pattern.New(`(?i)\b(weakness(es)?|issues?|concerns?|gaps?|problems?|blockers?|shortcomings?|deficienc(y|ies)|findings|warnings|defects)\b|不足|缺陷|缺点|问题|警告`)},
	{fieldSuggestions, pattern.New(`(?i)\b(recommend\w*|suggest\w*|improvements?|actions?)\b|建议`)},
	{fieldStrengths, pattern.New(`(?i)\b(strengths?|positives?)\b|优点|优势|亮点`)},
}

func announced(text string) (field string) {
	for _, c := range cues {
		if c.cue.MatchString(text) {
			return c.field
		}
	}
	return ""
}
