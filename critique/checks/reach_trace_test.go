package checks

import "testing"

// Parts of sessions that the probes below put together.
const (
	aBrief   = "-- spec/product-brief.md --\n## Goals\n\n- G-001: no lost file in 30 days\n- G-002: restore within 5 minutes\n- G-003: 9 of 10 admins trust it\n"
	anIndex  = "-- spec/requirements/_index.md --\n## Functional Requirements\n\n| ID | Title | Priority | Goal |\n|---|---|---|---|\n"
	aMatrix  = "\n## Traceability Matrix\n\n| Goal | Requirements |\n|---|---|\n"
	anEpics  = "-- spec/epics/_index.md --\n## Epics\n\n| Epic | Title | Priority | MVP | Requirements |\n|---|---|---|---|---|\n"
	twoEpics = "-- spec/epics/_index.md --\n## Epics\n\n| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | yes |\n| EPIC-002 | Restore | yes |\n| EPIC-003 | Prune | no |\n"
	zhEpics  = "-- spec/epics/_index.md --\n## 史诗\n\n| 史诗 | 标题 | MVP |\n|---|---|---|\n| EPIC-001 | 校验 | 是 |\n| EPIC-002 | 恢复 | 是 |\n| EPIC-003 | 清理 | 否 |\n"
	chain    = "\n## Dependency Map\n\n```mermaid\ngraph LR\n  EPIC-001 --> EPIC-002\n  EPIC-002 --> EPIC-003\n```\n"
)

// TestReachOfTraces holds the rules about goals, requirements and epics against
// the ways in which people write them down.
func TestReachOfTraces(t *testing.T) {
	for rule, texts := range map[string]struct{ fires, silent map[string]string }{
		"RQ-016": {
			fires: map[string]string{
				"the matrix knows one goal more": anIndex + "| REQ-001 | Verify | Must | G-001 |\n" + aMatrix + "| G-001 | REQ-001 |\n| G-002 | REQ-001 |\n",
				"the row knows one goal more":    anIndex + "| REQ-001 | Verify | Must | G-001, G-002 |\n" + aMatrix + "| G-001 | REQ-001 |\n",
				"the row knows none":             anIndex + "| REQ-001 | Verify | Must | - |\n" + aMatrix + "| G-001 | REQ-001 |\n",
				"left out of the matrix":         anIndex + "| REQ-001 | A | Must | G-001 |\n| REQ-002 | B | Must | G-001 |\n| REQ-003 | C | Must | G-001 |\n| REQ-004 | D | Must | G-001 |\n" + aMatrix + "| G-001 | REQ-001..003 |\n",
				"the file says another":          anIndex + "| REQ-001 | Verify | Must | G-001 |\n-- spec/requirements/REQ-001.md --\n# REQ-001: Verify\n\n## Traces\n\n- Goal: G-002\n",
				"the frontmatter says another":   anIndex + "| REQ-001 | Verify | Must | G-001 |\n-- spec/requirements/REQ-001.md --\n---\ntraces_to: [G-001, G-003]\n---\n# REQ-001: Verify\n",
				"the row is empty, the file not": anIndex + "| REQ-001 | Verify | Must | - |\n-- spec/requirements/REQ-001.md --\n# REQ-001: Verify\n\n**Traces to**: G-002\n",
				"Chinese":                        "-- spec/requirements/_index.md --\n| 编号 | 标题 | 目标 |\n|---|---|---|\n| REQ-001 | 校验 | G-001 |\n\n## 追溯矩阵\n\n| 目标 | 需求 |\n|---|---|\n| G-002 | REQ-001 |\n",
			},
			silent: map[string]string{
				"a range gives more than the row": anIndex + "| REQ-001 | Verify | Must | G-001 |\n| REQ-002 | B | Must | G-002 |\n" + aMatrix + "| G-001 | REQ-001 |\n| G-002 | REQ-001..002 |\n",
				"shorthand":                       anIndex + "| REQ-001 | A | Must | G-001 |\n| REQ-002 | B | Must | G-001 |\n" + aMatrix + "| G-001 | REQ-001, 002 |\n",
				"no matrix":                       anIndex + "| REQ-001 | Verify | Must | G-001 |\n",
				"the file names another in prose": anIndex + "| REQ-001 | Verify | Must | G-001 |\n-- spec/requirements/REQ-001.md --\n# REQ-001: Verify\n\nUnlike G-002 this is about files.\n\n## Traces\n\n- Goal: G-001\n",
			},
		},
		"RQ-030": {
			fires:  map[string]string{"a goal of optional requirements": anIndex + "| REQ-001 | A | Must | G-001 |\n| REQ-002 | B | Must | G-001 |\n| REQ-003 | C | Could | G-002 |\n"},
			silent: map[string]string{"one of them is needed": anIndex + "| REQ-001 | A | Must | G-001 |\n| REQ-002 | B | Should | G-002 |\n| REQ-003 | C | Could | G-002 |\n"},
		},
		"XD-001": {
			fires: map[string]string{
				"an empty row of the matrix": aBrief + anIndex + "| REQ-001 | A | Must | G-001 |\n| REQ-002 | B | Must | G-002 |\n" + aMatrix + "| G-001 | REQ-001 |\n| G-002 | REQ-002 |\n| G-003 | - |\n",
				"an item that says none":     aBrief + anIndex + "| REQ-001 | A | Must | G-001 |\n| REQ-002 | B | Must | G-002 |\n\n## Traceability\n\n- G-003: none\n",
				"an unknown goal in a file":  aBrief + anIndex + "| REQ-001 | A | Must | G-001, G-002, G-003 |\n-- spec/requirements/REQ-001.md --\n# REQ-001: A\n\nTraces to: G-007\n",
			},
			silent: map[string]string{
				"nested items":  aBrief + anIndex + "| REQ-001 | A | Must | G-001 |\n| REQ-002 | B | Must | G-002 |\n\n## Traceability\n\n- G-003\n  - REQ-001\n  - REQ-002\n",
				"a goal of old": aBrief + anIndex + "| REQ-001 | A | Must | G-001, G-002, G-003 |\n\nG-009 was removed in May.\n",
			},
		},
		"XD-002": {
			fires: map[string]string{
				"an empty row of the matrix": anIndex + "| REQ-001 | A | Must | G-001 |\n| REQ-002 | B | Must | G-001 |\n" + anEpics + "| EPIC-001 | V | Must | yes | REQ-001 |\n\n## Traceability Matrix\n\n| Requirement | Epic |\n|---|---|\n| REQ-001 | EPIC-001 |\n| REQ-002 | - |\n",
				"only a risk names it":       anIndex + "| REQ-001 | A | Must | G-001 |\n| REQ-002 | B | Must | G-001 |\n" + anEpics + "| EPIC-001 | V | Must | yes | REQ-001 |\n\n## Risks\n\n- REQ-002 may come too late\n",
				"unknown in a decision":      anIndex + "| REQ-001 | A | Must | G-001 |\n-- spec/architecture/ADR-001.md --\n# ADR-001: Store\n\nREQ-017 asks for a store.\n-- spec/architecture/_index.md --\n# A\n",
				"unknown in the report":      anIndex + "| REQ-001 | A | Must | G-001 |\n-- spec/readiness-report.md --\n| Check | Evidence |\n|---|---|\n| Goals | REQ-001, REQ-009 |\n",
			},
			silent: map[string]string{
				"replaced": anIndex + "| REQ-001 | A | Must | G-001 |\n" + anEpics + "| EPIC-001 | V | Must | yes | REQ-001 (replaces REQ-009) |\n",
			},
		},
		"XD-010": {
			fires: map[string]string{
				"index and file":         anIndex + "| REQ-001 | A | Must | G-001 |\n-- spec/requirements/REQ-001.md --\n---\npriority: Could\n---\n# REQ-001: A\n",
				"an epic and its file":   anEpics + "| EPIC-001 | V | Must | yes | REQ-001 |\n-- spec/epics/EPIC-001.md --\n# EPIC-001: V\n\n**Priority**: Could\n",
				"an excluded one":        anIndex + "| REQ-001 | A | Won't | G-001 |\n" + anEpics + "| EPIC-001 | V | Must | yes | REQ-001 |\n",
				"only in the matrix":     anIndex + "| REQ-001 | A | Must | G-001 |\n" + anEpics + "| EPIC-001 | V | Could | no | |\n\n## Traceability\n\n| Requirement | Epic |\n|---|---|\n| REQ-001 | EPIC-001 |\n",
				"Chinese index and file": "-- spec/requirements/_index.md --\n| 编号 | 标题 | 优先级 |\n|---|---|---|\n| REQ-001 | 校验 | 必须 |\n-- spec/requirements/REQ-001.md --\n# REQ-001：校验\n\n**优先级**：可选\n",
			},
			silent: map[string]string{
				"a story's own priority":  anEpics + "| EPIC-001 | V | Must | yes | REQ-001 |\n-- spec/epics/EPIC-001.md --\n# EPIC-001: V\n\n### STORY-001-001: R\n\n**Priority**: Could\n",
				"the same in other words": anIndex + "| REQ-001 | A | Must Have | G-001 |\n-- spec/requirements/REQ-001.md --\n---\npriority: P0\n---\n# REQ-001: A\n",
			},
		},
		"EP-012": {
			fires: map[string]string{
				"a cycle of sentences": twoEpics + "\n## Dependencies\n\n- EPIC-001 depends on EPIC-002\n- EPIC-002 depends on EPIC-001\n",
				"a cycle of arrows":    twoEpics + "\n## Dependencies\n\nEPIC-001 → EPIC-002 → EPIC-001\n",
				"a cycle in a table":   twoEpics + "\n## Dependencies\n\n| Epic | Depends on |\n|---|---|\n| EPIC-001 | EPIC-003 |\n| EPIC-003 | EPIC-001 |\n",
				"a cycle of files":     twoEpics + "-- spec/epics/EPIC-001.md --\n# EPIC-001: V\n\n**Dependencies**: EPIC-002\n-- spec/epics/EPIC-002.md --\n# EPIC-002: R\n\n**Depends on**: EPIC-001\n",
				"a Chinese cycle":      zhEpics + "\n## 依赖关系\n\n- EPIC-001 依赖 EPIC-002\n- EPIC-002 依赖 EPIC-001\n",
				"an unknown epic":      zhEpics + "\n## 依赖关系\n\n- EPIC-001 依赖 EPIC-009\n",
				"on itself":            twoEpics + "\n```mermaid\ngraph LR\n  EPIC-001 --> EPIC-001\n```\n",
			},
			silent: map[string]string{
				"arrows and a diagram the other way": twoEpics + chain + "\nEPIC-003 → EPIC-002 → EPIC-001\n",
				"one direction":                      twoEpics + "\n## Dependencies\n\n- EPIC-002 depends on EPIC-001\n- EPIC-003 requires EPIC-002\n",
				"not needed":                         twoEpics + "\n## Dependencies\n\n- EPIC-002 depends on EPIC-001\n- EPIC-001: none. EPIC-002 comes after it\n",
			},
		},
		"EP-020": {
			fires: map[string]string{
				"arrows":               twoEpics + chain + "\n## Execution Order\n\n1. EPIC-002\n2. EPIC-001\n3. EPIC-003\n",
				"arrows, linked epics": twoEpics + chain + "\n## Execution Order\n\n1. [EPIC-001](EPIC-001.md): first\n2. [EPIC-003](EPIC-003.md): second\n3. [EPIC-002](EPIC-002.md): third\n",
				"an order in a table":  twoEpics + chain + "\n## Execution Order\n\n| Phase | Epics |\n|---|---|\n| 1 | EPIC-001 |\n| 2 | EPIC-003 |\n| 3 | EPIC-002 |\n",
				"an order in a line":   twoEpics + chain + "\n## Execution Order\n\nEPIC-002 → EPIC-001 → EPIC-003\n",
				"an order of bullets":  zhEpics + chain + "\n## 执行顺序\n\n- 第一阶段：EPIC-002\n- 第二阶段：EPIC-001\n- 第三阶段：EPIC-003\n",
				"a sentence":           twoEpics + "\n## Dependencies\n\n- EPIC-001 depends on EPIC-002\n\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002\n",
			},
			silent: map[string]string{
				"along the arrows":     twoEpics + chain + "\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002: after EPIC-001\n3. EPIC-003\n",
				"against all arrows":   twoEpics + chain + "\n## Execution Order\n\n1. EPIC-003\n2. EPIC-002\n3. EPIC-001\n",
				"together in one step": twoEpics + chain + "\n## Execution Order\n\n1. EPIC-001, EPIC-002\n2. EPIC-003\n",
			},
		},
		"EP-021": {
			fires: map[string]string{
				"an arrow":                "-- spec/epics/_index.md --\n| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | V | no |\n| EPIC-002 | R | yes |\n| EPIC-003 | P | no |\n" + chain + "\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002\n3. EPIC-003\n",
				"a sentence":              twoEpics + "\n## Dependencies\n\n- EPIC-001 depends on EPIC-003\n",
				"prose says which are in": "-- spec/epics/_index.md --\n| Epic | Title |\n|---|---|\n| EPIC-001 | V |\n| EPIC-002 | R |\n\n## MVP Scope\n\nEPIC-001 is the MVP. EPIC-002 follows in autumn.\n\n## Dependencies\n\n- EPIC-001 depends on EPIC-002\n",
			},
			silent: map[string]string{
				"the arrow may mean either": "-- spec/epics/_index.md --\n| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | V | no |\n| EPIC-002 | R | yes |\n" + chain,
				"needs inside the MVP":      twoEpics + chain + "\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002\n3. EPIC-003\n",
			},
		},
		"EP-022": {
			fires:  map[string]string{"only in the matrix": anIndex + "| REQ-001 | A | Must | G-001 |\n" + twoEpics + "\n## Traceability\n\n| Requirement | Epic |\n|---|---|\n| REQ-001 | EPIC-003 |\n"},
			silent: map[string]string{"in two epics": anIndex + "| REQ-001 | A | Must | G-001 |\n" + twoEpics + "\n## Traceability\n\n| Requirement | Epic |\n|---|---|\n| REQ-001 | EPIC-003, EPIC-001 |\n"},
		},
	} {
		for name, text := range texts.fires {
			t.Run(rule+" "+name, func(t *testing.T) { probe(t, rule, text, true) })
		}
		for name, text := range texts.silent {
			t.Run(rule+" not "+name, func(t *testing.T) { probe(t, rule, text, false) })
		}
	}
}
