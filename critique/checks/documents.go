package checks

import (
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// dated are the documents that carry a session ID and a date.
var dated = append([]document.Kind{document.Discovery}, indexes...)

// documentRules hold a document's own statements about itself against it.
func documentRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "X-009", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "two statements of a document that say the same", Message: Text{"said twice: {1}", "重复表述：{1}"}, Source: "spec-kit analyze",
			Violation: "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n- [ ] Each stored snapshot is verified against its checksum nightly\n- [ ] Every stored snapshot gets pruned after ninety days\n- [ ] Each stored snapshot is verified nightly against its checksum\n",
			NearMiss:  "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n- [ ] Each stored snapshot is verified against its checksum nightly\n- [ ] Each stored snapshot is pruned after ninety days\n",
			Chinese:   Example{"-- spec/requirements/REQ-001.md --\n## 验收标准\n\n- [ ] 每个快照每晚根据校验和进行验证\n- [ ] 过期快照在九十天后清理\n- [ ] 每个快照每晚根据校验和进行验证。\n", "-- spec/requirements/REQ-001.md --\n## 验收标准\n\n- [ ] 每个快照每晚根据校验和进行验证\n- [ ] 过期快照在九十天后清理\n"},
		}, on: speaking, look: repeatedStatements},
		{Rule: Rule{
			ID: "X-010", Perspective: quality, Severity: critique.Low, Kind: "clarity",
			Title: "a section twice, or a heading level left out", Message: Text{"structure: {1}", "标题层级：{1}"}, Source: "markdownlint MD001 and MD024",
			Violation: "# T\n\n## Risks\n\nDisks fail often here.\n\n## Risks\n\nNetworks fail often too.\n",
			NearMiss:  "# T\n\n## A\n\n### Risks\n\nDisks fail.\n\n## B\n\n### Risks\n\nNetworks fail.\n",
			Chinese:   Example{"# 标题\n\n#### 风险\n\n磁盘可能损坏。\n", "# 标题\n\n## 风险\n\n磁盘可能损坏。\n"},
		}, look: headingStructure},
		{Rule: Rule{
			ID: "X-011", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "an open question without an owner or a date", Message: Text{"open question has no owner: {1}", "开放问题没有负责人：{1}"}, Source: "spec-generator, BMAD",
			Violation: "## Open Questions\n\n- Which cloud do we use?\n",
			NearMiss:  "## Open Questions\n\n- Which cloud do we use? (owner: Kim, until 2026-05-01)\n- [x] Which region? Decided: eu.\n",
			Chinese:   Example{"## 开放问题\n\n- 使用哪个云服务？\n", "## 开放问题\n\n- 使用哪个云服务？（负责人：王，截止 5 月）\n"},
		}, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, item := range d.Items {
				if item.Depth != 1 || !item.Section.Under(document.OpenQuestions) || nothing.MatchString(item.Text) {
					continue
				}
				applied = true
				if item.Box != 'x' && !owned.MatchString(d.Slice(item.Span)) {
					hit(d, item.Span, note(clip(item.Text, 60)))
				}
			}
			return applied
		}},
		{Rule: Rule{
			ID: "X-012", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "a finished status over unfinished text", Message: Text{"marked {1} but {2} open", "标记为 {1} 但仍有 {2} 处未决"}, Source: "spec-generator phase 6",
			Violation: "---\nstatus: complete\n---\n# T\n\nThe limit is TBD.\n",
			NearMiss:  "---\nstatus: draft\n---\n# T\n\nThe limit is TBD.\n",
			Chinese:   Example{"---\nstatus: approved\n---\n# 标题\n\n上限待定。\n", "---\nstatus: complete\n---\n# 标题\n\n上限为 5 个。\n"},
		}, look: func(s *session, d *document.Document, hit hit) bool {
			field := d.Front.Field("status")
			status := strings.ToLower(d.Front.Value("status"))
			if !contains(status, "complete", "approved", "final", "accepted", "done") || strings.Contains(status, "in") {
				return false
			}
			open := len(placeholders(d.Prose)) + len(find(d.Prose, unfinished, maxPlaces))
			for _, item := range d.Items {
				if item.Box == ' ' && item.Section.Under(document.OpenQuestions) {
					open++
				}
			}
			if open > 0 {
				hit(d, field.Span, note(status), itoa(open))
			}
			return true
		}},
		{Rule: Rule{
			ID: "X-013", Perspective: quality, Severity: critique.Low, Kind: "completeness",
			Title: "a table row that lacks cells, or a column without any", Message: Text{"table is incomplete: {1}", "表格不完整：{1}"}, Source: "tables cut by hand",
			Violation: "| Risk | Impact | Mitigation |\n|---|---|---|\n| Disk fails | high |\n",
			NearMiss:  "| Risk | Impact | Mitigation |\n|---|---|---|\n| Disk fails | - | |\n| Net fails | - | retry |\n",
		}, look: incompleteTables},
		{Rule: Rule{
			ID: "X-018", Perspective: coverage, Severity: critique.Medium, Kind: "dependency",
			Title: "a frontmatter dependency that does not exist", Message: Text{"depends on missing {1}", "依赖文件不存在 {1}"}, Source: "seen in a real session",
			Violation: "-- spec/requirements/_index.md --\n---\ndependencies:\n  - ../brief.md\n---\n# R\n",
			NearMiss:  "-- spec/product-brief.md --\n# B\n-- spec/requirements/_index.md --\n---\ndependencies:\n  - ../product-brief.md\n  - spec/product-brief.md\n  - EPIC-001\n---\n# R\n",
		}, look: missingDependencies},
		{Rule: Rule{
			ID: "X-019", Perspective: risk, Severity: critique.Low, Kind: "consistency",
			Title: "a document older than its source, or from the future", Message: Text{"{1} is older than its source, or in the future", "{1} 早于上游文档或晚于当前时间"}, Source: "invented dates in a real session",
			Violation: "-- spec/product-brief.md --\n---\ngenerated_at: 2026-02-02T10:00:00Z\n---\n# B\n-- spec/requirements/_index.md --\n---\ngenerated_at: 2026-02-01T10:00:00Z\n---\n# R\n",
			NearMiss:  "-- spec/product-brief.md --\n---\ngenerated_at: 2026-02-02\n---\n# B\n-- spec/requirements/_index.md --\n---\ngenerated_at: 2026-02-02T10:00:00Z\n---\n# R\n",
		}, on: indexes, look: impossibleDates},
		{Rule: Rule{
			ID: "X-020", Perspective: quality, Severity: critique.Low, Kind: "consistency",
			Title: "a session ID unlike that of the other documents", Message: Text{"session_id {1} differs from {2}", "session_id {1} 与 {2} 不一致"}, Source: "seen in a real session",
			Violation: "-- spec/product-brief.md --\n---\nsession_id: TLS-1\n---\n# B\n-- spec/requirements/_index.md --\n---\nsession_id: SPEC-1\n---\n# R\n",
			NearMiss:  "-- spec/product-brief.md --\n---\nsession_id: TLS-1\n---\n# B\n-- spec/requirements/_index.md --\n---\nsession_id: TLS-1\n---\n# R\n",
		}, on: dated, look: foreignSession},
	}
}

func repeatedStatements(s *session, d *document.Document, hit hit) bool {
	all := slices.Concat(s.statements(d), listedTerms(d))
	all = all[:min(len(all), maxCompared)]
	bags := make([]bag, len(all))
	for i, st := range all {
		bags[i] = bagOf(withoutIDs(st.text))
	}
	w := weigh(bags)
	for i := range bags {
		for j := range i {
			if len(bags[i]) < 5 || len(bags[j]) < 5 || all[i].at.Overlaps(all[j].at) {
				continue
			}
			if like := w.likeness(bags[i], bags[j]); like >= 0.85 || like >= 0.75 && bags[i].within(bags[j]) {
				hit(d, all[i].at, note(clip(strings.TrimSpace(all[i].raw), 60)))
				break
			}
		}
	}
	return len(all) > 1
}

// listedTerms are the items of a document's constraints and assumptions: they
// bind without a modal, so they are no statements, and yet should stand once.
func listedTerms(d *document.Document) []statement {
	var found []statement
	for _, item := range d.Items {
		if item.Section.Under(document.Constraints, document.Assumptions) && !modal.MatchString(item.Text) {
			found = append(found, statement{d.Prose[item.Start:item.End], item.Span, d.Slice(item.Span)})
		}
	}
	return found
}

func headingStructure(s *session, d *document.Document, hit hit) bool {
	seen := map[string]bool{}
	above := 0
	for _, section := range d.Sections {
		if section.Level == 0 || section.Level > 6 {
			continue
		}
		if title := normal(section.Title); section.Level == 2 && title != "" {
			if seen[title] {
				hit(d, headingOf(d, section), section.Title)
			}
			seen[title] = true
		}
		if above > 0 && section.Level > above+1 {
			hit(d, headingOf(d, section), section.Title)
		}
		above = section.Level
	}
	return above > 0
}

var owned = pattern.New(`(?i)\b(?:owners?|owned by|assigned|assignee|responsible|due|until|deadline|by (?:\d{4}|q[1-4]|phase|sprint|end|[A-Z])|before|decided|resolved|deferred)\b|@\w|\d{4}-\d{2}|\bQ[1-4]\b|负责人|负责|责任人|截止|之前|前确认|由[^，。]{1,12}(?:确认|决定|评估)|待[^，。]{1,10}确认|已决|已确认`)

func incompleteTables(s *session, d *document.Document, hit hit) bool {
	for _, t := range d.Tables {
		filled := make([]bool, len(t.Header))
		for _, row := range t.Rows {
			line := d.LineAt(row[0].Start)
			for i, cell := range row {
				if i > 0 && cell.Text == "" && cell.Start == line.Start {
					hit(d, line, note(plain(row[0].Text)))
					break
				}
				filled[i] = filled[i] || cell.Text != ""
			}
		}
		for i, some := range filled {
			if !some && len(t.Rows) > 1 && t.Header[i].Text != "" && t.Header[i].End < d.LineAt(t.Header[i].Start).End {
				hit(d, t.Header[i].Span, t.Header[i].Text)
			}
		}
	}
	return len(d.Tables) > 0
}

func missingDependencies(s *session, d *document.Document, hit hit) bool {
	field := d.Front.Field("dependencies")
	if field == nil || s.exists == nil {
		return false
	}
	applied := false
	for _, name := range field.Values {
		if ext := path.Ext(name); ext != ".md" && ext != ".json" {
			continue
		}
		applied = true
		beside, below := path.Join(path.Dir(d.Path), name), path.Join(name)
		if !s.has(beside) && !s.has(below) && !s.exists(beside) && !s.exists(below) && !s.isForward(beside) {
			hit(d, field.Span, name)
		}
	}
	return applied
}

// writtenAt returns when a document says it was written, and to which day or moment.
func writtenAt(d *document.Document) (at time.Time, ok bool) {
	text := d.Front.Value("generated_at")
	if d.JSON != nil {
		if v := d.JSON.Get("generated_at", "timestamp"); v != nil {
			text = v.String
		}
	}
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
		if at, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return at, true
		}
	}
	return at, false
}

func impossibleDates(s *session, d *document.Document, hit hit) bool {
	at, ok := writtenAt(d)
	if !ok {
		return false
	}
	field := d.Front.Field("generated_at")
	if at.After(s.now.Add(48 * time.Hour)) {
		hit(d, field.Span, note(field.Values[0]))
		return true
	}
	for _, source := range s.docs {
		if source.Kind.Member() || source.Kind.Phase() == 0 || source.Kind.Phase() >= d.Kind.Phase() {
			continue
		}
		if before, ok := writtenAt(source); ok && before.Sub(at) > 0 && (before.Sub(at) >= 24*time.Hour || len(field.Values[0]) > 10) {
			hit(d, field.Span, note(field.Values[0]))
			break
		}
	}
	return true
}

func sessionID(d *document.Document) (id string, at document.Span) {
	if v := d.JSON.Get("session_id"); v != nil {
		return v.String, v.Span
	}
	if field := d.Front.Field("session_id"); field != nil {
		return d.Front.Value("session_id"), field.Span
	}
	return "", at
}

func foreignSession(s *session, d *document.Document, hit hit) bool {
	own, at := sessionID(d)
	if own == "" {
		return false
	}
	count, since := map[string]int{}, map[string]int{}
	others := 0
	for _, other := range s.docs {
		id, _ := sessionID(other)
		if id == "" {
			continue
		}
		if other != d {
			others++
		}
		if phase := other.Kind.Phase(); count[id] == 0 || phase < since[id] {
			since[id] = phase
		}
		count[id]++
	}
	for _, id := range slices.Sorted(maps.Keys(count)) {
		if n := count[id]; n > count[own] || n == count[own] && since[id] < since[own] {
			hit(d, at, own, id)
			break
		}
	}
	return others > 0
}
