package answer

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/answer/markup"
	"discussd/internal/text/pattern"
	"discussd/internal/text/terms"
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

type sections []section

var (
	tableRule  = pattern.New(`^\s*\|?[\s:|-]*-{2,}[\s:|-]*\|?\s*$`)
	boldLine   = pattern.New(`^\s*\*\*[^*]+\*\*:?\s*$`)
	afterwards = pattern.New(`\s*[（(][^()（）]{0,20}[)）]\s*$`)
)

// readSections splits Markdown, YAML or labelled text into the sections that
// name a field of a critique. Of everything else only the lines stay that say how
// much they weigh or what they are, as the comments of a review do.
func readSections(text string) sections {
	var all sections
	open, level := false, 0 // whether the last section goes on, and the level of its heading
	var columns []string    // of a table outside of any section
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
		found, rest, ok := heading(line)
		if !ok && announces(lines, i) {
			found, rest, ok = heading(trimmed + ":")
		}
		if ok {
			all = append(all, found)
			open, level, columns = rest == "" || !found.isValue(), depth, nil
			if rest != "" {
				all[len(all)-1].add(rest)
			}
			continue
		}
		isHead := i+1 < len(lines) && strings.Contains(line, "|") && tableRule.MatchString(lines[i+1])
		switch {
		case isHead && open:
			all[len(all)-1].columns = cellsOf(line)
		case isHead:
			columns = cellsOf(line)
		case depth > 0 && open && level > 0 && depth > level, open && boldLine.MatchString(line) && !(all[len(all)-1].titled && isDetail(strings.TrimSpace(line))): // it divides the section
			all[len(all)-1].divide(line)
		case depth > 0:
			open = false
			columns = nil
		case open && all[len(all)-1].field != fieldKeyFinding:
			all[len(all)-1].add(line)
			open = !all[len(all)-1].isValue()
		case open:
			if !all.comment(line, nil) {
				all[len(all)-1].add(line)
			} else {
				all[len(all)-1], all[len(all)-2] = all[len(all)-2], all[len(all)-1] // the section goes on
			}
		default:
			all.comment(line, columns)
		}
	}
	return all
}

// announces tells whether a bare line stands over a list, as its heading does: "High (2)".
func announces(lines []string, i int) bool {
	const longest = 40 // bytes
	line := strings.TrimSpace(lines[i])
	if len(line) > longest || markup.Bullet.MatchString(line) || strings.ContainsAny(line, ":：|.。!！?？;；") {
		return false
	}
	if i > 0 && strings.TrimSpace(lines[i-1]) != "" {
		return false // the end of a sentence
	}
	for _, next := range lines[i+1:] {
		if strings.TrimSpace(next) != "" {
			return markup.Bullet.MatchString(next)
		}
	}
	return false
}

// comment keeps a line that says how much it weighs, or what kind of comment it
// is, and tells whether it does.
func (all *sections) comment(line string, columns []string) bool {
	var entry any
	if strings.HasPrefix(strings.TrimSpace(line), "|") {
		item, isItem := tableItem(columns, line)
		if fields, known := item.(map[string]any); !isItem || !known || fields["severity"] == nil {
			return false
		}
		entry = item
	} else {
		text := strings.TrimSpace(line[len(markup.Bullet.FindString(line)):])
		labels, rest := readLabels(text)
		if plain, _ := readLabels(strings.TrimSpace(rest)); labels == (label{}) || plain != (label{}) && labels.severity == "" || len(terms.Of(rest)) < 2 || rest == text {
			return false
		}
		entry = text
	}
	*all = append(*all, section{field: fieldComments, entries: []any{entry}})
	return true
}

// isValue tells whether a section holds one value, which ends it.
func (s *section) isValue() bool { return s.field == fieldRating || s.field == fieldRiskLevel }

// divide begins a part of the section: a finding with a heading of its own, or a
// group of entries.
func (s *section) divide(line string) {
	s.title, s.titled = strings.Trim(markup.Undecorated(line), " *:："), false
}

// add appends a line: an entry of its own, or the rest of the one above.
func (s *section) add(line string) {
	const longest = 4 * maxText // bytes; an entry is cut before that anyway
	if strings.HasPrefix(strings.TrimSpace(line), "|") {
		item, _ := tableItem(s.columns, line)
		s.append(item)
		return
	}
	mark := markup.Bullet.FindString(line)
	entry := strings.Trim(line[len(mark):], " \t")
	last := len(s.entries) - 1
	if s.title != "" && (mark == "" || isDetail(entry)) { // the lines below a title describe it
		s.append(s.title + ": " + entry)
		s.title, s.titled = "", true
		return
	}
	if mark != "" && !isDetail(entry) {
		s.title = "" // of a group: its entries follow
	}
	if last >= 0 && (s.titled || mark == "" && startsIndented(line) || startsIndented(line) && isDetail(entry)) {
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

// isDetail tells whether a line is a named part of the finding above it.
func isDetail(text string) bool { return detail.MatchString(text) }

func startsIndented(line string) bool { return line != strings.TrimLeft(line, " \t") }

func cellsOf(line string) []string {
	var cells []string
	for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	return cells
}

// tableItem reads a row of a table, as an item where the columns have names that
// we know, and tells whether they have.
func tableItem(columns []string, line string) (item any, isItem bool) {
	fields := map[string]any{}
	var about, filled []string
	for i, cell := range cellsOf(line) {
		if cell == "" {
			continue
		}
		filled = append(filled, cell)
		if i >= len(columns) {
			about = append(about, cell)
			continue
		}
		switch part := partNames()[plainName(columns[i])]; part {
		case "severity", "category", "quote", "likelihood", "impact":
			fields[part] = strings.Trim(cell, "*` ")
		default:
			about = append(about, cell)
		}
	}
	if fields["severity"] == nil && fields["impact"] == nil || len(about) == 0 {
		return strings.Join(filled, " – "), false
	}
	fields["text"] = strings.Join(about, " – ")
	return fields, true
}

// names tells whether a section is about a field, even if it says that there is nothing.
func (all sections) names(field string) bool {
	return slices.ContainsFunc(all, func(s section) bool { return s.field == field })
}

// fill puts what the sections say into a critique.
func (all sections) fill(c *critique.Critique) {
	values := map[string][]any{}
	for _, s := range all {
		list := s.entries
		if s.severity != "" {
			list = weigh(list, s.severity)
		}
		if s.field == fieldComments {
			s.field = fieldWeaknesses // where praise and questions are sorted out
		}
		values[s.field] = append(values[s.field], list...)
	}
	fillPoints(c, values)
	c.MissingRequirements = missing(values[fieldMissing])
	c.Extra.Risks = risks(values[fieldRisks])
	c.Extra.TestabilityIssues = requirements(values[fieldTestability])
	c.Extra.AssumptionsToValidate = requirements(values[fieldAssumptions])
	c.Extra.Dependencies = requirements(values[fieldDependencies])
	c.Understanding = understanding(values)
	c.KeyFinding = words(first(values[fieldKeyFinding]), maxKey)
	c.RiskLevel = riskLevel(values[fieldRiskLevel])
}
