package checks

import (
	"slices"
	"strings"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var brief = []document.Kind{document.Brief}

// briefRules look at product-brief.md.
func briefRules() []rule {
	return []rule{
		lacks(brief, document.Vision, of("BR-001")),
		unless(tellsPains, lacks(brief, document.Problem, of("BR-002"))),
		lacks(brief, document.Users, of("BR-003")),
		{Rule: of("BR-004"), on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			sections := append(d.Find(document.Goals), d.Find(document.Metrics)...)
			for _, section := range sections {
				if !guardrail.MatchString(section.Title) && saysGoals(d, section) {
					return true
				}
			}
			at := document.Span{}
			if len(sections) > 0 {
				at = headingOf(d, sections[0])
			}
			hit(d, at)
			return true
		}},
		{Rule: of("BR-010"), on: brief, look: func(s *session, d *document.Document, hit hit) bool {
			goals := topic(d, document.Goals)
			if goals == nil || !says(d, goals) {
				return false
			}
			if len(s.defined().goals.list) == 0 && !hasGoal(document.FindIDs(d.Slice(goals.All()))) {
				if !otherScheme(d, goals) {
					hit(d, headingOf(d, goals))
				}
				return true
			}
			for _, at := range namelessGoals(d, goals) {
				hit(d, at, note(clip(plain(d.Slice(at)), 60)))
			}
			return true
		}},
		{Rule: of("BR-011"), on: brief, look: unmeasuredGoals},
	}
}

var (
	guardrail = pattern.New(`(?i)guard ?rails?|counter[- ]metrics?|护栏|反向指标|底线指标`)
	otherIDs  = pattern.New(`^[*_` + "`" + `\[(]*[A-Z]{1,4}[-.]?\d{1,3}\b`)
)

// saysGoals tells whether a section says something besides its guardrails.
func saysGoals(d *document.Document, section *document.Section) bool {
	text := ""
	for line := range strings.Lines(d.Slice(section.All())) {
		if at := guardrail.FindStringIndex(line); at == nil || at[0] > 8 {
			text += line
		}
	}
	return says(d, section) && (document.Units(text) >= leastSubstance || nothing.MatchString(text))
}

// otherScheme tells whether goals have IDs of another kind, such as O1 or BG-2.
func otherScheme(d *document.Document, goals *document.Section) bool {
	named := 0
	for _, item := range d.Items {
		if goals.All().Holds(item.Start) && otherIDs.MatchString(item.Text) {
			named++
		}
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			if goals.All().Holds(t.Span.Start) && otherIDs.MatchString(row[0].Text) {
				named++
			}
		}
	}
	for _, section := range d.Sections {
		if section.Parent == goals && otherIDs.MatchString(section.Title) {
			named++
		}
	}
	return named >= 2
}

// namelessGoals returns the items and rows of the goals that lack the ID at least
// two others have.
func namelessGoals(d *document.Document, goals *document.Section) []document.Span {
	var nameless []document.Span
	named := 0
	for _, item := range d.Items {
		if item.Section != goals || item.Depth != 1 || guardrail.MatchString(item.Text) {
			continue
		}
		if ids := document.FindIDs(strings.TrimLeft(item.Text, "*_`[")); len(ids) > 0 && ids[0].Start == 0 {
			named++
		} else {
			nameless = append(nameless, item.Span)
		}
	}
	for _, t := range d.Tables {
		if !t.Section.Under(document.Goals) || !goals.All().Holds(t.Span.Start) {
			continue
		}
		for _, row := range t.Rows {
			if _, _, ok := rowID(row); ok {
				named++
			} else if emptyCell(row[0].Text) && !emptyCell(row[min(1, len(row)-1)].Text) {
				nameless = append(nameless, d.LineAt(row[0].Start))
			}
		}
	}
	if named < 2 {
		return nil
	}
	return nameless
}

// lacks makes a rule that asks for a section with substance about one of some topics.
func lacks(on []document.Kind, wanted document.Topic, r Rule, others ...document.Topic) rule {
	return rule{Rule: r, on: on, look: func(s *session, d *document.Document, hit hit) bool {
		var empty *document.Section
		for _, t := range append([]document.Topic{wanted}, others...) {
			section := topic(d, t)
			if section != nil && says(d, section) {
				return true
			}
			if empty == nil {
				empty = section
			}
		}
		if empty != nil {
			hit(d, headingOf(d, empty))
		} else if !s.eachMember(d, wanted) {
			hit(d, document.Span{})
		}
		return true
	}}
}

// tellsPains tells whether a brief of another tool has the problem in a column
// beside the people who have it.
func tellsPains(s *session, d *document.Document) bool {
	if !s.fromElsewhere() {
		return false
	}
	for _, t := range d.Tables {
		i := t.Column("pain", "problem", "frustration", "struggle", "痛点", "问题")
		if i > 0 && t.Section.Under(document.Users) && slices.ContainsFunc(t.Rows, func(row []document.Cell) bool {
			return i < len(row) && document.Units(row[i].Text) >= leastSubstance
		}) {
			return true
		}
	}
	return false
}

// eachMember tells whether an index leaves a topic to its files: there are two or
// more of them, and all speak of it.
func (s *session) eachMember(index *document.Document, wanted document.Topic) bool {
	n := 0
	for _, d := range s.docs {
		if !d.Kind.Member() || d.Kind.Phase() != index.Kind.Phase() {
			continue
		}
		if section := topic(d, wanted); section == nil || !says(d, section) {
			return false
		}
		n++
	}
	return n > 1
}

// unmeasuredGoals reports goals for which neither their own words nor a metric
// that names them says how much. Goals without IDs are excused by a section of
// success criteria: nothing tells which criterion is whose.
func unmeasuredGoals(s *session, d *document.Document, hit hit) bool {
	goals := s.defined().goals.list
	if len(goals) == 0 {
		return unmeasuredItems(d, hit)
	}
	if d.Foreign {
		return false // nobody here reads their units
	}
	for _, g := range goals {
		if attainable(withoutDates(goalTarget(g))) || unharmed.MatchString(goalTarget(g)) || unharmed.MatchString(g.cell("target", "目标值", "指标值")) || countedTarget(g) || metricFor(d, g.id) || wholeGoal.MatchString(goalTarget(g)) {
			continue
		}
		hit(g.doc, g.at, g.id)
	}
	return true
}

// wholeGoal is a goal that says when it is reached without a number: none, every one.
var wholeGoal = pattern.New(`(?i)\b(?:no|none|never|cannot)\b|不再`)

// countedTarget tells whether a row gives a bare number as its target: its column
// on the metric says of what.
func countedTarget(e *entry) bool {
	return bareNumber.MatchString(e.cell("target", "目标值", "指标值")) && !emptyCell(e.cell("metric", "指标", "度量"))
}

// goalTarget is what a goal says it wants: all of it, but of a row with a target
// neither where it starts from nor how and by when it is measured.
func goalTarget(g *entry) string {
	if g.row == nil || g.table.Column("target", "目标值", "指标值") <= 0 {
		return g.text()
	}
	var said []string
	for i, cell := range g.row[:min(len(g.row), len(g.table.Header))] {
		header := strings.ToLower(g.table.Header[i].Text)
		if !contains(header, "baseline", "current", "today", "measured", "method", "how", "when", "due", "date", "source", "基线", "现状", "当前", "度量方法", "方法", "期限", "时间", "来源") || contains(header, "target", "目标值", "指标值") {
			said = append(said, cell.Text)
		}
	}
	return strings.Join(said, " | ")
}

// withoutDates blanks days and years, which measure nothing.
func withoutDates(text string) string { return calendar.ReplaceAllString(text, " ") }

var calendar = pattern.New(`\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b|\b(?:19|20)\d\d(?:\s*年)?(?:\s*\d{1,2}\s*月)?(?:\s*\d{1,2}\s*日)?|\b[Qq][1-4]\b`)

func attainable(text string) bool {
	return measured(withoutIDs(text)) || standard.MatchString(text)
}

func metricFor(d *document.Document, id string) bool {
	for _, section := range d.Find(document.Metrics) {
		for _, m := range d.Mentions(id) {
			if section.All().Holds(m.Start) && attainable(d.Slice(d.LineAt(m.Start))) {
				return true
			}
		}
	}
	return false
}

func unmeasuredItems(d *document.Document, hit hit) bool {
	goals := topic(d, document.Goals)
	if goals == nil {
		return false
	}
	for _, metrics := range d.Find(document.Metrics) {
		if says(d, metrics) && !metrics.Under(document.Goals) {
			return false
		}
	}
	applied := false
	for i, item := range d.Items {
		if item.Depth != 1 || !goals.All().Holds(item.Start) {
			continue
		}
		applied = true
		if !attainable(d.Slice(item.Span)) && !measuredBelow(d.Items[i+1:]) {
			hit(d, item.Span, clip(plain(strings.TrimSpace(item.Text)), 60))
		}
	}
	return applied
}

// measuredBelow tells whether an item nested under the one before says how much.
func measuredBelow(following []*document.Item) bool {
	for _, item := range following {
		if item.Depth <= 1 {
			return false
		}
		if attainable(item.Text) {
			return true
		}
	}
	return false
}
