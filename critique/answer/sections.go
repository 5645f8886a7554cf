package answer

import (
	"slices"
	"strings"
	"unicode"

	"discussd/critique"
	"discussd/critique/pattern"
)

// section is the part of a prose answer under one heading or label.
type section struct {
	field   string // what the heading names, such as fieldWeaknesses
	label   string // the heading as it was written
	entries []any
}

type sections []section

var (
	hashes     = pattern.New(`^\s{0,3}(#{1,6})\s+`)
	numbering  = pattern.New(`^\s*(?:\(?\d{1,2}[.)、]|[一二三四五六七八九十]{1,3}、|[（(][一二三四五六七八九十\d]{1,3}[)）])\s*`)
	tableRule  = pattern.New(`^\s*\|?[\s:|-]*-{2,}[\s:|-]*\|?\s*$`)
	boldLine   = pattern.New(`^\s*\*\*[^*]+\*\*:?\s*$`)
	afterwards = pattern.New(`\s*[（(][^()（）]{0,20}[)）]\s*$`)
)

// readSections splits Markdown, YAML or labelled text into the sections that
// name a field of a critique; everything else is left out.
func readSections(text string) sections {
	var all sections
	open, level := false, 0 // whether the last section goes on, and the level of its heading
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, " \t\r")
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "```") || tableRule.MatchString(line) {
			continue
		}
		depth := 0
		if marks := hashes.FindStringSubmatch(line); marks != nil {
			depth = len(marks[1])
		}
		if field, label, rest, ok := heading(line); ok {
			all = append(all, section{field: field, label: label})
			open, level = true, depth
			if rest != "" {
				all[len(all)-1].entries = entries(rest)
			}
			continue
		}
		switch {
		case depth > 0:
			open = open && level > 0 && depth > level // a deeper heading divides the section
		case !open || boldLine.MatchString(line):
		case i+1 < len(lines) && tableRule.MatchString(lines[i+1]): // the head of a table
		default:
			all[len(all)-1].add(line)
		}
	}
	return all
}

// add appends a line: an entry of its own, or the rest of the one above.
func (s *section) add(line string) {
	if strings.HasPrefix(strings.TrimSpace(line), "|") {
		line = tableRow(line)
	}
	mark := bullet.FindString(line)
	entry := strings.Trim(line[len(mark):], " \t")
	if last := len(s.entries) - 1; mark == "" && last >= 0 && startsIndented(line) {
		const longest = 4 * maxText // bytes; an entry is cut before that anyway
		if above, isText := s.entries[last].(string); isText && len(above) < longest {
			s.entries[last] = above + " " + entry
		}
		return
	}
	s.entries = append(s.entries, entries(entry)...)
}

func startsIndented(line string) bool { return line != strings.TrimLeft(line, " \t") }

func tableRow(line string) string {
	var cells []string
	for cell := range strings.SplitSeq(line, "|") {
		if cell = strings.TrimSpace(cell); cell != "" {
			cells = append(cells, cell)
		}
	}
	return strings.Join(cells, " – ")
}

// heading reads a line as the name of a field, alone or before a colon.
func heading(line string) (field, label, rest string, ok bool) {
	const longest = 4096
	if len(line) > longest {
		return "", "", "", false
	}
	mark := bullet.FindString(line)
	text := undecorated(line)
	label, rest, _ = strings.Cut(strings.Replace(text, "：", ":", 1), ":")
	if close := strings.IndexRune(text, '】'); close >= 0 {
		label, rest = text[:close], text[close+len("】"):]
	}
	label = afterwards.ReplaceAllString(strings.Trim(label, " *_`【】"), "")
	rest = strings.Trim(rest, " *_`:：")
	field, known := fieldNames()[plainName(label)]
	if !known && hashes.MatchString(line) {
		field, known = headingField(text)
	}
	switch {
	case !known:
		return "", "", "", false
	case strings.HasPrefix(strings.TrimSpace(mark), "-") || strings.HasPrefix(strings.TrimSpace(mark), "*"):
		// A bullet is an entry, unless it only announces or rates.
		ok = rest == "" || field == fieldRating || field == fieldRiskLevel
	default:
		ok = true
	}
	return field, label, rest, ok
}

// headingCues tell what a heading announces that is no name of a field, such as
// "Critical Issues to Fix". One that announces several is read as the first.
var headingCues = []struct {
	field string
	cue   *pattern.Pattern
}{
	{fieldQuestions, pattern.New(`(?i)\bquestions?\b|疑问`)},
	{fieldWeaknesses, pattern.New(`(?i)\b(weakness(es)?|issues?|concerns?|gaps?|problems?|blockers?|shortcomings?|deficienc(y|ies))\b|不足|缺陷|缺点|问题`)},
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

// undecorated strips a line of Markdown, numbering and symbols before its words.
func undecorated(line string) string {
	line = strings.TrimLeft(line, " \t#>")
	line = line[len(bullet.FindString(line)):]
	line = strings.TrimLeft(line, "* _")
	line = numbering.ReplaceAllString(line, "")
	line = strings.TrimLeftFunc(line, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '【'
	})
	return strings.TrimSpace(line)
}

// names tells whether a section is about a field, even if it says that there is nothing.
func (all sections) names(field string) bool {
	return slices.ContainsFunc(all, func(s section) bool { return s.field == field })
}

// fill puts what the sections say into a critique.
func (all sections) fill(c *critique.Critique) {
	values := map[string][]any{}
	for _, s := range all {
		values[s.field] = append(values[s.field], s.entries...)
	}
	c.Strengths, _ = points(values[fieldStrengths], critique.Low)
	c.Weaknesses, _ = points(values[fieldWeaknesses], critique.Medium)
	c.Suggestions, _ = points(values[fieldSuggestions], critique.Low)
	c.OpenQuestions, _ = points(values[fieldQuestions], critique.Low)
	c.MissingRequirements = requirements(values[fieldMissing])
	c.Extra.Risks = risks(values[fieldRisks])
	c.Extra.TestabilityIssues = requirements(values[fieldTestability])
	c.Extra.AssumptionsToValidate = requirements(values[fieldAssumptions])
	c.Extra.Dependencies = requirements(values[fieldDependencies])
	c.Understanding = understanding(values)
	c.KeyFinding = words(first(values[fieldKeyFinding]), maxKey)
	c.RiskLevel, _ = level(words(first(values[fieldRiskLevel]), maxKey))
}
