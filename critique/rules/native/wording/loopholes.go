package wording

import (
	"strings"

	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// loopholes are what leaves a demand open besides the clauses of [escape]: an
// exception that nobody defines, leave to decide otherwise, and an intention.
var loopholes = []model.Phrase{{Words: exceptions, Excused: exceptionExcuse}, {Words: discretion, Excused: exceptionExcuse}, {Words: intentions, Excused: intentionExcuse}}

// oddCases are the cases that no reader can tell from the others.
const oddCases = `(?:(?:a |the |some |very |only )?(?:few|special|exceptional|rare|particular|certain|unusual|extraordinary|justified|extreme|individual|isolated|some|odd|urgent|unforeseen|edge|specific|many|most|(?:vast )?majority of|nearly all|almost all) )+(?:\w+ )?(?:cases?|circumstances?|situations?|conditions?|instances?|events?|reasons?|occasions?|exceptions?)`

var exceptions = model.Words(`(?:except(?:ing)?|save|other than|apart from|aside from|barring|excluding|unless)(?: (?:in|for|under|on|there (?:is|are)|by))? `+oddCases+`|(?:in|under|on|for) `+oddCases+`|`+
	`under (?:normal|usual|typical|regular|ordinary|favou?rable|suitable) (?:\w+ )?(?:circumstances|conditions|situations|operation|load|use)|`+
	`unless otherwise (?:agreed|specified|stated|decided|noted|required|instructed|indicated|provided|justified|arranged|desired)|unless (?:there (?:is|are) (?:an? |some |any |no )?(?:\w+ )?(?:reasons?|grounds|exceptions?)(?: (?:not )?to)?|(?:it is |this is |that is |proven |deemed )?(?:absolutely |really |strictly |technically )?(?:not )?(?:impossible|unavoidable|necessary|needed|required|impractical|infeasible|practical|feasible|practicable|unreasonable|inappropriate|inconvenient|desirable|special \w+ appl(?:y|ies)))|`+
	`with (?:a few|few|some|certain|rare|minor|justified|occasional|possible|only few) exceptions?|(?:exceptions?|deviations?) (?:are|is|may be|can be|remain) (?:possible|allowed|permitted|granted|made|tolerated|acceptable)`,
	`除(?:非|了)?(?:在|有|因|遇)?(?:特殊|个别|例外|极端|特定|极?少数|某些|必要|紧急|罕见|极个别|另有|有特殊|确有|有正当|合理|部分)[^，。；]{0,10}?(?:外|情况|情形|场景|原因|理由|约定|规定|说明|要求|必要|需要|因素)|特殊(?:情况|情形|场景|原因)|个别(?:情况|情形|场景)|极少数(?:情况|情形|场景)|例外(?:情况|情形)?(?:外|除外|下)|(?:特定|一定|有些|适当)的?(?:情况|条件|场景|情形)下|非必要(?:情况|时|不得?)|除非(?:确有)?(?:必要|需要|无法|不可行|不现实)|(?:^|[，。；、：\s除在])(?:正常|一般|多数|绝大多数|大部分)(?:情况|条件)下|另有(?:约定|规定|说明|要求)(?:的?除外)?`)

var discretion = model.Words(`at (?:the|its|his|her|their|one's) (?:\w+'?s? )?(?:sole |own )?discretion(?: of)?|as (?:he|she|they|it|one|we) sees? fit|if (?:so )?desired|when(?:ever)? convenient|as the case may be|if need be|`+
	`(?:if|where|when|as|provided|so long as|as long as|so far as|insofar as) (?:the )?(?:time|resources?|circumstances|conditions?|capacity|budgets?|schedule|workload|situation|bandwidth|technology|it) (?:allows?|permits?|requires?|demands?|dictates?|is available|are available|is reasonable|is practical|makes sense)|(?:in ?so ?far as|to the extent(?: that)?|as far as) (?:the |its |their )?[\w-]+(?: [\w-]+)? (?:allows?|permits?|supports?)(?: it| this| that)?|(?:if|where|wherever|whenever|as far as) (?:this|that|it) is (?:technically |reasonably )?(?:feasible|possible|practical|practicable|reasonable|appropriate|sensible|useful)|(?:budget|capacity|circumstances|conditions|schedule) permitting|when(?:ever)? it makes sense|`+
	`subject to (?:the )?(?:available|availability|capacity|resources|budget|(?:technical )?feasibility|circumstances|change)|(?:on a |in a )?case[- ]by[- ]case(?: basis)?|from case to case|depending on (?:the )?(?:situation|circumstances|case|context|needs?|conditions|resources|availability|workload|possibilities)|`+
	`as a (?:general )?rule|on the whole|for the most part|by and large|mostly|largely|basically|more often than not|in theory|theoretically|almost always|nearly always|almost never|(?:every|best|reasonable|all reasonable|serious|utmost) efforts?|(?:if|where|when|as) (?:deemed|considered|judged|thought|found) (?:to be )?(?:necessary|appropriate|suitable|useful|fit|sensible)|if (?:at all )?(?:feasible|doable|achievable|reasonable)|where (?:reasonable|sensible|suitable|useful|convenient)`,
	`(?:时间|资源|预算|人力|精力|带宽|技术|环境)(?:允许|许可|具备|充足|到位)|在?(?:目录|接口|平台|硬件|设备|网络|第三方|对方|供应商)(?:所?能?)?(?:支持|允许|许可)的?(?:范围|情况|前提|程度|限度)(?:之?内|下)|(?:^|[，。；：\s须应将会可]|必须)视[^，。；、\d]{1,8}(?:而定|情况|需要|条件)|根据(?:实际|具体|业务|现场)?需要|按需(?:要)?(?:提示|处理|提供|调整|进行|执行|通知|重试|保留|清理|发送|记录)|在?(?:合理|可行|允许|能力|力所能及)的?(?:范围|限度|前提|情况)(?:之?内|下)|(?:适当|合适|恰当|方便|有需要|有必要|有条件|需要)(?:的)?(?:时候|时机|时|的话)|自行(?:决定|判断|斟酌|酌定)|具体情况具体|理论上|基本上|大体上|总体上|基本(?:满足|实现|支持|达到|符合|可用|一致|正确|完成)|不影响(?:体验|使用|性能|业务)的?(?:前提|情况)下`)

// exceptionExcuse lets an exception pass that is told right behind it.
func exceptionExcuse(st model.Statement, m []int) bool {
	return compound(st, m) || toldWith.MatchString(st.Text[m[1]:])
}

var toldWith = pattern.New(`(?i)^(?:情况|情形|场景)?下?\s*[(（:：]\s*\S|^ (?:in|by|below|here|via|of|such|where|when|if|only|listed|named|defined)\b|^(?:，|, )?(?:即|namely|i\.e\.)`)

// intentions are what somebody wants to do, and need not: "the service aims to".
var intentions = model.Words(`(?:aims?|aspires?|strives?|endeavou?rs?|intends?) to|(?:is|are) (?:intended|meant|supposed|hoped|planned|desired) to|(?:must|shall|should|will|may|can) (?:always |at least |also |only )?(?:(?:try|attempt|strive|seek|endeavou?r|aim|aspire|make an effort|do its best) (?:to|for|towards)|work towards)|`+
	`(?:system|service|app|application|tool|product|software|server|platform|client|module|component|page|it|we|team|project|solution) (?:\w+ly )?(?:seeks?|tries|try|attempts?|hopes?|plans?|wants?|wishes|would like|is (?:expected|designed|trying|aiming|going|striving)|makes? an effort|does its best) to`,
	`(?:必须|应当|应该|应|须|将|会|要|系统|服务|平台|产品|程序|我们|团队)(?:努力|力求|力图|试图|尝试|试着|设法|打算|希望|期望|争取|谋求|追求)|(?:系统|服务|平台|产品|程序|团队)(?:拟|计划|预计|有望)(?:在|于|将|为|把|对|按|向|实现|支持|提供)|旨在|致力于|力争|力求|力图|竭力|尽其所能|尽最大(?:努力|可能)|努力做到`)

// intentionExcuse lets a try pass that says how many of them, and an intention
// told of people or of a case.
func intentionExcuse(st model.Statement, m []int) bool {
	from, _ := st.Clause(m)
	return compound(st, m) || ofDocument.MatchString(st.Text[:m[0]]) || trying.MatchString(st.Text[m[0]:m[1]]) && (often.MatchString(st.Raw) || anew.MatchString(st.Text[m[1]:])) || when.MatchString(st.Text[from:m[0]]) || strings.HasPrefix(st.Text[m[1]:], "次")
}

// ofDocument is what a document is about: what it is for is told as an intention.
var ofDocument = pattern.New(`(?i)\b(?:this|the present) (?:feature|document|spec(?:ification)?|change|proposal|project|phase|epic|story|module|initiative|plan)\s+$|^[^，。；]{0,4}(?:本|该)(?:功能|文档|规格|规范|需求|模块|项目|方案|特性|变更|提案|系统|阶段|史诗|故事)[^，。；]{0,4}$`)

// often is a number of tries, or the time between two; anew is done by who tries again.
var (
	often  = pattern.New(`(?i)\d\s*(?:times|tries|attempts|retries|次)|\bevery \d|每隔?\s*\d`)
	anew   = pattern.New(`(?i)^[^.;]{0,60}\bagain\b|^ (?:retry|reload|reconnect|resend)\b|^[^，。；]{0,12}(?:重新|再次|重试|重连)`)
	trying = pattern.New(`(?i)\b(?:try|tries|attempts?) to$|尝试|试着|设法`)
)

var when = pattern.New(`(?i)\b(?:when|if|who|whoever|that|after|while|unless|once|users?)\b`)
