package checks

import "testing"

// TestReachOfLoopholes gives the rules about what can be got around, and when it
// is due, other words for the same, and words that only look like them.
func TestReachOfLoopholes(t *testing.T) {
	for rule, lines := range map[string]struct{ fires, silent []string }{
		"LX-002": {
			fires: []string{
				"Except in special cases, the draft must stay", "The draft must stay, except in exceptional circumstances", "Unless otherwise agreed, the log must be kept", "With few exceptions, all files must be read", "In justified cases the log may be kept, else it must be deleted",
				"Under normal circumstances the page must load", "The retry must be done at the discretion of the operator", "The log must be kept unless there are good reasons", "The log must be compressed if resources allow", "The log must be compressed subject to available capacity",
				"The period must be set on a case-by-case basis", "Depending on the situation, the system must warn", "As a rule, the system must warn", "The system must make reasonable efforts to deliver", "Every effort must be made to deliver",
				"If circumstances permit, the log must be kept", "Barring exceptional events, the job must finish", "The system must try to deliver each mail", "The service should strive to answer", "The system must warn where deemed necessary",
				"The page must load mostly offline", "By default and unless special rules apply, the mail must be sent", "In rare cases excepted, the mail must be sent", "The system must warn as the case may be", "The system must retry as circumstances require",
				"For the most part, the mails must be sent", "The system must warn when convenient", "The system must retry as time allows", "The mail must be sent, apart from a few exceptions", "The mail must be sent unless it is not practical",
				"If at all feasible, the mail must be sent", "The limit must hold in the vast majority of cases", "Other than in special situations, the mail must be sent", "The service should attempt to answer", "The mail must be sent unless there is a reason not to",
				"The mail must be sent when it makes sense", "The mail must be sent under certain circumstances", "The service aims to answer", "If need be, the system must retry", "The mail must be sent in due form, budget permitting", "The mail must be sent in some cases",
				"除特殊情况外，系统必须提示", "特殊情况除外，系统必须提示", "除个别情况外，系统必须提示", "特殊情况下可以不提示，其余必须提示", "除另有约定外，系统必须提示", "除非有特殊原因，系统必须提示", "除非确有必要，系统不得提示", "正常情况下系统必须提示", "系统应根据需要提示", "系统应按需提示用户", "系统必须在合理范围内重试", "时间允许时系统应重试", "资源允许的情况下应重试", "系统应视资源情况重试", "系统应努力送达每封邮件",
				"系统应试图送达", "系统应致力于送达", "理论上系统应送达", "系统应基本满足要求", "系统必须在适当的时候提示", "如有条件，系统应提示", "在可行的范围内系统应提示", "在能力范围内，系统应提示", "系统应在合适时提示", "由管理员自行决定是否提示，系统应支持", "系统应具体情况具体处理", "除极少数情况外，系统必须提示", "绝大多数情况下系统必须提示", "在不影响体验的前提下应提示", "系统应适当时重试", "除例外情形外必须提示",
				"例外情况除外，必须提示", "系统应在有需要时提示", "系统应尽最大努力送达", "非必要情况下不得提示", "系统将尽力送达",
			},
			silent: []string{
				"Each record must hold the special case code", "The draft must stay except on public holidays", "The mail must be sent unless the user has opted out", "The value must be shown unless it is empty", "The exception must be logged",
				"The login must be refused after 5 attempts to sign in", "If a user tries to open another ward, the service must refuse", "A nurse who wants to swap must confirm", "The service must try 3 times to deliver", "Except in special cases (holidays, strikes), the draft must stay",
				"Unless otherwise specified in NFR-P-001, the limit must be 5 s", "The plan must be shown for the selected cases", "The system must list open cases for each ward", "A test must cover individual events", "The budget must be shown for each ward",
				"The retry must follow after 5 s", "The message must name the conditions under which it was sent", "The intended recipient must confirm", "When the client attempts to reconnect, the server must answer", "The mode must depend on the role of the user",
				"The certificate must be for the listed events", "Planned tasks must be shown", "系统必须记录例外情况", "异常情况下系统必须告警", "系统必须记录登录尝试次数", "系统计划任务必须在 2 点运行", "系统必须显示模拟结果", "除节假日外，系统必须提示", "除非用户取消，系统必须发送", "权限允许时才可显示，系统必须检查", "系统必须按需求编号排序", "系统必须按需加载图片",
				"除特殊情况（断电、断网）外，系统必须提示", "系统必须显示基本信息", "用户尝试登录 5 次后必须锁定", "网络正常情况下必须在 5 秒内返回", "系统必须根据用户需求编号查询", "系统应重试 3 次，尝试间隔 5 秒", "系统必须根据实际库存计算",
			},
		},
		"LX-003": {
			fires: []string{
				"The export must offer formats like PDF or CSV", "The export must support PDF and other formats", "The export must hold at least name and date, as well as other fields", "The export must support all common formats", "The export must support PDF, CSV, ...",
				"The export must support PDF and more", "The list must contain, as a minimum, the name", "The export must support PDF, CSV and whatever else is needed", "The export must hold name, date and further data", "Formats must not be limited to PDF",
				"The log must hold name, date, and so on and so forth", "系统必须支持 PDF 以及其他格式", "系统必须支持如 PDF、CSV 之类的格式", "系统必须支持 PDF、CSV……", "系统必须支持常见格式", "系统必须支持主流浏览器", "系统必须支持 PDF 和更多格式", "系统必须支持各类格式", "系统必须支持各种格式", "系统必须支持诸如 PDF 的格式", "系统必须支持 PDF 等多种格式",
			},
			silent: []string{
				"The owner and other users must see the same row", "The list must show 20 rows and more than one page", "The other files must be restored", "The system must not be limited to 5 users at least 3", "The file must look like the original",
				"At a minimum of 3 characters the search must start", "The common name must be shown", "The form must show name, date and other 3 fields", "系统必须等待各方确认", "系统必须支持 PDF、Word 等 3 种格式", "系统必须支持各渠道分别统计", "系统必须显示常用语", "系统必须显示更多按钮", "其他用户必须看到提示",
			},
		},
		"LX-004": {
			fires: []string{
				"No data may ever be lost; the system must see to it", "The system must be available 24/7 and never fail", "The system must be completely error-free", "The system must be 100% available", "Under no conditions must data be lost",
				"The system must eliminate every error", "Nothing must go wrong", "The system must support unlimited users", "The system must run forever", "The system must prevent any and all errors", "The system must be impossible to hack",
				"Everyone must be able to use everything", "The system must be absolutely safe", "系统必须杜绝一切错误", "系统必须保证不出任何错误", "系统必须全天候可用", "系统必须随时随地可用", "系统必须支持无限用户", "系统必须完全避免错误", "系统不得出现任何问题", "系统必须 7×24 小时不间断", "系统必须永不宕机", "系统必须确保万无一失", "系统必须保证所有用户满意",
				"系统必须支持任意数量的用户", "系统必须每时每刻可用", "系统必须彻底消除错误",
			},
			silent: []string{
				"No data must be sent before login", "Everyone in the ward must confirm within 1 day", "The nothing-selected state must be shown", "The user must be able to cancel at any time", "No error must be shown when the list is empty",
				"The unlimited plan must be shown", "The limit must be off for the unlimited plan", "The system must prevent all users of other wards from reading", "The service must be available 24/7 in 99.5 % of the minutes", "系统不得显示任何按钮", "系统必须永久删除照片",
				"所有人员名单必须导出", "系统必须显示无限制标记", "系统必须防止任何人修改", "系统不得写入任何文件", "系统必须显示全天日程", "系统必须完全关闭后再退出",
			},
		},
		"LX-010": {
			fires: []string{
				"The user must not be prevented from saving", "It must not be impossible to save", "The system must not be unable to save", "The log must never be without a date", "No file must not be read", "A file must not go unread", "The page must not show no text",
				"The user must not be disallowed to save", "The result must not be non-empty", "The system must not omit to log", "The system must not not log", "系统不得不提示用户", "系统不可以不提示", "系统不能没有提示", "不允许系统不提示", "系统不得未提示就删除", "系统必须避免不提示", "系统不会没有提示",
				"系统不得不予提示", "无不提示用户，系统必须如此", "系统禁止不提示", "不得禁止用户不登录",
			},
			silent: []string{
				"A user must not be able to see others", "The system must not be stopped by one error", "The list must never show deleted rows", "The page must not have borders", "The user must be prevented from saving twice", "The mail must not be sent without consent",
				"系统不得显示不可用的选项", "系统必须防止不同用户混淆", "禁止不合法字符", "没有权限的账号不能删除", "系统必须拒绝不完整的文件", "不允许不同类型混用",
			},
		},
		"LX-015": {
			fires: []string{
				"The system must have the capability of exporting", "The system must be equipped to export", "It must be possible to export", "The system must offer the option to export", "The system must be suitable for exporting", "The system must be ready to export",
				"The system must be in a position to export", "The system must have the power to export", "The system must know how to export", "Users must have the ability to export", "系统必须有能力导出", "系统必须具备导出能力", "系统必须具有导出的能力", "系统必须能导出报表", "系统必须可以导出报表",
				"系统必须可实现导出", "系统必须拥有导出能力", "系统应提供导出的可能", "系统必须具备支持导出的条件", "系统必须能够支持导出",
			},
			silent: []string{
				"The user must choose the option to export", "The system must let two nurses swap", "The door must be ready for transport", "The system must show the possible dates", "The system must not be able to start twice", "系统必须可用", "系统必须可恢复",
				"系统必须显示能耗", "系统必须会签", "系统应可用 3 天", "记录必须可追溯",
			},
		},
		"LX-016": {
			fires: []string{
				"The alarm must be sent without delay", "The alarm must be sent as quickly as needed", "The log must be kept for some time", "The log must be kept for long", "The job must run now and then", "The alarm must be sent early", "The alarm must be sent quickly",
				"The backup must be made often enough", "The user must be told in advance", "The user must be told beforehand", "The page must load in no time", "The log must be deleted at a suitable time", "The user must be warned ahead of time",
				"The log must be deleted in the course of time", "The lock must be released after a certain time", "The job must run at intervals", "The job must run at short intervals", "The page must load in a short time", "The user must be told right after",
				"The log must be deleted as time goes by", "The session must time out after inactivity", "The mail must be sent within a reasonable time", "The mail must be sent within a short time", "The mail must be sent sooner or later", "The mail must be sent ultimately",
				"The key must be rotated frequently", "The list must be up to date", "The key must be changed in regular intervals", "The session must end following a period of inactivity", "The mail must be sent the moment it arrives", "The lock must hold for a limited time",
				"系统必须过一会儿重试", "系统必须在一段时间后删除日志", "系统必须隔一段时间检查", "系统必须不时检查", "系统必须在短期内删除", "系统必须提前通知", "系统必须尽快通知", "系统必须迟早通知", "系统必须在规定时间内通知", "系统必须在合理时间内通知", "系统必须暂时锁定账号", "系统必须临时锁定账号", "系统必须在适当时间删除", "系统必须每隔一段时间检查", "系统必须间隔一定时间重试", "系统必须过段时间重试",
				"系统必须快速更新", "系统必须时常检查", "系统必须保持最新", "系统必须在若干时间后重试", "系统必须以后删除", "系统必须择期删除", "系统必须一定时间后锁定", "系统必须数日后删除", "系统必须将日志保留一阵子", "系统必须当即通知", "系统必须迅即通知", "系统必须在第一时间通知", "系统必须按期删除", "系统必须适时删除",
			},
			silent: []string{
				"The early shift must be shown", "The warning must be sent 28 days in advance", "If a user is temporarily locked, the page must show the time left", "The recently used list must hold 5 rows", "The file must be long enough", "After 15 minutes of inactivity, the session must end",
				"The right side must be free", "The list must show the interval", "The quickly-add button must be shown", "The report must show the right moment of the fall", "The set time must be shown", "Temporarily stored files must be deleted within 1 day",
				"系统必须提前 3 天通知", "提前结束的任务必须显示", "系统必须显示临时密码", "系统必须保存以后的记录", "系统必须显示规定时间", "系统必须定时器归零", "系统必须在 5 分钟内尽快通知", "如期满未还，系统必须提示", "按期号排序必须可选", "随即数必须记录", "系统必须时刻表一致", "长时间未操作 15 分钟后必须退出",
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
