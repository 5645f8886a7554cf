package facts

import (
	"math"
	"time"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

const date = `(?:20\d\d[-/.]\d\d[-/.]\d\d|\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:,? 20\d\d)?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?(?:,? 20\d\d)?|(?:20\d\d ?年 ?)?\d{1,2} ?月 ?\d{1,2} ?日)`

// dateSpan is a span of days.
var dateSpan = pattern.New(`(?i)(` + date + `)(?: ?起)?,?，? ?(?:to|until|till|through|and|–|—|-|至|到)(?: the following)? ?(?:次年|当年|同年)? ?(` + date + `)`)

// spansIn returns how long the span of days is that a statement gives.
func spansIn(s *statement) []quantity {
	m := dateSpan.FindStringSubmatchIndex(s.text)
	if m == nil || s.key {
		return nil
	}
	first, last := daysIn(s.text[m[2]:m[3]]), daysIn(s.text[m[4]:m[5]])
	if len(first) != 1 || len(last) != 1 || first[0].until(last[0]) < 1 {
		return nil
	}
	return []quantity{{value: first[0].until(last[0]) * 86400, unit: "s", spans: true, Span: document.Span{Start: s.at.Start + m[0], End: s.at.Start + m[1]}}}
}

// until returns how many days pass from one date to another, in the next year where it is no
// later one of the same.
func (a day) until(b day) float64 {
	year := 2025
	if a.year > 0 {
		year = a.year
	}
	from := time.Date(year, time.Month(a.month), a.date, 0, 0, 0, 0, time.UTC)
	to := time.Date(max(b.year, year), time.Month(b.month), b.date, 0, 0, 0, 0, time.UTC)
	if to.Before(from) && b.year == 0 {
		to = to.AddDate(1, 0, 0)
	}
	return math.Round(to.Sub(from).Hours() / 24)
}
