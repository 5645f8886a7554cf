package seeded

import "regexp"

// boundaryOperators overstep what the brief has settled: what is in and out of scope, who the users are, what constrains the
// product, and which epics the first release holds.
func boundaryOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(trace, "AR-017", "component that no requirement asks for and no diagram shows", on(architecture, inside(t.components, func(p *page) bool {
			tab, ok := p.table(c.components)
			if ok {
				end := tab.rows[len(tab.rows)-1] + 1
				p.replace(end, end, p.say("| Digest Mailer | Sends a weekly digest to the head office | none |", "| 周报组件 | 每周向总部发送一份摘要 | 无 |"))
			}
			return ok
		}))),
		op(trace, "XD-007", "component for what the brief excludes", rewordAll(architecture,
			"    RotaService --> RuleCheck[", "    RotaService --> Payroll[Payroll]\n    RotaService --> RuleCheck[",
			"| Rota Store | Keeps", "| Payroll | Calculates the payroll of the nurses | none |\n| Rota Store | Keeps",
			"    A --> C[Restorer]", "    A --> G[Live Synchronisation]\n    A --> C[Restorer]",
			"| Store Adapter | Reads", "| Live Synchronisation | Keeps folders of two computers equal | none |\n| Store Adapter | Reads",
			"    B --> E[回写任务]", "    B --> E[回写任务]\n    B --> F[采购补货建议]",
			"| 回写任务 | 向进销存系统提交", "| 采购补货建议 | 按盘点结果建议采购数量 | 无 |\n| 回写任务 | 向进销存系统提交",
			"    D --> G[通知组件]", "    D --> G[通知组件]\n    B --> H[快递代领]",
			"| 通知组件 | 发送", "| 快递代领 | 为学生代领快递 | 无 |\n| 通知组件 | 发送")),
		wide(op(trace, "XD-007", "requirement rewritten into what the brief excludes", rewordEach(requirements,
			"| Yearly proof of rest times | Could |", "| Payroll | Could |", "# REQ-006: Yearly proof of rest times", "# REQ-006: Payroll",
			"The system could write one file per ward and year that lists rest times by shift without names.", "The system could calculate the payroll of one ward and month from worked shifts.",
			"| REQ-006 | One-line status |", "| REQ-006 | Live synchronisation between computers |", "# REQ-006: One-line status", "# REQ-006: Live synchronisation between computers",
			"`coldstash status` SHOULD print host, age of the last snapshot and result of the last drill in one line.", "`coldstash sync` SHOULD keep one folder equal on 2 computers.",
			"| REQ-005 | Weekly balance per district |", "| REQ-005 | Billing of households |", "### REQ-005: Weekly balance per district", "### REQ-005: Billing of households",
			"The system could compute inflow minus metered use for 8 districts each Monday.", "The system could bill up to 14,000 households each quarter.",
			"| 季度抽盘报告 | Could |", "| 采购补货建议 | Could |", "# REQ-006：季度抽盘报告", "# REQ-006：采购补货建议",
			"系统可按季度抽取 200 个货位，生成差异率报告。", "系统可按季度为 8 个仓库生成采购补货建议。",
			"| 逾期失物清单 | 可以 |", "| 快递代领 | 可以 |", "# REQ-006：逾期失物清单", "# REQ-006：快递代领",
			"系统可按校区列出存放超过 60 天的失物，供后勤主管处理。", "系统可为失主代领快递，每人每天最多 3 件。",
			"| REQ-005 | 到期清理 |", "| REQ-005 | 日志分析与报表 |", "### REQ-005：到期清理", "### REQ-005：日志分析与报表",
			"系统可删除归档满 3 年的文件，删除前列出清单。", "系统可每周为 12 类日志生成分析报表。"))),
		op(trace, "XD-007", "first release takes in what the brief excludes", reword(epics,
			"EPIC-003 follows after the first month.", "EPIC-003 follows after the first month. Payroll is part of the MVP, too.",
			"EPIC-004 is not in the MVP.", "EPIC-004 is not in the MVP. Live synchronisation between computers is part of it, too.",
			"EPIC-003 follows after one winter.", "EPIC-003 follows after one winter. Billing of households is part of the MVP, too.",
			"EPIC-003 在首轮盘点之后交付。", "EPIC-003 在首轮盘点之后交付。MVP 还包含固定资产盘点。",
			"EPIC-004 不在 MVP 内。", "EPIC-004 不在 MVP 内。MVP 还包含快递代领。",
			"EPIC-003 在年度审计前交付。", "EPIC-003 在年度审计前交付。MVP 还包含图形界面。"), "BR-020"),
		op(trace, "XD-007", "Won't list names what the brief has in scope", reword(requirements,
			"| Won't | 1 | Payroll export (out of scope in the brief) |", "| Won't | 1 | Swaps between two nurses of one ward |",
			"2: live synchronisation, database backup", "2: restore of files and folders, database backup",
			"forecast of pipe failures, billing.", "public page of affected streets, billing.",
			"| Won't | 1 | 采购补货建议（见产品简报范围外） |", "| Won't | 1 | 差异复核与签字 |",
			"2 项：校外拾获物品、悬赏与付费", "2 项：凭领取码交还、悬赏与付费",
			"**本期不做**：日志分析与报表、图形界面。", "**本期不做**：调取留痕、图形界面。"), "BR-020", "XD-010"),
		op(trace, "XD-008", "requirement told by a role that the brief lacks", at(requirements, "REQ-001", func(p *page) bool {
			return swap(regexp.MustCompile(`(As a |作为)[^,，]+(, I want|，我想)`), p.say("${1}developer$2", "${1}开发人员$2"))(p)
		})),
		op(trace, "EP-022", "text of the first release forgets an epic that the table counts in", reword(epics,
			"EPIC-001 and EPIC-002 replace the", "EPIC-002 replaces the",
			"The MVP is EPIC-001, EPIC-002 and EPIC-003:", "The MVP is EPIC-001 and EPIC-003:",
			"EPIC-001 and EPIC-002 end the weekly drive and find", "EPIC-002 ends the weekly drive and finds",
			"EPIC-001 与 EPIC-002 在 2 号仓库", "EPIC-002 在 2 号仓库",
			"MVP 包含 EPIC-001、EPIC-002、EPIC-003", "MVP 包含 EPIC-001、EPIC-003",
			"EPIC-001 与 EPIC-002 在 3 台主机", "EPIC-002 在 3 台主机"), "XD-010", "EP-021", "EP-010", "XD-014"),
		op(trace, "EP-022", "epic's file says that it waits until after the first release", at(epics, "EPIC-002", key("mvp", "false")), "XD-010", "EP-021", "EP-010", "XD-014"),
		op(trace, "XD-009", "done asks for a technology outside the stack", on(epics, item(t.done, "The Elasticsearch index is rebuilt within 10 min", "Elasticsearch 索引在 10 分钟内重建完成")), "LX-020"),
		op(trace, "XD-013", "stack breaks a constraint of the brief", reword(architecture,
			"| Store | PostgreSQL | 16 | Already operated and backed up by the hospital | PostgreSQL |", "| Store | Amazon RDS | 16 | Managed in the public cloud, reached over the internet | Commercial |",
			"| Index | SQLite | 3.45 | Local cache that may be deleted at any time | Public domain |", "| Index | Redis | 7.2 | Resident server process that keeps the index in memory | BSD-3-Clause |",
			"| 识别 | PaddleOCR | 2.7 | 可在校内服务器运行，照片不出校 | Apache-2.0 |", "| 识别 | 腾讯云 OCR | 3.0 | 证件照片上传到公有云识别 | 商业许可 |",
			"| 加密 | GmSSL | 3.1 | 支持 SM4，已通过安全组评审 | Apache-2.0 |", "| 加密 | 阿里云 KMS | 3.0 | 主机经外网调用云端加密服务 | 商业许可 |")),
	}
}
