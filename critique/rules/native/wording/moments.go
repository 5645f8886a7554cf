package wording

import (
	"strings"

	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// moments are times and lengths of time without a bound besides those of [untimed].
var moments = model.Words(`once in a while|every (?:few|couple of) \w+|(?:several|a few|many) times|every (?:so often|now and (?:then|again)|once in a while)|now and (?:then|again)|(?:at|in) (?:short|certain|suitable|appropriate|reasonable|fixed|given|set|adequate) intervals|at intervals|in regular intervals|sooner or later|ultimately|in the (?:course|fullness) of time|as time goes by|before long|any time soon|in no time|in due time|for (?:a )?long|`+
	`for a limited time|(?:within|in|after|for) an? (?:reasonable|short|acceptable|appropriate|useful|brief|adequate|suitable|sensible|limited|tolerable|justifiable|decent|given|set) (?:time|period|timeframe|time frame|delay|interval|amount of time|number of \w+)|(?:in|at) (?:a|an|the) (?:suitable|appropriate|convenient|later|opportune|right) (?:time|moment|point|stage|date)|(?:after|following|period of|periods of|prolonged) inactivity|`+
	`(?:warn|tell|inform|notif|send|detect|report|show)\w* (?:\w+ ){0,3}(?:early|in advance|beforehand|ahead of time|quickly)\b|(?:warned|told|informed|notified|sent|detected|seen|reported|shown) (?:early|in advance|beforehand|ahead of time|quickly|speedily)|up[- ]to[- ]date|kept (?:current|fresh)|right after(?:wards)?|as quickly as (?:needed|necessary|required)|(?:must|shall|should|will) (?:be )?temporarily \w+|without hesitation|with (?:little|minimal|no noticeable) delay|at the earliest (?:opportunity|convenience|moment)|the moment`,
	`提前(?:通知|告知|提醒|预警|提示)|时?不时(?:地|检查|提醒|清理|同步|\p{Han})|不定时|迟早|(?:较短|较长|适当|若干)的?时间|(?:规定|合理|合适|适宜|有限|充足|足够)的?(?:时间|时限|期限|时段)(?:之?内|后|间隔)|一定时间|(?:隔|过)一?(?:段|阵)(?:时间|子)?|一阵子?|过一会|(?:以后|日后|事后|将来)(?:再)?(?:删除|处理|通知|清理|更新|补)|(?:必须|应当?|须|将|会)(?:暂时|临时)\p{Han}{2}|(?:当即|迅即|旋即|火速|从速|尽速|尽快|择期|适时)\p{Han}|按期(?:删除|清理|提交|上报|归还|检查|更新|备份|轮换|通知|处理|归档)|(?:^|[，。；\s须应在后])(?:数日|数周|数月|数年)|(?:保持|始终)最新|间隔一定|快速(?:更新|通知|删除|发送|上报|响应)`)

// timeExcuse lets a time word pass where the statement says when, and where it
// tells what the demand is good for. What stands for a length of time asks for one
// of its own clause, and what a user is told to do later is the text of a message.
func timeExcuse(st model.Statement, m []int) bool {
	if compound(st, m) || beside.MatchString(st.Text[m[1]:]) || timedThing.MatchString(st.Text[m[0]:]) || longThing.MatchString(st.Text[m[0]:]) || ordered.MatchString(st.Text[:m[0]]) || together.MatchString(st.Text[:m[1]]) || inOrder.MatchString(st.Text[m[0]:]) || pointInTime.MatchString(st.Text[:m[1]]) || purpose.MatchString(st.Text[:m[0]]) || timed.MatchString(st.With) {
		return true
	}
	if onTheSpot.MatchString(st.Text[m[0]:m[1]]) && (event.MatchString(st.Text[:m[0]]+" "+st.Text[m[1]:]) || model.Outcome.MatchString(st.Raw)) {
		return true
	}
	if timeless.MatchString(st.Text[m[0]:m[1]]) {
		from, to := st.Clause(m)
		return toldLater.MatchString(st.Text[from:m[0]]) || timed.MatchString(st.Text[from:to]) || countedNext.MatchString(st.Text[to:])
	}
	return inspected.MatchString(st.Text[:m[1]]) || avoided.MatchString(st.Text[:m[0]]) || given.MatchString(st.Text[:m[0]]) || isName(st, m) || timed.MatchString(behindThen(st.Raw))
}

// behindThen is what follows of a condition: how late a bus is says nothing of how soon somebody is told.
func behindThen(text string) string {
	if at := strings.LastIndex(text, "THEN"); at >= 0 {
		return text[at:]
	}
	return text
}

// given begins what is so before something happens.
var given = pattern.New(`(?i)\bgiven\b[^,;.]*$`)
