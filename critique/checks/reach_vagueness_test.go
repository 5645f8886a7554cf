package checks

import "testing"

// TestReachOfVagueness gives the rules about what cannot be measured other words
// for the same, and words that only look like them.
func TestReachOfVagueness(t *testing.T) {
	for rule, lines := range map[string]struct{ fires, silent []string }{
		"LX-001": {
			fires: []string{
				"The result MUST NOT be slow", "The page must not feel sluggish", "The list must not take too long to load", "The form must not be confusing", "The setup must not be overly complex", "Search must not be unreasonably slow", "The export must not use excessive memory",
				"The wizard must not be cumbersome", "Users must not have to wait long", "The server must avoid unnecessary load", "The page must load without noticeable delay", "The start must not be unduly delayed", "Messages must not be hard to read",
				"The text must be clear", "The menu must be simple", "The page must be easy", "The service must be stable", "Data must be handled in a secure manner", "Errors must be shown in a clear way", "The page must be highly responsive",
				"The result must be relatively accurate", "The store must have enough space", "The system must provide all necessary information", "The system must show relevant details", "The log must contain useful information", "Disk use must be kept small",
				"The queue must be kept short", "The load must be minimal", "The system must have a low error rate", "The tool must be scalable and maintainable", "The system must take suitable measures", "The page must respond in an acceptable time",
				"The service must be very fast", "The look must be pretty", "Passwords must be strong", "A decent amount of space must be free", "The archive must be compact", "The alarm must be loud enough", "The page must be accessible and pleasant",
				"The log must be kept for an appropriate period", "The system must be secure", "The print must be legible", "The dashboard must be rich and lively", "页面加载不得过慢", "界面不应过于复杂", "等待时间不宜太长", "系统不能卡顿", "操作不得繁琐", "响应不能太慢", "文件不得过大", "避免不必要的请求，系统必须合并",
				"系统不得占用过多内存", "提示必须清晰", "系统必须稳定运行", "界面必须简单", "系统应给出必要的提示", "系统必须显示相关信息", "系统必须采取相应措施", "系统必须以安全的方式保存密码", "日志应保留较长时间", "系统应有较高的准确率", "系统应妥善保存照片", "错误率必须较低", "内存占用必须很小", "系统应足够稳定", "页面必须清爽整洁", "数据必须保持较好的一致性", "密码必须足够复杂", "系统必须可靠",
				"系统应具有较强的容错能力", "界面应体验良好", "响应必须够快", "系统必须给用户带来愉悦的体验", "系统必须安全", "查询应不太慢",
			},
			silent: []string{
				"The page must not load when the file is too large", "The very first row must hold the header", "If there is not enough disk space, the run must end with exit code 4", "The request must be safe to retry", "The ID must be short-lived",
				"The form must not slow down the import: at most 5 ms", "The name must not be longer than 80 characters", "The high-level view must be shown", "The connection must be secured with TLS 1.3", "The working tree must be clean", "A clear button must be shown",
				"The error must be strong-typed", "A low battery must be marked on the map", "The small icon must be shown", "The system must answer 429 when there are too many requests", "The user must choose the very same file", "The simple mode must be off",
				"IDs must be stable across runs", "The light theme must be the default", "The alarm must sound when pressure is low", "The short name must be unique", "The clear text must not be logged", "A large file must be refused above 10 MB",
				"The high priority queue must be read first", "A complex password must have 12 characters", "The user must wait 5 minutes", "The important flag must be kept", "The record must hold data and details of each call", "The relevant date must be shown",
				"The system must not show difficult words of list B twice", "密码过期后系统必须提示", "照片过大时，系统必须提示“照片过大”", "系统必须取两者中较大的一个", "系统必须取较大值", "系统必须显示相关单据的编号", "系统必须标记为不安全", "系统必须提示用户是否安全", "系统必须显示安全提示", "用户必须选择简单模式", "复杂密码必须包含 12 个字符", "系统必须安全删除密钥（覆盖 3 次）",
				"低电量时必须提示", "系统必须记录缩短的网址", "系统必须记录相关性得分", "系统必须显示最低库存", "必要字段为空时系统必须拒绝", "系统必须显示安全库存", "系统必须关闭过期会话", "系统必须压缩到最小", "按钮必须位于简介下方",
			},
		},
		"LX-006": {
			fires: []string{
				"The new page must use fewer clicks", "The page must be more readable", "The page must need less memory", "The page must cause fewer errors", "The page must be lighter", "Response time must decrease", "The error rate must go down",
				"The page must be more user-friendly", "The tool must be superior to the old tool", "Costs must fall", "The import must take less time", "Accuracy must be increased", "The page must be quicker than today", "Usability must be improved",
				"The page must be cleaner", "The search must be more precise", "错误必须更少", "系统必须减少错误", "点击次数必须减少", "系统应比现在更稳定", "页面应更易读", "错误率必须下降", "系统应进一步提升准确率", "系统应优于现有系统", "操作步骤应更少", "准确率必须提高", "系统应减轻人员负担", "系统的性能应得到改善", "系统应加快处理", "响应应快于以前",
				"系统必须节省时间",
			},
			silent: []string{
				"The counter must increase with each call", "The more recent of the two must stay", "The system must not use more memory than 200 MB", "The price must fall back to the default", "Show more items must be a button", "Time must be shown in UTC",
				"The number of rows must be shown", "The list must have no less than 3 rows", "The page must take no more than 5 s", "The newer file must stay", "The rate must be increased to 5 per s", "The user must save the file", "系统必须记录增加的库存数",
				"错误次数必须显示", "误差必须减少到 5 毫米", "处理时间必须降低到 5 秒", "系统必须显示更多内容", "数量必须增加 1", "系统应减少库存 1 件", "版本号必须大于 3", "系统必须显示时间减少的条目",
			},
		},
		"LX-007": {
			fires: []string{
				"The system must be second to none", "The page must be as small as possible", "The tool must offer maximum comfort", "The tool must use the latest technology", "The tool must use the most suitable format", "The page must be the cleanest",
				"The system must keep costs to a minimum", "Downtime must be minimized", "Throughput must be maximised", "The design must be leading edge", "The system must deliver top quality", "Memory use must be as low as it gets", "The tool must be outstanding",
				"The algorithm must be of superior quality", "The system must be ideal", "系统必须采用最新技术", "系统必须采用最合适的算法", "体验必须无可挑剔", "系统应尽善尽美", "系统必须把成本降到最低", "误差必须最小", "系统应采用最理想的布局", "系统必须首屈一指", "吞吐量必须最大", "系统应达到最好效果", "性能必须最好", "系统应出类拔萃", "系统应达到先进水平",
			},
			silent: []string{
				"The maximum speed must be 30 km/h", "The window must be minimized to the tray", "The system must keep the latest version", "The nearest ward must be shown", "The page must list the highest score", "The minimum level of stock must be shown",
				"The oldest entry must go first", "The premium plan must be shown", "The maximum effort must be 3 days", "The system must show the ideal weight of 60 kg", "系统必须显示最新消息", "系统必须取最小值", "系统必须选择最大值", "系统必须显示最低价格", "列表必须按最短距离排序", "最大连接数必须为 100",
				"系统必须显示最少库存数", "系统必须显示最近一次",
			},
		},
		"LX-013": {
			fires: []string{
				"The system must keep a certain number of versions", "The system must keep a sufficient number of versions", "The system must keep a small set of versions", "The system must retry repeatedly", "The system must keep at least some versions",
				"The system must keep a limited number of versions", "The system must keep a reasonable amount of logs", "The system must send a couple reminders", "The system must show tens of rows", "The system must keep a lot of logs", "The system must keep numerous logs",
				"The system must retry multiple times", "The system must send a bunch of mails", "Many users must be served", "The system must support a large number of users", "The system must keep a handful versions", "系统必须保留一定数量的版本", "系统必须重试多次",
				"系统必须保留数份版本", "系统必须保留几份版本", "系统必须保留有限的版本", "系统必须保留一定的版本", "系统必须支持大批用户", "系统必须保留近几次版本", "系统必须保留好几个版本", "系统必须保存一部分日志", "系统必须重试数遍", "系统必须保留十几个版本", "系统必须支持海量数据", "系统必须保留足够多的版本", "系统必须反复重试", "系统必须附几张照片", "系统必须附上数张照片",
			},
			silent: []string{
				"One or more versions must stay", "The set of versions must be kept", "The lot number must be shown", "The system must show a limited edition badge", "More than 5 rows must be split", "The user must confirm twice", "A set of 3 keys must be kept",
				"The number of rows must be shown", "参数个数必须显示", "系统必须显示份数", "系统必须显示几何中心", "系统必须支持多人协作", "系统必须按批导入一批记录", "多页文档必须显示页码", "岁数必须大于 18", "系统必须支持多套餐管理", "系统必须记录反复点击", "系统必须提示较少库存", "系统必须显示有限公司名称",
			},
		},
		"LX-017": {
			fires: []string{
				"The answer must come in 3 s or so", "The answer must come in some 3 s", "The answer must come in 3-ish s", "The answer must come in ca. 3 s", "The answer must come in c. 3 s", "The list must hold upwards of 30 rows", "The list must hold almost 30 rows",
				"The answer must come in 3 s give or take", "The answer must come in ≈ 3 s", "The list must hold in the region of 30 rows", "The list must hold somewhere around 30 rows", "The list must hold 30 rows more or less", "The list must hold up to about 30 rows",
				"The answer must come in 2 to 3 s roughly", "The answer must come in ~3 s", "The list must hold nearly thirty rows", "The answer must come in under about 3 s", "The list must hold an estimated 30 rows", "系统必须在 3 秒上下返回", "系统必须在 3 秒前后返回",
				"系统必须在约3秒返回", "系统必须在将近 3 秒返回", "系统必须保留 30 多条", "系统必须保留 30 来条", "系统必须保留 30 余条", "系统必须在大致 3 秒内返回", "系统必须在 ≈3 秒返回", "系统必须在 3 秒钟的样子返回", "系统必须在差不多 3 秒返回", "系统必须在 3 秒附近返回", "系统必须在三秒左右返回", "系统必须保留 30 条以上左右", "系统必须保留三十几条", "系统必须在 ~3 秒返回",
				"系统必须保留估计 30 条", "系统必须在 3 秒开外返回", "系统必须在两三秒内返回", "系统必须保留二十多条",
			},
			silent: []string{
				"The user must choose one of about three plans", "The about box must be shown", "Around the map a border must be drawn", "The estimated time must be shown", "The file must be close to the index", "A good 3-star hotel must be marked",
				"系统必须显示前后 3 天", "列表必须支持上下滑动", "左右各留 10 像素", "系统必须显示预估时间", "系统必须显示附近 3 公里的门店", "系统必须保留十来源", "第 3 页前后翻页必须可用", "系统必须显示第 30 行前后的 5 行", "系统必须允许 3 人许可",
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
