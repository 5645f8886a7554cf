package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// trialSize is a number of things that a test takes, with what they are: 200 killed
// runs, 100 张测试证件.
var trialSize = pattern.New(`(^|[^\w.,<>≤≥=-])(\d{1,3}(?:,\d{3})+|\d{1,6})\s+([a-z]{4,}\s+[a-z]{3,}s)\b|(\d{1,6})\s*(?:张|份|名|条|个|台|件|次|组|套)([\p{Han}]{4})`)

// trialSizes returns what a text takes for a test, by what it is.
func trialSizes(text string) map[string]string {
	found := map[string]string{}
	for _, m := range trialSize.FindAllStringSubmatch(strings.ToLower(withoutDates(withoutIDs(text))), 12) {
		what := oneLine(m[3] + m[5])
		if number := strings.ReplaceAll(m[2]+m[4], ",", ""); found[what] != "" && found[what] != number {
			found[what] = "?"
		} else {
			found[what] = number
		}
	}
	return found
}

// otherTrials reports what a definition of done is tried on in another number than
// every requirement, every story and every test of the architecture says.
func (s *session) otherTrials(d *document.Document, hit hit) bool {
	if d.Kind != document.Epics {
		return false
	}
	type said struct {
		number string
		doc    *document.Document
		at     document.Span
	}
	elsewhere := map[string]said{}
	learn := func(doc *document.Document, at document.Span) {
		for what, number := range trialSizes(doc.Slice(at)) {
			if known := elsewhere[what]; known.doc != nil && known.number != number {
				number = "?"
			}
			elsewhere[what] = said{number, doc, at}
		}
	}
	for _, doc := range s.of(document.Requirements, document.Requirement, document.Quality, document.Architecture, document.Epics, document.Epic) {
		if doc.Kind == document.Architecture || doc.Kind.Member() || doc.Kind == document.Requirements {
			for _, line := range doc.Lines {
				learn(doc, line)
			}
		}
		for _, item := range doc.Items {
			if doc != d || !item.Section.Under(document.Done) || insideStory(item.Section) {
				learn(doc, item.Span)
			}
		}
		for _, t := range doc.Tables {
			for _, row := range t.Rows {
				learn(doc, doc.LineAt(row[0].Start))
			}
		}
	}
	for _, item := range d.Items {
		if !item.Section.Under(document.Done) || insideStory(item.Section) {
			continue
		}
		for what, number := range trialSizes(item.Text) {
			if there := elsewhere[what]; number != "?" && there.doc != nil && there.number != "?" && there.number != number {
				hit(d, item.Span, note(number+" "+what), note(there.number+" "+what), there.doc.Path)
			}
		}
	}
	return len(elsewhere) > 0
}
