package answer

import (
	"strings"

	"discussd/critique"
	"discussd/critique/answer/markup"
	"discussd/internal/text/pattern"
)

// heading reads a line as the name of a field, alone or before a colon.
func heading(line string) (found section, rest string, ok bool) {
	const longest = 4096
	if len(line) > longest {
		return section{}, "", false
	}
	mark := markup.Bullet.FindString(line)
	text := markup.Undecorated(line)
	label, rest, colon := strings.Cut(strings.Replace(text, "：", ":", 1), ":")
	if close := strings.IndexRune(text, '】'); close >= 0 {
		label, rest = text[:close], text[close+len("】"):]
	}
	isHeading := markup.Heading.MatchString(line)
	whole := strings.Trim(label, " *_`【】")
	label = afterwards.ReplaceAllString(whole, "")
	rest = strings.Trim(rest, " *_`:：")
	found.label = label
	known := false
	if found.field, known = fieldNames()[plainName(label)]; !known && (isHeading || mark == "" || rest == "") {
		alone := isHeading || rest == "" && (colon || boldLine.MatchString(line) || strings.HasSuffix(strings.TrimSpace(line), "**"))
		found.severity = severityOf(whole)
		if alone && found.severity == "" {
			if level, is := labelLevel(label); is && level != "" && isLevelWord(strings.TrimSpace(levelSuffix.ReplaceAllString(label, ""))) {
				found.severity = critique.Severity(strings.ToUpper(level))
			}
		}
		if known = found.severity != "" && (alone || colon && kinds()[plainName(label)] == ""); known {
			found.field = fieldWeaknesses
		}
	}
	if !known && isHeading {
		found.field, known = headingField(text)
		rest = ""
	}
	switch {
	case !known:
		return section{}, "", false
	case strings.HasPrefix(strings.TrimSpace(mark), "-") || strings.HasPrefix(strings.TrimSpace(mark), "*"):
		// A bullet is an entry, unless it only announces or rates.
		ok = rest == "" || found.field == fieldRating || found.field == fieldRiskLevel
	default:
		ok = true
	}
	return found, rest, ok
}

// levelSuffix is what may stand behind a level that is a heading.
var levelSuffix = pattern.New(`(?i)[\s-]*(?:severity|priority|优先级|级别|级)$`)

// headingCues tell what a heading announces that is no name of a field, such as
// "Critical Issues to Fix". One that announces several is read as the first.
var headingCues = []struct {
	field string
	cue   *pattern.Pattern
}{
	{fieldQuestions, pattern.New(`(?i)\bquestions?\b|疑问`)},
	{fieldWeaknesses, pattern.New(`(?i)\b(weakness(es)?|issues?|concerns?|gaps?|problems?|blockers?|shortcomings?|deficienc(y|ies)|findings|warnings|defects)\b|不足|缺陷|缺点|问题|警告`)},
	{fieldSuggestions, pattern.New(`(?i)\b(recommend\w*|suggest\w*|improvements?|actions?)\b|建议`)},
	{fieldStrengths, pattern.New(`(?i)\b(strengths?|positives?)\b|优点|优势|亮点`)},
}

func headingField(text string) (field string, known bool) {
	for _, c := range headingCues {
		if c.cue.MatchString(text) {
			return c.field, true
		}
	}
	return "", false
}
