package seeded

import "regexp"

// astrayOperators let traces and claims end somewhere else than where the other documents say: in a matrix that forgets, in
// a file that disagrees with its row, in a report that takes somebody's word, in a story that brings in what nobody agreed.
func astrayOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(trace, "RQ-016", "traces below a requirement lead to another goal", at(requirements, "REQ-002",
			swap(regexp.MustCompile(`^(- \*\*(?:Goal|目标)\*\*[:：] ?\[)G-00\d`), "${1}G-003"))),
		op(trace, "RQ-016", "quality requirement falls out of the matrix", on(requirements, inside(t.matrix,
			swap(regexp.MustCompile(`, NFR-[A-Z]+-\d{3} \|$`), " |"))), "RQ-013", "RD-020"),
		op(trace, "RQ-016", "matrix of the epics forgets a requirement", on(epics, inside(t.epicMatrix,
			without(regexp.MustCompile(`^\| REQ-003 \|`)))), "XD-018", "XD-002", "EP-003", "X-007", "RD-020"),
		op(trace, "RQ-016", "decision's file traces to another requirement than its row", at(architecture, "ADR-002",
			swap(regexp.MustCompile(`^traces_to: \[.*\]$`), "traces_to: [REQ-005]")), "XD-018", "XD-003", "XD-012", "AR-021"),
		op(trace, "RQ-016", "epic's file drops a requirement that its row lists", at(epics, "EPIC-001",
			swap(regexp.MustCompile(`^requirements: \[REQ-001, `), "requirements: [")), "XD-018", "XD-002"),
		op(trace, "RQ-015", "summary lists a requirement under two priorities", on(requirements, inside(t.counts,
			swap(regexp.MustCompile(`\| Should \| 1 \| REQ-005 \|`), "| Should | 1 | REQ-004 |"))), "XD-010", "X-006"),
		op(trace, "EP-017", "story traced in words", reword(epics,
			"Traces to: REQ-005\n", "Traces to: the rules of retention\n",
			"**Traces to**: REQ-004, NFR-A-001", "**Traces to**: the public page",
			"追溯：REQ-006", "追溯：逾期处理部分",
			"**追溯**：REQ-004", "**追溯**：调取部分的需求"), "XD-002"),
		op(trace, "XD-008", "story of just a user", at(epics, "EPIC-001", func(p *page) bool {
			return swap(re(`^(?:As an? |作为)[^,，]+([,，])`), p.say("As a user$1", "作为用户$1"))(p)
		}), "EP-028", "BR-019"),
		op(trace, "XD-007", "story brings in what the brief excludes", reword(epics,
			"- [ ] A swap that breaks a rest rule is refused with the rule number.\n",
			"- [ ] A swap that breaks a rest rule is refused with the rule number.\n- [ ] Worked shifts are passed on to the payroll.\n",
			"- An unreadable file leads to exit code 2.\n", "- An unreadable file leads to exit code 2.\n- The backup of databases in the folder is consistent.\n",
			"- [ ] The deputy is called after the second unanswered call.\n",
			"- [ ] The deputy is called after the second unanswered call.\n- [ ] The operator controls pumps and valves of the district from the alarm.\n",
			"- [ ] 缺少原因编码的差异单不能关闭。\n", "- [ ] 缺少原因编码的差异单不能关闭。\n- [ ] 丢失超过 10 件的货号自动生成采购补货建议。\n",
			"- 没有结果时显示“暂无匹配的失物”。\n", "- 没有结果时显示“暂无匹配的失物”。\n- 失主可为查到的失物选择快递代领。\n",
			"- [ ] 没有匹配的行时输出“无匹配记录”。\n", "- [ ] 没有匹配的行时输出“无匹配记录”。\n- [ ] 调取结果可在图形界面中查看。\n"), "BR-020"),
		op(trace, "XD-009", "decision brings a technology that the stack lacks", reword(architecture,
			"Rest rules are rows with a shape,", "Rest rules are documents in MongoDB with a shape,",
			"packs of 64 MiB go to the store.", "packs of 64 MiB go to the store through RabbitMQ.",
			"The Caller uses a SIP account with priority.", "The Caller uses a SIP account with priority and queues calls in Redis.",
			"再上传到盘点服务合并。", "再经 RabbitMQ 上传到盘点服务合并。",
			"查找与匹配只读取索引。", "查找与匹配只读取 Elasticsearch 中的索引。",
			"上传成功的块写入进度文件。", "上传成功的块写入 Redis。"), "XD-013"),
		op(trace, "RD-017", "check passed on somebody's word", on(readiness, inside(t.checks, func(p *page) bool {
			return inRow(c.evidence, re(`^(evidence|证据)$`), "MVP", constant(p.say("Confirmed in the meeting", "会上已确认")))(p)
		})), "RD-012"),
		op(trace, "RD-019", "critical issue behind a passed gate", on(readiness, inside(t.issues, func(p *page) bool {
			return swap(re(`\| (?:warning|警告) \|`), p.say("| Critical |", "| 严重 |"))(p)
		})), "RD-016"),
		op(trace, "RD-020", "report misses a decision that is there", reword(readiness,
			"| Info | REQ-005 has no ADR |", "| Info | REQ-002 has no ADR |",
			"| Info | NFR-USE-001 has no ADR.", "| Info | NFR-SEC-001 has no ADR.",
			"| Info | REQ-004 and REQ-005 have no ADR |", "| Info | REQ-002 and REQ-003 have no ADR |",
			"REQ-005 与 REQ-006 没有 ADR", "REQ-001 与 REQ-003 没有 ADR",
			"REQ-006 没有对应 ADR", "REQ-001 没有对应 ADR",
			"REQ-004 与 REQ-005 没有 ADR", "REQ-001 与 REQ-002 没有 ADR"), "XD-003", "XD-012", "RD-017"),
	}
}
