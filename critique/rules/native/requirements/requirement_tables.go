package requirements

import (
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
					hit(e.Doc, e.At, model.Target(e.ID))
				}
			}
			return applied
		}},
	}
}

var measuring = pattern.New(`(?i)\b(?:methods?|measured|measuring|tests?|tested|testing|probe[sd]?|benchmark\w*|audit\w*|review\w*|survey\w*|logs?|monitor\w*|drill\w*|observ\w+|report\w*|inspect\w*|search(?:es)?|counted|trac(?:e|ing)|simulat\w+|sampl\w+|analy[sz]\w+)\b|方法|测试|试验|实测|测量|抽查|抽样|监控|观察|日志|压测|审计|统计|问卷|检查|检测|报告|核对|评审|验证|校验`)

// noMethod is a way to measure that is none: that it is tested, by hand, by those
// whose task it is, or some day.
var noMethod = pattern.New(`(?i)^[\s*_|]*(?:tb[acd]|todo|(?:done |checked |tested |verified )?(?:manual(?:ly)?|by hand)|(?:tests?|testing|tested|monitoring|monitored|checks?|checked|review|verification|verified|measured|measurement|qa|the qa team|qa team|by qa|ops|operations|the team|various|standard|as usual)|(?:will|must|shall|should|can|is|are) (?:to )?be (?:measured|tested|monitored|verified|checked|evaluated|decided|defined|agreed)(?: later| afterwards| in production| after launch)?|to be (?:agreed|decided|defined|determined|confirmed|clarified|discussed)(?: (?:with|by) [\w ]{2,20})?)[\s*_|.]*$|` +
	`^[\s*_|]*(?:(?:由|专)?(?:人工|手动|专人|运维|测试人员|测试组|测试团队|QA|团队)(?:来)?(?:负责|测试|检查|确认|验证|监控|测量)?|(?:后续|上线后|之后|以后|定期|日常|持续)?(?:再)?(?:测试|监控|验证|测量|度量|检查|评估|确认|观察)|按(?:标准|常规|惯例|要求|规范)(?:执行|测试|测量|进行)?|待(?:定|确认|讨论|明确|商定)|常规(?:方式|方法|测试)|标准(?:方法|方式|测试))[\s*_|。]*$`)

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
	return false
}

// tellsHow tells whether a text names a way to measure, and not just that somebody
// will.
func tellsHow(text string) bool {
	return measuring.MatchString(text) && !noMethod.MatchString(text)
}
