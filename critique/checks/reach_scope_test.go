package checks

import "testing"

// TestReachOfScope holds the rule about what a brief leaves out against the places
// where it may come back, and against what only sounds like it.
func TestReachOfScope(t *testing.T) {
	const (
		scope  = "-- spec/product-brief.md --\n## Scope\n\n### In Scope\n\n- Monthly rota of one ward, with templates\n- Swaps between two nurses of one ward\n- Yearly proof for the inspectorate\n\n### Out of Scope\n\n- Payroll, because another office owns it\n- Live synchronisation between computers, because of conflicts\n- Billing of households\n"
		fanwei = "-- spec/product-brief.md --\n## 范围\n\n### 范围内\n\n- 差异复核与签字\n- 季度抽盘报告\n\n### 范围外\n\n- 固定资产盘点，原因：另有制度\n- 采购补货建议，原因：由总部负责\n"
		index  = "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Plan a month | Must |\n| REQ-002 | Restore of files and folders | Must |\n"
		plan   = "-- spec/epics/_index.md --\n| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Plan | yes |\n| EPIC-002 | Swap | no |\n\n## MVP Scope\n\n"
		parts  = "-- spec/architecture/_index.md --\n## Components\n\n| Component | Responsibility |\n|---|---|\n| Planner | Edits a month |\n"
		zujian = "-- spec/architecture/_index.md --\n## 组件\n\n| 组件 | 职责 |\n|---|---|\n| 清点端 | 记录货位 |\n"
		plan2  = "-- spec/epics/_index.md --\n| 史诗 | 标题 | MVP |\n|---|---|---|\n| EPIC-001 | 清点 | 是 |\n| EPIC-002 | 查因 | 否 |\n\n## MVP 范围\n\n"
	)
	for name, text := range map[string]string{
		"a component of that name":        scope + parts + "| Payroll | Calculates wages |\n",
		"a component with a word more":    scope + parts + "| Payroll Engine | Calculates wages |\n",
		"a component and what it is for":  scope + parts + "| Live Synchroniser | Keeps folders of two computers equal |\n",
		"a component among items":         scope + "-- spec/architecture/_index.md --\n## Components\n\n- **Planner**: edits a month\n- **Household Billing**: bills each quarter\n",
		"a component with a heading":      scope + "-- spec/architecture/_index.md --\n## Components\n\n### Planner\n\nEdits a month\n\n### Billing of households\n\nEach quarter\n",
		"组件":                              fanwei + zujian + "| 固定资产盘点 | 登记设备 |\n",
		"a sentence of the first release": scope + plan + "EPIC-001 replaces the sheet. It also covers billing of households.\n",
		"household billing":               scope + plan + "The MVP includes EPIC-001 and household billing.\n",
		"one word":                        scope + plan + "The MVP consists of EPIC-001, and payroll is added, too.\n",
		"an item of the first release":    scope + plan + "- EPIC-001\n- Billing of households\n",
		"首个版本":                            fanwei + plan2 + "EPIC-001 先行，同时上线固定资产盘点。\n",
		"首个版本的清单":                         fanwei + plan2 + "- EPIC-001\n- 采购补货建议\n",
		"a story's wish":                  scope + "-- spec/epics/_index.md --\n# E\n\n### STORY-001-001: Send it\n\nAs a clerk, I want the billing of all households so that nobody writes letters.\n",
		"a demand":                        scope + index + "-- spec/requirements/REQ-001.md --\n# REQ-001: Plan a month\n\n## Description\n\nThe system MUST do the billing of all households each quarter.\n",
		"要求":                              fanwei + index + "-- spec/requirements/REQ-001.md --\n# REQ-001：清点\n\n## 描述\n\n系统必须每月给出采购补货建议。\n",
		"left out of a list":              scope + index + "\n**Won't have**: payroll, swaps between two nurses of one ward.\n",
		"left out of a row":               scope + index + "\n| Priority | Count | What |\n|---|---|---|\n| Won't | 1 | Yearly proof for the inspectorate |\n",
		"left out of items":               scope + index + "\n## Out of Scope\n\n- Monthly rota of one ward\n- Payroll\n",
		"left out as a row":               scope + index + "| REQ-003 | Yearly proof for the inspectorate | Won't |\n",
		"left out and a Must":             scope + index + "\n**Won't**: restore of files and folders, faxes.\n",
		"不做":                              fanwei + index + "\n**本期不做**：差异复核与签字、发票打印。\n",
		"不做的行":                            fanwei + index + "\n| 优先级 | 内容 |\n|---|---|\n| 不做 | 1 项：季度抽盘报告 |\n",
	} {
		t.Run(name, func(t *testing.T) { probe(t, "XD-007", text, true) })
	}
	for name, text := range map[string]string{
		"a system of others":              scope + parts + "| Payroll Adapter | Exports hours for the payroll office |\n",
		"an external system":              scope + parts + "| Payroll | External system of the region |\n",
		"another synchronisation":         scope + parts + "| Live View | Shows the synchronisation of computers |\n",
		"外部系统":                            fanwei + zujian + "| 采购补货建议接口 | 对接总部采购系统 |\n",
		"a sentence that leaves it out":   scope + plan + "EPIC-001 replaces the sheet. Billing of households is not part of the MVP.\n",
		"a sentence that leaves it there": scope + plan + "EPIC-001 replaces the sheet, while payroll stays with the region. The MVP also covers EPIC-002.\n",
		"one that defers it":              scope + plan + "The MVP includes EPIC-001; billing of households follows in a later release.\n",
		"不含":                              fanwei + plan2 + "MVP 包含 EPIC-001，不含固定资产盘点。\n",
		"由别人负责":                           fanwei + plan2 + "MVP 包含 EPIC-001；固定资产盘点仍由财务完成。\n",
		"words far apart":                 scope + index + "-- spec/requirements/REQ-001.md --\n# REQ-001: Plan a month\n\n## Description\n\nThe system MUST show the billing address of the ward to nurses who share flats in large households.\n",
		"a demand in other forms":         "-- spec/product-brief.md --\n## Out of Scope\n\n- Parcel lockers\n" + index + "| REQ-004 | Lock a parcel | Must |\n-- spec/requirements/REQ-001.md --\n# REQ-001: Plan a month\n\n## Description\n\nThe fifth wrong code for one parcel MUST lock its handover.\n",
		"a demand that refuses it":        scope + index + "-- spec/requirements/REQ-001.md --\n# REQ-001: Plan a month\n\n## Description\n\nThe system MUST NOT bill households.\n",
		"something narrower left out":     scope + index + "\n**Won't**: swaps between two nurses of one ward on public holidays, restore of files and folders from tape.\n",
		"what the brief leaves out":       scope + index + "\n| Priority | Count | What |\n|---|---|---|\n| Won't | 2 | Payroll export, billing of households |\n",
		"a word of the product itself":    "-- spec/product-brief.md --\n## Vision\n\nReports by night.\n\n## Out of Scope\n\n- Reports\n" + parts + "| Reports Store | Keeps them |\n",
		"不做的是别的":                          fanwei + index + "\n**本期不做**：季度抽盘报告的打印、差异原因分析。\n",
	} {
		t.Run("not "+name, func(t *testing.T) { probe(t, "XD-007", text, false) })
	}
}
