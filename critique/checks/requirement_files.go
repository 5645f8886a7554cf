package checks

import (
	"slices"

	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

// requirementFileRules look at single requirements and their criteria.
func requirementFileRules() []rule {
	return []rule{
		{Rule: of("RQ-018"), on: []document.Kind{document.Requirement, document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			if d.Kind == document.Requirements {
				return s.oddSections(d, hit, func(at document.Span) bool {
					return slices.ContainsFunc(criteria(d), func(item *document.Item) bool { return at.Holds(item.Start) })
				})
			}
			e := s.defined().requirements.byID[fileID(d)]
			if e == nil || e.priority != "must" {
				return false
			}
			if !statesCriteria(d) {
				hit(d, e.heading(d), e.id)
			}
			return true
		}},
		{Rule: of("RQ-021"), on: []document.Kind{document.Requirement, document.Requirements}, look: func(s *session, d *document.Document, hit hit) bool {
			if d.Kind == document.Requirements {
				return s.oddSections(d, hit, func(at document.Span) bool { return holds(d.Slice(at), story) })
			}
			e := s.defined().requirements.byID[fileID(d)]
			if e == nil || e.priority != "must" || !s.tellsStories() {
				return false
			}
			if !holds(d.Text, story) {
				hit(d, e.heading(d), e.id)
			}
			return true
		}},
		{Rule: of("RQ-028"), on: requirements, look: func(s *session, d *document.Document, hit hit) bool {
			docs := s.of(document.Requirements, document.Requirement, document.Quality)
			var places []document.Span
			var holders []*document.Document
			for _, doc := range docs {
				if holds(doc.Text, secured) {
					return true
				}
				for _, st := range s.statements(doc) {
					if m := personal.FindStringIndex(st.text); m != nil && !negated.MatchString(st.text) {
						places, holders = append(places, st.span(m)), append(holders, doc)
					}
				}
			}
			for i, at := range places {
				hit(holders[i], at, holders[i].Slice(at))
			}
			return len(places) > 0
		}},
	}
}

var (
	login    = pattern.New(`(?i)\b(?:log ?in|sign[- ]?in|passwords?|authenticat\w+|access tokens?|API keys?)\b|登录|密码|鉴权|认证|口令`)
	secured  = pattern.New(`(?i)\bNFR-SEC\w*-|\b(?:security|privacy|encrypt\w*|GDPR|OWASP|least privilege|hashed|anonymi\w+)\b|安全|隐私|加密|脱敏|匿名|等保`)
	personal = pattern.New(`(?i)\b(?:credit cards?|card numbers?|passport numbers?|social security|health records?|medical records?|patient data|personal data|personally identifiable|PII|bank accounts?|date of birth|home address(?:es)?)\b|身份证|银行卡|病历|个人信息|手机号|实名信息`)
	negated  = pattern.New(`(?i)\b(?:no|not|never|without|none)\b|不|无|禁止|勿`)
	hollow   = pattern.New(`(?i)^(?:(?:it|they|(?:the|this|each|every) (?:\w+ )?(?:feature|system|function|functionality|page|code|requirement|result|module|story|flow|service|app|application|tool|ui|interface)|everything|all|users?|the users?|customers?|stakeholders?) )?(?:(?:is|are|must|should|shall|will|be|has|have|been) )*(?:works?|working|functions?|functional|done|finished|complete[d]?|implemented|ok|okay|fine|behaves?|good|tested|satisfied|happy|usable|acceptable|correct|successful|looks?|feels?|meets? (?:the |all )?(?:requirements?|expectations?|needs)|operates?|performs?)(?: (?:and|well|good|nice|great|correctly|properly|as (?:expected|intended|required|specified|described|designed|desired|planned)|fine|smoothly|reliably|successfully|satisfactor\w+|acceptabl[ey]|with (?:it|the \w+)|without (?:problems?|issues?|errors?|bugs)|in production|happy|satisfied))*[.!]?$|` +
		`^(?:该|此|本|相关|所有|全部|整体|各)?(?:功能|系统|页面|模块|接口|界面|流程|服务|结果|效果|体验|操作|用户|客户|数据|需求)*(?:必须|应当?|须|需要?|能够?|可以|均|都|要)*(?:运行|工作|使用|显示|操作|展示|体验|处理)?(?:正常|正确|良好|可用|完成|完善|完整|齐全|稳定|流畅|顺畅|友好|满意|没?无?有?(?:明显)?(?:问题|异常|错误|缺陷|bug)|符合(?:预期|要求|需求|规范|设计|标准)|满足(?:用户|业务|客户)?(?:需求|要求|预期|期望)|达到(?:预期|要求|目标|标准)(?:效果)?|实现|通过|测试通过|合格|好用|易用)+(?:运行|工作|使用|显示|可用|即可)?[。！.]?$`)
	// handled is a criterion whose only outcome is that something is dealt with well.
	handled = pattern.New(`(?i)\b(?:be|is|are|gets?|been) (?:handled|processed|treated|dealt with|managed|taken care of|addressed) (?:correctly|properly|appropriately|adequately|well|gracefully|accordingly|suitably|as (?:expected|intended|required|appropriate|needed|designed))(?: by (?:the )?[\w-]+(?: [\w-]+)?)?[.!]?$|\b(?:must|shall|should|will) (?:correctly |properly )?(?:handle|process|treat|manage|deal with|respond to|react to) (?:it|this|them|(?:the|this|that|such|these|any|all|every|an?)(?: \w+){1,3}) (?:correctly|properly|appropriately|adequately|gracefully|accordingly|well|as (?:expected|intended|required|appropriate))[.!]?$|` +
		`(?:正确|妥善|恰当|合理|适当|妥当|正常|相应)地?(?:的)?(?:处理|应对|处置|响应)(?:该|此|这种|这类|相关|上述)?(?:情况|异常|错误|请求|问题|情形)?[。！.]?$`)
	failure = pattern.New(`(?i)\b(?:errors?|fail\w*|invalid|empty|missing|broken|corrupt\w*|timeouts?|exceed\w*|limits?|reject\w*|refus\w*|den(?:y|ied)|unauthori[sz]ed|forbidden|offline|retry|unavailable|not found|unknown|duplicate|conflict\w*|without|no longer|cannot|not|never|warn\w*|absent|degraded|exit|unreachable|outside|interrupt\w*|lost|gaps?|left out|skip\w*|ignored|dropped|discarded|aborted|forged|replayed (?:messages?|requests?|tokens?|packets?|commands?|transactions?|codes?|calls?|logins?|events?|responses?|cookies?)|tampered|spoofed|malicious|expired|revoked|blocked|throttled)\b|失败|异常|错误|为空|超限|超时|无权限|拒绝|缺失|损坏|不存在|不可用|无效|重试|冲突|重复|报警|告警|警告|上限|不得|不能|遗漏|断网|断电|离线|不可达|没有|不足|中断|未知|无法|退出码|取消|超过|超出|已满|跳过|忽略|丢弃|伪造|篡改|过期|中止|恶意`)
	story   = pattern.New(`(?i)\bas (?:an?|the)\W{1,4}[^.\n]{1,60}?\bI\W{1,6}(?:want|need|can|would|wish|must|should|am able)|作为[^。\n]{1,24}?[，,]?\s*\**(?:我|希望|想|需要|可以|能)`)
)

// heading is where a requirement's own file names it.
func (e *entry) heading(d *document.Document) document.Span {
	if len(d.Sections) > 1 {
		return headingOf(d, d.Sections[1])
	}
	return document.Span{}
}

// oddSections reports the Must requirements whose section in the index lacks
// what the sections of most others have.
func (s *session) oddSections(d *document.Document, hit hit, has func(document.Span) bool) bool {
	with := 0
	var without []*entry
	for _, e := range s.defined().requirements.list {
		switch {
		case e.doc != d || e.detail == nil || e.file != nil:
		case has(e.detail.All()):
			with++
		case e.priority == "must":
			without = append(without, e)
		}
	}
	if with <= len(without) {
		return false
	}
	for _, e := range without {
		hit(d, headingOf(d, e.detail), e.id)
	}
	return true
}

// tellsStories tells whether any requirement file holds a user story.
func (s *session) tellsStories() bool {
	for _, d := range s.of(document.Requirement) {
		if once(s, "whether it tells a story", d, func() bool { return holds(d.Text, story) }) {
			return true
		}
	}
	return false
}
