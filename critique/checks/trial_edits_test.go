package checks

import (
	"regexp"
	"slices"
	"strings"
)

// What trials edit, and the sessions whose documents are single files.
const (
	briefFile        = `product-brief\.md$`
	reqIndex         = `requirements(/_index)?\.md$`
	reqFile          = `requirements/REQ-00\d`
	nfrFile          = `requirements/NFR-`
	archIndex        = `architecture(/_index)?\.md$`
	adrFile          = `architecture/ADR-00\d`
	epicIndex        = `epics(/_index)?\.md$`
	epicFile         = `epics/EPIC-00\d`
	report           = `readiness-report\.md$`
	markdown         = `\.md$`
	contextFile      = `discovery-context\.json$`
	seedFile         = `(discovery-context|blueprint-config|refined-requirements)\.json$`
	requirementDocs  = `requirements(/.*)?\.md$`
	architectureDocs = `architecture(/.*)?\.md$`
	epicDocsFiles    = `epics(/.*)?\.md$`
	oneFile          = "en-water zh-logarc"
	epicText         = `epics(/EPIC-.*)?\.md$`
)

// headed matches a heading, or a line of bold text that serves as one.
var headed = regexp.MustCompile(`^(#{1,6}) |^\*\*[^*]+\*\*[:：]?\s*$|^[A-Z][A-Za-z ]+:$`)

// sectionIn returns the lines of the first section whose heading matches.
func sectionIn(lines []string, title string) (from, to int) {
	wanted := regexp.MustCompile(title)
	for i, line := range lines {
		m := headed.FindStringSubmatch(line)
		if m == nil || !wanted.MatchString(line) {
			continue
		}
		for to = i + 1; to < len(lines); to++ {
			if next := headed.FindStringSubmatch(lines[to]); next != nil && (m[1] == "" || next[1] != "" && len(next[1]) <= len(m[1])) {
				break
			}
		}
		return i, to
	}
	return 0, 0
}

// without cuts the first section whose heading matches.
func without(title string) func(string) string {
	return body(title, func(string) string { return "\x00" })
}

// emptied cuts what stands under the first heading that matches.
func emptied(title string) func(string) string {
	return body(title, func(string) string { return "\n" })
}

// body rewrites what stands under the first heading that matches.
func body(title string, edit func(string) string) func(string) string {
	return func(text string) string {
		lines := strings.Split(text, "\n")
		from, to := sectionIn(lines, title)
		if to == 0 {
			return text
		}
		edited := edit(strings.Join(lines[from+1:to], "\n"))
		if edited == "\x00" {
			return strings.Join(slices.Concat(lines[:from], lines[to:]), "\n")
		}
		return strings.Join(slices.Concat(lines[:from+1], strings.Split(edited, "\n"), lines[to:]), "\n")
	}
}

// sub replaces the first match.
func sub(from, to string) func(string) string {
	re := regexp.MustCompile(from)
	return func(text string) string {
		m := re.FindStringSubmatchIndex(text)
		if m == nil {
			return text
		}
		return text[:m[0]] + string(re.ExpandString(nil, to, text, m)) + text[m[1]:]
	}
}

// all replaces every match.
func all(from, to string) func(string) string {
	re := regexp.MustCompile(from)
	return func(text string) string { return re.ReplaceAllString(text, to) }
}

// each applies edits one after the other, all of which must change something.
func each(edits ...func(string) string) func(string) string {
	return func(text string) string {
		before := text
		for _, edit := range edits {
			next := edit(text)
			if next == text {
				return before
			}
			text = next
		}
		return text
	}
}

// column rewrites the cells of the first column whose header matches, in the
// first rows of its table; every row with n < 0.
func column(header string, n int, value string) func(string) string {
	wanted := regexp.MustCompile(header)
	return func(text string) string {
		lines := strings.Split(text, "\n")
		for i := range lines {
			if !strings.HasPrefix(lines[i], "|") || i+1 >= len(lines) || !strings.HasPrefix(lines[i+1], "|--") || !wanted.MatchString(lines[i]) {
				continue
			}
			at := slices.IndexFunc(strings.Split(lines[i], "|"), wanted.MatchString)
			for row := i + 2; row < len(lines) && strings.HasPrefix(lines[row], "|") && (n < 0 || row < i+2+n); row++ {
				cells := strings.Split(strings.ReplaceAll(lines[row], `\|`, "\x01"), "|")
				cells[at] = " " + value + " "
				lines[row] = strings.ReplaceAll(strings.Join(cells, "|"), "\x01", `\|`)
			}
			return strings.Join(lines, "\n")
		}
		return text
	}
}

// noColumn cuts the first column whose header matches.
func noColumn(header string) func(string) string {
	wanted := regexp.MustCompile(header)
	return func(text string) string {
		lines := strings.Split(text, "\n")
		for i := range lines {
			if !strings.HasPrefix(lines[i], "|") || i+1 >= len(lines) || !strings.HasPrefix(lines[i+1], "|--") || !wanted.MatchString(lines[i]) {
				continue
			}
			at := slices.IndexFunc(strings.Split(lines[i], "|"), wanted.MatchString)
			for row := i; row < len(lines) && strings.HasPrefix(lines[row], "|"); row++ {
				cells := strings.Split(strings.ReplaceAll(lines[row], `\|`, "\x01"), "|")
				lines[row] = strings.ReplaceAll(strings.Join(slices.Delete(cells, at, at+1), "|"), "\x01", `\|`)
			}
			return strings.Join(lines, "\n")
		}
		return text
	}
}

// more appends a text.
func more(text string) func(string) string { return func(s string) string { return s + text } }

// allOf applies edits one after the other.
func allOf(edits ...func(string) string) func(string) string {
	return func(text string) string {
		for _, edit := range edits {
			text = edit(text)
		}
		return text
	}
}

// swapped changes the epics of the first two steps of the execution order.
func swapped(text string) string {
	re := regexp.MustCompile(`(?m)^1\. (\S*?EPIC-)001(.*)\n2\. (\S*?EPIC-)002(.*)$`)
	return re.ReplaceAllString(text, "1. ${3}002$4\n2. ${1}001$2")
}

// cutAt keeps a share of a text, in percent.
func cutAt(percent int) func(string) string {
	return func(s string) string { return strings.ToValidUTF8(s[:len(s)*percent/100], "") }
}

// cutAfter keeps the text up to the first place that matches.
func cutAfter(re string) func(string) string { return sub(`(?s)(`+re+`).*$`, "$1") }

// again repeats the line that holds a pattern, with a replacement in the copy.
func again(line, from, to string) func(string) string {
	re, part := regexp.MustCompile(`(?m)^.*`+line+`.*\n`), regexp.MustCompile(from)
	return func(text string) string {
		m := re.FindStringIndex(text)
		if m == nil {
			return text
		}
		return text[:m[1]] + part.ReplaceAllString(text[m[0]:m[1]], to) + text[m[1]:]
	}
}

// titled replaces a cell by words of the session's own brief, told by its product.
func titled(edit func(text, title string) string, titles map[string]string) func(string) string {
	return func(text string) string {
		for product, title := range titles {
			if strings.Contains(text, product) {
				return edit(text, title)
			}
		}
		return text
	}
}
