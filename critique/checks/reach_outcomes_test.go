package checks

import "testing"

// TestReachOfOutcomes gives the rules about how criteria are built other forms of
// the same, and what only looks like it.
func TestReachOfOutcomes(t *testing.T) {
	for rule, lines := range map[string]struct{ fires, silent []string }{
		"RQ-019": {
			fires: []string{
				"The export works", "The export is correct", "The feature is complete", "All is fine", "The import is implemented as described", "The user can use the feature without issues", "The behaviour is as expected", "The system behaves correctly",
				"The import must succeed as expected", "The result must be right", "An accepted swap must be dealt with properly", "The user must be satisfied", "The page must look as designed", "The system must react correctly", "The error must be handled",
				"The system must handle the error", "The system must respond properly", "The system must do the right thing", "The data must be correct", "The swap must work as agreed", "The correct action must be taken", "The system must act accordingly",
				"Suitable action must be taken", "The case must be treated as usual", "The page must work on phones as it should", "导出功能正常", "结果正确", "功能完整", "一切正常", "按设计实现", "符合预期", "系统表现正常", "系统必须正常工作", "系统必须正确响应", "错误必须得到处理", "系统必须处理错误", "系统必须按要求处理",
				"系统必须做出正确反应", "数据必须正确", "系统必须妥善应对", "用户必须满意", "系统必须按约定处理", "系统应按正常流程处理", "系统必须作相应处理", "系统必须进行适当处理", "页面显示正确", "系统必须做好处理", "该功能可用", "系统必须给予恰当处理",
			},
			silent: []string{
				"The feature works without a network", "The page works on phones with 320 px", "The import must be shown as a table", "The list is sorted as described in REQ-003", "The system must handle 200 files", "The system must process the file within 5 s",
				"The right column must be shown", "The draft is right-aligned", "The service runs on port 80", "The file must be processed by the nightly job within 5 min", "The job runs as the user backup", "The gate must act as a proxy", "The nurse must take the next step within 1 h",
				"The mail must be handled by the queue worker of the ward", "系统必须处理 200 个文件", "系统必须在 5 秒内处理异常", "状态显示为“正常”", "设备恢复正常后继续上传", "系统必须按照姓名排序完成后显示 5 条", "错误必须写入日志", "系统必须反馈编号", "流程结束后显示编号", "系统必须显示处理中的异常",
			},
		},
		"LX-005": {
			fires: []string{
				"The system must save the draft and inform the editor", "The system must save the draft. It must also tell the editor and must log it", "The system must save the draft, then mail the editor", "The system must both save the draft and mail the editor",
				"The system must save the draft as well as tell the editor", "The system must save the draft, tell the editor, and log the change", "The system must save the draft & tell the editor", "The system must save the draft, and the editor must be told",
				"The system must save and the service must log", "The system must save the draft and then restart the job", "The system must save the draft, and shall tell the editor", "The system must save the draft; it must log the change",
				"The system must save the draft plus notify the editor", "The system must refuse the draft and raise an alarm", "系统必须保存草稿并发邮件", "系统必须先保存草稿，再通知编辑", "系统必须既保存草稿又通知编辑", "系统必须保存草稿，且必须通知编辑", "系统必须保存草稿以及通知编辑", "系统必须不仅保存草稿，还要通知编辑", "系统必须保存草稿，与此同时通知编辑",
				"系统必须在保存草稿的同时通知编辑", "系统必须保存草稿，此外必须通知编辑",
			},
			silent: []string{
				"The system must show name and mark", "The user must choose date and call number", "The list must hold name, report and flag", "The system must show the record and report number", "先登记的失主必须优先", "系统必须先显示最近的 5 条", "系统必须显示提醒", "系统必须记录告知时间",
			},
		},
		"LX-009": {
			fires: []string{
				"That must be shown", "Those must be shown", "Such must be shown", "The same must be shown", "The former must be shown", "The latter must apply", "It has to be shown", "Its value must be shown", "They must not be shown", "This also must be shown",
				"One of them must be shown", "Both must be shown", "Which must be shown", "The above must be shown", "This one must be shown", "If so, it must be shown", "In that case, they must confirm", "它应显示日期", "此项必须显示", "前者必须显示", "后者必须显示",
				"上述必须显示", "以上必须显示", "其值必须显示", "两者必须显示", "同上，必须显示", "这样必须显示", "这个必须显示", "该项必须显示", "这也必须显示", "二者必须显示", "如此必须显示", "其不得显示",
			},
			silent: []string{
				"Both wards must confirm", "The same nurse must not confirm twice", "The latter half must be shown", "Such drafts must be refused", "Its must be a column", "One of the wards must confirm", "Which ward is shown must depend on the role",
				"Each ward must confirm", "两者之和必须为 0", "其他用户必须确认", "这个页面必须显示", "以上三项必须显示", "该页面必须显示日期", "其余文件必须保留",
			},
		},
		"LX-011": {
			fires: []string{
				"The draft MUST be refused/flagged by the planner", "The system MUST end / pause the run", "The nurse and\\or the manager must confirm", "The system must delete/archive it", "系统必须提示/拒绝保存", "系统必须保留/隔离原文件", "系统必须立即暂停／结束任务", "用户 / 管理员必须确认",
				"通知必须发给用户和(或)管理员", "系统必须提示或者/并且拒绝",
			},
			silent: []string{
				"The button must show/hide the list", "The user must see an online/offline mark", "The rate must be at most 100 requests/minute", "The list must offer draft / sent / read", "The state (draft/sent) must be shown", "The system must accept user-name/password",
				"The file must be at docs/readme", "按钮必须显示/隐藏列表", "速率必须低于 100 次/分钟", "系统必须按已读/未读分类", "列表必须提供草稿 / 已发 / 已读三种", "系统必须支持启用/停用", "状态（草稿/已发）必须显示", "系统必须校验账号/密码",
			},
		},
	} {
		for fires, texts := range map[bool][]string{true: lines.fires, false: lines.silent} {
			for _, text := range texts {
				probe(t, rule, criterion(text), fires)
			}
		}
	}
}

// TestReachOfDeferral gives X-002 sentences in the body of an architecture: those
// that put off what it should say, and those about what a product does in time.
func TestReachOfDeferral(t *testing.T) {
	const body = "-- spec/architecture/_index.md --\n# A\n\n## Data\n\n"
	for fires, texts := range map[bool][]string{
		true: {
			"This section will be written after the review.", "Security will be addressed in a later phase.", "The details will be defined during implementation.", "Details follow.", "More details to follow after the workshop.", "The error handling has not yet been decided.",
			"The retention period will be determined later.", "We will define the limits after the pilot.", "The threat model still needs to be written once the team is complete.", "The approach is still under discussion.", "Encryption is to be decided at a later date.",
			"The targets need further clarification.", "The choice of store is left for later.", "Access control will be considered when time allows.", "Monitoring will be covered in the next version of this document.", "Nothing has been decided yet; the design is pending a decision.",
			"The exact thresholds are yet to be determined.", "The mechanism will be agreed upon in due course.", "It remains to be seen which store is used.", "To be discussed in the next meeting.", "Authentication will be revisited after the first release.",
			"This will be clarified later.", "We still need to decide on the store before development.", "This part is left to the implementation.", "本节将在评审之后撰写。", "安全设计将在后续阶段补充。", "细节待评审后确定。", "错误处理方案尚未确定。", "权限机制后续再细化。", "保留期限另行约定。", "本章内容暂缺，后续补充。",
			"加密方案有待进一步讨论。", "待需求评审通过后再编写本节。", "监控指标在上线前确定。", "具体内容届时再定。", "部署方案将在下一版中说明。", "本节待补写。", "备份策略日后再议。", "性能指标由架构师在原型完成后给出。", "该节内容以后再说。", "隐私要求留待法务确认后补充。", "指标待定后补充。", "具体方案择期讨论。",
		},
		false: {
			"The winner is determined after the vote.", "A draft that has not yet been discussed is grey.", "Details of the swap are shown after the login.", "If the reason has not yet been determined, the row stays open.",
			"The number of rows will be shown later in the list.", "The request is pending approval by the manager.", "The next run starts later.", "The list follows the order of the ward.", "The file is written after the check.", "As a nurse, I want details to follow me.",
			"The password must be set before the first login.", "The section list is shown after login.", "Values of the last hour will be provided by the gateway.", "The design uses one store.", "Security is checked by the nightly job.",
			"差异单由主管复核后确定原因。", "系统在评审后给出结论。", "值班员稍后补充照片。", "尚未确定原因的差异单不得关闭。", "用户确认后再提交。", "待复核的差异单显示为黄色。", "上线后每月统计一次。", "主管评审后决定是否发布。", "页面提示稍后重试。", "失主确认后，值班员另行通知。", "后续请求必须排队。", "盘点结束后确定差异。", "安全组每季度评审后给出报告。",
		},
	} {
		for _, text := range texts {
			probe(t, "X-002", body+text+"\n", fires)
		}
	}
	for _, plan := range []string{"## Roadmap\n\n", "## Open Questions\n\n", "## 后续计划\n\n", "## Out of Scope\n\n"} {
		probe(t, "X-002", plan+"Details will be defined during implementation. 细节待评审后确定。\n", false)
	}
}

// TestReachOfActors gives LX-008 criteria of a house that says who acts, and of
// one that does not, and LX-012 requirements that want and do not demand.
func TestReachOfActors(t *testing.T) {
	head := "-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001: Save\n\n## Description\n\n"
	named := "\n\n## Acceptance Criteria\n\n- [ ] The system must show 1 row\n- [ ] The user must confirm\n- [ ] The service must log it\n- [ ] The page must show a date\n- [ ] 系统必须显示日期\n- [ ] "
	unnamed := "\n\n## Acceptance Criteria\n\n- [ ] A draft must stay\n- [ ] A row must appear\n- [ ] 草稿必须保留\n- [ ] A date must follow\n- [ ] 日期必须显示\n- [ ] "
	for _, passive := range []string{"A broken draft must be refused", "A broken draft needs to be refused", "A broken draft is to be sent back", "损坏的草稿必须被拒绝", "损坏的草稿应予以拒绝"} {
		probe(t, "LX-008", head+"The system must save."+named+passive+"\n", true)
		probe(t, "LX-008", head+"The system must save."+unnamed+passive+"\n", false)
	}
	for _, active := range []string{"A broken draft must be refused by the planner", "损坏的草稿必须由系统拒绝", "损坏的草稿必须进入队列"} {
		probe(t, "LX-008", head+"The system must save."+named+active+"\n", false)
	}
	for fires, texts := range map[bool][]string{
		true:  {"The system aims to save the draft within 5 s.", "The system will try to save the draft.", "The system is intended to save the draft.", "The service strives to save each draft.", "The team hopes to save each draft.", "系统力争保存草稿。", "系统旨在保存草稿。", "系统将努力保存草稿。", "服务计划在 5 秒内保存草稿。", "系统希望保存每份草稿。"},
		false: {"The system must save the draft.", "The system must save the draft; the editor aims to finish it later.", "The system must retry when the client tries to save.", "The system will try to save 3 times, and then stops.", "系统必须保存草稿。", "系统必须记录用户尝试保存的次数。", "系统将尝试保存 3 次。"},
	} {
		for _, text := range texts {
			probe(t, "LX-012", head+text+"\n", fires)
		}
	}
	musts := ""
	for _, id := range []string{"REQ-002", "REQ-003", "REQ-004"} {
		musts += "-- spec/requirements/" + id + ".md --\n---\npriority: Must\n---\n# " + id + ": Load\n\n## Description\n\nThe system must load.\n"
	}
	for _, weak := range []string{"The system should save the draft.\n", "The system can save the draft.\n", "系统宜为草稿编号。\n"} {
		probe(t, "LX-012", head+weak+musts, true)
		probe(t, "LX-012", head+weak, false)
	}
}

// TestReachOfUnits gives LX-014 targets whose unit is lost, by a date or behind words.
func TestReachOfUnits(t *testing.T) {
	const goals = "-- spec/product-brief.md --\n## Goals\n\n| ID | Goal | Target |\n|---|---|---|\n| G-001 | Restoring takes less time | "
	for fires, texts := range map[bool][]string{
		true:  {"≤ 5 by 2025-12-31", "at most 5", "under 5 until the end of May", "≤ 4，2025 年底前", "不超过 4", "≤ 4，上线后"},
		false: {"≤ 5 h by 2025-12-31", "at most 5 h", "under 5 min until the end of May", "≤ 4 天，2025 年底前", "不超过 4 天"},
	} {
		for _, text := range texts {
			probe(t, "LX-014", goals+text+" |\n", fires)
		}
	}
}
