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
		{Rule: native.Of("RQ-018"), On: []document.Kind{document.Requirement, document.Requirements}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if d.Kind == document.Requirements {
				return oddSections(s, d, hit, func(at document.Span) bool {
					return slices.ContainsFunc(model.Criteria(d), func(item *document.Item) bool { return at.Holds(item.Start) })
				})
			}
			e := model.Defined(s).Requirements.ByID[model.FileID(d)]
			if e == nil || e.Priority != "must" {
				return false
			}
			if !statesCriteria(d) {
				targets := []string{e.ID}
				if !slices.ContainsFunc(s.Of(document.Requirement), statesCriteria) {
					targets = append(targets, native.Doubtful) // what none of them has is a custom of the house
				}
				hit(d, e.Heading(d), targets...)
			}
			return true
		}},
		{Rule: native.Of("RQ-021"), On: []document.Kind{document.Requirement, document.Requirements}, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if d.Kind == document.Requirements {
				return oddSections(s, d, hit, func(at document.Span) bool { return model.Holds(d.Slice(at), model.Story) })
			}
			e := model.Defined(s).Requirements.ByID[model.FileID(d)]
			if e == nil || e.Priority != "must" || !tellsStories(s) {
				return false
			}
			if !model.Holds(d.Text, model.Story) {
				hit(d, e.Heading(d), e.ID)
			}
			return true
		}},
	}
}

var (
	// handled is a criterion whose only outcome is that something is dealt with well.
	handled = pattern.New(`(?i)\b(?:be|is|are|gets?|been) (?:handled|processed|treated|dealt with|managed|taken care of|addressed) (?:correctly|properly|appropriately|adequately|well|gracefully|accordingly|suitably|as (?:expected|intended|required|appropriate|needed|designed))(?: by (?:the )?[\w-]+(?: [\w-]+)?)?[.!]?$|\b(?:must|shall|should|will) (?:correctly |properly )?(?:handle|process|treat|manage|deal with|respond to|react to) (?:it|this|them|(?:the|this|that|such|these|any|all|every|an?)(?: \w+){1,3}) (?:correctly|properly|appropriately|adequately|gracefully|accordingly|well|as (?:expected|intended|required|appropriate))[.!]?$|` +
		`(?:正确|妥善|恰当|合理|适当|妥当|正常|相应)地?(?:的)?(?:处理|应对|处置|响应)(?:该|此|这种|这类|相关|上述)?(?:情况|异常|错误|请求|问题|情形)?[。！.]?$`)
	failure = pattern.New(`(?i)\b(?:errors?|fail\w*|invalid|empty|missing|broken|corrupt\w*|timeouts?|exceed\w*|limits?|reject\w*|refus\w*|den(?:y|ied)|unauthori[sz]ed|forbidden|offline|retry|unavailable|not found|unknown|duplicate|conflict\w*|without|no longer|cannot|not|never|warn\w*|absent|degraded|exit|unreachable|outside|interrupt\w*|lost|gaps?|left out|skip\w*|ignored|dropped|discarded|aborted|forged|replayed (?:messages?|requests?|tokens?|packets?|commands?|transactions?|codes?|calls?|logins?|events?|responses?|cookies?)|tampered|spoofed|malicious|expired|revoked|blocked|throttled)\b|失败|异常|错误|为空|超限|超时|无权限|拒绝|缺失|损坏|不存在|不可用|无效|重试|冲突|重复|报警|告警|警告|上限|不得|不能|遗漏|断网|断电|离线|不可达|没有|不足|中断|未知|无法|退出码|取消|超过|超出|已满|跳过|忽略|丢弃|伪造|篡改|过期|中止|恶意`)
)

// oddSections reports the Must requirements whose section in the index lacks
// what the sections of most others have.
func oddSections(s *model.Session, d *document.Document, hit native.Hit, has func(document.Span) bool) bool {
	with := 0
	var without []*model.Entry
	for _, e := range model.Defined(s).Requirements.List {
		switch {
		case e.Doc != d || e.Detail == nil || e.File != nil:
		case has(e.Detail.All()):
			with++
		case e.Priority == "must":
			without = append(without, e)
		}
	}
	if with <= len(without) {
		return false
	}
	for _, e := range without {
		hit(d, model.HeadingOf(d, e.Detail), e.ID)
	}
	return true
}

// tellsStories tells whether any requirement file holds a user story.
func tellsStories(s *model.Session) bool {
	for _, d := range s.Of(document.Requirement) {
		if document.Once(d, "whether it tells a story", func(d *document.Document) bool { return model.Holds(d.Text, model.Story) }) {
			return true
		}
	}
	return false
}
