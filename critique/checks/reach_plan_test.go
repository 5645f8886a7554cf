package checks

import "testing"

// TestReachOfPlans holds the rules about what epics, stories and decisions say of one
// another against the ways in which people write that down.
func TestReachOfPlans(t *testing.T) {
	const (
		order   = "\n## Execution Order\n\n1. EPIC-001\n2. EPIC-002\n3. EPIC-003\n"
		first   = "-- spec/epics/EPIC-001.md --\n# EPIC-001: Verify\n\n### STORY-001-001: Read back\n\nAs an admin, I want proof so that I sleep.\n\n"
		zhFirst = "-- spec/epics/EPIC-001.md --\n# EPIC-001：校验\n\n### 故事 1.1：读回\n\n作为管理员，我希望得到证明，以便安心。\n\n"
		decided = "-- spec/architecture/_index.md --\n---\nstatus: complete\n---\n## Architecture Decisions\n\n### ADR-001: Queue\n\n**Status**: Accepted\n\nREQ-001 needs it.\n\n### ADR-002: Disk\n\n"
		indexed = "-- spec/architecture/_index.md --\n---\nstatus: complete\n---\n## ADRs\n\n| ADR | Decision | Status |\n|---|---|---|\n| ADR-001 | Queue | Accepted |\n| ADR-002 | Disk | Rejected |\n"
		matrix  = twoEpics + "\n## Traceability Matrix\n\n| Requirement | Epic | ADR |\n|---|---|---|\n| REQ-001 | EPIC-001 | ADR-001 |\n| REQ-002 | EPIC-002 | ADR-002 |\n"
		carried = "-- spec/epics/_index.md --\n| Epic | Title | MVP | Requirements |\n|---|---|---|---|\n| EPIC-001 | Verify | yes | REQ-001, NFR-SEC-001 |\n| EPIC-002 | Restore | yes | REQ-002, NFR-SEC-001 |\n"
		demand  = "## Description\n\nThe system MUST list each broken backup of the night with its host and its age.\n\n## Acceptance Criteria\n\n- [ ] A broken backup of yesterday MUST be the first line of the list.\n- [ ] A host without any backup MUST be shown with the word never.\n"
		twice   = "-- spec/requirements/_index.md --\n| ID | Title |\n|---|---|\n| REQ-001 | List |\n| REQ-002 | Restore |\n-- spec/requirements/REQ-001.md --\n# REQ-001: List\n\n"
	)
	argued := decided + "**Status**: Accepted\n\nREQ-002 needs it.\n\n### ADR-003: Robot\n\n**Status**: Accepted\n\nREQ-003 needs it.\n"
	traced := "\n## Traceability Matrix\n\n| Requirement | ADR |\n|---|---|\n| REQ-001 | ADR-001 |\n| REQ-002 | ADR-002 |\n"
	for rule, texts := range map[string]struct{ fires, silent map[string]string }{
		"EP-021": {
			fires: map[string]string{
				"a story of a later epic":   twoEpics + first + "**Depends on**: STORY-003-001\n",
				"a later epic":              twoEpics + first + "Blocked by EPIC-003.\n",
				"a list of what it needs":   twoEpics + first + "**Dependencies**:\n\n- STORY-003-002\n",
				"a sentence":                twoEpics + first + "Work can start once STORY-003-001 is done.\n",
				"what the epic's words say": twoEpics + "-- spec/epics/EPIC-001.md --\n# EPIC-001: Verify\n\nIt reads back each night. This epic depends on EPIC-003.\n",
				"when the epic may start":   twoEpics + "-- spec/epics/EPIC-001.md --\n# EPIC-001: Verify\n\nIt can only start once EPIC-003 is finished.\n",
				"史诗自己的话":                    zhEpics + "-- spec/epics/EPIC-001.md --\n# EPIC-001：校验\n\n每晚读回。本史诗依赖 EPIC-003 先完成。\n",
				"a table of stories":        twoEpics + "\n## Stories\n\n| Story | Title | Depends on |\n|---|---|---|\n| STORY-001-001 | Read back | STORY-003-001 |\n",
				"后一期的故事":                    zhEpics + zhFirst + "依赖：故事 3.1\n",
				"后一期的史诗":                    zhEpics + zhFirst + "需先完成 EPIC-003。\n",
				"a story with short number": twoEpics + "-- spec/epics/EPIC-001.md --\n# EPIC-001: Verify\n\n### Story 1.1: Read back\n\nDepends on: Story 3.1\n",
			},
			silent: map[string]string{
				"a story of the MVP":          twoEpics + first + "**Depends on**: STORY-002-001\n",
				"a soft need":                 twoEpics + first + "Depends on: STORY-003-001 (optional, for the icons)\n",
				"a list of soft needs":        twoEpics + first + "**Dependencies**:\n\n- EPIC-003 (soft)\n",
				"what the epic does not need": twoEpics + "-- spec/epics/EPIC-001.md --\n# EPIC-001: Verify\n\nThis epic does not depend on EPIC-003. EPIC-003 needs it.\n",
				"a story that needs none":     twoEpics + first + "Does not depend on STORY-003-001.\n",
				"a later story needs it":      twoEpics + first + "Blocks: STORY-003-001\n",
				"a later epic needs it":       twoEpics + "-- spec/epics/EPIC-003.md --\n# EPIC-003: Prune\n\n### STORY-003-001: Prune\n\nDepends on STORY-001-001.\n",
				"an epic that it mentions":    twoEpics + first + "The report of EPIC-003 shows the same.\n",
				"不依赖":                         zhEpics + zhFirst + "不依赖 EPIC-003。\n",
			},
		},
		"EP-020": {
			fires: map[string]string{
				"a step after a later one": twoEpics + "\n## Execution Order\n\n1. EPIC-001 (after EPIC-003)\n2. EPIC-002\n3. EPIC-003\n",
				"步骤依赖后面的":                  zhEpics + "\n## 执行顺序\n\n1. EPIC-001：依赖 EPIC-002\n2. EPIC-002\n3. EPIC-003\n",
				"a story before its need":  twoEpics + order + first + "**Depends on**: STORY-002-001\n",
				"故事早于其依赖":                  zhEpics + "\n## 执行顺序\n\n1. EPIC-001\n2. EPIC-002\n3. EPIC-003\n" + zhFirst + "依赖：故事 2.1\n",
			},
			silent: map[string]string{
				"steps after earlier ones": twoEpics + "\n## Execution Order\n\n1. EPIC-001 (before EPIC-003)\n2. EPIC-002: after EPIC-001\n3. EPIC-003: needs EPIC-002\n",
				"a story after its need":   twoEpics + order + "-- spec/epics/EPIC-002.md --\n# EPIC-002: Restore\n\n### STORY-002-001: Restore\n\nDepends on STORY-001-001.\n",
			},
		},
		"XD-012": {
			fires: map[string]string{
				"given up in its section": decided + "**Status**: Superseded by ADR-001\n" + matrix,
				"rejected in its section": decided + "**Status**: Rejected\n" + matrix,
				"a column for decisions":  indexed + "-- spec/epics/_index.md --\n| Epic | Title | MVP | ADRs |\n|---|---|---|---|\n| EPIC-001 | Verify | yes | ADR-001, ADR-002 |\n",
				"an epic's field":         indexed + twoEpics + "-- spec/epics/EPIC-001.md --\n---\nid: EPIC-001\narchitecture: [ADR-002]\n---\n# EPIC-001: Verify\n",
				"已被取代":                    decided + "**状态**：已被 ADR-001 取代\n" + matrix,
			},
			silent: map[string]string{
				"accepted":                   decided + "**Status**: Accepted (supersedes the draft of May)\n" + matrix,
				"a label that tells of it":   indexed + twoEpics + "\nADR-001 is carried out by EPIC-001.\n-- spec/epics/EPIC-001.md --\n# EPIC-001: Verify\n\n**Architecture**: ADR-001 (replaces ADR-002)\n",
				"a sentence about rejection": indexed + twoEpics + "\nEPIC-001 follows ADR-001; ADR-002 was rejected.\n",
			},
		},
		"AR-012": {
			fires: map[string]string{
				"a quality relies on it":   indexed + "\n## Quality Attributes\n\n| Requirement | How it is met |\n|---|---|\n| NFR-001 | ADR-002, one disk |\n",
				"a component relies on it": decided + "**Status**: Superseded by ADR-001\n\n## Components\n\n| Component | Decision |\n|---|---|\n| Store | ADR-002 |\n",
			},
			silent: map[string]string{
				"another one is relied upon": indexed + "\n## Quality Attributes\n\n| Requirement | How it is met |\n|---|---|\n| NFR-001 | ADR-001 |\n",
				"a row that tells of it":     indexed + "\n## Risks\n\n| Risk | Mitigation |\n|---|---|\n| Full queue | ADR-001, since ADR-002 was rejected |\n",
			},
		},
		"XD-018": {
			fires: map[string]string{
				"a decision about another":   argued + twoEpics + traced + "| REQ-003 | ADR-003 |\n| REQ-004 | ADR-003 |\n| REQ-002 | ADR-001 |\n",
				"a story beside its quality": carried + first + "**Traces to**: REQ-002, NFR-SEC-001\n",
			},
			silent: map[string]string{
				"what the decisions say":     argued + twoEpics + traced + "| REQ-003 | ADR-003 |\n| REQ-004 | ADR-003 |\n",
				"a story and one thing more": carried + first + "**Traces to**: REQ-001, REQ-002\n",
				"a story of a quality only":  carried + first + "**Traces to**: NFR-SEC-001\n",
			},
		},
		"XD-010": {
			fires: map[string]string{
				"the words forget one":      twoEpics + "\n## MVP Scope\n\nEPIC-002 replaces the tapes. EPIC-003 prunes them in autumn.\n",
				"the words claim one":       twoEpics + "\n## MVP Scope\n\nThe MVP consists of EPIC-001, EPIC-002 and EPIC-003.\n",
				"the words end in a claim":  twoEpics + "\n## MVP Scope\n\nEPIC-001, EPIC-002 and EPIC-003 form the MVP.\n",
				"组成":                        zhEpics + "\n## MVP 范围\n\nEPIC-001、EPIC-002、EPIC-003 组成 MVP。\n",
				"the claim passes one over": twoEpics + "\n## MVP Scope\n\nThe MVP is EPIC-001.\n",
				"文字遗漏一个":                    zhEpics + "\n## MVP 范围\n\nEPIC-002 代替磁带。EPIC-003 秋季交付。\n",
				"文字多列一个":                    zhEpics + "\n## MVP 范围\n\nMVP 包含 EPIC-001、EPIC-002、EPIC-003。\n",
			},
			silent: map[string]string{
				"the same in words":        twoEpics + "\n## MVP Scope\n\nThe MVP is EPIC-001 and EPIC-002. EPIC-003 prunes in autumn.\n",
				"one waits for the others": twoEpics + "\n## MVP Scope\n\nEPIC-003 waits for autumn, while EPIC-001 and EPIC-002 are in the MVP.\n",
				"a range":                  twoEpics + "\n## MVP Scope\n\nThe MVP covers EPIC-001..002.\n",
				"one epic is praised":      twoEpics + "\n## MVP Scope\n\nNothing works without EPIC-001.\n",
				"what it does not cover":   twoEpics + "\n## MVP Scope\n\nThe MVP covers EPIC-001 and EPIC-002. It is not EPIC-003.\n",
				"文字一致":                     zhEpics + "\n## MVP 范围\n\nMVP 由 EPIC-001 与 EPIC-002 组成，EPIC-003 推迟。\n",
			},
		},
		"RQ-026": {
			fires: map[string]string{
				"the file of its neighbour": twice + demand + "-- spec/requirements/REQ-002.md --\n# REQ-002: Restore\n\n" + demand,
				"the section of another":    "-- spec/requirements.md --\n## Functional Requirements\n\n### REQ-001: List\n\n" + demand[len("## Description\n\n"):] + "\n### REQ-002: Restore\n\n" + demand[len("## Description\n\n"):],
				"the description of a row":  "-- spec/requirements/_index.md --\n| ID | Title | Description |\n|---|---|---|\n| REQ-001 | List | The system MUST list each broken backup of the night |\n| REQ-002 | Restore | The system MUST list each broken backup of the night |\n",
			},
			silent: map[string]string{
				"criteria in common":     twice + demand + "-- spec/requirements/REQ-002.md --\n# REQ-002: Restore\n\n## Description\n\nThe system MUST bring back each file of the night from the list of its host.\n\n## Acceptance Criteria\n\n- [ ] A broken backup of yesterday MUST be the first line of the list.\n- [ ] A host without any backup MUST be shown with the word never.\n",
				"a superseded neighbour": twice + demand + "-- spec/requirements/REQ-002.md --\n---\nstatus: superseded\n---\n# REQ-002: Restore\n\nSuperseded by REQ-001.\n\n" + demand,
				"a template's hint":      twice + "To be described.\n-- spec/requirements/REQ-002.md --\n# REQ-002: Restore\n\nTo be described.\n",
			},
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
