package unfinished

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// meetings are what a writer waits for who puts something off. What a product does
// after some event is no such thing.
const (
	meetings    = `(?:the |our |a |an )?(?:(?:next|later|following|first|design|technical|stakeholder|architecture|product|peer|security|expert|joint|final) )*(?:reviews?|workshops?|meetings?|kick-?offs?|discussions?|interviews?|spikes?|sign-?offs?|refinement|planning session|revision|draft|approval of (?:this|the) \w+)`
	meetingsHan = `(?:评审|会议|讨论|调研|访谈|立项|设计|选型|技术预研|预研|需求确认|客户确认|方案确定|定稿|启动会|研讨会?|沟通)`
	// made is what is still to happen to a part of a document, madeHan the same in Chinese.
	made    = `(?:written|added|completed|filled(?: in| out)?|provided|supplied|worked out|specified|defined|decided|determined|agreed|finali[sz]ed|detailed|clarified|refined|elaborated|expanded|drafted|drawn|documented|fleshed out|revisited)`
	madeHan = `(?:撰写|编写|补充|补全|补齐|完善|填写|细化|展开|确定|明确|决定|商定|敲定|制定|给出)`
)

var (
	// postponed are sentences that put off what should stand in their place.
	postponed = phrases(
		`\b(?:this|the (?:present|following|remaining|whole)) (?:sub)?(?:section|chapter|part|document|paragraph|appendix|matrix)s? (?:will|is to|are to|shall|has yet to|have yet to|needs? to|remains? to|is still to|still has to|is going to) (?:still |later |then |only )?be `+made+`\b`,
		`\b(?:will|to|shall|going to) (?:only |then |still )?be `+made+` (?:(?:after|in|at|following|with) `+meetings+`|once (?:agreed|known|decided|confirmed|approved|reviewed|the (?:review|design|team|spike|workshop))|at a later (?:time|stage|date|point))\b`,
		`\b(?:left|deferred|postponed|put off|parked|kept open) (?:open )?(?:for|to|until|till) (?:later\b|a later (?:time|stage|date|draft|revision)|`+meetings+`\b)|\b(?:details?|specifics|numbers|figures|criteria|targets?|mitigations?|more|the rest|text|content) (?:is |are |will )?(?:to )?(?:follow|come)s?(?: later| soon| in (?:a|the) (?:later|next) (?:draft|revision|version))?[.!]?\s*$`,
		`\b(?:whether|which of|how (?:many|much|long)) [^.;\n]{3,80}? (?:is|are|has|have|remains?|needs?) (?:still |yet )?to be (?:asked|decided|agreed|confirmed|clarified|chosen|settled|specified|discussed|negotiated|talked (?:over|through))\b`,
		`\b(?:still (?:has|have|needs?) to be|(?:has|have|needs?) still to be|(?:is|are)? ?still to be|(?:has|have) yet to be) (?:asked|decided|agreed|confirmed|clarified|chosen|settled|specified|defined|discussed|negotiated|talked (?:over|through))\b`,
		`[(（](?:or|maybe|perhaps|not sure)\b[^()（）\n]{2,60}\?[^()（）\n]{0,30}[)）]|\([^()\n]{2,60}\? (?:ask|check with) \w+\)|\bor [^().?\n]{2,60}\? (?:ask|check with) (?:the )?[\w ]{2,20}(?:[.)]|$)|（(?:还是|或者?|是否|要不要)[^（）\n]{1,30}？[^（）\n]{0,12}）|[(（【\[](?:此点|该点|这一?点|本条|此处)?(?:尚|仍|还)?待[^（）()【】\[\]，。；\n]{1,12}(?:确认|确定|决定|核实|答复|补充?|提供|填写|明确)[)）】\]]|\([A-Z][\w ]{1,20} still (?:to|has to|have to|must) (?:say|decide|confirm|answer|tell|choose)\b[^()\n]{0,60}\)`,
		`^[\s>*_(（]*(?:(?:this|the) (?:section|chapter|part) )?(?:has|have|is|was|are) (?:not (?:yet )?been|not yet|still not) `+made+`\b`,
		`(?:本|该|此|这一?)(?:节|章|段|部分|文档|附录)[^。；;\n]{0,12}(?:`+meetingsHan+`(?:结束|通过|完成)?之?后|稍后|后续|随后|日后|届时|另行|下一?[版稿轮]|下个版本)[^。；;\n]{0,8}`+madeHan+``,
		`(?:待|留待|等|在)?`+meetingsHan+`(?:结束|通过|完成|确认)?之?后(?:将|再|才|会|方可)?(?:行|予以|统一|逐项)?`+madeHan+`|另行(?:确定|商定|明确|制定|讨论|补充)|下(?:一版|一?稿)(?:中)?(?:将|再|会)?(?:予以)?`+madeHan+`|(?:以后|之后|届时|后面)再(?:定|说|补|写|议)|容后(?:再议|补充)|留待(?:后续|以后|下一?[版稿轮])`,
	)
	// pending are words that, alone, say that something is missing.
	pending = pattern.New(`(?i)^[*_(（\[]*(?:(?:details?|more|text|numbers?|content|diagram|figures?|specifics|rest) (?:to follow|to come|follows?(?: later)?|will follow(?: later)?)|(?:to follow|follows)(?: later| soon)?|(?:still )?pending (?:\w+ ){0,3}(?:review|input|decision|clarification|confirmation|feedback|discussion|answer|analysis|estimate|investigation)(?: (?:by|from|of|with) [\w &-]{2,30})?|(?:still )?(?:awaiting|waiting for) (?:[\w'’]+ ){0,4}(?:review|input|decision|clarification|confirmation|feedback|answers?|reply|estimates?)(?: (?:by|from|of|with) [\w &-]{2,30})?|(?:will|shall) be ` + made + `(?: (?:later|soon|next|after|once|when|in|by|with|during)\b.{0,40})?|` + made + ` later|left (?:open|blank|empty)(?: for now| on purpose)?|(?:blank|open) for now|not (?:started|filled(?: in)?|agreed|written|decided) yet|see (?:the )?(?:next|later) (?:version|revision|draft)|needs? (?:more |further )?(?:work|input|discussion|clarification|confirmation)|not sure(?: yet)?|unsure|is (?:this|that) (?:right|correct)\??|placeholder|fill (?:me|this) in(?: later)?|` +
		`(?:内容|细节|详情|详细内容|数据|图)?(?:稍后|后续|随后|日后|以后|另行|下一?[版稿轮]|下次)(?:再)?(?:行)?(?:补充?|补全|补齐|完善|填写|更新|细化|给出|提供|确定|明确|决定|商定|制定|说明|讨论)|暂(?:缺|空|略|未填写?|未提供|未编写)|待(?:议|写|填)|再议|留空|(?:尚|还|仍)(?:需|待)(?:进一步)?(?:确认|明确|讨论|评估|细化|补充|填写|编写)|(?:需要?|待|须)进一步(?:确认|明确|讨论|评估|细化)|敬请期待|(?:编写|撰写|补充|完善)中|存疑|占位(?:符|文本|内容)?|此处省略|略)[*_)）\]]*[.。!！…]*$`)
	aState = pattern.New(`(?i)\bstatus\b|\bstate\b|状态`)
)

// postponements returns the sentences of a document that put off what should stand
// there. A risk or an assumption may be about what
// is not known yet, and what is out of scope comes later by right.
func postponements(d *document.Document) []document.Span {
	var found []document.Span
	for _, at := range Matches(d, postponed...) {
		section := d.SectionAt(at.Start)
		if !section.Under(document.Risks, document.Assumptions, document.NonGoals, document.Issues, document.Watch) && !section.Titled(upcoming) && !doneByProduct(d, at) && !toldLater(d, at) {
			found = append(found, at)
		}
	}
	return found
}

// toldLater tells whether a part of the document says what becomes of the work that is put off.
func toldLater(d *document.Document, at document.Span) bool {
	return deferred.MatchString(d.Slice(at)) && slices.ContainsFunc(d.Sections, func(s *document.Section) bool { return deferred.MatchString(s.Title) })
}

var deferred = pattern.New(`(?i)\b(?:deferred|postponed|parked|put off)\b`)

// doneByProduct tells whether a sentence that puts something off is about a case,
// or about what the product or those who use it do.
func doneByProduct(d *document.Document, at document.Span) bool {
	line := d.LineAt(at.Start)
	before, after := d.Prose[line.Start:at.Start], d.Prose[at.End:max(at.End, line.End)]
	if i := strings.LastIndexAny(before, ".。；"); i >= 0 {
		before = before[i:]
	}
	return ofProduct.MatchString(before) || qualifying.MatchString(after) || toStage.MatchString(after) || byPeople.MatchString(d.Prose[at.Start:at.End])
}

// ofProduct opens a sentence in which a case is told, or what the product does
// with those who use it.
var ofProduct = pattern.New(`(?i)\b(?:if|when|that|which|whose|while|until|unless|whether|where)\b|\bas an? |如果|若|[^适恰]当|假如|系统|用户|页面|值班|管理员|作为|主管|[组员师者部]每?\p{Han}{0,3}$`)

// qualifying is what goes on after a clause that tells one thing from others, toStage what says
// of what is put off that it is of another stage, which is decided then, and byPeople a sentence
// about those who are called by what they look after.
var (
	toStage    = pattern.New(`(?i)^ (?:stages?|phases?|milestones?|releases?|versions?|iterations?|sprints?|story|stories|epics?|work|features?)\b`)
	qualifying = pattern.New(`^(?:时|[^，。；|\s]{0,8}的\p{Han})`)
	byPeople   = pattern.New(`^(?:安全|设计|权限|隐私|预算|部署|监控)(?:组|师|员|部|处|科|团队|人员|主管|负责)`)
)

// upcoming is the title of what comes later.
var upcoming = pattern.New(`(?i)\b(?:future|roadmap|next steps?|later|deferred|outlook|backlog|open|pending|todo|change ?log|history|milestones?|timeline|context|background|stories|story)\b|未来|路线图|下一步|后续|延期|展望|待办|待定|开放|变更记录|里程碑|规划|背景|故事`)

// IsGap tells whether a text says no more than that something is missing.
func IsGap(text string) bool {
	return alone.MatchString(text) || pending.MatchString(text) || started.MatchString(text) && !todos.MatchString(text)
}

// behindLabel returns what stands behind the last colon of a line, or all of it.
func behindLabel(d *document.Document, line document.Span) document.Span {
	text := d.Slice(line)
	i := max(strings.LastIndexByte(text, ':'), strings.LastIndex(text, "："))
	if i < 0 || i == line.Len()-1 || aState.MatchString(text[:i]) {
		return line
	}
	line.Start += i + len(":")
	if d.Text[line.Start-1] != ':' {
		line.Start += len("：") - 1
	}
	return line
}
