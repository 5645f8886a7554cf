package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// requirementIndexRules look at what the index of requirements says as a whole.
func requirementIndexRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "RQ-003", Perspective: coverage, Severity: critique.Medium, Kind: "traceability",
			Title: "neither a traceability section nor a trace column", Message: Text{"the requirements do not say which goal each of them serves", "需求未说明各自服务于哪个目标"}, Source: "spec-generator phase 3",
			Violation: "---\nsession_id: S-1\n---\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n",
			NearMiss:  "| ID | Title | Traces to |\n|---|---|---|\n| REQ-001 | Verify | G-001 |\n",
			Chinese:   Example{"---\nsession_id: S-1\n---\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 校验 |\n", "## 需求追溯矩阵\n\n| 目标 | 需求 |\n|---|---|\n| G-001 | REQ-001 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: Rule{
			ID: "RQ-004", Perspective: technical, Severity: critique.Low, Kind: "completeness",
			Title: "no data requirements although data is kept", Message: Text{"data is kept, and the requirements do not say which", "系统会保存数据，但需求未说明保存哪些数据"}, Source: "spec-generator phase 3",
			Violation: "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Store user records in the database | Must |\n",
			NearMiss:  "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Store user records in the database | Must |\n\n## Data Requirements\n\n| Entity | Fields |\n|---|---|\n| User | name |\n",
			Chinese:   Example{"| 编号 | 标题 |\n|---|---|\n| REQ-001 | 将用户记录存入数据库 |\n", "| 编号 | 标题 |\n|---|---|\n| REQ-001 | 显示帮助文本 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
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
		lacks(requirements, document.Constraints, Rule{
			ID: "RQ-005", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "neither constraints nor assumptions", Message: Text{"the requirements name neither constraints nor assumptions", "需求没有约束，也没有假设"}, Source: "spec-generator phase 3",
			Violation: "## Functional Requirements\n\n- REQ-001: verify each backup\n",
			NearMiss:  "## Assumptions\n\n- Laptops are online once a week at least\n",
			Chinese:   Example{"## 功能需求\n\n- REQ-001：校验每个备份\n", "## 约束条件\n\n- 只能在离线环境中运行\n"},
		}, document.Assumptions),
		{Rule: Rule{
			ID: "RQ-012", Perspective: product, Severity: critique.Medium, Kind: "value",
			Title: "six requirements or more, and all are Must", Message: Text{"all {1} requirements are Must, so their priority orders nothing", "{1} 条需求全部为必须项，优先级失去意义"}, Source: "seen in a real session",
			Violation: "| ID | Title | Priority |\n|---|---|---|\n" + rows("| REQ-00%d | T | Must |\n", 6),
			NearMiss:  "| ID | Title | Priority |\n|---|---|---|\n" + rows("| REQ-00%d | T | Must |\n", 5) + "| REQ-006 | T | Should |\n",
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
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
		{Rule: Rule{
			ID: "RQ-015", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "a summary whose counts are not those of the definitions", Message: Text{"{3}: {1} are stated, and {2} are defined", "{3}：写为 {1}，实际定义 {2}"}, Source: "seen in real sessions",
			Violation: "Total: 3 functional requirements\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n\n## MoSCoW Summary\n\n- **Must**: 3 requirements\n",
			NearMiss:  "Total: 2 functional + 1 non-functional requirements\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Could |\n| NFR-001 | Speed | Must |\n\n## MoSCoW Summary\n\n| Priority | Count |\n|---|---|\n| Must | 1 functional, 1 other |\n| Could | 1 |\n",
			Chinese:   Example{"共 3 条功能需求\n\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 校验 |\n| REQ-002 | 恢复 |\n", "共 2 条功能需求\n\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 校验 |\n| REQ-002 | 恢复 |\n"},
		}, on: requirements, look: summaryCounts},
		{Rule: Rule{
			ID: "RQ-016", Perspective: coverage, Severity: critique.Medium, Kind: "consistency",
			Title: "a row that traces to other goals than the matrix or the requirement's file", Message: Text{"{1} traces to {2} here, and to {3} elsewhere", "{1}：此处追溯到 {2}，别处为 {3}"}, Source: "seen in real sessions",
			Violation: "| ID | Title | Goal |\n|---|---|---|\n| REQ-001 | Verify | G-001 |\n\n## Traceability Matrix\n\n| Goal | Requirements |\n|---|---|\n| G-001 | REQ-002 |\n| G-002 | REQ-001 |\n",
			NearMiss:  "| ID | Title | Goal |\n|---|---|---|\n| REQ-001 | Verify | G-001, G-002 |\n\n## Traceability Matrix\n\n| Goal | Requirements |\n|---|---|\n| G-001 | REQ-001 |\n| G-002 | REQ-001..002 |\n",
		}, on: requirements, look: contradictingTraces},
		{Rule: Rule{
			ID: "RQ-023", Perspective: product, Severity: critique.Low, Kind: "scope",
			Title: "a Won't list without an entry", Message: Text{"the list of what will not be done is empty", "“不做”列表为空"}, Source: "MoSCoW",
			Violation: "## MoSCoW Summary\n\n- Must: 3\n- Won't: 0\n",
			NearMiss:  "## MoSCoW Summary\n\n- Must: 3\n- Won't: 2\n",
			Chinese:   Example{"## 优先级汇总\n\n- Must: 3\n- Won't: 0\n", "## 优先级汇总\n\n- Must: 3\n- Won't: 1\n"},
		}, on: requirements, look: nothingExcluded},
		{Rule: Rule{
			ID: "RQ-026", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "two requirements with nearly the same title, or with the same text", Message: Text{"{1} and {2} say nearly the same: join them, or say what differs", "{1} 与 {2} 内容近似：应合并或说明区别"}, Source: "spec-kit analyze",
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
			sameTexts(list, hit)
			sameTexts(s.defined().qualities.list, hit)
			return len(list) > 1
		}},
		{Rule: Rule{
			ID: "RQ-030", Perspective: coverage, Severity: critique.Low, Kind: "traceability",
			Title: "a goal that receives nearly all requirements, or only optional ones", Message: Text{"coverage is lopsided: {1} has {2}", "目标覆盖失衡：{1} {2}"}, Source: "spec-generator coverage",
			Violation: "| ID | Title | Goal |\n|---|---|---|\n" + rows("| REQ-00%d | T | G-001 |\n", 6) + "| REQ-007 | T | G-002 |\n",
			NearMiss:  "| ID | Title | Goal |\n|---|---|---|\n" + rows("| REQ-00%d | T | G-001 |\n", 4) + "| REQ-005 | T | G-002 |\n| REQ-006 | T | G-002 |\n",
		}, on: requirements, look: lopsidedGoals},
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
