package facts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

var (
	isoDate = pattern.New(`\b(20\d\d)[-/.](\d\d)[-/.](\d\d)\b`)
	dayOf   = pattern.New(`(?i)\b(\d{1,2})(?:st|nd|rd|th)? (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:,? (20\d\d))?`)
	ofDay   = pattern.New(`(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (20\d\d))?`)
	hanDate = pattern.New(`(?:(20\d\d) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2}) ?日`)

	// eventWords name what happens once, each line one event.
	eventWords = pattern.New(`(?i)\b(?:(launch(?:es|ed)?|go(?:es)?[- ]live|going live)|(pilots?)|(cut-?over|switch-?over)|((?:code|feature|content) freeze)|(kick-?off)|(deadline|submission)|(opening|opens))\b|(正式上线|上线)|(试运行)|(切换)|(截止)|(启动会)|(终验|验收)|(投产)`)
	// eventKinds tell two events of a name apart.
	eventKinds = pattern.New(`(?i)\b(?:public|private|beta|soft|internal|first|second|third|final|pilot|phase \d|wave \d|release \d|v\d)\b|内测|公测|灰度|一期|二期|三期|第[一二三四]`)
	// notOn is what makes a date a bound, or one of the past.
	notOn = pattern.New(`(?i)\b(?:before|after|until|till|by|since|from|to|between|no later than|last year)\b|之?前|之?后|截至|以来|起|至|到`)
)

var months = [...]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

// day is a date, of no known year when that is 0.
type day struct{ year, month, date int }

func (a day) differs(b day) bool {
	return a.month != b.month || a.date != b.date || a.year != b.year && a.year != 0 && b.year != 0
}

// daysIn returns the dates of a text.
func daysIn(text string) (days []day) {
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	for _, m := range isoDate.FindAllStringSubmatch(text, 3) {
		days = append(days, day{number(m[1]), number(m[2]), number(m[3])})
	}
	for _, m := range dayOf.FindAllStringSubmatch(text, 3) {
		days = append(days, day{number(m[3]), 1 + slices.Index(months[:], strings.ToLower(m[2])), number(m[1])})
	}
	for _, m := range ofDay.FindAllStringSubmatch(text, 3) {
		if len(days) == 0 {
			days = append(days, day{number(m[3]), 1 + slices.Index(months[:], strings.ToLower(m[1])), number(m[2])})
		}
	}
	for _, m := range hanDate.FindAllStringSubmatch(text, 3) {
		days = append(days, day{number(m[1]), number(m[2]), number(m[3])})
	}
	return days
}

// event is what happens on a day, as one clause tells it.
type event struct {
	name, kind string
	on         day
	at         Place
	says       string
}

// events returns what the clauses and the rows of a document say when it happens.
func events(d *document.Document) (all []event) {
	read := func(text string, at document.Span) {
		on := daysIn(text)
		names := eventWords.FindAllStringSubmatch(text, 3)
		if len(on) != 1 || len(names) != 1 || len(all) >= most || notOn.MatchString(text) || spokenOf(text) {
			return
		}
		kind := strings.ToLower(strings.Join(eventKinds.FindAllString(text, 3), " "))
		for i, name := range names[0][1:] {
			if name != "" {
				all = append(all, event{strconv.Itoa(i), kind, on[0], Place{d, at}, oneLine(strings.TrimSpace(text))})
			}
		}
	}
	for _, at := range append(paragraphs(d), itemSpans(d)...) {
		for _, sentence := range sentences(d, at) {
			section := d.SectionAt(sentence.Start)
			if sentence.Len() > longest || setAside(section) {
				continue
			}
			start := sentence.Start
			for _, clause := range strings.FieldsFunc(d.Slice(sentence), func(r rune) bool { return strings.ContainsRune(",，;；", r) }) {
				at := start + strings.Index(d.Text[start:], clause)
				read(readable(d, document.Span{Start: at, End: at + len(clause)}), document.Span{Start: at, End: at + len(clause)})
				start = at + len(clause)
			}
		}
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			if len(row) > 1 && !setAside(t.Section) {
				read(readable(d, row[0].Span)+" "+readable(d, row[1].Span), row[1].Span)
			}
		}
	}
	return all
}

// differentDays reports events that two documents put on different days. A document that
// gives an event two days speaks of two.
func differentDays(f *Found, docs []*document.Document) {
	type key struct{ name, kind string }
	told := map[key]event{}
	for _, d := range docs {
		if d.JSON != nil {
			continue
		}
		of := map[key][]event{}
		var order []key
		for _, e := range events(d) {
			k := key{e.name, e.kind}
			if of[k] == nil {
				order = append(order, k)
			}
			of[k] = append(of[k], e)
		}
		for _, k := range order {
			first := of[k][0]
			if slices.ContainsFunc(of[k], func(e event) bool { return e.on.differs(first.on) }) {
				continue
			}
			f.look(Values, d)
			for _, same := range [...]key{k, {k.name, ""}} {
				if other, known := told[same]; known && other.at.Doc != d && other.on.differs(first.on) {
					f.report(between(Values, other.at, first.at, other.on.String(), first.on.String()))
					break
				}
			}
			if _, known := told[k]; !known {
				told[k] = first
			}
		}
	}
}

func (a day) String() string {
	if a.year == 0 {
		return fmt.Sprintf("%02d-%02d", a.month, a.date)
	}
	return fmt.Sprintf("%d-%02d-%02d", a.year, a.month, a.date)
}
