package checks

import (
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/critique/pattern"
)

// architectureSectionRules look at what an architecture must speak of.
func architectureSectionRules() []rule {
	const parts = "## Components\n\n| Component | Duty |\n|---|---|\n| Verifier | reads every backup back |\n"
	const teile = "## 组件\n\n| 组件 | 职责 |\n|---|---|\n| 校验器 | 读回每个备份 |\n"
	return []rule{
		lacks(architecture, document.Stack, Rule{
			ID: "AR-002", Perspective: technical, Severity: critique.Medium, Kind: "feasibility",
			Title: "no technology stack", Message: Text{"no technology stack", "缺少技术栈"}, Source: "spec-generator phase 4",
			Violation: parts, NearMiss: "## Tech Stack\n\nGo 1.26 and SQLite 3, because neither needs a server.\n",
			Chinese: Example{teile, "## 技术选型\n\n采用 Go 与 SQLite，均无需服务器。\n"},
		}),
		{Rule: Rule{
			ID: "AR-004", Perspective: technical, Severity: critique.Medium, Kind: "completeness",
			Title: "no data architecture although data is kept", Message: Text{"no data architecture", "缺少数据架构"}, Source: "spec-generator phase 4",
			Violation: "## Components\n\nThe catalogue keeps its records in a database on disk.\n",
			NearMiss:  "## Data Model\n\nThe catalogue keeps its records in a database on disk.\n",
			Chinese:   Example{"## 组件\n\n目录将记录存储在数据库中。\n", "## 数据模型\n\n目录将记录存储在数据库中。\n"},
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			if !holds(d.Prose, storage) {
				return false
			}
			if topic(d, document.Data) == nil && !strings.Contains(d.Text, "erDiagram") {
				hit(d, document.Span{})
			}
			return true
		}},
		lacks(architecture, document.Risks, Rule{
			ID: "AR-005", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title: "no risks", Message: Text{"no risks", "缺少风险"}, Source: "spec-generator phase 4",
			Violation: parts, NearMiss: "## Risks & Mitigations\n\n- A full disk stops verification; an alarm is raised.\n",
			Chinese: Example{teile, "## 技术风险\n\n- 磁盘写满会中断校验，需告警。\n"},
		}),
		lacks(architecture, document.Errors, Rule{
			ID: "AR-006", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title: "no error handling", Message: Text{"no error handling", "缺少错误处理"}, Source: "spec-generator phase 4",
			Violation: parts, NearMiss: "## Error Handling\n\n- A broken backup is reported and kept.\n",
			Chinese: Example{teile, "## 异常处理\n\n- 损坏的备份会被报告并保留。\n"},
		}),
		lacks(architecture, document.Testing, Rule{
			ID: "AR-007", Perspective: quality, Severity: critique.Low, Kind: "testability",
			Title: "no testing strategy", Message: Text{"no testing strategy", "缺少测试策略"}, Source: "spec-generator template",
			Violation: parts, NearMiss: "## Testing Strategy\n\n- Each release restores a reference backup.\n",
			Chinese: Example{teile, "## 测试策略\n\n- 每次发布都恢复一份参考备份。\n"},
		}, document.Attributes),
		{Rule: Rule{
			ID: "AR-008", Perspective: risk, Severity: critique.Low, Kind: "security",
			Title: "logins or networks without a security section", Message: Text{"{1} is named, no security section", "提到“{1}”，但缺少安全设计"}, Source: "spec-generator phase 4",
			Violation: "## Components\n\nThe API asks for a password before each restore.\n",
			NearMiss:  "## Components\n\nThe API asks for a password.\n\n## Security\n\nPasswords are hashed with Argon2.\n",
			Chinese:   Example{"## 组件\n\n恢复前需要用户登录。\n", "## 组件\n\n恢复前需要用户登录。\n\n## 安全设计\n\n密码使用 Argon2 散列。\n"},
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			m := findOne(d.Prose, login)
			if m == nil {
				return false
			}
			if topic(d, document.Security) == nil {
				hit(d, document.Span{Start: m[0], End: m[1]}, d.Prose[m[0]:m[1]])
			}
			return true
		}},
		{Rule: Rule{
			ID: "AR-014", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title: "not a word about what happens when something fails", Message: Text{"no failure mode", "未讨论失败模式"}, Source: "spec-generator phase 4",
			Violation: parts, NearMiss: parts + "\nA broken store is retried three times.\n",
			Chinese: Example{teile, teile + "\n存储不可用时重试三次。\n"},
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			for _, doc := range s.of(document.Architecture, document.Decision) {
				if holds(doc.Text[doc.Front.Span.End:], failing) {
					return true
				}
			}
			hit(d, document.Span{})
			return true
		}},
		{Rule: Rule{
			ID: "AR-028", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title: "a data migration without a way back", Message: Text{"no rollback plan for {1}", "缺少回滚方案：{1}"}, Source: "spec-generator phase 4",
			Violation: "## Deployment\n\nThe data migration moves all records on the first start.\n",
			NearMiss:  "## Deployment\n\nThe data migration moves all records; a rollback restores the snapshot taken before.\n",
			Chinese:   Example{"## 部署\n\n首次启动时执行数据迁移。\n", "## 部署\n\n首次启动时执行数据迁移，失败则回滚。\n"},
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			m := findOne(d.Prose, migrates)
			if m == nil {
				return false
			}
			for _, doc := range s.of(document.Architecture, document.Decision) {
				if holds(doc.Text, wayBack) {
					return true
				}
			}
			hit(d, document.Span{Start: m[0], End: m[1]}, d.Prose[m[0]:m[1]])
			return true
		}},
	}
}

var (
	failing  = pattern.New(`(?i)\b(?:timeouts?|retr(?:y|ies|ied)|fall ?backs?|roll ?backs?|fail\w*|degrad\w+|circuit breaker|errors?|outage|recover\w*|redundan\w+)\b|超时|重试|回滚|降级|熔断|失败|故障|容错|异常|错误|恢复`)
	migrates = pattern.New(`(?i)\b(?:data|schema|database) migrations?\b|\bmigrat(?:e|es|ing) (?:the |all |existing )?(?:data|records|schema|database)\b|数据迁移|迁移数据|表结构迁移`)
	wayBack  = pattern.New(`(?i)\broll(?:ed|s)?[ -]?backs?\b|\brevert\w*\b|\breversible\b|\bdown migration|\bbackward compatible\b|\brestore[sd]?\b.{0,40}\b(?:snapshot|backup)|回滚|回退|撤销|可逆|向后兼容`)
)

// architectureTableRules ask the tables of an architecture for their cells.
func architectureTableRules() []rule {
	return []rule{
		cellRule(architecture, []document.Topic{document.Stack}, Rule{
			ID: "AR-011", Perspective: technical, Severity: critique.Medium, Kind: "feasibility",
			Title: "a technology without a reason", Message: Text{"{1}: why?", "{1} 缺少理由"}, Source: "spec-generator phase 4",
			Violation: "## Technology Stack\n\n| Technology | Rationale |\n|---|---|\n| SQLite | |\n| Go | one binary |\n",
			NearMiss:  "## Technology Stack\n\n| Technology | Why |\n|---|---|\n| SQLite | no server |\n",
			Chinese:   Example{"## 技术栈\n\n| 技术 | 版本 |\n|---|---|\n| SQLite | 3 |\n", "## 技术栈\n\n| 技术 | 选型理由 |\n|---|---|\n| SQLite | 无需服务器 |\n"},
		}, "rationale", "reason", "why", "purpose", "justification", "use", "notes", "role", "理由", "原因", "用途", "说明", "依据", "作用"),
		cellRule(architecture, []document.Topic{document.Risks}, Rule{
			ID: "AR-013", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title: "a risk without a mitigation", Message: Text{"{1}: no mitigation", "{1} 无缓解措施"}, Source: "spec-generator template",
			Violation: "## Risks\n\n| Risk | Impact | Mitigation |\n|---|---|---|\n| Full disk | high | - |\n",
			NearMiss:  "## Risks\n\n| Risk | Impact | Mitigation |\n|---|---|---|\n| Full disk | high | alarm at 90% |\n",
			Chinese:   Example{"## 风险\n\n| 风险 | 影响 |\n|---|---|\n| 磁盘写满 | 高 |\n", "## 风险\n\n| 风险 | 缓解措施 |\n|---|---|\n| 磁盘写满 | 90% 时告警 |\n"},
		}, "mitigation", "response", "action", "handling", "treatment", "contingency", "plan", "strategy", "缓解", "应对", "措施", "对策", "策略"),
		{Rule: Rule{
			ID: "AR-018", Perspective: technical, Severity: critique.Low, Kind: "completeness",
			Title: "a component without a responsibility", Message: Text{"{1}: responsible for what?", "{1} 缺少职责"}, Source: "spec-generator template",
			Violation: "## Components\n\n| Component | Responsibility |\n|---|---|\n| Verifier | |\n",
			NearMiss:  "## Components\n\n| Component | Responsibility |\n|---|---|\n| Verifier | reads backups |\n",
			Chinese:   Example{"## 组件\n\n| 组件 | 职责 |\n|---|---|\n| 校验器 | |\n", "## 组件\n\n| 组件 | 职责 |\n|---|---|\n| 校验器 | 读回备份 |\n"},
		}, on: architecture, look: emptyColumn([]document.Topic{document.Components}, "responsib", "duty", "purpose", "description", "role", "职责", "功能", "说明", "描述")},
		{Rule: Rule{
			ID: "AR-022", Perspective: risk, Severity: critique.High, Kind: "security",
			Title: "an endpoint whose authentication is left open", Message: Text{"{1}: auth?", "{1} 缺少鉴权"}, Source: "spec-generator template",
			Violation: "## API\n\n| Endpoint | Method | Auth |\n|---|---|---|\n| /backups | GET | token |\n| /restore | POST | |\n",
			NearMiss:  "## API\n\n| Endpoint | Method | Auth |\n|---|---|---|\n| /health | GET | none |\n| /ready | GET | - |\n| /restore | POST | token |\n",
			Chinese:   Example{"## 接口\n\n| 路径 | 鉴权 |\n|---|---|\n| /restore | |\n| /list | 令牌 |\n", "## 接口\n\n| 路径 | 鉴权 |\n|---|---|\n| /health | 无 |\n"},
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, t := range d.Tables {
				auth := t.Column("auth", "permission", "鉴权", "认证", "权限")
				if auth <= 0 || t.Column("endpoint", "path", "route", "url", "api", "路径", "接口", "端点") < 0 {
					continue
				}
				for _, row := range t.Rows {
					applied = true
					if row[auth].Text == "" && !emptyCell(row[0].Text) {
						hit(d, row[0].Span, plain(row[0].Text))
					}
				}
			}
			return applied
		}},
		{Rule: Rule{
			ID: "AR-024", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title: "a data store whose retention or backup is left open", Message: Text{"{1}: retention and backup?", "{1} 缺少保留或备份策略"}, Source: "spec-generator template",
			Violation: "## Data Storage\n\n| Data | Storage | Retention | Backup |\n|---|---|---|---|\n| Catalogue | SQLite | | nightly |\n",
			NearMiss:  "## Data Storage\n\n| Data | Storage | Retention | Backup |\n|---|---|---|---|\n| Catalogue | SQLite | 90 days | nightly |\n",
			Chinese:   Example{"## 数据存储\n\n| 数据 | 存储 | 保留 | 备份 |\n|---|---|---|---|\n| 目录 | SQLite | | |\n", "## 数据存储\n\n| 数据 | 存储 | 保留 | 备份 |\n|---|---|---|---|\n| 目录 | SQLite | 90 天 | 每晚 |\n"},
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			retention := emptyColumn([]document.Topic{document.Data}, "retention", "保留")(s, d, hit)
			backup := emptyColumn([]document.Topic{document.Data}, "backup", "备份")(s, d, hit)
			return retention || backup
		}},
		{Rule: Rule{
			ID: "AR-026", Perspective: technical, Severity: critique.Low, Kind: "completeness",
			Title: "a configuration field without a default or constraint", Message: Text{"{1}: default?", "{1} 缺少默认值"}, Source: "spec-generator phase 4",
			Violation: "## Configuration\n\n| Field | Type | Default |\n|---|---|---|\n| interval | duration | |\n",
			NearMiss:  "## Configuration\n\n| Field | Type | Default |\n|---|---|---|\n| interval | duration | 10s |\n| token | string | - |\n",
			Chinese:   Example{"## 配置\n\n| 字段 | 默认值 |\n|---|---|\n| 间隔 | |\n", "## 配置\n\n| 字段 | 默认值 |\n|---|---|\n| 间隔 | 10 秒 |\n"},
		}, on: architecture, look: emptyColumn([]document.Topic{document.Settings}, "default", "constraint", "默认", "约束")},
		{Rule: Rule{
			ID: "AR-029", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "a library whose licence is left open", Message: Text{"{1}: licence?", "{1} 缺少许可证"}, Source: "spec-generator template",
			Violation: "## Technology Stack\n\n| Library | Purpose | License |\n|---|---|---|\n| glob | matching | |\n",
			NearMiss:  "## Technology Stack\n\n| Library | Purpose | License |\n|---|---|---|\n| glob | matching | ISC |\n",
			Chinese:   Example{"## 技术栈\n\n| 库 | 用途 | 许可证 |\n|---|---|---|\n| glob | 匹配 | |\n", "## 技术栈\n\n| 库 | 用途 | 许可证 |\n|---|---|---|\n| glob | 匹配 | ISC |\n"},
		}, on: architecture, look: emptyColumn([]document.Topic{document.Stack}, "licen", "许可")},
		{Rule: Rule{
			ID: "AR-030", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "risks that are all low", Message: Text{"all {1} risks are low", "{1} 项风险全为低"}, Source: "seen in a real session",
			Violation: "## Risks\n\n| Risk | Impact | Mitigation |\n|---|---|---|\n| A | Low | x |\n| B | low | y |\n| C | Low | z |\n",
			NearMiss:  "## Risks\n\n| Risk | Impact | Mitigation |\n|---|---|---|\n| A | Low | x |\n| B | Low | y |\n| C | High | z |\n",
			Chinese:   Example{"## 风险\n\n| 风险 | 影响 |\n|---|---|\n| 甲 | 低 |\n| 乙 | 低 |\n| 丙 | 低 |\n", "## 风险\n\n| 风险 | 影响 |\n|---|---|\n| 甲 | 低 |\n| 乙 | 中 |\n| 丙 | 低 |\n"},
		}, on: []document.Kind{document.Architecture, document.Brief}, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, t := range d.Tables {
				level := t.Column("impact", "severity", "level", "影响", "等级", "级别")
				chance := t.Column("probability", "likelihood", "概率", "可能性")
				if level < 0 || len(t.Rows) < 2 || len(t.Rows) < 3 && chance < 0 || !t.Section.Under(document.Risks) {
					continue
				}
				applied = true
				low := 0
				for _, row := range t.Rows {
					if isLow(row[level].Text) && (chance < 0 || isLow(row[chance].Text)) {
						low++
					}
				}
				if low == len(t.Rows) {
					hit(d, t.Header[level].Span, itoa(low))
				}
			}
			return applied
		}},
	}
}

func isLow(cell string) bool {
	cell = strings.ToLower(strings.Trim(cell, " *🟢"))
	return cell == "low" || cell == "低"
}

// emptyColumn reports rows of the tables about some topics that leave a column
// empty which others of the table fill or which exists for them.
func emptyColumn(topics []document.Topic, column ...string) func(*session, *document.Document, hit) bool {
	return func(s *session, d *document.Document, hit hit) bool {
		applied := false
		for _, t := range d.Tables {
			i := t.Column(column...)
			if i <= 0 || !t.Section.Under(topics...) {
				continue
			}
			for _, row := range t.Rows {
				applied = true
				if row[i].Text == "" && !emptyCell(row[0].Text) {
					hit(d, row[0].Span, plain(row[0].Text))
				}
			}
		}
		return applied
	}
}
