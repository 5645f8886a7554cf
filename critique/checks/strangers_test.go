package checks

import (
	"context"
	"slices"
	"strings"
	"testing"

	"discussd/critique"
)

// TestStrangers holds what readers of other people's documents called false, and what else these
// look like, beside the defect that the same words and shapes can have.
func TestStrangers(t *testing.T) {
	const (
		report  = "-- spec/readiness-report.md --\n"
		plan    = "-- spec/epics/_index.md --\n"
		design  = "-- spec/architecture/_index.md --\n"
		demands = "-- spec/requirements/_index.md --\n## Functional Requirements\n\n"
		pasted  = "## Water\n\n### Valves\n\nTwo valves.\n\n### Pumps\n\nOne pump.\n\n### Valves\n\nTwo valves.\n\n### Pumps\n\nOne pump.\n"
	)
	for name, test := range map[string]struct {
		rule, text string
		places     int
	}{
		"a block pasted twice":              {"X-010", pasted, 1},
		"two blocks pasted twice":           {"X-010", pasted + "\n### Tanks\n\nOne tank.\n\n### Pumps\n\nOne pump.\n", 2},
		"two dated reviews":                 {"X-010", "# Water\n\n## QA Results\n\n### Reviewed By: Ada\n\nOne leak.\n\n### Reviewed By: Ada\n\nNo leak.\n", 0},
		"a tag below a table":               {"X-013", "# Water\n\n<parts>\n\n| Part | Use |\n|---|---|\n| Valve | shuts |\n| Tank | keeps |\n</parts>\n", 0},
		"a form to be filled in":            {"X-013", "# Water\n\n| Test | Started | Result |\n|---|---|---|\n| Leak | | |\n| Flow | | |\n", 0},
		"the choices of a command":          {"X-001", "# Water\n\n## Tool\n\n- Command line: water {fill|drain|shut}\n", 0},
		"the other way round":               {"X-009", "# 接口\n\n## 需求\n\n- **FR-003**: 必须实现 MQTT 消息到 RabbitMQ 的转发\n- **FR-004**: 必须实现 RabbitMQ 消息到 MQTT 的转发\n", 0},
		"a word among measures":             {"LX-001", "-- spec/architecture/_index.md --\n# Water\n\n## Limits\n\n| Event | Time |\n|---|---|\n| The valve opens | 2 s |\n| The pump starts | 5 s |\n| The roof is told | promptly |\n", 1},
		"values of a column":                {"LX-001", "-- spec/architecture/_index.md --\n# Water\n\n## Tanks\n\n| Tank | Use |\n|---|---|\n| Roof | 2 l |\n| Yard | normal |\n| Cellar | low |\n", 0},
		"指标列中的词":                            {"LX-001", "-- spec/architecture/_index.md --\n# 供水\n\n## 指标\n\n| 事件 | 时限 |\n|---|---|\n| 开阀 | 2 秒 |\n| 启泵 | 5 秒 |\n| 通知屋顶 | 及时 |\n", 1},
		"a measure of another demand":       {"LX-001", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must not disturb the neighbours unduly. The system must stop within 2 s.\n", 1},
		"a measure behind the word":         {"LX-001", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must start fast. From power on it takes 2 s.\n", 0},
		"a list in brackets":                {"LX-003", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must keep its settings (limits, names, etc.) over a restart\n", 0},
		"a list that goes on":               {"LX-003", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must keep limits, names, etc. over a restart\n", 1},
		"a folder":                          {"LX-003", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must read /etc/water/limits\n", 0},
		"a version and later ones":          {"LX-006", "-- spec/requirements/_index.md --\n## 功能需求\n\n- FR-001: 系统必须使用 MySQL 8.0 或更高版本\n", 0},
		"as soon as":                        {"LX-016", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must stop as soon as the tank is full\n", 0},
		"steps of a plan":                   {"X-009", "# Plan\n\n## Task 1\n\n- [ ] **Step 5: Run the tests of the pump to verify that they pass**\n\n## Task 2\n\n- [ ] **Step 5: Run the tests of the pump to verify that they pass**\n", 0},
		"a group of requirements":           {"X-004", "-- spec/requirements/_index.md --\n## Requirements\n\n### Must have\n\n### FR-1: Fill\n\nThe tank fills.\n\n### FR-2: Drain\n\nThe tank drains.\n", 0},
		"一组需求":                              {"X-004", "-- spec/requirements/_index.md --\n## 需求\n\n### 必须实现\n\n### FR-1：注水\n\n水箱注满。\n", 0},
		"a group without anything":          {"X-004", "-- spec/requirements/_index.md --\n## Requirements\n\n### Must have\n\n### Should have\n\nThe tank drains.\n", 1},
		"空的一组":                              {"X-004", "-- spec/requirements/_index.md --\n## 需求\n\n### 必须实现\n\n### 应当实现\n\n水箱排空。\n", 1},
		"exit criteria as a label":          {"EP-016", plan + "## EPIC-001: Water\n\n### Story 1.1: Fill\n\nAs a gardener, I want a full tank.\n\n**Exit Criteria:**\n\n- the tank holds 40 l\n", 0},
		"退出标准":                              {"EP-016", plan + "## EPIC-001：供水\n\n### 故事 1.1：注水\n\n作为园丁，我希望水箱注满。\n\n**退出标准：**\n\n- 水箱存水 40 升\n", 0},
		"no criteria by any name":           {"EP-016", plan + "## EPIC-001: Water\n\n### Story 1.1: Fill\n\nAs a gardener, I want a full tank.\n\n**Notes:**\n\n- the tank holds 40 l\n", 1},
		"a pass under a condition":          {"RD-019", report + "## Gate Decision\n\nREADY WITH MINOR REWORK\n\n## Issues\n\n### Errors\n\n- The pump of EPIC-002 has no owner\n", 0},
		"nothing open, in Portuguese":       {"RD-019", report + "## Gate Decision\n\nREADY\n\n## Resumo\n\nAs bombas do jardim enchem o tanque todos os dias e o relatório mostra quanta água foi usada por cada canteiro. O sistema não precisa de uma pessoa para a leitura, e os dados são guardados com a data em que foram medidos. Quando o tanque está vazio, a bomba para e uma luz avisa a pessoa que cuida do jardim, para que ela não tenha de olhar para o tanque.\n\n## Critical Issues\n\n- Nenhuma falha grave foi encontrada nas bombas do jardim\n", 0},
		"what would stop the gate":          {"RD-019", report + "## Gate Decision\n\nPASS\n\n## Issues\n\n### Errors\n\n- If the leak test fails, the release is a no-go\n", 0},
		"放行的条件":                             {"RD-019", report + "## 门禁结论\n\n通过\n\n## 问题列表\n\n### 错误\n\n- 若渗漏测试失败，则不得发布\n", 0},
		"a decision in a numbered file":     {"XD-021", "-- adr/0005-valves.md --\n# 5. Valves\n\nTwo.\n-- plan.md --\n" + numbered("ADR-", 1, 4) + "\nWhat ADR-0005 says holds.\n", 0},
		"one defined in a file of others":   {"XD-021", "-- plan.md --\n" + numbered("D-", 1, 4) + "\nThe store follows `01-CONTEXT.md`, D-29 included.\n", 0},
		"a checkpoint over an optional one": {"X-028", "-- tasks.md --\n- [x] 1. Buy\n- [ ]* 2. Fill\n- [x] 3. Checkpoint - all tests pass\n", 0},
		"one that is nowhere":               {"XD-021", "-- plan.md --\n" + numbered("D-", 1, 4) + "\nThe store follows D-6 too.\n", 1},
		"哪里都没有":                             {"XD-021", "-- plan.md --\n" + numbered("D-", 1, 4) + "\n存储同样遵循 D-6。\n", 1},
		"a length that is demanded":         {"X-001", "## Output\n\n- `advice`: what to do (3-5 sentences per entry). Each entry names its valve.\n", 0},
		"a length the template asks for":    {"X-001", "## Vision (2-3 sentences)\n\nThe garden is never dry.\n", 1},
		"模板要求的长度":                           {"X-001", "## 愿景（2-3 句话）\n\n花园不会干旱。\n", 1},
		"a parameter of an address":         {"X-001", "## Tests\n\n- ?order=<valve name> sorts the list\n", 0},
		"a place of a template":             {"X-001", "## Tests\n\n- sorts by <valve name>\n", 1},
		"a mark that is spoken of":          {"X-001", "## Assets\n\n- Sounds are marked as [TO_BE_RECORDED] in the list\n", 0},
		"a mark that stands":                {"X-001", "## Assets\n\n- Rain: [TO_BE_RECORDED]\n", 1},
		"被提到的标记":                            {"X-001", "## 素材\n\n- 声音在清单中标记为 [TO_BE_RECORDED]\n", 0},
		"marks that nobody found":           {"X-002", "## Review\n\nNo TBD/FIXME/XXX markers were found in the code.\n", 0},
		"one that was found":                {"X-002", "## Review\n\nThe size of the tank is TBD.\n", 1},
		"the text of a field":               {"X-002", "## Form\n\nThe field (placeholder \"Name of the valve\") is focused.\n", 0},
		"a part that stands in for another": {"X-002", "## Form\n\nThe field (placeholder) is focused.\n", 0},
		"解决的标记":                             {"X-002", "## 研究\n\n本文解决规格中的 NEEDS CLARIFICATION，供设计参考。\n", 0},
		"留下的标记":                             {"X-002", "## 研究\n\n水箱大小：NEEDS CLARIFICATION\n", 1},
		"one dead file, many places of it":  {"X-005", "## Parts\n\nSee [valves](parts.md#valves) and [pumps](parts.md#pumps).\n", 1},
		"two dead files":                    {"X-005", "## Parts\n\nSee [valves](valves.md) and [pumps](pumps.md).\n", 2},
		"a part that is open":               {"X-028", "- [x] 2. Valves\n  - [x] 2.1 Order\n  - [ ] 2.2 Fit\n", 1},
		"parts that nobody ticks":           {"X-028", "- [x] 2. Valves\n  - [ ] 2.1 Order\n  - [ ] 2.2 Fit\n", 0},
		"推迟的部分":                             {"X-028", "- [x] 2. 阀门\n  - [x] 2.1 订购\n  - [ ] 2.2 安装（推迟）\n", 0},
		"a number of two sections":          {"X-006", "## 1. Valves\n\nTwo.\n\n## 2. Pumps\n\nOne.\n\n## 2. Tanks\n\nOne.\n", 1},
		"两节同号":                              {"X-006", "## 1. 阀门\n\n两个。\n\n## 2. 水泵\n\n一个。\n\n## 2. 水箱\n\n一个。\n", 1},
		"numbers that start again":          {"X-006", "## A\n\n### 1. Valves\n\nTwo.\n\n### 2. Pumps\n\nOne.\n\n## B\n\n### 1. Tanks\n\nOne.\n\n### 2. Hoses\n\nOne.\n", 0},
		"stories of two epics":              {"XD-020", "-- spec/epics/EPIC-001-a.md --\n# EPIC-001\n\n### STORY-01 Fill\n\nAs a gardener, I want a full tank.\n-- spec/epics/EPIC-002-b.md --\n# EPIC-002\n\n### STORY-02 Drain\n\nAs a gardener, I want an empty tank.\n", 0},
		"a link from where the file lies":   {"X-005", "-- adr/0001.md --\n# 1\n\nSee [the note](../notes/water.md).\n", 1},
		"a form that two do not follow":     {"XD-024", alike("N-01", "N-02", "N-03") + "## N-04 Ring\n\nIt rings.\n\n## N-05 Stop\n\nIt stops.\n", 0},
		"a form that one does not follow":   {"XD-024", alike("N-01", "N-02", "N-03") + "## N-04 Ring\n\nIt rings.\n", 1},
		"another name for Must":             {"XD-010", "-- spec/requirements/_index.md --\n| 编号 | 名称 | 等级 |\n|---|---|---|\n| REQ-001 | 注水 | 应有 |\n-- spec/requirements/REQ-001-a.md --\n---\nid: REQ-001\nlevel: 必要\n---\n# REQ-001 注水\n\n系统应注水。\n", 1},
		"one name for both":                 {"XD-010", "-- spec/requirements/_index.md --\n| 编号 | 名称 | 等级 |\n|---|---|---|\n| REQ-001 | 注水 | 必要 |\n-- spec/requirements/REQ-001-a.md --\n---\nid: REQ-001\nlevel: 必要\n---\n# REQ-001 注水\n\n系统应注水。\n", 0},
		"several things at once":            {"LX-016", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must accept several valves at once\n", 0},
		"soon":                              {"LX-016", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must close the valve at once\n", 1},
		"what a configuration comes to":     {"LX-001", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must print the effective limits\n", 0},
		"as it should be":                   {"LX-001", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must print an effective warning\n", 1},
		"what a demand is good for":         {"LX-001", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must scale each bar by its litres to ensure proper reading\n", 0},
		"the demand itself":                 {"LX-001", "-- spec/requirements/_index.md --\n## Functional Requirements\n\n- FR-001: The system must ensure quick reading\n", 1},
		"each document ticks off its own":   {"FT-001", "-- spec/requirements/NFR-P-001-a.md --\n# A\n\n## Done\n\n- [ ] All 6 pumps are tested and sealed\n-- spec/requirements/NFR-P-002-b.md --\n# B\n\n## Done\n\n- [ ] All 7 pumps are tested and sealed\n", 0},
		"two numbers of the same":           {"FT-001", "-- spec/requirements/NFR-P-001-a.md --\n# A\n\n## Done\n\n- The garden has 6 pumps\n-- spec/requirements/NFR-P-002-b.md --\n# B\n\n## Done\n\n- The garden has 7 pumps\n", 1},
		"a filter that takes all":           {"FT-011", design + "## Valve\n\n- `state`: `OPEN`, `CLOSED`, `BROKEN`\n\n## Filter\n\n- `state`: `OPEN`, `CLOSED`, `BROKEN`, `ALL`\n", 0},
		"one state more":                    {"FT-011", design + "## Valve\n\n- `state`: `OPEN`, `CLOSED`, `BROKEN`\n\n## Filter\n\n- `state`: `OPEN`, `CLOSED`, `BROKEN`, `RUSTY`\n", 1},
		"what is required of a form":        {"LX-002", demands + "- FR-001: When required fields are missing, the system must refuse the order\n", 0},
		"required by nobody":                {"LX-002", demands + "- FR-001: The system must refuse the order when required\n", 1},
		"what somebody asked for":           {"LX-001", demands + "- **Input**: User description: the garden must have a modern look\n", 0},
		"asked for in several lines":        {"LX-001", demands + "- FR-001: It must water\n\n**Input**: User description: the garden must have a pump\nand it must have a modern look\n", 0},
		"a paragraph further on":            {"LX-001", demands + "**Input**: User description: the garden must have a pump\n\n- FR-001: it must have a modern look\n", 1},
		"behind what was asked for":         {"LX-001", demands + "- FR-001: It must water\n\n**Input**: User description: the garden must have a pump\n**Look**: it must have a modern look\n", 1},
		"what is asked of the system":       {"LX-001", demands + "- **Input**s: the garden must have a modern look\n", 1},
		"steps by range":                    {"X-009", demands + "- FR-001: When the period of a report is greater than 1 day and at most 7 days, the service must use 1-hour steps\n- FR-002: When the period of a report is greater than 7 days, the service must use 1-day steps\n", 0},
		"the same range again":              {"X-009", demands + "- FR-001: When the period of a report is greater than 7 days, the service must use 1-day steps\n- FR-002: When the period of a report is greater than 7 days, the service must use 1-day steps\n", 1},
		"an order, after an event":          {"LX-016", demands + "- FR-001: When the tank is full, the system must close the valve immediately\n", 0},
		"no event":                          {"LX-016", demands + "- FR-001: The system must close the valve immediately\n", 1},
		"事件之后立即":                            {"LX-016", demands + "- FR-001：水箱注满后系统必须立即关闭阀门\n", 0},
		"没有事件":                              {"LX-016", demands + "- FR-001：系统必须立即关闭阀门\n", 1},
		"a long thing":                      {"LX-016", demands + "- FR-001: The panel must scroll for long lamp lists\n", 0},
		"a long time":                       {"LX-016", demands + "- FR-001: The panel must keep entries for long\n", 1},
		"an introduction":                   {"LX-001", "-- spec/requirements/_index.md --\n## Introduction\n\nThis feature will bring a modern look to the garden.\n", 0},
		"a demand":                          {"LX-001", demands + "- FR-001: The page must have a modern look\n", 1},
		"one of a pair is kept":             {"X-001", "## Tasks\n\n- Remove the second valve (keep only one in the shed)\n", 0},
		"a choice nobody made":              {"X-001", "## Status\n\nDraft / Final (keep only one)\n", 1},
		"a program among the contracts":     {"X-005", "-- spec/contracts/tank.ts --\nexport interface Tank {\n  [key: string]: any\n  read(a: [x](y)): void\n}\n", 0},
		"a page among the contracts":        {"X-005", "-- spec/contracts/tank.md --\n# Tank\n\nSee [x](y.md).\n", 1},
		"numbered below its name":           {"X-004", "-- spec/requirements/_index.md --\n# C\n\n## Checks\n\n### To be seen by people\n\n### 1. Fill the tank\n\nIt holds 40 l.\n", 0},
		"not numbered":                      {"X-004", "-- spec/requirements/_index.md --\n## Checks\n\n### To be seen by people\n\n### Fill the tank\n\nIt holds 40 l.\n", 1},
		"what was done to them":             {"FT-002", "-- spec/requirements/_index.md --\n## Checks\n\nAll 17 stories validated:\n\n- no gaps\n- no cycles\n- clear names\n", 0},
		"what they are":                     {"FT-002", "-- spec/requirements/_index.md --\n## Pumps\n\nThere are five pumps:\n\n- north\n- south\n- west\n", 1},
		"the size of a story":               {"FT-002", "-- spec/epics/EPIC-001-shed.md --\n## STORY-001-002: Close the shed (5)\n\n- lock\n- key\n- lamp\n", 0},
		"a heading that counts":             {"FT-002", "-- spec/epics/EPIC-001-shed.md --\n## Parts of the shed (5)\n\n- lock\n- key\n- lamp\n", 1},
		"named for another":                 {"XD-005", "-- spec/requirements/_index.md --\n# Requirements\n\n- REQ-001 Fill\n-- spec/requirements/REQ-002.md --\n# REQ-001 Fill\n\nThe pump must fill the tank.\n", 1},
		"an index that lists no file":       {"XD-005", "-- spec/architecture/_index.md --\n# Architecture\n\nOne pump.\n-- spec/architecture/ADR-001-pump.md --\n# ADR-001: Pump\n\nWe take one.\n-- spec/architecture/ADR-002-tank.md --\n# ADR-002: Tank\n\nWe take one.\n", 0},
		"an index that lists one of two":    {"XD-005", "-- spec/architecture/_index.md --\n# Architecture\n\n- [ADR-001](ADR-001-pump.md)\n-- spec/architecture/ADR-001-pump.md --\n# ADR-001: Pump\n\nWe take one.\n-- spec/architecture/ADR-002-tank.md --\n# ADR-002: Tank\n\nWe take one.\n", 1},
		"a list that is not all":            {"XD-014", "-- spec/requirements/_index.md --\n# Requirements\n\nStates: open, closed, locked.\n-- spec/architecture/_index.md --\n# Architecture\n\nSet the state (open, closed, etc.) by hand.\n", 0},
		"a list that is all":                {"XD-014", "-- spec/requirements/_index.md --\n# Requirements\n\nStates: open, closed, locked.\n-- spec/architecture/_index.md --\n# Architecture\n\nSet the state (open, closed, lost) by hand.\n", 1},
		"apart from it":                     {"FT-005", "-- spec/requirements/REQ-001-board.md --\n# REQ-001: Board\n\nThe lobby screen MUST display alarms separately from the names of absent members.\n-- spec/requirements/NFR-002-privacy.md --\n# NFR-002: Privacy\n\nA lobby screen MUST NOT display alarms as names of absent members.\n", 0},
		"together with it":                  {"FT-005", "-- spec/requirements/REQ-001-board.md --\n# REQ-001: Board\n\nThe lobby screen MUST display alarms together with the names of absent members.\n-- spec/requirements/NFR-002-privacy.md --\n# NFR-002: Privacy\n\nA lobby screen MUST NOT display alarms as names of absent members.\n", 1},
		"a section too many":                {"X-029", "# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks (§4).\n", 1},
		"a part of a section":               {"X-029", "# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks (§2.2).\n", 1},
		"a clause of a section":             {"X-029", "# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks (§3.2).\n", 0},
		"a section of a law":                {"X-029", "# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks (Water Act, §4) as section 9 of the contract says.\n", 0},
		"sections of nothing here":          {"X-029", "# T\n\n## 1. Pump\n\nIt fills.\n\n## 2. Tank\n\nIt holds.\n\n## 3. Valve\n\nIt leaks (§4).\n", 0},
		"a section behind a link":           {"X-029", "-- spec/a.md --\n# A\n\nThe lid is in [b](b.md), §4.\n-- spec/b.md --\n# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks.\n", 1},
		"a section that the link has":       {"X-029", "-- spec/a.md --\n# A\n\nThe lid is in [b](b.md), §3.\n-- spec/b.md --\n# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks.\n", 0},
		"an appendix behind a link":         {"X-029", "-- spec/a.md --\n# A\n\nSizes are in the appendix of\n[b](b.md).\n-- spec/b.md --\n# T\n\n## Pump\n\nOne.\n\n## Tank\n\nOne.\n", 1},
		"an appendix that is there":         {"X-029", "-- spec/a.md --\n# A\n\nSizes are in the appendix of [b](b.md).\n-- spec/b.md --\n# T\n\n## Pump\n\nOne.\n\n## Appendix: sizes\n\nOne.\n", 0},
		"链接的附录":                             {"X-029", "-- spec/a.md --\n# A\n\n尺寸见 [b](b.md) 附录。\n-- spec/b.md --\n# T\n\n## 水泵\n\n一台。\n\n## 水箱\n\n一个。\n", 1},
		"a code for two pages":              {"X-032", "| Endpoint | Code |\n|---|---|\n| /a | `lost` |\n| /b | `lost` |\n| /c | `busy` |\n| /d | `long` |\n| /e | `slow` |\n", 0},
		"codes of one status":               {"X-032", "| Status | Code |\n|---|---|\n| 404 | `lost` |\n| 404 | `gone` |\n| 409 | `busy` |\n| 422 | `long` |\n| 429 | `slow` |\n", 0},
		"a code of two statuses":            {"X-032", "| Status | Code |\n|---|---|\n| 404 | `lost` |\n| 404 | `gone` |\n| 409 | `busy` |\n| 422 | `long` |\n| 429 | `lost` |\n", 1},
		"so many digits":                    {"LX-001", demands + "- FR-001: The system must give each part a number of eight digits\n", 0},
		"so many of them":                   {"LX-001", demands + "- FR-001: The system must give each part a number of checks\n", 1},
		"a phase to come":                   {"X-029", "# T\n\n## Phase 1: Dig\n\nDeep.\n\n## Phase 2: Fill\n\nFull.\n\n## Phase 3: Test\n\nA valve comes in Phase 4.\n", 0},
		"a list behind its folder":          {"X-030", "-- spec/a.md --\n# A\n\n- [talks/](talks/): `one.md`, `two.md`, `three.md`\n-- spec/talks/one.md --\n# One\n\nShe.\n-- spec/talks/two.md --\n# Two\n\nHe.\n", 1},
		"a list of what is to come":         {"X-030", "-- spec/a.md --\n# A\n\n- [talks/](talks/): `one.md`, `two.md`, later `three.md`\n-- spec/talks/one.md --\n# One\n\nShe.\n-- spec/talks/two.md --\n# Two\n\nHe.\n", 0},
		"what an agent is to load":          {"X-030", "-- spec/a.md --\n# A\n\n<context>\n@.talks/one.md\n@.talks/two.md\n@.tools/run.md\n</context>\n-- spec/.talks/one.md --\n# One\n\nShe.\n", 1},
		"what a planner is to read":         {"X-030", "-- spec/01-CONTEXT.md --\n# A\n\n<canonical_refs>\n- `talks/one.md`\n- `~/talks/two.md`\n</canonical_refs>\n\nSee `minutes/may.md`.\n", 1},
		"a folder of which nothing is":      {"X-030", "-- spec/a.md --\n# A\n\nSee `minutes/may.md` and `minutes/june.md`.\n", 0},
		"anchors of another host":           {"X-035", "# T\n\n- [Pump](#pump_1)\n- [Tank](#tank_2)\n- [Lid](#lid_3)\n\n## Pump\n\nOne.\n\n## Tank\n\nOne.\n\n## Lid\n\nOne.\n", 0},
		"an anchor in another document":     {"X-035", "-- spec/a.md --\n# A\n\n[x](b.md#pump), [y](b.md#tank), [z](b.md#valve), [c](c.go#L12)\n-- spec/b.md --\n# B\n\n## Pump\n\nOne.\n\n## Tank (old)\n\nOne.\n\n## Lid\n\nOne.\n", 1},
		"a heading that another lost":       {"X-035", "-- spec/a.md --\n# A\n\n[x](b.md#pump), [y](b.md#lid), [z](b.md#valve)\n-- spec/b.md --\n# B\n\n## Pump\n\nOne.\n\n## Tank\n\nOne.\n\n## Lid\n\nOne.\n", 1},
		"sorts of what was mended":          {"FT-002", "-- spec/requirements/_index.md --\n## Log\n\nWe fixed 24 warnings: names, imports, comments.\n", 0},
		"多人一起做":                             {"FT-002", "-- spec/requirements/_index.md --\n## 分工\n\n演示由三人共同完成：甲说明水泵，乙说明阀门，丙说明水箱，丁说明管道。\n", 0},
		"parts word for word":               {"FT-002", "-- spec/requirements/_index.md --\n## Themes\n\nThe view provides three options: \"As the system,\" \"Light,\" and \"Dark.\"\n", 0},
		"括号里的部分":                            {"FT-002", "-- spec/requirements/_index.md --\n## 用户\n\n支持三种用户：农户（看水量、看账单）、站长（看水泵、看水箱）、访客（只看公告），界面随之变化。\n", 0},
		"in a row":                          {"FT-002", "-- spec/requirements/_index.md --\n## Alarms\n\nPump with 3 consecutive failures: alarm raised, mail sent.\n", 0},
		"a word that begins like a number":  {"FT-002", "-- spec/requirements/_index.md --\n## Store\n\nThe sums are kept on Tweet (`likes`, `answers`, `copies`).\n", 0},
		"one more behind the brackets":      {"FT-002", "-- spec/requirements/_index.md --\n## Parts\n\nThere are four modules (`lib/a.sh`, `lib/b.sh`, `lib/c.sh`) and the command.\n", 0},
		"new in a program":                  {"X-002", "-- spec/requirements/_index.md --\n## Settings\n\n- `PUMP_URL` (to be added)\n- Night mode is deferred to later stages.\n", 0},
		"put off":                           {"X-002", "-- spec/requirements/_index.md --\n## Settings\n\nThe limits are deferred to later.\n", 1},
		"an optional part":                  {"X-028", "-- spec/epics/EPIC-001-shed.md --\n## Tasks\n\n- [x] 1. Pump\n  - [x] 1.1 Order\n  - [ ]\\* 1.2 Write tests\n", 0},
		"a box that is no step":             {"FT-006", "-- spec/epics/later.md --\n# Later\n\n## Story 5.1: Dates\n\n- [ ] Dates are shown (requires Story 5.2)\n\n## Story 5.2: Calendar\n\n**Depends on:** Story 5.1\n", 0},
		"the number of a phase":             {"RQ-015", "-- spec/requirements/_index.md --\n# Requirements\n\n### Phase 3 Functional Requirements\n\n| ID | Title |\n|---|---|\n| REQ-001 | Fill |\n| REQ-002 | Empty |\n", 0},
		"two versions":                      {"FT-001", "-- spec/requirements/NFR-P-001-v1.md --\n# Limits\n\n| Limit | Value |\n|---|---|\n| Upload timeout | 30 s |\n-- spec/requirements/NFR-P-001-v2.md --\n# Limits\n\n| Limit | Value |\n|---|---|\n| Upload timeout | 60 s |\n", 0},
		"two documents of one version":      {"FT-001", "-- spec/requirements/NFR-P-001-v2.md --\n# Limits\n\n| Limit | Value |\n|---|---|\n| Upload timeout | 30 s |\n-- spec/requirements/NFR-P-002-v2.md --\n# Limits\n\n| Limit | Value |\n|---|---|\n| Upload timeout | 60 s |\n", 1},
		"code right below a tag":            {"X-001", "<task>\n  <action>\n**1. The shed:**\n```tsx\nexport function Shed({ children }) {\n  return (\n    <div>\n      {children}\n    </div>\n\n  );\n}\n```\n\nKeep the door.\n  </action>\n</task>\n", 0},
		"code far in, below a tag":          {"X-001", "<action>\n    ```tsx\n    <Shed>\n      {children}\n    </Shed>\n    ```\n    Keep the door.\n</action>\n", 0},
		"code in a box of HTML":             {"X-001", "<details>\n<summary>The shed</summary>\n```tsx\n<Shed>\n  {children}\n</Shed>\n```\n</details>\n", 0},
		"text behind code below a tag":      {"X-001", "<action>\n```tsx\n<Shed>\n  {children}\n</Shed>\n```\n\n{product_name} waters the garden.\n</action>\n", 1},
		"text behind code far in":           {"X-001", "<action>\n    ```tsx\n    <Shed>{children}</Shed>\n    ```\n{product_name} waters the garden.\n</action>\n", 1},
		"what a test brings":                {"X-002", "## Pumps\n\n| Pump | Actual | Tested by | Pass/Fail |\n|---|---|---|---|\n| North | TBD | TBD | TBD |\n", 0},
		"tests that were not run":           {"X-002", "## Pump Testing\n\n| Pump | Firmware | Status |\n|---|---|---|\n| North | TBD | ⏳ Pending |\n| South | TBD | Not tested |\n", 0},
		"a request that comes later":        {"X-002", "## Where the work stands\n\n| Pump | PR | Status |\n|---|---|---|\n| North | TBD | Not begun |\n", 0},
		"a form of a test":                  {"X-002", "## Test Run\n\n**Tester:** TBD\n**Date:** TBD\n- Result: TBD\n", 0},
		"测试的表格":                             {"X-002", "## 水泵测试\n\n| 水泵 | 结果 | 日期 |\n|---|---|---|\n| 北 | 待定 | 待定 |\n\n- 测试人：待定\n", 0},
		"pumps to be chosen":                {"X-002", "## Pumps\n\n| Pump | Power | Status |\n|---|---|---|\n| North | TBD | Pending |\n", 1},
		"limits of a test":                  {"X-002", "## Test Run\n\n| Pump | Limit | Result |\n|---|---|---|\n| North | TBD | 4 l |\n\n- Expected Result: TBD\n", 2},
		"a day to be settled":               {"X-002", "## Opening\n\n**Date:** TBD\n", 1},
		"日期未定":                              {"X-002", "## 开园\n\n- 日期：待定\n", 1},
		"epics in files of their own":       {"EP-011", "-- spec/epics/_index.md --\n# Epics\n\n1. EPIC-001\n" + epicFile("1") + epicFile("2") + epicFile("3") + epicFile("4"), 1},
		"boxes of two browsers":             {"X-009", "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n**North pump:**\n\n- [ ] The pump must stop within seconds whenever the tank runs dry\n- [ ] The lamp must be green\n\n**South pump:**\n\n- [ ] The pump must stop within seconds whenever the tank runs dry\n- [ ] The lamp must be blue\n", 0},
		"boxes below one heading":           {"X-009", "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n- [ ] The pump must stop within seconds whenever the tank runs dry\n- [ ] The lamp must be green\n- [ ] The pump must stop within seconds whenever the tank runs dry\n", 1},
		"the same without boxes":            {"X-009", "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n**North pump:**\n\n- The pump must stop within seconds whenever the tank runs dry\n- The lamp must be green\n\n**South pump:**\n\n- The pump must stop within seconds whenever the tank runs dry\n", 1},
		"boxes with IDs":                    {"X-009", "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n**North pump:**\n\n- [ ] FR-001: The pump must stop within seconds whenever the tank runs dry\n- [ ] The lamp must be green\n\n**South pump:**\n\n- [ ] FR-002: The pump must stop within seconds whenever the tank runs dry\n", 1},
		"两台水泵各自检查":                          {"X-009", "-- spec/requirements/REQ-001.md --\n## 验收标准\n\n**北泵：**\n\n- [ ] 水箱排空之后水泵必须在三秒之内停止\n\n**南泵：**\n\n- [ ] 水箱排空之后水泵必须在三秒之内停止\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := places(t, test.rule, whole(files(Rule{ID: test.rule}, test.text)))
			if got != test.places {
				t.Errorf("%s told %d places, want %d", test.rule, got, test.places)
			}
		})
	}
}

// TestLinkThatMayCome asks how grave a link is to a file that the document plans.
func TestLinkThatMayCome(t *testing.T) {
	for name, test := range map[string]struct {
		path, link string
		want       critique.Severity
	}{
		"a program in a plan":     {"docs/plans/pump.md", "src/pump.ts", critique.Low},
		"a document in a plan":    {"docs/plans/pump.md", "pumps.md", critique.High},
		"a program in a decision": {"docs/adr/0004.md", "src/pump.ts", critique.High},
		"计划中的程序":                  {"docs/水泵计划.md", "src/pump.ts", critique.Low},
		"a program outside":       {"proposal.md", "../../../src/pump.ts", critique.Medium},
		"a document outside":      {"proposal.md", "../../../docs/pump.md", critique.High},
		"a document that is made": {"proposal.md", "../../../docs/new.md", critique.Low},
	} {
		t.Run(name, func(t *testing.T) {
			text := "# Pump\n\nThe pump lies in [" + test.link + "](" + test.link + ").\n"
			if test.want == critique.Low {
				text += "\nDocument the pump in [new](../../../docs/new.md).\n"
			}
			subject := whole([]critique.Document{{Path: test.path, Kind: "plain", Content: []byte(text)}})
			subject.Artifact.Kind = map[bool]string{true: "brief", false: "plain"}[test.path == "proposal.md"]
			subject.Rules = []string{"X-*"}
			found := onlyRule(t, "X-005").Check(context.Background(), subject).Findings
			if len(found) != 1 || found[0].Severity != test.want {
				t.Errorf("%+v, want one that is %s", found, test.want)
			}
		})
	}
}

// TestSharedDocuments asks in which rounds a contradiction is told that stands in a document
// which sessions share: in the first one that reads it, and in no other.
func TestSharedDocuments(t *testing.T) {
	const (
		table   = "| Place | Valves |\n|---|---|\n| Roof | 20 |\n| Yard | 10 |\n| Total | 40 |\n"
		project = "# Garden\n\n" + table
	)
	docs := map[string]critique.Document{
		"proposal": {Path: "proposal.md", Kind: "brief", Content: []byte("## Why\n\nThe lawn is dry.\n")},
		"tasks":    {Path: "tasks.md", Kind: "tasks", Content: []byte("## 1. Lawn\n\n- [ ] 1.1 Water it\n")},
		"project":  {Path: "../../project.md", Kind: "plain", Shared: true, Content: []byte(project)},
	}
	for name, test := range map[string]struct {
		artifact string
		beside   []string
		want     []string
	}{
		"the first round": {"proposal", []string{"tasks", "project"}, []string{"../../project.md"}},
		"a later round":   {"tasks", []string{"proposal", "project"}, nil},
		"the only round":  {"tasks", []string{"project"}, []string{"../../project.md"}},
	} {
		t.Run(name, func(t *testing.T) {
			subject := critique.Subject{Artifact: docs[test.artifact], Session: []critique.Document{docs[test.artifact]}, Language: "auto", Rules: []string{"FT-*"}}
			for _, other := range test.beside {
				subject.Session = append(subject.Session, docs[other])
			}
			var got []string
			for _, found := range onlyRule(t, "FT-003").Check(context.Background(), subject).Findings {
				for _, p := range found.Places {
					got = append(got, p.Path)
				}
			}
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, test.want) {
				t.Errorf("told of %q, want %q", got, test.want)
			}
		})
	}
}

// TestTraditionalChinese judges a document in traditional characters as one in simplified ones,
// and tells what it says as it was written.
func TestTraditionalChinese(t *testing.T) {
	const text = "## 功能需求\n\n- REQ-001：系統應儘快關閉閥門，並應記錄每次關閉的時間\n- REQ-002：系統應於 5 秒內開啟閥門\n"
	found := onlyRule(t, "LX-001").Check(context.Background(), whole([]critique.Document{{Path: "spec/requirements/_index.md", Content: []byte(text)}})).Findings
	if len(found) != 1 || found[0].Line != 3 || found[0].Quote != "儘快" || !strings.Contains(found[0].Message, "“儘快”") || len(found[0].Places) != 1 {
		t.Errorf("%+v", found)
	}
}

// alike are sections that all have acceptance criteria.
func alike(ids ...string) string {
	var text strings.Builder
	text.WriteString("# Needs\n\n")
	for _, id := range ids {
		text.WriteString("## " + id + " Open\n\nThe gate opens.\n\n**Acceptance:** seen ten times.\n\n")
	}
	return text.String()
}

// TestOddDependency asks where a circle is told: where it is declared that one place alone says.
func TestOddDependency(t *testing.T) {
	const text = "-- spec/epics/EPIC-001-a.md --\n# EPIC-001 Fill\n\nDepends on: EPIC-002\n-- spec/epics/EPIC-002-b.md --\n# EPIC-002 Drain\n\nDepends on: EPIC-001\n-- spec/epics/_index.md --\n| Epic | Title | Depends on |\n|---|---|---|\n| EPIC-001 | Fill | none |\n| EPIC-002 | Drain | EPIC-001 |\n"
	found := onlyRule(t, "EP-012").Check(context.Background(), whole(files(Rule{}, text))).Findings
	if len(found) != 1 || found[0].Path != "spec/epics/EPIC-001-a.md" || found[0].Line != 3 {
		t.Errorf("%+v", found)
	}
}

// numbered is a list of things with IDs.
func numbered(prefix string, from, to int) string {
	var list strings.Builder
	for i := from; i <= to; i++ {
		list.WriteString("- " + prefix + string(rune('0'+i)) + ": something is decided\n")
	}
	return list.String()
}

// epicFile is a file of its own for an epic of the MVP, longer than an index of them.
func epicFile(number string) string {
	return "-- spec/epics/EPIC-00" + number + "-beds.md --\n# Beds\n\n## EPIC-00" + number + ": Beds\n\n" + strings.Repeat("The bed is watered at dawn.\n", 20) + "\nIt is part of the MVP.\n"
}

// places counts the places that a rule tells of, alone.
func places(t *testing.T, rule string, subject critique.Subject) (n int) {
	for _, found := range onlyRule(t, rule).Check(context.Background(), subject).Findings {
		n += len(found.Places)
	}
	return n
}
