package checks

import "testing"

// TestReachOfHollowAnswers gives the rules cells that are filled and answer nothing,
// and short ones that do answer.
func TestReachOfHollowAnswers(t *testing.T) {
	const (
		stack    = "-- spec/architecture/_index.md --\n## Technology Stack\n\n| Technology | Rationale | License |\n|---|---|---|\n| SQLite | no server | MIT |\n| Go | "
		parts    = "-- spec/architecture/_index.md --\n## Components\n\n| Component | Responsibility |\n|---|---|\n| Reader | reads logs |\n| Drill Runner | "
		teile    = "-- spec/architecture/_index.md --\n## 组件\n\n| 组件 | 职责 |\n|---|---|\n| 采集器 | 读取日志 |\n| 校验模块 | "
		settings = "-- spec/architecture/_index.md --\n## Configuration\n\n| Field | Default | Constraint |\n|---|---|---|\n| interval | 10s | at least 1s |\n| files | "
		adr      = "-- spec/architecture/ADR-001.md --\n# ADR-001: Store\n\n## Decision\n\nSQLite.\n\n"
		options  = adr + "## Alternatives\n\n- **SQLite** (chosen): one file\n- "
		effects  = adr + "## Consequences\n\n- Good: queries are easy\n- Bad: "
		wirkung  = adr + "## 后果\n\n- 正面：查询方便\n- 负面："
		watch    = "-- spec/readiness-report.md --\n## Watch Items\n\n| Item | Owner | Due |\n|---|---|---|\n| Size | Kim | 2025-06-01 |\n| Keys | security lead | "
		merken   = "-- spec/readiness-report.md --\n## 跟踪事项\n\n| 事项 | 负责人 | 期限 |\n|---|---|---|\n| 密钥 | 安全组 | "
		scores   = "-- spec/readiness-report.md --\n| Dimension | Score |\n|---|---|\n| Completeness | 20/25 |\n| Depth | "
		punkte   = "-- spec/readiness-report.md --\n| 维度 | 评分 |\n|---|---|\n| 完整性 | 20/25 |\n| 深度 | "
		done     = "-- spec/epics/_index.md --\n## Definition of Done\n\n- A restore takes 5 minutes\n- "
		fertig   = "-- spec/epics/_index.md --\n## 完成定义\n\n- 5 分钟内完成恢复\n- "
		risk     = "-- spec/architecture/_index.md --\n## Risks\n\n| Risk | Mitigation |\n|---|---|\n| Full disk | "
	)
	for rule, rows := range map[string]map[bool][]string{
		"AR-011": {
			true: {stack + "industry standard | BSD |\n", stack + "Popular choice | BSD |\n", stack + "Widely used and well known | BSD |\n", stack + "We need it | BSD |\n", stack + "It is the best | BSD |\n", stack + "we like Go | BSD |\n",
				stack + "主流语言 | BSD |\n", stack + "业界标准 | BSD |\n", stack + "应用广泛 | BSD |\n", stack + "项目需要 | BSD |\n", stack + "目前最流行的框架 | BSD |\n"},
			false: {stack + "known by the team of three | BSD |\n", stack + "standard library has a TLS server | BSD |\n", stack + "widely used, so that hosts have it | BSD |\n", stack + "the customer's standard since 2019 | BSD |\n",
				stack + "团队熟悉 | BSD |\n", stack + "主机已安装 | BSD |\n", stack + "业界标准接口，可更换供应商 | BSD |\n"},
		},
		"AR-029": {
			true:  {stack + "one binary | open source |\n", stack + "one binary | Free |\n", stack + "单文件 | 开源 |\n", stack + "单文件 | 免费 |\n", stack + "one binary | ? |\n"},
			false: {stack + "one binary | BSD-3-Clause |\n", stack + "one binary | Open Software License 3.0 |\n", stack + "单文件 | 木兰宽松许可证 |\n", stack + "one binary | Public domain |\n"},
		},
		"AR-018": {
			true:  {parts + "Drill Runner |\n", parts + "Core component |\n", parts + "drill runner module |\n", parts + "The main logic |\n", parts + "does the work |\n", teile + "校验 |\n", teile + "核心模块 |\n", teile + "校验功能 |\n", teile + "负责相关工作 |\n"},
			false: {parts + "Runs drills |\n", parts + "Main loop |\n", parts + "Logic of restores |\n", teile + "校验文件 |\n", teile + "核心对账 |\n", teile + "处理退款 |\n"},
		},
		"AR-026": {
			true: {settings + "900 | 1 to 500 |\n", settings + "0 | 1-500 |\n", settings + "90 s | 5–60 s |\n", settings + "configurable | 1 to 500 |\n", settings + "50 | reasonable values |\n", settings + "depends on the environment | 1 to 500 |\n",
				settings + "2048 | 64 到 1024 |\n", settings + "90 秒 | 5 至 60 秒 |\n", settings + "视情况 | 1 到 500 |\n", settings + "50 | 合理范围 |\n"},
			false: {settings + "500 | 1 to 500 |\n", settings + "-1 | -1 to 500 |\n", settings + "90 s | 1 to 5 min |\n", settings + "900 | 1 or 500 |\n", settings + "900 | 1 to 5 GB |\n", settings + "none, must be set | 1 to 500 |\n",
				settings + "2 分钟 | 5 到 600 秒 |\n", settings + "256 | 64 到 1024 |\n", settings + "8080 | 2025-01-01 to 2025-02-01 |\n"},
		},
		"AR-015": {
			true:  {options + "Do nothing\n", options + "**Doing nothing**: not acceptable.\n", options + "Other options: rejected\n", options + "维持现状：不可行\n", options + "其他方案：均不合适\n"},
			false: {options + "Do nothing: the town pays 300 € a month for the old store\n", options + "Files: no queries\n", options + "维持现状：每月仍需 3 小时人工核对\n", options + "Other databases such as DuckDB: no writers\n"},
		},
		"AR-016": {
			true:  {effects + "minor.\n", effects + "negligible impact\n", effects + "to be evaluated\n", effects + "acceptable overhead\n", wirkung + "影响较小，可接受\n", wirkung + "待评估\n", wirkung + "成本可控\n"},
			false: {effects + "minor delays of 2 s at start\n", effects + "few people know it, which costs a course\n", wirkung + "影响较小，但需要 8 GB 空间\n", wirkung + "需要维护索引\n"},
		},
		"RD-015": {
			true:  {watch + "soon |\n", watch + "- |\n", watch + "TBD |\n", watch + "ASAP |\n", merken + "尽快 |\n", merken + "待定 |\n", merken + "- |\n"},
			false: {watch + "2025-06-20 |\n", watch + "week 23 |\n", watch + "before the pilot |\n", merken + "试点前 |\n", merken + "6 月 |\n"},
		},
		"RD-014": {
			true:  {scores + "27/25 |\n", scores + "105% |\n", punkte + "27/25 |\n", punkte + "120% |\n"},
			false: {scores + "25/25 |\n", scores + "100% |\n", punkte + "25/25 |\n"},
		},
		"EP-015": {
			true:  {done + "Docs are done\n", done + "All tests are done\n", done + "Documentation complete\n", fertig + "测试完成\n", fertig + "文档已完成\n"},
			false: {done + "Tests pass on Linux\n", done + "Docs list the exit codes\n", fertig + "测试全部通过\n", fertig + "文档列出退出码\n"},
		},
		"AR-013": {
			true:  {risk + "Will be handled later |\n", risk + "to be monitored |\n", risk + "will be addressed if needed |\n", risk + "monitored closely |\n"},
			false: {risk + "Will be handled by a second disk |\n", risk + "monitored at 90 % |\n", risk + "reviewed each Monday |\n"},
		},
	} {
		for fires, texts := range rows {
			for _, text := range texts {
				probe(t, rule, text, fires)
			}
		}
	}
}
