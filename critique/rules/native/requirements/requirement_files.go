package requirements

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// FileRules look at single requirements and their criteria.
func FileRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("RQ-018"), On: []document.Kind{document.Requirement}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			e := model.Defined(s).Requirements.ByID[model.FileID(d)]
			if e == nil || e.Priority != "must" {
				return false
			}
			if !statesCriteria(d) {
				details := []model.Detail{model.Target(e.ID)}
				if !slices.ContainsFunc(s.Of(document.Requirement), statesCriteria) {
					details = append(details, model.Doubtful) // what none of them has is a custom of the house
				}
				hit(d, e.Heading(d), details...)
			}
			return true
		}},
		{Rule: native.Of("RQ-021"), On: []document.Kind{document.Requirement}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			e := model.Defined(s).Requirements.ByID[model.FileID(d)]
			if e == nil || e.Priority != "must" || !tellsStories(s) {
				return false
			}
			if !model.Holds(d.Text, model.Story) {
				hit(d, e.Heading(d), model.Target(e.ID))
			}
			return true
		}},
	}
}

var (
	failure = pattern.New(`(?i)\b(?:errors?|fail\w*|invalid|empty|missing|broken|corrupt\w*|timeouts?|exceed\w*|limits?|reject\w*|refus\w*|den(?:y|ied)|unauthori[sz]ed|forbidden|offline|retry|unavailable|not found|unknown|duplicate|conflict\w*|without|no longer|cannot|not|never|warn\w*|absent|degraded|exit|unreachable|outside|interrupt\w*|lost|gaps?|left out|skip\w*|ignored|dropped|discarded|aborted|forged|replayed (?:messages?|requests?|tokens?|packets?|commands?|transactions?|codes?|calls?|logins?|events?|responses?|cookies?)|tampered|spoofed|malicious|expired|revoked|blocked|throttled)\b|失败|异常|错误|为空|超限|超时|无权限|拒绝|缺失|损坏|不存在|不可用|无效|重试|冲突|重复|报警|告警|警告|上限|不得|不能|遗漏|断网|断电|离线|不可达|没有|不足|中断|未知|无法|退出码|取消|超过|超出|已满|跳过|忽略|丢弃|伪造|篡改|过期|中止|恶意`)
	// unhappy is what comes otherwise than hoped, without a word for a failure.
	unhappy = pattern.New(`(?i)\b(?:declin\w*|laps\w+|overdue|late|nobody|no one|nothing|none|unanswered|undelivered|unread|otherwise|unless|until|incomplete|wrong|stale|cancel\w*|withdraw\w*|withdrawn|already taken)\b|未[^来]|逾期|缺少|否则|驳回|退回|撤[销回]|作废|只有[^，。]*才`)
)

// tellsStories tells whether any requirement file holds a user story.
func tellsStories(s *model.Session) bool {
	for _, d := range s.Of(document.Requirement) {
		if document.Once(d, "whether it tells a story", func(d *document.Document) bool { return model.Holds(d.Text, model.Story) }) {
			return true
		}
	}
	return false
}

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
