package requirements

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// TableRules ask the tables of a requirements index for their cells.
func TableRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RQ-022"), On: model.Requirements, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			applied := false
			for _, e := range model.Defined(s).Qualities.List {
				if e.Row == nil || e.Table.Column("target", "threshold", "指标", "目标") < 0 {
					continue
				}
				applied = true
				if method := e.Cell("measure", "method", "verif", "how", "test", "测量", "度量", "验证", "方法"); (model.EmptyCell(method) || noMethod.MatchString(method)) && (e.File == nil || !saysHow(e.File)) {
					hit(e.Doc, e.At, e.ID)
				}
			}
			return applied
		}},
		{Rule: native.Of("RQ-024"), On: model.Requirements, Look: namelessProtocols},
		{Rule: native.Of("RQ-025"), On: model.Requirements, Look: fieldlessEntities},
	}
}

var (
	measuring   = pattern.New(`(?i)\b(?:methods?|measured|measuring|tests?|tested|testing|probe[sd]?|benchmark\w*|audit\w*|review\w*|survey\w*|logs?|monitor\w*|drill\w*|observ\w+|report\w*|inspect\w*|search(?:es)?|counted|trac(?:e|ing)|simulat\w+|sampl\w+|analy[sz]\w+)\b|方法|测试|试验|实测|测量|抽查|抽样|监控|观察|日志|压测|审计|统计|问卷|检查|检测|报告|核对|评审|验证|校验`)
	outerSystem = pattern.New(`(?i)system|service|partner|external|provider|platform|系统|服务|外部|对接|平台|第三方`)
)

// noMethod is a way to measure that is none: that it is tested, by hand, by those
// whose task it is, or some day.
var noMethod = pattern.New(`(?i)^[\s*_|]*(?:tb[acd]|todo|(?:done |checked |tested |verified )?(?:manual(?:ly)?|by hand)|(?:tests?|testing|tested|monitoring|monitored|checks?|checked|review|verification|verified|measured|measurement|qa|the qa team|qa team|by qa|ops|operations|the team|various|standard|as usual)|(?:will|must|shall|should|can|is|are) (?:to )?be (?:measured|tested|monitored|verified|checked|evaluated|decided|defined|agreed)(?: later| afterwards| in production| after launch)?|to be (?:agreed|decided|defined|determined|confirmed|clarified|discussed)(?: (?:with|by) [\w ]{2,20})?)[\s*_|.]*$|` +
	`^[\s*_|]*(?:(?:由|专)?(?:人工|手动|专人|运维|测试人员|测试组|测试团队|QA|团队)(?:来)?(?:负责|测试|检查|确认|验证|监控|测量)?|(?:后续|上线后|之后|以后|定期|日常|持续)?(?:再)?(?:测试|监控|验证|测量|度量|检查|评估|确认|观察)|按(?:标准|常规|惯例|要求|规范)(?:执行|测试|测量|进行)?|待(?:定|确认|讨论|明确|商定)|常规(?:方式|方法|测试)|标准(?:方法|方式|测试))[\s*_|。]*$`)

// anyInterface is a protocol that is none: everything speaks over an interface.
var anyInterface = pattern.New(`(?i)^[^\p{L}\p{N}]*(?:(?:an?|the|its|their|our|standard|external|public|existing|vendor|native|web|custom|own|some|any|via|over|through|by|online) )*(?:apis?|interfaces?|integration|services?|connection|protocol|endpoint|network|internet|online|link|standard|various|automatic(?:ally)?)(?: (?:calls?|integration|interface|access|connection|based|available|of the \w+))*[^\p{L}\p{N}]*$|^[^\p{L}\p{N}]*(?:通过|使用|采用)?(?:标准|外部|内部|系统|现有|第三方|对方|公共|开放|通用|厂商|官方|其)*的?(?:接口|API|对接|集成|调用|联网|网络|互联|连接|服务|协议|数据交换|数据同步|标准|通用)+[^\p{L}\p{N}]*$`)

// saysHow tells whether the text of a quality requirement's file, headings aside,
// says how it is measured.
func saysHow(d *document.Document) bool {
	for _, item := range d.Items {
		if tellsHow(item.Text) {
			return true
		}
	}
	for _, line := range d.Lines {
		if tellsHow(d.Slice(line)) {
			return true
		}
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			for _, cell := range row {
				if tellsHow(cell.Text) {
					return true
				}
			}
		}
	}
	return false
}

// tellsHow tells whether a text names a way to measure, and not just that somebody
// will.
func tellsHow(text string) bool {
	if _, value, labelled := strings.Cut(strings.ReplaceAll(text, "：", ":"), ":"); labelled && noMethod.MatchString(value) {
		return false
	}
	return measuring.MatchString(text) && !noMethod.MatchString(text)
}

// namelessProtocols asks the integrations, and interfaces to other systems, how
// they speak.
func namelessProtocols(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		if len(t.Rows) == 0 || len(t.Header) < 2 || !t.Section.Under(document.Integration) && !(t.Section.Under(document.Interfaces) && outerSystem.MatchString(t.Header[0].Text)) {
			continue
		}
		applied = true
		native.Unfilled(d, t, hit, "protocol", "format", "interface", "method", "api", "type", "协议", "格式", "接口", "方式")
		i := t.Column("protocol", "format", "interface", "method", "协议", "格式", "接口", "方式")
		for _, row := range t.Rows {
			if i > 0 && anyInterface.MatchString(row[i].Text) {
				hit(d, row[0].Span, model.Plain(row[0].Text))
			}
		}
	}
	for _, item := range d.Items {
		if name, how, labelled := strings.Cut(strings.ReplaceAll(item.Text, "：", ":"), ":"); labelled && item.Depth == 1 && item.Section.Under(document.Integration) {
			if applied = true; anyInterface.MatchString(model.Plain(how)) {
				hit(d, item.Span, model.Plain(name))
			}
		}
	}
	return applied
}

// fieldlessEntities asks the entities for fields, and the fields for types where
// nearly all have one.
func fieldlessEntities(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		if len(t.Rows) == 0 || len(t.Header) < 2 || !t.Section.Under(document.Data) {
			continue
		}
		applied = true
		native.Unfilled(d, t, hit, "field", "attribute", "column", "key", "type", "propert", "description", "retention", "volume", "字段", "属性", "类型", "约束", "说明", "描述")
		column := t.Column("field", "attribute", "propert", "字段", "属性")
		if column <= 0 {
			continue
		}
		all, typed := 0, 0
		var untyped [][]document.Cell
		for _, row := range t.Rows {
			fields, with := typedFields(row[column].Text)
			if all, typed = all+fields, typed+with; with < fields {
				untyped = append(untyped, row)
			}
		}
		if typed < 3 || typed*2 < all {
			continue
		}
		for _, row := range untyped {
			hit(d, row[0].Span, model.Plain(row[0].Text))
		}
	}
	return applied
}

// typedFields counts the fields of a cell such as "id (UUID), name (text, 80)",
// and those of them that have a type in brackets.
func typedFields(cell string) (fields, typed int) {
	depth, named := 0, false
	for _, r := range cell + "," {
		switch {
		case strings.ContainsRune("(（", r):
			if depth++; named {
				typed++
			}
		case strings.ContainsRune(")）", r):
			depth--
		case depth <= 0 && strings.ContainsRune(",，、;；", r):
			if named {
				fields++
			}
			named = false
		case r != ' ' && depth <= 0:
			named = true
		}
	}
	return fields, min(typed, fields)
}
