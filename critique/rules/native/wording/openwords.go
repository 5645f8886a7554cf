package wording

import (
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// The words of this file have no measure of their own and are left open by what they refer to:
// the senses of a reader, what somebody is used to, how much there is of something. They are
// excused by a measure in their own clause only, since "legible" is no more exact beside
// "within 3 seconds".

// perceived is how something strikes whoever looks at it.
var perceived = model.Words(`legible|legibly|readable|readably|comprehensible|comprehensibly|understandable|understandably|coherent|coherently|discernible|recogni[sz]abl[ey]|prominent|prominently|eye-catching|conspicuous|conspicuously|visually (?:appealing|pleasing|distinct|clear|balanced)|`+
	`(?:at|in) a (?:single )?glance|at first (?:glance|sight)|`+
	`(?:(?:show|display|render|list|report|communicate|explain|indicate|distinguish|describe|state|differ|deviate|say|see|tell|signal|convey|express|inform|identif)(?:s|n|ed|ing|y|ies|ied|wn)?) (?:\w+ ){0,3}(?:clearly|plainly|distinctly|markedly|obviously|noticeably|visibly)|(?:clearly|plainly|distinctly) (?:show|display|present|report|communicate|explain|indicate|distinguish|describe|state|differ|say|see|tell|signal|convey|visible|legible|readable|recogni[sz]able|understandable)\w*|`+
	`(?:simple|easy|clear|short|quick|cheap|light|plain|convenient) enough (?:that|to|for)|(?:does|do|must|shall|should|may) not keep (?:\w+ ){1,4}waiting|`+
	`(?:feels?|seems?|looks?|reads?|sounds?|behaves?) (?:\w+ly )?(?:instant|instantaneous|natural|naturally|native|responsive|right|at home|alive|calm|tidy|simple|light|consistent|professional|trustworthy|familiar|fluent|fluently)|`+
	`(?:has|have|get|gets|give|gives|leave|leaves|gain|gains) (?:\w+ )?the (?:impression|feeling)|explains? itself|speaks? for itself|self-evident|(?:readily|easily|immediately|quickly) (?:understand|grasp|see|recogni[sz]e|find)s?|`+
	`pleasantly|agreeably|considerately|tactfully|politely|courteously|diligently|conscientiously|discreetly|thoughtfully|thoroughly|carefully|intelligently|proactively|subtly|sparingly|slowly|confidently|holistically|gently|softly|quietly|warmly|kindly|equitably|justly|wisely|smartly|cleverly|neatly|tidily|tastefully|beautifully|attractively|professionally|competently|generously|moderately|unobtrusively|harmoniously|coherently|cohesively|economically|loosely|tightly|creatively|punctually|responsibly|credibly|convincingly|faithfully|sympathetically|`+
	`(?:customer|beginner|child|visitor|family|senior|eye|staff|guest)[- ]friendly|with (?:due |great |appropriate |proper )?(?:care|consideration|respect|tact)|without (?:any )?(?:problems|trouble|difficult(?:y|ies)|friction|fuss|hassle)|as (?:users|people|one|they|you) (?:would )?expects?`,
	`(?:清晰|清楚|明显)地?(?:可见|可读|可辨|可识别|看出|看到|区分|显示|展示|呈现|传达|说明|反映|体现|标识|提示)|显眼|醒目|可读性(?:强|好|高)|一眼(?:看出|看到|看懂|可见|便知|就能)|明显(?:偏离|偏高|偏低|异常|不同|不一致|区别|差异|变化|波动|延迟|卡顿|高于|低于)|易于(?:理解|识别|辨认|阅读)|顺手|好用|得心应手|省心|舒心|看得(?:懂|清楚)|一看就(?:懂|会|明白)|读(?:起)?来自然|(?:符合|合乎)[^，。；]{0,8}习惯|认真|仔细|谨慎|细致|耐心|礼貌|亲切|温馨|柔和|自然流畅|平稳|适度|适中|适量|酌量|整齐|大方|准确无误|不费(?:力|劲)|轻松地?(?:完成|操作|使用|上手|找到|理解)|适宜|宜人|得体|周到|体贴`)

// accustomed refers to what somebody is used to and nobody wrote down.
var accustomed = model.Words(`(?:the|all|any|its|their|our) (?:other |further |remaining )?(?:usual|customary|habitual|well-known) [a-z]+|as is (?:customary|usual)|in the (?:usual|customary|known|accustomed) (?:\w+ )?(?:way|manner|form|format|place|order|fashion)|according to (?:custom|habit|common practice)|as (?:we|they|people) are used to|what(?:ever)? (?:else )?(?:is|seems|may be|might be) (?:useful|relevant|of interest|interesting|helpful|sensible|needed|necessary|important|appropriate)|(?:anything|everything) (?:else )?(?:that is |which is |that seems )?(?:useful|relevant|of interest|helpful|important|appropriate|worth \w+)`,
	`(?:其他|其它|等)?(?:惯常|常规|例行|习惯)的?(?:数据|信息|字段|内容|指标|项目|手续|流程|检查|处理|方式)|(?:照|按)(?:惯例|常例|老规矩|往常|以往(?:做法|惯例|方式)?)|(?:其他|其它)(?:有用|必要|重要|感兴趣)的?(?:数据|信息|字段|内容|指标)`)

// unranked is a choice by what matters, which nobody ranked, and a case that nobody drew.
var unranked = model.Words(`(?:the )?(?:most |more )?(?:important|interesting|relevant|critical|essential|urgent|notable) (?:things|ones|points|matters|facts|parts|figures|findings|news)|`+
	`(?:deep|warm|cool|bright|dark|quiet|wide|dry|fine) enough|even (?:with|for|under|on|at|during|in) (?:very )?(?:large|heavy|high|many|slow|big|busy|peak|weak|poor|bad|old) (?:\w+)|unusual(?:ly)?|suspicious|abnormal(?:ly)?|implausible|plausible|realistic|more or less|not too [a-z]+|nearby [a-z]+|in the (?:immediate )?(?:vicinity|neighbou?rhood) of|(?:takes?|taking|taken|take) (?:\w+ ){0,5}into (?:account|consideration)|takes? account of|pays? attention to|cop(?:e|es) with|deals? with|works? (?:as (?:it should|intended|designed|desired)|fine)|too \w+ for the (?:\w+ )?(?:type|kind|size|purpose|age|class)|(?:at|in|during) (?:peak|busy|quiet|rush) (?:times?|hours|periods|season)|under (?:heavy|high|peak) (?:load|demand|traffic)`,
	`明显过[短长高低大小多少快慢]|[过太][短长久](?:的|时|，|。|；|$)|偏[高低大小长短多少](?:的|时|，|。|；|$)|可疑|反常|就近|一定(?:次数|金额|时长|距离|年龄|条件)|(?:重要|要紧|关键|紧急)的?(?:事项|内容|信息|问题|数据)?(?:应|须|要)?(?:优先|先|排在?前|放在?前|靠前)|(?:即使|即便|哪怕)(?:在)?[^，。；\d]{0,6}(?:高峰|大量|人多|繁忙|弱网|高负载)[^，。；\d]{0,6}|(?:高峰|繁忙)(?:期|时段?|时间)`)

// qualityIs says of something that it has a plain quality.
var qualityIs = model.Words(`(?:is|are|stays?|remains?|feels?|works?) (?:very |quite |always |[a-z]+ly )?(?:easy|simple|smooth|obvious|tidy|safe|reliable|responsive|comfortable|pleasant|robust|cheap)`, `(?:必须|应当?|须|要)?(?:让|使)[^，。；]{0,10}(?:放心|满意|舒服|愉快)`)

// qualityIsExcuse lets one pass that is the case that a demand is about.
func qualityIsExcuse(st model.Statement, m []int) bool {
	return plainQualityExcuse(st, m) || manyCases.MatchString(st.Text[:m[0]])
}

// unsized says that there is much or little of something, and not how much.
var unsized = model.Words(`(?:in)?to (?:a|an|some|any|what) (?:\w+ )?(?:extent|degree|measure)|in (?:good|large|small|some|sufficient|adequate|ample|due) (?:measure|part|numbers?|quantit(?:y|ies)|detail)|in due (?:form|course|time)|`+
	`(?:must|shall|should)(?: not)? (?:\w+ ){0,4}(?:several|numerous|a number of|a lot of|lots of|plenty of|a handful of|a couple of|a large number of|a small number of|a wide (?:range|variety) of|a variety of|various) (?:\w+ )?\w+s|a (?:certain|particular) (?:number|amount|threshold|limit|size|value|share|percentage|level|distance|quantity|age|height|weight)`,
	`(?:相当|较大|某种|一定)(?:的)?(?:程度|幅度|数量|规模|比例|范围)|(?:必须|应当|应该|应|须|需)[^，。；]{0,10}(?:若干|大量|少量|众多|诸多|许多|多种多样的?)`)

// lasting is a length of time that is longer or shorter than something.
var lasting = model.Words(`(?:over|for|during|within|after) (?:an? |some )?(?:longer|prolonged|extended|sustained|shorter|considerable|lengthy|limited) (?:time|periods?|while|stretch(?:es)?|phases?)|(?:shortly|long|well|some time|well in advance|sufficiently long) (?:before|after|in advance)|(?:early|late|soon|often|far) enough|(?:at|on) short notice|(?:a )?(?:few|couple of|several|some) (?:seconds|minutes|hours|days|weeks|months|years)`,
	`较长(?:的)?一?段?时间|(?:提前|事先)(?:较早|足够|充分)|(?:持续|连续)(?:较久|较长|过久|很久)|[几数](?:秒钟?|分钟|个?小时|天|周|个月)(?:[^\p{Han}]|$|[内后前])|最近(?:的|一段)`)

// openWords are the phrases of this file that LX-001 looks for.
var openWords = []model.Phrase{
	{Words: perceived, Excused: openExcuse},
	{Words: accustomed, Excused: openExcuse},
	{Words: unsized, Excused: openExcuse},
	{Words: unranked, Excused: openExcuse},
	{Words: qualityIs, Excused: qualityIsExcuse},
}

// openExcuse lets an open word pass that its own clause measures or lists, or that tells what a
// demand is for or of which case.
func openExcuse(st model.Statement, m []int) bool {
	from, to := st.Clause(m)
	clause := model.WithoutIDs(st.Raw[min(from, len(st.Raw)):min(to, len(st.Raw))])
	return compound(st, m) || numbered.MatchString(st.Text[m[0]:m[1]]) || open.MatchString(st.Text[:m[1]]) || manyCases.MatchString(st.Text[:m[0]]) || allowed.MatchString(st.Text[m[0]:]) || beside.MatchString(st.Raw[m[1]:]) || listedNext.MatchString(st.Raw[m[1]:]) || lackingIt(st, m) || isName(st, m) || model.Measured(clause) || model.Measured(model.WithoutIDs(st.With))
}

var (
	// manyCases opens the case that a demand is about.
	manyCases = pattern.New(`(?i)\b(?:given|when|whenever|if)\b[^,;.]*$|^\W*(?:where|while)\b[^,;.]*$|(?:当|如果|若)[^，；。]*$`)
	// allowed is what may be read, or by what, and no matter of looks.
	allowed = pattern.New(`(?i)^(?:machine |human )?(?:readable|legible|understandable|recogni[sz]able) (?:by|from|only|again|offline|after|until|in (?:an?|the|its)|and writ\w+|or writ\w+|to the)\b`)
	// numbered is a name that is a number: of so many digits.
	numbered = pattern.New(`(?i)a number of (?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve) `)
	// open is what may still be read later.
	open = pattern.New(`(?i)\b(?:stays?|keeps?|kept|still|both|remains?|no [a-z]+ is) readable$`)
	// listedNext is a list or an example that says what is meant.
	listedNext = pattern.New(`(?i)^[^.;。；]{0,40}?(?:[:：]\s*\S|\b(?:such as|e\.g\.|i\.e\.|namely|for example|by \w+ing|through|using|via|without)\b|[(（][^()（）]{3,}[)）]|例如|比如|即|通过)`)
)

// lateExcuse is that of [lasting]: a time in its clause.
func lateExcuse(st model.Statement, m []int) bool {
	from, to := st.Clause(m)
	return compound(st, m) || manyCases.MatchString(st.Text[:m[0]]) || listedNext.MatchString(st.Raw[m[1]:]) || lackingIt(st, m) || timed.MatchString(st.Text[from:to])
}

// unlikeMeasures reports the cell of a column of measures that has a word for one, and whether
// there is such a column: the others of the column say how much.
func unlikeMeasures(d *document.Document, hit native.Hit) (looked bool) {
	for _, t := range d.Tables {
		for i := 1; i < len(t.Header); i++ {
			measured, worded := 0, []document.Cell(nil)
			for _, row := range t.Rows {
				switch {
				case i >= len(row):
				case model.Measured(model.WithoutIDs(row[i].Text)):
					measured++
				case wordedMeasure.MatchString(model.Plain(row[i].Text)):
					worded = append(worded, row[i])
				}
			}
			if measured < 2 || measured < 2*len(worded) || measured*2 < len(t.Rows) {
				continue
			}
			looked = true
			for _, cell := range worded {
				hit(d, cell.Span, model.Target(model.Plain(cell.Text)))
			}
		}
	}
	return looked
}

// wordedMeasure is a cell that has nothing but a word for how much or how soon.
var wordedMeasure = pattern.New(`(?i)^[^\pL\d]*(?:very |as |quite |rather |fairly |reasonably |sufficiently |immediately or |more or less )?(?:promptly|immediate(?:ly)?|instant(?:ly|aneous(?:ly)?)?|at once|right away|soon|shortly|timely|quick(?:ly)?|fast|rapid(?:ly)?|swift(?:ly)?|without (?:undue )?delay|(?:near[- ])?real[- ]?time|in time|in due time|as soon as possible|asap|short|long|low|high|small|large|little|few|many|often|seldom|rarely|frequent(?:ly)?|regular(?:ly)?|sufficient(?:ly)?|adequate|enough|reasonable|acceptable|appropriate|good|normal|minimal|maximal|minimum|maximum|as (?:low|high|short|fast|small|large) as possible|several|some|various|negligible|noticeable|unnoticeable|及时|立即|即时|实时|马上|尽快|尽早|很?快|迅速|短|长|低|高|较[快慢长短高低大小多少]|适当|合理|足够|充足|经常|定期|偶尔|频繁|少量|大量|若干|尽可能[\p{Han}]{1,3}|可接受|良好|正常)[^\pL\d]*$`)
