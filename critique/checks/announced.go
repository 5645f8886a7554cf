package checks

import (
	"strconv"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var (
	// announcing is a number of things at the end of a line, before a list of them.
	announcing = pattern.New(`(?i)(?:^|(\S+)[ \t]+|[*_(])(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve)[ \t]+((?:\p{L}[\p{L}\d/-]*[ \t]+){0,3}\p{L}[\p{L}-]*s)(?:[ \t]*\([^)\n]{0,40}\))?[*_]*[:：][*_]*[ \t]*$`)
	// noTotal is what stands before a number that is a name, a limit or a part.
	noTotal   = pattern.New(`(?i)^\W*(?:phase|sprint|step|level|tier|version|epic|story|section|round|week|day|month|quarter|stage|part|option|figure|table|q|v|least|most|to|than|top|first|last|next|within|every|each|per|max\w*|min\w*|under|over|about|around|up|or|and|of|any|another|other|only|plus|\d\S*|[#§~<>≤≥=+-]\S*)\W*$`)
	joinedOf  = pattern.New(`(?i)(?:^|[ \t])(?:of|or|and|to|in|for|with|from|per|more|vs|by|on|at)(?:[ \t]|$)`)
	spanNouns = pattern.New(`(?i)(?:^|[ \t])(?:seconds|minutes|hours|days|weeks|months|years|points|times|percent|pts|tokens|users|sprints|bytes|this|is|was|has|does|as|thus|always|means|follows|plus|across|versus)$`)
	listLine  = pattern.New(`^([ \t]*)(?:[-*+]|(\d{1,2})[.)])[ \t]+\S`)
)

// announcedLists compares "makes 5 calls:" with the list or table below it.
func announcedLists(d *document.Document, hit hit) bool {
	applied := false
	lines := strings.SplitAfter(d.Prose, "\n")
	start := 0
	for i, line := range lines {
		at := start
		start += len(line)
		text := strings.TrimRight(line, "\n")
		if !strings.HasSuffix(strings.TrimRight(text, "*_ \t"), ":") && !strings.HasSuffix(strings.TrimRight(text, "*_ \t"), "：") || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "|") {
			continue
		}
		m := announcing.FindStringSubmatchIndex(text)
		if m == nil || m[2] >= 0 && noTotal.MatchString(text[m[2]:m[3]]) {
			continue
		}
		noun := text[m[6]:m[7]]
		said, err := strconv.Atoi(text[m[4]:m[5]])
		if err != nil {
			said = wordNumber(text[m[4]:m[5]])
		}
		if said < 2 || joinedOf.MatchString(noun) || spanNouns.MatchString(noun) {
			continue
		}
		listed := listedBelow(d, text, lines[i+1:], start)
		if listed < 2 {
			continue
		}
		if applied = true; listed != said {
			hit(d, document.Span{Start: at + m[4], End: at + m[7]}, itoa(said), itoa(listed), note(noun))
		}
	}
	return applied
}

// listedBelow counts the items of the list, or the rows of the table, that follows
// a line; 0 when nothing does or when it may go on elsewhere.
func listedBelow(d *document.Document, announcement string, below []string, start int) int {
	first := 0
	for first < len(below) && first < 2 && strings.TrimSpace(below[first]) == "" {
		start += len(below[first])
		first++
	}
	if first == len(below) {
		return 0
	}
	if strings.HasPrefix(below[first], "|") {
		return rowsOfTable(d, start)
	}
	head := listLine.FindStringSubmatch(below[first])
	if head == nil {
		return 0
	}
	if own := listLine.FindStringSubmatch(announcement); own != nil && len(head[1]) <= len(own[1]) {
		return 0 // the next item of the same list
	}
	n, blank := 0, false
	for i, line := range below[first:] {
		if strings.TrimSpace(line) == "" {
			blank = true
			continue
		}
		m := listLine.FindStringSubmatch(line)
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		switch {
		case m != nil && len(m[1]) == len(head[1]) && (m[2] == "") == (head[2] == ""):
			if m[2] != "" && m[2] != itoa(n+1) && m[2] != "1" {
				return 0 // numbered in another way
			}
			n++
		case strings.HasPrefix(line, "#") || indent < len(head[1]) || indent == len(head[1]) && (blank || m != nil):
			if head[2] != "" && resumes(below[first+i:], n+1) {
				return 0
			}
			return n
		}
		blank = false
	}
	return n
}

// resumes tells whether a numbered list continues behind a paragraph of its section.
func resumes(lines []string, next int) bool {
	for _, line := range lines {
		if strings.HasPrefix(line, "#") {
			return false
		}
		if m := listLine.FindStringSubmatch(line); m != nil && m[2] == itoa(next) {
			return true
		}
	}
	return false
}

// rowsOfTable counts the rows of a table whose first cells are all different.
func rowsOfTable(d *document.Document, start int) int {
	for _, t := range d.Tables {
		if t.Span.Start < start || t.Span.Start > start+2 {
			continue
		}
		seen := map[string]bool{}
		for _, row := range t.Rows {
			name := normal(row[0].Text)
			if name == "" || seen[name] || totalText.MatchString(row[0].Text) {
				return 0
			}
			seen[name] = true
		}
		return len(t.Rows)
	}
	return 0
}
