package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var (
	wont       = pattern.New(`(?i)^[\s*|_-]*(?:won['’]?t\b[^:：|]{0,30}|(?:本期|暂)?不做[^:：|]{0,12})\s*[:：|]\**\s*[:：|]?(.*)`)
	mustLine   = pattern.New(`(?i)^[\s*|-]*(?:must|必须|必备)(?: have)?[\s*|:：(（]`)
	shouldLine = pattern.New(`(?i)^[\s*|-]*(?:should|应该|应有)(?: have)?[\s*|:：(（]`)
	leftOut    = pattern.New(`(?i)\bwon['’]?t\b|out of scope|\bnot in\b|excluded|不做|不包含|暂不|范围外|排除`)
	zeroOrNone = pattern.New(`(?i)^[\s*|:：_-]*(?:0+\b[^\d]*|none|无|没有|n/a)?[\s*|.。_-]*$`)
)

// nothingExcluded reports a list of what won't be done that names nothing, and a
// set of priorities that leaves nothing out.
func nothingExcluded(s *session, d *document.Document, hit hit) bool {
	found := false
	start := 0
	for line := range strings.Lines(d.Prose) {
		at := document.Span{Start: start, End: start + len(strings.TrimRight(line, "\n"))}
		start += len(line)
		m := wont.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			continue
		}
		found = true
		if zeroOrNone.MatchString(m[1]) && !listsBelow(d, at) {
			hit(d, at)
		}
	}
	return found || s.unexcluded(d, hit)
}

// listsBelow tells whether a label such as "Won't:" stands above a list.
func listsBelow(d *document.Document, label document.Span) bool {
	rest := strings.TrimLeft(d.Text[min(label.End, len(d.Text)):], "\n")
	return strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "* ")
}

// unexcluded reports priorities, in a summary or over the requirements, that have
// no word for what is left out.
func (s *session) unexcluded(d *document.Document, hit hit) bool {
	for _, summary := range d.Find(document.Summary) {
		text := d.Slice(summary.All())
		if !holds(text, mustLine) || !holds(text, shouldLine) {
			continue
		}
		if !holds(d.Prose, leftOut) {
			hit(d, headingOf(d, summary))
		}
		return true
	}
	var first *entry
	levels := map[string]bool{}
	for _, e := range s.defined().requirements.list {
		if e.doc == d && e.priority != "" {
			if first == nil {
				first = e
			}
			levels[e.priority] = true
		}
	}
	if !levels["must"] || !levels["should"] || !levels["could"] {
		return false
	}
	if !holds(d.Prose, leftOut) {
		hit(d, first.at)
	}
	return true
}
