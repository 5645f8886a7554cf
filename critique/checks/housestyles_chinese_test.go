package checks

import (
	"context"
	"testing"
)

// TestChineseHouseStyles gives rules what Chinese documents, and those that mix
// Chinese with English terms, look like in other houses. Beside each stands the
// defect that the same shape can have.
func TestChineseHouseStyles(t *testing.T) {
	const (
		about    = "-- spec/product-brief.md --\n"
		index    = "-- spec/requirements/_index.md --\n"
		arch     = "-- spec/architecture/_index.md --\n"
		plan     = "-- spec/epics/_index.md --\n"
		report   = "-- spec/readiness-report.md --\n"
		sentence = "- 每晚读回一份备份。\n- 读不回的备份会报警。\n- 报警发到值班手机。\n- 值班人员确认后关闭。\n- 关闭的报警保留备查。\n- 周报列出全部报警。\n"
		granted  = index + "## 功能需求\n\n| 编号 | 需求 | 优先级 |\n|---|---|---|\n| FR-001 | 值班人员可以查看备份列表 | Must |\n| FR-002 | 值班人员可以关闭报警 | Should |\n| FR-003 | 系统可以发送周报 | Could |\n"
		goal     = about + "## 目标\n\n| 编号 | 目标 | 指标 | 目标值 |\n|---|---|---|---|\n| G-001 | 不丢文件 | 丢失的文件数 | "
		quality  = index + "## 非功能需求\n\n| 编号 | 标题 | 指标 |\n|---|---|---|\n| NFR-001 | "
		issues   = report + "## 评分\n\n| 维度 | 得分 |\n|---|---|\n| 完整性 | 92 |\n| 一致性 | 90 |\n\n"
		passed   = report + "| 检查 | 结果 |\n|---|---|\n| 一 | 通过 |\n| 二 | 通过 |\n| 三 | 通过 |\n| 四 | 通过 |\n| 五 | 通过 |\n| 六 | 通过 |\n\n"
		batches  = "-- spec/requirements/REQ-001.md --\n# REQ-001：导入备份\n\n"
		limited  = index + "## 假设\n\n- 一次导入的备份最多 100 份。\n"
		mapped   = plan + "| Epic | 标题 |\n|---|---|\n| Epic 1 | 校验 |\n\n"
		story    = "-- spec/epics/EPIC-001.md --\n# EPIC-001：校验\n\n### STORY-001-001：读回\n\n**追溯**：FR-001\n\n### STORY-001-002：加密\n\n"
		tags     = index + "## 功能需求\n\n- FR-UM-001 登录 [P0]\n- FR-UM-002 注销 [P1]\n- FR-UM-003 改密 [P0]\n- FR-UM-004 找回 [P0]\n- FR-UM-005 头像 [P2]\n\n## 需求汇总\n\n| 优先级 | 数量 |\n|---|---|\n"
	)
	for name, test := range map[string]struct {
		rule, text string
		fires      bool
	}{
		"来源与去向不是句子":      {"X-015", plan + sentence + "\n## 参考\n\n- Derived from: [需求](x.md)\n- Handoff to: the planning of the work\n", false},
		"断开的最后一句":        {"X-015", plan + sentence + "\n## 其他\n\n- 周报还要列出没有\n", true},
		"目标值为零":          {"BR-011", goal + "0 |\n", false},
		"目标值只有一个词":       {"BR-011", goal + "更少 |\n", true},
		"指明加密算法":         {"RQ-014", quality + "密钥加密 | AES-256-GCM，密钥由环境变量注入 |\n", false},
		"指标只说加密":         {"RQ-014", quality + "密钥加密 | 强加密，密钥由环境变量注入 |\n", true},
		"不阻塞的指标":         {"RQ-014", quality + "读回 | 不阻塞写入 |\n", false},
		"有快慢之分的指标":       {"RQ-014", quality + "读回 | 不太慢 |\n", true},
		"能力清单用“可以”":      {"LX-012", granted, false},
		"只有一条用“可以”":      {"LX-012", index + "## 功能需求\n\n| 编号 | 需求 | 优先级 |\n|---|---|---|\n| FR-001 | 值班人员查看备份列表 | Must |\n| FR-002 | 系统可以发送周报 | Must |\n| FR-003 | 系统保留报警 | Should |\n", true},
		"编号而无 ID 的史诗":    {"EP-010", plan + "| Epic | 标题 | MVP |\n|---|---|---|\n| Epic 0 | 校验 | ✓ |\n", false},
		"没有史诗":           {"EP-010", plan + "| 阶段 | 标题 | MVP |\n|---|---|---|\n| 一 | 校验 | ✓ |\n", true},
		"覆盖表就是追溯":        {"EP-003", mapped + "## FR Coverage Map\n\nFR1: Epic 1（校验）\nFR2: Epic 1（报警）\n", false},
		"覆盖率不是追溯":        {"EP-003", mapped + "## 测试覆盖率\n\n单元测试覆盖率不低于 80%。\n", true},
		"覆盖表里的标题不是要求":    {"LX-001", plan + "## FR Coverage Map\n\n| FR | Epic | 描述 |\n|---|---|---|\n| FR-001 | Epic 1 | 快速恢复 |\n", false},
		"要求里的“快速”":       {"LX-001", index + "## 功能需求\n\n| 编号 | 需求 |\n|---|---|\n| FR-001 | 系统必须快速恢复 |\n", true},
		"勾掉的事项是事实":       {"LX-001", arch + "## 自查\n\n- [x] 上下文充分分析\n", false},
		"没勾的事项是要求":       {"LX-001", arch + "## 自查\n\n- [ ] 上下文充分分析\n", true},
		"报告所列的问题":        {"X-002", issues + "## 问题列表\n\n- Epic 3 的故事待定义\n", false},
		"报告说到别处的缺口":      {"X-002", issues + "本次只有一项：Epic 3 的故事待定义。\n", false},
		"报告自己的缺口":        {"X-002", issues + "## 覆盖\n\n| 需求 | 结果 |\n|---|---|\n| REQ-001 | 待定 |\n", true},
		"待补全的规范":         {"X-002", index + "接口规范待补全。\n", true},
		"门禁写在标题里":        {"RD-013", report + "## Gate Result: PASS (>=80%)\n\n## 说明\n\n| 维度 | 得分 |\n|---|---|\n| 完整性 | 92 |\n", false},
		"标题里没有结论":        {"RD-013", report + "## Gate Result: 待定\n\n## 说明\n\n| 维度 | 得分 |\n|---|---|\n| 完整性 | 92 |\n", true},
		"结论是更大的标题":       {"X-004", report + "## 结论\n\n### 状态\n\n# ✅ READY FOR IMPLEMENTATION\n\n两个史诗已完整定义，可以开始。\n\n## 其他\n\n没有别的问题需要处理。\n", false},
		"下一个标题不是结论":      {"X-004", report + "## 结论\n\n### 状态\n\n# 附录\n\n两个史诗已完整定义，可以开始。\n\n## 其他\n\n没有别的问题需要处理。\n", true},
		"分级列出的问题":        {"RD-011", passed + "## Issues\n\n| # | Severity | Description |\n|---|---|---|\n| 1 | Info | 编辑器的故事偏大 |\n", false},
		"问题表里没有问题":       {"RD-011", passed + "## Issues\n\n| # | Severity | Description |\n|---|---|---|\n| 无 | - | - |\n", true},
		"故事里的角色":         {"RQ-029", batches + "作为批量处理人员，我想要导入一份备份，以便恢复。\n", false},
		"与批量操作相同":        {"RQ-029", batches + "校验规则与批量导入相同。\n", false},
		"批量而没有上限":        {"RQ-029", batches + "用户批量导入备份。\n", true},
		"上限写在假设里":        {"RQ-029", limited + batches + "用户批量导入备份。\n", false},
		"架构约束也是约束":       {"DC-004", "-- spec/discovery-context.json --\n" + `{"seed_analysis": {"problem_statement": "值班人员不知道备份能否恢复"}, "architecture_constraints": ["只读"]}`, false},
		"空的架构约束":         {"DC-004", "-- spec/discovery-context.json --\n" + `{"seed_analysis": {"problem_statement": "值班人员不知道备份能否恢复"}, "architecture_constraints": []}`, true},
		"追溯到 NFR-S1":     {"EP-017", story + "**NFRs:** NFR-S1\n", false},
		"没有追溯":           {"EP-017", story + "**规模**：S\n", true},
		"更多数据":           {"LX-013", index + "## 验收标准\n\n- [ ] 说明是否有更多数据\n", false},
		"多数备份":           {"LX-013", index + "## 验收标准\n\n- [ ] 列出多数备份\n", true},
		"是否有更多数据":        {"LX-006", index + "## 验收标准\n\n- [ ] 说明是否有更多数据\n", false},
		"读回更多备份":         {"LX-006", index + "## 验收标准\n\n- [ ] 每晚读回更多备份\n", true},
		"长期复用":           {"LX-016", index + "## 验收标准\n\n- [ ] 规则可长期复用\n", false},
		"长期保留":           {"LX-016", index + "## 验收标准\n\n- [ ] 长期保留备份\n", true},
		"表名里的 questions": {"X-011", index + "## 数据\n\n#### review_questions\n\n- 编号与题干\n- 难度\n", false},
		"开放问题没有负责人":      {"X-011", index + "## Open questions\n\n- 备份保留多久？\n", true},
		"合计行的空格":         {"X-013", report + "| 类别 | 范围 | 数量 |\n|---|---|---|\n| 安全 | S1-S4 | 4 |\n| 性能 | P1-P2 | 2 |\n| **总计** | | 6 |\n", false},
		"一处空格":           {"X-013", report + "| 类别 | 范围 | 数量 |\n|---|---|---|\n| 安全 | S1-S4 | 4 |\n| 性能 | | 2 |\n| 可靠 | R1-R3 | 3 |\n", true},
		"一句话的标题":         {"X-001", about + "## 目标（一句话）\n\n在不改动备份格式的前提下，每晚读回一份备份，说明哪份损坏，并把报警发到值班手机。\n", false},
		"两句话的模板提示":       {"X-001", about + "## 目标（两句话）\n\n在不改动备份格式的前提下，每晚读回一份备份，说明哪份损坏，并把报警发到值班手机。\n", true},
		"消息里的类型":         {"X-001", index + "## 接口\n\n- 请求：{ \"when\": \"now\", \"backup\": <Backup JSON> }\n", false},
		"没填的名称":          {"X-001", index + "## 接口\n\n- 请求：<Backup JSON>\n", true},
		"没有定义的验收编号":      {"XD-017", index + "## 验收标准\n\n- AC-001-1：列出损坏的备份\n- AC-001-2：说明磁盘\n\n## 其他\n\n与 AC-001-3 保持一致。\n", true},
		"有定义的验收编号":       {"XD-017", index + "## 验收标准\n\n- AC-001-1：列出损坏的备份\n- AC-001-2：说明磁盘\n\n## 其他\n\n与 AC-001-2 保持一致。\n", false},
		"另一份文档里的测试编号":    {"XD-017", index + "## 验收\n\n- 验收：见 TC-FR-1\n- 验收：见 TC-FR-2\n", false},
		"只缺一个的测试编号":      {"XD-017", index + "## 验收\n\n- 验收：见 TC-FR-3\n\n## 测试用例\n\n- TC-FR-1：读回\n- TC-FR-2：报警\n", true},
		"标题写的条数":         {"RQ-015", index + "## 功能需求\n\n### 用户（3 条）\n\n- FR-UM-001 登录 [P0]\n- FR-UM-002 注销 [P1]\n", true},
		"标题写对的条数":        {"RQ-015", index + "## 功能需求\n\n### 用户（2 条）\n\n- FR-UM-001 登录 [P0]\n- FR-UM-002 注销 [P1]\n", false},
		"标题写的不是条目":       {"RQ-015", index + "## 功能需求\n\n### 用户（3 条）\n\n- 登录\n- 注销\n", false},
		"按标记数出的优先级":      {"RQ-015", tags + "| Must (P0) | 4 |\n", true},
		"按标记数对的优先级":      {"RQ-015", tags + "| Must (P0) | 3 |\n", false},
		"项目里的来源":         {"X-018", index + "---\nsource: _out/prd/06-features.md\n---\n\n# 需求\n", false},
		"项目根目录的来源":       {"X-018", index + "---\ninputDocuments: [CLAUDE.md]\n---\n\n# 需求\n", false},
		"会话里缺的来源":        {"X-018", index + "---\nsource: ../features.md\n---\n\n# 需求\n", true},
		"缺的依赖":           {"X-018", index + "---\ndependencies: [_out/prd/06-features.md]\n---\n\n# 需求\n", true},
		"要求一列里的“友好”":     {"RQ-014", index + "## 非功能需求\n\n| ID | 类别 | 要求 |\n|---|---|---|\n| NFR-001 | 兼容 | 手机浏览器友好降级 |\n", true},
		"要求一列里的事实":       {"RQ-014", index + "## 非功能需求\n\n| ID | 类别 | 要求 |\n|---|---|---|\n| NFR-001 | 隐私 | 备份存放在本地机房 |\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			c := onlyRule(t, test.rule)
			subject := whole(files(Rule{ID: test.rule}, test.text))
			if got := len(c.Check(context.Background(), subject).Findings) > 0; got != test.fires {
				t.Errorf("%s fired = %v", test.rule, got)
			}
		})
	}
}
