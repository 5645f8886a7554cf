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
