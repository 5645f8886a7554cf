package model

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// due are what a specification must speak of: to say that there is none, or that it
// stands somewhere else, is no answer.
var due = map[document.Topic]bool{
	document.Vision: true, document.Problem: true, document.Users: true, document.Goals: true, document.NonGoals: true, document.Risks: true,
	document.Functional: true, document.NonFunctional: true, document.Acceptance: true, document.Done: true, document.Traces: true,
	document.Components: true, document.Stack: true, document.Errors: true, document.Testing: true, document.MVP: true, document.Negative: true,
}

var (
	// denial is a whole sentence that says there is nothing to say, and no reason why.
	denial = pattern.New(`(?i)^[\s>*_+|()（）-]*(?:(?:currently|at present|so far|overall|for now|as of now|at this (?:stage|point|time)),? )?(?:none|nil|n/?a|not applicable|not relevant|not needed|nothing|` +
		`(?:there (?:are|is|were)|we (?:see|expect|foresee|know of|have (?:found|identified))|(?:have|has)) (?:currently |at present )?(?:no|none|nothing)|no)(?: (?:` +
		`major|significant|serious|critical|relevant|known|open|new|special|specific|notable|real|obvious|substantial|particular|material|further|other|additional|negative|such|at all|so far|yet|of note|to (?:speak of|report|mention|note)|worth mentioning|identified|found|known|foreseen|expected|anticipated|applicable|needed|required|recorded|planned|defined|specified|and|or|` +
		`risks?|threats?|uncertaint(?:y|ies)|concerns?|issues?|problems?|constraints?|limitations?|assumptions?|exclusions?|non-goals|drawbacks?|downsides?|disadvantages?|trade-?offs?|costs?|cons|negatives?|consequences?|impacts?|side effects?|requirements?|targets?|metrics?|users?|goals?|tests?|error handling|failure modes?|criteria|` +
		`have|has|been|are|were|is|currently|at (?:this|the) (?:time|moment|stage|point)|at present|for (?:now|this (?:project|product|release|version|phase|decision|system)|the (?:mvp|time being|moment))|in (?:this|the) (?:project|product|release|version|phase|scope|mvp)|here|left|exists?|remain(?:s|ing)?|appl(?:y|ies)))*[\s.!)）*_|]*$|` +
		`^[\s>*_+|-]*(?:(?:the )?(?:overall |remaining |project )?risks? (?:is|are|level is)|(?:all )?risks? (?:is|are)) (?:considered |deemed |regarded as |rated |generally |very |rather |fairly |relatively |currently )*(?:low|minimal|negligible|small|manageable|acceptable|under control|limited)[\s.!]*$|^[\s>*_+|-]*(?:very |generally |overall )?low risk[\s.!]*$|` +
		`^[\s>*_+|（(-]*(?:目前|当前|暂时?|现阶段|本期|本项目|本产品|本系统|本阶段|整体|总体|上|我们|认为|看)*(?:无|没有|暂无|未发现|未识别[到出]?|尚未发现|不存在|不适用|不涉及|不需要|无需)(?:任何|明显|显著|重大|主要|已知|其他|特殊|额外|的|较大|严重|负面|潜在)*(?:风险|威胁|问题|隐患|约束|限制|假设|范围外(?:内容|事项)?|排除项|缺点|代价|弊端|劣势|副作用|影响|后果|不足|成本|要求|需求|目标|内容|事项|用户|测试|处理)*(?:点|项)?[\s。！）)*_|]*$|^[\s>*_+|-]*(?:整体|总体|项目|各项|所有)?风险(?:整体|总体|均|都|较|很|极|为)*(?:低|小|可控|可接受|不大)[\s。！]*$`)
	// elsewhere is a whole sentence that only says where something stands: in a tool,
	// in another text, above.
	elsewhere = pattern.New(`(?i)^[\s>*_+|(-]*(?:(?:please )?(?:see|refer to|cf\.?|consult|check|look at)|(?:(?:this|these|it|they|all|the|our|details|everything|most|\w+) ){0,6}(?:(?:is|are|has been|have been|can be|will be|were|was) )?(?:already |also |all |fully |separately )*(?:described|documented|maintained|kept|listed|defined|specified|covered|tracked|recorded|available|found|handled|given|provided|collected|captured|stated|explained|discussed|mentioned|addressed|managed|agreed))\b[^.;\n]{0,50}?\b(?:wiki|confluence|notion|jira|sharepoint|google (?:docs?|drive|sheets?)|drive|miro|figma|excel|spreadsheets?|slides?|slide deck|deck|slack|intranet|trello|asana|ticket(?:s| system)?|issue tracker|tracker|backlog|elsewhere|(?:the )?(?:other|separate|another|different|internal|existing|team|project|related|previous|earlier) (?:documents?|documentation|docs?|files?|pages?|places?|specs?|projects?|sections?|handbook|guidelines?)|above|below|earlier|handbook|e-?mails?|minutes|meetings?)\b[^.,;\n]{0,24}[\s.)*_|]*$|` +
		`^[\s>*_+|-]*(?:as (?:usual|above|before|discussed|agreed|described|mentioned|in the (?:last|previous|other) (?:project|product|release|version))|same as (?:above|before|usual|always|the (?:last|previous|other) \w+|in \w+)|(?:the )?(?:usual|standard|common|normal)(?: (?:ones?|procedure|process|practice|rules?|criteria|approach|definition of done))?(?: appl(?:y|ies))?|(?:self-?explanatory|obvious|well known)|(?:will|to) (?:be (?:added|completed|filled in|written|provided|defined|described|discussed)|follow)(?: (?:later|soon|separately|in (?:the|a) (?:next|later|following) (?:version|step|phase|iteration|sprint|release)|when needed|as needed))?)[\s.!]*$|` +
		`^[\s>*_+|（(-]*(?:(?:具体|详细|相关|本节|该|以上|其他|完整)?(?:内容|信息|说明|清单|列表|细节|要求|标准|\p{Han}{2,6})?(?:请|均|都|已|另|统一|单独)*(?:见|参见|详见|参考|参照|查阅|查看|记录[在于]|存放[在于]|维护[在于]|写在|列在|定义[在于]|放在|在))[^，。；\n]{0,14}?(?:维基|(?i:wiki|confluence|notion|jira|tapd|sharepoint|excel|ppt|miro|figma)|飞书|钉钉|语雀|石墨|腾讯文档|企业微信|共享盘|网盘|表格|邮件|群[里内聊]?|另一份文档|其他(?:文档|章节|地方|资料|项目)|相关(?:文档|资料|章节)|别处|他处|另处|上文|前文|下文|上述|前述|前面|后面|上方|下方|工单|看板|禅道|内网|知识库|会议(?:纪要|记录)?|团队规范)[^，。；\n]{0,8}[\s。）)*_|]*$|` +
		`^[\s>*_+|-]*(?:同上|同前|同上一?(?:期|版|项目)|如上(?:所述)?|如前(?:所述)?|略|从略|照旧|照常|按惯例|按(?:常规|标准|团队|公司|通用)(?:流程|规范|做法|标准|要求|约定)?(?:执行|处理|即可)?|众所周知|不言自明|显而易见|(?:后续|稍后|以后|另行|届时)(?:再)?(?:补充|完善|添加|给出|说明|填写|细化|提供|讨论))[\s。！]*$`)
	sentences = pattern.New(`[^.。;；!！?？\n]+(?:\.[^\s][^.。;；!！?？\n]*)*[.。;；!！?？]?`)
)

// HollowText tells whether all that a text says is that there is nothing to say, or
// that it is said somewhere else.
func HollowText(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 400 || strings.Contains(text, "](") || strings.Contains(text, "[[") || len(document.FindIDs(text)) > 0 || strings.Contains(text, ".md") {
		return false
	}
	for _, sentence := range sentences.FindAllString(text, 8) {
		if document.Units(sentence) > 0 && !denial.MatchString(sentence) && !elsewhere.MatchString(sentence) {
			return false
		}
	}
	return document.Units(text) > 0
}

// DeniesAll tells whether a section says nothing but that there is none, or where
// it is said. A section that holds others, or a drawing, says more.
func DeniesAll(d *document.Document, s *document.Section) bool {
	at := s.All()
	if at.Len() > 500 || s.End < at.End {
		return false
	}
	body := document.Span{Start: min(max(s.Body, at.Start), at.End), End: at.End}
	return HollowText(d.Slice(body))
}

// quantity is anything that makes a statement measurable: a number with a unit,
// a threshold, a percentage, a percentile or an absolute such as "zero" or 零.
var quantity = pattern.New(`(?i)[<>≤≥=]\s*=?\s*\$?\d|\d\s*(?:%|％|‰)|\bp(?:50|75|90|95|99)\b|` +
	`\b\d[\d,.]*\+(?:[^\d+]|$)|\d+(?:[.,]\d+)?\+?\s*(?:ms|µs|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|x|×|kb|mb|gb|tb|kib|mib|gib|bytes?|px|rps|qps|tps|fps|users?|requests?|req|items?|files?|rows?|records?|lines?|pages?|times?|percent|points?|clicks?|steps?|characters?|chars|people|teams?|errors?|retries|attempts|connections?|sessions?|commands?|modules?|levels?|nines)\b|` +
	`\d+\s*(?:条|个|次|处|份|项|类|种|张|行|人|倍|万|亿|千|百|秒|毫秒|微秒|分钟|分|小时|天|日|周|月|年|轮|级|层|页|段|套|台|步|位|元|字|名|家|款|期|成)|` +
	`\b\d+\s*/\s*\d+\b|[$¥€]\s*\d|\b(?:zero|100)\b|(?:^|[^\d.,])0\s+\p{L}|\b(?:at most|at least|no more than|no less than|within|under|over|below|above|up to|max(?:imum)?|min(?:imum)?)\s+\$?\d|` +
	`[一二两三四五六七八九十百半]+(?:毫秒|秒钟?|分钟|个?小时|天|周|个月|倍|成)|[两三四五六七八九十百千万]+(?:条|个|次|处|份|项|类|种|张|行|人|步|位|页)|[率数比]\s*[:：为]?\s*\d|零|全部|通过率|(?:测试|检查|校验|验证|评审)通过|\d+\s*[-–~到至]\s*\d+`)

// standard is a named norm that can be tested against.
var standard = pattern.New(`(?i)\b(?:WCAG|ISO(?:/IEC)?[ -]?\d+|IEEE|RFC[ -]?\d+|OWASP|GDPR|HIPAA|PCI[- ]DSS|SOC ?2|NIST|FIPS|AES-?\d+|TLS ?1|SHA-?\d+|ARIA|Section 508|EN 301|OAuth|SLSA|CWE|semver|等保|国标|GB/?T)\b|等保|国标`)

// Measured tells whether a statement says how much.
func Measured(text string) bool { return quantity.MatchString(text) }

// LeastSubstance is how many words or Chinese characters make an entry say something of its own.
const LeastSubstance = 6

var listed = pattern.New(`^\s*(?:[-*+]|\d+[.)]|\|)\s*\S`)

// gap is a line that holds a place for what is to be said: a mark, or words in brackets alone.
var gap = pattern.New(`(?i)^[^\pL\pN]*(?:TB[ACD]|TODO|FIXME|to be (?:defined|determined|done|written)|待定|待补充|待完善|待填写?|\[[^\]\n]*\]|<[^>\n]*>|\{[^}\n]*\}|\([^)\n]*\)|（[^）\n]*）)?[^\pL\pN]*$`)

// Nothing is what says that there is nothing to say: the word alone, or with
// what there is none of. "No server" and 无人机 say something.
var Nothing = pattern.New(`(?i)^[\s\-*|_>()（]*(?:(?:none|n/?a|not applicable|nil)\b|nothing\b|no[.\s]*$|no (?:(?:open|known|further|other|outstanding|more|relevant|specific) )*(?:questions?|risks?|issues?|conflicts?|conflicting views|dependenc(?:y|ies)|findings?|changes?|disagreements?|assumptions?|constraints?|integrations?|gaps?|items?)\b|` +
	`(?:无|没有)(?:[\s。，,.;；（(）)|]|$|(?:已知|开放|未决|待定|其他|额外|外部|明显)?的?(?:问题|风险|冲突|分歧|依赖|假设|约束|变更|发现))|(?:不适用|不涉及)(?:[\s。，,.;；（(）)|]|$)|暂无)`)

// Says tells whether a section has a body: one entry of a list, or a line of more than a word, besides headings
// and marks that hold a place. Or it says explicitly that there is none of what need not be.
func Says(d *document.Document, s *document.Section) bool {
	switch {
	case DeniesAll(d, s):
		return !due[s.Topic] && Nothing.MatchString(d.Slice(s.All()))
	case d.Substance(s) == 0:
		return false
	}
	for line := range strings.Lines(d.Slice(s.All())) {
		units := document.Units(line)
		if units == 0 || strings.HasPrefix(line, "#") || gap.MatchString(strings.TrimSpace(line)) {
			continue
		}
		if units > 3 || listed.MatchString(line) || len(strings.Fields(line)) > 1 {
			return true
		}
	}
	return Nothing.MatchString(d.Slice(s.All()))
}

// SaysOrDenies tells whether a section has substance or says that there is none,
// and not just that it stands somewhere else.
func SaysOrDenies(d *document.Document, s *document.Section) bool {
	if due[s.Topic] && DeniesAll(d, s) {
		return Nothing.MatchString(d.Slice(s.All()))
	}
	return Says(d, s)
}

// Topic returns a document's best section about a topic: the first that says
// something, else the first, else nil.
func Topic(d *document.Document, t document.Topic) *document.Section {
	sections := d.Find(t)
	for _, s := range sections {
		if Says(d, s) {
			return s
		}
	}
	if len(sections) > 0 {
		return sections[0]
	}
	return nil
}

// HeadingOf is the span of a section's heading, to point at.
func HeadingOf(d *document.Document, s *document.Section) document.Span {
	line := d.LineAt(s.Start)
	if s.Body > s.Start && s.Body < line.End {
		line.End = s.Body
	}
	return line
}

// Mentions returns the IDs a document names, with where it first does.
func Mentions(docs ...*document.Document) map[string]document.Mention {
	found := map[string]document.Mention{}
	for _, d := range docs {
		for _, m := range d.IDs {
			if _, known := found[m.ID]; !known {
				found[m.ID] = m
			}
		}
	}
	return found
}

// Contains tells whether a text holds one of the words.
func Contains(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// EmptyCell tells whether a cell says nothing.
func EmptyCell(text string) bool {
	return strings.Trim(text, " -–—*_`?/") == "" || strings.EqualFold(strings.TrimSpace(text), "n/a")
}

// LeftOpen is a cell that says no more than that it is still to be filled.
var LeftOpen = pattern.New(`(?i)^\W*(?:tb[dac]|to be (?:decided|determined|defined|confirmed|checked|chosen|clarified|agreed)|unknown|unclear|undecided|open|not (?:yet )?(?:decided|known|defined)|待定|未定|待确认|待补充?|待评估|待明确|未知|不明)[^\p{L}\d]*$`)

// SaysLittle is a cell whose words fit any row.
var SaysLittle = pattern.New(`(?i)^[^\p{L}\p{N}]*(?:various|miscellaneous|misc|the usual|as usual|usual|as needed|as required|as appropriate|if needed|when needed|(?:see )?(?:above|below|elsewhere)|as discussed|self-?explanatory|obvious|ok|okay|fine|yes|(?:to )?follows?(?: later)?|later|some|several|whatever|anything|etc|according to (?:need|situation)|not (?:applicable|needed|relevant)|按需|视情况(?:而定)?|同常规|常规|见上文?|见下文?|如上|略|从略|各种|多种|若干|有|是|好|后续(?:补充|确定|再定)?|另行(?:确定|说明|约定)|酌情|不适用|不涉及)[^\p{L}\d]*$`)

// SortedKeys returns the keys of a map in order.
func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// GateWord is a verdict of a readiness gate.
var GateWord = pattern.New(`(?i)\b(?:pass(?:ed)?|fail(?:ed)?|ready|not ready|approved|rejected|go|no-go|review required|(?-i:REVIEW)|needs revision|conditional)\b|通过|就绪(?:[^度报]|$)|不合格|合格|待修订|需修改|驳回`)

// ScoreTable returns the table of dimension scores and its score column.
func ScoreTable(d *document.Document) (*document.Table, int) {
	for _, t := range d.Tables {
		if i := t.Column("score", "rating", "评分", "得分"); i > 0 && len(t.Rows) > 1 {
			return t, i
		}
	}
	return nil, 0
}

// TotalRow tells whether a row of a table sums up the others.
func TotalRow(row []document.Cell) bool {
	return Contains(strings.ToLower(row[0].Text), "total", "overall", "weighted", "average", "mean", "平均", "总", "合计", "综合", "加权")
}
