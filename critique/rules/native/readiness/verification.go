package readiness

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

const proofText = `\d|\]\(|\[\[|\.(?:md|json)\b|` + "`"

var (
	checkHeader = pattern.New(`(?i)check|criterion|criteria|检查|核验|验证项|项目`)
	rowProof    = pattern.New(`(?i)\b(?:exists?|present|found|available)\b|存在|` + proofText) // what a check names and finds is its own evidence
)

// hollowProof matches evidence that says no more than that the check passed, in
// whatever order of these words, or that points nowhere.
var hollowProof = pattern.New(`(?i)^(?:[\s*_.,;:!()✅✓✔。，；：、！（）-]|\b(?:` +
	`ok(?:ay)?|yes|done|pass(?:ed|es)?|check(?:ed)?|verified|confirmed|reviewed|inspected|approved|agreed|satisfied|compliant|covered|complete|consistent|correct|adequate|acceptable|satisfactory|sufficient|good|fine|great|well|right|clear|clean|solid|sound|met|planned|required|expected|` +
	`looks?|looked|seems?|appears?|is|are|was|were|has|have|been|it|this|that|they|we|as|all|every(?:thing)?|each|very|really|quite|fully|in order|manual(?:ly)?|visual(?:ly)?|by (?:hand|eye|(?:the )?(?:team|author|reviewers?|experts?|architects?|pm|po|qa))|in (?:the )?review|and|` +
	hearsay + `|` +
	`no|not|any|without|nothing|none|issues?|problems?|defects?|errors?|gaps?|concerns?|findings?|deviations?|missing|wrong|found|seen|noticed|to (?:follow|report|note)|n/?a|tb[dac]|pending|see|in|the|above|documents?|docs|specs?|files?|package|artifacts?` +
	`)\b|是|有|无|未|没有|暂|发现|任何|明显|存在|问题|异常|缺陷|遗漏|错误|待补充?|略|详?见|参见|上述|上文|文档|各|相关|原文|附件|上|已|均|都|全部?|整体|总体|经|由|团队|评审组?|专家|作者|人工|目测|看起来|很|较|好|可以|` + hearsayHan + `|通过|检查|核对|确认|验证|核验|审查|评审|审阅|完成|完毕|无误|良好|正常|正确|合格|达标|满足|要求|符合|覆盖|预期|完整|清晰|合理|一致|同上|了|的)*$`)

// hearsay is somebody's word for it, in a meeting or by the way.
const hearsay = `(?:at|during|after|on|over|from|with|by|per|according to|of|to|since|last|this|today['’]?s?|yesterday['’]?s?|our|their|his|her|my|a|an)|(?:meetings?|calls?|workshops?|stand-?ups?|kick-?off|discussions?|conversations?|chats?|sync|sessions?|phone|e-?mail|slack|week|month)|` +
	`(?:verbal(?:ly)?|oral(?:ly)?|personal(?:ly)?|informal(?:ly)?|unanimous(?:ly)?|jointly|together)|(?:discussed|talked|said|says|told|stated|assured|promised|accepted|believed?|thinks?|thought|trust(?:ed)?|assumed?|known|knows|signed off|okayed|acknowledged|aligned|clarified|settled|decided)|(?:about|through|so|off|word|mouth|experience|consensus|agreement|consent|knowledge|common sense|gut feeling|obvious(?:ly)?|self-?evident|true)|` +
	`(?:team(?: members)?|authors?|reviewers?|experts?|architects?|pm|po|qa|product (?:owner|manager|lead)|project (?:manager|lead)|tech(?:nical)? lead|lead|managers?|management|stakeholders?|customers?|clients?|sponsors?|boss|colleagues?|every(?:body|one)|developers?|owner|board|business)`

const hearsayHan = `会议|会上|会中|例会|评审会|讨论|沟通|交流|口头|电话|微信|群里|邮件|当面|开会|确认过|说过|表示|认为|认可|同意|答复|告知|据|称|凭|经验|显而易见|众所周知|领导|客户|用户|业务方|产品经理|产品负责人|负责人|架构师|项目经理|同事|大家|各方|双方|对方|昨天|今天|上周|本周|此前|之前|已有|共识|默认|商定|拍板|签字|与|和|向|在|中|里|时|后`

// unprovenChecks reports checks that passed on no evidence: rows whose cell for it
// says nothing, and tables of three checks or more without any ID, number or link.
func unprovenChecks(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		if len(t.Header) < 2 || !checkHeader.MatchString(t.Header[0].Text) && t.Column("result", "status", "结果", "状态", "结论") <= 0 || t.Section.Under(document.Scores) && t.Column("score", "评分", "得分") > 0 {
			continue
		}
		column := t.Column("evidence", "proof", "source", "reference", "where", "证据", "依据", "出处", "佐证")
		passed, unproven := 0, 0
		for _, row := range t.Rows {
			if !passedRow(row) {
				continue
			}
			applied = true
			passed++
			if column > 0 && hollowProof.MatchString(row[column].Text) {
				hit(d, row[0].Span, model.Plain(row[0].Text))
			} else if column <= 0 && !rowProof.MatchString(d.Slice(document.Span{Start: row[0].End, End: d.LineAt(row[0].Start).End})) {
				unproven++
			}
		}
		if column <= 0 && passed >= 3 && unproven == passed {
			hit(d, d.LineAt(t.Span.Start), model.Plain(t.Rows[0][0].Text))
		}
	}
	return applied
}

func passedRow(row []document.Cell) bool {
	for _, cell := range row[1:] {
		if passing.MatchString(cell.Text) {
			return true
		}
	}
	return false
}
