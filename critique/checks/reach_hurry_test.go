package checks

import "testing"

// TestReachOfHurry gives the rules what hurried writers leave where content is due,
// and what only looks like it.
func TestReachOfHurry(t *testing.T) {
	const (
		brief    = "-- spec/product-brief.md --\n"
		req      = "-- spec/requirements/REQ-001.md --\n# REQ-001: Save\n\n"
		adr      = "-- spec/architecture/ADR-001.md --\n# ADR-001: Store\n\n## Decision\n\nSQLite.\n\n"
		index    = "-- spec/requirements/_index.md --\n"
		report   = "-- spec/readiness-report.md --\n"
		plan     = "-- spec/epics/_index.md --\n"
		checks   = report + "| Check | Result | Evidence |\n|---|---|---|\n| Goals are covered | Pass | REQ-001 |\n| Terms agree | Pass | "
		watch    = report + "## Watch Items\n\n| Item | Owner | Due |\n|---|---|---|\n| Keys | "
		systems  = index + "## Integration Requirements\n\n| System | Protocol |\n|---|---|\n| Mail | SMTP |\n| Store | "
		stack    = "-- spec/architecture/_index.md --\n## Technology Stack\n\n| Technology | Rationale |\n|---|---|\n| SQLite | no server |\n| Go | "
		users    = brief + "## Target Users\n\n| Persona | Need |\n|---|---|\n| Editor | works offline |\n| Auditor | proof |\n-- spec/epics/EPIC-001.md --\n# EPIC-001: Save\n\nAs an editor, I want a draft so that I sleep. As an auditor, I want proof so that I sign. As an editor, I want a list so that I see it. "
		nutzer   = brief + "## 目标用户\n\n| 用户 | 需求 |\n|---|---|\n| 编辑 | 离线 |\n| 审计员 | 证明 |\n-- spec/epics/EPIC-001.md --\n# EPIC-001：保存\n\n作为编辑，我想保存草稿，以便安心。作为审计员，我想看到证明，以便签字。作为编辑，我想看到列表，以便查找。"
		twoADRs  = "-- spec/architecture/ADR-001.md --\n# ADR-001: A\n-- spec/architecture/ADR-002.md --\n# ADR-002: B\n" + report
		criteria = "## Acceptance Criteria\n\n- [ ] A file is kept for 30 days.\n- [ ] "
	)
	for rule, texts := range map[string]map[bool][]string{
		"BR-013": {
			true: {brief + "## Risks\n\nNo major risks have been identified.\n", brief + "## 风险\n\n暂无重大风险。\n", brief + "## Risks\n\n- None known at this time.\n", brief + "## Risks\n\nThe overall risk is considered low.\n",
				brief + "## 风险\n\n整体风险可控。\n", brief + "## Risks\n\nSee the risk register in Confluence.\n", brief + "## Risks\n\nN/A\n"},
			false: {brief + "## Risks\n\n- Disks fail in summer.\n", brief + "## Risks\n\nNo network at night: backups wait.\n", brief + "## 风险\n\n- 无人值守时磁盘写满。\n", brief + "## Risks\n\nSee [the register](risks.md).\n"},
		},
		"AR-005": {
			true:  {"-- spec/architecture/_index.md --\n## Risks\n\nNone identified.\n", "-- spec/architecture/_index.md --\n## 风险\n\n无\n"},
			false: {"-- spec/architecture/_index.md --\n## Risks\n\n- No second data centre: a fire stops all.\n"},
		},
		"BR-005": {
			true:  {brief + "## Out of Scope\n\nNothing.\n", brief + "## 范围外\n\n无\n"},
			false: {brief + "## Out of Scope\n\n- No mobile app in the first year\n"},
		},
		"X-004": {
			true:  {brief + "## Definition of Done\n\nThe definition of done is maintained in the Confluence space of the team.\n", brief + "## Risks\n\nAs discussed.\n", brief + "## 验收标准\n\n详见飞书文档。\n", brief + "## Testing\n\nThe usual tests are described in the wiki.\n"},
			false: {brief + "## Definition of Done\n\nThe tests pass as described in [the handbook](h.md).\n", brief + "## Risks\n\nNone.\n", brief + "## Risks\n\nDisks are described in the wiki, and fail in summer.\n"},
		},
		"AR-016": {
			true: {adr + "## Consequences\n\n- Positive: queries are easy\n- Negative: none\n", adr + "## Consequences\n\n### Positive\n\n- Queries are easy\n\n### Negative\n\n- none\n", adr + "## 影响\n\n- 正面：查询方便\n- 负面：无\n",
				adr + "## Consequences\n\n- Good: easy\n- There are no significant drawbacks.\n", adr + "## 后果\n\n- 正面：查询方便\n- 没有明显缺点\n"},
			false: {adr + "## Consequences\n\n- Good: easy\n- Bad: no two writers at once\n", adr + "## 影响\n\n- 正面：查询方便\n- 负面：无法并发写入\n", adr + "## Consequences\n\n### Negative\n\n- No remote access\n"},
		},
		"RQ-024": {
			true:  {systems + "API |\n", systems + "Interface |\n", systems + "standard API |\n", systems + "接口 |\n", systems + "系统对接 |\n", systems + "via API calls |\n", index + "## Integrations\n\n- **Mail**: API\n- **Store**: S3 API\n"},
			false: {systems + "S3 API |\n", systems + "REST API |\n", systems + "OAuth 2.0 |\n", systems + "HTTPS 接口 |\n", systems + "GitHub API v3 |\n", systems + "专线接口 |\n"},
		},
		"RD-015": {
			true:  {watch + "Team | 2025-04-21 |\n", watch + "everybody | 2025-04-21 |\n", watch + "团队 | 2025-04-21 |\n", watch + "相关人员 | 4 月 |\n", watch + "TBD | 2025-04-21 |\n", report + "## Watch Items\n\n- Second key: team, 2025-05-26\n", report + "## 跟踪事项\n\n- 密钥保管：大家，2025-05-26\n", report + "## Watch Items\n\n- Second key (owner: the project team, due 2025-05-26)\n"},
			false: {watch + "Security team | 2025-04-21 |\n", watch + "Team lead | 2025-04-21 |\n", watch + "安全组 | 2025-04-21 |\n", watch + "Team and Kim | 2025-04-21 |\n", report + "## Watch Items\n\n- Second key: security team, 2025-05-26\n- Team size, due 2025-06-01\n", report + "## 跟踪事项\n\n- 团队规模：人事经理，2025-05-26\n"},
		},
		"X-011": {
			true:  {brief + "## Open Questions\n\n- Who pays? (owner: everybody, due 2025-05-01)\n", brief + "## Open Questions\n\n| Question | Owner | Due |\n|---|---|---|\n| Who pays? | Team | soon |\n", brief + "## 开放问题\n\n- 谁付费？（负责人：相关部门）\n"},
			false: {brief + "## Open Questions\n\n- Who pays? (owner: Kim)\n", brief + "## Open Questions\n\n| Question | Owner | Answer |\n|---|---|---|\n| Who pays? | Team | The town |\n"},
		},
		"RD-017": {
			true:  {checks + "Confirmed in the meeting |\n", checks + "会上已确认 |\n", checks + "Discussed with the product owner |\n", checks + "The customer said so |\n", checks + "领导已认可 |\n", checks + "known from experience |\n", checks + "口头确认 |\n", checks + "团队共识 |\n"},
			false: {checks + "Minutes of 2025-04-11 |\n", checks + "Survey among nurses |\n", checks + "逐篇核对 |\n", checks + "glossary compared |\n", checks + "客户验收单 A-12 |\n"},
		},
		"XD-008": {
			true:  {users + "As a user, I want to log in so that I work.\n", nutzer + "作为用户，我想登录，以便工作。\n"},
			false: {users + "As an auditor, I want to log in so that I work.\n", users + "As a user, I want a so that b. As a user, I want c so that d.\n", brief + "## Target Users\n\n- Users of laptops\n-- spec/epics/EPIC-001.md --\nAs a user, I want a draft so that I sleep.\n"},
		},
		"XD-006": {
			true:  {twoADRs + "Decisions: 3 ADRs: ADR-001, ADR-002\n", twoADRs + "| Check | Result |\n|---|---|\n| Decisions | 1 ADR: ADR-001, ADR-002 |\n", twoADRs + "Three goals: G-001, G-002\n", twoADRs + "共三条需求：REQ-001、REQ-002\n", twoADRs + "ADR-001, ADR-002 (3 ADRs)\n"},
			false: {twoADRs + "2 ADRs: ADR-001, ADR-002\n", twoADRs + "4 requirements: REQ-001..003 and NFR-001\n", twoADRs + "2 ADRs: ADR-001 replaces the older store\n", twoADRs + "其中 3 条需求：如 REQ-001、REQ-002\n", twoADRs + "ADR-001, ADR-002 (2 ADRs)\n"},
		},
		"X-015": {
			true: {req + criteria + "A nurse MUST hold at\n- [ ] A swap is logged.\n", req + criteria + "A failed line MUST switch on the\n- [ ] A swap is logged.\n", req + "## 验收标准\n\n- [ ] 无权限的账号调取时，系统必须以\n- [ ] 其他正常。\n", req + "## 验收标准\n\n- [ ] 不一致时，系统必须\n- [ ] 其他正常。\n",
				req + "The system MUST be\n\n" + criteria + "A swap is logged.\n", req + "| Entity | Rule |\n|---|---|\n| Swap | kept for 30 days and the |\n\nThe end is here.\n"},
			false: {req + criteria + "A user MUST log in\n- [ ] An offer of 5 at most\n- [ ] The lamp is switched on\n", req + "## Scope\n\n- files, and\n- folders\n\nThis is\nwrapped text of a\nparagraph.\n", req + "## 验收标准\n\n- [ ] 所有检查必须通过\n- [ ] 测试响应\n- [ ] REQ-001 校验：必须\n", req + "| Level | Use |\n|---|---|\n| Must | what the product must comply with |\n\nPlan A or Plan B is what it should be.\n"},
		},
		"AR-011": {
			true:  {stack + "as usual |\n", stack + "略 |\n", stack + "some |\n"},
			false: {stack + "文档最好 |\n", stack + "团队已有 |\n", stack + "one binary, as usual here |\n"},
		},
		"BR-017": {
			true:  {brief + "## Vision\n\nThe product makes daily work easier for everybody and improves quality.\n", brief + "## 愿景\n\n本产品让每个人的日常工作更轻松，并提升质量。\n", brief + "## Vision\n\nWe empower teams with a modern, intelligent platform.\n", brief + "## 愿景\n\n打造行业领先的一站式智能平台，赋能企业数字化转型。\n"},
			false: {brief + "## Vision\n\nNurses swap shifts without phone calls.\n", brief + "## 愿景\n\n护士之间换班不再打电话。\n", brief + "## Vision\n\nThe platform makes backups easy for everybody.\n", brief + "## 愿景\n\n让备份更可靠。\n"},
		},
	} {
		for fires, list := range texts {
			for _, text := range list {
				probe(t, rule, text, fires)
			}
		}
	}
}

// TestReachOfScales gives the rules steps of two scales in one column, and keeping
// without a term.
func TestReachOfScales(t *testing.T) {
	const (
		index  = "-- spec/requirements/_index.md --\n| ID | Title | Priority |\n|---|---|---|\n| REQ-001 | Save | Must |\n| REQ-002 | Load | Should |\n| REQ-003 | Undo | "
		zh     = "-- spec/requirements/_index.md --\n| 编号 | 标题 | 优先级 |\n|---|---|---|\n| REQ-001 | 保存 | 必须 |\n| REQ-002 | 读取 | 应该 |\n| REQ-003 | 撤销 | "
		files  = "-- spec/requirements/_index.md --\n# R\n-- spec/requirements/REQ-001.md --\n---\npriority: Must\n---\n# REQ-001: A\n-- spec/requirements/REQ-002.md --\n---\npriority: Could\n---\n# REQ-002: B\n-- spec/requirements/REQ-003.md --\n---\npriority: "
		epics  = "-- spec/epics/_index.md --\n| Epic | Title | Size |\n|---|---|---|\n| EPIC-001 | Save | S |\n| EPIC-002 | Load | XL |\n| EPIC-003 | Undo | "
		data   = "-- spec/architecture/_index.md --\n## Data Storage\n\n| Data | Storage | Retention | Backup |\n|---|---|---|---|\n| Catalogue | SQLite | "
		asked  = "-- spec/requirements/_index.md --\n## Open Questions\n\n- Which columns may the yearly proof show? Owner: office, due 2025-04-21\n-- spec/readiness-report.md --\n## Watch Items\n\n| Item | Owner | Due |\n|---|---|---|\n"
		fields = "-- spec/requirements/_index.md --\n## Data Requirements\n\n| Entity | Fields |\n|---|---|\n| Swap | "
		daten  = "-- spec/architecture/_index.md --\n## 数据存储\n\n| 数据 | 存储 | 保留 | 备份 |\n|---|---|---|---|\n| 目录 | SQLite | "
	)
	for rule, texts := range map[string]map[bool][]string{
		"XD-014": {
			true:  {index + "High |\n", index + "P1 |\n", zh + "高 |\n", files + "High\n---\n# REQ-003: C\n", epics + "High |\n"},
			false: {index + "Could |\n", index + "Won't (later) |\n", zh + "可选 |\n", zh + "Must |\n", files + "Must\n---\n# REQ-003: C\n", epics + "M |\n", epics + "5 points |\n"},
		},
		"LX-003": {
			true:  {fields + "id, name and other relevant fields |\n", fields + "id, name, etc. |\n", fields + "编号、名称等 |\n", fields + "编号、名称以及其他相关字段 |\n", fields + "id, name, ... |\n", fields + "id, name, and more as needed |\n"},
			false: {fields + "id, name |\n", fields + "编号、名称等 2 个字段 |\n", fields + "编号、优先等级 |\n", fields + "id (UUID), other (text, 80) |\n"},
		},
		"XD-004": {
			true:  {asked + "| Consent for the yearly proof | Staffing office | 2025-06-16 |\n"},
			false: {asked + "| Consent for the yearly proof | Staffing office | 2025-04-21 |\n", asked + "| Order of two gateways | Staffing office | 2025-06-16 |\n"},
		},
		"AR-024": {
			true:  {data + "As long as necessary | nightly |\n", data + "90 days | regularly |\n", data + "per company policy | nightly |\n", data + "for a reasonable period | nightly |\n", daten + "按需保留 | 每晚 |\n", daten + "90 天 | 定期备份 |\n", daten + "按公司规定执行 | 每晚 |\n", daten + "长期保存 | 每晚 |\n"},
			false: {data + "As long as a snapshot refers to it | nightly |\n", data + "forever | nightly |\n", data + "until the user deletes it | second store on request |\n", daten + "永久 | 每晚 |\n", daten + "领取后 30 天 | 定期，每周日 |\n", daten + "按税法保留 10 年 | 每晚 |\n"},
		},
	} {
		for fires, list := range texts {
			for _, text := range list {
				probe(t, rule, text, fires)
			}
		}
	}
}
