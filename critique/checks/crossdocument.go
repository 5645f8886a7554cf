package checks

import (
	"path"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
)

// crossdocumentRules compare documents with each other. Their places lie in the
// latest of the documents they compare.
func crossdocumentRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "XD-001", Perspective: coverage, Severity: critique.High, Kind: "traceability", Core: true,
			Title: "a goal no requirement names, or a goal ID the brief does not define", Message: Text{"{1} {2}", "{1} {2}"}, Source: "spec-generator phase 3",
			Violation: "-- spec/product-brief.md --\n## Goals\n\n- G-001: no lost file in 30 days\n- G-002: restore within 5 minutes\n-- spec/requirements/_index.md --\n| ID | Title | Goal |\n|---|---|---|\n| REQ-001 | Verify | G-001 |\n",
			NearMiss:  "-- spec/product-brief.md --\n## Goals\n\n### Goal 1: no lost file\n\n### Goal 2: restore within 5 minutes\n-- spec/requirements/_index.md --\n| ID | Title | Goal |\n|---|---|---|\n| REQ-001 | Verify | G-001 |\n| REQ-002 | Restore | Goal 2 |\n",
			Chinese:   Example{"-- spec/product-brief.md --\n## 目标\n\n- G-001：30 天零丢失\n-- spec/requirements/_index.md --\n| 编号 | 标题 | 目标 |\n|---|---|---|\n| REQ-001 | 校验 | G-007 |\n", "-- spec/product-brief.md --\n## 目标\n\n### 目标 1：30 天零丢失\n-- spec/requirements/_index.md --\n| 编号 | 标题 | 目标 |\n|---|---|---|\n| REQ-001 | 校验 | G-001 |\n"},
		}, on: requirements, needs: []document.Kind{document.Brief}, look: uncoveredGoals},
		{Rule: Rule{
			ID: "XD-002", Perspective: coverage, Severity: critique.High, Kind: "traceability", Core: true,
			Title: "a Must requirement in no epic, or a requirement nobody defines", Message: Text{"{1} {2}", "{1} {2}"}, Source: "spec-generator phase 5, spec-kit analyze",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n-- spec/epics/_index.md --\n| Requirement | Epic |\n|---|---|\n| REQ-001 | EPIC-001 |\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n| REQ-002 | Restore | Must |\n| REQ-003 | Share | Could |\n-- spec/epics/_index.md --\nEPIC-001 covers REQ-001.\n-- spec/epics/EPIC-002-restore.md --\n---\nid: EPIC-002\nrequirements: [REQ-002]\n---\n# EPIC-002: Restore\n",
		}, on: epics, needs: []document.Kind{document.Requirements}, look: unplannedRequirements},
		{Rule: Rule{
			ID: "XD-005", Perspective: coverage, Severity: critique.Medium, Kind: "consistency",
			Title: "a file its index does not list, or two files that claim one ID", Message: Text{"{n} files and their index disagree, first {1}", "{n} 个文件与索引不一致，首个 {1}"}, Source: "14 files and 4 IDs in one real package",
			Violation: "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| [REQ-001](REQ-001-verify.md) | Verify |\n-- spec/requirements/REQ-001-verify.md --\n# REQ-001: Verify\n-- spec/requirements/REQ-001-verification.md --\n# REQ-001: Verification\n",
			NearMiss:  "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| REQ-001 | Verify |\n| REQ-002 | Restore |\n-- spec/requirements/REQ-001-verify.md --\n---\nid: REQ-001\nstatus: superseded\n---\n# REQ-001: Verify\n-- spec/requirements/REQ-001-verification.md --\n# REQ-001: Verification\n-- spec/requirements/REQ-002-restore.md --\n# REQ-002: Restore\n",
		}, on: []document.Kind{document.Requirements, document.Architecture, document.Epics}, one: "1 file and its index disagree: {1}", look: unlistedFiles},
	}
}

func uncoveredGoals(s *session, d *document.Document, hit hit) bool {
	goals := s.defined().goals
	if len(goals.list) == 0 {
		return false
	}
	docs := s.of(document.Requirements, document.Requirement, document.Quality)
	named := mentions(docs...)
	any := false
	for id := range named {
		any = any || document.Prefix(id) == "G"
	}
	for _, g := range goals.list {
		if _, ok := named[g.id]; !ok && any && !superseded(g.text()) {
			hit(d, document.Span{}, g.id, s.say("is covered by no requirement", "无需求覆盖"))
		}
	}
	reported := map[string]bool{}
	for _, doc := range docs {
		for _, m := range doc.IDs {
			if document.Prefix(m.ID) == "G" && goals.byID[m.ID] == nil && !reported[m.ID] {
				reported[m.ID] = true
				hit(doc, m.Span, m.ID, s.say("is no goal of the brief", "不是简介中的目标"))
			}
		}
	}
	return any
}

func unplannedRequirements(s *session, d *document.Document, hit hit) bool {
	m := s.defined()
	if len(m.requirements.list) == 0 {
		return false
	}
	docs := s.of(document.Epics, document.Epic)
	named := mentions(docs...)
	for _, r := range m.requirements.list {
		if _, ok := named[r.id]; !ok && r.priority == "must" && !superseded(r.text()) {
			hit(d, document.Span{}, r.id, s.say("is a Must in no epic", "为 Must 却未进入任何 Epic"))
		}
	}
	reported := map[string]bool{}
	for _, doc := range docs {
		for _, at := range doc.IDs {
			if family(at.ID, []string{"REQ", "FR"}) && m.requirements.byID[at.ID] == nil && sameFamily(m.requirements, at.ID) && !reported[at.ID] {
				reported[at.ID] = true
				hit(doc, at.Span, at.ID, s.say("is defined by no requirement", "没有对应的需求定义"))
			}
		}
	}
	return true
}

// sameFamily tells whether a list defines IDs with the ID's prefix at all.
func sameFamily(list *entries, id string) bool {
	for _, e := range list.list {
		if document.Prefix(e.id) == document.Prefix(id) {
			return true
		}
	}
	return false
}

// unlistedFiles compares an index with the files beside it.
func unlistedFiles(s *session, d *document.Document, hit hit) bool {
	folder := path.Dir(d.Path)
	linked, linkedIDs := map[string]bool{}, map[string]bool{}
	for _, l := range d.Links {
		linked[path.Base(l.Target)] = true
		for _, m := range document.FindIDs(strings.ToUpper(path.Base(l.Target))) {
			linkedIDs[m.ID] = true
		}
	}
	for _, w := range d.Wikilinks {
		target, _, _ := strings.Cut(strings.Trim(d.Slice(w), "[]"), "|")
		linked[path.Base(target)], linked[path.Base(target)+".md"] = true, true
	}
	named := mentions(d)
	claims := map[string]*document.Document{}
	applied := false
	for _, file := range s.docs {
		if path.Dir(file.Path) != folder || !file.Kind.Member() {
			continue
		}
		id := fileID(file)
		if id == "" {
			continue
		}
		applied = true
		old := superseded(file.Front.Value("status")) || file.Front.Field("superseded_by") != nil
		if _, ok := named[id]; !linked[path.Base(file.Path)] && (!ok || linkedIDs[id]) && !old {
			hit(d, document.Span{}, path.Base(file.Path))
		}
		if first := claims[id]; first != nil && !old && file.Front.Field("replaces") == nil && file.Front.Field("supersedes") == nil {
			hit(file, document.Span{Start: 0, End: file.LineAt(0).End}, id)
		} else if !old {
			claims[id] = file
		}
	}
	return applied
}
