package facts

import (
	"slices"
	"strconv"
	"strings"

	"discussd/internal/text/pattern"
)

var (
	isoDate = pattern.New(`\b(20\d\d)[-/.](\d\d)[-/.](\d\d)\b`)
	dayOf   = pattern.New(`(?i)\b(\d{1,2})(?:st|nd|rd|th)? (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:,? (20\d\d))?`)
	ofDay   = pattern.New(`(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (20\d\d))?`)
	hanDate = pattern.New(`(?:(20\d\d) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2}) ?日`)
)

var months = [...]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

// day is a date, of no known year when that is 0.
type day struct{ year, month, date int }

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
