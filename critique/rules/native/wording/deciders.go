package wording

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// nobodyDecides reports what people have to approve, decide or read, without a word of who, and
// people who are told or asked and called no more than those concerned.
func nobodyDecides(d *document.Document, hit native.Hit) bool {
	looked := false
	for _, m := range judged.FindAllStringIndex(d.Prose, 50) {
		looked = true
		at := document.Span{Start: m[0], End: m[1]}
		section := d.SectionAt(at.Start)
		if section == nil || model.IsRecord(section) || section.Under(document.NonGoals, document.OpenQuestions, document.Alternatives, document.Risks, document.Problem) || decides(d.Slice(section.All()), d.Slice(at), deciding) {
			continue
		}
		told := strings.TrimRight(model.OneLine(d.Slice(at)), " -*+#|")
		details := []model.Detail{model.Target(told)}
		if passing.MatchString(told) {
			if decides(d.Text, d.Slice(at), nil) || strings.Contains(told, " or ") {
				continue // a state of what somebody does elsewhere, or one of two cases
			}
			details = append(details, model.Doubtful)
		}
		hit(d, at, details...)
	}
	for _, m := range anybody.FindAllStringIndex(d.Prose, 50) {
		looked = true
		at := document.Span{Start: m[0], End: m[1]}
		if section := d.SectionAt(at.Start); section != nil && !section.Under(document.NonGoals, document.OpenQuestions, document.Alternatives, document.Problem) && !whoNext.MatchString(d.Prose[at.End:]) {
			hit(d, at, model.Target(model.OneLine(d.Slice(at))))
		}
	}
	for _, m := range unsent.FindAllStringIndex(d.Prose, 50) {
		looked = true
		at := document.Span{Start: m[0], End: m[1]}
		if section := d.SectionAt(at.Start); section != nil && !section.Under(document.NonGoals, document.OpenQuestions, document.Alternatives, document.Problem, document.Risks) && !toSomebody.MatchString(d.Slice(section.Own())) {
			hit(d, at, model.Target(strings.TrimRight(model.OneLine(d.Slice(at)), " -*+#|")))
		}
	}
	return looked
}

// decides tells whether a text says who does what is said to be done: with the same verb, or
// with another of some that are alike.
func decides(text, said string, alike *pattern.Pattern) bool {
	what := verdict.FindString(said)
	for _, m := range named.FindAllString(text, 50) {
		who := verdict.FindString(m)
		if what != "" && strings.EqualFold(who, what) || alike != nil && (model.Han.MatchString(m) || alike.MatchString(who) && alike.MatchString(what)) {
			return true
		}
	}
	return false
}

// judging are the stems of the verbs by which somebody judges.
const judging = `approv|confirm|authori[sz]|countersign|sign|follow|decid|agre|releas|proofread|review|check|inspect|audit|assess|vet|negotiat|look|discuss|tak|clear|lift|waiv|grant|postpon|clarif|judg|deem|settl|accept|escalat|overrul|suspend|exempt|investigat|appoint|nominat`

var (
	// verdict is the stem of a verb that judges.
	verdict = pattern.New(`(?i)\b(?:` + judging + `)`)
	// deciding are the stems of those that say yes or no.
	deciding = pattern.New(`(?i)^(?:approv|confirm|authori[sz]|countersign|sign|decid|agre|releas|clear|lift|waiv|grant|postpon)`)
	// passing is told beside a demand: until when, or what may be done.
	passing = pattern.New(`(?i)^(?:until|once|unless|before|after|when|if|provided|as soon as|can|may|subject|with|upon|requires?|needs?|(?:is|are|will be) (?:handled|dealt|arranged|settled|sorted|resolved|clarified|treated|decided|agreed|determined)|somebody|someone|one|a|it|exceptions?|deviations?|extensions?|waivers?|(?:\S+\s+)+after|after|consent|sign-off|clearance|agreement|(?:\S+\s+){0,3}(?:escalated|passed|forwarded|communicated|announced|reported)|measures|precautions|steps|action|care)\b|^(?:经|待|得到|获|征得|报批|采取|可|审|批|核|同|转|由|交)`)
)

// ends is what ends a clause: a mark, or the end of its item or paragraph.
const ends = `(?:[.;|,]|\s*\n\s*(?:\n|[-*+#|]|\d+[.)])|\s*$)`

// whenever opens what something waits for, something is what that is said of.
const (
	whenever  = `until|once|after|when|if|unless|before|as\s+soon\s+as|provided`
	something = `(?:[^.,;:|()\s]+\s+){1,12}?`
)

var (
	// anybody is told or asked, or does something, and is no more than one of those concerned.
	anybody = pattern.AnyOf(`(?i)\b(?:notif(?:y|ies|ied)|inform(?:s|ed)?|tells?|told|alert(?:s|ed)?|warn(?:s|ed)?|contact(?:s|ed)?|escalate[sd]?|reports?|forward(?:s|ed)?|hand(?:s|ed)?|consult(?:s|ed)?|asks?|sent?|send|approved|decided|confirmed|handled|reviewed)\s+(?:\w+\s+){0,3}?(?:relevant|concerned|interested|appropriate|competent|proper|responsible)\s+(?:persons?|people|staff|personnel|part(?:y|ies)|stakeholders?|departments?|teams?|authorit(?:y|ies)|colleagues?|employees?|managers?|units?|offices?|bodies|individuals?)\b`,
		`(?i)\b(?:notif(?:y|ies)|informs?|tells?|warns?|contacts?|asks?)\s+(?:all |the )?(?:those|everyone|everybody|anyone|people|persons?|whoever)\s+(?:is\s+)?(?:concerned|affected|involved|responsible|in charge)\b`,
		`(?i)\bto whom(?:ever)? it (?:may )?concerns?\b`,
		`(?i)\b(?:relevant|concerned|interested|appropriate|competent)\s+(?:persons?|people|staff|personnel|part(?:y|ies)|stakeholders?|departments?|teams?|authorit(?:y|ies)|colleagues?|employees?|managers?|offices?|individuals?)\s+(?:is|are|must be|shall be|should be|will be)\s+(?:\w+ly\s+)?(?:notified|informed|told|alerted|warned|contacted|consulted|asked)\b`,
		`(?:由|通知|提示|提醒|告知|上报|转交|联系|抄送|反馈给?|报送?|请|交)[^，。；：、\n]{0,4}(?:相关|有关|相应)的?(?:工作)?(?:人员|部门|负责人|单位|岗位|领导|同事|责任人|干系人)`)
	// whoNext says right behind them who they are.
	whoNext = pattern.New(`(?i)^\s*(?:[(（:：]|,? (?:such as|i\.e\.|e\.g\.|namely)\b|，?即)`)
)

var (
	// unsent is a word to somebody that is demanded, and to whom is not said, and toSomebody to whom words go.
	unsent     = pattern.New(`(?i)\b(?:notifications?|notices?|warnings?|reminders?)\s+(?:(?:must|shall|has\s+to|have\s+to|is\s+to|are\s+to)\s+be\s+(?:given|sent|issued)|(?:is|are)\s+given)\b(?:\s+(?:within|at once|in advance|in time|by (?:e-?mail|sms|phone|post))\b[^.;|\n]*)?` + ends)
	toSomebody = pattern.New(`(?i)\b(?:notif(?:y|ies|ied)|inform(?:s|ed)?|tell(?:s)?|told|sen[dt]s?|given|issued|messages?|mails?|sms|notices?|warnings?|reminders?|calls?|alerts?)\b[^.;|\n]{0,40}\b(?:to|for) (?:the|all|each|every|an?|its|their|his|her)\b|\b(?:notif(?:y|ies)|informs?|tells?|warns?|alerts?|reminds?|gets?|receives?)\s+(?:the|all|each|every|an?|its|their)\b`)
)

var (
	// judged is what somebody has to judge, told without him up to the end of the sentence.
	judged = pattern.AnyOf(`(?i)\b(?:must|shall|(?:has|have|needs?|is|are)\s+to)(?:\s+(?:also|first|then|always|only))?\s+(?:be|have\s+been)\s+(?:\w+ly\s+|\w+\s+and\s+)?(?:approved|confirmed|authori[sz]ed|signed off|(?:prepared|written|printed|dated|drawn up|completed|filled in) and signed|countersigned|followed up|decided|agreed|proofread|reviewed|double-checked|inspected|audited|assessed|vetted|negotiated|looked (?:at|into|through)|discussed|taken care of|clarified|settled|judged)\b(?:\s+(?:\w+ly|whether|who|how|on|upon|beforehand|again|first|that|before|after|within|on the|at|in|for|when|once|until|if)\b(?:[^.;|\n]|\n[ \t]*[a-z])*)?`+ends, `(?i)\b(?:until|once|after|when|unless|before|as soon as)\s+(?:it|this|that|they|these|the\s+\w+)\s+(?:is|are|has been|have been)\s+(?:decided|agreed|clarified)\b`+ends,
		`(?i)\b(?:until|once|unless|before|as soon as)\s+(?:it|this|that|they|these|he|she|the\s+\w+(?:\s+\w+)?)\s+(?:is|are|has\s+been|have\s+been)\s+(?:approved|authori[sz]ed|signed off|countersigned|cleared|lifted|waived|proofread|confirmed)\b(?:`+ends+`|\s+(?:and|then)\b)`,
		`(?i)\b(?:`+whenever+`)\s+`+something+`(?:has|have)\s+been\s+(?:\w+ly\s+)?(?:approved|authori[sz]ed|agreed(?:\s+(?:up)?on)?|signed\s+off|countersigned|decided|clarified|settled|waived|judged\s+\w+)(?:\s+(?:where|when|if|as)\s+(?:necessary|needed|required|appropriate))?`+ends,
		`(?i)\b(?:`+whenever+`)\s+`+something+`\b(?:run|phase|pilot|trial|delivery|release|milestone|prototype|work|step|test|concept|migration|handover|alpha|beta|draft)s?\s+(?:\S+\s+){0,4}?(?:has|have)\s+been\s+(?:\w+ly\s+)?(?:accepted|confirmed|reviewed|checked)`+ends,
		`(?i)\b(?:can|may)(?:\s+(?:only|also))?\s+be\s+(?:lifted|waived|postponed|granted|cleared|released|approved)\b(?:\s+(?:once|twice|again|early|earlier|for|in|at|on|within)\b[^.;|,\n]*)?`+ends,
		`(?i)\b(?:subject to|requires?|needs?|with|upon)\s+(?:prior |special |written |internal |explicit |mutual )?(?:approval|agreement|consultation|clearance|sign-off)`+ends,
		`(?i)\b(?:is|are|will be|must be|shall be|has to be|have to be)\s+(?:handled|dealt with|arranged|settled|sorted out|resolved|clarified|treated|decided|agreed|determined)\s+(?:manually|by hand|separately|individually|case by case|internally|outside the system|later|ad hoc|in due course|at a later \w+|when the time comes)`+ends,
		`(?i)\ba\s+decision\s+(?:is|be|must be|shall be|will be|has to be|needs to be|is to be|to be)\s+(?:made|taken)\b[^.;|]*(?:[.;|]|$)`,
		`(?i)\bit\s+(?:is|will be|has to be|must be|shall be|should be)\s+(?:then\s+|later\s+|afterwards\s+)?(?:decided|considered|agreed|discussed|judged)\s+(?:\w+\s+)?(?:whether|if|how|which|who|when|what)\b[^.;|]*`+ends,
		`(?i)\b(?:exceptions?|deviations?|extensions?|waivers?)\s+(?:is|are|can be|may be|must be|shall be|will be|has to be|have to be)\s+(?:granted|approved|agreed|decided|permitted|allowed|accepted)\b(?:\s+(?:in|for|on|at|when|where|if)\b[^.;|\n]*)?`+ends,
		`(?i)\b(?:can|may|must|shall|should|will|is|are)\s+(?:only\s+|then\s+)?(?:be\s+)?\w+(?:ed|en|wn|de|ut|nt)\s+(?:\S+\s+){0,5}?after\s+(?:an?\s+|the\s+)?(?:\w+\s+)?(?:consultation|review|discussion|agreement|approval|examination|assessment|deliberation|sign-off)`+ends,
		`(?i)\bafter\s+(?:(?:prior|internal|joint|mutual|short|brief|further|written)\s+)?(?:approval|consultation|agreement|clearance|sign-off|discussion|deliberation)`+ends,
		`(?i)\b(?:can|may)(?:\s+(?:only|also))?\s+be\s+(?:overruled|suspended|exempted|reinstated|relaxed|excused|forgiven)\b(?:\s+(?:once|twice|again|early|for|in|at|on|within|to)\b[^.;|,\n]*)?`+ends,
		`(?i)\b(?:is|are|will\s+be|gets?)\s+(?:followed\s+up|taken\s+care\s+of|looked\s+(?:after|into)|seen\s+to|investigated|discussed|decided|negotiated|agreed|clarified|appointed|nominated)\b(?:\s+(?:upon|once|again|first|later|then|before|after|within|at|in|for|when|if|with)\b[^.;|\n]*)?`+ends,
		`(?i)\b(?:must|shall|(?:has|have|is|are)\s+to)\s+be\s+(?:\w+ly\s+)?(?:escalated|passed\s+on|forwarded|communicated|announced|reported)\b(?:\s+(?:\w+ly|at once|in writing|in advance|within|before|after|when|if)\b[^.;|\n]*)?`+ends,
		`(?i)\b(?:approval|consent|sign-off|clearance|agreement)\s+(?:is|has\s+been|must\s+be|shall\s+be|has\s+to\s+be)\s+(?:required|needed|necessary|given|granted|obtained|awaited|there|reached)\b(?:\s+(?:before|for|in|when|if|first)\b[^.;|\n]*)?`+ends,
		`(?i)\b(?:requires?|needs?|with)\s+an?\s+(?:second|further|additional|special|prior|written|explicit)\s+(?:signature|approval|opinion|sign-off|release|permission)`+ends,
		`(?:须|必须|需要?|应当?)(?:先|事先|提前|经|经过|另行)*(?:审批|批准|核准|同意|审核|复核|校对|会签|评审|复查)(?:后|通过|方可|才|之后|，|。|；|$)|(?:经|待|得到)(?:事先|提前|另行)?(?:审批|批准|核准|同意|会签)(?:之?后|通过后|方可|才[能可])|(?:获批|获得(?:批准|同意|许可)|征得同意|报批)(?:之?后|方可|才[能可])|由(?:专人|专门人员|指定人员|有关方|相关方|上级|领导)|(?:上报|请示|报请)(?:上级|领导)|(?:审批|批准|核准|同意)后(?:方可|才[能可会])|(?:转|由|交|经)人工(?:审核|复核|判断|处理|介入|核对)(?:后|，|。|；|$)|(?:可以?|方可)(?:予以|被)?(?:豁免|解除|放行|延期|破例|特批)(?:一次)?(?:[，。；]|$)`)
	// named is who judges: "approved by", "approves", 由…审批.
	named = pattern.New(`(?i)\b(?:` + judging + `)\w*(?: off| up| at| into| through| care of)? (?:by|with|from)\b|\b(?:approves?|confirms?|authori[sz]es?|signs?|countersigns?|follows? up|decides?|agrees?|proofreads|lifts|waives|clears|releases|grants|postpones|clarif(?:y|ies)|(?:can|may|must|shall|should|will|to|who) (?:release|review|check|inspect|assess|lift|waive|clear|grant|postpone)|approver|approval (?:by|of|from))\b|由[^，。；\n]{1,16}(?:审|批|核|同意|复核|确认)|(?:员|长|人|者|部|方|组|负责人|经理|主管)[^，。；\n]{0,4}(?:审|批准|核准|同意|复核|确认)|(?:审批|审核|复核)(?:人|员|者|权)`)
)
