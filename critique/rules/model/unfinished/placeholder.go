package unfinished

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// What templates leave to be filled in, in prose, and what makes a brace or
// angle bracket something else.
var (
	Bracketed = pattern.New(`\{\{\s*[A-Za-z\p{Han}][^{}\n]{0,120}\}\}|\{[A-Za-z\p{Han}][^{}\n]{0,120}\}|` +
		`<[A-Z][A-Z0-9]*[_ ][A-Z0-9_ ]{1,40}>|<(?:NAME|TITLE|PRODUCT|PROJECT|DATE|AUTHOR|VERSION|USER|COMPANY|OWNER|TEAM)>|<[a-z]+(?:[ _][a-z]+){1,5}>|<[a-z ]{2,30}(?:: ?| ?[-–—,] ?)(?:ask|tbd|to be|from|insert|fill|see)\b[^<>\n]{1,40}>|<\p{Han}[\p{Han}\w、/]{1,20}>|` +
		`\[(?:FEATURE|DATE|NAME|LINK|BRANCH|AUTHOR|###-feature-name|[A-Z]{2,20}(?:_[A-Z]{2,20})+)\]|\[(?i:todo|tbd|tbc|tba|placeholder(?:[: ][^\]\n]{0,60})?|(?:insert|enter|describe|fill in|to be|your) [^\]\n]{1,60})\]|[\[【](?:待补充|待填写?|待完善|待定|占位符?|请?填写|请?输入)[^\]】\n]{0,20}[\]】]|` +
		`_{5,}|(?i:lorem ipsum)|\b(?:XX+|xxx+)\b|\B\?{3,}`)
	identifier = pattern.New(`^\{\s*[\w.-]+(?:\s*[,:]\s*[\w.-]+)+\s*\}$|^\{\s*["\w-]+\s*:`)
	typeName   = pattern.New(`^\{(?:string|number|integer|boolean|bool|[Oo]bject|[Aa]rray|any|[Ff]unction|null|undefined|void|Date|Buffer|Promise)\b`)
	scheme     = pattern.New(`\b(?:Bearer|Basic|Token|Digest) $`) // of an HTTP header, whose value is a parameter
	htmlTag    = pattern.New(`^<(?:a|audio|button|details|dialog|form|iframe|img|input|ol|option|script|select|style|table|td|th|ul|video)[ _]`)
	toolTag    = pattern.New(`^</?(?i:` + ToolTags + `)[ >]`)
	cues       = [...]string{"{", "<", "[", "【", "_____", "orem ", "OREM ", "XX", "xxx", "???"}

	// others is a part of a form that somebody else fills in later, "[To be populated by QA agent]", or
	// that a phase has until it is planned, or filler that the text speaks of.
	others = pattern.New(`(?i)^\[to be (?:planned\]|(?:populated|filled(?: in| out)?|completed|added|written|provided) by (?:the |an? )?(?:qa|dev\w*|review\w*|test\w*|scrum|agent))|^lorem ipsum["'”*_` + "`" + `]*\s+(?:is|are|was|were|as|or|and|must|should|shall|may|will|does|texts?)\b`)

	// banned stands before what is not to be there: no lorem ipsum.
	banned = pattern.New(`(?i)\b(?:no|without|never|any|instead of|not)\s+(?:[\w-]+\s+)?["'“` + "`" + `]?$`)

	// hint is what a template says to whoever fills it in.
	hint = pattern.New(`(?i)^[\s>*_(（\[【]*(?:(?:please )?(?:list|describe|fill in|enter|insert|explain|summari[sz]e|write down)\b[^.\n]{0,80}\bhere\b\s*[.:]?|(?:hint|note|tip|instructions?|guidance)[:：].{0,80}\b(?:delete|remove) this\b(?:[^.\n]{0,24}\b(?:before (?:publi|submi|finali|approv|review|commit|shar|you|releas|merg|hand)|when|once|after)|(?: (?:hint|note|line|section|text|comment|paragraph|instructions?|guidance|block|placeholder))?[^\pL\n]*$)|this section (?:should|must) (?:describe|contain|list|explain|state|include)\b|请?(?:在此|在这里|此处)处?(?:请)?(?:填写|描述|列出|补充|填入)|本(?:节|章|段)(?:应当?|请|需要?|须)(?:描述|说明|列出|填写|包含))|` +
		`(?:^|[.。!！>*_(（]\s*|[,，]\s*(?:and|then|并)?\s*)(?:please )?(?:delete|remove|replace) this (?:hint|note|line|section|text|comment|paragraph|instructions?|guidance|block|placeholder)\b[^.\n]{0,40}(?:[.!]|$)|(?:(?:发布|提交|定稿|完成|填写)(?:之?前|后)?请?|^[\s>*_(（]*请)(?:删除|去掉|移除)(?:本|此|该)(?:提示|说明|注释|段落?|行|节)`)
	hintCues = [...]string{" here", "his section", "elete this", "emove this", "eplace this", "在此", "在这里", "此处", "本节", "本章", "本段", "删除", "去掉", "移除"}
)

// ToolTags are the tags of prompts and answers that a tool leaves in a document: nobody fills them in.
const ToolTags = `system-reminder|function_(?:calls?|results?)|tool_(?:calls?|use|results?|output|response)|antml:\w+|invoke|parameter|final_(?:answer|report|output)|answer|response|document_contents?|file_contents?|reasoning|reflection|canvas|instructions|user_query`

// Placeholders returns the template variables nobody filled in, first those that
// are the value of a frontmatter field.
func Placeholders(d *document.Document) []document.Span {
	found := emptyFields(d)
	closed := sync.OnceValue(func() map[string]bool { return closedTags(d) })
	start := 0
	for line := range strings.Lines(d.Prose) {
		if model.Contains(line, cues[:]...) && !calls.MatchString(line) {
			for _, m := range Bracketed.FindAllStringIndex(strings.TrimSuffix(line, "\n"), 500) {
				if at := start + m[1]; IsPlaceholder(line, m) && !banned.MatchString(line[:m[0]]) && !others.MatchString(line[m[0]:]) && (at >= len(d.Text) || d.Text[at] != '`') && (line[m[0]] != '<' || !closed()[line[m[0]+1:m[1]-1]] && !isNotation(d, line[m[0]:m[1]]) && !opensPart(d, document.Span{Start: start + m[0], End: at})) {
					found = append(found, document.Span{Start: start + m[0], End: start + m[1]})
				}
			}
		}
		for _, m := range unnamedFields(line) {
			found = append(found, document.Span{Start: start + m[0], End: start + m[1]})
		}
		if model.Contains(line, hintCues[:]...) {
			if m := hint.FindStringIndex(strings.TrimSuffix(line, "\n")); m != nil && !introduces(d, document.Span{Start: start + m[0], End: start + m[1]}) {
				found = append(found, document.Span{Start: start + m[0], End: start + m[1]})
			}
		}
		start += len(line)
	}
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			for column, cell := range row {
				if unfilledCell.MatchString(cell.Text) || unsaidCell.MatchString(cell.Text) && whoOrWhen.MatchString(t.Header[column].Text) {
					found = append(found, cell.Span)
				}
			}
		}
	}
	found = slices.DeleteFunc(found, func(at document.Span) bool { return filledLater(d, at) })
	found = slices.Concat(found, leftMarks(d), openChoices(d), untakenGate(d), chooseHints(d), instructed(d), openSlots(d))
	slices.SortFunc(found, func(a, b document.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) // what says more
	})
	return slices.CompactFunc(found, func(a, b document.Span) bool { return a.Start == b.Start || a.Overlaps(b) })
}

// spokenOf is what stands before a mark that the text speaks of: "marked as [TO_BE_SET] in
// the specification".
var spokenOf = pattern.New(`(?i)\b(?:marked|tagged|labell?ed|flagged|shown|listed|written) (?:as|with)\W{0,3}$|\b(?:marker|mark|placeholder|tag)s?\W{0,3}$|(?:标记|标注|标)为\W{0,3}$`)

var (
	// control is what an angle bracket names the caption of.
	control = pattern.New(`(?i)^\s*(?:button|link|field|label|tab|menu|key|icon|checkbox|toggle|screen|page|dialog)s?\b`)
	// threshold is what stands before a parameter.
	threshold = pattern.New(`[≥≤<>=]\s*$`)
)

// calls is a brace with a call in it, as programs have it: the line is one of a program.
var calls = pattern.New(`\{[A-Za-z_][\w.]*\([^{}\n]{0,80}\}`)

// isNotation tells whether a text in angle brackets is the document's word for something that varies: it has
// underscores, and comes again and again.
func isNotation(d *document.Document, text string) bool {
	const often = 3
	return strings.Contains(text, "_") && strings.Count(d.Text, text) >= often
}

// opensPart tells whether a tag stands alone before a heading that is not the first below another one: it opens
// a part, which a hasty writer does not close.
func opensPart(d *document.Document, at document.Span) bool {
	if strings.ContainsRune(d.Slice(at), ' ') || strings.TrimSpace(d.Slice(d.LineAt(at.Start))) != d.Slice(at) {
		return false
	}
	above := strings.TrimRight(d.Text[:at.Start], " \t\n")
	above = above[strings.LastIndexByte(above, '\n')+1:]
	return strings.HasPrefix(strings.TrimLeft(d.Text[at.End:], " \t\n"), "#") && !strings.HasPrefix(above, "#")
}

var closingTag = pattern.New(`</([A-Za-z][A-Za-z0-9_-]{0,40})>`)

// closedTags returns the elements that a document closes: some frameworks mark the parts
// of a document as XML does, and what is closed stands for itself.
func closedTags(d *document.Document) map[string]bool {
	found := map[string]bool{}
	for _, m := range closingTag.FindAllStringSubmatch(d.Text, -1) {
		found[m[1]] = true
	}
	return found
}

// unfilledCell is a cell that holds no more than the name of what belongs there.
var unfilledCell = pattern.New(`^\[(?:(?:Current|Today's|Start|End|Due|Target|Release) )?(?:Date|Name|Author|Owner|Version|Title|Description|Role|Status|Value|Number|Amount)\]$|^\[(?:Project|Product|Author|Your|Owner|Company|Team|Feature|User|Customer|Client)(?:'s)? (?:Name|Title|Role|ID)\]$`)

// unsaidCell is a cell that holds the form of a name or of a day, and whoOrWhen the title of a column of such.
var (
	unsaidCell = pattern.New(`^\W*<[a-z][a-z _-]{1,20}>\W*$|^(?:YYYY-MM(?:-DD)?|(?:DD|MM)[./-](?:MM|DD)[./-]YYYY|TT\.MM\.JJJJ)$`)
	whoOrWhen  = pattern.New(`(?i)^\W*(?:owner|who|responsible|assignee|author|approver|reviewer|name|sign(?:ed|-off)?(?: by)?|role|date|due(?: date)?|when|by|deadline|status|负责人|责任人|日期|截止(?:日期)?|签字|状态)\W*$`)
)

// exemplary tells whether a place lies in an example, which may leave things out.
func exemplary(d *document.Document, offset int) bool {
	return example.MatchString(d.SectionAt(offset).Title)
}

var example = pattern.New(`(?i)\bexamples?\b|\bsamples?\b|示例|样例|举例|例子`)

// IsPlaceholder tells a template variable from braces that are part of a path, a
// set or an object, from HTML and type parameters, from links and from rules.
func IsPlaceholder(line string, m []int) bool {
	text := line[m[0]:m[1]]
	before, after := byte(' '), byte(' ')
	if m[0] > 0 {
		before = line[m[0]-1]
	}
	if m[1] < len(line) {
		after = line[m[1]]
	}
	switch text[0] {
	case '{':
		return !(wordByte(before) && text[len(text)-1] == '}' && len(text) <= len("{NN}")) && !parameters.MatchString(line) && !strings.ContainsAny(text, "&=;()<>+*") && strings.IndexByte("/$#{-_.:=?&@\\", before) < 0 && strings.IndexByte("/_}-@=", after) < 0 && !identifier.MatchString(text) && !typeName.MatchString(text) && !scheme.MatchString(line[:m[0]])
	case '<':
		return !wordByte(before) && before != '=' && !(before == '*' && aloneInBold.MatchString(line)) && !htmlTag.MatchString(text) && !toolTag.MatchString(text) && !control.MatchString(line[m[1]:])
	case '[':
		return after != '(' && before != '/' && !spokenOf.MatchString(line[:m[0]])
	case '_':
		return !wordByte(before) && !wordByte(after) && document.Units(line) > 0
	}
	if before == ' ' && threshold.MatchString(line[:m[0]]) {
		return false // "≥ X %" is a value that is given elsewhere
	}
	return strings.IndexByte("-./=:?&@#\\", before) < 0 && strings.IndexByte("-/=@", after) < 0 // part of an address or of a number
}

// aloneInBold is the mark of a part, as plans have them for programs, in place of a heading: **<read_first>**.
var aloneInBold = pattern.New(`^\s*\*\*<[a-z][a-z_]*>\*\*\s*$`)

// parameters says that the variables of a line are what it is about: those of a prompt, of a
// message or of an address that the product fills in.
var parameters = pattern.New(`(?i)\b(?:variables?|parameters?|interpolat\w*|substitut\w*|prompt|f-strings?|merge fields?|path patterns?)\b|(?-i:\{[a-z]+(?:[A-Z][a-z]+)+\})|变量|参数|占位符|提示词|插值|變數|參數`)

func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || (c|0x20) >= 'a' && (c|0x20) <= 'z' || c == '_'
}

// emptyFields returns the lines of frontmatter fields whose value is a variable.
func emptyFields(d *document.Document) []document.Span {
	var found []document.Span
	for _, field := range d.Front.Fields {
		_, value, _ := strings.Cut(d.Slice(field.Span), ":")
		value = strings.Trim(value, ` "'`)
		if len(value) < 200 && strings.ContainsAny(value, "{<[") {
			if m := Bracketed.FindStringIndex(value); m != nil && m[0] == 0 && m[1] == len(value) && IsPlaceholder(value, m) {
				found = append(found, field.Span)
			}
		}
	}
	return found
}

// PlaceholdersIn returns the template variables that nobody filled in, found once.
func PlaceholdersIn(d *document.Document) []document.Span {
	return document.Once(d, "placeholders", Placeholders)
}

var (
	// fieldName is what a template calls the thing that belongs in its place.
	fieldName = pattern.New(`(?i)\[(?:(?:the|your|our|a|short|brief|insert|(?:product|project|company|team|client|customer|user|author|owner|system|service|feature|module|component|persona|stakeholder|document|session|epic|story|requirement|goal|metric|risk|person|manager|current|start|end|due|target|release|go-live|today['’]s|first|last|full|one-line)(?:['’]s)?) )+(?:names?|titles?|dates?|version|author|owner|number|description|summary|roles?|values?|amount|id|e-?mail|url|link|problem|benefit|personas?|metric|deadline|budget|team|department|type|group|goal|reason|outcome|percentage|threshold|unit|list)\]|` +
		`\[(?:[XYN]|XX+|NN+|\?+|_+|\.{2,}|…)\]\s?%|(?-i:\[(?:N|XX+|NN+|\?{2,}|_{2,})\])|(?-i:<[A-Z][a-z]+(?: [A-Za-z]+){1,3}>)|` +
		`[\[【〔<](?:(?:此处|具体|某|本)?(?:产品|项目|系统|公司|团队|客户|用户|功能|模块|作者|负责人|组件|服务|平台|文档|角色|目标|指标|需求|版本|发布|截止|开始|结束|当前|部门|会议|里程碑)+(?:名称?|名字|姓名|日期|时间|编号|标题|描述|说明|简介|数值|数量|职责|链接)|姓名|日期|具体(?:日期|时间|数值|数字|金额|名称)|数值|数字|金额|百分比|版本号)[\]】〕>]`)
	// fieldTalk is what speaks of a field, a button or a column of that name.
	fieldTalk = pattern.New(`(?i)(?:\b(?:click|press|tap|push|field|column|button|label|box|tab|column|select|choose|titled|called|named)\b[^.;\n]{0,12}|(?:点击|按下|单击|填写|字段|输入|选择|勾选|包含|显示|列出|标题为|名为)[^，。；\n]{0,6})$`)
	fieldNext = pattern.New(`(?i)^\s*(?:fields?|columns?|buttons?|boxes|box|inputs?|labels?|tabs?|tags?|字段|列|栏|按钮|输入框|标签|页签|[:：(\[])`)
	// labelValue is a short value behind a label in brackets, which is no sentence.
	labelValue = pattern.New(`^\s*[^，。；、\n]{1,40}\s*$`)
	predicate  = pattern.New(`^\s*(?:是|让|将|可|为|提供|支持|在|能|帮|通过|面向|由|把|用|的|使|以|会)`)
)

// valueOfType is what stands before the type of a value in the shape of a message:
// {"recipe": <Recipe JSON>}.
var valueOfType = pattern.New(`\{[^}\n]*:\s*\[?$`)

// unnamedFields returns the places of a line of prose that hold the name of what
// belongs there: [Product name], 【产品名称】.
func unnamedFields(line string) [][]int {
	var found [][]int
	text := strings.TrimSuffix(line, "\n")
	for _, m := range fieldName.FindAllStringIndex(text, 50) {
		before, after := text[:m[0]], text[m[1]:]
		switch {
		case strings.HasSuffix(before, "[") || strings.HasSuffix(before, "]") || strings.HasSuffix(before, "!") || strings.HasSuffix(before, "/") || before != "" && wordByte(before[len(before)-1]):
		case fieldNext.MatchString(after) || fieldTalk.MatchString(before):
		case htmlTag.MatchString(text[m[0]:m[1]]):
		case text[m[0]] == '<' && valueOfType.MatchString(before):
		case strings.TrimLeft(before, " \t>-*+#") == "" && model.Han.MatchString(text[m[0]:m[1]]) && labelValue.MatchString(after) && !predicate.MatchString(after) && document.Units(after) <= 12:
			// 【项目名称】仓库盘点 is a label with its value
		default:
			found = append(found, m)
		}
	}
	return found
}
