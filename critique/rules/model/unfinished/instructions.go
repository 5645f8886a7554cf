package unfinished

import (
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// instructions are what a prompt or a template says to whoever writes the document,
// left in it.
var instructions = [...]*pattern.Pattern{
	pattern.New(`(?i)^\s{0,3}(?:> ?)?[*_(（\[]{0,3}(?:you are (?:an? |the )(?:\w+[ -]){0,4}(?:manager|analyst|architect|writer|engineer|expert|assistant|reviewer|agent|specialist|developer|designer)\b[^\n]{0,80}|your (?:task|job|output) (?:is to|must|should)\b[^\n]{0,80}|(?:please )?(?:return|respond|reply|answer|output) (?:only |strictly )?(?:with|in|as|using) (?:\w+ ){0,4}(?:json|markdown|yaml|format|english|chinese|table)\b[^\n]{0,60}|` +
		`(?:expected )?output format[:：][^\n]{0,60}|(?:please )?(?:follow|use|see|fill(?: in| out)?|complete|adapt) (?:the|this) (?:\w+ )?template\b[^\n]{0,80}|(?:please )?(?:remember|make sure|be sure|don't forget|do not forget) to (?:include|mention|cover|number|replace|fill|delete|remove|list)\b(?:[^\n]{0,60}\b(?:sections?|requirements?|goals?|risks?|criteri(?:a|on)|stor(?:y|ies)|personas?|examples?|headings?|placeholders?|IDs?|rationale|assumptions?|constraints?|references?|citations?|diagrams?|templates?|documents?|stakeholders?|metrics?|non-goals|alternatives|at least)\b[^\n]{0,40}|\W*$)|` +
		`(?:please )?(?:write|generate|produce|provide|list|include|add|describe|give|name) (?:at least |up to |exactly |about |no more than |between )?(?:\d+|one|two|three|four|five|six)(?: ?(?:[-–]|to|or|and) ?(?:\d+|two|three|four|five|six))? (?:\w+ ){0,2}(?:sentences?|paragraphs?|bullets?|bullet points?|user stories|stories|goals?|risks?|personas?|adrs?|epics?|alternatives|acceptance criteria|non-goals|requirements?)\b[^\n]{0,60}|` +
		`(?:repeat|copy|duplicate) (?:this|the) (?:section|block|table|row|structure|template)s? (?:above |below )?(?:for|as|once|per)\b[^\n]{0,60}|(?:repeat|continue) for (?:each|every|all)\b[^\n]{0,60}|(?:add|insert) (?:more|further|additional) (?:rows?|sections?|items?|entries|bullets|stories|requirements)(?: here)?(?: (?:as|if|when|where) (?:needed|required|necessary))[^\n]{0,40}|` +
		`(?:delete|remove|omit|skip) (?:this |the )?(?:section |row |part |it )?(?:if|when|where) (?:it (?:does|is) )?(?:not (?:applicable|needed|used|apply|relevant|required)|n/a|empty|unused)[^\n]{0,40}|instructions? (?:for|to) (?:the )?(?:writer|author|agent|model|generator|assistant)s?\b[^\n]{0,60}|(?:do not|don't) (?:include|add|write|output) (?:any )?(?:explanations?|commentary|code fences?|preamble|other text|implementation details)\b[^\n]{0,60})`),
	pattern.New(`(?i)[(（\[](?:(?:max(?:imum|\.)?|min(?:imum|\.)?|at least|up to|about|approx\.?|~|≤) ?)?(?:\d{1,2}|one|two|three)(?: ?(?:[-–]|to|or) ?(?:\d{1,2}|two|three|four|five))? (?:short |concise |brief )?(?:sentences?|paragraphs?|bullets?|bullet points?)(?: (?:max(?:imum)?|min(?:imum)?|each|only|or less|per \w+))?[)）\]]|` +
		`[(（\[](?:delete|remove|omit|skip)[^()（）\n]{0,24} (?:if|when) (?:not (?:applicable|needed|relevant|used)|n/?a|unused|empty)[)）\]]|[(（\[](?:repeat|copy) (?:for each|per|this|as needed)[^()（）\n]{0,30}[)）\]]|[(（\[](?:optional section|required section|fill(?: this)? (?:in|out)|example only|for illustration|template text|sample (?:text|content|row))[)）\]]`),
	pattern.New(`^\s{0,3}(?:> ?)?[*_(（\[【]{0,3}(?:(?:你|您)(?:现在)?是(?:一[名位个])?[^，。\n]{0,14}(?:产品经理|分析师|架构师|专家|助手|助理|工程师|写手|智能体|评审员|设计师)[^\n]{0,40}|(?:你|您)的(?:任务|职责|工作)(?:是|为)[^\n]{0,40}|请?(?:严格)?(?:按照?|根据|参照|参考|遵循)(?:上述|以上|以下|下列|下面|该|此|本)[^，。\n]{0,8}(?:模板|格式|提示|指令|说明)[^\n]{0,30}|请(?:只|仅)?(?:用|以|使用)\s?(?:中文|英文|JSON|Markdown|表格)[^，。\n]{0,8}(?:输出|回答|撰写|填写|返回|编写)[^\n]{0,20}|` +
		`(?:期望|预期)?输出(?:格式|要求)[:：][^\n]{0,40}|请(?:生成|撰写|编写|列出|列举|概述)[^\n]{0,40}|请(?:填写|给出|描述|说明|补充|替换)[^，。\n]{0,12}(?:本[节章段]|背景|愿景|目标|风险|需求|约束|假设|理由|内容|信息|章节|模板)[^\n]{0,20}|(?:至少|不少于|不超过|最多|应)(?:列出|包含|写出?|填写|给出|提供)\s*\d+(?:\s?[-–~至到]\s?\d+)?\s*(?:个|条|项|名|类)(?:以上)?(?:目标|需求|风险|用户故事|故事|史诗|备选方案|方案|验收标准|用户画像|非目标|要点)[^\n]{0,30}|` +
		`(?:可)?(?:按需|视需要|根据需要|如有需要|必要时)(?:可)?(?:继续)?(?:增加|添加|增减|补充|复制|重复)[^，。\n]{0,6}(?:行|条目|章节|小节|本节|此节|本块|段落)[^\n]{0,20}|(?:可|请)?(?:复制|重复)(?:本|此|该|以上|上述)(?:节|块|段|行|部分|结构|模板)[^\n]{0,20}|(?:若|如|如果)?不(?:适用|需要)(?:时)?(?:，|,|则|请|可)*(?:删除|省略|移除)[^\n]{0,12}|(?:不要|请勿|无需|禁止)(?:输出|包含|添加|写)(?:任何)?(?:解释|说明|代码块|多余|其他|额外)[^\n]{0,20})`),
	pattern.New(`[（(](?:限|约|最多|至少|不超过|控制在)?\s*(?:\d+|[一两二三四五])(?:\s?[-–~至到]\s?(?:\d+|[一两二三四五]))?\s*(?:句话?|段话?|个自然段|个?要点)(?:以内|左右|即可|说明|概括)?[)）]|[（(](?:若|如|如果)?不(?:适用|需要)(?:时)?[，,则请可]*(?:删除|省略|移除)(?:本|此|该)?[节行段]?[)）]|[（(](?:示例(?:文字|内容|行)?(?:，|,)?(?:请替换)|(?:请)?替换为实际(?:内容|数据)|模板(?:文字|示例)|可复制(?:本|此)[节段块行])[)）]`),
}

// inBrief is how a heading says that its section puts something in a nutshell, and
// atLength is how much of a sentence shows that it does.
var inBrief = pattern.New(`(?i)^.{1,3}(?:(?:in )?one sentence|一句话).{1,3}$`)

const atLength = 30

// saidOfContent tells whether a length in brackets stands inside a sentence that goes on, behind
// a name in code, or in a list of what something holds: it says how long something is that the
// document demands.
func saidOfContent(d *document.Document, at document.Span) bool {
	if !strings.ContainsAny(d.Text[at.Start:at.Start+1], "([") {
		return false
	}
	line := d.LineAt(at.Start)
	before, after := d.Text[line.Start:at.Start], strings.TrimLeft(d.Text[at.End:line.End], " .。,，;；")
	return !strings.HasPrefix(strings.TrimSpace(before), "#") && document.Units(before) >= 2 && document.Units(after) >= 4 ||
		strings.Contains(before, "`") || outlined.MatchString(before) && (isPart(d, line.Start-1) || isPart(d, line.End+1))
}

var (
	// outlined is the beginning of an item that names something, without a colon before what belongs there.
	outlined = pattern.New(`^\s*[-*+]\s+[^\s:*][^:]*[^\s:*]\s*$`)
	item     = pattern.New(`^\s*[-*+]\s`)
)

// isPart tells whether the line at an offset is an item of a list that gives no length.
func isPart(d *document.Document, offset int) bool {
	if offset < 0 || offset >= len(d.Text) {
		return false
	}
	text := d.Slice(d.LineAt(offset))
	return item.MatchString(text) && !instructions[1].MatchString(text)
}

// introduces tells whether the line of an instruction ends with a colon, and what it asks for stands
// right behind it: it tells whoever does the work, or how long what follows is. What is under a label in bold
// is told of the product.
func introduces(d *document.Document, at document.Span) bool {
	line := d.LineAt(at.Start)
	if labelled.MatchString(d.Slice(line)) {
		return true
	}
	return opens.MatchString(d.Slice(line)) && follows.MatchString(d.Text[line.End:])
}

var (
	// labelled is a label in bold, with a sentence behind it.
	labelled = pattern.New(`^\s{0,3}\*\*[^*\n]{3,40}:\*\*\s+\S+(?:\s+\S+){5,}`)
	// opens is a line that says that something follows, and follows is code, a list or a table.
	opens   = pattern.New(`:[*_]*\s*$`)
	follows = pattern.New("^\\s*\\n\\s*(?:```|~~~|[-*+]\\s+\\S|\\d+[.)]\\s+\\S|\\|)")
)

// instructed returns what a prompt or template asks the writer for where the document
// should stand. Lists of what is to be done ask rightly.
func instructed(d *document.Document) []document.Span {
	var found []document.Span
	if d.Kind == document.Readiness {
		return nil
	}
	for _, pattern := range instructions {
		for _, at := range Matches(d, pattern) {
			section := d.SectionAt(at.Start)
			if saidOfContent(d, at) || introduces(d, at) {
				continue
			}
			if !section.Under(document.OpenQuestions, document.Issues, document.Watch) && !(at.Start < section.Body && inBrief.MatchString(d.Slice(at)) && d.Substance(section) >= atLength) {
				found = append(found, at)
			}
		}
	}
	return found
}
