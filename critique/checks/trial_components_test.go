package checks

import "testing"

func TestTrialsOfComponents(t *testing.T) {
	const (
		flat       = "en-water zh-logarc"
		files      = "en-rota en-vault zh-stocktake zh-lostfound"
		components = `^##.*(Components|组件$)`
	)
	rep := func(title, text string) func(string) string {
		return body(title, func(s string) string { return s + text + "\n" })
	}
	runTrials(t, map[string]trial{
		"row cut":         {rule: "AR-017", path: archIndex, edit: body(components, sub(`(?m)^\| (?:Rule Check|Drill Runner|Caller|匹配任务|校验器|回写任务) \|.*\n`, ""))},
		"row renamed":     {rule: "AR-017", path: archIndex, edit: body(components, sub(`(?m)^\| (?:Rule Check|Drill Runner|Caller|匹配任务|校验器|回写任务) \|`, "| Ledger Robot |"))},
		"row 改名":          {rule: "AR-017", path: archIndex, edit: body(components, sub(`(?m)^\| (?:Rule Check|Drill Runner|Caller|匹配任务|校验器|回写任务) \|`, "| 账单机器人 |"))},
		"node gone":       {rule: "AR-017", path: archIndex, edit: sub(`(?m)^.*--> (?:RuleCheck\[.*|F\[.*|E\[回写任务\]|G\[.*)\n`, ""), but: flat},
		"box renamed":     {rule: "AR-017", path: archIndex, edit: sub(`│ (Caller  |  校验器  )`, "│ Robots  "), but: files},
		"row added":       {rule: "AR-017", path: archIndex, edit: rep(components, "| Ledger Robot | Keeps a ledger | REQ-001 |")},
		"superseded file": {rule: "AR-012", path: adrFile, edit: each(all(`(?m)^status: .*$`, "status: superseded"))},
		"rejected file":   {rule: "AR-012", path: adrFile, edit: each(all(`(?m)^status: .*$`, "status: rejected"))},
		"label only":      {rule: "AR-012", path: adrFile, edit: sub(`(?m)^\*\*(Status|状态)\*\*([:：]).*$`, "**$1**$2 Rejected"), but: "en-vault zh-lostfound"},
		"deprecated row":  {rule: "AR-012", path: archIndex, edit: column("Status|状态", 1, "Deprecated"), but: flat},
	})
}
