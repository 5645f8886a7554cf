package checks

import (
	"context"
	"testing"
)

// TestNearMisses gives rules what good sessions look like that people wrote
// another way than the rule's own examples, and beside it the defect that the
// same shape can have.
func TestNearMisses(t *testing.T) {
	const (
		index   = "-- spec/requirements/_index.md --\n"
		brief   = "-- spec/product-brief.md --\n# Brief\n\n"
		arch    = "-- spec/architecture/_index.md --\n"
		plan    = "-- spec/epics/_index.md --\n"
		report  = "-- spec/readiness-report.md --\n"
		records = "-- docs/adr/0001-a.md --\n# A\n-- docs/adr/0002-b.md --\n# B\n-- docs/adr/0003-c.md --\n# C\n\n"
		epics   = "-- spec/epics/EPIC-001-a.md --\n# EPIC-001: A\n-- spec/epics/EPIC-002-b.md --\n# EPIC-002: B\n-- spec/epics/EPIC-003-c.md --\n# EPIC-003: C\n" + plan + "| Epic | Title | Needs |\n|---|---|---|\n| [EPIC-001](EPIC-001-a.md) | A | none |\n| [EPIC-002](EPIC-002-b.md) | B | none |\n| [EPIC-003](EPIC-003-c.md) | C | none |\n"
		states  = arch + "## State Machine\n\n| From | Event | To |\n|---|---|---|\n| idle | start | copying |\n| copying | pull the plug | parked |\n"
	)
	for name, test := range map[string]struct {
		rule, text string
		fires      bool
	}{
		"a wiki link with a label in a table":   {"X-013", plan + "| Epic | Title | MVP |\n|---|---|---|\n| [[plan/EPIC-001-verify|EPIC-001]] | Verify | yes |\n| [[plan/EPIC-002-prune|EPIC-002]] | Prune | no |\n", false},
		"another name for the type":             {"X-003", index + "---\nsession_id: S-1\ndocument: requirements-prd\nstatus: draft\n---\n# R\n", false},
		"parts of one requirement":              {"X-006", index + "| ID | Requirement |\n|---|---|\n| REQ-001.1 | The lamp dims |\n| REQ-001.2 | The lamp brightens |\n", false},
		"one goal linked from several rows":     {"X-009", index + "| ID | Title | Priority | Traces To |\n|---|---|---|---|\n| REQ-001 | Verify | Must | [G-001](../product-brief.md#goals-and-success-metrics) |\n| REQ-002 | Restore | Must | [G-001](../product-brief.md#goals-and-success-metrics) |\n", false},
		"全角括号里的优先级":                             {"XD-002", "-- spec/requirements/_index.md --\n# 需求\n\n## 功能需求\n\n- REQ-001（Must，G-001）：扫描借书\n- REQ-002：还书\n-- spec/epics/_index.md --\n# 史诗\n\n## EPIC-001：前台\n\n覆盖 REQ-001、REQ-002。\n", false},
		"IDs with a full stop":                  {"XD-002", "-- spec/requirements/_index.md --\n# Requirements\n\n## Functional Requirements\n\n- REQ-001. The desk lends books\n- REQ-002: The desk takes books back\n-- spec/epics/_index.md --\n# Epics\n\n## EPIC-001: Desk\n\nCovers REQ-001, REQ-002.\n", false},
		"a score above all that it is made of":  {"RD-014", report + "## Scores\n\n| Dimension | Score |\n|---|---|\n| Depth | 70 |\n| Traces | 80 |\n\n**Overall score: 92** (average of both)\n", true},
		"a score and its parts":                 {"RD-014", report + "## Scores\n\n| Dimension | Score |\n|---|---|\n| Depth | 70 |\n| Traces | 80 |\n\n**Overall score: 75** (average of both); a total score 12 times higher is none.\n", false},
		"a heading about two things":            {"BR-002", brief + "## Vision & Problem Statement\n\nOne desk. Readers wait nine minutes.\n", false},
		"两个主题的标题":                               {"BR-002", brief + "## 愿景与问题\n\n统一借阅台。读者等待九分钟。\n", false},
		"a heading about one of them":           {"BR-002", brief + "## Vision & Mission\n\nOne desk. Readers wait nine minutes.\n", true},
		"a problem behind a label in a list":    {"BR-002", brief + "## Vision\n\nOne desk.\n\n- **Primary Pain Points:** readers wait nine minutes\n", false},
		"a label of something else in a list":   {"BR-002", brief + "## Vision\n\nOne desk.\n\n- **Primary users:** readers who wait nine minutes\n", true},
		"goals that are cited by their names":   {"BR-010", brief + "## Goals\n\n- **Short loans**: half the time by June\n- **Safe loans**: none is lost\n" + index + "## Functional Requirements\n\n- REQ-001 (serves: short loans): the desk lends\n", false},
		"users and goals under one heading":     {"BR-004", brief + "## Target Users, and Goals\n\n- Readers\n- G-001: half the time by June\n", false},
		"goals that nobody cites":               {"BR-010", brief + "## Goals\n\n- **Short loans**: half the time by June\n- **Safe loans**: none is lost\n" + index + "## Functional Requirements\n\n- REQ-001: the desk lends\n", true},
		"a decision that is struck out":         {"XD-017", arch + "## ADRs\n\n| ID | Title | Status |\n|---|---|---|\n| ADR-001 | Disk | accepted |\n| ~~ADR-002~~ | ~~Tape~~ | superseded by ADR-001 |\n" + report + "| Requirement | ADR |\n|---|---|\n| REQ-001 | ADR-002 |\n", false},
		"a number of a runbook's own":           {"XD-021", "-- docs/runbook.md --\n# Runbook\n\n| Alarm | Page |\n|---|---|\n| Tape full | RB-7 |\n\n## RB-1 Disk full\n\n## RB-2 Tape full\n\n## RB-3 Fan\n\n## RB-4 Power\n", true},
		"what a report says of another's":       {"XD-021", "-- docs/pages.md --\n## RB-1 Disk full\n\n## RB-2 Tape full\n\n## RB-3 Fan\n\n## RB-4 Power\n-- docs/report.md --\n# Report\n\nRB-7 was tried.\n", false},
		"a task that another is called as":      {"XD-020", "-- docs/story.md --\n- [x] Task 1: Pole\n- [ ] Task 2: Lamp\n- [ ] Task 2: Switch\n", true},
		"a requirement of a taken number":       {"XD-020", index + "## Poles\n\n- **FR-1** A pole stands.\n- **FR-2** It has a lamp.\n\n## Lamps\n\n- **FR-3** A lamp burns.\n- **FR-2** It goes out.\n- **FR-5** It is wiped.\n", true},
		"a remark about a requirement":          {"XD-020", index + "## Poles\n\n- **FR-1** A pole stands.\n- **FR-2** It has a lamp.\n- **FR-3** A lamp burns.\n- **FR-4** It goes out.\n- **FR-5** It is wiped.\n\n## Doubts\n\n- **FR-2** Is it one lamp or two?\n", false},
		"requirements told again":               {"XD-020", index + "## Poles\n\n- **FR-1** A pole stands.\n- **FR-2** It has a lamp.\n- **FR-3** A lamp burns.\n- **FR-4** It goes out.\n\n## First\n\n- **FR-2** A lamp\n- **FR-3** Light\n", false},
		"tasks that begin anew":                 {"XD-020", "-- docs/story.md --\n- [x] Task 1: Pole\n- [ ] Task 2: Lamp\n\n## Later\n\n- [ ] Task 1: Map\n- [ ] Task 2: Switch\n", false},
		"an epic that nobody planned":           {"XD-021", "-- docs/plan.md --\n## Epic 1: Pole\n\n## Epic 2: Lamp\n\n## Epic 3: Map\n\nPilot after Epic 4.\n", true},
		"an epic to come":                       {"XD-021", "-- docs/plan.md --\n## Epic 1: Pole\n\n## Epic 2: Lamp\n\n## Epic 3: Map\n\nA later Epic 4 has the switches.\n", false},
		"a record without its decision":         {"XD-024", "-- docs/adr/0001-a.md --\n# A\n\n## Context\n\n## Decision\n-- docs/adr/0002-b.md --\n# B\n\n## Context\n\n## Decision\n-- docs/adr/0003-c.md --\n# C\n\n## Context\n", true},
		"a record without a remark":             {"XD-024", "-- docs/adr/0001-a.md --\n# A\n\n## Context\n\n## Notes\n-- docs/adr/0002-b.md --\n# B\n\n## Context\n\n## Notes\n-- docs/adr/0003-c.md --\n# C\n\n## Context\n", false},
		"one of two records without a decision": {"XD-024", "-- docs/adr/0001-a.md --\n# A\n\n## Context\n\n## Decision\n-- docs/adr/0002-b.md --\n# B\n\n## Context\n", true},
		"one of two records without a context":  {"XD-024", "-- docs/adr/0001-a.md --\n# A\n\n## Context\n\n## Decision\n-- docs/adr/0002-b.md --\n# B\n\n## Decision\n", false},
		"a decision by a longer name":           {"XD-024", "-- docs/adr/0001-a.md --\n# A\n\n## Decision\n-- docs/adr/0002-b.md --\n# B\n\n## Decision Outcome\n", false},
		"a successor that nobody wrote":         {"XD-021", records + "状态：已被 ADR-0007 取代\n", true},
		"a successor by its number alone":       {"XD-021", records + "Status: superseded by [0007](0007-d.md)\n", true},
		"a successor that is there":             {"XD-021", records + "状态：已被 ADR-0002 取代\n", false},
		"被别的决策引用":                               {"XD-021", records + "状态：已接受，被 ADR-0007 引用\n", false},
		"a property that heads two":             {"X-006", "-- docs/design.md --\n## Property 1: Order\n\n## Property 2: Light\n\n## Property 2: Dark\n", true},
		"findings of two that are called alike": {"X-006", "-- docs/design.md --\n## R-1 Order\n\n## R-2 Light\n\n## R-2 Dark\n", true},
		"a file that a list leaves out":         {"XD-005", "-- docs/README.md --\n# Notes\n\n[Pole](pole.md), [lamp](lamp.md), [map](map.md) and [bell](bell.md).\n-- docs/pole.md --\n# P\n-- docs/lamp.md --\n# L\n-- docs/map.md --\n# M\n-- docs/bell.md --\n# B\n-- docs/door.md --\n# D\n", true},
		"an epic without a file":                {"XD-005", epics + "| EPIC-004 | Bell | EPIC-003 |\n", true},
		"an epic that has no file yet":          {"XD-005", epics + "| EPIC-004 | Bell (later) | EPIC-003 |\n", false},
		"epics without files":                   {"XD-005", epics + "| EPIC-004 | Bell | EPIC-003 |\n| EPIC-005 | Door | EPIC-003 |\n", false},
		"files that a list leaves out":          {"XD-005", "-- docs/README.md --\n# Notes\n\n[Pole](pole.md), [lamp](lamp.md), [map](map.md) and [bell](bell.md).\n-- docs/pole.md --\n# P\n-- docs/lamp.md --\n# L\n-- docs/map.md --\n# M\n-- docs/bell.md --\n# B\n-- docs/door.md --\n# D\n-- docs/gate.md --\n# G\n", false},
		"points of twenty-five":                 {"RD-014", report + "| Dimension | Max | Score |\n|---|---|---|\n| Depth | 50 | 44 |\n| Traces | 50 | 48 |\n| **Total** | **100** | **92** |\n", false},
		"points of so many":                     {"RD-014", report + "| Dimension | Score | Of |\n|---|---|---|\n| Depth | 22 | 25 |\n| Traces | 24 | 25 |\n| Total | 46 | 50 |\n", false},
		"two counts above one table":            {"FT-002", "-- docs/lamps.md --\n# Lamps\n\nThere are 3 street lamps and 2 park lamps.\n\n| Lamp | Town |\n|---|---|\n| A | x |\n| B | x |\n| C | x |\n| D | y |\n| E | y |\n", false},
		"one count above a table":               {"FT-002", "-- docs/lamps.md --\n# Lamps\n\nThere are 3 lamps.\n\n| Lamp | Town |\n|---|---|\n| A | x |\n| B | x |\n| C | x |\n| D | y |\n| E | y |\n", true},
		"points that make less":                 {"RD-014", report + "| Dimension | Max | Score |\n|---|---|---|\n| Depth | 50 | 24 |\n| Traces | 50 | 48 |\n| **Total** | **100** | **92** |\n", true},
		"a column called at":                    {"X-015", "-- spec/architecture/_index.md --\n## Data\n\n| Table | Columns |\n|---|---|\n| print_job | id, batch_no, net_weight, best_before, version_id, printed, packer, at |\n", false},
		"ein Satz, der mit an endet":            {"X-015", "-- docs/notiz.md --\n# Notiz\n\nDas Gerät steht in der Halle und ist nicht mit dem Netz verbunden. Die Pumpen sind für den Betrieb in der Nacht, und die Leute in der Halle sehen auf der Anzeige, was das Gerät mit den Pumpen macht.\n\nDie Anzeige der Geräte und der Pumpen ist für die Leute in der Halle, und sie passt sich mit der Zeit dem Können der Person an\n\n## Ende\n\nDas ist für die Notiz nicht mehr und nicht weniger als alles.\n", false},
		"a total before its gate":               {"RD-014", report + "| Dimension | Weight | Score |\n|---|---|---|\n| Depth | 50% | 90 |\n| Traces | 50% | 70 |\n\n**Total**: 93.0 - **PASS**\n", true},
		"a total before its gate that holds":    {"RD-014", report + "| Dimension | Weight | Score |\n|---|---|---|\n| Depth | 50% | 90 |\n| Traces | 50% | 70 |\n\n**Total**: 80.0 - **PASS**\n", false},
		"a sum in research":                     {"FT-003", "-- docs/research.md --\n# Research\n\nThe link needs 60 × 300 + 6 × 1,500 = 31,500 bytes.\n", true},
		"a plan without any MVP":                {"EP-022", index + "| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Verify | Must |\n" + plan + "| Epic | Title | Requirements |\n|---|---|---|\n| EPIC-001 | Verify | REQ-001 |\n", false},
		"a state that another takes over":       {"AR-025", states + "| parked | retry | copying |\n| copying | newer copy | superseded |\n", false},
		"one of two states in no cell":          {"AR-025", states + "| failed | retry | copying |\n", true},
		"drawn, and the end of the line":        {"AR-025", states + "\n```text\nidle -> copying -> parked\n```\n", true},
		"a quality without its attribute":       {"AR-021", index + "### Performance\n\n| ID | Title | Target |\n|---|---|---|\n| NFR-P-001 | Restore | ≤ 5 min |\n\n### Security\n\n| ID | Title | Target |\n|---|---|---|\n| NFR-S-001 | Keys | AES-256 |\n" + arch + "## Security\n\nNFR-S-001: keys stay in the TPM.\n\n## Quality Attributes\n\n| Attribute | Target |\n|---|---|\n| Usability | 3 steps |\n", true},
		"a reason for one MVP":                  {"EP-011", plan + "All four epics are MVP because a backup nobody can restore is worth nothing.\n\n| Epic | Title | MVP |\n|---|---|---|\n" + rows("| EPIC-00%d | T | yes |\n", 4), false},
		"四个史诗都属于 MVP 的理由":                       {"EP-011", plan + "四个史诗均属于 MVP，因为缺少任何一个都无法恢复文件。\n\n| 史诗 | 标题 | MVP |\n|---|---|---|\n" + rows("| EPIC-00%d | 恢复 | 是 |\n", 4), false},
		"one word that decides":                 {"X-004", report + "## Scores\n\nCompleteness 90, consistency 85.\n\n## Gate Verdict\n\nPass\n\n## Caveats\n\n- The tape robot is not yet chosen.\n", false},
		"a gate without a word":                 {"X-004", report + "## Scores\n\nCompleteness 90, consistency 85.\n\n## Gate Verdict\n\n## Caveats\n\n- The tape robot is not yet chosen.\n", true},
		"whom it serves":                        {"BR-003", "-- spec/product-brief.md --\n## Who This Serves\n\nAdmins of small sites who have no time for drills.\n", false},
		"whom it is for":                        {"BR-003", "-- spec/product-brief.md --\n## Who Is This For?\n\nAdmins of small sites who have no time for drills.\n", false},
		"scope that was cut":                    {"BR-005", "-- spec/product-brief.md --\n## Cut From Scope\n\n- Phones and tablets, which nobody backs up here\n", false},
		"headings in another language":          {"BR-003", "-- spec/product-brief.md --\n# Resumen\n\n## Usuarios\n\nLos administradores de sitios pequeños que no tienen tiempo para ensayos de restauración.\n\n## Objetivo\n\nNinguna copia sin verificar después de una noche.\n", false},
		"заголовки на другом языке":             {"BR-004", "-- spec/product-brief.md --\n# Бриф\n\n## Цель\n\nНи одной непроверенной копии после одной ночи.\n\n## Аудитория\n\nАдминистраторы небольших сайтов, у которых нет времени на учения.\n", false},
		"another language, the usual headings":  {"BR-003", "-- spec/product-brief.md --\n---\nsession_id: S-1\n---\n# Brief\n\n## Vision\n\nНи одной непроверенной копии после одной ночи.\n\n## Problem Statement\n\nАдминистраторы теряют файлы, потому что никто не проверяет копии.\n\n## Goals\n\n- G-001: 0 потерь за 30 дней\n", true},
		"requirements where nothing has goals":  {"RQ-013", index + "## Functional Requirements\n\n### FR-01: Verify\n\nEach backup is read back.\n\n### FR-02: Restore\n\nOne command brings a file back.\n", false},
		"a requirement without the goal":        {"RQ-013", index + "## Functional Requirements\n\n### FR-01: Verify\n\nTraces to G-001. Each backup is read back.\n\n### FR-02: Restore\n\nOne command brings a file back.\n", true},
		"no loss, which is a number":            {"RQ-014", index + "| ID | Title | Target |\n|---|---|---|\n| NFR-R-001 | Crash safety | no finished backup is lost |\n", false},
		"不丢失也是指标":                               {"RQ-014", index + "| 编号 | 标题 | 指标 |\n|---|---|---|\n| NFR-R-001 | 崩溃安全 | 已完成的备份不丢失 |\n", false},
		"a rate of nothing":                     {"BR-011", "-- spec/product-brief.md --\n## Goals\n\n| Goal ID | Goal | Success Metric | Target |\n|---|---|---|---|\n| G-001 | 拦截坏备份 | 抽查 | 漏检率 0 |\n| G-002 | 稳定 | 演练结果 | 无行为回归 |\n", false},
		"a goal ID in the first column":         {"BR-011", "-- spec/product-brief.md --\n## Goals\n\n| Goal ID | Goal | Success Metric | Target |\n|---|---|---|---|\n| G-001 | Trust | admins | a good feeling |\n", true},
		"цель на другом языке":                  {"RQ-014", index + "| ID | Title | Target |\n|---|---|---|\n| NFR-P-001 | Скорость восстановления одного файла из копии | не дольше пяти минут на одном компьютере |\n| NFR-U-001 | Понятность сообщений для администратора | каждое сообщение объясняет причину |\n", false},
		"one goal wiki-linked from two rows":    {"X-009", index + "| ID | Title | Priority | Traces To |\n|---|---|---|---|\n| REQ-001 | Verify | Must | [[notes/product-brief#goals and success metrics|G-001]] |\n| REQ-002 | Restore | Must | [[notes/product-brief#goals and success metrics|G-001]] |\n", false},
		"no status in any document":             {"X-003", index + "---\nsession_id: S-1\nphase: P3\n---\n# R\n" + arch + "---\nsession_id: S-1\nphase: P4\n---\n# A\n" + plan + "---\nsession_id: S-1\nphase: P5\n---\n# E\n", false},
		"documents of another tool":             {"X-003", index + "# R\n\n## Functional Requirements\n\nEach backup is read back.\n", false},
		"one document without frontmatter":      {"X-003", index + "# R\n" + arch + "---\nsession_id: S-1\ndocument_type: architecture-index\nstatus: draft\n---\n# A\n", true},
		"a token in a header":                   {"X-001", index + "| Header | Value |\n|---|---|\n| Authorization | Bearer {token} |\n", false},
		"a token nobody filled in":              {"X-001", index + "| Header | Value |\n|---|---|\n| Authorization | {token} |\n", true},
		"a literal with and without values":     {"X-001", index + "Build(Spec{Module, Stores: None}) returns the app.\n", false},
		"frontmatter of another tool":           {"X-003", index + "---\nid: C-002\nslug: gates\nstatus: done\n---\n# Gates\n", false},
		"功能范围即功能需求":                             {"RQ-001", index + "## 功能范围\n\n### F1 视频消息\n\n1. 上传失败自动重试 3 次\n", false},
		"只有用户故事":                                {"RQ-001", index + "## 用户故事\n\n作为管理员，我希望恢复可验证。\n\n## 验收标准\n\n- 备份可读\n", true},
		"性能写成一条需求":                              {"RQ-002", index + "## 需求\n\n### 需求 1：校验\n\n系统必须读回每个备份。\n\n### 需求 2：性能与稳定性\n\n单次校验必须在 5 分钟内完成。\n\n### REQ-001\n", false},
		"性能写成约束":                                {"RQ-002", index + "## 功能需求\n\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 校验 |\n\n## 约束\n\n### 弱网与性能约束\n\n- 单次校验不超过 5 分钟\n", false},
		"约束与质量无关":                               {"RQ-002", index + "## 功能需求\n\n| 编号 | 标题 |\n|---|---|\n| REQ-001 | 校验 |\n\n## 约束\n\n### 技术约束\n\n- 使用现有磁盘\n", true},
		"requirements with IDs, no qualities":   {"RQ-002", index + "| ID | Title |\n|---|---|\n| REQ-001 | Verify |\n| REQ-002 | Restore |\n", true},
		"no goals anywhere to trace to":         {"RQ-003", index + "### Requirement 1: Verify\n\nThe system SHALL read back.\n\n### Requirement 2: Restore\n\nThe system SHALL restore.\n", false},
		"a brief to trace to":                   {"RQ-003", "-- spec/product-brief.md --\n# B\n\n## Goals\n\n- no lost file\n" + index + "### Requirement 1: Verify\n\nThe system SHALL read back.\n\n### Requirement 2: Restore\n\nThe system SHALL restore.\n", true},
		"同一要求针对两种格式":                            {"X-009", index + "## 验收标准\n\n1. 转换服务必须将有效的公式字符串转换为语法正确的 OMML 字符串\n2. 转换服务必须将有效的公式字符串转换为语法正确的 MathML 字符串\n", false},
		"同一要求写了两遍":                              {"X-009", index + "## 验收标准\n\n1. 转换服务必须将有效的公式字符串转换为语法正确的 OMML 字符串\n2. 必须由转换服务将有效的公式字符串转换为语法正确的 OMML 字符串\n", true},
		"a stack under another heading":         {"AR-002", arch + "## Development\n\n| Part | Technology | Version |\n|---|---|---|\n| Language | Go | 1.26 |\n| Store | SQLite | 3 |\n", false},
		"components and their technology":       {"AR-002", arch + "## Components\n\n| Component | Responsibility | Technology |\n|---|---|---|\n| Verifier | reads back | Go |\n| Pruner | deletes | Go |\n", true},
		"输出结构不变也是指标":                            {"BR-011", "-- spec/product-brief.md --\n## Goals\n\n| Goal ID | Goal | Success Metric | Target |\n|---|---|---|---|\n| G-001 | 下游可直接使用 | 结构保持率 | 除备注外不重排字段 |\n| G-002 | 不影响旧流程 | 回归结果 | 现有主流程不变 |\n", false},
		"two stories with criteria in common":   {"X-009", plan + "### Story 1：磁带适配器\n\n**验收标准：**\n\n- 同步完成后目标目录中的备份可被读取\n- 同步失败时不得破坏来源目录中的文件\n\n### Story 2：磁盘适配器\n\n**验收标准：**\n\n- 同步完成后目标目录中的备份可被读取\n- 同步失败时不得破坏来源目录中的文件\n", false},
		"one criterion in two stories":          {"X-009", plan + "### Story 1：磁带适配器\n\n**验收标准：**\n\n- 同步完成后目标目录中的备份可被读取\n- 每晚轮换一盘磁带\n\n### Story 2：磁盘适配器\n\n**验收标准：**\n\n- 同步完成后目标目录中的备份可被读取\n- 磁盘写满时通知管理员\n", false},
		"a status among fields of another tool": {"X-003", plan + "---\nworkflowType: epics\nproject_name: hub\nstatus: draft\n---\n# E\n", false},
		"需求与应用不是义务":                             {"LX-001", "-- spec/product-brief.md --\n## 目标\n\n- 用户的需求变化快速，应用随之更新\n", false},
		"需与应是义务":                                {"LX-001", "-- spec/requirements/_index.md --\n## 目标\n\n- 查询需快速\n- 界面应友好\n", true},
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
