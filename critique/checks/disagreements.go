package checks

import (
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/checks/facts"
)

// disagreementRules report what the fact table of the session finds: statements of which
// one must be wrong, whatever they are about.
func disagreementRules() []rule {
	const source = "numbers that differ between documents are what readers of real sessions find most"
	return []rule{
		{Rule: Rule{
			ID: "FT-001", Perspective: technical, Severity: critique.Medium, Kind: "consistency",
			Title: "one thing with two values", Message: Text{"{1} here, but {2} in {3} (\"{4}\"): which one holds?", "此处为 {1}，而 {3} 中为 {2}（“{4}”）：以哪个为准？"}, Source: source,
			Violation: "-- spec/requirements/REQ-004-log.md --\n# REQ-004: Delivery log\n\nThe delivery log MUST keep every delivery attempt for 30 days.\n-- spec/architecture/ADR-002-store.md --\n# ADR-002: Store\n\nThe delivery log keeps each delivery attempt for 14 days.\n",
			NearMiss:  "-- spec/requirements/REQ-004-log.md --\n# REQ-004: Delivery log\n\nThe delivery log MUST keep every delivery attempt for 30 days.\n-- spec/architecture/ADR-002-store.md --\n# ADR-002: Store\n\nThe delivery log keeps each delivery attempt for 30 days. A failed delivery is tried again after 5 minutes.\n",
			Chinese: Example{
				"-- spec/requirements/REQ-004-log.md --\n# REQ-004: 投递日志\n\n投递日志必须保留全部投递记录 30 天。\n-- spec/architecture/ADR-002-store.md --\n# ADR-002: 存储\n\n投递日志保留投递记录 14 天。\n",
				"-- spec/requirements/REQ-004-log.md --\n# REQ-004: 投递日志\n\n投递日志必须保留全部投递记录 30 天。\n-- spec/architecture/ADR-002-store.md --\n# ADR-002: 存储\n\n投递日志保留投递记录 30 天。\n",
			},
		}, look: disagreeing(facts.Values)},
		{Rule: Rule{
			ID: "FT-002", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "a count that the list after it does not bear out", Message: Text{"{1} are announced, and {2} are listed", "前文称 {1}，列出的却是 {2} 项"}, Source: source,
			Violation: "# Pilot\n\nThe pilot runs in five clinics: Oakfield, Rowan, Birch and Elm.\n",
			NearMiss:  "# Pilot\n\nThe pilot runs in four clinics: Oakfield, Rowan, Birch and Elm. It needs two servers in the basement: mail, files, backup.\n",
			Chinese:   Example{"# 试点\n\n试点共五个门诊：东区、西区、南区、北区。\n", "# 试点\n\n试点共四个门诊：东区、西区、南区、北区。\n"},
		}, look: disagreeing(facts.Listed)},
		{Rule: Rule{
			ID: "FT-003", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "a total that is not the sum of its parts", Message: Text{"the total is given as {1}, and the parts add up to {2}", "总数写为 {1}，各部分之和为 {2}"}, Source: source,
			Violation: "# Cost\n\n| Part | Days |\n|---|---|\n| Design | 10 |\n| Build | 25 |\n| Test | 8 |\n| Total | 45 |\n",
			NearMiss:  "# Cost\n\n| Part | Days | Rating |\n|---|---|---|\n| Design | 10 | 3 |\n| Build | 25 | 5 |\n| Test | 8 | 4 |\n| Total | 43 | 4 |\n",
			Chinese:   Example{"# 座位\n\n| 馆区 | 座位 |\n|---|---|\n| 东馆 | 300 |\n| 西馆 | 260 |\n| 南馆 | 120 |\n| 合计 | 700 |\n", "# 座位\n\n| 馆区 | 座位 |\n|---|---|\n| 东馆 | 300 |\n| 西馆 | 260 |\n| 南馆 | 120 |\n| 合计 | 680 |\n"},
		}, look: disagreeing(facts.Sums)},
		{Rule: Rule{
			ID: "FT-004", Perspective: quality, Severity: critique.Medium, Kind: "consistency",
			Title: "a range whose end lies before its start", Message: Text{"the range ends at {1}, before its start at {2}", "范围的终点 {1} 早于（小于）起点 {2}"}, Source: source,
			Violation: "# Limits\n\n| Reading | Min | Max |\n|---|---|---|\n| Moisture | 70 % | 35 % |\n",
			NearMiss:  "# Limits\n\n| Reading | Min | Max |\n|---|---|---|\n| Moisture | 35 % | 70 % |\n| Cold store | -25 °C | -15 °C |\n",
			Chinese:   Example{"# 范围\n\n| 读数 | 下限 | 上限 |\n|---|---|---|\n| 湿度 | 70 % | 35 % |\n", "# 范围\n\n| 读数 | 下限 | 上限 |\n|---|---|---|\n| 湿度 | 35 % | 70 % |\n"},
		}, look: disagreeing(facts.Reversed)},
		{Rule: Rule{
			ID: "FT-005", Perspective: technical, Severity: critique.Medium, Kind: "consistency",
			Title: "something that is demanded in one place and forbidden in another", Message: Text{"{3} says the opposite: \"{4}\"", "{3} 的说法相反：“{4}”"}, Source: source,
			Violation: "-- spec/requirements/REQ-001-board.md --\n# REQ-001: Board\n\nThe lobby screen MUST display the names of absent members.\n-- spec/requirements/NFR-002-privacy.md --\n# NFR-002: Privacy\n\nA public screen MUST NOT display the names of members.\n",
			NearMiss:  "-- spec/requirements/REQ-001-board.md --\n# REQ-001: Board\n\nThe lobby screen MUST display the number of absent members.\n-- spec/requirements/NFR-002-privacy.md --\n# NFR-002: Privacy\n\nA public screen MUST NOT display the addresses of members. It MUST NOT display names unless the member agreed.\n",
			Chinese:   Example{"-- spec/requirements/REQ-001-board.md --\n# REQ-001: 公示\n\n大厅屏幕必须显示会员姓名。\n-- spec/requirements/NFR-002-privacy.md --\n# NFR-002: 隐私\n\n公共屏幕不得显示会员姓名。\n", "-- spec/requirements/REQ-001-board.md --\n# REQ-001: 公示\n\n大厅屏幕必须显示缺席人数。\n-- spec/requirements/NFR-002-privacy.md --\n# NFR-002: 隐私\n\n公共屏幕不得显示会员的住址。\n"},
		}, look: disagreeing(facts.Demands)},
		{Rule: Rule{
			ID: "FT-006", Perspective: risk, Severity: critique.High, Kind: "feasibility",
			Title: "stories, tasks or epics that need each other in a circle", Message: Text{"none of them can be begun: {1}", "互相依赖，无法开始：{1}"}, Source: "an order of work needs a beginning",
			Violation: "-- spec/epics/EPIC-001-lamps.md --\n# EPIC-001: Lamps\n\n## STORY-001-01: Switch\n\nDepends on: STORY-001-02\n\n## STORY-001-02: Dim\n\nDepends on: STORY-001-01\n",
			NearMiss:  "-- spec/epics/EPIC-001-lamps.md --\n# EPIC-001: Lamps\n\n## STORY-001-01: Switch\n\nDoes not depend on STORY-001-02.\n\n## STORY-001-02: Dim\n\nDepends on: STORY-001-01\n",
			Chinese:   Example{"-- spec/epics/EPIC-001-lamps.md --\n# EPIC-001：路灯\n\n## STORY-001-01：开关\n\n- 依赖：STORY-001-02\n\n## STORY-001-02：调光\n\n- 依赖：STORY-001-01\n", "-- spec/epics/EPIC-001-lamps.md --\n# EPIC-001：路灯\n\n## STORY-001-01：开关\n\n- 依赖：无\n\n## STORY-001-02：调光\n\n- 依赖：STORY-001-01\n"},
		}, look: disagreeing(facts.Cycles)},
		{Rule: Rule{
			ID: "FT-007", Perspective: quality, Severity: critique.Medium, Kind: "traceability",
			Title: "a reference to an appendix, a table or a figure that no document has", Message: Text{"no document has {1}: add it, or say here what it would say", "所有文档中都没有{1}：应补上，或在此处写明其内容"}, Source: "whoever reads a reference follows it",
			Violation: "# Alerts\n\nThe wording of an alert follows Appendix B.\n",
			NearMiss:  "# Alerts\n\nThe wording of an alert follows Appendix B, its colours Annex A of ISO 7010.\n\n## Appendix B: Wording\n\nShort and calm.\n",
			Chinese:   Example{"# 告警\n\n告警等级按表 2 确定。\n", "# 告警\n\n告警等级按表 2 确定。\n\n**表 2** 告警等级\n\n| 等级 | 时长 |\n|---|---|\n| 高 | 5 分钟 |\n"},
		}, look: disagreeing(facts.Parts)},
	}
}

// disagreeing returns a look that reports the contradictions of one kind whose later
// statement stands in the document.
func disagreeing(kind facts.Kind) func(*session, *document.Document, hit) bool {
	return func(s *session, d *document.Document, hit hit) bool {
		if s.disagree == nil {
			s.disagree = facts.Read(s.docs, len(s.right) > 0)
		}
		for _, c := range s.disagree.Conflicts {
			if c.Kind == kind && c.Here.Doc == d && !(kind == facts.Cycles && s.epicCycle(c.Says)) {
				hit(d, c.Here.At, note(c.Says), note(c.Said), note(c.Other.Doc.Path), note(oneLine(c.Other.Doc.Slice(c.Other.At))))
			}
		}
		return s.disagree.Looked(kind, d)
	}
}

// epicCycle tells whether a circle is one of epics that EP-012 reports already.
func (s *session) epicCycle(says string) bool {
	for id := range strings.SplitSeq(says, " → ") {
		if !strings.HasPrefix(id, "EPIC-") {
			return false
		}
	}
	plan := s.index(document.Epics)
	if plan == nil {
		return false
	}
	for _, edges := range append(arrows(plan), s.declaredDependencies()) {
		if cycle, _ := findCycle(edges); len(cycle) > 0 {
			return true
		}
	}
	return false
}
