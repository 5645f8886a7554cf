package checks

import (
	"strings"
	"testing"
)

// TestRetold gives the rules that hold one place against another the forms in which
// documents say a thing again.
func TestRetold(t *testing.T) {
	const (
		plan    = "-- spec/epics/_index.md --\n| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | yes |\n| EPIC-002 | Restore | yes |\n| EPIC-003 | Prune | no |\n\n## Execution Order\n\n"
		brief   = "-- spec/product-brief.md --\n## Target Users\n\n- Nurses on wards\n- Managers of wards\n\n## Goals\n\n| ID | Goal | Target |\n|---|---|---|\n| G-001 | Planning of a rota | ≤ 5 h |\n\n## Constraints\n\n- No resident server process; cron starts the command.\n"
		told    = brief + "-- spec/requirements/REQ-001.md --\n# REQ-001: Plan\n\n"
		stack   = brief + "-- spec/architecture/_index.md --\n## Technology Stack\n\n| Layer | Technology | Rationale |\n|---|---|---|\n"
		index   = "-- spec/requirements/_index.md --\n# R\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify backups | Must |\n| REQ-002 | Restore a file | Must |\n| REQ-003 | Prune old files | Could |\n\n## Details\n\n### REQ-001: Verify each backup\n\nEach is read back.\n\n### REQ-002: Restore one file\n\nIt comes back.\n\n### REQ-003: "
		goals   = "-- spec/product-brief.md --\n## 目标\n\n| 编号 | 目标 | 目标值 |\n|---|---|---|\n| G-001 | 缩短查因时间 | ≤ 2 天 |\n-- spec/requirements/_index.md --\n# 需求\n\n"
		workers = "-- spec/product-brief.md --\n## Target Users\n\n- Developers of plugins\n\n-- spec/requirements/REQ-001.md --\n# REQ-001: Plan\n\n"
		chinese = "-- spec/product-brief.md --\n## 约束\n\n- 不使用常驻后台进程\n-- spec/architecture/_index.md --\n## 技术栈\n\n| 层 | 技术 | 理由 |\n|---|---|---|\n"
	)
	start := func(baseline, told string) string {
		return "-- spec/product-brief.md --\n## Problem Statement\n\n- A monthly rota takes " + told + " per ward.\n- A swap needs 4 calls.\n\n## Goals\n\n| ID | Goal | Metric | Baseline | Target |\n|---|---|---|---|---|\n| G-001 | Shorter planning | Hours per ward and monthly rota | " + baseline + " | ≤ 5 h |\n| G-002 | Swaps | Phone calls per swap | 4 calls | ≤ 1 call |\n"
	}
	zhStart := func(baseline string) string {
		return "-- spec/product-brief.md --\n## 问题陈述\n\n- 盘点的平均差异率为 3.2%。\n- 差异原因平均 11 天后才查清。\n\n## 目标\n\n| 编号 | 目标 | 基线 | 目标值 |\n|---|---|---|---|\n| G-001 | 降低盘点差异率 | " + baseline + " | ≤ 0.8% |\n| G-002 | 缩短查因时间 | 11 天 | ≤ 2 天 |\n"
	}
	done := func(bound string) string {
		return "-- spec/requirements/REQ-001.md --\n# REQ-001: Alarm\n\n## Acceptance Criteria\n\n- A replayed leak raises an alarm within 12 h.\n-- spec/epics/_index.md --\n# E\n\n## Definition of Done\n\n- Three recorded leaks raise an alarm within " + bound + "\n"
	}
	settings := func(value string) string {
		return "-- spec/requirements/REQ-001.md --\n# REQ-001: Swap a shift\n\n## Acceptance Criteria\n\n- An unanswered offer must expire after 48 hours.\n-- spec/architecture/_index.md --\n# A\n\n## Configuration\n\n| Key | Default |\n|---|---|\n| swap_expiry_hours | " + value + " |\n| rest_hours | 11 |\n"
	}
	for rule, texts := range map[string]map[bool][]string{
		"EP-020": {
			true:  {plan + "1. EPIC-001\n2. EPIC-003\n", plan + "EPIC-001 → EPIC-003\n", plan + "1. EPIC-002\n2. EPIC-003: needs a month of data\n"},
			false: {plan + "1. EPIC-001\n2. EPIC-002\n", plan + "1. EPIC-001\n2. EPIC-003\n\nEPIC-002 runs beside them.\n", plan + "1. EPIC-001 ~ EPIC-002\n2. EPIC-003\n", plan + "1. E1\n2. E2\n3. E3\n"},
		},
		"XD-008": {
			true:  {told + "As a developer, I want a pattern so that I plan faster.\n"},
			false: {told + "As a user, I want a pattern so that I plan faster.\n", workers + "As a developer, I want a pattern so that I plan faster.\n", brief + "-- spec/epics/EPIC-001.md --\nAs a developer, I want a pipeline so that builds run.\n"},
		},
		"XD-013": {
			true:  {stack + "| Index | Redis | Resident server process that keeps the index |\n", chinese + "| 索引 | Redis | 常驻后台进程保存索引 |\n"},
			false: {stack + "| Index | SQLite | needs no resident server process |\n", stack + "| Index | Redis | started by the command |\n", chinese + "| 索引 | SQLite | 无常驻后台进程 |\n"},
		},
		"XD-005": {
			true:  {index + "Newsletter for readers\n\nIt is sent.\n"},
			false: {index + "Prune by age\n\nOld ones go.\n"},
		},
		"XD-004": {
			true: {strings.Replace(start("22 h", "14 hours"), "4 calls", "4", 2), start("22 h", "14 hours"), start("8 h", "14 hours"), zhStart("4.6%"), done("48 h"), settings("72"),
				brief + "-- spec/requirements/_index.md --\n# R\n\n- Goal G-001 is met at ≤ 8 h per ward.\n", goals + "- 目标 G-001 以查因时间 ≤ 5 天为准。\n"},
			false: {start("14 h", "14 hours"), start("22 clicks", "14 hours"), zhStart("3.2%"), done("12 h"), done("6 h"), settings("48"),
				brief + "-- spec/requirements/_index.md --\n# R\n\n- Goal G-001 is met at ≤ 5 h per ward.\n", goals + "- 目标 G-001 以查因时间 ≤ 2 天为准。\n", brief + "-- spec/requirements/_index.md --\n# R\n\n- Goal G-001 is served by a list that opens in 3 s.\n"},
		},
	} {
		for fires, list := range texts {
			for _, text := range list {
				probe(t, rule, text, fires)
			}
		}
	}
}
