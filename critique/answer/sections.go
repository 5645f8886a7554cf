package answer

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/markup"
	"discussd/internal/text/pattern"
)

// section is the part of a prose answer under one heading or label.
type section struct {
	field    string            // what the heading names, such as fieldWeaknesses
	label    string            // the heading as it was written
	severity critique.Severity // of its entries, "" where the heading says nothing
	entries  []any
	title    string   // of the entry that the next lines describe
	titled   bool     // they do
	columns  []string // of the table that goes on
}

type sections []*section

var tableRule = pattern.New(`^\s*\|?[\s:|-]*-{2,}[\s:|-]*\|?\s*$`)

// readSections splits Markdown, YAML or labelled text into the sections that name a field of
// a critique. A table of severities needs no heading; what else stands outside is left out.
func readSections(text string) (all sections) {
	var open *section
	level := 0 // of the heading of the open one
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, " \t\r")
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "```") || tableRule.MatchString(line) {
			continue
		}
		depth := 0
		if marks := markup.Heading.FindStringSubmatch(line); marks != nil {
			depth = len(marks[1])
		}
		if found, rest := heading(line); found != nil {
			open, level, all = found, depth, append(all, found)
			if rest != "" {
				open = open.add(rest)
			}
			continue
		}
		if i+1 < len(lines) && strings.Contains(line, "|") && tableRule.MatchString(lines[i+1]) {
			columns := cellsOf(line)
			if open == nil && slices.ContainsFunc(columns, func(c string) bool { return partNames()[plainName(c)] == "severity" }) {
				open = &section{field: fieldWeaknesses}
				all = append(all, open)
			}
			if open != nil {
				open.columns = columns
			}
			continue
		}
		switch divides := depth > level && level > 0 || depth == 0 && boldLine.MatchString(line); {
		case open == nil:
		case divides && !(open.titled && isDetail(trimmed)):
			open.title, open.titled = strings.Trim(markup.Undecorated(line), " *:："), false
		case depth > 0:
			open = nil
		default:
			open = open.add(line)
		}
	}
	return all
}

// isValue tells whether a section holds one value, which ends it.
func (s *section) isValue() bool { return s.field == fieldRating || s.field == fieldRiskLevel }

// add appends a line and returns the section, nil where that ends it.
func (s *section) add(line string) *section {
	if strings.HasPrefix(strings.TrimSpace(line), "|") {
		s.append(s.row(line))
	} else {
		s.line(line)
	}
	if s.isValue() {
		return nil
	}
	return s
}

// line takes in a line that is an entry of its own, or the rest of the one above.
func (s *section) line(line string) {
	const longest = 4 * maxText // bytes; an entry is cut before that anyway
	mark := markup.Bullet.FindString(line)
	entry := strings.Trim(line[len(mark):], " \t")
	if s.title != "" && (mark == "" || isDetail(entry)) { // the lines below a title describe it
		s.append(s.title + ": " + entry)
		s.title, s.titled = "", true
		return
	}
	if mark != "" && !isDetail(entry) {
		s.title = "" // of a group: its entries follow
	}
	indented := line != strings.TrimLeft(line, " \t")
	if last := len(s.entries) - 1; last >= 0 && (s.titled || indented && (mark == "" || isDetail(entry))) {
		if above, isText := s.entries[last].(string); isText {
			if len(above) < longest {
				s.entries[last] = above + " " + entry
			}
			return
		}
	}
	s.append(entries(entry)...)
}

func (s *section) append(all ...any) {
	for _, entry := range all {
		if text, isText := entry.(string); !isText || !saysNothing(text) {
			s.entries = append(s.entries, entry)
		}
	}
}

// detail matches the name of a part of a finding at the beginning of a line.
var detail = pattern.New(`(?i)^[*_]*(severity|priority|level|description|details?|issue|problem|impact|evidence|quote|location|recommendation|recommended(?: \pL+)?|suggestion|(?:suggested|required|proposed) (?:fix|change)|fix|options?|next steps?|example|remediation|mitigation|category|likelihood|targets?|status|cvss|why|rationale|严重程度|严重性|级别|优先级|描述|说明|影响|证据|原文|位置|建议|修复建议|修改建议|类别|可能性)[*_]*\s*[:：]`)

func isDetail(text string) bool { return detail.MatchString(text) }

func cellsOf(line string) []string {
	var cells []string
	for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	return cells
}

// row reads a row of a table as an item, of which the columns name the parts.
func (s *section) row(line string) any {
	fields := map[string]any{}
	var about []string
	for i, cell := range cellsOf(line) {
		part := ""
		if i < len(s.columns) {
			part = partNames()[plainName(s.columns[i])]
		}
		switch {
		case slices.Contains([]string{"severity", "category", "quote", "likelihood", "impact"}, part):
			fields[part] = strings.Trim(cell, "*` ")
		case cell != "":
			about = append(about, cell)
		}
	}
	fields["text"] = strings.Join(about, " – ")
	return fields
}

func (all sections) values() map[string][]any {
	values := map[string][]any{}
	for _, s := range all {
		list := s.entries
		if s.severity != "" {
			list = weigh(list, s.severity)
		}
		values[s.field] = append(values[s.field], list...)
	}
	return values
}

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
