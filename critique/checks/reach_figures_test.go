package checks

import "testing"

// TestReachOfFigures holds the rules about numbers that two places of a session state,
// and about the carriers that a matrix or a number names, against what people write.
func TestReachOfFigures(t *testing.T) {
	const (
		problem  = "-- spec/product-brief.md --\n## Problem\n\n- A monthly rota takes 14 hours per ward.\n- A swap needs 4 calls.\n\n## Goals\n\n| ID | Goal | Baseline | Target |\n|---|---|---|---|\n| G-002 | Swaps without calls | 4 calls | ≤ 1 call |\n"
		wenti    = "-- spec/product-brief.md --\n## 问题陈述\n\n2024 年四次盘点的平均差异率为 3.2%，差异原因 11 天后才查清。\n\n## 目标\n\n| 编号 | 目标 | 基线 | 目标值 |\n|---|---|---|---|\n| G-002 | 缩短查因时间 | 11 天 | ≤ 2 天 |\n"
		counting = "-- spec/discovery-context.json --\n{\"seed_analysis\": {\"problem_statement\": \"The town reads 46 sensors by driving to them.\"}}\n-- spec/product-brief.md --\n## Scope\n\n- History of 46 sensors\n\n## Problem\n\n"
		tests    = "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| REQ-001 | Recover |\n-- spec/architecture/_index.md --\n## Testing\n\nA run is killed at random: 200 killed runs test the recovery.\n-- spec/epics/_index.md --\n## Definition of Done\n\n"
		shiyan   = "-- spec/requirements/REQ-001.md --\n# REQ-001：遮挡\n\n## 验收标准\n\n- 发布 100 张测试证件后，未遮挡的字段必须为 0 处。\n-- spec/epics/_index.md --\n# 史诗\n\n## 完成定义\n\n"
		limits   = "-- spec/requirements/REQ-001.md --\n# REQ-001：交还\n\n## 验收标准\n\n- 领取码错误 5 次后，系统必须锁定该失物 30 分钟。\n- 通知发送失败时，系统必须重试 3 次。\n- 单台主机的处理器占用不超过 20%。\n-- spec/architecture/_index.md --\n# 架构设计\n\n## 配置\n\n| 键 | 默认值 |\n|---|---|\n"
		listed   = "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| REQ-001 | A |\n| REQ-002 | B |\n| REQ-003 | C |\n| REQ-004 | D |\n-- spec/architecture/_index.md --\n## ADRs\n\n| ADR | Decision | Requirements |\n|---|---|---|\n| ADR-001 | Queue | REQ-001, REQ-002, REQ-005 |\n| ADR-002 | Disk | REQ-003 |\n-- spec/epics/_index.md --\n## Traceability Matrix\n\n| Requirement | Epic | ADR |\n|---|---|---|\n| REQ-001 | EPIC-001 | ADR-001 |\n| REQ-002 | EPIC-001 | ADR-001 |\n| REQ-005 | EPIC-001 | ADR-001 |\n"
		numbered = "-- spec/epics/_index.md --\n| Epic | Title | MVP |\n|---|---|---|\n| EPIC-001 | Verify | yes |\n| EPIC-002 | Restore | no |\n\n## Stories\n\n### EPIC-001: Verify\n\n#### STORY-001-001: A\n\n#### STORY-001-002: B\n\n#### STORY-001-003: C\n\n### EPIC-002: Restore\n\n"
		order    = twoEpics + "\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002\n"
	)
	for rule, texts := range map[string]struct{ fires, silent map[string]string }{
		"XD-004": {
			fires: map[string]string{
				"a goal that comes first": problem + "| G-001 | Shorter planning of a ward | 22 hours | ≤ 5 hours |\n",
				"behind a year":           wenti + "| G-003 | 降低账实差异率 | 4.6% | ≤ 0.8% |\n",
				"another number of runs":  tests + "- 20 killed runs are followed by a passed drill.\n",
				"另一个试验数量":                 shiyan + "- 40 张测试证件中未遮挡的字段为 0 处。\n",
				"次数的默认值":                  limits + "| code_attempts | 10 |\n",
				"百分比的默认值":                 limits + "| cpu_limit_percent | 45 |\n",
				"重试的默认值":                  limits + "| retry_count | 8 |\n",
			},
			silent: map[string]string{
				"the same start":            problem + "| G-001 | Shorter planning of a ward | 14 hours | ≤ 5 hours |\n",
				"a start of something else": problem + "| G-001 | Shorter planning of a ward | 14 hours | ≤ 5 hours |\n| G-003 | Answers | 3 hours | ≤ 1 hour |\n",
				"同样的起点":                     wenti + "| G-003 | 降低账实差异率 | 3.2% | ≤ 0.8% |\n",
				"the same number of runs":   tests + "- 200 killed runs are followed by a passed drill.\n",
				"other runs":                tests + "- 20 planned runs are followed by a passed drill.\n",
				"同样的试验数量":                   shiyan + "- 100 张测试证件中未遮挡的字段为 0 处。\n",
				"同样的默认值":                    limits + "| code_attempts | 5 |\n| cpu_limit_percent | 20 |\n| retry_count | 3 |\n",
				"没有提到的默认值":                  limits + "| page_size | 50 |\n| login_attempts | 10 |\n| cache_days | 7 |\n",
			},
		},
		"XD-006": {
			fires:  map[string]string{"a brief that knows both": counting + "The town reads 64 sensors once a week.\n"},
			silent: map[string]string{"a share of a larger whole": counting + "The town reads 46 of 64 sensors once a week.\n", "a part": counting + "The town reads 46 sensors, and 12 sensors fail each year.\n"},
		},
		"XD-018": {
			fires: map[string]string{
				"a row without its decision": listed + "| REQ-004 | EPIC-002 | none |\n| REQ-003 | EPIC-002 | none |\n",
				"a story of another number":  numbered + "#### STORY-001-004: D\n",
			},
			silent: map[string]string{
				"a row that needs none":       listed + "| REQ-003 | EPIC-002 | ADR-002 |\n| REQ-004 | EPIC-002 | none |\n",
				"stories of their own number": numbered + "#### STORY-002-001: D\n",
				"stories numbered throughout": numbered + "#### STORY-001-004: D\n\n#### STORY-001-005: E\n",
			},
		},
		"EP-020": {
			fires:  map[string]string{"one twice and one never": order + "3. EPIC-001\n"},
			silent: map[string]string{"the order of the MVP": order, "one in two steps": order + "3. EPIC-001 (second half)\n4. EPIC-003\n"},
		},
	} {
		for name, text := range texts.fires {
			t.Run(rule+" "+name, func(t *testing.T) { probe(t, rule, text, true) })
		}
		for name, text := range texts.silent {
			t.Run(rule+" not "+name, func(t *testing.T) { probe(t, rule, text, false) })
		}
	}
}
