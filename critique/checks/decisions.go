package checks

import (
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

var decision = []document.Kind{document.Decision}

// decisionRules look at decisions, diagrams and states.
func decisionRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "AR-012", Perspective: technical, Severity: critique.Medium, Kind: "consistency",
			Title: "a decision still proposed in a complete architecture", Message: Text{"{1} still proposed", "{1} 仍为提议"}, Source: "MADR",
			Violation: "-- spec/architecture/ADR-001-store.md --\n---\nstatus: Proposed\n---\n# ADR-001: Store\n-- spec/architecture/_index.md --\n---\nstatus: complete\n---\n# A\n",
			NearMiss:  "-- spec/architecture/ADR-001-store.md --\n---\nstatus: Proposed\n---\n# ADR-001: Store\n-- spec/architecture/_index.md --\n---\nstatus: draft\n---\n# A\n",
			Chinese:   Example{"---\nstatus: complete\n---\n| ADR | 标题 | 状态 |\n|---|---|---|\n| ADR-001 | 存储 | 提议 |\n", "---\nstatus: complete\n---\n| ADR | 标题 | 状态 |\n|---|---|---|\n| ADR-001 | 存储 | 已接受 |\n"},
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().decisions.list
			if !contains(strings.ToLower(d.Front.Value("status")), "complete", "approved", "final") {
				return false
			}
			for _, e := range list {
				status := e.cell("status", "状态")
				if status == "" && e.file != nil {
					status = e.file.Front.Value("status")
				}
				if contains(strings.ToLower(status), "proposed", "提议", "待定", "草案") {
					hit(e.doc, e.at, e.id)
				}
			}
			return len(list) > 0
		}},
		{Rule: Rule{
			ID: "AR-015", Perspective: technical, Severity: critique.Medium, Kind: "feasibility",
			Title: "a decision with fewer than two options", Message: Text{"{1}: one option is not a decision", "{1} 备选方案不足 2 个"}, Source: "MADR, spec-generator phase 4",
			Violation: "-- spec/architecture/ADR-001.md --\n# ADR-001: Store\n\n## Decision\n\nWe use SQLite.\n",
			NearMiss:  "-- spec/architecture/ADR-001.md --\n# ADR-001: Store\n\n## Decision\n\nWe use SQLite rather than files.\n\n## Alternatives\n\n- Files: no queries\n- PostgreSQL: a server\n",
			Chinese:   Example{"-- spec/architecture/ADR-001.md --\n# ADR-001：存储\n\n## 决策\n\n采用 SQLite。\n", "-- spec/architecture/ADR-001.md --\n# ADR-001：存储\n\n## 备选方案\n\n### 方案一：SQLite\n\n无需服务器\n\n### 方案二：文件\n\n无查询\n"},
		}, on: decision, look: func(s *session, d *document.Document, hit hit) bool {
			if options(d) < 2 {
				hit(d, firstHeading(d), fileID(d))
			}
			return true
		}},
		{Rule: Rule{
			ID: "AR-016", Perspective: technical, Severity: critique.Medium, Kind: "risk",
			Title: "a decision that names no cost", Message: Text{"{1}: no cost named", "{1} 未写代价"}, Source: "MADR consequences",
			Violation: "-- spec/architecture/ADR-001.md --\n# ADR-001: Store\n\n## Consequences\n\n- Queries are easy\n",
			NearMiss:  "-- spec/architecture/ADR-001.md --\n# ADR-001: Store\n\n## Consequences\n\n- Queries are easy\n- We must keep a schema in step\n",
			Chinese:   Example{"-- spec/architecture/ADR-001.md --\n# ADR-001：存储\n\n## 影响\n\n- 查询方便\n", "-- spec/architecture/ADR-001.md --\n# ADR-001：存储\n\n## 影响\n\n- 查询方便\n- 增加了维护成本\n"},
		}, on: decision, look: func(s *session, d *document.Document, hit hit) bool {
			section := topic(d, document.Consequences)
			if section == nil {
				if section = topic(d, document.Negative); section == nil {
					return false
				}
			}
			if topic(d, document.Negative) == nil && !cost.MatchString(d.Slice(section.All())) {
				hit(d, headingOf(d, section), fileID(d))
			}
			return true
		}},
		{Rule: Rule{
			ID: "AR-017", Perspective: technical, Severity: critique.Medium, Kind: "consistency",
			Title: "a component of the table that no diagram shows", Message: Text{"{1} is in no diagram", "{1} 未出现在架构图中"}, Source: "spec-kit analyze",
			Violation: "## Components\n\n```mermaid\ngraph TD\n  A[Verifier] --> B[Catalogue]\n```\n\n| Component | Duty |\n|---|---|\n| Verifier | reads |\n| Catalogue | lists |\n| Pruner | deletes |\n",
			NearMiss:  "## Components\n\n```mermaid\ngraph TD\n  A[Verifier service] --> B[(Catalogue)]\n```\n\n| Component | Duty |\n|---|---|\n| **Verifier** | reads |\n| Catalogue DB | lists |\n",
			Chinese:   Example{"## 组件\n\n```mermaid\ngraph TD\n  A[校验器] --> B[目录]\n```\n\n| 组件 | 职责 |\n|---|---|\n| 校验器 | 读 |\n| 目录 | 列 |\n| 清理器 | 删 |\n", "## 组件\n\n```mermaid\ngraph TD\n  A[校验器] --> B[目录]\n```\n\n| 组件 | 职责 |\n|---|---|\n| 校验器 | 读 |\n| 目录服务 | 列 |\n"},
		}, on: architecture, look: undrawnComponents},
		{Rule: Rule{
			ID: "AR-019", Perspective: technical, Severity: critique.Medium, Kind: "dependency",
			Title: "components that depend on each other in a circle", Message: Text{"cycle {1}", "循环依赖 {1}"}, Source: "layering",
			Violation: "## Component Dependencies\n\n```mermaid\ngraph TD\n  A[Verifier] --> B[Catalogue]\n  B --> C[Pruner]\n  C --> A\n```\n",
			NearMiss:  "## Component Dependencies\n\n```mermaid\ngraph TD\n  A[Verifier] --> B[Catalogue]\n  B --> A\n  A --> C[Pruner]\n```\n",
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, g := range d.Graphs() {
				if section := d.SectionAt(g.Span.Start); !section.Under(document.Components, document.Dependencies) || len(g.Edges) > 500 {
					continue
				}
				applied = true
				var edges []dependency
				for _, e := range g.Edges {
					if !slices.ContainsFunc(g.Edges, func(o document.Edge) bool { return o.From == e.To && o.To == e.From }) || e.From == e.To {
						edges = append(edges, dependency{e.From, e.To, d, e.Span})
					}
				}
				if cycle, at := findCycle(edges); cycle != nil {
					for i, key := range cycle {
						cycle[i] = g.Labels[key]
					}
					hit(d, at.at, strings.Join(cycle, " → "))
				}
			}
			return applied
		}},
		{Rule: Rule{
			ID: "AR-021", Perspective: quality, Severity: critique.Medium, Kind: "traceability",
			Title: "quality requirements an architecture does not name", Message: Text{"{1} not addressed", "{1} 未落实"}, Source: "spec-generator phase 4",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-PERF-001 | Speed | 5 s |\n| NFR-SEC-001 | Keys | AES-256 |\n-- spec/architecture/_index.md --\n## Quality Attributes\n\nNFR-PERF-001 is met by a cache.\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Target |\n|---|---|---|\n| NFR-PERF-001 | Speed | 5 s |\n-- spec/architecture/_index.md --\n## Quality Attributes\n\nSpeed comes from a cache.\n",
		}, on: architecture, needs: []document.Kind{document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			docs := s.of(document.Architecture, document.Decision)
			named := mentions(docs...)
			list := s.defined().qualities.list
			some := false
			for _, e := range list {
				_, ok := named[e.id]
				some = some || ok
			}
			for _, e := range list {
				if _, ok := named[e.id]; some && !ok && !superseded(e.text()) {
					hit(d, document.Span{}, e.id)
				}
			}
			return some
		}},
		{Rule: Rule{
			ID: "AR-025", Perspective: technical, Severity: critique.Medium, Kind: "completeness",
			Title: "a state without a way out that does not look final", Message: Text{"state {1} is a dead end", "状态 {1} 无出口"}, Source: "spec-generator phase 4",
			Violation: "## State Machine\n\n| State | Trigger | Next |\n|---|---|---|\n| Idle | start | Running |\n| Running | pause | Paused |\n| Running | end | Done |\n",
			NearMiss:  "## State Machine\n\n| State | Trigger | Next |\n|---|---|---|\n| Idle | start | Running |\n| Running | end | Done |\n| Running | fail | Failed |\n| Paused | resume | Running |\n",
			Chinese:   Example{"## 状态机\n\n| 状态 | 触发 | 下一状态 |\n|---|---|---|\n| 空闲 | 开始 | 运行 |\n| 运行 | 暂停 | 暂停中 |\n| 运行 | 结束 | 完成 |\n", "## 状态机\n\n| 状态 | 触发 | 下一状态 |\n|---|---|---|\n| 空闲 | 开始 | 运行 |\n| 运行 | 结束 | 完成 |\n"},
		}, on: architecture, look: deadEnds},
	}
}

var (
	cost     = pattern.New(`(?i)\b(?:bad|worse|negative|delay\w*|cost\w*|trade-?offs?|downsides?|drawbacks?|but|however|must|need\w*|requir\w+|complex\w*|overhead|slower|harder|risk\w*|limit\w*|extra|additional|more work|cannot|no longer|less|lose\w*|loss|becomes?|maintain\w*|depend\w*|lock-?in)\b|坏处|劣势|弊端|负面|代价|成本|缺点|复杂|需要|增加|限制|依赖|风险|维护|不能|无法|牺牲|但`)
	terminal = pattern.New(`(?i)done|end|final|clos|complet|finish|stop|success|fail|cancel|error|terminat|abort|reject|archiv|delet|expir|exit|resolved|published|route|refund|deliver|timed ?out|完成|结束|终止|关闭|成功|失败|取消|归档|删除|过期|拒绝|停止|退出|终态|已`)
)

func firstHeading(d *document.Document) document.Span {
	if len(d.Sections) > 1 {
		return headingOf(d, d.Sections[1])
	}
	return document.Span{}
}

// options counts the alternatives a decision considers: subsections, items or rows.
func options(d *document.Document) int {
	n := 0
	sections := d.Find(document.Alternatives)
	for _, section := range sections[:min(len(sections), 20)] {
		children, items, rows := 0, 0, 0
		for _, s := range d.Sections {
			if s.Parent == section {
				children++
			}
		}
		for _, item := range d.Items {
			if item.Depth == 1 && section.All().Holds(item.Start) {
				items++
			}
		}
		for _, t := range d.Tables {
			if section.All().Holds(t.Span.Start) {
				rows += len(t.Rows)
			}
		}
		n = max(n, children, items, rows)
	}
	numbered := 0
	for _, s := range d.Sections {
		if title := strings.ToLower(s.Title); contains(title, "option ", "alternative ", "方案") && !contains(title, "备选", "替代", "considered") {
			numbered++
		}
	}
	if n == 0 && contains(strings.ToLower(d.Prose), "instead of", "rather than", "rejected", "而不是", "相比", "放弃") {
		n = 2
	}
	return max(n, numbered)
}

func undrawnComponents(s *session, d *document.Document, hit hit) bool {
	var nodes []string
	for _, g := range d.Graphs() {
		if d.SectionAt(g.Span.Start).Under(document.Components) {
			for _, label := range g.Labels {
				nodes = append(nodes, normal(label))
			}
		}
	}
	if len(nodes) < 2 || len(nodes) > 500 {
		return false
	}
	applied := false
	for _, t := range d.Tables {
		column := t.Column("component", "module", "组件", "模块")
		if column != 0 || !t.Section.Under(document.Components) {
			continue
		}
		matched := 0
		var missing []document.Cell
		for _, row := range t.Rows {
			name := normal(plain(row[0].Text))
			if name == "" {
				continue
			}
			if slices.ContainsFunc(nodes, func(n string) bool { return n != "" && (strings.Contains(n, name) || strings.Contains(name, n)) }) || sharesWord(nodes, row[0].Text) {
				matched++
			} else {
				missing = append(missing, row[0])
			}
		}
		if matched < 2 || matched <= len(missing) {
			continue // the diagram shows another view
		}
		applied = true
		for _, cell := range missing {
			hit(d, cell.Span, plain(cell.Text))
		}
	}
	return applied
}

// sharesWord tells whether the first word of a name stands in a node's label.
func sharesWord(nodes []string, name string) bool {
	word, _, _ := strings.Cut(plain(name), " ")
	word = normal(word)
	return len(word) > 3 && slices.ContainsFunc(nodes, func(n string) bool { return strings.Contains(n, word) })
}

func deadEnds(s *session, d *document.Document, hit hit) bool {
	applied := false
	for _, t := range d.Tables {
		state, next := t.Column("state", "from", "状态", "当前"), t.Column("next", "to", "target", "下一", "目标")
		if state != 0 || next <= 0 || !t.Section.Under(document.States) || len(t.Rows) < 2 {
			continue
		}
		applied = true
		leaves := map[string]bool{}
		for _, row := range t.Rows {
			leaves[normal(row[0].Text)] = true
		}
		reported := map[string]bool{}
		for _, row := range t.Rows {
			name := plain(row[next].Text)
			key := normal(name)
			if key == "" || leaves[key] || reported[key] || terminal.MatchString(name) || strings.ContainsAny(name, ",/、|") {
				continue
			}
			reported[key] = true
			hit(d, row[next].Span, name)
		}
	}
	return applied
}
