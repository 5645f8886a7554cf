package checks

import (
	"context"
	"strings"
	"testing"

	"discussd/critique"
)

// TestOutsiders holds what readers of other people's documents called false beside the
// defect that the same words can have.
func TestOutsiders(t *testing.T) {
	const (
		demands = "-- spec/requirements/_index.md --\n## Functional Requirements\n\n"
		plan    = "-- spec/epics/_index.md --\n## Order\n\n"
		design  = "-- spec/architecture/_index.md --\n"
	)
	for name, test := range map[string]struct {
		rule, text string
		places     int
	}{
		"each document ticks off its own": {"FT-001", "-- spec/requirements/NFR-P-001-a.md --\n# A\n\n## Done\n\n- [ ] All 6 pumps are tested and sealed\n-- spec/requirements/NFR-P-002-b.md --\n# B\n\n## Done\n\n- [ ] All 7 pumps are tested and sealed\n", 0},
		"two numbers of the same":         {"FT-001", "-- spec/requirements/NFR-P-001-a.md --\n# A\n\n## Done\n\n- The garden has 6 pumps\n-- spec/requirements/NFR-P-002-b.md --\n# B\n\n## Done\n\n- The garden has 7 pumps\n", 1},
		"a filter that takes all":         {"FT-011", design + "## Valve\n\n- `state`: `OPEN`, `CLOSED`, `BROKEN`\n\n## Filter\n\n- `state`: `OPEN`, `CLOSED`, `BROKEN`, `ALL`\n", 0},
		"one state more":                  {"FT-011", design + "## Valve\n\n- `state`: `OPEN`, `CLOSED`, `BROKEN`\n\n## Filter\n\n- `state`: `OPEN`, `CLOSED`, `BROKEN`, `RUSTY`\n", 1},
		"what is required of a form":      {"LX-002", demands + "- FR-001: When required fields are missing, the system must refuse the order\n", 0},
		"required by nobody":              {"LX-002", demands + "- FR-001: The system must refuse the order when required\n", 1},
		"what somebody asked for":         {"LX-001", demands + "- **Input**: User description: the garden must have a modern look\n", 0},
		"asked for in several lines":      {"LX-001", demands + "- FR-001: It must water\n\n**Input**: User description: the garden must have a pump\nand it must have a modern look\n", 0},
		"behind what was asked for":       {"LX-001", demands + "- FR-001: It must water\n\n**Input**: User description: the garden must have a pump\n**Look**: it must have a modern look\n", 1},
		"what is asked of the system":     {"LX-001", demands + "- **Input**s: the garden must have a modern look\n", 1},
		"steps by range":                  {"X-009", demands + "- FR-001: When the period of a report is greater than 1 day and at most 7 days, the service must use 1-hour steps\n- FR-002: When the period of a report is greater than 7 days, the service must use 1-day steps\n", 0},
		"the same range again":            {"X-009", demands + "- FR-001: When the period of a report is greater than 7 days, the service must use 1-day steps\n- FR-002: When the period of a report is greater than 7 days, the service must use 1-day steps\n", 1},
		"an order, after an event":        {"LX-016", demands + "- FR-001: When the tank is full, the system must close the valve immediately\n", 0},
		"no event":                        {"LX-016", demands + "- FR-001: The system must close the valve immediately\n", 1},
		"事件之后立即":                          {"LX-016", demands + "- FR-001：水箱注满后系统必须立即关闭阀门\n", 0},
		"没有事件":                            {"LX-016", demands + "- FR-001：系统必须立即关闭阀门\n", 1},
		"a long thing":                    {"LX-016", demands + "- FR-001: The panel must scroll for long lamp lists\n", 0},
		"a long time":                     {"LX-016", demands + "- FR-001: The panel must keep entries for long\n", 1},
		"an introduction":                 {"LX-001", "-- spec/requirements/_index.md --\n## Introduction\n\nThis feature will bring a modern look to the garden.\n", 0},
		"a demand":                        {"LX-001", demands + "- FR-001: The page must have a modern look\n", 1},
		"one of a pair is kept":           {"X-001", "## Tasks\n\n- Remove the second valve (keep only one in the shed)\n", 0},
		"a choice nobody made":            {"X-001", "## Status\n\nDraft / Final (keep only one)\n", 1},
		"a program among the contracts":   {"X-005", "-- spec/contracts/tank.ts --\nexport interface Tank {\n  [key: string]: any\n  read(a: [x](y)): void\n}\n", 0},
		"a page among the contracts":      {"X-005", "-- spec/contracts/tank.md --\n# Tank\n\nSee [x](y.md).\n", 1},
		"numbered below its name":         {"X-004", "-- spec/requirements/_index.md --\n# C\n\n## Checks\n\n### To be seen by people\n\n### 1. Fill the tank\n\nIt holds 40 l.\n", 0},
		"not numbered":                    {"X-004", "-- spec/requirements/_index.md --\n## Checks\n\n### To be seen by people\n\n### Fill the tank\n\nIt holds 40 l.\n", 1},
		"what was done to them":           {"FT-002", "-- spec/requirements/_index.md --\n## Checks\n\nAll 17 stories validated:\n\n- no gaps\n- no cycles\n- clear names\n", 0},
		"what they are":                   {"FT-002", "-- spec/requirements/_index.md --\n## Pumps\n\nThere are five pumps:\n\n- north\n- south\n- west\n", 1},
		"the size of a story":             {"FT-002", "-- spec/epics/EPIC-001-shed.md --\n## STORY-001-002: Close the shed (5)\n\n- lock\n- key\n- lamp\n", 0},
		"a heading that counts":           {"FT-002", "-- spec/epics/EPIC-001-shed.md --\n## Parts of the shed (5)\n\n- lock\n- key\n- lamp\n", 1},
		"named for another":               {"XD-005", "-- spec/requirements/_index.md --\n# Requirements\n\n- REQ-001 Fill\n-- spec/requirements/REQ-002.md --\n# REQ-001 Fill\n\nThe pump must fill the tank.\n", 1},
		"an index that lists no file":     {"XD-005", "-- spec/architecture/_index.md --\n# Architecture\n\nOne pump.\n-- spec/architecture/ADR-001-pump.md --\n# ADR-001: Pump\n\nWe take one.\n-- spec/architecture/ADR-002-tank.md --\n# ADR-002: Tank\n\nWe take one.\n", 0},
		"an index that lists one of two":  {"XD-005", "-- spec/architecture/_index.md --\n# Architecture\n\n- [ADR-001](ADR-001-pump.md)\n-- spec/architecture/ADR-001-pump.md --\n# ADR-001: Pump\n\nWe take one.\n-- spec/architecture/ADR-002-tank.md --\n# ADR-002: Tank\n\nWe take one.\n", 1},
		"a list that is not all":          {"XD-014", "-- spec/requirements/_index.md --\n# Requirements\n\nStates: open, closed, locked.\n-- spec/architecture/_index.md --\n# Architecture\n\nSet the state (open, closed, etc.) by hand.\n", 0},
		"a list that is all":              {"XD-014", "-- spec/requirements/_index.md --\n# Requirements\n\nStates: open, closed, locked.\n-- spec/architecture/_index.md --\n# Architecture\n\nSet the state (open, closed, lost) by hand.\n", 1},
		"apart from it":                   {"FT-005", "-- spec/requirements/REQ-001-board.md --\n# REQ-001: Board\n\nThe lobby screen MUST display alarms separately from the names of absent members.\n-- spec/requirements/NFR-002-privacy.md --\n# NFR-002: Privacy\n\nA lobby screen MUST NOT display alarms as names of absent members.\n", 0},
		"together with it":                {"FT-005", "-- spec/requirements/REQ-001-board.md --\n# REQ-001: Board\n\nThe lobby screen MUST display alarms together with the names of absent members.\n-- spec/requirements/NFR-002-privacy.md --\n# NFR-002: Privacy\n\nA lobby screen MUST NOT display alarms as names of absent members.\n", 1},
		"a section too many":              {"X-029", "# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks (§4).\n", 1},
		"a part of a section":             {"X-029", "# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks (§2.2).\n", 1},
		"a clause of a section":           {"X-029", "# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks (§3.2).\n", 0},
		"a section of a law":              {"X-029", "# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks (Water Act, §4) as section 9 of the contract says.\n", 0},
		"sections of nothing here":        {"X-029", "# T\n\n## 1. Pump\n\nIt fills.\n\n## 2. Tank\n\nIt holds.\n\n## 3. Valve\n\nIt leaks (§4).\n", 0},
		"a section behind a link":         {"X-029", "-- spec/a.md --\n# A\n\nThe lid is in [b](b.md), §4.\n-- spec/b.md --\n# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks.\n", 1},
		"a section that the link has":     {"X-029", "-- spec/a.md --\n# A\n\nThe lid is in [b](b.md), §3.\n-- spec/b.md --\n# T\n\n## 1. Pump\n\nIt fills the tank (§2).\n\n## 2. Tank\n\nIt holds a day.\n\n### 2.1 Lid\n\nIt is of steel.\n\n## 3. Valve\n\nIt leaks.\n", 0},
		"an appendix behind a link":       {"X-029", "-- spec/a.md --\n# A\n\nSizes are in the appendix of\n[b](b.md).\n-- spec/b.md --\n# T\n\n## Pump\n\nOne.\n\n## Tank\n\nOne.\n", 1},
		"an appendix that is there":       {"X-029", "-- spec/a.md --\n# A\n\nSizes are in the appendix of [b](b.md).\n-- spec/b.md --\n# T\n\n## Pump\n\nOne.\n\n## Appendix: sizes\n\nOne.\n", 0},
		"链接的附录":                           {"X-029", "-- spec/a.md --\n# A\n\n尺寸见 [b](b.md) 附录。\n-- spec/b.md --\n# T\n\n## 水泵\n\n一台。\n\n## 水箱\n\n一个。\n", 1},
		"a code for two pages":            {"X-032", "| Endpoint | Code |\n|---|---|\n| /a | `lost` |\n| /b | `lost` |\n| /c | `busy` |\n| /d | `long` |\n| /e | `slow` |\n", 0},
		"codes of one status":             {"X-032", "| Status | Code |\n|---|---|\n| 404 | `lost` |\n| 404 | `gone` |\n| 409 | `busy` |\n| 422 | `long` |\n| 429 | `slow` |\n", 0},
		"a code of two statuses":          {"X-032", "| Status | Code |\n|---|---|\n| 404 | `lost` |\n| 404 | `gone` |\n| 409 | `busy` |\n| 422 | `long` |\n| 429 | `lost` |\n", 1},
		"so many digits":                  {"LX-001", demands + "- FR-001: The system must give each part a number of eight digits\n", 0},
		"so many of them":                 {"LX-001", demands + "- FR-001: The system must give each part a number of checks\n", 1},
		"a phase to come":                 {"X-029", "# T\n\n## Phase 1: Dig\n\nDeep.\n\n## Phase 2: Fill\n\nFull.\n\n## Phase 3: Test\n\nA valve comes in Phase 4.\n", 0},
		"a list behind its folder":        {"X-030", "-- spec/a.md --\n# A\n\n- [talks/](talks/): `one.md`, `two.md`, `three.md`\n-- spec/talks/one.md --\n# One\n\nShe.\n-- spec/talks/two.md --\n# Two\n\nHe.\n", 1},
		"a list of what is to come":       {"X-030", "-- spec/a.md --\n# A\n\n- [talks/](talks/): `one.md`, `two.md`, later `three.md`\n-- spec/talks/one.md --\n# One\n\nShe.\n-- spec/talks/two.md --\n# Two\n\nHe.\n", 0},
		"what an agent is to load":        {"X-030", "-- spec/a.md --\n# A\n\n<context>\n@.talks/one.md\n@.talks/two.md\n@.tools/run.md\n</context>\n-- spec/.talks/one.md --\n# One\n\nShe.\n", 1},
		"a folder of which nothing is":    {"X-030", "-- spec/a.md --\n# A\n\nSee `minutes/may.md` and `minutes/june.md`.\n", 0},
		"anchors of another host":         {"X-035", "# T\n\n- [Pump](#pump_1)\n- [Tank](#tank_2)\n- [Lid](#lid_3)\n\n## Pump\n\nOne.\n\n## Tank\n\nOne.\n\n## Lid\n\nOne.\n", 0},
		"an anchor in another document":   {"X-035", "-- spec/a.md --\n# A\n\n[x](b.md#pump), [y](b.md#tank), [z](b.md#valve), [c](c.go#L12)\n-- spec/b.md --\n# B\n\n## Pump\n\nOne.\n\n## Tank (old)\n\nOne.\n\n## Lid\n\nOne.\n", 1},
		"a heading that another lost":     {"X-035", "-- spec/a.md --\n# A\n\n[x](b.md#pump), [y](b.md#lid), [z](b.md#valve)\n-- spec/b.md --\n# B\n\n## Pump\n\nOne.\n\n## Tank\n\nOne.\n\n## Lid\n\nOne.\n", 1},
		"sorts of what was mended":        {"FT-002", "-- spec/requirements/_index.md --\n## Log\n\nWe fixed 24 warnings: names, imports, comments.\n", 0},
		"多人一起做":                           {"FT-002", "-- spec/requirements/_index.md --\n## 分工\n\n演示由三人共同完成：甲说明水泵，乙说明阀门，丙说明水箱，丁说明管道。\n", 0},
		"two versions":                    {"FT-001", "-- spec/requirements/NFR-P-001-v1.md --\n# Limits\n\n| Limit | Value |\n|---|---|\n| Upload timeout | 30 s |\n-- spec/requirements/NFR-P-001-v2.md --\n# Limits\n\n| Limit | Value |\n|---|---|\n| Upload timeout | 60 s |\n", 0},
		"two documents of one version":    {"FT-001", "-- spec/requirements/NFR-P-001-v2.md --\n# Limits\n\n| Limit | Value |\n|---|---|\n| Upload timeout | 30 s |\n-- spec/requirements/NFR-P-002-v2.md --\n# Limits\n\n| Limit | Value |\n|---|---|\n| Upload timeout | 60 s |\n", 1},
		"code right below a tag":          {"X-001", "<task>\n  <action>\n**1. The shed:**\n```tsx\nexport function Shed({ children }) {\n  return (\n    <div>\n      {children}\n    </div>\n\n  );\n}\n```\n\nKeep the door.\n  </action>\n</task>\n", 0},
		"code far in, below a tag":        {"X-001", "<action>\n    ```tsx\n    <Shed>\n      {children}\n    </Shed>\n    ```\n    Keep the door.\n</action>\n", 0},
		"code in a box of HTML":           {"X-001", "<details>\n<summary>The shed</summary>\n```tsx\n<Shed>\n  {children}\n</Shed>\n```\n</details>\n", 0},
		"text behind code below a tag":    {"X-001", "<action>\n```tsx\n<Shed>\n  {children}\n</Shed>\n```\n\n{product_name} waters the garden.\n</action>\n", 1},
		"text behind code far in":         {"X-001", "<action>\n    ```tsx\n    <Shed>{children}</Shed>\n    ```\n{product_name} waters the garden.\n</action>\n", 1},
		"what a test brings":              {"X-002", "## Pumps\n\n| Pump | Actual | Tested by | Pass/Fail |\n|---|---|---|---|\n| North | TBD | TBD | TBD |\n", 0},
		"tests that were not run":         {"X-002", "## Pump Testing\n\n| Pump | Firmware | Status |\n|---|---|---|\n| North | TBD | ⏳ Pending |\n| South | TBD | Not tested |\n", 0},
		"a request that comes later":      {"X-002", "## Where the work stands\n\n| Pump | PR | Status |\n|---|---|---|\n| North | TBD | Not begun |\n", 0},
		"a form of a test":                {"X-002", "## Test Run\n\n**Tester:** TBD\n**Date:** TBD\n- Result: TBD\n", 0},
		"测试的表格":                           {"X-002", "## 水泵测试\n\n| 水泵 | 结果 | 日期 |\n|---|---|---|\n| 北 | 待定 | 待定 |\n\n- 测试人：待定\n", 0},
		"pumps to be chosen":              {"X-002", "## Pumps\n\n| Pump | Power | Status |\n|---|---|---|\n| North | TBD | Pending |\n", 1},
		"limits of a test":                {"X-002", "## Test Run\n\n| Pump | Limit | Result |\n|---|---|---|\n| North | TBD | 4 l |\n\n- Expected Result: TBD\n", 2},
		"a day to be settled":             {"X-002", "## Opening\n\n**Date:** TBD\n", 1},
		"日期未定":                            {"X-002", "## 开园\n\n- 日期：待定\n", 1},
		"epics in files of their own":     {"EP-011", "-- spec/epics/_index.md --\n# Epics\n\n1. EPIC-001\n" + epicFile("1") + epicFile("2") + epicFile("3") + epicFile("4"), 1},
		"boxes of two browsers":           {"X-009", "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n**North pump:**\n\n- [ ] The pump must stop within seconds whenever the tank runs dry\n- [ ] The lamp must be green\n\n**South pump:**\n\n- [ ] The pump must stop within seconds whenever the tank runs dry\n- [ ] The lamp must be blue\n", 0},
		"boxes below one heading":         {"X-009", "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n- [ ] The pump must stop within seconds whenever the tank runs dry\n- [ ] The lamp must be green\n- [ ] The pump must stop within seconds whenever the tank runs dry\n", 1},
		"the same without boxes":          {"X-009", "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n**North pump:**\n\n- The pump must stop within seconds whenever the tank runs dry\n- The lamp must be green\n\n**South pump:**\n\n- The pump must stop within seconds whenever the tank runs dry\n", 1},
		"boxes with IDs":                  {"X-009", "-- spec/requirements/REQ-001.md --\n## Acceptance Criteria\n\n**North pump:**\n\n- [ ] FR-001: The pump must stop within seconds whenever the tank runs dry\n- [ ] The lamp must be green\n\n**South pump:**\n\n- [ ] FR-002: The pump must stop within seconds whenever the tank runs dry\n", 1},
		"两台水泵各自检查":                        {"X-009", "-- spec/requirements/REQ-001.md --\n## 验收标准\n\n**北泵：**\n\n- [ ] 水箱排空之后水泵必须在三秒之内停止\n\n**南泵：**\n\n- [ ] 水箱排空之后水泵必须在三秒之内停止\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := places(t, test.rule, whole(files(Rule{ID: test.rule}, test.text)))
			if got != test.places {
				t.Errorf("%s told %d places, want %d", test.rule, got, test.places)
			}
		})
	}
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
