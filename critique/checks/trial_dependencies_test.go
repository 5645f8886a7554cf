package checks

import "testing"

func TestTrialsOfDependencies(t *testing.T) {
	const (
		order = `^##.*(Execution Order|执行顺序)`
		graph = `^##.*(Dependency Map|依赖)`
		table = `^##.*(Epic Overview|Epic Table|史诗总览|史诗列表)`
		data  = `^##.*(Data Architecture|Data Model|数据架构|数据模型)`
	)
	ordered := func(text string) func(string) string {
		return body(order, func(string) string { return "\n" + text + "\n\n" })
	}
	runTrials(t, map[string]trial{
		"short names": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string { return "\n```mermaid\ngraph TD\n    E001 --> E002\n    E002 --> E001\n```\n" })},
		"epic001 names": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string {
			return "\n```mermaid\nflowchart TD\n    EPIC001 --> EPIC002\n    EPIC002 --> EPIC001\n```\n"
		})},
		"E1 names": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string {
			return "\n```mermaid\nflowchart TD\n    E1 --> E2\n    E2 --> E3\n    E3 --> E1\n```\n"
		})},
		"ascii":       {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string { return "\n```\nEPIC-001 ──▶ EPIC-002 ──▶ EPIC-001\n```\n" })},
		"ascii lines": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string { return "\n```text\nEPIC-001 -> EPIC-002\nEPIC-002 -> EPIC-001\n```\n" })},
		"graphviz": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string {
			return "\n```dot\ndigraph { \"EPIC-001\" -> \"EPIC-002\"; \"EPIC-002\" -> \"EPIC-001\"; }\n```\n"
		})},
		"prose":           {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string { return "\nEPIC-001 depends on EPIC-002. EPIC-002 depends on EPIC-001.\n\n" })},
		"中文 prose":        {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string { return "\nEPIC-001 依赖 EPIC-002，EPIC-002 又依赖 EPIC-001。\n\n" })},
		"prose undefined": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string { return "\nEPIC-002 requires EPIC-012 to be finished.\n\n" })},
		"nested list": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string {
			return "\n- EPIC-001\n  - depends on: EPIC-002\n- EPIC-002\n  - depends on: EPIC-001\n\n"
		})},
		"table from to": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string {
			return "\n| From | To | Type |\n|---|---|---|\n| EPIC-001 | EPIC-002 | blocks |\n| EPIC-002 | EPIC-001 | blocks |\n\n"
		})},
		"table undefined": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string {
			return "\n| Epic | Depends On | Blocks |\n|---|---|---|\n| EPIC-001 | - | EPIC-002 |\n| EPIC-002 | EPIC-001 | EPIC-010 |\n\n"
		})},
		"blocks itself": {rule: "EP-012", path: epicIndex, edit: body(graph, func(string) string {
			return "\n| Epic | Blocks |\n|---|---|\n| EPIC-001 | EPIC-002 |\n| EPIC-002 | EPIC-001 |\n\n"
		})},
		"front self":       {rule: "EP-012", path: epicFile, edit: sub(`(?m)^dependencies: \[.*\]`, "dependencies: [EPIC-001]")},
		"中文 label":         {rule: "EP-012", path: epicFile, edit: sub(`(?m)^(# EPIC-.*\n)`, "$1\n- **依赖史诗**：EPIC-011\n")},
		"section":          {rule: "EP-012", path: epicFile, edit: sub(`(?m)^(## (Stories|故事)\n)`, "## Dependencies\n\n- EPIC-011: data model\n\n$1")},
		"parallel edge":    {rule: "EP-012", path: epicIndex, edit: sub(`(?m)^(\s+)(EPIC-001|E1)(\[.*?\])? --> (EPIC-002|E2)(.*)$`, "$1$2 --> $4 & EPIC-008")},
		"prose then":       {rule: "EP-020", path: epicIndex, edit: ordered("Start with EPIC-002, then EPIC-001, and finish with EPIC-003.")},
		"another 中文 prose": {rule: "EP-020", path: epicIndex, edit: ordered("先做 EPIC-002，再做 EPIC-001，最后做 EPIC-003。")},
		"gt":               {rule: "EP-020", path: epicIndex, edit: ordered("EPIC-002 > EPIC-001 > EPIC-003")},
		"comma":            {rule: "EP-020", path: epicIndex, edit: ordered("EPIC-002, EPIC-001, EPIC-003")},
		"顿号":               {rule: "EP-020", path: epicIndex, edit: ordered("EPIC-002、EPIC-001、EPIC-003")},
		"epic first table": {rule: "EP-020", path: epicIndex, edit: ordered("| Epic | Sprint |\n|---|---|\n| EPIC-001 | 3 |\n| EPIC-002 | 1 |\n| EPIC-003 | 5 |")},
		"epic order table": {rule: "EP-020", path: epicIndex, edit: ordered("| 史诗 | 顺序 |\n|---|---|\n| EPIC-001 | 2 |\n| EPIC-002 | 1 |\n| EPIC-003 | 3 |")},
		"three columns":    {rule: "EP-020", path: epicIndex, edit: ordered("| # | Title | Epic |\n|---|---|---|\n| 1 | Second | EPIC-002 |\n| 2 | First | EPIC-001 |\n| 3 | Third | EPIC-003 |")},
		"fenced":           {rule: "EP-020", path: epicIndex, edit: ordered("```\n1. EPIC-002\n2. EPIC-001\n3. EPIC-003\n```")},
		"fenced arrows":    {rule: "EP-020", path: epicIndex, edit: ordered("```\nEPIC-002 → EPIC-001 → EPIC-003\n```")},
		"headings":         {rule: "EP-020", path: epicIndex, edit: ordered("### 第一阶段：EPIC-002\n\n说明。\n\n### 第二阶段：EPIC-001\n\n说明。\n\n### 第三阶段：EPIC-003\n\n说明。")},
		"headed epics":     {rule: "EP-020", path: epicIndex, edit: ordered("### 1. EPIC-002\n\nFirst.\n\n### 2. EPIC-001\n\nThen.\n\n### 3. EPIC-003\n\nLast.")},
		"title first":      {rule: "EP-020", path: epicIndex, edit: ordered("1. Second thing (EPIC-002)\n2. First thing (EPIC-001)\n3. Third thing (EPIC-003)")},
		"quiet prose":      {rule: "EP-020", path: epicIndex, edit: ordered("Start with EPIC-001, then EPIC-002, and finish with EPIC-003."), quiet: true},
		"quiet comma":      {rule: "EP-020", path: epicIndex, edit: ordered("EPIC-001, EPIC-002, EPIC-003"), quiet: true},
	})
}
