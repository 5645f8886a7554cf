package seeded

import "regexp"

// languageOperators plant weak wording in normative statements: as a constraint of the requirements, as an acceptance
// criterion of a Must requirement, or in place of its obligation.
func languageOperators() []Operator {
	t := titles()
	constraint := func(rule, name, en, zh string, alternatives ...string) Operator {
		return op(language, rule, name, on(requirements, item(t.limits, en, zh)), alternatives...)
	}
	criterion := func(rule, name, en, zh string, alternatives ...string) Operator {
		return op(language, rule, name, at(requirements, "REQ-001", item(t.criteria, en, zh)), alternatives...)
	}
	done := func(rule, name, en, zh string, alternatives ...string) Operator {
		return op(language, rule, name, on(epics, item(t.done, en, zh)), alternatives...)
	}
	return []Operator{
		criterion("LX-001", "vague adjective in a criterion", "The system MUST show a user-friendly message.", "系统必须给出友好的提示。"),
		constraint("LX-001", "vague adverb in a constraint", "The service MUST respond quickly under load.", "服务必须快速响应请求。"),
		done("LX-001", "vague word in the definition of done", "The pages MUST be intuitive", "页面必须流畅、美观"),
		criterion("LX-002", "escape clause in a criterion", "The system MUST warn the user where needed.", "系统必须在必要时提醒用户。"),
		constraint("LX-002", "escape clause in a constraint", "The service MUST log failed calls if possible.", "服务应尽量记录失败的调用。"),
		criterion("LX-003", "open-ended list in a criterion", "The export MUST support CSV, PDF, etc.", "系统必须支持导出表格、文档等等格式。"),
		constraint("LX-003", "list that includes more", "The service MUST keep records including but not limited to names.", "服务必须保存记录，包括但不限于名称。"),
		criterion("LX-004", "absolute in a criterion", "The system MUST always accept every request.", "系统在任何情况下都必须接受请求。"),
		constraint("LX-004", "never in a constraint", "The service MUST never lose any record.", "服务必须百分之百保存记录。"),
		criterion("LX-005", "two obligations in a criterion", "The system MUST log the change and MUST notify the administrator.", "系统必须记录变更，并且必须通知管理员。"),
		criterion("LX-006", "comparative in a criterion", "The list MUST load faster.", "列表必须加载得更快。"),
		constraint("LX-006", "improvement without baseline", "The service MUST offer improved search results.", "服务必须提供更好的查询体验。"),
		criterion("LX-007", "superlative in a criterion", "The system MUST choose the best layout.", "系统必须采用最佳布局。"),
		constraint("LX-007", "state of the art in a constraint", "The service MUST use a state of the art design.", "服务必须达到业界领先水平。"),
		constraint("LX-008", "passive without an actor", "The records shall be deleted after 30 days.", "超过 30 天的记录必须被删除。"),
		constraint("LX-009", "pronoun that refers to nothing", "It MUST show the date of the last change.", "其必须显示最近一次变更的日期。"),
		criterion("LX-010", "double negation", "The system MUST NOT leave a change without no record.", "系统不得不保留变更记录。"),
		criterion("LX-011", "and/or in an obligation", "The user MUST confirm by e-mail and/or phone.", "用户必须通过邮件和/或电话确认。"),
		op(language, "LX-012", "Must worded as a possibility", at(requirements, "REQ-001", func(p *page) bool {
			return swap(regexp.MustCompile(`^([^-#|*:][^:]*?)(MUST|必须)`), p.say("${1}may", "${1}可以"))(p)
		}), "LX-024"),
		criterion("LX-013", "indefinite quantity", "The system MUST keep several versions of a record.", "系统必须为记录保留多个版本。"),
		constraint("LX-013", "some of a number", "The service MUST support some languages.", "服务必须支持一些语言。"),
		constraint("LX-015", "able to", "The service MUST be able to print the list.", "服务必须能够支持打印清单。"),
		criterion("LX-016", "time word without a bound", "The system MUST refresh the list periodically.", "系统必须定期刷新列表。"),
		constraint("LX-016", "real time without a bound", "The service MUST update the view in real time.", "服务必须实时更新视图。"),
		criterion("LX-017", "approximate value", "The system MUST answer in about 3 s.", "系统必须在大约 3 秒内返回结果。"),
		constraint("LX-017", "value with a tilde", "The service MUST keep ~ 40 days of history.", "服务必须保留 40 天左右的历史。"),
		constraint("LX-018", "acronym nobody explains", "The service MUST write a QZTR record per change.", "服务必须为变更写入 QZTR 记录。"),
		op(language, "LX-020", "functional requirement names a product", at(requirements, "REQ-002", item(t.criteria, "The record MUST be stored in MongoDB by the service.", "系统必须把记录存入 MongoDB。"))),
		constraint("LX-021", "statement that never ends",
			"The service MUST write a record for the change that a person has made with the date of the change and the name of the person and the name of the role that the person had when the change was made and the value before the change and the value after the change.",
			"服务必须在人员修改记录之后把修改的日期与修改人的姓名与修改人当时的角色与修改之前的数值与修改之后的数值与所在的地点与使用的设备与设备的编号与设备的版本与网络的名称与网络的地址与修改的原因与批准人的姓名与批准的日期写入审计日志并长期留存。", "LX-005"),
	}
}
