package checks

import (
	"context"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
	"discussd/critique/rules/native"
)

// TestFrameworkRulesAreAskedFor: a rule of a framework speaks only where a layout names it.
func TestFrameworkRulesAreAskedFor(t *testing.T) {
	for _, r := range catalogue() {
		if !r.Named {
			continue
		}
		for _, rules := range [...][]string{nil, {"X-*", "LX-*"}, {"*", "!" + r.ID[:3] + "*"}} {
			subject := whole(files(r.Rule, r.Bad.EN))
			subject.Rules = rules
			if found := onlyRule(t, r.ID).Check(context.Background(), subject).Findings; len(found) > 0 {
				t.Errorf("%s spoke though the layout has %v", r.ID, rules)
			}
		}
	}
}

// TestFrameworkForms are spellings that real sessions have: what is right in them is no
// finding, what is wrong is one.
func TestFrameworkForms(t *testing.T) {
	const requirements = "-- requirements.md --\n### Requirement 1: Albums\n\n1. WHEN opened THE page SHALL show albums\n2. IF none THEN it SHALL say so\n   1. as a line\n   2. as an image\n10. WHEN full THE page SHALL scroll\n\n### Requirement 2b — Order\n\n1. THE page SHALL sort\n"
	const spec = "-- spec.md --\n### User Story 1 - Albums (Priority: P1)\n\n- **FR-001**: MUST show\n- **FR-007a**: MUST sort\n- **SC-001**: 9 of 10 find it\n"
	const german = "-- spec.md --\n## User Scenarios & Testing\n\nDie Pumpen sind für den Betrieb in der Nacht, und die Leute in der Halle sehen auf der Anzeige, was das Gerät mit den Pumpen macht.\n\n### User Story 1 - Pumpe (Priority: P1)\n\nDas Gerät steht in der Halle.\n\n"
	const living = "-- ../../specs/area/albums/spec.md --\n## Requirements\n\n### Requirement: Show albums\nIt SHALL.\n"
	const list = "-- REQUIREMENTS.md --\n## v1 Requirements\n\n- [ ] **SC-12.1-3**: One\n- [ ] **SC-12.1-4**: Two\n"
	const stories = "-- planning-artifacts/epics.md --\n## Epic 2: Paper\n\n### Story 2.1: Print\n\n## Epic 1: Screen\n\n### Story 1.1: Album page\n\n### Story 1.2: Album order\n\n"
	const wishes = "-- planning-artifacts/prd.md --\n- FR1: A visitor sees\n- FR2: A visitor sorts\n- FR3: A visitor tags\n- FR4: A visitor deletes\n-- planning-artifacts/epics.md --\n## Requirements Inventory\n\nThe PRD's FR1 to FR4.\n\n### FR Coverage Map\n\n"
	const verified = "-- 01-VERIFICATION.md --\n---\nstatus: passed\nscore: 1/1\n---\n\n| Requirement | Status |\n|---|---|\n"
	const traced = "-- REQUIREMENTS.md --\n## v1.1 Requirements\n\n- [ ] **AB-01**: One\n- [ ] **AB-02**: Two\n\n## Traceability\n\n| Requirement | Phase |\n|---|---|\n| AB-01 | Phase 1 |\n"
	const waiting = "-- 01-02-PLAN.md --\n---\nplan: 02\ndepends_on: [01-03]\n---\n"
	const sprinted = "-- implementation-artifacts/sprint-status.yaml --\ndevelopment_status:\n  1-1-albums: done\n"
	const checked = "-- ../../.specify/memory/constitution.md --\n### I. Tests\n\n### II. Small\n\n### III. Safe\n\n### IV. Open\n\n**Version**: 2.0.0 | **Last Amended**: 2026-06-01\n-- plan.md --\n# Plan\n\n"
	const three = stories + "## Epic 3: Post\n\n"
	const traces = "-- requirements.md --\n### Requirement 1: Albums\n\n1. WHEN opened THE page SHALL show albums\n2. IF none THEN it SHALL say so\n3. WHEN full THE page SHALL scroll\n4. WHEN closed THE page SHALL keep its place\n\n### Requirement 2: Order\n\n1. WHEN sorted THE page SHALL show the newest first\n2. IF two are of one day THEN it SHALL sort by name\n3. WHEN turned THE page SHALL show the oldest first\n-- design.md --\n| Requirement | Part |\n|---|---|\n| 1.1-1.4 | Page |\n"
	const gates = "\n## Constitution Check\n\n- I. Tests: pass\n- II. Small: pass\n- III. Safe: pass\n"
	for _, c := range []struct {
		name, rule, text string
		fires            bool
	}{
		{"a story that does not wait", "BM-016", stories + "### Story 1.3: Search\n\nDoes not depend on Story 2.1.\n", false},
		{"a story that is waited for", "BM-016", stories + "### Story 1.3: Search\n\nStory 2.1 depends on this one.\n", false},
		{"a story that needs one", "BM-016", stories + "### Story 1.3: Search\n\nNeeds the pages of Story 2.1.\n", true},
		{"a story that needs what is there", "BM-016", stories + "### Story 1.3: Search\n\nNeeds the pages of Story 1.1.\n", false},
		{"a map without one of the PRD", "BM-003", wishes + "FR1 to FR3: Epic 1\n", true},
		{"a map of a range", "BM-003", wishes + "FR1 to FR3: Epic 1\nFR4: Epic 2\n", false},
		{"覆盖表缺一条", "BM-003", wishes + "FR1 至 FR3：Epic 1\n", true},
		{"a map of an increment", "BM-003", wishes + "FR1: Epic 1\nFR2: Epic 1\n", false},
		{"a story that no epic has", "BM-004", stories + "### FR Coverage Map\n\n| FR | Epic | Story |\n|---|---|---|\n| FR1 | Epic 1 | 1.5 |\n", true},
		{"a story that an epic has", "BM-004", stories + "### FR Coverage Map\n\n| FR | Epic | Story |\n|---|---|---|\n| FR1 | Epic 1 | 1.2 |\n", false},
		{"an epic of another requirement", "BM-004", "-- planning-artifacts/epics.md --\n### FR Coverage Map\n\nFR1: Epic 1\nFR2: Epic 2\nFR3: Epic 2\n\n## Epic 1: See\n\n**FRs covered:** FR1, FR2\n\n## Epic 2: Sort\n\n**FRs covered:** FR3\n", true},
		{"an epic of two", "BM-004", "-- planning-artifacts/epics.md --\n### FR Coverage Map\n\nFR1: Epic 1\nFR2: Epic 2\nFR3: Epic 2\n\n## Epic 1: See\n\n**FRs covered:** FR1, FR2\n\n## Epic 2: Sort\n\n**FRs covered:** FR2, FR3\n", false},
		{"a task open in a story that is done", "BM-023", "-- stories/1.1.albums.md --\n## Status\n\nDone\n\n## Tasks\n\n- [x] Show\n- [ ] Sort\n", true},
		{"a story that is done", "BM-023", "-- stories/1.1.albums.md --\n## Status\n\nDone\n\n## Tasks\n\n- [x] Show\n\n## Ideas\n\n- [ ] Sort\n", false},
		{"a source that is code", "BM-024", "-- stories/1.1.albums.md --\n## Dev Notes\n\n- [Source: src/albums.ts#open]\n", false},
		{"a source by another spelling", "BM-024", "-- architecture.md --\n## Coding Standards\n\n- UTC\n-- stories/1.1.albums.md --\n## Dev Notes\n\n- [Source: docs/architecture.md#coding-standards-and-times]\n", false},
		{"a decision that is no source", "BM-024", "-- architecture.md --\n### AD-1: One table\n-- stories/1.1.albums.md --\n## Dev Notes\n\n- [Source: architecture.md#AD-7: One table]\n", true},
		{"a requirement that did not hold", "GS-028", verified + "| AB-01 | ✗ BLOCKED |\n", true},
		{"a requirement that holds now", "GS-028", verified + "| AB-01 | ❌→✅ |\n", false},
		{"a requirement that held", "GS-028", verified + "| AB-01 | ✓ SATISFIED |\n", false},
		{"a requirement of a later milestone without a row", "GS-002", traced, true},
		{"a sum that is right", "GS-016", traced + "| AB-02 | Phase 1 |\n\nCoverage: 2 of 2 requirements are mapped.\n", false},
		{"a story that waits", "BM-016", stories + "### Story 1.3: Search\n\nPrerequisites: Story 1.1, Story 2.1\n", true},
		{"等待后面的故事", "BM-016", stories + "### Story 1.3: 搜索\n\n依赖故事 2.1\n", true},
		{"不新增依赖", "BM-016", stories + "### Story 1.3: 搜索\n\n不新增依赖；Story 2.1 保持后续范围\n", false},
		{"a part of a story", "BM-019", stories + "-- implementation-artifacts/1-1a-frame.md --\n# Story 1.1a: Empty frame\n", false},
		{"a name in another language", "BM-019", stories + "-- implementation-artifacts/1-1-page.md --\n# Story 1.1: 显示页面\n", false},
		{"another name", "BM-019", stories + "-- implementation-artifacts/1-1-page.md --\n# Story 1.1: Export invoices\n", true},
		{"an increment of the sprint", "BM-013", stories + "-- implementation-artifacts/sprint-status.yaml --\ndevelopment_status:\n  7-1-invoices: done\n  7-2-taxes: done\n", false},
		{"tests that are not all judged", "GS-029", "-- 01-UAT.md --\n### 1. One\nresult: pass\n\n### 2. Two\nresult: issue (fixed)\n\ntotal: 2\npassed: 2\n", false},
		{"rows that wait for somebody", "GS-028", "-- 01-VERIFICATION.md --\n---\nstatus: human_needed\nscore: 2/3\n---\n\n| # | Truth | Status |\n|---|---|---|\n| 1 | A | VERIFIED |\n| 2 | B | UNCERTAIN |\n| 3 | C | UNCERTAIN |\n", false},
		{"a plan that waits through another", "GS-022", waiting + "-- 01-03-PLAN.md --\n---\nplan: 03\ndepends_on: [01-02]\n---\n", true},
		{"a design that speaks of a requirement", "KI-006", requirements + "-- design.md --\nWhen it is full, see Requirement 1.2.\n", false},
		{"one that is not there", "KI-006", requirements + "-- design.md --\nWhen it is full, see Requirement 7.2.\n", true},
		{"没有的需求", "KI-006", requirements + "-- design.md --\n满时见需求 7.2。\n", true},
		{"a column that is there", "KI-006", requirements + "-- test-design.md --\n| Test | Requirement |\n|---|---|\n| T-1 | 1.2 |\n| T-2 | 2.1 and whatever follows |\n", false},
		{"a part that is called after a failure", "KI-018", requirements + "-- design.md --\n# Design\n\n## Overview\n\nAlbums.\n\n## Architecture\n\nOne server.\n\n## Components and Interfaces\n\nA page.\n\n### FailureTrace\n\nLoans.\n\n## Data Models\n\nAn album.\n\n## Testing Strategy\n\nBy hand.\n", true},
		{"what is done when something fails", "KI-018", requirements + "-- design.md --\n# Design\n\n## Overview\n\nAlbums.\n\n## Architecture\n\nOne server.\n\n## Components and Interfaces\n\nA page.\n\n### When a page fails\n\nLoans.\n\n## Data Models\n\nAn album.\n\n## Testing Strategy\n\nBy hand.\n", false},
		{"a run of criteria that ends too late", "KI-001", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1-1.9_\n- [ ] 2. Sort\n  - _Requirements: 2.1_\n", true},
		{"one for all beside one", "KI-002", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1_\n- [ ] 2. Test\n  - _Requirements: All_\n", false},
		{"one for all beside many", "KI-002", requirements + "-- tasks.md --\n" + strings.Repeat("- [ ] 1. Show\n  - _Requirements: 1.1-1.2_\n", 6) + "- [ ] 2. Test\n  - _Requirements: All_\n", true},
		{"全部需求之外", "KI-002", requirements + "-- tasks.md --\n" + strings.Repeat("- [ ] 1. 显示\n  - _需求: 1.1_\n", 6) + "- [ ] 2. 测试\n  - _需求: 全部_\n", true},
		{"a column with one that is not there", "KI-006", requirements + "-- design.md --\n| Rule | Requirement |\n|---|---|\n| R1 | 1.1 |\n| R2 | 1.2, 1.1 |\n| R3 | 1.9 |\n", true},
		{"a column of numbers elsewhere", "KI-006", requirements + "-- design.md --\n| Rule | Requirement |\n|---|---|\n| R1 | 1.1 |\n| R2 | 8.2 |\n| R3 | 9.9 |\n", false},
		{"a column of versions", "KI-006", requirements + "-- design.md --\n| Part | Version |\n|---|---|\n| pump | 7.2 |\n", false},
		{"qualities beside criteria", "KI-003", requirements + "- NFR-2: fast\n-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1, NFR-2_\n- [ ] 2. Sort\n  - _Requirements: 2.1_\n", true},
		{"what nobody else names", "KI-003", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1, NFR-9_\n- [ ] 2. Sort\n  - _Requirements: 2.1_\n", false},
		{"another name of a requirement", "KI-002", requirements + "### Requirement 3: Print (PR-3)\n\n1. THE page SHALL print\n-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1, 2.1_\n- [ ] 2. Print\n  - _Requirements: PR-3_\n", false},
		{"a range", "KI-001", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1–9.9_\n", false},
		{"several sections", "KI-001", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 9.1；Design: 2.1_\n", false},
		{"words", "KI-001", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: User context for 9.1_\n", false},
		{"a quality by its name", "KI-002", requirements + "### Requirement 3: Print\n\n1. THE page SHALL print\n\n## Non-Functional Requirements\n\n- **Speed:** within 2 s\n-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1, 2.1, NFR Speed_\n", true},
		{"partly words", "KI-002", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1, 1.2_\n- [ ] 2. Sort\n  - _Requirements: 1.10, and the order_\n", false},
		{"ein Kriterium, das es nicht gibt", "KI-001", "-- requirements.md --\n### Anforderung 1: Alben\n\n1. WHEN opened THE page SHALL show albums\n-- tasks.md --\n- [ ] 1. Zeigen\n  - _Anforderungen: 1.4_\n", true},
		{"ein Kriterium, das es gibt", "KI-001", "-- requirements.md --\n### Anforderung 1: Alben\n\n1. WHEN opened THE page SHALL show albums\n-- tasks.md --\n- [ ] 1. Zeigen\n  - _Anforderungen: 1.1_\n", false},
		{"a phase that waits for a later one", "GS-022", "-- ROADMAP.md --\n### Phase 1: Albums\n\n**Depends on**: Phase 2 (tags)\n\n### Phase 2: Tags\n\n**Depends on**: Nothing\n", true},
		{"phases in a row", "GS-022", "-- ROADMAP.md --\n### Phase 1: Albums\n\n**Depends on**: Nothing (before Phase 2)\n\n### Phase 1.1: Fix\n\n**Depends on**: Phase 1\n\n### Phase 2: Tags\n\n**Depends on**: Phase 1.1\n", false},
		{"1.10 is no decimal", "KI-001", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.10_\n", false},
		{"1.1 is not 1.10", "KI-003", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1, 1.2_\n- [ ] 2. Sort\n  - _Requirements: 2.1_\n", true},
		{"no underscore at the end", "KI-001", requirements + "-- tasks.md --\n- [ ] 1. Show\n  - _Requirements: 1.1, 7.2\n", true},
		{"in a fence", "KI-001", requirements + "-- tasks.md --\n- [ ] 1. Show\n\n```\n_Requirements: 7.2_\n```\n", false},
		{"full-width colon", "KI-001", requirements + "-- tasks.md --\n- [ ] 1. 显示\n  - _Requirements：7.2_\n", true},
		{"optional tasks", "KI-007", "-- tasks.md --\n- [ ] 13.1* Test one\n- [ ] 13.2* Test two\n- [ ] 13. Test\n", false},
		{"eine Geschichte ohne Szenario", "SK-004", german + "**Acceptance Scenarios**:\n\n1. **Given** eine Pumpe, **When** sie steht, **Then** ist das Licht an.\n\n### User Story 2 - Licht (Priority: P2)\n\nDie Pumpen sind für die Nacht.\n", true},
		{"Geschichten mit anderen Worten", "SK-004", german + "### User Story 2 - Licht (Priority: P2)\n\nDie Pumpen sind für die Nacht.\n", false},
		{"groups of groups", "OS-008", "-- tasks.md --\n- [ ] 1.1.1) One\n- [ ] 1.1.2) Two\n", false},
		{"parts of a task", "SK-009", spec + "-- tasks.md --\n- [ ] T001-1 Sort\n- [ ] T001-2 Filter\n- [ ] T002 Show\n\n**Total tasks**: 3\n", false},
		{"fewer tasks", "SK-009", spec + "-- tasks.md --\n- [ ] T001-1 Sort\n- [ ] T001-2 Filter\n- [ ] T002 Show\n\n**Total tasks**: 4\n", true},
		{"a letter", "SK-006", spec + "-- tasks.md --\n- [ ] T001 Sort (FR-007a, FR-1)\n", false},
		{"no blanks around", "SK-006", spec + "-- tasks.md --\n- [ ] T001 实现FR-008的排序\n", true},
		{"another prefix", "SK-006", spec + "-- tasks.md --\n- [ ] T001 Keep NFR-004 and X-FR-009\n", false},
		{"another specification", "SK-006", spec + "-- tasks.md --\n- [ ] T001 As FR-009 in specs/002-tags\n", false},
		{"other suffixes of tasks", "SK-007", "-- tasks.md --\n- [ ] T001 Show\n- [ ] T038-MIN Sort\n- [ ] T002 After T038\n", false},
		{"None beside what is added", "OS-015", "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: A\nIt SHALL.\n\n## MODIFIED Requirements\n\nNone\n", false},
		{"only a rename", "OS-015", "-- specs/a/spec.md --\n## RENAMED Requirements\n\n- FROM: `### Requirement: A`\n- TO: `### Requirement: B`\n", false},
		{"specifications of a change without any", "OS-015", "-- .openspec.yaml --\nskip_specs: true\n-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: A\nIt SHALL.\n", true},
		{"a change that needs no delta", "OS-015", "-- .openspec.yaml --\nskip_specs: true\n-- tasks.md --\n## 1. A\n\n- [ ] 1.1 Name\n", false},
		{"settings that say nothing of it", "OS-015", "-- .openspec.yaml --\nschema: spec-driven\n-- tasks.md --\n## 1. A\n\n- [ ] 1.1 Name\n", true},
		{"the question of a priority without one", "SK-004", "-- spec.md --\n### User Story 1 - A (Priority: P1)\n\n**Why this priority**: First.\n\n**Acceptance Scenarios**:\n\n1. A\n\n### User Story 2 - B\n\n**Why this priority**: Later.\n\n**Acceptance Scenarios**:\n\n1. B\n", true},
		{"没有回答的问题", "SK-001", "-- spec.md --\n- 图片 [NEEDS CLARIFICATION：哪一种语言？]\n-- plan.md --\n# 计划\n", true},
		{"notes beside a specification", "OS-015", "-- specs/a/notes.md --\nNotes.\n", false},
		{"a specification of no capability", "OS-015", "-- specs/spec.md --\n## ADDED Requirements\n\n### Requirement: A\nIt SHALL.\n", true},
		{"a new name twice", "OS-004", "-- specs/a/spec.md --\n## RENAMED Requirements\n\n- FROM: `### Requirement: A`\n- TO: `### Requirement: C`\n- FROM: `### Requirement: B`\n- TO: `### Requirement: C`\n", true},
		{"added under the new name", "OS-004", "-- specs/a/spec.md --\n## RENAMED Requirements\n\n- FROM: `### Requirement: A`\n- TO: `### Requirement: B`\n\n## ADDED Requirements\n\n### Requirement: B\nIt SHALL.\n", true},
		{"added under the old name", "OS-004", "-- specs/a/spec.md --\n## RENAMED Requirements\n\n- FROM: `### Requirement: A`\n- TO: `### Requirement: B`\n\n## ADDED Requirements\n\n### Requirement: A\nIt SHALL.\n", false},
		{"a demand in the heading alone", "OS-002", "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: It SHALL sort\nThe newest comes first.\n", true},
		{"a delta of another level", "OS-015", "-- specs/a/spec.md --\n# ADDED Requirements\n\n### Requirement: A\nIt SHALL.\n", true},
		{"级别不对的标题", "OS-015", "-- specs/a/spec.md --\n### ADDED Requirements\n\n### Requirement: 排序\n系统 SHALL 排序。\n", true},
		{"another heading of that level", "OS-001", "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: A\nIt SHALL.\n\n##### Scenario: B\n", true},
		{"removed without text", "OS-002", "-- specs/a/spec.md --\n## REMOVED Requirements\n\n### Requirement: A\n", false},
		{"parts of another group", "OS-008", "-- tasks.md --\n## 1. Store\n\n### 1.1 Table\n\n- [ ] 2.1.1 Create it\n", true},
		{"tasks in another language", "OS-014", "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: `albums` 列表\nIt SHALL.\n\n### Requirement: 导出\nIt SHALL.\n-- tasks.md --\n- [ ] 1.1 List of albums\n- [ ] 1.2 Export as CSV\n", false},
		{"nine of ten tasks", "SK-010", "-- checklists/ux.md --\n- [x] Colours\n- [ ] Sizes\n-- tasks.md --\n" + strings.Repeat("- [x] T001 Show\n", 9) + "- [ ] T010 Sort\n", true},
		{"a checklist that nobody began", "SK-010", "-- checklists/later.md --\n- [ ] Colours\n- [ ] Sizes\n-- tasks.md --\n- [x] T001 Show\n", false},
		{"a gate that may fail", "SK-015", "-- plan.md --\n## Constitution Check\n\n- Tests are written to fail first\n- GATE: must not fail\n- Violations: none\n- Principle IV: violated,\n  and justified below\n", false},
		{"a row of the template", "SK-015", "-- plan.md --\n## Constitution Check\n\n| Principle | Result |\n|---|---|\n| Small | ❌ |\n\n## Complexity Tracking\n\n> **Fill ONLY if Constitution Check has violations that must be justified**\n\n| Violation | Why Needed |\n|---|---|\n| [e.g., 4th project] | [current need] |\n", true},
		{"happy in a survey", "SK-016", "-- spec.md --\n- **SC-001**: A majority of visitors is happy in the survey.\n", false},
		{"what works somewhere", "SK-016", "-- spec.md --\n- **SC-001**: The gallery works without a network.\n", false},
		{"a criterion of two lines", "SK-016", "-- spec.md --\n- **SC-001**: The gallery works\n  without a network.\n", false},
		{"one of many without a file", "SK-017", "-- tasks.md --\n" + strings.Repeat("- [ ] T001 [US1] Show in src/a.ts\n", 4) + "- [ ] T005 [US1] Sort albums\n", true},
		{"half of them without a file", "SK-017", "-- tasks.md --\n- [ ] T001 [US1] Show in src/a.ts\n- [ ] T002 [US1] Sort albums\n", false},
		{"a nested capability", "OS-005", living + "-- specs/area/albums/spec.md --\n## REMOVED Requirements\n\n### Requirement: Show albums\n", false},
		{"another case", "OS-005", living + "-- specs/area/albums/spec.md --\n## REMOVED Requirements\n\n### Requirement: show Albums\n", true},
		{"a heading in a fence", "OS-004", "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: A\nIt SHALL.\n\n```md\n### Requirement: A\n```\n", false},
		{"a scenario of level 3", "OS-001", "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: A\nIt SHALL.\n\n### Scenario: B\n- WHEN c THEN d\n", true},
		{"SHALL between Chinese", "OS-002", "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: 通过\n系统SHALL通过。\n", false},
		{"a phase in an ID", "GS-001", list, false},
		{"a range in a table", "GS-002", list + "\n## Traceability\n\n| Requirement | Phase |\n|---|---|\n| SC-12.1-1 .. SC-12.1-9 | 1 |\n", false},
		{"a range of a phase", "GS-006", list + "-- ROADMAP.md --\n### Phase 1: A\n**Requirements**: QA-01..QA-07\n", false},
		{"zeros", "BM-001", "-- planning-artifacts/prd.md --\n- FR1: A visitor sees\n- FR02: A visitor sorts\n-- planning-artifacts/epics.md --\nFR-01 and FR-2\n", false},
		{"a range of requirements", "BM-001", "-- planning-artifacts/prd.md --\n- FR1: A visitor sees\n- FR2: A visitor sorts\n- FR3: A visitor tags\n- FR4: A visitor deletes\n-- planning-artifacts/epics.md --\nFR1–FR3, FR4\n", false},
		{"a requirement of a later release", "BM-001", "-- planning-artifacts/prd.md --\n- FR1: A visitor sees\n- FR2: A visitor sorts\n- FR3: A visitor tags *(v2)*\n-- planning-artifacts/epics.md --\nFR1, FR2\n", false},
		{"a requirement of no epic", "BM-001", "-- planning-artifacts/prd.md --\n- FR1: A visitor sees\n- FR2: A visitor sorts\n- FR3: A visitor tags (by colour)\n-- planning-artifacts/epics.md --\nFR1, FR2\n", true},
		{"a report about a story", "BM-009", sprinted + "-- implementation-artifacts/1-1-albums.validation-report.md --\n# Report on 1.1\n\nStatus: review\n", false},
		{"a story of another status", "BM-009", sprinted + "-- implementation-artifacts/1-1-albums.md --\n# Story 1.1: Albums\n\nStatus: review\n", true},
		{"a plan before the last change of the constitution", "SK-020", checked + "**Date**: 2026-05-02\n" + gates, false},
		{"a plan after the last change of the constitution", "SK-020", checked + "**Date**: 2026-07-02\n" + gates, true},
		{"a principle that holds by failing fast", "SK-015", "-- plan.md --\n## Constitution Check\n\n| Principle | Result |\n|---|---|\n| Safe | Fail-fast on start |\n", false},
		{"tasks with letters", "SK-009", spec + "-- tasks.md --\n- [ ] T001 Sort\n- [ ] T002 Filter\n- [ ] T002A Show\n\n**Total tasks**: 3\n", false},
		{"a phase that stands for a story", "SK-005", spec + "-- tasks.md --\n## Phase 2: Checks\n\nThis phase corresponds to User Story 1.\n\n- [ ] T001 Sort\n- [ ] T002 [US2] Filter\n", false},
		{"a story without a phase", "SK-005", spec + "-- tasks.md --\n## Phase 2: Checks\n\nUser Story 1 is about albums.\n\n- [ ] T001 Sort\n- [ ] T002 [US2] Filter\n", true},
		{"a plan that closes gaps of its wave", "GS-022", "-- 01-01-PLAN.md --\n---\nplan: 01\nwave: 1\n---\n-- 01-02-PLAN.md --\n---\nplan: 02\nwave: 1\ndepends_on: [01-01]\ngap_closure: true\n---\n", false},
		{"a plan that waits for one of its wave", "GS-022", "-- 01-01-PLAN.md --\n---\nplan: 01\nwave: 1\n---\n-- 01-02-PLAN.md --\n---\nplan: 02\nwave: 1\ndepends_on: [01-01]\n---\n", true},
		{"rows behind a blank line", "GS-001", "-- REQUIREMENTS.md --\n## v1 Requirements\n\n| ID | Text |\n|---|---|\n| AB-01 | One |\n| AB-02 | Two |\n\n| AB-01 | Phase 1 |\n| AB-02 | Phase 2 |\n", false},
		{"a row behind a blank line", "GS-002", traced + "\n| AB-02 | Phase 1 |\n", false},
		{"a phase that counts its plans", "GS-008", "-- ROADMAP.md --\n- [x] **Phase 1: A** (2/2 plans)\n- [ ] **Phase 2: B**\n\n### Phase 1: A\n\nAll of A.\n\n### Phase 2: B\n\n- [ ] 02-01: Show\n", false},
		{"a phase of no plan", "GS-008", "-- ROADMAP.md --\n- [x] **Phase 1: A**\n- [ ] **Phase 2: B**\n\n### Phase 1: A\n\nAll of A.\n\n### Phase 2: B\n\n- [ ] 02-01: Show\n", true},
		{"tests that were approved", "GS-029", "-- 01-UAT.md --\n### 1. One\nresult: approved\n\n### 2. Two\nresult: pass\n\ntotal: 2\npassed: 2\n", false},
		{"tests with words of their own", "GS-029", "-- 01-UAT.md --\n### 1. One\nresult: fine\n\n### 2. Two\nresult: pass\n\ntotal: 2\npassed: 2\n", false},
		{"three letters of a name", "OS-014", "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: 7-day window\nIt SHALL.\n\n### Requirement: Albums\nIt SHALL.\n-- tasks.md --\n- [ ] 1.1 List of albums\n- [ ] 1.2 Keep the last 7 days\n", false},
		{"three letters within a word", "OS-014", "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: 7-day window\nIt SHALL.\n\n### Requirement: Albums\nIt SHALL.\n-- tasks.md --\n- [ ] 1.1 List of albums\n- [ ] 1.2 Show daylight\n", true},
		{"a plan of the phase that is not there", "GS-009", "-- 02-01-PLAN.md --\n---\nplan: 01\n---\n-- 02-02-PLAN.md --\n---\nplan: 02\ndepends_on: [\"03\"]\n---\n", true},
		{"a story that has to be first", "BM-016", stories + "### Story 1.3: Search\n\nIt opens in the print dialog, so Story 2.1 has to be in first.\n", true},
		{"a story that has to be last", "BM-016", stories + "### Story 1.3: Search\n\nIt opens in the print dialog, so Story 2.1 has to be in last.\n", false},
		{"a task whose check is still to come", "GS-010", "-- 02-01-PLAN.md --\n---\nplan: 01\n---\n\n<task type=\"auto\">\n<action>Show albums</action>\n<verify>\n<automated>TODO add command</automated>\n</verify>\n</task>\n", true},
		{"a task whose check is there", "GS-010", "-- 02-01-PLAN.md --\n---\nplan: 01\n---\n\n<task type=\"auto\">\n<action>Show albums</action>\n<verify>\n<automated>make todo</automated>\n</verify>\n</task>\n", false},
		{"a plan that waits for what waits for it", "GS-022", "-- 02-01-PLAN.md --\n---\nplan: 01\nwave: 1\ndepends_on: [02-02]\n---\n-- 02-02-PLAN.md --\n---\nplan: 02\nwave: 2\ndepends_on: [02-01]\n---\n", true},
		{"a plan that waits for the one before", "GS-022", "-- 02-01-PLAN.md --\n---\nplan: 01\nwave: 1\ndepends_on: []\n---\n-- 02-02-PLAN.md --\n---\nplan: 02\nwave: 2\ndepends_on: [02-01]\n---\n", false},
		{"a plan that names no phase", "GS-040", "-- ROADMAP.md --\n## Phase 2: Sort\n\n**Success criteria:**\n\n1. Sorted\n\nPlans:\n\n- [ ] 02-01-PLAN.md\n- [ ] 02-02-PLAN.md\n-- 02-03-PLAN.md --\n# 02-03: Names\n", true},
		{"a plan of one of two milestones", "GS-040", "-- ROADMAP.md --\n## Phase 2: Sort\n\nPlans:\n\n- [ ] 02-01-PLAN.md\n- [ ] 02-02-PLAN.md\n\n## Phase 2: Print\n\nLater.\n-- 02-03-PLAN.md --\n# 02-03: Names\n", false},
		{"a plan that says in a line what it takes up", "GS-011", "-- ROADMAP.md --\n### Phase 2: Sort\n\n**Requirements**: AB-01, AB-02\n-- 02-01-PLAN.md --\n---\nplan: 01\nrequirements: [AB-01]\n---\n-- 02-02-PLAN.md --\n# 02-02: Names\n\nwave 2 · requirements: AB-02\n", false},
		{"a requirement that no plan takes up", "GS-011", "-- ROADMAP.md --\n### Phase 2: Sort\n\n**Requirements**: AB-01, AB-02\n-- 02-01-PLAN.md --\n---\nplan: 01\nrequirements: [AB-01]\n---\n-- 02-02-PLAN.md --\n# 02-02: Names\n\nwave 2\n", true},
		{"a plan of the phase by its number", "GS-009", "-- 02-01-PLAN.md --\n---\nplan: 01\n---\n-- 02-02-PLAN.md --\n---\nplan: 02\ndepends_on: [\"01\"]\n---\n", false},
		{"a criterion that the design leaves out", "KI-016", traces + "| 2.1, 2.3 | Order |\n", true},
		{"all criteria in the design", "KI-016", traces + "| 2.1-2.3 | Order |\n", false},
		{"fewer stories than an epic says", "BM-022", three + "All of them. 5 stories.\n\n" + "### Story 3.1: Sign\n\n### Story 3.2: Send\n\n### Story 3.3: Keep\n", true},
		{"as many stories as an epic says", "BM-022", three + "All of them. 3 stories.\n\n" + "### Story 3.1: Sign\n\n### Story 3.2: Send\n\n### Story 3.3: Keep\n", false},
		{"a list of everything", "BM-008", "-- stories/1.1.albums.md --\n## Acceptance Criteria\n\n1. Shown\n2. Sorted\n\n## Tasks\n\n- [ ] Show (AC: 1)\n- [ ] Test (AC: all)\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			subject := whole(files(Rule{ID: c.rule}, c.text))
			subject.Rules = []string{c.rule}
			found := onlyRule(t, c.rule).Check(context.Background(), subject).Findings
			if fired := len(found) > 0; fired != c.fires {
				t.Errorf("%s fired = %v, want %v: %+v", c.rule, fired, c.fires, found)
			}
		})
	}
}

// TestOneOfACircleIsTold: of plans that wait for each other the one that waits for a later wave is wrong, not those behind it.
func TestOneOfACircleIsTold(t *testing.T) {
	text := "-- 02-01-PLAN.md --\n---\nplan: 01\nwave: 1\ndepends_on: [02-03]\n---\n-- 02-02-PLAN.md --\n---\nplan: 02\nwave: 2\ndepends_on: [02-01]\n---\n-- 02-03-PLAN.md --\n---\nplan: 03\nwave: 3\ndepends_on: [02-01, 02-02]\n---\n"
	subject := whole(files(Rule{}, text))
	subject.Rules = []string{"GS-*"}
	found := onlyRule(t, "GS-022").Check(context.Background(), subject).Findings
	if len(found) != 1 || len(found[0].Places) != 1 || found[0].Path != "02-01-PLAN.md" {
		t.Errorf("%+v", found)
	}
}

// TestMissingOfFrameworksNeverBlocks: what a document of a framework lacks is MEDIUM at most.
func TestMissingOfFrameworksNeverBlocks(t *testing.T) {
	text := "-- specs/a/spec.md --\n## ADDED Requirements\n\n### Requirement: A\nIt SHALL.\n"
	subject := whole(files(Rule{}, text))
	subject.Rules = []string{"OS-*"}
	report := onlyRule(t, "OS-001").Check(context.Background(), subject)
	if len(report.Findings) != 1 || report.Findings[0].Severity != critique.Medium {
		t.Errorf("a requirement without a scenario: %+v", report.Findings)
	}
}

// TestElementsAreNoPlaceholders: what a document closes as XML does is a part of it; what
// it does not close was left by a template.
func TestElementsAreNoPlaceholders(t *testing.T) {
	const part = "<success_criteria>\nAlbums are shown.\n</success_criteria>\n\n"
	probe(t, "X-001", part+"Albums of the gallery.\n", false)
	probe(t, "X-001", part+"Albums of <target_user> are shown.\n", true)
	probe(t, "X-001", "The script prints {len(names)} of {names}.\n", false)
}

// TestFrameworkRulesAreOfOneFramework holds the prefixes against the names of the layouts.
func TestFrameworkRulesAreOfOneFramework(t *testing.T) {
	for _, r := range catalogue() {
		if prefix, _, _ := strings.Cut(r.ID, "-"); r.Named != slices.Contains([]string{"SK", "OS", "KI", "BM", "GS"}, prefix) {
			t.Errorf("%s: of one framework alone, by its code: %v", r.ID, !r.Named)
		}
	}
}

// TestOneCauseIsToldOnce: what a framework's own rule says of a line, the general rules for
// marks and IDs do not say again; elsewhere they do.
func TestOneCauseIsToldOnce(t *testing.T) {
	subject := whole(files(native.Of("SK-002"), "-- spec.md --\n### User Story 1 - Albums (Priority: P1)\n\nThe order is TBD.\n\n- **FR-001**: It MUST show\n- **FR-001**: It MUST sort [NEEDS CLARIFICATION: by what?]\n"))
	subject.Rules = []string{"X-*", "SK-*"}
	all, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string][]int{}
	for _, f := range all.Check(t.Context(), subject).Findings {
		for _, p := range f.Places {
			lines[f.Rule] = append(lines[f.Rule], p.Line)
		}
	}
	if !slices.Equal(lines["SK-002"], []int{6}) || !slices.Equal(lines["X-002"], []int{3}) || len(lines["X-006"]) > 0 {
		t.Errorf("lines by rule: %v", lines)
	}
}

// TestDeltasAreJudgedInTheirRound: what is wrong in a specification is told where it is judged, not with the tasks.
func TestDeltasAreJudgedInTheirRound(t *testing.T) {
	docs := files(Rule{}, "-- specs/a/spec.md --\n## Changes\n\nThe gallery lists albums.\n-- tasks.md --\n## 1. Page\n\n- [ ] 1.1 List\n")
	for i, want := range []int{1, 0} {
		subject := whole(docs)
		subject.Artifact, subject.Members, subject.Rules = docs[i], nil, []string{"OS-*"}
		if found := onlyRule(t, "OS-015").Check(context.Background(), subject).Findings; len(found) != want || want == 1 && found[0].Severity != critique.High {
			t.Errorf("%s: %+v", docs[i].Path, found)
		}
	}
}
