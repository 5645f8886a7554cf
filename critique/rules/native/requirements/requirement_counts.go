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
	// ofStage is a number that says which, and not how many.
	ofStage = pattern.New(`(?i)\b(?:phase|stage|version|release|part|tier|level|step|sprint)\s+\d+\s+(?:non-?)?functional\b`)
	// prioritised is a line that counts one priority.
	prioritised = pattern.New(`(?i)^[\s*|-]*(?:must|should|could|必须|必需|应该|应当|可以|可选)(?:[ -]have)?[\s*|:：(（]+`)
)

// definedIn counts what an index itself defines of a list.
func definedIn(d *document.Document, list []*model.Entry) int {
	n := 0
	for _, e := range list {
		if e.Doc == d {
			n++
		}
	}
	return n
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

// summaryCounts compares "14 functional" with the definitions.
func summaryCounts(s *model.Session, d *document.Document, hit native.Hit) bool {
	all, allQualities := model.Defined(s).Requirements.List, model.Defined(s).Qualities.List
	functions, qualities := definedIn(d, all), definedIn(d, allQualities)
	applied := false
	if functions == 0 {
		return false
	}
	start := 0
	for line := range strings.Lines(d.Prose) {
		at := document.Span{Start: start, End: start + len(strings.TrimRight(line, "\n"))}
		start += len(line)
		if !strings.ContainsAny(line, "0123456789") || prioritised.MatchString(line) || ofStage.MatchString(line) {
			continue
		}
		said := func(n int, what model.Note, actual ...int) {
			applied = true
			if !slices.Contains(actual, n) {
				hit(d, at, model.Target(model.Itoa(n)), model.Target(model.Itoa(actual[0])), what)
			}
		}
		if n, ok := firstInt(qualitative, line); ok && qualities > 0 {
			said(n, s.Say("non-functional", "非功能需求"), qualities, len(allQualities))
		}
		line = qualitative.ReplaceAllString(line, "")
		if n, ok := firstInt(functional, line); ok {
			said(n, s.Say("functional", "功能需求"), functions, len(all))
		}
	}
	return applied
}
