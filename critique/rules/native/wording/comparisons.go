package wording

import (
	"strings"

	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// riseOrFall is what people want more or less of without saying how far.
const riseOrFall = `(?:errors?|rates?|times?|number|costs?|accuracy|quality|usability|satisfaction|performance|latency|loads?|effort|calls|complaints|productivity|efficiency|duration|volume|usage|consumption|workload|speed|throughput|comfort|security|stability)`

// comparisons compare with what is left out: a comparative of any adjective, a
// share of something, a quantity that is to rise or fall.
var comparisons = []model.Phrase{{Words: model.Words(
	`(?:more|less) [a-z]+(?:able|ible|ful|ive|ous|ate|ise|ern|ear|ean|tly|ably|ibly|fully|ively|iently)|(?:use|need|take|require|cause|consume|produce|have|make)s? (?:less|fewer|more) [a-z]+|(?:contain|yield|generate|create)s? (?:less|fewer) [a-z]+|lighter|cleaner|clearer|safer|nicer|friendlier|smarter|leaner|snappier|stronger|superior(?: to)?|`+
		riseOrFall+` (?:of [\w ]{1,30}? )?(?:must|shall|should|will) (?:be (?:\w+ly )?(?:reduced|decreased|increased|lowered|raised|improved|shortened|cut|kept down|brought down)|decrease|fall|drop|rise|increase|improve|shrink|go (?:up|down))|`+
		`(?:must|shall|should|will) (?:\w+ly )?(?:reduce|decrease|increase|lower|raise|improve|shorten|cut|enhance|ease|relieve|save|speed up|accelerate) (?:the )?(?:\w+ )?`+riseOrFall,
	`(?:减少|降低|提高|提升|缩短|改善|节省|节约|加快|减轻|优化|增强|加强)(?:了|用户|系统|整体|人工|人员|的)*(?:错误|差错|次数|步骤|点击|负担|准确率|成功率|等待|人力|工作量|延迟|投诉|占用|消耗|误报|时间|处理|加载|响应|查询|办理)|(?:率|次数|时间|成本|性能|体验|质量|数量|错误|投诉|速度|耗时|延迟|效率)(?:必须|应当|应该|应|须|需)(?:得到|有)?(?:进一步|明显|显著|大幅|持续)?(?:下降|降低|减少|提高|提升|改善|缩短|上升|增加|优化|加快)|`+
		`(?:必须|应当|应该|应|须)(?:减少|降低|提高|提升|缩短|减轻|节省)[^，。；\d]{0,8}(?:步骤|工作量|时间|负担|成本|错误|差错|次数|效率|准确率|成功率)(?:$|[，。；])|优于|(?:快|高|低|好|多|少|强)于(?:以前|以往|现在|目前|现有|从前|旧|竞品)|进一步(?:提升|提高|降低|优化|改善|减少|增强|加快|缩短)|更(?:容易|易读|易懂|轻松|轻便|整洁|紧凑|顺手|稳|强大|可控|优质|舒适|细|严)`), Excused: comparedExcuse}}

// comparedExcuse lets "the more recent" of two pass.
func comparedExcuse(st model.Statement, m []int) bool {
	before := strings.ToLower(st.Text[:m[0]])
	return comparisonExcuse(st, m) || strings.HasSuffix(before, "the ") || strings.HasSuffix(before, "one or ") || strings.HasSuffix(before, "no ") || than.MatchString(st.Text[m[1]:])
}

// than is a comparison with something that is named.
var than = pattern.New(`(?i)^(?: \w+){0,3} than (?:the|an?|one|two|its|\d)`)

// extremes are superlatives that nothing can be held against: of a quality, of
// the state of an art, of what is to be driven as far as it goes.
var extremes = []model.Phrase{{Words: model.Words(
	`second to none|leading[- ]edge|be ideal|ideally suited|be outstanding|outstanding [a-z]+|unsurpassed|unrivall?ed|unequall?ed|incomparable|superb|the latest (?:technolog\w+|methods?|techniques?|standards?)|(?:the )?most (?:suitable|appropriate|effective|economical|practical|efficient|elegant|comfortable|attractive|readable|sensible)|the (?:cleanest|clearest|safest|nicest|strongest|smartest|finest|leanest)|`+
		`to (?:a|the) (?:bare |absolute )?(?:minimum|maximum|max|fullest|utmost)|(?:maximum|minimum|utmost|ultimate|highest|lowest|top|superior|supreme|exceptional|extreme|maximal|minimal) (?:comfort|quality|performance|security|safety|speed|usability|efficiency|reliability|care|precision|convenience|effort|standards?|level of|degree of|extent)|`+
		`be (?:minimi[sz]ed|maximi[sz]ed|optimi[sz]ed)|as \w+ as (?:it (?:can be|gets)|can be|conceivable|practicable|ever|humanly possible)`,
	`最新的?(?:技术|工艺|理念|方法|成果)|最(?:合适|适合|适当|合理|理想|恰当|清晰|准确|好看|舒适|流畅|直观|友好|经济|有效|完善|全面)|(?:降|减|压|缩)(?:低|少|小|短)?[到至](?:最低|最少|最小|最短)|(?:必须|应当|应该|应|须|达到|做到|保持|为|是|选择|取得|提供)(?:最好|最小|最大|最低|最高|最短|最少|最快|最强)(?:$|[，。；！\s]|效果|体验|性能)|(?:性能|误差|体验|成本|耗时|吞吐量|速度|质量|效果)(?:必须|应|须)?(?:达到)?最(?:好|小|大|低|高|短|少|快|强|佳)|最(?:短|快|少)的?(?:时间|速度|代价|步骤)|最低(?:限度|成本|代价)|无可挑剔|尽善尽美|首屈一指|出类拔萃|独一无二|登峰造极|无可比拟|精益求精|(?:先进|领先)水平|国际先进|国内先进|业内领先|同类(?:最|第一)|理想的`), Excused: extremeExcuse}}

// extremeExcuse lets a window pass that is made small.
func extremeExcuse(st model.Statement, m []int) bool {
	return vagueExcuse(st, m) || rated(st, m)
}

// superlativeExcuse is what lets a plain superlative pass.
func superlativeExcuse(st model.Statement, m []int) bool { return vagueExcuse(st, m) || rated(st, m) }

// rated tells whether a superlative is a name or a case: a value that is chosen or counted, the
// range that something lies in, what a search returns first, or the condition of a demand.
func rated(st model.Statement, m []int) bool {
	return ranked.MatchString(st.Text[m[0]:]) || asRated.MatchString(st.Text[:m[0]]) || caseOf.MatchString(st.Text[:m[0]]) && consequence.MatchString(st.Text[m[1]:])
}

var (
	ranked      = pattern.New(`(?i)^(?:the )?(?:best match(?:es)?|unmatched \w+|(?:optimal|perfect|best|ideal) (?:\w+ )?(?:ranges?|zones?|windows?|matches|match|scores?|shots?|ratings?|rate|settings?|bands?|values?)|perfect\s*(?:[/|,(]|$))|^最佳(?:匹配|范围|区间)`)
	asRated     = pattern.New(`(?i)\b(?:as|rate[ds]?|marked|labell?ed|called|near(?:est)?|outside|within)(?: the| an?)? $|[:：,/|(] ?["“']?$`)
	caseOf      = pattern.New(`(?i)^\W*(?:\d+[.)]\s*)?(?:when|where|if|while|given)\b[^,]*$`)
	consequence = pattern.New(`(?i)\b(?:then|shall|must|should|will)\b`)
)
