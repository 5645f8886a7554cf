package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var brief = []document.Kind{document.Brief}

// briefRules look at product-brief.md.
func briefRules() []rule {
	return []rule{
		lacks(brief, document.Vision, Rule{
			ID: "BR-001", Perspective: product, Severity: critique.Medium, Kind: "value", Core: true,
			Title: "no vision", Message: Text{"the brief states no vision: say in one or two sentences what will be different for whom", "简介没有愿景：应用一两句话说明将为谁带来什么改变"}, Source: "spec-generator phase 2",
			Violation: "## Vision\n\n## Problem\n\nEditors lose hours a week to broken backups.\n",
			NearMiss:  "## Product Vision\n\nNobody loses a file again, on any machine.\n",
			Chinese:   Example{"## 问题\n\n编辑每周因备份损坏损失数小时。\n", "## 一、产品愿景\n\n任何人都不再丢失文件。\n"},
		}),
		unless(tellsPains, lacks(brief, document.Problem, Rule{
			ID: "BR-002", Perspective: product, Severity: critique.Medium, Kind: "value", Core: true,
			Title: "no problem statement", Message: Text{"the brief states no problem: say who suffers from what today", "简介没有问题陈述：应说明目前谁遇到什么困难"}, Source: "spec-generator phase 2",
			Violation: "## Vision\n\nNobody loses a file again.\n\n## Open Questions\n\n- Which cloud do they use today?\n",
			NearMiss:  "## 2. Problem Statement\n\nEditors lose hours a week to broken backups.\n",
			Chinese:   Example{"## 愿景\n\n任何人都不再丢失文件。\n\n## 开放问题\n\n- 目前使用哪个云服务商？\n", "## 问题陈述\n\n编辑每周因备份损坏损失数小时。\n"},
		})),
		lacks(brief, document.Users, Rule{
			ID: "BR-003", Perspective: product, Severity: critique.Medium, Kind: "value", Core: true,
			Title: "no target users", Message: Text{"the brief names no target users", "简介未写明目标用户"}, Source: "spec-generator phase 2",
			Violation: "## Vision\n\nNobody loses a file again.\n\n## Target Users\n\n",
			NearMiss:  "## 👥 Target Users\n\n- Editors who work on laptops without a network\n",
			Chinese:   Example{"## 目标\n\n用户不再丢失文件，每月为零。\n", "## 目标用户\n\n- 经常离线工作的编辑\n"},
		}),
		{Rule: Rule{
			ID: "BR-004", Perspective: product, Severity: critique.Medium, Kind: "value", Core: true,
			Title: "no goals", Message: Text{"the brief states no goals", "简介没有目标"}, Source: "spec-generator phase 2",
			Violation: "## Target Users\n\n- Editors on laptops\n\n## Non-Goals\n\n- Mobile phones and tablets are not served\n",
			NearMiss:  "## Goals & Success Metrics\n\n- G-001: no lost file in 30 days\n",
			Chinese:   Example{"## 目标用户\n\n- 经常离线工作的编辑\n\n## 非目标\n\n- 不支持手机和平板电脑\n", "## 目标与指标\n\n- G-001：30 天内零文件丢失\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: Rule{
			ID: "BR-010", Perspective: quality, Severity: critique.Medium, Kind: "traceability",
			Title:     "goals without IDs, or one among others that have them",
			Message:   Text{"goals have no IDs such as G-001, so no requirement can be traced to them", "目标没有 G-001 之类的编号，需求无法追溯到它们"},
			Source:    "seen in real sessions",
			Violation: "## Goals\n\n- No lost file in 30 days\n- Restore within 5 minutes\n",
			NearMiss:  "## Goals\n\n### Goal 1: no lost file in 30 days\n\nMeasured by the nightly check.\n",
			Chinese:   Example{"## 目标\n\n- 30 天内零文件丢失\n- 5 分钟内完成恢复\n", "## 目标\n\n- **G-001**：30 天内零文件丢失\n"},
		}, on: brief, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: Rule{
			ID: "BR-011", Perspective: quality, Severity: critique.Medium, Kind: "testability",
			Title:     "a goal without a measurable target",
			Message:   Text{"{1} has no measurable target: say which value tells that it is reached", "{1} 没有可衡量的目标值：应写明达到什么数值才算实现"},
			Source:    "spec-generator phase 2, ISO 29148",
			Violation: "## Goals\n\n| ID | Goal | Target |\n|---|---|---|\n| G-001 | Fewer lost files | a better experience |\n",
			NearMiss:  "## Goals\n\n| ID | Goal | Target |\n|---|---|---|\n| G-001 | Fewer lost files | 0 in 30 days |\n| G-002 | Readable by all | WCAG 2.2 AA |\n",
			Chinese:   Example{"## 目标\n\n- G-001：大幅改善用户的恢复体验\n", "## 目标\n\n- G-001：95% 的恢复在 5 分钟内完成\n"},
		}, on: brief, look: unmeasuredGoals},
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
