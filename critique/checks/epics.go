package checks

import (
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
)

var epics = []document.Kind{document.Epics}

// epicsRules look at epics/_index.md and the files beside it.
func epicsRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "EP-001", Perspective: product, Severity: critique.High, Kind: "scope", Core: true,
			Title: "no MVP scope", Message: Text{"no MVP scope", "缺少 MVP 范围"}, Source: "spec-generator phase 5",
			Violation: "| Epic | Title | Size |\n|---|---|---|\n| EPIC-001 | Verify | M |\n",
			NearMiss:  "| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | yes |\n",
			Chinese:   Example{"| 编号 | 标题 | 规模 |\n|---|---|---|\n| EPIC-001 | 校验 | M |\n", "## 最小可行产品\n\n包含 EPIC-001 校验全部备份文件。\n"},
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			if !namesMVP(d) && !s.filesNameMVP() {
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: Rule{
			ID: "EP-003", Perspective: coverage, Severity: critique.High, Kind: "traceability",
			Title: "no traceability matrix", Message: Text{"no traceability from requirements to epics", "缺少追溯矩阵"}, Source: "spec-generator phase 5",
			Violation: "| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | yes |\n",
			NearMiss:  "| Epic | Title | Requirements |\n|---|---|---|\n| EPIC-001 | Verify | REQ-001 |\n",
			Chinese:   Example{"| 编号 | 标题 | MVP |\n|---|---|---|\n| EPIC-001 | 校验 | 是 |\n", "## 追溯矩阵\n\n| 需求 | 编号 |\n|---|---|\n| REQ-001 | EPIC-001 |\n"},
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			if section := topic(d, document.Traces); section != nil && d.Substance(section) > 0 {
				return true
			}
			for _, t := range d.Tables {
				if t.Column("requirement", "req", "trace", "需求", "追溯") >= 0 && len(t.Rows) > 0 && namesFamilyIn(d, t.Span, "REQ", "FR", "US") {
					return true
				}
			}
			hit(d, document.Span{})
			return true
		}},
		{Rule: Rule{
			ID: "EP-010", Perspective: product, Severity: critique.High, Kind: "scope", Core: true,
			Title: "no epics, or none of them in the MVP", Message: Text{"no MVP epic", "没有 MVP Epic"}, Source: "spec-generator phase 5",
			Violation: "| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | no |\n| EPIC-002 | Restore | ❌ |\n",
			NearMiss:  "| Epic | Title |\n|---|---|\n| EPIC-001 | Verify |\n| EPIC-002 | Restore |\n\n## MVP Scope\n\nEPIC-001..002\n",
			Chinese:   Example{"| 编号 | 标题 | MVP |\n|---|---|---|\n| EPIC-001 | 校验 | 否 |\n", "| 编号 | 标题 | MVP |\n|---|---|---|\n| EPIC-001 | 校验 | 是 |\n"},
		}, on: epics, look: func(s *session, d *document.Document, hit hit) bool {
			list := s.defined().epics.list
			if len(list) == 0 {
				hit(d, document.Span{})
				return true
			}
			if !namesMVP(d) && !s.filesNameMVP() {
				return false // EP-001 says it
			}
			for _, e := range list {
				if s.inMVP(d, e) {
					return true
				}
			}
			hit(list[0].doc, list[0].at, list[0].id)
			return true
		}},
		{Rule: Rule{
			ID: "EP-012", Perspective: technical, Severity: critique.High, Kind: "dependency", Core: true,
			Title: "a dependency cycle, or a dependency on an undefined epic", Message: Text{"dependencies: {1} {2}", "依赖：{1} {2}"}, Source: "BMAD",
			Violation: "| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | yes |\n| EPIC-002 | Restore | yes |\n\n```mermaid\ngraph LR\n  E1[EPIC-001 Verify] --> E2[EPIC-002 Restore]\n  E2 --> E1\n```\n",
			NearMiss:  "-- spec/epics/_index.md --\n| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | yes |\n| EPIC-002 | Restore | yes |\n\n```mermaid\ngraph LR\n  EPIC-001 --> EPIC-002\n```\n-- spec/epics/EPIC-002-restore.md --\n---\nid: EPIC-002\ndependencies: [EPIC-001]\n---\n# EPIC-002: Restore\n",
		}, on: epics, look: brokenDependencies},
	}
}

func namesMVP(d *document.Document) bool {
	text := strings.ToLower(d.Text)
	return contains(text, "mvp", "minimum viable", "最小可行")
}

func (s *session) filesNameMVP() bool {
	for _, d := range s.of(document.Epic) {
		if namesMVP(d) {
			return true
		}
	}
	return false
}

func namesFamilyIn(d *document.Document, at document.Span, prefixes ...string) bool {
	for _, m := range d.MentionsIn(at) {
		if family(m.ID, prefixes) {
			return true
		}
	}
	return false
}

// inMVP tells whether an epic is marked as part of the MVP: in its row, its
// file, or a section about the MVP that names it.
func (s *session) inMVP(d *document.Document, e *entry) bool {
	in, known := s.first[e]
	if !known {
		in = s.marksMVP(d, e)
		s.first[e] = in
	}
	return in
}

func (s *session) marksMVP(d *document.Document, e *entry) bool {
	if cell := e.cell("mvp", "phase", "release", "阶段", "版本"); cell != "" {
		return affirmed(cell)
	}
	if e.file != nil {
		if v := e.file.Front.Value("mvp"); v != "" {
			return affirmed(v)
		}
		if _, after, found := strings.Cut(e.file.Text, "**MVP**:"); found {
			line, _, _ := strings.Cut(after, "\n")
			return affirmed(line)
		}
	}
	for _, m := range d.Mentions(e.id) {
		if section := d.SectionAt(m.Start); section.Under(document.MVP) && !outsideMVP(section) {
			return true
		}
		if line := strings.ToLower(d.Slice(d.LineAt(m.Start))); e.row == nil && strings.Contains(line, "mvp") && !contains(line, "post-mvp", "non-mvp", "not mvp") {
			return true
		}
	}
	return e.section != nil && namesMVPIn(d, e.section)
}

func namesMVPIn(d *document.Document, section *document.Section) bool {
	text := strings.ToLower(d.Slice(section.All()))
	return strings.Contains(text, "mvp") && !contains(text, "mvp: no", "mvp**: no", "mvp: false", "post-mvp", "mvp：否", "mvp**：否")
}

func outsideMVP(section *document.Section) bool {
	for ; section != nil; section = section.Parent {
		if contains(strings.ToLower(section.Title), "post-mvp", "post mvp", "deferred", "after mvp", "non-mvp", "later", "后续", "推迟", "延后") {
			return true
		}
	}
	return false
}

func affirmed(cell string) bool {
	cell = strings.ToLower(strings.Trim(cell, " *`_:："))
	if contains(cell, "post", "non-mvp", "not", "v2", "later", "❌", "✗", "否", "后续") {
		return false
	}
	return cell == "y" || cell == "x" || contains(cell, "yes", "true", "mvp", "✅", "✓", "✔", "☑", "是", "★", "●") || cell == "1" || cell == "v1" || strings.HasPrefix(cell, "phase 1") || strings.HasPrefix(cell, "must")
}
