package checks

import "testing"

// TestReachOfTemplates gives the rules what is left of a template when nobody
// chose or filled in, and what only looks like it.
func TestReachOfTemplates(t *testing.T) {
	const (
		brief  = "-- spec/product-brief.md --\n"
		req    = "-- spec/requirements/REQ-001.md --\n"
		adr    = "-- spec/architecture/ADR-001.md --\n"
		index  = "-- spec/requirements/_index.md --\n"
		report = "-- spec/readiness-report.md --\n"
	)
	for rule, texts := range map[string]map[bool][]string{
		"X-001": {
			true: {
				brief + "## Vision\n\n[Product name] keeps every backup readable.\n", brief + "## Vision\n\nThe [company name] team sleeps.\n", brief + "## Vision\n\n<Product Name> keeps every backup.\n",
				brief + "## Goals\n\n- G-001: [N] restores a month succeed\n", brief + "## Goals\n\n- G-001: [X]% of restores succeed\n", brief + "## 愿景\n\n【产品名称】让备份可靠。\n", brief + "## 愿景\n\n由[负责人姓名]在[日期]前确认。\n",
				report + "## Gate\n\nPASS / REVIEW / FAIL (delete what does not apply)\n", report + "## 结论\n\n通过 / 有条件通过 / 不通过（请保留一项）\n", report + "## Gate\n\n- [ ] PASS\n- [ ] FAIL\n", report + "## Gate\n\n**Verdict**: Pass | Fail\n",
				index + "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Save | Must / Should / Could |\n", index + "| 编号 | 标题 | 优先级 |\n|---|---|---|\n| REQ-001 | 保存 | 高/中/低 |\n", "-- spec/epics/_index.md --\n| Epic | MVP | Size |\n|---|---|---|\n| EPIC-001 | Yes/No | S/M/L/XL |\n",
				req + "---\npriority: Must | Should | Could\n---\n# REQ-001: Save\n", adr + "# ADR-001: Store\n\n**Status**: Proposed | Accepted | Rejected\n", brief + "## Scope\n\nWe support phones (select one).\n", brief + "## 范围\n\n支持手机（二选一）\n",
			},
			false: {
				brief + "## Vision\n\nThe user fills in the [Product name] field.\n", brief + "## Vision\n\nThe link [Product name](a.md) and [[product name]] and [Start date][1].\n", brief + "## 愿景\n\n【项目名称】仓库盘点助手\n\n点击【产品名称】按钮。列表包含【产品名称】。\n", brief + "## 目标\n\n【目标】零丢失。\n",
				brief + "## Users\n\n- [User] opens the list\n- [System] shows it\n- [x] users know it\n", brief + "## Vision\n\nPress [Start date] to sort; see List<String> values.\n",
				report + "## Gate\n\nPASS: 90 / REVIEW: 70 / FAIL: 50\n", report + "## Gate\n\n- [x] PASS\n- [ ] FAIL\n", report + "## Gate\n\nPass or fail is decided by the board: pass.\n",
				index + "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Must / Should / Could | Must |\n", index + "## Data Requirements\n\n| Field | Status |\n|---|---|\n| state | draft / approved |\n", "-- spec/product-brief.md --\n## Risks\n\n| Risk | Probability/Impact | Level |\n|---|---|---|\n| Disk | High/Low | Medium/High |\n",
				req + "---\npriority: Must\n---\n# REQ-001: Save or load\n\nThe user can select one (or more) files. 用户可任选一项。\n", adr + "# ADR-001: Store\n\nStatus: Accepted\n",
			},
		},
		"RD-013": {
			true:  {report + "## Gate\n\nPASS / REVIEW / FAIL (delete what does not apply)\n", report + "## 结论\n\n通过 / 不通过\n", report + "## Gate\n\n- [ ] PASS\n- [ ] REVIEW\n- [ ] FAIL\n", report + "## Gate\n\nDecision: Go / No-go\n"},
			false: {report + "## Gate\n\nScale: PASS / REVIEW / FAIL\n\nPASS at 90.\n", report + "## Gate\n\n- [ ] PASS\n- [x] REVIEW\n", report + "## 结论\n\n通过\n"},
		},
	} {
		for fires, list := range texts {
			for _, text := range list {
				probe(t, rule, text, fires)
			}
		}
	}
}
