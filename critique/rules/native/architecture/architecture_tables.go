package architecture

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// TableRules ask the tables of an architecture for their cells.
func TableRules() []native.Rule {
	return []native.Rule{
		also(native.CellRule(model.Architecture, []document.Topic{document.Stack}, native.Of("AR-011"), "rationale", "reason", "why", "purpose", "justification", "use", "notes", "role", "理由", "原因", "用途", "说明", "依据", "作用"), hollowReasons),
		{Rule: native.Of("AR-013"), On: []document.Kind{document.Brief, document.Architecture, document.Epics}, Look: unmitigatedRisks},
		{Rule: native.Of("AR-018"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			applied := false
			for _, t := range d.Tables {
				if len(t.Rows) == 0 || len(t.Header) < 2 || !t.Section.Under(document.Components) || t.Column("error", "failure", "scenario", "错误", "故障", "场景") > 0 || !model.Contains(strings.ToLower(t.Header[0].Text), "component", "module", "service", "name", "block", "part", "组件", "模块", "服务", "名称") {
					continue
				}
				applied = true
				native.Unfilled(d, t, hit, duty...)
				hollowDuties(d, t, hit, duty...)
			}
			return applied
		}},
		{Rule: native.Of("AR-020"), On: model.Architecture, Look: openColumn([]document.Topic{document.Stack}, pattern.New(`(?i)^(?:(?:the )?(?:latest|newest|current|recent)(?: (?:stable|lts|version|release))*|stable|any|\?+|最新(?:的)?(?:稳定)?版?本?|稳定版|任意)?$`), "version", "版本")},
		{Rule: native.Of("AR-022"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			applied := false
			for _, t := range d.Tables {
				auth := t.Column("auth", "permission", "鉴权", "认证", "权限")
				if auth <= 0 || t.Column("endpoint", "path", "route", "url", "api", "路径", "接口", "端点") < 0 {
					continue
				}
				for _, row := range t.Rows {
					applied = true
					if strings.Trim(row[auth].Text, "?？") == "" && !model.EmptyCell(row[0].Text) {
						hit(d, row[0].Span, model.Plain(row[0].Text))
					}
				}
			}
			return applied
		}},
		{Rule: native.Of("AR-024"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			applied := false
			for _, t := range d.Tables {
				if !t.Section.Under(document.Data) || len(t.Rows) == 0 || t.Column("storage", "store", "where", "存储", "存放", "位置", "retention", "backup", "保留", "备份") < 0 {
					continue
				}
				applied = true
				unkept(s, d, t, hit, retained, retentionColumn...)
				unkept(s, d, t, hit, backedUp, "backup", "备份")
			}
			return applied
		}},
		{Rule: native.Of("AR-026"), On: model.Architecture, Look: openSettings},
		{Rule: native.Of("AR-029"), On: model.Architecture, Look: openColumn([]document.Topic{document.Stack}, anyLicence, "licen", "许可")},
		{Rule: native.Of("AR-030"), On: []document.Kind{document.Architecture, document.Brief}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			applied := false
			for _, t := range d.Tables {
				level := t.Column("impact", "severity", "level", "影响", "等级", "级别")
				chance := t.Column("probability", "likelihood", "概率", "可能性")
				if level < 0 && chance < 0 && len(t.Rows) > 1 && d.Kind == document.Architecture && t.Section.Under(document.Risks) {
					applied = true
					hit(d, d.LineAt(t.Span.Start), model.Itoa(len(t.Rows)), s.Say("neither chance nor impact", "缺少概率与影响"))
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
					hit(d, t.Header[level].Span, model.Itoa(low), s.Say("all low", "全为低"))
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
func openColumn(topics []document.Topic, open *pattern.Pattern, column ...string) func(*model.Session, *document.Document, native.Hit) bool {
	return func(s *model.Session, d *document.Document, hit native.Hit) bool {
		applied := false
		for _, t := range d.Tables {
			i := t.Column(column...)
			if i <= 0 || !t.Section.Under(topics...) {
				continue
			}
			for _, row := range t.Rows {
				applied = true
				if (open.MatchString(row[i].Text) || model.LeftOpen.MatchString(row[i].Text)) && !model.EmptyCell(row[0].Text) {
					hit(d, row[0].Span, model.Plain(row[0].Text))
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
func unkept(s *model.Session, d *document.Document, t *document.Table, hit native.Hit, spoken *pattern.Pattern, column ...string) {
	if i := t.Column(column...); i > 0 {
		for _, row := range t.Rows {
			if neither(t, row) && !passingData.MatchString(row[0].Text) || (blankCell.MatchString(row[i].Text) || model.LeftOpen.MatchString(row[i].Text) || keptVaguely.MatchString(model.Plain(row[i].Text))) && !model.EmptyCell(row[0].Text) {
				hit(d, row[0].Span, model.Plain(row[0].Text))
			}
		}
		return
	}
	for _, doc := range s.Of(document.Architecture, document.Decision) {
		if model.Holds(doc.Prose, spoken) {
			return
		}
	}
	store := t.Column("storage", "store", "where", "存储", "存放", "位置")
	for _, row := range t.Rows {
		if store <= 0 || !fleeting.MatchString(row[store].Text) {
			hit(d, d.LineAt(t.Span.Start), model.Plain(row[0].Text))
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
func openSettings(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		if !t.Section.Under(document.Settings) || len(t.Rows) == 0 || len(t.Header) < 2 {
			continue
		}
		applied = true
		fallback, limits := t.Column("default", "默认"), t.Column("constraint", "range", "values", "约束", "范围", "取值")
		if fallback < 0 && limits < 0 && t.Column("value", "maps", "sets", "overrides", "值", "对应", "映射", "覆盖") < 0 {
			hit(d, d.LineAt(t.Span.Start), model.Plain(t.Rows[0][0].Text))
		}
		for _, row := range t.Rows {
			if fallback > 0 && openValue(row[fallback].Text) || limits > 0 && openValue(row[limits].Text) || fallback > 0 && limits > 0 && outOfRange(row[fallback].Text, row[limits].Text) {
				hit(d, row[0].Span, model.Plain(row[0].Text))
			}
		}
	}
	return applied
}

// unmitigatedRisks asks the rows of risk tables for a mitigation, and bare items
// of risk lists where no section is about mitigations.
func unmitigatedRisks(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := idleMitigations(d, hit)
	if d.Kind != document.Architecture {
		return applied // a brief or a plan may name its risks only
	}
	for _, t := range d.Tables {
		if !t.Section.Under(document.Risks) || len(t.Rows) == 0 || len(t.Header) < 2 {
			continue
		}
		applied = true
		native.Unfilled(d, t, hit, mitigation...)
	}
	for _, section := range d.Sections {
		if model.Contains(strings.ToLower(section.Title), "mitigation", "缓解", "应对", "对策") {
			return applied
		}
	}
	for i, item := range d.Items {
		if item.Depth != 1 || !item.Section.Under(document.Risks) || model.Nothing.MatchString(item.Text) {
			continue
		}
		applied = true
		nested := i+1 < len(d.Items) && d.Items[i+1].Depth > 1
		if !nested && !mitigated.MatchString(model.Plain(strings.TrimRight(item.Text, ".。"))) && document.Units(item.Text) <= 16 {
			hit(d, item.Span, model.Note(model.Clip(model.Plain(item.Text), 60)))
		}
	}
	return applied
}

// keptVaguely is how long or how often, told so that anything would do. As long as
// something else lasts, and for ever, are answers.
var keptVaguely = pattern.New(`(?i)^[^\p{L}\p{N}]*(?:(?:kept|stored|retained|deleted|archived|backed up|saved|copied|done|run) )?(?:(?:only |just )?(?:for )?as (?:long|often) as (?:is |it is |they are |legally |reasonably )*(?:necessary|needed|required|possible|useful|appropriate|sensible|practical|reasonable|allowed|desired)|as (?:necessary|needed|required|appropriate)|(?:when|if|where) (?:necessary|needed|required|possible|appropriate)|until (?:no longer|not) (?:needed|required|necessary|used|relevant)|on demand|(?:for )?(?:a|an|some|the) (?:\w+ )?(?:reasonable|appropriate|certain|limited|sufficient|suitable|adequate|long|short|usual|defined|specified|legal|required|necessary|given|agreed) (?:time|period|while|duration|retention|term)(?: of time)?|(?:for )?(?:some time|a while)|long[- ]?term|short[- ]?term|` +
	`(?:per|according to|as per|in line with|following|by|in accordance with|depending on|based on|subject to) (?:the |our |its |company |legal |internal |standard |usual |business |corporate |data |applicable )*(?:polic(?:y|ies)|needs?|requirements?|regulations?|laws?|rules?|guidelines?|standards?|compliance|use)|(?:configurable|variable|flexible|varies|sufficient(?:ly)?|adequate(?:ly)?|appropriate(?:ly)?|standard|usual|default|normal|regular(?:ly)?|periodic(?:ally)?|frequent(?:ly)?|occasional(?:ly)?|often|sometimes|best effort|as usual|automatic(?:ally)?|limited|yes)(?: (?:backups?|snapshots?|intervals?|basis|retention|period))?)[^\p{L}\p{N}]*$|` +
	`^[^\p{L}\p{N}]*(?:数据)?(?:按需(?:要)?|视需要|视情况|根据(?:实际|业务|具体)?(?:需要|情况)|必要时|如有(?:需要|必要)|适当|合理|足够|尽量|尽可能|长期|短期|一定|较长|较短|合适|规定|法定|默认|常规|标准|定期|不定期|经常|及时|周期性|有限|一段|若干)(?:的)?(?:时间|期限|时长|周期|期间|年限)?(?:内)?(?:地)?(?:保留|保存|存储|留存|清理|删除|归档|备份|执行|处理|进行|而定)?[^\p{L}\p{N}]*$|^[^\p{L}\p{N}]*(?:按|依|依据|根据|遵循|遵守|参照|符合)(?:照)?(?:公司|相关|国家|内部|有关|行业|数据|法律|法规|管理|安全|合规|现行|统一)*(?:规定|制度|法规|法律|政策|策略|要求|规范|标准|规则)(?:执行|处理|保留|保存|确定)?[^\p{L}\p{N}]*$|^[^\p{L}\p{N}]*(?:直到|至)不再(?:需要|使用)(?:为止|时)?[^\p{L}\p{N}]*$`)
