package wording

import (
	"strings"

	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// vaguePhrases are what says no more than a vague word does: a ban on its
// opposite, a plain quality demanded as such, and a grade of one.
var vaguePhrases = []model.Phrase{{Words: bans, Excused: banExcuse}, {Words: grades, Excused: gradeExcuse}, {Words: qualitiesSaid, Excused: plainQualityExcuse}}

// bans forbid what nobody can tell from what is allowed: "must not be slow".
var bans = model.Words(`(?:(?:must|shall|should|will|may|can|do|does|is|are)(?: not|n't)|cannot|never|avoid(?:s|ing)?|prevent(?:s|ing)?)\b[^.;,:]{0,40}?\b(?:too [a-z]+|slow|slowly|sluggish|sluggishly|laggy|clunky|cumbersome|clumsy|confusing|complicated|complex|tedious|annoying|intrusive|disruptive|burdensome|awkward|ugly|unpleasant|unattractive|(?:difficult|hard) to \w+|excessive|excessively|overly|unduly|undue|unreasonable|unreasonably|unnecessary|unnecessarily|needless|needlessly|unacceptable|unacceptably|inefficient|inefficiently|inconvenient|unwieldy|lengthy|wait(?:s|ing)? (?:too )?long|take (?:too )?long)|`+
	`(?:without|no) (?:any )?(?:undue|unnecessary|excessive|unreasonable|noticeable|needless|unacceptable) \w+|(?:excessive|excessively|overly|unduly|unacceptably|unreasonably)`,
	`(?:不得|不能|不可|不应当?|不会|不宜|不许|不要|不允许|避免|防止|切忌|切勿|禁止)(?:[^，。；：\d]{0,11}?[^，。；：\d通经超越])?(?:过于|过度|[过太](?:慢|长|大|多|高|低|久|频|重|快|短|小|少|差|乱|杂)|卡顿|迟缓|缓慢|迟钝|繁琐|烦琐|复杂|冗长|晦涩|混乱|突兀|拖沓|笨重|费时|费力|麻烦|难用|难懂|明显的?(?:延迟|卡顿|等待)|长时间(?:等待|卡顿))|不[太过](?:慢|长|大|多|高|低|久|快|短|小|少|差)|(?:避免|减少)?不必要的\p{Han}{2}`)

// banExcuse lets a ban pass that says how much, and one that holds for a case
// which is told with it.
func banExcuse(st model.Statement, m []int) bool {
	return vagueExcuse(st, m)
}

// grades are degrees without a scale, and things called by how much they matter.
var grades = model.Words(`(?:highly|extremely|exceptionally|fairly|relatively|somewhat|quite|very|remarkably) [a-z]+|(?:good|large|fast|quick|strong|long|short|big|small|high|low|stable|robust|loud|clear|simple|easy|accurate|safe|secure|well|fresh|near|close) enough|enough [a-z]+|`+
	`(?:relevant|necessary|useful|important|pertinent|essential|appropriate|suitable|needed) (?:information|info|details?|data|measures?|steps?|actions?|precautions?|events?|hints?|content|adjustments|changes|checks|support)|`+
	`in an? (?:\w+ )?(?:secure|safe|clear|simple|consistent|controlled|orderly|friendly|uniform|professional|transparent|structured|organi[sz]ed|responsible|understandable|clean|predictable|sane|smart|stable|reliable|economical) (?:manner|way|fashion)|`+
	`(?:low|high|small|large|short|strong|minimal|good|little) (?:error rates?|failure rates?|latency|memory|cpu|load|overhead|response times?|waiting times?|delays?|footprint|costs?|effort|throughput|accuracy|precision|reliability|stability|security|usability|degree of|level of|amounts? of)|(?:in)?to a (?:large|great|certain|reasonable|sufficient|high) (?:extent|degree)|`+
	`(?:offer|provide|give)s? (?:[a-z]+ )?(?:an? )?(?:easy|simple|secure|large|small|high|low) [a-z]+|(?:decent|ample|tolerable|snappy|sleek|fluid|fluidly|frictionless|trouble-free|delightful|pleasing|self-explanatory|foolproof|sane)(?: \w+)?|(?:run|work|operate|perform)s? (?:stably|soundly|nicely|dependably)`,
	`较(?:好|高|强|低|长|短|小|大|多|少|快|慢|佳|优|严|易)(?:的|地)?|(?:很|非常|十分|相当|特别|极其|极为|颇|尤其)(?:快|慢|高|低|大|小|多|少|好|强|短|长|久|清晰|清楚|简单|稳定|方便|容易|重要|安全|可靠|准确|精确|灵活|流畅|友好|直观|高效)|够(?:快|大|强|好|高|多|小|稳|长)|`+
		`必要的?(?:提示|信息|措施|处理|数据|步骤|帮助|说明|反馈|校验|检查|内容|支持|操作|调整)|相关的?(?:信息|提示|措施|处理|说明|细节|操作|资料)|相应的?(?:措施|处理|提示|操作|反馈|信息|动作|内容|调整|处置|说明|支持)|`+
		`以(?:较为)?(?:安全|合理|清晰|简单|规范|恰当|合适|友好|适合|稳妥|可控|简洁)的?(?:方式|形式|手段|方法)|妥善|妥当|得当|稳妥|稳健|丝滑|顺滑|整洁|清爽|贴心|舒服|简便|愉悦|充足|充裕|高可靠|高稳定|高品质|高水平|高标准|强健|一目了然|通俗易懂|易懂|易读|易记|易学|易上手|完善的|丰富的|令人满意|尽如人意|合乎情理|很大程度|一定程度`)

// gradeExcuse lets a grade pass that orders things ("the very first"), and what is
// not enough, which compares two things that are there.
func gradeExcuse(st model.Statement, m []int) bool {
	word, before := strings.ToLower(st.Text[m[0]:m[1]]), strings.ToLower(st.Text[:m[0]])
	if strings.HasPrefix(word, "较") && !strings.HasSuffix(word, "的") && !strings.HasSuffix(word, "地") && !saidAlone.MatchString(st.Text[m[1]:]) && !strings.HasPrefix(st.Text[m[1]:], "时间") {
		return true // 较大值, 较早者
	}
	if strings.HasPrefix(word, "较") && choosing.MatchString(before) {
		return true // of two numbers the smaller one
	}
	return vagueExcuse(st, m) || ordering.MatchString(word) || strings.Contains(word, "enough") && (lacking.MatchString(before+word) || sufficing.MatchString(st.Text[m[1]:]))
}

var (
	// choosing stands before a degree that picks one of those there are: 选编号较小的.
	choosing = pattern.New(`(?:取|选|挑|按|以)\p{Han}{0,6}(?:编号|序号|号码?|时间|日期|数值?|值|金额|版本|优先级)$`)
	ordering = pattern.New(`^(?:very|quite) (?:first|last|same|next|least|beginning|end|start|moment|a)$`)
	// sufficing is what there has to be enough for.
	sufficing = pattern.New(`(?i)^[^.;,]{0,60}?\bthat\b`)
	lacking   = pattern.New(`(?i)\b(?:not|if|when|without|no longer|whether|has|old|far|are not|is not|isn't)\b[^,.;]*enough`)
)

// qualitiesSaid demand a plain quality as such: "must be simple". Before anything
// else that it is said of, the same word may be exact ("must be safe to retry").
var qualitiesSaid = model.Words(`(?:must|shall|should|will) (?:always |also |not )?(?:be|remain|stay|feel|look|appear|seem|become|keep|be kept|be made|be designed to be) (?:\w+ly |as )?(?:clear|simple|easy|reliable|secure|safe|scalable|maintainable|responsive|tidy|pretty|beautiful|strong|small|short|low|high|minimal|compact|usable|understandable|comprehensible|legible|portable|extensible|accurate|precise|cheap|rich|lively|loud|slim|lean|stylish|natural|friendly|polished|professional|economical|dependable|trustworthy|adaptable|uncomplicated|uncluttered|concise|tolerant|light|calm|sound)|`+
	`(?:service|system|app|application|server|platform|product|software|tool|site|page|interface|operation)s? (?:must|shall|should|will) (?:be|remain|stay|run) (?:\w+ (?:and )?)?(?:stable|clean|consistent)`,
	`(?:必须|应当|应该|应|须|需要?|保持|确保|保证|做到)[^，、。；：\d]{0,8}?(?:清晰|清楚|简洁|简单|简明|稳定|可靠|安全|整洁|合理|美观|大方|醒目|紧凑|平滑|自然|规范|低|小|短)(?:可见|运行|工作|可靠|明了|大方|易懂)?`)

// plainQualityExcuse lets a quality pass that something else than the end of its
// clause follows, or that is asked about.
func plainQualityExcuse(st model.Statement, m []int) bool {
	return vagueExcuse(st, m) || !saidAlone.MatchString(st.Text[m[1]:])
}

var (
	saidAlone = pattern.New(`(?i)^(?:\s*(?:$|[.;,!?)|，。；、！）])|\s+(?:and|or|but|to (?:use|read|understand|learn|operate|maintain|follow|handle)|for (?:all |the |every )?\w+|under|during|at all|even|in use|everywhere|[a-z]+wise)\b|地|且|并|和|与|又|而)`)
)
