package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var requirements = []document.Kind{document.Requirements}

// requirementsRules look at requirements/_index.md and the files beside it.
func requirementsRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "RQ-001", Perspective: coverage, Severity: critique.Medium, Kind: "completeness", Core: true,
			Title: "no functional requirements", Message: Text{"there are no functional requirements", "没有功能需求"}, Source: "spec-generator phase 3",
			Violation: "## Non-Functional Requirements\n\n| ID | Title | Target |\n|---|---|---|\n| NFR-001 | Restore time | 5 min |\n",
			NearMiss:  "## MoSCoW Summary\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n",
			Chinese:   Example{"## 非功能需求\n\n| 编号 | 标题 | 目标 |\n|---|---|---|\n| NFR-001 | 恢复时间 | 5 分钟 |\n", "## 功能需求\n\n- 系统必须校验每个备份文件\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			section := topic(d, document.Functional)
			if !s.listsRequirements(d) && (section == nil || !says(d, section)) && numbered(d) < 2 && labelled(d) < 3 && !toldByStories(d) && !listsCriteria(d) {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: Rule{
			ID: "RQ-002", Perspective: quality, Severity: critique.Medium, Kind: "completeness", Core: true,
			Title: "no non-functional requirements", Message: Text{"there are no non-functional requirements: say how fast, how safe, how reliable it must be", "没有非功能需求：应说明性能、安全、可靠性等要求"}, Source: "spec-generator phase 3",
			Violation: "## Functional Requirements\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n",
			NearMiss:  "## Requirements\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| NFR-SEC-001 | Encryption | Must |\n",
			Chinese:   Example{"## 功能需求\n\n- REQ-001：系统必须校验每个备份\n", "## 非功能性需求\n\n- 恢复必须在 5 分钟内完成\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			for _, t := range [...]document.Topic{document.NonFunctional, document.Attributes} {
				if section := topic(d, t); section != nil && says(d, section) && !rowless(d, section) {
					return true
				}
			}
			if slices.ContainsFunc(d.Sections, func(section *document.Section) bool { return demandsQuality(section) && says(d, section) }) {
				return true
			}
			if s.fromElsewhere() && measuredOutcomes(d) > 1 {
				return true
			}
			if !names(d, s.defined().qualities, document.Traces, document.Summary) {
				if numbered(d) > 1 && len(s.defined().requirements.list) == 0 && !slices.ContainsFunc(s.docs, identified) {
					return false // documents of another tool, which numbers its requirements and grades none
				}
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: Rule{
			ID: "RQ-010", Perspective: coverage, Severity: critique.Medium, Kind: "completeness", Core: true,
			Title: "fewer than 3 functional requirements", Message: Text{"there are only {1} functional requirements", "仅有 {1} 条功能需求"}, Source: "spec-generator phase 3",
			Violation: "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n",
			NearMiss:  "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n| REQ-003 | Prune | Could |\n",
		}, on: requirements, one: "there is only 1 functional requirement", look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().requirements.list
			if len(list) == 0 {
				return false // RQ-001 says it, or they have no IDs
			}
			if len(list) < 3 {
				hit(list[0].doc, list[0].at, itoa(len(list)))
			}
			return true
		}},
		{Rule: Rule{
			ID: "RQ-011", Perspective: product, Severity: critique.Medium, Kind: "value",
			Title: "a requirement without a priority", Message: Text{"{1} has no priority", "{1} 缺少优先级"}, Source: "spec-generator phase 3, MoSCoW",
			Violation: "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n## Must Have\n\n- REQ-001: verify each backup\n\n## Others\n\n- REQ-002: restore\n-- spec/requirements/REQ-002-restore.md --\n---\nid: REQ-002\npriority: P1\n---\n# REQ-002: Restore\n",
			Chinese:   Example{"- REQ-001：校验每个备份（必须）\n- REQ-002：恢复\n", "## 必须\n\n- REQ-001：校验每个备份\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().requirements.list
			if !slices.ContainsFunc(s.docs, identified) && !slices.ContainsFunc(list, func(e *entry) bool {
				return e.priority != "" || e.leavesOut("priority", "moscow", "优先级") || s.groupedPriority(d, e.id)
			}) {
				return false // documents of another tool, which knows no priorities
			}
			for _, e := range list {
				if e.priority == "" && (e.leavesOut("priority", "moscow", "优先级") || !s.groupedPriority(d, e.id)) {
					hit(e.doc, e.at, e.id)
				}
			}
			return len(list) > 0
		}},
		{Rule: Rule{
			ID: "RQ-013", Perspective: coverage, Severity: critique.Medium, Kind: "traceability",
			Title: "a requirement that traces to no goal", Message: Text{"{1} names no goal that it serves", "{1} 未写明服务于哪个目标"}, Source: "spec-generator phase 3, spec-kit analyze",
			Violation: "| ID | Title | Goal |\n|---|---|---|\n| REQ-001 | Verify | G-001 |\n| REQ-002 | Restore | - |\n",
			NearMiss:  "| ID | Title |\n|---|---|\n| REQ-001 | Verify |\n| REQ-002 | Restore |\n\n## Traceability\n\nGoal 1: no lost file → REQ-001..002\n",
			Chinese:   Example{"| 编号 | 标题 | 目标 |\n|---|---|---|\n| REQ-001 | 校验 | G-001 |\n| REQ-002 | 恢复 | |\n", "| 编号 | 标题 |\n|---|---|\n| REQ-001 | 校验 |\n\n## 追溯矩阵\n\n| 目标 | 需求 |\n|---|---|\n| 不丢失文件 | REQ-001 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().requirements.list
			traced := s.tracedToGoal(d)
			if !slices.ContainsFunc(list, func(e *entry) bool { return traced[e.id] }) && len(s.defined().goals.list) == 0 && !slices.ContainsFunc(s.docs, identified) {
				return false // documents of another tool, which knows no goals
			}
			for _, e := range list {
				if !traced[e.id] {
					hit(e.doc, e.at, e.id)
				}
			}
			return len(list) > 0
		}},
		{Rule: Rule{
			ID: "RQ-014", Perspective: quality, Severity: critique.Low, Kind: "testability",
			Title: "a quality requirement without a target or a named standard", Message: Text{"{1} has no target value and names no standard, so nobody can test it", "{1} 没有目标值，也未引用标准，无法检验"}, Source: "spec-generator phase 3, ISO 29148",
			Violation: "| ID | Title | Target |\n|---|---|---|\n| NFR-PERF-001 | Restore time | fast |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-A11Y-001 | Access | WCAG 2.2 AA |\n| NFR-PERF-001 | Restore time | |\n-- spec/requirements/NFR-PERF-001.md --\n# NFR-PERF-001: Restore time\n\nA restore takes at most 5 minutes.\n",
			Chinese:   Example{"| 编号 | 标题 | 指标 |\n|---|---|---|\n| NFR-001 | 恢复时间 | 尽快 |\n", "| 编号 | 标题 | 指标 |\n|---|---|---|\n| NFR-001 | 恢复时间 | 5 分钟 |\n"},
		}, on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().qualities.list
			for _, e := range list {
				if !measurable(e) {
					hit(e.doc, e.at, e.id)
				}
			}
			return len(list) > 0
		}},
	}
}

// measuredOutcomes counts the criteria of success that say how much. Some tools
// have them in place of quality requirements.
func measuredOutcomes(d *document.Document) int {
	n := 0
	for _, item := range d.Items {
		if item.Section.Under(document.Metrics) && obliges(item.Text) && measured(withoutIDs(item.Text)) {
			n++
		}
	}
	return n
}

// listsRequirements tells whether the index defines a requirement, or names one
// anywhere but in what it traces and counts.
func (s *session) listsRequirements(d *document.Document) bool {
	return names(d, s.defined().requirements, document.Traces, document.Summary, document.NonFunctional, document.Integration, document.Data)
}

// rowless tells whether a section has a table without rows, and no list.
func rowless(d *document.Document, section *document.Section) bool {
	rows, tables := 0, 0
	for _, t := range d.Tables {
		if section.All().Holds(t.Span.Start) {
			tables, rows = tables+1, rows+len(t.Rows)
		}
	}
	return tables > 0 && rows == 0 && !slices.ContainsFunc(d.Items, func(item *document.Item) bool { return section.All().Holds(item.Start) })
}

// names tells whether a document defines something of a list, or names it outside
// of the sections about some topics.
func names(d *document.Document, list *entries, outside ...document.Topic) bool {
	if slices.ContainsFunc(list.list, func(e *entry) bool { return e.doc == d }) {
		return true
	}
	for _, m := range d.IDs {
		if list.byID[m.ID] != nil && !d.SectionAt(m.Start).Under(outside...) {
			return true
		}
	}
	return false
}

// groupedPriority tells whether a list such as "**Must**: REQ-001..003" gives an
// ID its priority.
func (s *session) groupedPriority(d *document.Document, id string) bool {
	for _, m := range d.Mentions(id) {
		line := strings.TrimLeft(d.Slice(d.LineAt(m.Start)), "-*|+ ")
		if priority(line) != "" || sectionPriority(d.SectionAt(m.Start)) != "" {
			return true
		}
	}
	return false
}

// tracedToGoal returns the requirements that name a goal: in their row, in a
// matrix of the index, or in their own file.
func (s *session) tracedToGoal(d *document.Document) map[string]bool {
	traced := map[string]bool{}
	for _, t := range d.Tables {
		goal := t.Column("goal", "objective", "trace", "source", "目标", "追溯", "来源")
		for _, row := range t.Rows {
			var ids []document.Mention
			named := false
			for i, cell := range row {
				found := document.FindIDs(cell.Text)
				ids = append(ids, found...)
				isGoal := i == goal || goal < 0 && t.Section.Under(document.Traces) && len(found) == 0 || hasGoal(found)
				named = named || isGoal && strings.Trim(cell.Text, " -–—*/无") != "" && !strings.EqualFold(cell.Text, "n/a") && (len(found) == 0 || hasGoal(found) || i == 0)
			}
			for _, m := range ids {
				traced[m.ID] = traced[m.ID] || named
			}
		}
	}
	for _, section := range d.Find(document.Traces) {
		for line := range strings.Lines(d.Slice(section.All())) {
			ids := document.FindIDs(line)
			if strings.HasPrefix(strings.TrimSpace(line), "|") || len(ids) == 0 {
				continue
			}
			if hasGoal(ids) || document.Units(withoutIDs(line)) > 0 {
				for _, m := range ids {
					traced[m.ID] = true
				}
			}
		}
	}
	for _, e := range s.defined().requirements.list {
		if hasGoal(document.FindIDs(e.text())) || e.file != nil && tracesUp(e.file) {
			traced[e.id] = true
		}
	}
	return traced
}

func hasGoal(ids []document.Mention) bool {
	for _, m := range ids {
		if document.Prefix(m.ID) == "G" {
			return true
		}
	}
	return false
}

// tracesUp tells whether a requirement's own file names a goal or the brief.
func tracesUp(d *document.Document) bool {
	if hasGoal(d.IDs) {
		return true
	}
	for _, key := range [...]string{"traces_to", "traces", "goals", "goal", "trace"} {
		if field := d.Front.Field(key); field != nil && len(field.Values) > 0 && strings.TrimSpace(field.Values[0]) != "" {
			return true
		}
	}
	for _, link := range d.Links {
		if strings.Contains(link.Target, "product-brief") {
			return true
		}
	}
	return false
}

// measurable tells whether a quality requirement says how much, names a
// standard, or has criteria of its own.
func measurable(e *entry) bool {
	target := e.cell("target", "threshold", "指标", "目标", "阈值")
	if e.doc.Foreign && !emptyCell(target) {
		return true // nobody here reads its units
	}
	if attainable(e.text()) && (attainable(target) || !vague.MatchString(target)) || (unharmed.MatchString(target) || neverHappens(target)) && !vague.MatchString(target) {
		return true
	}
	if e.file == nil {
		return refutable(e)
	}
	body := e.file.Text[e.file.Front.Span.End:]
	if attainable(body) {
		return true
	}
	criteria := 0
	for _, item := range e.file.Items {
		if item.Section.Under(document.Acceptance, document.Metrics) || item.Box != 0 {
			criteria++
		}
	}
	return criteria >= 2 && (target == "" || !vague.MatchString(target))
}

// neverHappens tells whether a target is that something never happens, which one case
// refutes. How much of it nobody would mind is another matter.
func neverHappens(target string) bool {
	return happensNever.MatchString(target) && !tolerated.MatchString(target)
}

var (
	happensNever = pattern.New(`(?i)^\W*(?:no|zero|never)\s+\p{L}[\p{L}-]*\s+\p{L}`)
	tolerated    = pattern.New(`(?i)\b(?:noticeable|perceptible|visible|major|serious|severe|material|undue|excessive|unnecessary|unreasonable|substantial|critical|obvious|disruptive|surprising|unexpected|notable|big|large|long|issues?|problems?|impact|concerns?|friction|confusion)\b`)
)

// refutable tells whether a quality requirement without a place for a target is
// an obligation in plain words, such as "keys must not be written to logs": one
// case refutes it.
func refutable(e *entry) bool {
	if e.section != nil || e.row != nil && e.table.Column("target", "threshold", "metric", "measure", "criteri", "指标", "目标", "阈值", "度量", "标准") >= 0 {
		return false
	}
	return (obliging.MatchString(e.title) || e.row != nil && e.table.Column("要求") > 0) && !vague.MatchString(e.title) && !comparative.MatchString(e.title)
}

var obliging = pattern.New(`(?i)\b(?:must|shall|may only)\b|^\W*no \w+|必须|不得|禁止|严禁`)

// unharmed is a target that one case refutes: nothing may be lost, doubled or
// changed, all tests must pass.
var unharmed = pattern.New(`(?i)^\W*(?:all )?(?:tests? )?(?:pass(?:es|ed)?|green)\W*$|^[\s|*]*(?:全部|测试|均)*通过[\s|*。]*$|\b(?:no|never|without|nothing)\b[^.;\n]{0,30}\b(?:lost|loss|losing|lose|duplicates?|downtime|overwritten)\b|\b(?:no|without)\s(?:\w+\s)?regressions?\b|(?:不|无|零)(?:任何)?\p{Han}{0,4}(?:阻塞|丢失|重复|停机|回归|覆盖|重排|改变|变更|修改|遗漏|中断|泄露|出错)|无需\p{Han}{0,6}(?:发布|重启|停机|重新部署)|(?:保持|维持)?不变[\s|*。]*$`)
