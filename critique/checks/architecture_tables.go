package checks

import (
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// architectureTableRules ask the tables of an architecture for their cells.
func architectureTableRules() []rule {
	return []rule{
		also(cellRule(architecture, []document.Topic{document.Stack}, Rule{
			ID: "AR-011", Perspective: technical, Severity: critique.Medium, Kind: "feasibility",
			Title: "a technology without a reason, or with one that any other would have", Message: Text{"{1} is chosen without a reason of its own", "选用 {1}，但未说明理由"}, Source: "spec-generator phase 4",
			Violation: "## Technology Stack\n\n| Technology | Rationale |\n|---|---|\n| SQLite | |\n| Go | one binary |\n",
			NearMiss:  "## Technology Stack\n\n| Technology | Why |\n|---|---|\n| SQLite | no server |\n",
			Chinese:   Example{"## 技术栈\n\n| 技术 | 版本 |\n|---|---|\n| SQLite | 3 |\n", "## 技术栈\n\n| 技术 | 选型理由 |\n|---|---|\n| SQLite | 无需服务器 |\n"},
		}, "rationale", "reason", "why", "purpose", "justification", "use", "notes", "role", "理由", "原因", "用途", "说明", "依据", "作用"), hollowReasons),
		{Rule: Rule{
			ID: "AR-013", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title: "a risk without a mitigation, or with one that does nothing", Message: Text{"the risk \"{1}\" has no mitigation: say what is done about it, and by whom", "风险“{1}”没有缓解措施：应说明由谁采取什么措施"}, Source: "spec-generator template",
			Violation: "## Risks\n\n| Risk | Impact | Mitigation |\n|---|---|---|\n| Full disk | high | - |\n",
			NearMiss:  "## Risks\n\n| Risk | Impact | Mitigation |\n|---|---|---|\n| Full disk | high | alarm at 90% |\n| Slow net | low | monitor the queue, second line |\n",
			Chinese:   Example{"## 风险\n\n| 风险 | 缓解措施 |\n|---|---|\n| 磁盘写满 | 持续关注 |\n", "## 风险\n\n| 风险 | 缓解措施 |\n|---|---|\n| 磁盘写满 | 90% 时告警 |\n"},
		}, on: []document.Kind{document.Brief, document.Architecture, document.Epics}, look: unmitigatedRisks},
		{Rule: Rule{
			ID: "AR-018", Perspective: technical, Severity: critique.Low, Kind: "completeness",
			Title: "a component without a responsibility, or with one that is its name", Message: Text{"{1} has no responsibility beyond its name: say what it does", "组件 {1} 除名称外未写职责：应说明它做什么"}, Source: "spec-generator template",
			Violation: "## Components\n\n| Component | Responsibility |\n|---|---|\n| Verifier | |\n",
			NearMiss:  "## Components\n\n| Component | Responsibility |\n|---|---|\n| Verifier | reads backups |\n",
			Chinese:   Example{"## 组件\n\n| 组件 | 职责 |\n|---|---|\n| 校验器 | |\n", "## 组件\n\n| 组件 | 职责 |\n|---|---|\n| 校验器 | 读回备份 |\n"},
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, t := range d.Tables {
				if len(t.Rows) == 0 || len(t.Header) < 2 || !t.Section.Under(document.Components) || t.Column("error", "failure", "scenario", "错误", "故障", "场景") > 0 || !contains(strings.ToLower(t.Header[0].Text), "component", "module", "service", "name", "block", "part", "组件", "模块", "服务", "名称") {
					continue
				}
				applied = true
				unfilled(d, t, hit, duty...)
				hollowDuties(d, t, hit, duty...)
			}
			return applied
		}},
		{Rule: Rule{
			ID: "AR-020", Perspective: technical, Severity: critique.Low, Kind: "feasibility",
			Title: "a technology whose version is left open", Message: Text{"{1} is named without a version", "{1} 未注明版本"}, Source: "spec-generator template",
			Violation: "## Technology Stack\n\n| Technology | Version | Why |\n|---|---|---|\n| SQLite | latest | no server |\n",
			NearMiss:  "## Technology Stack\n\n| Technology | Version | Why |\n|---|---|---|\n| SQLite | 3.45 | no server |\n| Markdown | - | readable |\n",
			Chinese:   Example{"## 技术栈\n\n| 技术 | 版本 | 理由 |\n|---|---|---|\n| SQLite | 最新 | 无需服务器 |\n", "## 技术栈\n\n| 技术 | 版本 | 理由 |\n|---|---|---|\n| SQLite | 3.45 | 无需服务器 |\n"},
		}, on: architecture, look: openColumn([]document.Topic{document.Stack}, pattern.New(`(?i)^(?:(?:the )?(?:latest|newest|current|recent)(?: (?:stable|lts|version|release))*|stable|any|\?+|最新(?:的)?(?:稳定)?版?本?|稳定版|任意)?$`), "version", "版本")},
		{Rule: Rule{
			ID: "AR-022", Perspective: risk, Severity: critique.Medium, Kind: "security",
			Title: "an endpoint whose authentication is left open", Message: Text{"the endpoint {1} does not say who may call it: name its authentication", "接口 {1} 未说明谁可以调用：应写明鉴权方式"}, Source: "spec-generator template",
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
					if strings.Trim(row[auth].Text, "?？") == "" && !emptyCell(row[0].Text) {
						hit(d, row[0].Span, plain(row[0].Text))
					}
				}
			}
			return applied
		}},
		{Rule: Rule{
			ID: "AR-024", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title: "a data store whose retention or backup is left open, or told so that anything would do", Message: Text{"{1} does not say how long data is kept and how it is backed up", "{1} 未说明数据保留多久、如何备份"}, Source: "spec-generator template",
			Violation: "## Data Storage\n\n| Data | Storage | Retention | Backup |\n|---|---|---|---|\n| Catalogue | SQLite | | nightly |\n",
			NearMiss:  "## Data Storage\n\n| Data | Storage | Retention | Backup |\n|---|---|---|---|\n| Catalogue | SQLite | 90 days | nightly |\n",
			Chinese:   Example{"## 数据存储\n\n| 数据 | 存储 | 保留 | 备份 |\n|---|---|---|---|\n| 目录 | SQLite | | |\n", "## 数据存储\n\n| 数据 | 存储 | 保留 | 备份 |\n|---|---|---|---|\n| 目录 | SQLite | 90 天 | 每晚 |\n"},
		}, on: architecture, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, t := range d.Tables {
				if !t.Section.Under(document.Data) || len(t.Rows) == 0 || t.Column("storage", "store", "where", "存储", "存放", "位置", "retention", "backup", "保留", "备份") < 0 {
					continue
				}
				applied = true
				s.unkept(d, t, hit, retained, retentionColumn...)
				s.unkept(d, t, hit, backedUp, "backup", "备份")
			}
			return applied
		}},
		{Rule: Rule{
			ID: "AR-026", Perspective: technical, Severity: critique.Low, Kind: "completeness",
			Title: "a configuration field without a default or constraint, or with one outside the other", Message: Text{"the setting {1} has no default, or one outside its own bounds", "配置项 {1} 没有默认值，或默认值超出其范围"}, Source: "spec-generator phase 4",
			Violation: "## Configuration\n\n| Field | Type | Default |\n|---|---|---|\n| interval | duration | |\n",
			NearMiss:  "## Configuration\n\n| Field | Type | Default |\n|---|---|---|\n| interval | duration | 10s |\n| token | string | - |\n",
			Chinese:   Example{"## 配置\n\n| 字段 | 默认值 |\n|---|---|\n| 间隔 | |\n", "## 配置\n\n| 字段 | 默认值 |\n|---|---|\n| 间隔 | 10 秒 |\n"},
		}, on: architecture, look: openSettings},
		{Rule: Rule{
			ID: "AR-029", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "a library whose licence is left open, or told by its kind only", Message: Text{"the library {1} is named without its licence", "依赖库 {1} 未注明许可证"}, Source: "spec-generator template",
			Violation: "## Technology Stack\n\n| Library | Purpose | License |\n|---|---|---|\n| glob | matching | |\n",
			NearMiss:  "## Technology Stack\n\n| Library | Purpose | License |\n|---|---|---|\n| glob | matching | ISC |\n",
			Chinese:   Example{"## 技术栈\n\n| 库 | 用途 | 许可证 |\n|---|---|---|\n| glob | 匹配 | |\n", "## 技术栈\n\n| 库 | 用途 | 许可证 |\n|---|---|---|\n| glob | 匹配 | ISC |\n"},
		}, on: architecture, look: openColumn([]document.Topic{document.Stack}, anyLicence, "licen", "许可")},
		{Rule: Rule{
			ID: "AR-030", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title: "risks that are all low, or without chance and impact", Message: Text{"{1} risks: {2}", "{1} 项风险{2}"}, Source: "seen in a real session",
			Violation: "## Risks\n\n| Risk | Impact | Mitigation |\n|---|---|---|\n| A | Low | x |\n| B | low | y |\n| C | Low | z |\n",
			NearMiss:  "## Risks\n\n| Risk | Impact | Mitigation |\n|---|---|---|\n| A | Low | x |\n| B | Low | y |\n| C | High | z |\n",
			Chinese:   Example{"## 风险\n\n| 风险 | 影响 |\n|---|---|\n| 甲 | 低 |\n| 乙 | 低 |\n| 丙 | 低 |\n", "## 风险\n\n| 风险 | 影响 |\n|---|---|\n| 甲 | 低 |\n| 乙 | 中 |\n| 丙 | 低 |\n"},
		}, on: []document.Kind{document.Architecture, document.Brief}, look: func(s *session, d *document.Document, hit hit) bool {
			applied := false
			for _, t := range d.Tables {
				level := t.Column("impact", "severity", "level", "影响", "等级", "级别")
				chance := t.Column("probability", "likelihood", "概率", "可能性")
				if level < 0 && chance < 0 && len(t.Rows) > 1 && d.Kind == document.Architecture && t.Section.Under(document.Risks) {
					applied = true
					hit(d, d.LineAt(t.Span.Start), itoa(len(t.Rows)), s.say("neither chance nor impact", "缺少概率与影响"))
					continue
				}
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
					hit(d, t.Header[level].Span, itoa(low), s.say("all low", "全为低"))
				}
			}
			return applied
		}},
	}
}

// duty are the columns that say what a component is there for.
var duty = []string{"responsib", "duty", "purpose", "description", "role", "does", "function", "task", "职责", "功能", "说明", "描述", "作用", "用途", "任务"}

func isLow(cell string) bool {
	cell = strings.ToLower(strings.Trim(cell, " *🟢"))
	return cell == "low" || cell == "低"
}

// openColumn reports rows of the tables about some topics whose cell in a column
// leaves it open.
func openColumn(topics []document.Topic, open *pattern.Pattern, column ...string) func(*session, *document.Document, hit) bool {
	return func(s *session, d *document.Document, hit hit) bool {
		applied := false
		for _, t := range d.Tables {
			i := t.Column(column...)
			if i <= 0 || !t.Section.Under(topics...) {
				continue
			}
			for _, row := range t.Rows {
				applied = true
				if (open.MatchString(row[i].Text) || leftOpen.MatchString(row[i].Text)) && !emptyCell(row[0].Text) {
					hit(d, row[0].Span, plain(row[0].Text))
				}
			}
		}
		return applied
	}
}

var (
	blankCell = pattern.New(`^[?？]*$`)
	retained  = pattern.New(`(?i)\b(?:retention|retain\w*|expir\w+|TTL|deleted after|purged?)\b|保留期|保存期|过期|清理`)
	backedUp  = pattern.New(`(?i)\bback(?:ed)?[- ]?ups?\b|\b(?:snapshots?|replicas?|replicat\w+)\b|备份|快照|副本`)
	mitigated = pattern.New(`[:：;；—–(（→,，.。]\s*\S|(?i)\b(?:mitigat\w+|avoid\w*|handled|fall ?back|by|so)\b|缓解|应对|通过`)
)

// neither tells whether a row denies both retention and backup.
func neither(t *document.Table, row []document.Cell) bool {
	kept, saved := t.Column(retentionColumn...), t.Column("backup", "备份")
	if store := t.Column("storage", "store", "where", "存储", "存放", "位置"); store > 0 && (fleeting.MatchString(row[store].Text) || unused.MatchString(row[store].Text)) {
		return false
	}
	return kept > 0 && saved > 0 && keptNot.MatchString(row[kept].Text) && keptNot.MatchString(row[saved].Text)
}

var (
	retentionColumn = []string{"retention", "kept", "lifetime", "保留", "保存期", "期限"}
	keptNot         = pattern.New(`(?i)^[^\p{L}\p{N}]*(?:none|no|n/?a|nil|无|没有|暂无)?[^\p{L}\p{N}]*$`)
	passingData     = pattern.New(`(?i)cache|temp|session|derived|index|缓存|临时|会话|索引`)
)

// unkept reports the stores of a table whose retention or backup is left open: a
// blank cell, or no column where no decision speaks of it either.
func (s *session) unkept(d *document.Document, t *document.Table, hit hit, spoken *pattern.Pattern, column ...string) {
	if i := t.Column(column...); i > 0 {
		for _, row := range t.Rows {
			if neither(t, row) && !passingData.MatchString(row[0].Text) || (blankCell.MatchString(row[i].Text) || leftOpen.MatchString(row[i].Text) || keptVaguely.MatchString(plain(row[i].Text))) && !emptyCell(row[0].Text) {
				hit(d, row[0].Span, plain(row[0].Text))
			}
		}
		return
	}
	for _, doc := range s.of(document.Architecture, document.Decision) {
		if holds(doc.Prose, spoken) {
			return
		}
	}
	store := t.Column("storage", "store", "where", "存储", "存放", "位置")
	for _, row := range t.Rows {
		if store <= 0 || !fleeting.MatchString(row[store].Text) {
			hit(d, d.LineAt(t.Span.Start), plain(row[0].Text))
			return
		}
	}
}

// fleeting is a place whose contents nobody keeps, or whose history keeps them.
var fleeting = pattern.New(`(?i)\b(?:in[- ]?memory|memory|ram|heap|session state|not stored|git|version control)\b|内存|不存储|不落盘|临时`)

// unused is a place that holds nothing.
var unused = pattern.New(`(?i)^[^\p{L}]*(?:not used|unused|none|n/?a|不使用|未使用|无|没有)[^\p{L}]*$`)

// openSettings asks each setting for a default and a constraint, as far as there
// are columns for them, and for one of both.
func openSettings(s *session, d *document.Document, hit hit) bool {
	applied := false
	for _, t := range d.Tables {
		if !t.Section.Under(document.Settings) || len(t.Rows) == 0 || len(t.Header) < 2 {
			continue
		}
		applied = true
		fallback, limits := t.Column("default", "默认"), t.Column("constraint", "range", "values", "约束", "范围", "取值")
		if fallback < 0 && limits < 0 && t.Column("value", "maps", "sets", "overrides", "值", "对应", "映射", "覆盖") < 0 {
			hit(d, d.LineAt(t.Span.Start), plain(t.Rows[0][0].Text))
		}
		for _, row := range t.Rows {
			if fallback > 0 && openValue(row[fallback].Text) || limits > 0 && openValue(row[limits].Text) || fallback > 0 && limits > 0 && outOfRange(row[fallback].Text, row[limits].Text) {
				hit(d, row[0].Span, plain(row[0].Text))
			}
		}
	}
	return applied
}

// unmitigatedRisks asks the rows of risk tables for a mitigation, and bare items
// of risk lists where no section is about mitigations.
func unmitigatedRisks(s *session, d *document.Document, hit hit) bool {
	applied := idleMitigations(d, hit)
	if d.Kind != document.Architecture {
		return applied // a brief or a plan may name its risks only
	}
	for _, t := range d.Tables {
		if !t.Section.Under(document.Risks) || len(t.Rows) == 0 || len(t.Header) < 2 {
			continue
		}
		applied = true
		unfilled(d, t, hit, mitigation...)
	}
	for _, section := range d.Sections {
		if contains(strings.ToLower(section.Title), "mitigation", "缓解", "应对", "对策") {
			return applied
		}
	}
	for i, item := range d.Items {
		if item.Depth != 1 || !item.Section.Under(document.Risks) || nothing.MatchString(item.Text) {
			continue
		}
		applied = true
		nested := i+1 < len(d.Items) && d.Items[i+1].Depth > 1
		if !nested && !mitigated.MatchString(plain(strings.TrimRight(item.Text, ".。"))) && document.Units(item.Text) <= 16 {
			hit(d, item.Span, note(clip(plain(item.Text), 60)))
		}
	}
	return applied
}
