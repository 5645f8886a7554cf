package requirements

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	functional  = pattern.New(`(?i)(?:^|[^\d.])(\d+)\s+functional\b|(\d+)\s*(?:条|个|项)功能(?:性)?需求|功能(?:性)?需求[:：]?\s*(\d+)\s*(?:条|个|项)`)
	qualitative = pattern.New(`(?i)(?:^|[^\d.])(\d+)\s+non-?functional\b|(\d+)\s*(?:条|个|项)非功能(?:性)?需求|非功能(?:性)?需求[:：]?\s*(\d+)\s*(?:条|个|项)`)
	prioritised = pattern.New(`(?i)^[\s*|-]*(must|should|could|必须|必需|应该|应当|可以|可选)(?:[ -]have)?[\s*|:：(（]+(.*)`)
	ofFunction  = pattern.New(`(?i)(\d+)\s*(?:条|个|项)?\s*功能|(\d+)\s+functional|功能(?:性)?(?:需求)?\s*(\d+)`)
	ofQuality   = pattern.New(`(?i)(\d+)\s*(?:条|个|项)?\s*非功能|(\d+)\s+non-?functional|非功能(?:性)?(?:需求)?\s*(\d+)`)
	leadingInt  = pattern.New(`^[*\s]*(\d+)(?:[*\s|,，(（]|条|个|项|$| req)`)
)

// census is how many requirements an index defines of each priority, "" for none.
type census struct{ functions, qualities map[string]int }

func censusOf(s *model.Session, d *document.Document) census {
	t := census{map[string]int{}, map[string]int{}}
	for _, e := range model.Defined(s).Requirements.List {
		if e.Doc == d {
			t.functions[e.Priority]++
		}
	}
	for _, e := range model.Defined(s).Qualities.List {
		if e.Doc == d {
			t.qualities[e.Priority]++
		}
	}
	return t
}

func total(counts map[string]int) int {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}

// firstInt returns the number a pattern captures in a text, by whichever group.
func firstInt(p *pattern.Pattern, text string) (n int, ok bool) {
	m := p.FindStringSubmatch(text)
	for i := 1; i < len(m); i++ {
		if m[i] != "" {
			n, _ = strconv.Atoi(m[i])
			return n, true
		}
	}
	return 0, false
}

// summaryCounts compares "14 functional" and "Must: 11" with the definitions.
func summaryCounts(s *model.Session, d *document.Document, hit native.Hit) bool {
	t := censusOf(s, d)
	applied := false
	if total(t.functions) == 0 {
		return false
	}
	start := 0
	for line := range strings.Lines(d.Prose) {
		at := document.Span{Start: start, End: start + len(strings.TrimRight(line, "\n"))}
		start += len(line)
		if !strings.ContainsAny(line, "0123456789") {
			continue
		}
		said := func(n int, what string, actual ...int) {
			applied = true
			if !slices.Contains(actual, n) {
				hit(d, at, model.Itoa(n), model.Itoa(actual[0]), what)
			}
		}
		if m := prioritised.FindStringSubmatch(line); m != nil {
			if d.SectionAt(at.Start).Under(document.Summary) && t.functions[""] == 0 {
				priorityCounts(s, d, t, m[1], m[2], said, func(said, actual, id string) { hit(d, at, said, actual, id) })
			}
			continue
		}
		if n, ok := firstInt(qualitative, line); ok && total(t.qualities) > 0 {
			said(n, s.Say("non-functional", "非功能需求"), total(t.qualities), len(model.Defined(s).Qualities.List))
		}
		line = qualitative.ReplaceAllString(line, "")
		if n, ok := firstInt(functional, line); ok {
			said(n, s.Say("functional", "功能需求"), total(t.functions), len(model.Defined(s).Requirements.List))
		}
	}
	return applied
}

// summed adds up the counts that a summary gives the priorities.
func summed(d *document.Document) int {
	sum, start := 0, 0
	for line := range strings.Lines(d.Prose) {
		m := prioritised.FindStringSubmatch(line)
		if m != nil && d.SectionAt(start).Under(document.Summary) {
			n, _ := firstInt(leadingInt, m[2])
			sum += n
		}
		start += len(line)
	}
	return sum
}

// priorityCounts reads what a line of a summary says of one priority: a number,
// one for each kind, or the IDs themselves.
func priorityCounts(s *model.Session, d *document.Document, t census, name, rest string, said func(n int, what string, actual ...int), differs func(said, actual, id string)) {
	p := model.Priority(name)
	functions, qualities := t.functions[p], t.qualities[p]
	graded := t.qualities[""] == 0
	n, plain := firstInt(leadingInt, rest)
	if f, ok := firstInt(ofFunction, ofQuality.ReplaceAllString(rest, "")); ok {
		said(f, name, functions)
		plain = false
	}
	if q, ok := firstInt(ofQuality, rest); ok && graded {
		said(q, name, qualities)
		plain = false
	}
	listed, seen := 0, model.Ids{}
	for _, m := range document.FindIDs(rest) {
		if seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		if e := model.Defined(s).Requirements.ByID[m.ID]; e != nil {
			listed++
			if e.Priority != p && e.Doc == d && e.Priority != "" {
				differs(name, e.Priority, m.ID)
			}
		} else if model.Family(m.ID, []string{"NFR"}) {
			listed++
		}
	}
	if plain && !graded && n >= functions && summed(d) == total(t.functions)+total(t.qualities) {
		plain = false // it counts those as well whose priorities stand elsewhere
	}
	if plain {
		said(n, name, functions, functions+qualities)
		if listed > 0 {
			said(n, name, listed)
		}
	}
}
