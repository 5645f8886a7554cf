package structure

import (
	"strings"
	"unicode/utf8"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

var (
	midSentence = pattern.New(`(?i)(?:[,，、(（\[:：]|\b(?:and|or|the|a|an|to|of|with|for|in|by|from|that|which|because|is|are|will|must|should)|以及|并且|或者|其中|例如|因为|由于)\s*$`)
	emptyItem   = pattern.New(`^\s*(?:[-*+]|\d+[.)])\s*(?:\[[ xX]?\]?)?\s*$`)
	openBracket = pattern.New(`[(（\[【][^()（）\[\]【】]*$`)
	sentenceEnd = pattern.New("[.。!！?？;；…)）\\]】”\"'`*_|>~]\\s*$")
)

// truncated finds where a document breaks off: in a code fence, a sentence, a
// table row, a mark, or right after a heading.
func truncated(s *model.Session, d *document.Document) (at document.Span, cut bool) {
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
	if section := d.Sections[len(d.Sections)-1]; section.Level >= 2 && len(d.Sections) > 2 && strings.TrimSpace(d.Text[section.Body:]) == "" && !signsOff(d, section) && !kept.MatchString(section.Title) && !closes(section.Title) {
		return model.HeadingOf(d, section), true
	}
	raw, last := strings.TrimSpace(d.Slice(at)), strings.TrimSpace(d.Prose[at.Start:min(at.End, len(d.Prose))])
	switch {
	case last == "" || strings.HasPrefix(last, "#"):
		return at, false
	case strings.HasPrefix(last, "|"):
		return at, brokenRow(d, at)
	case emptyItem.MatchString(raw), unclosed(raw) && unclosed(paragraphAt(d, at)):
		return at, true
	case document.Units(last) < 3 || raw != last:
		return at, false
	}
	return at, midSentence.MatchString(tail(last, 40)) || unlikeOthers(s, d, at)
}

// endsOpen tells whether what breaks off shows it: a code fence or a bracket is open.
// A last line without a full stop may be whole.
func endsOpen(d *document.Document, at document.Span) bool {
	if n := len(d.Fences); n > 0 && !d.Fences[n-1].Closed {
		return !sectionsFollow(d, d.Fences[n-1])
	}
	return openBracket.MatchString(d.Slice(at)) && unclosed(paragraphAt(d, at))
}

// sectionsFollow tells whether headings stand behind a fence that nothing closes: a fence too
// many shifted all others, and the text goes on.
func sectionsFollow(d *document.Document, f document.Fence) bool {
	return strings.Contains(d.Text[f.Open:], "\n\n##")
}

// spoken is a bold line that ends as a sentence does, or with a picture: it heads nothing,
// unless it begins with an ID.
var spoken = pattern.New(`[.!。！\p{So}]\W*$`)

// signsOff tells whether a bold line is no heading but the end: set off by a rule,
// about nothing, and without a colon that something should follow. A label with its
// value in bold heads nothing either.
func signsOff(d *document.Document, section *document.Section) bool {
	before, line := strings.TrimRight(d.Text[:section.Start], "\n"), ""
	for {
		line = strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
		if !strings.HasPrefix(line, "**") || !strings.HasSuffix(line, "**") {
			break // the lines of a signature are bold, all of them
		}
		before = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(before, " "), line), " \n")
	}
	if section.Level <= 6 {
		return false
	}
	if spoken.MatchString(section.Title) && !leadsWithID(section.Title) {
		return true
	}
	if label, value, _ := strings.Cut(strings.ReplaceAll(section.Title, "：", ":"), ":"); label != "" && strings.TrimSpace(value) != "" {
		return true
	}
	return section.Topic == "" && len(line) > 2 && strings.Trim(line, "-*_ ") == "" && !strings.ContainsAny(d.Slice(d.LineAt(section.Start)), ":：")
}

// tail returns the last bytes of a text, whole characters of them.
func tail(s string, n int) string {
	from := max(0, len(s)-n)
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return s[from:]
}

// abrupt tells whether a document alone of its session does not end its last line.
func abrupt(s *model.Session, d *document.Document) bool {
	others := 0
	for _, other := range s.Docs {
		if other == d || other.Kind.JSON() || other.Text == "" {
			continue
		}
		if !strings.HasSuffix(other.Text, "\n") {
			return false
		}
		others++
	}
	return others >= 3 && !strings.HasSuffix(d.Text, "\n")
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
	if strings.Count(line, "`")%2 == 1 || strings.Count(codeSpan.ReplaceAllString(line, " "), "**")%2 == 1 {
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

// pointsElsewhere tells whether the last item is one of a list of labels that say
// where the document comes from and goes to: no sentences, whatever the others are.
func pointsElsewhere(items []*document.Item) bool {
	last := items[len(items)-1]
	labels := 0
	for _, item := range items {
		if item.Section == last.Section {
			if !pointer.MatchString(item.Text) {
				return false
			}
			labels++
		}
	}
	return labels > 1
}

var pointer = pattern.New(`^\W*[\p{L} ]{2,24}\**[:：]\**\s*\S`)

// unlikeOthers tells whether the last line ends without a mark and without a line end although
// all others of its sort have a mark, or all other documents of the session end their last
// line. With a line end it is as often whole as not.
func unlikeOthers(s *model.Session, d *document.Document, at document.Span) bool {
	raw := d.Slice(at)
	if sentenceEnd.MatchString(tail(raw, 40)) || strings.HasPrefix(strings.TrimSpace(raw), "**") || strings.HasPrefix(strings.TrimSpace(raw), "*") && strings.HasSuffix(raw, "*") {
		return false
	}
	if abrupt(s, d) {
		return true
	}
	others := 0
	if n := len(d.Items); n > 0 && d.Items[n-1].Overlaps(at) {
		if pointsElsewhere(d.Items) && strings.HasSuffix(d.Text, "\n") {
			return false
		}
		for _, item := range d.Items[:n-1] {
			if !sentenceEnd.MatchString(tail(item.Text, 40)) {
				return false
			}
			others++
		}
	} else {
		n := len(d.Lines)
		if n == 0 || !d.Lines[n-1].Overlaps(at) {
			return false
		}
		for i, line := range d.Lines[:n-1] {
			if text := d.Slice(line); d.LineAt(line.End).End+1 < len(d.Text) && d.Text[d.LineAt(line.End).End+1] == '\n' && !strings.HasPrefix(text, "**") && i < n-1 {
				if !sentenceEnd.MatchString(tail(text, 40)) {
					return false
				}
				others++
			}
		}
		if others == 0 {
			return !strings.HasSuffix(d.Text, "\n") && d.Kind.Phase() > 0 && !d.Kind.Member() && len(d.Sections) <= 4
		}
	}
	return others >= 2 && !strings.HasSuffix(d.Text, "\n")
}
