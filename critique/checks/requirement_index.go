package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// requirementIndexRules look at what the index of requirements says as a whole.
func requirementIndexRules() []rule {
	return []rule{
		{Rule: of("RQ-003"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			if topic(d, document.Traces) != nil || slices.ContainsFunc(d.IDs, func(m document.Mention) bool {
				return document.Prefix(m.ID) == "G" && d.SectionAt(m.Start).Topic != document.Goals
			}) {
				return true
			}
			for _, t := range d.Tables {
				if slices.ContainsFunc(t.Header[min(1, len(t.Header)):], func(c document.Cell) bool { return traceHeader.MatchString(c.Text) }) {
					return true
				}
			}
			for _, e := range s.defined().requirements.list {
				if e.file != nil && tracesUp(e.file) {
					return true
				}
			}
			if s.index(document.Brief) == nil && !namesFamily(d, "G") && !slices.ContainsFunc(s.docs, identified) {
				return false // documents of another tool, which knows no goals
			}
			hit(d, document.Span{})
			return true
		}},
		{Rule: of("RQ-004"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			if !holds(d.Prose, storage) && !slices.ContainsFunc(s.of(document.Requirements, document.Requirement), func(o *document.Document) bool { return holds(o.Prose, dataDuties) }) {
				return false
			}
			if section := topic(d, document.Data); section == nil {
				hit(d, document.Span{})
			} else if d.Substance(section) == 0 {
				hit(d, headingOf(d, section))
			}
			return true
		}},
		lacks(requirements, document.Constraints, of("RQ-005"), document.Assumptions),
		{Rule: of("RQ-012"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().requirements.list
			for _, e := range list {
				if e.priority != "must" {
					return len(list) >= 6
				}
			}
			if len(list) >= 6 && !saysWhyAll(d) {
				hit(list[0].doc, list[0].at, itoa(len(list)))
			}
			return len(list) >= 6
		}},
		{Rule: of("RQ-015"), on: requirements, look: summaryCounts},
		{Rule: of("RQ-016"), on: requirements, look: contradictingTraces},
		{Rule: of("RQ-023"), on: requirements, look: nothingExcluded},
		{Rule: of("RQ-026"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().requirements.list
			list = list[:min(len(list), maxCompared)]
			titles := make([]string, len(list))
			for i, e := range list {
				titles[i] = e.title
			}
			for _, pair := range alike(titles, titles, 0.8, 2) {
				if pair[0] < pair[1] && !superseded(list[pair[0]].text()+list[pair[1]].text()) {
					hit(list[pair[1]].doc, list[pair[1]].at, list[pair[0]].id, list[pair[1]].id)
				}
			}
			sameTexts(list, hit)
			sameTexts(s.defined().qualities.list, hit)
			return len(list) > 1
		}},
		{Rule: of("RQ-030"), on: requirements, look: lopsidedGoals},
	}
}

// saysWhyAll tells whether a section gives reasons for the priorities.
func saysWhyAll(d *document.Document) bool {
	return slices.ContainsFunc(d.Sections, func(section *document.Section) bool {
		return whyPriorities.MatchString(section.Title) && says(d, section)
	})
}

var whyPriorities = pattern.New(`(?i)\b(?:rationale|reasons?|reasoning|why)\b.*\b(?:priorit|must)|\b(?:priorit\w*|must\w*)\b.*\b(?:rationale|reasons?|reasoning)\b|优先级(?:的)?(?:理由|依据|说明|原因)`)

// lopsidedGoals counts the requirements of each goal, and those of them that
// nobody needs.
func lopsidedGoals(s *session, d *document.Document, hit hit) bool {
	t := s.goalTraces()
	counts, optional, total, graded := map[string]int{}, map[string]int{}, 0, 0
	for _, e := range s.defined().requirements.list {
		goals := t.goalsOf(e.id)
		for g := range goals {
			if counts[g]++; e.priority == "could" || e.priority == "wont" {
				optional[g]++
			}
		}
		if len(goals) > 0 {
			total++
		}
		if e.priority != "" {
			graded++
		}
	}
	if total < 3 || len(counts) < 2 && len(s.defined().goals.list) < 2 {
		return false
	}
	for _, id := range sortedKeys(counts) {
		at := document.Span{}
		if places := d.Mentions(id); len(places) > 0 {
			at = places[0].Span
		}
		switch {
		case total >= 5 && counts[id]*5 > total*4:
			hit(d, at, id, s.say(itoa(counts[id])+" of "+itoa(total)+" requirements", "占 "+itoa(total)+" 条需求中的 "+itoa(counts[id])+" 条"))
		case graded == len(s.defined().requirements.list) && optional[id] == counts[id]:
			hit(d, at, id, s.say("optional requirements only", "仅有可选需求"))
		}
	}
	return true
}

// rows repeats a table row with a running number, for examples.
func rows(format string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Replace(format, "%d", itoa(i+1), 1))
	}
	return b.String()
}

var traceHeader = pattern.New(`(?i)trace|\bgoals?\b|objective|追溯|来源|目标(?:[^值]|$)`)

// dataDuties are what only kept data calls for.
var dataDuties = pattern.New(`(?i)\b(?:retention|deletion job|deleted? (?:after|when)|(?:personal|staff|customer|user|patient|leave) data)\b|保留期|个人数据|用户数据|登记`)

var storage = pattern.New(`(?i)\b(?:database|persist\w*|records?|stores?|stored|storage|schema|keeps?|kept|saves?|saved)\b|数据库|持久化|存储|数据表|记录|保存`)
