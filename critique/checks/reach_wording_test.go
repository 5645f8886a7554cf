package checks

import "testing"

// TestReachOfWording holds the rules about how statements are built against what
// people write.
func TestReachOfWording(t *testing.T) {
	const quality = "-- spec/requirements/_index.md --\n| ID | Title | Target | Measured by |\n|---|---|---|---|\n"
	const must = "-- spec/requirements/_index.md --\n## Overview\n\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Save | Must |\n| REQ-002 | Load | Could |\n\n### REQ-001: Save\n\n"
	for rule, lines := range map[string]struct{ fires, silent []string }{
		"LX-005": {
			fires: []string{
				criterion("The system must save the draft and notify the editor"), criterion("The draft shall be kept; the editor shall be told"),
				criterion("系统必须保存草稿并通知编辑"), criterion("系统应锁定账号，同时向管理员发送告警"), criterion("系统必须保存草稿；系统必须通知编辑"),
			},
			silent: []string{
				criterion("The system must show name and record number"), criterion("The draft and the record must be kept"), criterion("A login must survive start and stop"),
				criterion("系统必须显示编号与记录数"), criterion("系统必须并行处理 3 个文件"), criterion("系统必须保留原文件，以退出码 4 结束"),
			},
		},
		"LX-008": {
			fires:  []string{quality + "| NFR-001 | Keys | Keys must be stored encrypted | audit |\n", "-- spec/requirements/REQ-001.md --\n# REQ-001: Save\n\n## Description\n\nAll drafts should be automatically saved.\n"},
			silent: []string{criterion("A broken file must be refused"), "-- spec/requirements/REQ-001.md --\n# REQ-001: Save\n\n## Description\n\nDrafts should be saved by the editor.\n"},
		},
		"LX-009": {
			fires:  []string{criterion("They must confirm it"), criterion("它必须在 5 秒内显示"), criterion("这些应保留 30 天"), "-- spec/requirements/REQ-001.md --\n# REQ-001: Save\n\n## Description\n\nThis must take at most 5 s.\n"},
			silent: []string{criterion("This report must show it"), criterion("其他用户必须看到提示"), criterion("此页面必须显示日期"), "-- spec/requirements/REQ-001.md --\n# REQ-001: Save\n\n## Description\n\nThe system must save the draft.\nIt must tell the editor.\n"},
		},
		"LX-012": {
			fires: []string{
				must + "The system may save the draft.\n", must + "The system MUST save the draft.\n\n**Acceptance criteria**:\n\n- [ ] The system could ask before it saves\n",
				must + "The system MUST save.\n\n### REQ-002: Load\n\nThe system MUST load.\n\n### REQ-003: Undo (Should)\n\nThe system should undo.\n",
				"-- spec/requirements/_index.md --\n| 编号 | 描述 | 优先级 |\n|---|---|---|\n| REQ-001 | 系统可以保存草稿 | 必须 |\n",
			},
			silent: []string{
				must + "The system MUST save the draft, which may be empty.\n", must + "The system MUST save.\n\n**Acceptance criteria**:\n\n- [ ] The user may cancel within 5 s\n",
				must + "The system MUST save.\n\n### REQ-002: Load\n\nThe system MUST load.\n",
				"-- spec/requirements/_index.md --\n| 编号 | 描述 | 优先级 |\n|---|---|---|\n| REQ-001 | 用户可以保存草稿，系统必须确认 | 必须 |\n",
			},
		},
		"LX-014": {
			fires: []string{
				quality + "| NFR-001 | Answer | ≤ 2 at P95 | load test |\n", quality + "| NFR-001 | Response times | < 200 | load test |\n", quality + "| NFR-001 | 查询耗时 | ≤ 1.5（P95，200 人并发） | 压测 |\n",
				"-- spec/requirements/NFR-001.md --\n# NFR-001：查询耗时\n\n## 度量\n\n- **目标值**：≤ 1.5\n",
			},
			silent: []string{
				quality + "| NFR-001 | Answer | ≤ 2 s at P95 | load test |\n", quality + "| NFR-001 | Accounts that see contact data | ≤ 4 | review |\n", quality + "| NFR-001 | Lost files | 0 | drill |\n", quality + "| NFR-001 | 通知失败数 | 0 | 日志 |\n",
				"-- spec/requirements/NFR-001.md --\n# NFR-001：查询耗时\n\n## 度量\n\n- **目标值**：≤ 1.5 秒\n",
			},
		},
		"LX-018": {
			fires:  []string{criterion("Each change must reach the XQF"), criterion("变更必须同步到 XQF 系统")},
			silent: []string{criterion("Each change must reach the XML file"), criterion("The text GPL-XQF must be shown"), criterion("Each change must reach the XQF (export queue)"), criterion("The XQFs must run") + "\n## XQF\n\nThe export queue.\n"},
		},
		"RQ-019": {
			fires:  []string{criterion("The feature works well and properly"), criterion("Users are happy with the result"), criterion("The page looks good"), criterion("系统运行稳定"), criterion("界面显示正常"), criterion("满足业务需求"), "-- spec/epics.md --\n## Stories\n\n### Story 1: Save\n\n**Acceptance criteria**:\n\n- It works as specified\n"},
			silent: []string{criterion("The feature works without a network"), criterion("The page shows 20 rows"), criterion("系统运行 7 天后仍可登录"), criterion("状态显示为“正常”"), criterion("Users who fail see the text")},
		},
	} {
		for _, text := range lines.fires {
			probe(t, rule, text, true)
		}
		for _, text := range lines.silent {
			probe(t, rule, text, false)
		}
	}
}

// criterion is a requirement's file with one acceptance criterion.
func criterion(text string) string {
	return "-- spec/requirements/REQ-001-save.md --\n# REQ-001: Save\n\n## Acceptance Criteria\n\n- [ ] " + text + "\n"
}
