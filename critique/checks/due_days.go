package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// dueDay is a matter that is to be settled by one day.
type dueDay struct {
	doc   *document.Document
	at    document.Span
	day   string
	words bag
}

var oneDay = pattern.New(`\b20\d\d-\d\d-\d\d\b`)

// dueDays returns the items, lines and rows of a document that name just one day.
func dueDays(d *document.Document, topics ...document.Topic) []dueDay {
	var found []dueDay
	read := func(at document.Span) {
		text := d.Slice(at)
		days := oneDay.FindAllStringIndex(text, 2)
		if len(days) != 1 || len(found) >= maxCompared || len(topics) > 0 && !d.SectionAt(at.Start).Under(topics...) {
			return
		}
		found = append(found, dueDay{d, at, text[days[0][0]:days[0][1]], bagOf(oneDay.ReplaceAllString(withoutIDs(text), " "))})
	}
	for _, item := range d.Items {
		read(item.Span)
	}
	for _, line := range d.Lines {
		read(line)
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			read(document.Span{Start: row[0].Start, End: d.LineAt(row[0].Start).End})
		}
	}
	return found
}

// otherDay reports the watch items of a report that are due on another day than the
// one question or assumption behind them, told by at least two words of weight.
func (s *session) otherDay(d *document.Document, hit hit) bool {
	if d.Kind != document.Readiness {
		return false
	}
	var asked []dueDay
	for _, doc := range s.of(document.Brief, document.Requirements, document.Architecture, document.Epics) {
		asked = append(asked, dueDays(doc, document.OpenQuestions, document.Assumptions, document.Risks, document.Dependencies)...)
	}
	watched := dueDays(d, document.Watch)
	for _, here := range watched {
		var there *dueDay
		most, same := 0, false
		for i, o := range asked {
			told := telling(here.words.and(o.words))
			same = same || o.day == here.day && told >= 3
			if told > most {
				there, most = &asked[i], told
			}
		}
		if there != nil && !same && most >= 8 && there.day != here.day {
			hit(d, here.at, note(here.day), note(there.day+" ("+clip(strings.TrimSpace(oneLine(there.doc.Slice(there.at))), 40)+")"), there.doc.Path)
		}
	}
	return len(watched) > 0 && len(asked) > 0
}
