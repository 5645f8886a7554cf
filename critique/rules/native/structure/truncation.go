package structure

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	endsOnMark  = pattern.New(`(?:[,，、(（\[:：]|以及|并且|或者|其中|例如|因为|由于)\s*$`)
	endsOnWord  = pattern.New(`(?i)(?:^|[^\w-])(and|or|the|a|an|to|of|with|for|in|by|from|that|which|because|is|are|will|must|should)\s*$`)
	goesBefore  = pattern.New(`[\w,，;)"'’*]\s+$`)
	emptyItem   = pattern.New(`^\s*(?:[-*+]|\d+[.)])\s*(?:\[[ xX]?\]?)?\s*$`)
	openBracket = pattern.New(`[(（\[【][^()（）\[\]【】]*$`)
)

// truncated finds where a document breaks off: in a code fence, a sentence, a table row or a mark.
func truncated(d *document.Document) (at document.Span, cut bool) {
	if n := len(d.Fences); n > 0 && !d.Fences[n-1].Closed {
		return d.LineAt(d.Fences[n-1].Open), true
	}
	end := len(strings.TrimRight(d.Text, " \t\n"))
	if end == 0 || strings.TrimSpace(d.Prose) == "" {
		return at, false
	}
	at = d.LineAt(end - 1)
	if n := len(d.Fences); n > 0 && d.Fences[n-1].Open <= at.Start && d.Fences[n-1].Body.End+3 >= at.Start {
		return at, false
	}
	raw, last := strings.TrimSpace(d.Slice(at)), strings.TrimSpace(d.Prose[at.Start:min(at.End, len(d.Prose))])
	switch {
	case last == "" || strings.HasPrefix(last, "#"):
		return at, false
	case strings.HasPrefix(last, "|"):
		return at, brokenRow(d, at)
	case d.Kind != document.Other && emptyItem.MatchString(raw), unclosed(raw) && unclosed(paragraphAt(d, at)):
		return at, true
	case document.Units(last) < 3 || raw != last:
		return at, false
	}
	return at, breaksOff(last)
}

// breaksOff tells whether a line ends with a mark or a word that something has to follow, and not
// with a name of one letter: "- REQ-001: a".
func breaksOff(last string) bool {
	if endsOnMark.MatchString(last) {
		return true
	}
	m := endsOnWord.FindStringSubmatchIndex(last)
	return m != nil && goesBefore.MatchString(last[:m[2]])
}

// endsOpen tells whether what breaks off shows it: a code fence or a bracket is open.
// A last line without a full stop may be whole.
func endsOpen(d *document.Document, at document.Span) bool {
	if n := len(d.Fences); n > 0 && !d.Fences[n-1].Closed {
		return !sectionsFollow(d)
	}
	return openBracket.MatchString(d.Slice(at)) && unclosed(paragraphAt(d, at))
}

// goesOn tells whether the last fence is one of no language that nothing closes, with headings behind it:
// it closes code itself, and one too many before it shifted all others.
func goesOn(d *document.Document) bool {
	n := len(d.Fences)
	return sectionsFollow(d) && d.Fences[n-1].Info == ""
}

// sectionsFollow tells whether headings stand behind a last fence that nothing closes.
func sectionsFollow(d *document.Document) bool {
	n := len(d.Fences)
	return n > 0 && !d.Fences[n-1].Closed && strings.Contains(d.Text[d.Fences[n-1].Open:], "\n\n##")
}

// brokenRow tells whether the last line is a row without the closing bar that
// its header has.
func brokenRow(d *document.Document, at document.Span) bool {
	n := len(d.Tables)
	if n == 0 || !d.Tables[n-1].Span.Holds(at.Start) {
		return false
	}
	first := strings.TrimSpace(d.Slice(d.LineAt(d.Tables[n-1].Span.Start)))
	return strings.HasSuffix(first, "|") && !strings.HasSuffix(strings.TrimSpace(d.Slice(at)), "|")
}

// paragraphAt returns the lines up to a line since the last blank one: bold text,
// code and brackets may cross line ends.
func paragraphAt(d *document.Document, at document.Span) string {
	start := strings.LastIndex(d.Text[:at.Start], "\n\n") + 1
	return d.Text[max(start, at.Start-4096):at.End]
}

var codeSpan = pattern.New("`[^`]*`")

// unclosed tells whether a text opens bold text, code, a link, a bracket or a
// quotation that it does not close.
func unclosed(line string) bool {
	if strings.Count(line, "`")%2 == 1 {
		return true
	}
	line = codeSpan.ReplaceAllString(line, " ")
	if strings.Count(line, "**")%2 == 1 {
		return true
	}
	for _, pair := range [...]string{"()", "（）", "[]", "【】", "“”", "「」"} {
		marks := []rune(pair)
		if open := strings.LastIndex(line, string(marks[0])); open >= 0 && strings.Count(line, string(marks[0])) > strings.Count(line, string(marks[1])) && !strings.Contains(line[open:], string(marks[1])) {
			return true
		}
	}
	return false
}
