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

// IndexRules look at what the index of requirements says as a whole.
func IndexRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RQ-003"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if model.Topic(d, document.Traces) != nil || namesCode(d.Prose, goalCodes(s)) || slices.ContainsFunc(d.IDs, func(m document.Mention) bool {
				return document.Prefix(m.ID) == "G" && d.SectionAt(m.Start).Topic != document.Goals
			}) {
				return true
			}
			for _, t := range d.Tables {
				if t.Column("goal", "目标") == 0 && t.Column("requirement", "需求") > 0 || slices.ContainsFunc(t.Header[min(1, len(t.Header)):], func(c document.Cell) bool { return traceHeader.MatchString(c.Text) }) {
					return true
				}
			}
			for _, e := range model.Defined(s).Requirements.List {
				if e.File != nil && tracesUp(e.File) {
					return true
				}
			}
			if s.Index(document.Brief) == nil && !slices.ContainsFunc(s.Docs, model.Identified) {
				return false // documents of another tool, which knows no goals
			}
			hit(d, document.Span{})
			return true
		}},
		{Rule: native.Of("RQ-004"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if !keeps(d.Prose) && !slices.ContainsFunc(s.Of(document.Requirements, document.Requirement), func(o *document.Document) bool { return model.Holds(o.Prose, dataDuties) }) {
				return false
			}
			if section := model.Topic(d, document.Data); section == nil {
				hit(d, document.Span{})
			} else if d.Substance(section) == 0 {
				hit(d, model.HeadingOf(d, section))
			}
			return true
		}},
		{Rule: native.Of("RQ-015"), On: model.Requirements, Look: summaryCounts},
		{Rule: native.Of("RQ-023"), On: model.Requirements, Look: nothingExcluded},
		{Rule: native.Of("RQ-026"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			list := model.Defined(s).Requirements.List
			list = list[:min(len(list), model.MaxCompared)]
			titles := make([]string, len(list))
			for i, e := range list {
				titles[i] = e.Title
			}
			for _, pair := range model.Alike(titles, titles, 0.8, 2) {
				if pair[0] < pair[1] && !model.Parallel(titles[pair[0]], titles[pair[1]]) && !model.Superseded(list[pair[0]].Text()+list[pair[1]].Text()) {
					details := []model.Detail{model.Target(list[pair[0]].ID), model.Target(list[pair[1]].ID)}
					if toldApart(list[pair[0]], list[pair[1]]) {
						details = append(details, model.Doubtful)
					}
					hit(list[pair[1]].Doc, list[pair[1]].At, details...)
				}
			}
			return len(list) > 1
		}},
	}
}

// toldApart tells whether two requirements with nearly the same title may mean two things: they stand under different
// headings of one document, or one is about one of several and the other about all.
func toldApart(a, b *model.Entry) bool {
	if a.Doc == b.Doc && a.Detail == nil && b.Detail == nil && a.Doc.SectionAt(a.At.Start) != b.Doc.SectionAt(b.At.Start) {
		return true
	}
	return single.MatchString(a.Title) != single.MatchString(b.Title) && every.MatchString(a.Title) != every.MatchString(b.Title)
}

var (
	single = pattern.New(`(?i)\b(?:one|single|individual|specific|given)\b|单个|某个|指定`)
	every  = pattern.New(`(?i)\b(?:all|every|each|both|several|multiple)\b|所有|全部|每个?|多个`)
)

var traceHeader = pattern.New(`(?i)trace|\bgoals?\b|objective|追溯|来源|目标(?:[^值]|$)`)

// keeps tells whether a text says that data is kept, and not only that some must not be.
func keeps(text string) bool {
	for line := range strings.Lines(text) {
		if model.Storage.MatchString(line) && !model.Forbids.MatchString(line) {
			return true
		}
	}
	return false
}

// dataDuties are what only kept data calls for.
var dataDuties = pattern.New(`(?i)\b(?:retention|deletion job|deleted? (?:after|when)|(?:personal|staff|customer|user|patient|leave) data)\b|保留期|个人数据|用户数据|登记`)

// nothingExcluded reports a list of what won't be done that names nothing.
func nothingExcluded(_ *model.Session, d *document.Document, hit native.Hit) bool {
	found := false
	start := 0
	for line := range strings.Lines(d.Prose) {
		at := document.Span{Start: start, End: start + len(strings.TrimRight(line, "\n"))}
		start += len(line)
		m := model.Wont.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			continue
		}
		found = true
		if model.ZeroOrNone.MatchString(m[1]) && !model.ListsBelow(d, at) {
			hit(d, at)
		}
	}
	return found
}

var (
	functional  = pattern.New(`(?i)(?:^|[^\d.])(\d+)\s+functional\b|(\d+)\s*(?:条|个|项)功能(?:性)?需求|功能(?:性)?需求[:：]?\s*(\d+)\s*(?:条|个|项)`)
	qualitative = pattern.New(`(?i)(?:^|[^\d.])(\d+)\s+non-?functional\b|(\d+)\s*(?:条|个|项)非功能(?:性)?需求|非功能(?:性)?需求[:：]?\s*(\d+)\s*(?:条|个|项)`)
	// ofStage is a number that says which, and not how many.
	ofStage = pattern.New(`(?i)\b(?:phase|stage|version|release|part|tier|level|step|sprint)\s+\d+\s+(?:non-?)?functional\b`)
	// prioritised is a line that counts one priority.
	prioritised = pattern.New(`(?i)^[\s*|-]*(?:must|should|could|必须|必需|应该|应当|可以|可选)(?:[ -]have)?[\s*|:：(（]+`)
)

var (
	prioritySaid  = pattern.New(`(?i)\b(must|should|could|won['’]?t)(?:[- ]haves?)?s?\**\s*[:：=]?\s*(\d{1,3})(?:[^\d.%\w-]|[.]\s|[.]?$)`)
	priorityAfter = pattern.New(`(?i)(?:^|[^\d.,])(\d{1,3})\s+\**(must|should|could|won['’]?t)(?:[- ]haves?)?s?\b`)
	// priorityItem is a line that counts one priority alone.
	priorityItem = pattern.New(`(?i)^[\s*|-]*(must|should|could|必须|应该|应当|可以|可选)(?:[- ]have)?[\s*|]*[:：|][\s*]*(\d{1,3})\b`)
)

// countsOf are the numbers of requirements that a line gives of several priorities.
func countsOf(line string) map[string]int {
	said := map[string]int{}
	for _, m := range prioritySaid.FindAllStringSubmatch(line, 8) {
		said[model.Priority(m[1])], _ = strconv.Atoi(m[2])
	}
	if len(said) < 2 {
		clear(said)
		for _, m := range priorityAfter.FindAllStringSubmatch(line, 8) {
			said[model.Priority(m[2])], _ = strconv.Atoi(m[1])
		}
	}
	if len(said) < 2 {
		return nil
	}
	return said
}

// priorityCounts is about the lines that count the requirements of several priorities, in one, "Must 9, Should 2", or each
// in one of its own.
func priorityCounts(s *model.Session, d *document.Document, hit native.Hit) (looked bool) {
	counted := func(list []*model.Entry) (of map[string]int, all bool) {
		of, all = map[string]int{}, true
		for _, e := range list {
			of[e.Priority]++
			all = all && e.Priority != ""
		}
		return of, all
	}
	functions, known := counted(model.Defined(s).Requirements.List)
	qualities, _ := counted(model.Defined(s).Qualities.List)
	if !known || len(functions) == 0 {
		return false
	}
	check := func(at document.Span, priority string, n int) {
		all := functions[priority] + qualities[priority]
		if unsaid := qualities[""]; n != functions[priority] && (n < all || n > all+unsaid) {
			hit(d, at, model.Target(model.Itoa(n)), model.Target(model.Itoa(functions[priority])), model.Note(strings.ToUpper(priority[:1])+priority[1:]))
		}
	}
	type item struct {
		at       document.Span
		priority string
		n        int
	}
	var items []item
	start := 0
	for line := range strings.Lines(d.Prose) {
		at := document.Span{Start: start, End: start + len(strings.TrimRight(line, "\n"))}
		start += len(line)
		said := countsOf(line)
		for _, priority := range [...]string{"must", "should", "could"} {
			if n, told := said[priority]; told {
				looked = true
				check(at, priority, n)
			}
		}
		if m := priorityItem.FindStringSubmatch(line); m != nil && model.Priority(m[1]) != "" {
			n, _ := strconv.Atoi(m[2])
			items = append(items, item{at, model.Priority(m[1]), n})
		}
	}
	if len(items) < 2 || len(items) > 3 {
		return looked
	}
	for _, one := range items {
		check(one.at, one.priority, one.n)
	}
	return true
}

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
	applied := priorityCounts(s, d, hit)
	if functions == 0 {
		return applied
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
