package checks

import (
	"strconv"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// requirementIndexRules look at what the index of requirements says as a whole.
func requirementIndexRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "RQ-003", Perspective: coverage, Severity: critique.Medium, Kind: "traceability",
			Title: "neither a traceability section nor a trace column", Message: Text{"no traceability", "缺少追溯"}, Source: "spec-generator phase 3",
			Violation: "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n",
			NearMiss:  "| ID | Title | Traces to |\n|---|---|---|\n| REQ-001 | Verify | G-001 |\n",
			Chinese:   Example{"| 编号 | 标题 |\n|---|---|\n| REQ-001 | 校验 |\n", "## 需求追溯矩阵\n\n| 目标 | 需求 |\n|---|---|\n| G-001 | REQ-001 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			if topic(d, document.Traces) != nil || namesFamily(d, "G") {
				return true
			}
			for _, t := range d.Tables {
				if t.Column("trace", "goal", "objective", "追溯", "目标", "来源") > 0 {
					return true
				}
			}
			for _, e := range s.defined().requirements.list {
				if e.file != nil && tracesUp(e.file) {
					return true
				}
			}
			hit(d, document.Span{})
			return true
		}},
		{Rule: Rule{
			ID: "RQ-004", Perspective: technical, Severity: critique.Low, Kind: "completeness",
			Title: "no data requirements although data is kept", Message: Text{"no data requirements", "缺少数据需求"}, Source: "spec-generator phase 3",
			Violation: "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Store user records in the database | Must |\n",
			NearMiss:  "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Store user records in the database | Must |\n\n## Data Requirements\n\n| Entity | Fields |\n|---|---|\n| User | name |\n",
			Chinese:   Example{"| 编号 | 标题 |\n|---|---|\n| REQ-001 | 将用户记录存入数据库 |\n", "| 编号 | 标题 |\n|---|---|\n| REQ-001 | 显示帮助文本 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			if !holds(d.Prose, storage) {
				return false
			}
			if topic(d, document.Data) == nil {
				hit(d, document.Span{})
			}
			return true
		}},
		lacks(requirements, document.Constraints, Rule{
			ID: "RQ-005", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "neither constraints nor assumptions", Message: Text{"no constraints or assumptions", "缺少约束或假设"}, Source: "spec-generator phase 3",
			Violation: "## Functional Requirements\n\n- REQ-001: verify each backup\n",
			NearMiss:  "## Assumptions\n\n- Laptops are online once a week at least\n",
			Chinese:   Example{"## 功能需求\n\n- REQ-001：校验每个备份\n", "## 约束条件\n\n- 只能在离线环境中运行\n"},
		}, document.Assumptions),
		{Rule: Rule{
			ID: "RQ-012", Perspective: product, Severity: critique.Medium, Kind: "value",
			Title: "six requirements or more, and all are Must", Message: Text{"priority carries no information: all {1} are Must", "优先级无区分度：{1} 条全部为 Must"}, Source: "seen in a real session",
			Violation: "| ID | Title | Priority |\n|---|---|---|\n" + rows("| REQ-00%d | T | Must |\n", 6),
			NearMiss:  "| ID | Title | Priority |\n|---|---|---|\n" + rows("| REQ-00%d | T | Must |\n", 5) + "| REQ-006 | T | Should |\n",
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().requirements.list
			for _, e := range list {
				if e.priority != "must" {
					return len(list) >= 6
				}
			}
			if len(list) >= 6 {
				hit(list[0].doc, list[0].at, itoa(len(list)))
			}
			return len(list) >= 6
		}},
		{Rule: Rule{
			ID: "RQ-015", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "a summary whose counts are not those of the definitions", Message: Text{"says {1}, lists {2} ({3})", "汇总 {1}，实际 {2}（{3}）"}, Source: "seen in real sessions",
			Violation: "Total: 3 functional requirements\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n\n## MoSCoW Summary\n\n- **Must**: 3 requirements\n",
			NearMiss:  "Total: 2 functional + 1 non-functional requirements\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Could |\n| NFR-001 | Speed | Must |\n\n## MoSCoW Summary\n\n| Priority | Count |\n|---|---|\n| Must | 1 functional, 1 other |\n| Could | 1 |\n",
			Chinese:   Example{"共 3 条功能需求\n\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 校验 |\n| REQ-002 | 恢复 |\n", "共 2 条功能需求\n\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 校验 |\n| REQ-002 | 恢复 |\n"},
		}, on: requirements, look: summaryCounts},
		{Rule: Rule{
			ID: "RQ-016", Perspective: coverage, Severity: critique.Medium, Kind: "consistency",
			Title: "a row that traces to other goals than the matrix says", Message: Text{"{1}: row {2}, matrix {3}", "{1}：行 {2}，矩阵 {3}"}, Source: "seen in real sessions",
			Violation: "| ID | Title | Goal |\n|---|---|---|\n| REQ-001 | Verify | G-001 |\n\n## Traceability Matrix\n\n| Goal | Requirements |\n|---|---|\n| G-001 | REQ-002 |\n| G-002 | REQ-001 |\n",
			NearMiss:  "| ID | Title | Goal |\n|---|---|---|\n| REQ-001 | Verify | G-001, G-002 |\n\n## Traceability Matrix\n\n| Goal | Requirements |\n|---|---|\n| G-001 | REQ-001 |\n| G-002 | REQ-001..002 |\n",
		}, on: requirements, look: contradictingTraces},
		{Rule: Rule{
			ID: "RQ-023", Perspective: product, Severity: critique.Low, Kind: "scope",
			Title: "a Won't list without an entry", Message: Text{"nothing excluded", "没有排除项"}, Source: "MoSCoW",
			Violation: "## MoSCoW Summary\n\n- Must: 3\n- Won't: 0\n",
			NearMiss:  "## MoSCoW Summary\n\n- Must: 3\n- Won't: 2\n",
			Chinese:   Example{"## 优先级汇总\n\n- Must: 3\n- Won't: 0\n", "## 优先级汇总\n\n- Must: 3\n- Won't: 1\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			m := findOne(d.Prose, wont)
			if m == nil {
				return unexcluded(d, hit)
			}
			if n := d.Prose[m[2]:m[3]]; strings.Trim(n, "0") == "" {
				hit(d, document.Span{Start: m[0], End: m[1]})
			}
			return true
		}},
		{Rule: Rule{
			ID: "RQ-026", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "two requirements with nearly the same title", Message: Text{"{1} ≈ {2}", "{1} 与 {2} 近似"}, Source: "spec-kit analyze",
			Violation: "| ID | Title |\n|---|---|\n| REQ-001 | Export of snapshot reports as PDF |\n| REQ-002 | Export snapshot reports as PDF |\n| REQ-003 | Restore |\n",
			NearMiss:  "| ID | Title |\n|---|---|\n| REQ-001 | Export snapshot reports as PDF |\n| REQ-002 | Export snapshot reports as CSV |\n| REQ-003 | Restore |\n",
			Chinese:   Example{"| 编号 | 标题 |\n|---|---|\n| REQ-001 | 快照报告导出 |\n| REQ-002 | 快照报告的导出 |\n", "| 编号 | 标题 |\n|---|---|\n| REQ-001 | 快照报告导出 |\n| REQ-002 | 快照报告归档 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
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
			return len(list) > 1
		}},
		{Rule: Rule{
			ID: "RQ-030", Perspective: coverage, Severity: critique.Low, Kind: "traceability",
			Title: "a goal that receives nearly all requirements", Message: Text{"coverage is lopsided: {1} has {2} of {3}", "目标覆盖失衡：{1} 占 {3} 条中的 {2} 条"}, Source: "spec-generator coverage",
			Violation: "| ID | Title | Goal |\n|---|---|---|\n" + rows("| REQ-00%d | T | G-001 |\n", 6) + "| REQ-007 | T | G-002 |\n",
			NearMiss:  "| ID | Title | Goal |\n|---|---|---|\n" + rows("| REQ-00%d | T | G-001 |\n", 4) + "| REQ-005 | T | G-002 |\n| REQ-006 | T | G-002 |\n",
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			counts, total := map[string]int{}, 0
			var order []string
			for _, e := range s.defined().requirements.list {
				seen := map[string]bool{}
				for _, m := range document.FindIDs(e.cell("goal", "trace", "目标", "追溯")) {
					if document.Prefix(m.ID) == "G" && !seen[m.ID] {
						if seen[m.ID] = true; counts[m.ID] == 0 {
							order = append(order, m.ID)
						}
						counts[m.ID]++
					}
				}
				if len(seen) > 0 {
					total++
				}
			}
			if total < 6 || len(order) < 2 {
				return false
			}
			for _, id := range order {
				if places := d.Mentions(id); counts[id]*5 > total*4 && len(places) > 0 {
					hit(d, places[0].Span, id, itoa(counts[id]), itoa(total))
				}
			}
			return true
		}},
	}
}

// unexcluded reports a summary by priority that has no word for what is left out.
func unexcluded(d *document.Document, hit hit) bool {
	for _, summary := range d.Find(document.Summary) {
		text := d.Slice(summary.All())
		if !holds(text, mustLine) || !holds(text, shouldLine) {
			continue
		}
		if !holds(d.Prose, leftOut) {
			hit(d, headingOf(d, summary))
		}
		return true
	}
	return false
}

// rows repeats a table row with a running number, for examples.
func rows(format string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Replace(format, "%d", itoa(i+1), 1))
	}
	return b.String()
}

var (
	storage    = pattern.New(`(?i)\b(?:database|persist\w*|records?|stores?|stored|storage|schema)\b|数据库|持久化|存储|数据表|记录`)
	wont       = pattern.New(`(?i)won['’]?t(?: have)?\**\s*[:：|]\s*\**(\d+)`)
	mustLine   = pattern.New(`(?i)^[\s*|-]*(?:must|必须|必备)(?: have)?[\s*|:：(（]`)
	shouldLine = pattern.New(`(?i)^[\s*|-]*(?:should|应该|应有)(?: have)?[\s*|:：(（]`)
	leftOut    = pattern.New(`(?i)\bwon['’]?t\b|out of scope|\bnot in\b|excluded|不做|不包含|暂不|范围外|排除`)
	functional = pattern.New(`(?i)(\d+)\s+functional\b|(\d+)\s*(?:条|个|项)功能(?:性)?需求|功能(?:性)?需求[:：]?\s*(\d+)\s*(?:条|个|项)`)
	moscow     = pattern.New(`(?im)^[\s*|-]*(must|should|could)(?: have)?[\s*|:：(（]+(\d+)\b`)
)

// summaryCounts compares "14 functional" and "Must: 11" with the definitions.
func summaryCounts(s *session, d *document.Document, hit hit) bool {
	list := s.defined().requirements.list
	byPriority := map[string]int{}
	listed := 0
	for _, e := range list {
		if e.doc == d {
			listed++
			byPriority[e.priority]++
		}
	}
	if listed == 0 {
		return false
	}
	qualities := map[string]int{}
	for _, e := range s.defined().qualities.list {
		if e.doc == d {
			qualities[e.priority]++
		}
	}
	applied := false
	compare := func(m []int, said, actual, also int, what string) {
		applied = true
		if said != actual && said != also {
			hit(d, document.Span{Start: m[0], End: m[1]}, itoa(said), itoa(actual), what)
		}
	}
	for _, m := range find(d.Prose, functional, 4) {
		if moscow.MatchString(d.Slice(d.LineAt(m[0]))) {
			continue // so many of this priority
		}
		for g := 2; g+1 < len(m); g += 2 {
			if m[g] >= 0 && !strings.HasSuffix(strings.ToLower(d.Prose[:m[g]]), "non-") {
				said, _ := strconv.Atoi(d.Prose[m[g]:m[g+1]])
				compare(m, said, listed, len(list), "functional")
			}
		}
	}
	if byPriority[""] == 0 {
		for _, m := range find(d.Prose, moscow, 9) {
			if !d.SectionAt(m[2]).Under(document.Summary) {
				continue
			}
			said, _ := strconv.Atoi(d.Prose[m[4]:m[5]])
			p := priority(d.Prose[m[2]:m[3]])
			compare(m, said, byPriority[p], byPriority[p]+qualities[p], d.Prose[m[2]:m[3]])
		}
	}
	return applied
}

// contradictingTraces compares the goals of a requirement's row with those the
// matrix gives it.
func contradictingTraces(s *session, d *document.Document, hit hit) bool {
	matrix := map[string]map[string]bool{}
	for _, t := range d.Tables {
		if !t.Section.Under(document.Traces) {
			continue
		}
		for _, row := range t.Rows {
			ids := d.MentionsIn(document.Span{Start: row[0].Start, End: d.LineAt(row[0].Start).End})
			for _, r := range ids {
				if !family(r.ID, []string{"REQ", "FR"}) {
					continue
				}
				for _, g := range ids {
					if document.Prefix(g.ID) == "G" {
						if matrix[r.ID] == nil {
							matrix[r.ID] = map[string]bool{}
						}
						matrix[r.ID][g.ID] = true
					}
				}
			}
		}
	}
	applied := false
	for _, e := range s.defined().requirements.list {
		var said []string
		shared := false
		for _, m := range document.FindIDs(e.cell("goal", "trace", "目标", "追溯")) {
			if document.Prefix(m.ID) == "G" {
				said = append(said, m.ID)
				shared = shared || matrix[e.id][m.ID]
			}
		}
		if len(said) == 0 || len(matrix[e.id]) == 0 {
			continue
		}
		applied = true
		if !shared {
			hit(e.doc, e.at, e.id, strings.Join(said, ","), strings.Join(sortedKeys(matrix[e.id]), ","))
		}
	}
	return applied
}
