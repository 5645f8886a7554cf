package seeded

// hedgeOperators plant the wording of people who do not want to commit themselves, in the places where it is usually found:
// targets, criteria, rationales, retention, the definition of done.
func hedgeOperators() []Operator {
	t, c := titles(), columns()
	return []Operator{
		op(language, "LX-001", "criterion about common devices", at(requirements, "REQ-003", item(t.criteria,
			"The result MUST be easy to read on common devices.", "结果必须在常见设备上清晰易读。")), "RQ-019"),
		op(language, "LX-001", "story that performs acceptably", at(epics, "EPIC-001", item(t.criteria,
			"The feature works properly with acceptable performance.", "功能运行正常，性能可接受。")), "RQ-019", "EP-016"),
		op(language, "BR-011", "goal as low as possible", reword(brief,
			"| 4 | ≤ 1 by 2025-12-31 |", "| 4 | As few as possible by 2025-12-31 |",
			"fall from 3 h to ≤ 0.5 h by", "fall from 3 h to as little as possible by",
			"| ≤ 25 calls a week |", "| As few calls as possible |",
			"| ≤ 2 天 |", "| 尽可能短 |",
			"从每年 17 起降到 0 起", "从每年 17 起尽可能降低",
			"| 每年缺失 0 次 |", "| 尽可能少缺失 |"), "LX-001", "LX-002"),
		op(language, "BR-017", "vision that fits any product", on(brief, saying(t.vision,
			"The product makes daily work easier for everybody and improves quality.", "本产品让每个人的日常工作更轻松，并提升质量。")), "LX-001", "LX-006"),
		op(language, "BR-026", "assumption to be validated later", on(brief, inside(t.assumptions, func(p *page) bool {
			later := p.say("Will be validated later", "后续验证")
			if tab, ok := p.table(re(`.`)); ok {
				tab.set(tab.rows[0], 1, later)
				return true
			}
			return either2(
				either2(swap(re(` \(checked.*$`), " (will be validated later)."), swap(re(`; checked.*$`), "; will be validated later.")),
				either2(swap(re(`（用.*$`), "（"+later+"）。"), swap(re(`；2025.*$`), "；"+later+"。")))(p)
		})), "X-002", "X-011", "LX-016"),
		op(language, "LX-002", "obligation subject to resources", reword(requirements,
			"The system MUST list each rest-rule violation", "Subject to available resources, the system MUST list each rest-rule violation",
			"MUST store the chunks of DIR that", "MUST, resources permitting, store the chunks of DIR that",
			"The system MUST raise an alarm when", "Subject to available resources, the system MUST raise an alarm when",
			"系统必须在盘点员扫描", "在资源允许的情况下，系统必须在盘点员扫描",
			"系统必须在值班员输入 6 位", "在资源允许的情况下，系统必须在值班员输入 6 位",
			"系统必须把前一天的 12 类日志", "在资源允许的情况下，系统必须把前一天的 12 类日志"), "LX-001", "LX-022"),
		op(language, "LX-003", "entity with other relevant fields", on(requirements, inside(t.data,
			cellOf(c.entities, 0, 1, func(p *page, fields string) string {
				return fields + p.say(" and other relevant fields", "，以及其他相关字段")
			}))), "LX-001", "RQ-025"),
		op(language, "LX-006", "done when it takes less time", on(epics, item(t.done,
			"The new procedure takes less time than the old one", "新流程比旧流程耗时更短")), "EP-015", "LX-001"),
		op(language, "LX-012", "Must whose criterion is only ideal", reword(requirements,
			"Shifts of nurses on leave MUST stay open", "Shifts of nurses on leave should ideally stay open",
			"A restored file MUST have the SHA-256", "A restored file should ideally have the SHA-256",
			"A repeated message MUST leave one", "A repeated message should ideally leave one",
			"没有差异时，系统必须显示", "没有差异时，系统最好显示",
			"识别失败的照片必须进入", "识别失败的照片最好进入",
			"当天没有日志时，系统必须输出", "当天没有日志时，系统最好输出"), "LX-001", "LX-002", "LX-024"),
		op(language, "LX-013", "amount left to the imagination", reword(requirements,
			"SHOULD list up to 10 nurses who", "SHOULD list a number of nurses who",
			"A path with more than 4,096 bytes MUST", "An overly long path MUST",
			"SHOULD show up to 200 affected streets", "SHOULD show a large number of affected streets",
			"保存最多 5000 条清点记录", "保存大量清点记录",
			"每件最多 5 人", "每件少数几人",
			"最多 10000 行", "行数不宜过多"), "LX-001", "RQ-029"),
		op(language, "LX-016", "review at intervals", on(requirements, item(t.limits,
			"The operator MUST review access rights at regular intervals.", "管理员必须每隔一段时间复核访问权限。")), "LX-013", "LX-001"),
		op(language, "AR-011", "technology because everybody uses it", on(architecture, inside(t.stack, func(p *page) bool {
			tab, ok := p.table(c.stack)
			if ok {
				tab.set(tab.rows[1], tab.column(c.reason), p.say("Industry standard", "业界主流"))
			}
			return ok
		})), "LX-001", "LX-007"),
		op(language, "AR-024", "data kept as long as necessary", on(architecture, inside(t.dataStores,
			cellOf(re(`retention|保留期`), 0, 2, func(p *page, _ string) string { return p.say("As long as necessary", "按需保留") }))), "LX-001", "LX-002"),
	}
}
