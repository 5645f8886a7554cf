package checks

import (
	"strings"

	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// statement is one thing a document demands. Language rules look at nothing
// else: most prose may be as vague as it likes.
type statement struct {
	text string        // as in Prose: code, links and quotations are blanked
	at   document.Span // of that text
	raw  string        // as written
}

// span returns the part of the document a match in the statement covers.
func (s statement) span(m []int) document.Span {
	return document.Span{Start: s.at.Start + m[0], End: s.at.Start + m[1]}
}

var modal = pattern.New(`\b(?:MUST|SHALL|SHOULD|must|shall|should|will)\b|必须|应当|应该|应|不得|禁止|需要|需`)

// demanding are the sections whose modal sentences are normative.
var demanding = []document.Topic{
	document.Functional, document.NonFunctional, document.Constraints, document.Done,
	document.Goals, document.Metrics, document.MVP, document.Attributes, document.Acceptance,
}

// speaking are the documents language rules read. Decisions are reasoning, not demands.
var speaking = []document.Kind{
	document.Brief, document.Requirements, document.Requirement, document.Quality,
	document.Architecture, document.Epics, document.Epic,
}

// statements returns the normative statements of a document: criteria, rows of
// definitions, and sentences with a modal in demanding sections.
func statements(d *document.Document) []statement {
	var found []statement
	add := func(at document.Span) {
		if at.Len() > 0 {
			found = append(found, statement{d.Prose[at.Start:at.End], at, d.Slice(at)})
		}
	}
	for _, item := range d.Items {
		switch {
		case item.Section.Under(document.OpenQuestions, document.NonGoals, document.Alternatives, document.Risks):
		case item.Box != 0, item.Section.Under(document.Acceptance, document.Done),
			item.Section.Under(demanding...) && modal.MatchString(item.Text),
			item.Section.Under(document.Goals) && len(document.FindIDs(item.Text)) > 0:
			add(item.Span)
		}
	}
	for _, t := range d.Tables {
		if !definitional(t) || t.Section.Under(document.OpenQuestions, document.NonGoals, document.Alternatives, document.Decisions) {
			continue
		}
		title := t.Column("title", "name", "标题", "名称", "component", "library", "组件")
		for _, row := range t.Rows {
			if _, _, ok := rowID(row); !ok {
				continue
			}
			for i, cell := range row {
				if i > 0 && i != title {
					add(cell.Span)
				}
			}
		}
	}
	for _, line := range d.Lines {
		section := d.SectionAt(line.Start)
		if (section.Under(demanding...) || d.Kind.Member() && d.Kind != document.Epic && describes(section)) && modal.MatchString(d.Prose[line.Start:line.End]) {
			add(line)
		}
	}
	return found
}

// describes tells whether a section of a requirement's file is the requirement.
func describes(section *document.Section) bool {
	title := strings.ToLower(section.Title)
	return section.Level <= 1 || contains(title, "description", "requirement", "statement", "描述", "说明", "需求")
}

// spokenRule makes a rule that looks for words in normative statements.
func spokenRule(r Rule, words *pattern.Pattern, excused func(statement, []int) bool) rule {
	return rule{Rule: r, on: speaking, look: func(s *session, d *document.Document, hit hit) bool {
		all := s.statements(d)
		for _, st := range all {
			for _, m := range words.FindAllStringIndex(st.text, 8) {
				if excused == nil || !excused(st, m) {
					hit(d, st.span(m), st.text[m[0]:m[1]])
				}
			}
		}
		return len(all) > 0
	}}
}

// statements returns a document's statements, found once.
func (s *session) statements(d *document.Document) []statement {
	found, known := s.spoken[d]
	if !known {
		found = statements(d)
		s.spoken[d] = found
	}
	return found
}

// compound tells whether a match is part of a hyphenated word such as quick-reference.
func compound(st statement, m []int) bool {
	return m[0] > 0 && st.text[m[0]-1] == '-' || m[1] < len(st.text) && st.text[m[1]] == '-'
}

// vagueExcuse lets a vague word pass where the statement says how much.
func vagueExcuse(st statement, m []int) bool {
	return compound(st, m) || strings.HasPrefix(st.text[m[1]:], "性") || measured(withoutIDs(st.raw)) // 易用性 names a quality
}

// withoutIDs blanks IDs, whose digits measure nothing.
func withoutIDs(text string) string {
	ids := document.FindIDs(text)
	if len(ids) == 0 {
		return text
	}
	b := []byte(text)
	for _, m := range ids {
		copy(b[m.Start:m.End], strings.Repeat(" ", m.Len()))
	}
	return string(b)
}

var (
	baseline  = pattern.New(`(?i)\b(?:than|compared|versus|vs|baseline|relative to|over the)\b|相比|相较|比|基线|对比`)
	tolerance = pattern.New(`(?i)±|\+/-|\btolerance\b|\bwithin\b|误差|容差|偏差`)
	timed     = pattern.New(`(?i)\d+\s*(?:ms|µs|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?)\b|\d+\s*(?:毫秒|秒|分钟|小时|天|日|周|月)|\b(?:daily|hourly|weekly|nightly|monthly|every|each)\b|每[天日周月小时分秒次个\d]`)
)

func comparisonExcuse(st statement, m []int) bool {
	return vagueExcuse(st, m) || baseline.MatchString(st.raw)
}

func toleranceExcuse(st statement, _ []int) bool { return tolerance.MatchString(st.raw) }

// timeExcuse lets a time word pass where the statement says when.
func timeExcuse(st statement, m []int) bool { return compound(st, m) || timed.MatchString(st.raw) }
