package checks

import (
	"context"
	"testing"
)

// TestReachOfWords holds the rules about words against what people write: each
// line is one acceptance criterion, in Chinese where it is Chinese.
func TestReachOfWords(t *testing.T) {
	for rule, lines := range map[string]struct{ fires, silent []string }{
		"LX-001": {
			fires: []string{
				"The form must be intuitive and easy to use", "Errors must be handled gracefully", "The report must load quickly on phones",
				"The service must be reliably monitored", "The page must work well on phones", "The system SHALL be robust and flexible",
				"系统必须迅速响应请求", "界面应简洁明了、方便用户操作", "并发量大时系统应保持流畅", "系统应具有良好的可扩展性",
			},
			silent: []string{
				"The form must be intuitive: 9 of 10 users finish it within 2 min", "The name as well as the date must be stored", "The fast-track queue must be drained each day",
				"系统必须在 200 毫秒内快速响应", "两分钟内快速完成登记", "NFR 的易用性由问卷度量", "记录必须包含操作人以及时间", "用户必须提交补充分析", "首页必须提供快速入口", "导出必须提高效率 20%",
			},
		},
		"LX-002": {
			fires: []string{
				"The upload must be resumed where applicable", "Logs should be kept as far as practicable", "The queue must ideally be drained each night", "The tool must retry if time permits",
				"如有必要，系统应通知管理员", "系统应视具体情况重试", "一般情况下系统应保留日志", "如可能，应压缩日志",
			},
			silent: []string{"The upload must be resumed when the network is back", "The appropriate-use notice must be shown", "网络恢复后系统必须继续上传", "最大重试次数必须为 3 次", "系统必须记录监视情况", "会话必须在舒适时段外关闭"},
		},
		"LX-003": {
			fires: []string{
				"系统必须记录新增、变更等操作",
				"The export must offer PDF, CSV and so forth", "Formats must include, among others, PDF", "The list must hold name, date or similar",
				"系统必须支持 PDF、Word、Excel 等格式导出", "系统必须记录账号、时间等", "通知渠道包含但不限于短信",
			},
			silent: []string{"The export must offer PDF and CSV", "系统必须支持 PDF、Word、Excel 等 3 种格式", "用户登录、等待审批的时间必须显示", "系统必须支持短信、邮件等两种渠道", "优先级分为高、中等、低"},
		},
		"LX-004": {
			fires: []string{
				"系统从不丢失数据",
				"All users must be informed", "Every request shall be answered", "The service must run without any exception", "The data must never be lost", "The parser must handle all possible inputs",
				"系统必须在所有情况下可用", "数据绝不丢失", "无论何时系统都应响应", "系统必须总是在线",
			},
			silent: []string{"Each user must be informed within 1 h", "All 12 wards must be imported", "All shifts of a nurse are listed", "系统必须保留全部 12 类日志", "绝缘层必须检查", "系统必须从不同来源导入文件", "系统必须拒绝不安全的链接", "配置必须使用绝对路径", "所有环境变量必须有默认值"},
		},
		"LX-006": {
			fires:  []string{"The search must improve the user experience", "Reports must be available at lower cost", "The page must load faster", "系统应提升用户体验", "查询必须更高效，响应更快", "系统应降低响应时间", "系统必须比旧系统更快", "新流程比旧流程耗时更短", "The new procedure takes less time than the old one", "Entering a swap must be faster than the paper form"},
			silent: []string{"The search must be faster than the current one of 4 s", "查询耗时必须从 4 秒降低到 2 秒", "The order must be sorted by more than one key", "列表末尾必须显示加载更多", "变更高风险配置必须审批"},
		},
		"LX-007": {
			fires:  []string{"系统必须达到一流水平", "内存占用必须最小化", "The layout must be of the highest quality", "The tool must give the best possible result", "系统必须提供极致体验", "算法应最大限度压缩文件", "系统应达到行业领先水平"},
			silent: []string{"The list must start with the highest score", "The best-before date must be shown", "系统必须兼容最低版本 3.4", "列表按最新时间排序", "队列必须按最优先顺序处理", "订单必须走统一流程", "只允许使用顶级域名", "窗口最小化后必须继续运行"},
		},
		"LX-010": {
			fires:  []string{"恢复文件非管理员不可", "The answer must not be unclear", "The user cannot not confirm", "A file must not be incomplete", "Export must never fail to finish", "管理员不能不确认", "页面不得没有标题", "系统不应不提示"},
			silent: []string{"A draft must not be under 2 lines", "A file must not be deleted without confirmation", "未经确认的文件不得删除", "没有权限的账号不能删除", "错误提示不得影响录入", "页面对非管理员不可见", "非本人不可修改订单"},
		},
		"LX-011": {
			fires:  []string{"The manager and / or the nurse must confirm", "The admin/editor must confirm", "通知必须发给用户及/或管理员", "用户/管理员必须确认"},
			silent: []string{"The client/server link must be encrypted", "The file docs/readme must exist", "Category: security/privacy", "The cache hit/miss status must be logged", "A record must hold the status (draft/sent) of each message", "数据读取/写入必须记录日志", "TCP/IP must be used"},
		},
		"LX-013": {
			fires:  []string{"The list must show various filters", "A number of retries must follow", "The user must see a couple of hints", "系统必须保留大量日志", "系统应重试几次", "系统须通知某些用户", "After 3 failures, the system must wait several minutes", "失败 3 次后，系统必须保存若干天"},
			silent: []string{"The list must show 3 filters", "The system must retry several times, at most 5", "系统必须重试若干次，最多 5 次", "At most one retry must follow", "系统必须重试 3 次", "登录失败的用户必须看到提示", "用户选择多条记录后必须可导出"},
		},
		"LX-015": {
			fires:  []string{"The tool must provide an ability to export", "The tool must be designed to export", "系统应能够导出报表", "系统必须具有导出报表的功能", "系统应提供导出能力"},
			silent: []string{"The tool must export reports", "系统必须导出报表", "系统必须支持导出 CSV"},
		},
		"LX-016": {
			fires:  []string{"报表必须按时提交", "异常必须及时上报", "The queue must be checked from time to time", "Alarms must be shown promptly", "Old files must be deleted shortly after", "The state must be near real-time", "系统应第一时间通知用户", "系统必须周期性检查队列", "日志必须长期保存", "数据必须秒级更新"},
			silent: []string{"The queue must be checked regularly, every 5 minutes", "Alarms must be shown within 2 s", "The prompt must be shown", "系统必须每 5 分钟定期检查队列", "系统必须在一分钟内立即通知", "页面提示稍后重试", "公式必须按时间排序", "系统必须使用标准时间", "身份核实时必须显示姓名", "密码必须在固定期限后更换", "遇到瞬时错误必须重试 3 次", "运行时常量必须加密存储", "系统必须接入即时通讯", "涉及时区的字段必须转换"},
		},
		"LX-017": {
			fires:  []string{"导出必须约 30 秒完成", "A run must take roughly one hour", "The answer must come within about 30 s", "The pack must hold close to 100 files", "响应时间必须在 2 秒左右", "每页必须显示约 20 条", "归档必须在近 90 分钟内完成"},
			silent: []string{"A run must take 60 min ± 5 min", "The about page must show the version", "列表必须支持左右滑动", "约定时间必须显示", "系统必须在预约 30 分钟前提醒", "滚动到图片附近 200 像素时必须加载", "最近 7 天的记录必须显示"},
		},
	} {
		for fires, texts := range map[bool][]string{true: lines.fires, false: lines.silent} {
			for _, text := range texts {
				probe(t, rule, "## Acceptance Criteria\n\n- [ ] "+text+"\n", fires)
			}
		}
	}
}

// probe tells whether one rule fires on a document, or on several in txtar form.
func probe(t *testing.T, rule, text string, fires bool) {
	t.Helper()
	report := onlyRule(t, rule).Check(context.Background(), whole(files(Rule{ID: rule}, text)))
	if got := len(report.Findings) > 0; got != fires {
		t.Errorf("%s fired = %v, want %v:\n%s", rule, got, fires, text)
	}
}
