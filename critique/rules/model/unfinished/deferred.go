package unfinished

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

const (
	// pages are what a document is made of, matters what its text settles.
	pages   = `(?:this|the|each) (?:section|chapter|part|paragraph|table|list|diagram|document|appendix|topic|subject|question|point|issue)`
	matters = `(?:the |its |all |more |any |further |exact |precise |concrete |full )*(?:details?|specifics|particulars|figures|contents?|criteria|targets?|metrics?|thresholds?|design|definitions?|approach(?:es)?|strateg(?:y|ies)|concepts?|procedures?|mitigations?|estimates?|threat model|security|privacy|performance|error handling|testing|monitoring|deployment|migration|accessibility|authentication|authori[sz]ation|access control|encryption|logging|backups?|retention|rollback|budget|ownership|requirements?)`
	// specifying is what writers do with them, and hardly a product.
	specifying = `(?:written|written up|defined|specified|determined|decided(?: on| upon)?|clarified|detailed|elaborated(?: on)?|fleshed out|worked out|figured out|finali[sz]ed|described|documented|addressed|discussed|covered|considered|filled in|filled out|added|provided|agreed(?: on| upon)?|settled|refined|drafted|designed|looked at|looked into|revisited|dealt with|tackled|thought through|sorted out|taken up)`
	// someday is a time in the making of the documents or the product.
	someday = `(?:later(?: on)?|soon|at a later (?:time|date|stage|point)|at some (?:point|time)|in due (?:course|time)|another time|afterwards|down the (?:road|line)|eventually|(?:once|when|as soon as|if) (?:the |we |all |time |there )[^.|\n]{2,40}|` +
		`(?:in|during|before|until|till|after|following|as part of) (?:the |a |an |our |another )?(?:\w+ ){0,2}?(?:later|next|future|coming|upcoming|following|subsequent|separate|second|review|workshop|meeting|kick-?off|approval|sign-?off|prototype|spike|analysis|interviews?|pilot|mvp|release|go-live|launch|implementation|development|planning|refinement|sprint|iteration|revision|design|coding|feedback|audit|phase)\b)`
	// onTopic are the matters of a Chinese document, atWork the times of those who make it.
	onTopic = `(?:细节|详情|详细内容|具体内容|方案|策略|指标|阈值|机制|设计|安全|权限|加密|备份|监控|迁移|部署|性能|隐私|口径|负责人|预算|目标值|验收标准|错误处理|异常处理|缓解措施|本[节章段表条项]|此[节章]|该[节章])`
	atWork  = `(?:(?:评审|上线|实施|开发|启动|试点|调研|首版|一期|原型|联调|讨论|会议|需求确认|评估|发布|签字|立项|试运行|审计)(?:完成|结束|通过)?(?:之?后|以后|前|时|阶段|中)|后续|下一?(?:版本?|期|阶段|轮|迭代)|后期|二期|日后|将来|届时|稍后|以后|有时间时?|设计阶段)`
	settle  = `(?:撰写|编写|补充|补全|补上|补写|完善|确定|明确|细化|讨论|决定|定义|给出|说明|制定|商定|填写|展开|考虑|研究|敲定|落实|论证|整理|再议|再定|再说|补充)`
	draft   = `(?:撰写|编写|补全|补写|完善|明确|细化|讨论|定义|制定|商定|敲定|研究|论证)`
)

// deferred are sentences that put off what the document is there to say: not a page
// of it, as those of [postponed], but a matter, or what we still have to settle.
var deferred = phrases(
	`\b(?:will|shall|to) be (?:defined|specified|determined|decided|clarified|elaborated|fleshed out|worked out|figured out|finali[sz]ed|agreed|settled|discussed)(?: upon| on)? (?:later\b|at a later|at some point|in due course|in (?:a|the) (?:later|next|future|following|subsequent)|down the road|(?:during|before) (?:the )?(?:implementation|development|design phase|coding|planning|refinement))`,
	`\b(?:details|information|content|figures|numbers|specifics)(?: (?:will|to|are to))? follows?(?: (?:later|soon|shortly|after\b[^.|\n]{0,30}|in (?:a |the )?(?:next|later|second|coming|subsequent) [^.|\n]{0,30}))?\s*(?:[.|]|$)|\bmore to (?:come|follow)\b`,
	`\b(?:is|are|remains?|still) (?:still )?(?:under discussion|being (?:discussed|clarified|debated|worked out)|up for discussion|an open (?:point|question|issue)|to be seen|in flux|(?:pending|awaiting) (?:a )?(?:clarification|decision)|(?:left )?open (?:for now|at this (?:point|stage|time)))`,
	`\b(?:has|have|is|are) (?:not (?:yet )?been|not yet|yet to be) (?:finally |fully )?(?:defined|specified|determined|decided|clarified|detailed|worked out|finali[sz]ed|agreed|settled|designed|discussed)\b`,
	`\b(?:we|the team) (?:still (?:need|have) to|will|need to|must|should|are going to|plan to|want to) (?:then |still |later )?(?:decide|define|specify|clarify|determine|figure out|work out|discuss|agree|write|describe|document|think about|look at|look into|revisit|fill in|settle|address) [^.|\n]{0,60}(?:later|soon|after|once|before|when|in the (?:next|coming)|during|at some point|in due course)\b`,
	`\b(?:needs?|requires?) (?:further|more|additional) (?:clarification|discussion|elaboration|definition|refinement|specification)\b|\b(?:deferred|postponed|put off|left|parked) (?:to|until|for|till) (?:later|now|then|a later (?:time|date|point|stage|document)|the (?:implementation|development|design)(?: phase| team)?|the (?:implementers?|developers?|team))\s*(?:[.;,|]|$)`,
	onTopic+`[^。，；|\n]{0,16}?(?:将|会|待|留待|拟|需|应|尚|还|在|于|等|到)?[^。，；|\n]{0,8}?`+atWork+`(?:阶段|版本?|中|里|再|会|将|另行|统一|进行|单独|逐步|由[^。，；|\n]{1,8})*`+settle,
	`本[节章段](?:内容)?(?:将|会|待|拟|暂|尚|还)[^。；|\n]{0,16}?`+settle,
	`(?:后续|日后|以后|将来|后期|届时|下一?(?:版|期|阶段|迭代))(?:再|会|将|另行|统一|进行|单独|逐步|版本|阶段|迭代|中|里)*`+draft,
	`(?:另行|择期|容后)(?:确定|制定|约定|商定|说明|讨论|定义|编写|再议|补充)|(?:有待|尚待)(?:进一步)?(?:确认|明确|细化|讨论|商榷|研究|确定|补充|完善|商定|评估|论证|澄清)|(?:尚未|暂未|还未|仍未|还没有?)(?:最终|完全)?(?:确定|决定|明确|定义|定稿|讨论|商定|想好|细化|论证)|尚无定论|留待[^。，；|\n]{2,14}`,
	`(?:待|等)[^。，；|\n]{1,14}?(?:之?后|完成|通过|结束)(?:再|后再|再行|另行|进行|予以)?`+draft+`|暂不(?:确定|明确|定义|展开|细化)|(?:到时|以后|届时)再(?:说|议|定|谈|看)`,
)

var (
	// wayOff is what is said of a matter that is put off, and matter what it is said of.
	wayOff = pattern.New(`(?i)\b(?:will|shall|is to|are to|should|must|is going to|are going to|has to|have to|needs? to|still needs? to|still ha(?:s|ve) to) (?:then |only |still |all |also )*be ` + specifying + `(?: \w+){0,2}? ` + someday)
	matter = pattern.New(`(?i)\b(?:` + pages + `|` + matters + `)(?: (?:of|for|on|about) [^.|\n]{1,40})?$`)
)

// mattersPutOff returns the sentences in which a matter is put off.
func mattersPutOff(d *document.Document) []document.Span {
	var found []document.Span
	for _, at := range Matches(d, wayOff) {
		line := d.LineAt(at.Start)
		if m := matter.FindStringIndex(strings.TrimRight(d.Prose[line.Start:at.Start], " ")); m != nil {
			found = append(found, document.Span{Start: line.Start + m[0], End: at.End})
		}
	}
	return found
}

// putsOff returns the sentences of a document that put off what it should say.
// Boundaries and plans may: what comes later is what they are about.
func putsOff(d *document.Document) []document.Span {
	var found []document.Span
	for _, at := range slices.Concat(mattersPutOff(d), Matches(d, deferred...)) {
		section := d.SectionAt(at.Start)
		if section.Under(document.NonGoals, document.OpenQuestions, document.Risks, document.Alternatives, document.Assumptions, document.Order, document.Watch, document.Issues, document.Consequences, document.Negative) || section.Titled(upcoming) {
			continue
		}
		if !doneByProduct(d, at) {
			found = append(found, at)
		}
	}
	return found
}

// doneByProduct tells whether a sentence that puts something off is about a case,
// or about what the product or those who use it do.
func doneByProduct(d *document.Document, at document.Span) bool {
	line := d.LineAt(at.Start)
	before, after := d.Prose[line.Start:at.Start], d.Prose[at.End:max(at.End, line.End)]
	if i := strings.LastIndexAny(before, ".。；"); i >= 0 {
		before = before[i:]
	}
	return ofProduct.MatchString(before) || qualifying.MatchString(after) || byPeople.MatchString(d.Prose[at.Start:at.End])
}

// ofProduct opens a sentence in which a case is told, or what the product does
// with those who use it.
var ofProduct = pattern.New(`(?i)\b(?:if|when|that|which|whose|while|until|unless|whether|where)\b|\bas an? |如果|若|[^适恰]当|假如|系统|用户|页面|值班|管理员|作为|主管|[组员师者部]每?\p{Han}{0,3}$`)

// qualifying is what goes on after a clause that tells one thing from others, and
// byPeople a sentence about those who are called by what they look after.
var (
	qualifying = pattern.New(`^(?:时|[^，。；|\s]{0,8}的\p{Han})`)
	byPeople   = pattern.New(`^(?:安全|设计|权限|隐私|预算|部署|监控)(?:组|师|员|部|处|科|团队|人员|主管|负责)`)
)

// upcoming is the title of what comes later.
var upcoming = pattern.New(`(?i)\b(?:future|roadmap|next steps?|later|deferred|outlook|backlog|open|pending|todo|change ?log|history|milestones?|timeline|context|background|stories|story)\b|未来|路线图|下一步|后续|延期|展望|待办|待定|开放|变更记录|里程碑|规划|背景|故事`)
