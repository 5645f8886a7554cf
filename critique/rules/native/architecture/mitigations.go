package architecture

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// mitigation are the columns that answer a risk.
var mitigation = []string{"mitigation", "response", "action", "handling", "treatment", "contingency", "plan", "strategy", "answer", "缓解", "应对", "措施", "对策", "策略"}

// idle is an answer to a risk that leaves everything as it is: attention, hope, or a
// promise to answer later. Who names what is watched, or when, says more.
var idle = pattern.New(`(?i)^\W*(?:(?:we(?:'ll| will| should| must)?|the team(?: will)?|just|simply|should|must|will) )?(?:(?:keep|have) an eye on (?:it|this|that|things|the (?:risk|situation|issue))|stay (?:alert|vigilant|aware)|(?:closely |carefully |regularly |continuously |actively |constantly )?(?:monitor|watch|observe|track)(?:ing|ed)?(?: (?:it|this|that|closely|carefully|regularly|continuously|actively|over time|progress|the (?:situation|risk|issue|progress)|and (?:review|adjust|react|respond|see|report)))*|be (?:careful|aware|cautious|vigilant|prepared|mindful)(?: (?:of|about|with) (?:it|this|the risk))?|pay (?:close |more |special |enough )?attention(?: to (?:it|this|the (?:risk|issue)))?|(?:(?:to )?be |to )?(?:dealt with|handled|addressed|fixed|solved|resolved|managed|tackled|mitigated|monitored|watched|observed|reviewed|tracked)(?: (?:later|in time|soon|closely|regularly|gracefully|properly|appropriately|accordingly|continuously|as needed|if needed|when needed|if it (?:occurs|happens)|in (?:a|the) (?:later|next) (?:phase|release|step)))*|(?:deal with|handle|address|fix|solve|resolve|manage|tackle) (?:it|this|that|them|the (?:issue|risk|problem))(?: (?:as|if|when) (?:needed|necessary|required|it (?:occurs|happens|arises|comes up)|they (?:occur|happen|arise))| later| then| in time| properly| carefully| appropriately)?|(?:handle|address|fix|solve|react|respond|adjust|adapt)(?:ed)? (?:(?:as|if|when) (?:needed|necessary|required|it (?:occurs|happens|arises|comes up))|later|accordingly|in time|quickly|appropriately|flexibly)|` +
	`take (?:appropriate |suitable |necessary |proper |the needed )?(?:measures|actions?|steps|care)(?: of (?:it|this))?(?: (?:as|if|when) (?:needed|necessary|required))?|(?:follow(?:ing)? |apply |use )?(?:industry )?best practices?|(?:good|better|more|careful|proper|clear|regular|close|early|continuous) (?:communication|coordination|attention|care|monitoring|management|awareness)|communicate(?: (?:early|well|clearly|regularly|often|and|with everyone))*|plan (?:ahead|carefully|accordingly|better|well)|hope(?: for the best| it (?:works|holds).{0,16})?|wait and see|see what happens|(?:we'll )?see(?: then)?|as needed|if needed|when needed|(?:try|do) (?:our|your|the|its) best|(?:work|be) (?:hard|harder|faster)|(?:should|will|would) be (?:fine|ok(?:ay)?|all right)|(?:very |highly )?unlikely(?: to happen)?|not (?:likely|a problem|expected|a concern)|ignore(?: it)?|mitigat(?:e|ion)(?: (?:it|this|the risk|measures?|plan))?|(?:reduce|avoid|minimi[sz]e|control|prevent) (?:it|this|the risks?|risks?))\W*$|` +
	`^[^\p{L}\p{N}]*(?:(?:请|需要?|应当?|要|将|会|我们|团队)?(?:持续|密切|重点|保持|随时|定期|实时|长期|加强|及时|多加|时刻|高度|加以|予以|继续|提前|做好)*(?:关注|留意|注意|观察|跟踪|跟进|监控|监测|重视|沟通|管理|协调|控制|防范|警惕)(?:即可|进展|情况|动态|(?:此|该|相关)?(?:风险|问题|情况)|工作)?|(?:到时|届时|出现(?:后|时|问题)?|发生(?:后|时|问题)?|遇到(?:后|时|问题)?|有问题)(?:时|后)?(?:再|及时)?(?:处理|解决|应对|说|议|看)|(?:及时|尽快|尽早|妥善|灵活|酌情|相应|视情况|按需|合理|积极)(?:地|进行|予以)?(?:处理|应对|解决|调整|响应|沟通|修复|规避)|视情况(?:而定|处理|再定)|做好(?:准备|预案|规划|应对)(?:工作)?|提高(?:警惕|重视|意识|风险意识)|采取(?:相应|必要|适当|有效|合理|相关)的?(?:应对)?措施|(?:遵循|采用|参考)?(?:业界|行业)?最佳实践|尽量避免|避免(?:发生|(?:此|该)?风险)?|尽力(?:而为|避免)?|顺其自然|走一步看一步|问题不大|影响不大|(?:发生)?概率(?:较|很)?低|不太可能(?:发生)?|不会发生|(?:降低|规避|缓解|控制|减少|防范)(?:此|该|相关)?风险)[^\p{L}\p{N}]*$`)

// answerMark stands between a risk and its answer in a line.
var answerMark = pattern.New(`\s(?:[—–→]+|->|=>|-)\s|——|[:：→]`)

// idleMitigations reports the answers to risks that do nothing: in the columns for them,
// and behind the last mark of an item or a line.
func idleMitigations(d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		i := t.Column(mitigation...)
		if !t.Section.Under(document.Risks) || i <= 0 {
			continue
		}
		for _, row := range t.Rows {
			applied = true
			if idle.MatchString(model.Plain(row[i].Text)) && !model.EmptyCell(row[0].Text) {
				hit(d, row[0].Span, model.Plain(row[0].Text))
			}
		}
	}
	answered := func(at document.Span) {
		if !d.SectionAt(at.Start).Under(document.Risks) {
			return
		}
		text := d.Slice(at)
		marks := answerMark.FindAllStringIndex(text, 8)
		if len(marks) == 0 {
			return
		}
		applied = true
		if last := marks[len(marks)-1]; idle.MatchString(strings.Trim(text[last[1]:], " *_")) {
			hit(d, at, model.Note(model.Clip(model.Plain(strings.TrimSpace(text[:last[0]])), 60)))
		}
	}
	for _, line := range d.Lines {
		answered(line)
	}
	for _, item := range d.Items {
		answered(document.Span{Start: item.End - len(item.Text), End: item.End})
	}
	return applied
}
