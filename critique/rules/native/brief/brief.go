// Package brief has the rules about the product brief.
package brief

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var brief = []document.Kind{document.Brief}

// PartRules look at product-brief.md.
func PartRules() []native.Rule {
	return []native.Rule{
		native.Lacks(brief, document.Vision, native.Of("BR-001")),
		native.Lacks(brief, document.Problem, native.Of("BR-002")),
		native.Lacks(brief, document.Users, native.Of("BR-003")),
		{Rule: native.Of("BR-004"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			sections := slices.Concat(d.Find(document.Goals), d.Find(document.Metrics), document.Beside(d, document.Goals))
			for _, section := range sections {
				if !guardrail.MatchString(section.Title) && saysGoals(d, section) {
					return true
				}
			}
			at := document.Span{}
			if len(sections) > 0 {
				at = model.HeadingOf(d, sections[0])
			}
			hit(d, at)
			return true
		}},
		{Rule: native.Of("BR-010"), On: brief, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			goals := model.Topic(d, document.Goals)
			if goals == nil || !model.Says(d, goals) {
				return false
			}
			if len(model.Defined(s).Goals.List) == 0 && !model.HasGoal(document.FindIDs(d.Slice(goals.All()))) {
				if !otherScheme(d, goals) && !citedByName(s, d, goals) {
					hit(d, model.HeadingOf(d, goals))
				}
				return true
			}
			return true
		}},
		{Rule: native.Of("BR-011"), On: brief, Look: unmeasuredGoals},
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
	return model.Says(d, section) && document.Units(text) > 0
}

// citedByName tells whether requirements name a goal by the words that it begins with in bold.
func citedByName(s *model.Session, d *document.Document, goals *document.Section) bool {
	return slices.ContainsFunc(d.Items, func(item *document.Item) bool {
		m := goalName.FindStringSubmatch(item.Text)
		return m != nil && goals.All().Holds(item.Start) && slices.ContainsFunc(s.Of(document.Requirements, document.Requirement), func(r *document.Document) bool {
			return strings.Contains(strings.ToLower(r.Text), strings.ToLower(m[1]))
		})
	})
}

var goalName = pattern.New(`^\*\*([^*\n:：]{4,60}?) ?[:：]?\*\*`)

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
	return named >= 2
}

// unmeasuredGoals reports goals for which neither their own words nor a metric
// that names them says how much. Goals without IDs are excused by a section of
// success criteria: nothing tells which criterion is whose.
func unmeasuredGoals(s *model.Session, d *document.Document, hit native.Hit) bool {
	goals := model.Defined(s).Goals.List
	if len(goals) == 0 {
		return unmeasuredItems(d, hit)
	}
	if d.Foreign {
		return false // nobody here reads their units
	}
	for _, g := range goals {
		if model.Attainable(model.WithoutDates(goalTarget(g))) || model.Unharmed.MatchString(goalTarget(g)) || model.Unharmed.MatchString(g.Cell("target", "目标值", "指标值")) || model.Counts(goalTarget(g)) || metricFor(d, g.ID) || wholeGoal.MatchString(goalTarget(g)) {
			continue
		}
		hit(g.Doc, g.At, model.Target(g.ID))
	}
	return true
}

// wholeGoal is a goal that says when it is reached without a number: none, every one.
var wholeGoal = pattern.New(`(?i)\b(?:no|none|never|cannot)\b|不再`)

// goalTarget is what a goal says it wants: all of it, but of a row with a target
// neither where it starts from nor how and by when it is measured.
func goalTarget(g *model.Entry) string {
	if g.Row == nil || g.Table.Column("target", "目标值", "指标值") <= 0 {
		return g.Text()
	}
	var said []string
	for i, cell := range g.Row[:min(len(g.Row), len(g.Table.Header))] {
		header := strings.ToLower(g.Table.Header[i].Text)
		if !model.Contains(header, "baseline", "current", "today", "measured", "method", "how", "when", "due", "date", "source", "基线", "现状", "当前", "度量方法", "方法", "期限", "时间", "来源") || model.Contains(header, "target", "目标值", "指标值") {
			said = append(said, cell.Text)
		}
	}
	return strings.Join(said, " | ")
}

func metricFor(d *document.Document, id string) bool {
	for _, section := range d.Find(document.Metrics) {
		for _, m := range d.Mentions(id) {
			if section.All().Holds(m.Start) && model.Attainable(d.Slice(d.LineAt(m.Start))) {
				return true
			}
		}
	}
	return false
}

func unmeasuredItems(d *document.Document, hit native.Hit) bool {
	goals := model.Topic(d, document.Goals)
	if goals == nil {
		return false
	}
	for _, metrics := range d.Find(document.Metrics) {
		if model.Says(d, metrics) {
			return false
		}
	}
	applied := false
	for _, item := range d.Items {
		if item.Depth != 1 || !goals.All().Holds(item.Start) {
			continue
		}
		applied = true
		if text := d.Slice(item.Span); !model.Attainable(text) && !model.Counts(text) && !wholeGoal.MatchString(text) {
			hit(d, item.Span, model.Target(model.Clip(model.Plain(strings.TrimSpace(item.Text)), 60)))
		}
	}
	return applied
}
