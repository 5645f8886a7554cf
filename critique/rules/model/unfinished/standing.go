package unfinished

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// Standing tells of each placeholder of a document whether it certainly waits for a value:
// it is all that a field, a heading, a cell, an item or a line holds, perhaps behind a label.
// In the middle of a sentence the same characters may be an example, a variable of the
// product or a caption: they are believed only beside one that is certain. What a document
// for agents or a template asks for is asked of whoever reads it.
func Standing(d *document.Document, found []document.Span) []bool {
	certain := make([]bool, len(found))
	if Guides(d) {
		return certain
	}
	for i, at := range found {
		certain[i] = stands(d, at)
	}
	if slices.Contains(certain, true) {
		for i, at := range found {
			certain[i] = certain[i] || variable(d.Slice(at)) && !anything.MatchString(strings.TrimSpace(d.Slice(at)))
		}
	}
	return certain
}

// Guides tells whether a document is for agents or a template: what it leaves to be filled in
// is for whoever uses it.
func Guides(d *document.Document) bool { return guides.MatchString(d.Path) }

// Usual tells whether what does not certainly wait for a value is how people write something else: any
// letters, the choices of a command, and in the documents of a framework a variable of the product in a
// sentence, or a caption.
func Usual(text string, framed bool) bool {
	plain := strings.TrimSpace(text)
	return anything.MatchString(plain) || inBraces.MatchString(plain) || framed && variable(plain)
}

var inBraces = pattern.New(`^\{[^{}]*[|,][^{}]*\}$`)

func stands(d *document.Document, at document.Span) bool {
	text, line := strings.TrimSpace(d.Slice(at)), d.LineAt(at.Start)
	switch {
	case d.Kind == document.Other && strings.HasPrefix(text, "_____"):
		return false // it may be a form, whose blanks are filled in by hand
	case at.Start < d.Front.Span.End, marks.MatchString(text):
		return true
	case shape.MatchString(text) && !sentenceOf.MatchString(d.Slice(line)):
		return false // "by [User] on [Date]" is what a screen shows
	case toBuild.MatchString(text), anyAmount.MatchString(text), slices.ContainsFunc(instructions[:], func(p *pattern.Pattern) bool { return p.MatchString(text) }):
		return false // a sentence demands a length
	case !variable(text):
		return true
	case anything.MatchString(text):
		return false // "ValidationError: xxx" is any of them
	}
	before, after := d.Text[line.Start:at.Start], d.Text[at.End:line.End]
	if slices.Contains(stating[:], d.Kind) && named.MatchString(text) && (!strings.HasPrefix(strings.TrimSpace(before), "|") || model.Obliges(before)) {
		return true
	}
	if strings.HasPrefix(strings.TrimSpace(before), "|") || fields.MatchString(d.Slice(line)) {
		before = before[max(0, strings.LastIndex(before, "|")):]
		after, _, _ = strings.Cut(after, "|")
	}
	return document.Units(after) == 0 && (document.Units(before) == 0 || label.MatchString(before))
}

// stating are the kinds of documents in whose sentences no program fills anything in.
var stating = [...]document.Kind{document.Brief, document.Requirements, document.Requirement, document.Quality}

// named is a variable that is called like one of a program: a generator should have filled it in.
var named = pattern.New(`^\{\{?\s*[a-z]\w*\s*\}?\}$`)

// variable tells whether a placeholder is one of the forms that programs and screens have too.
func variable(text string) bool {
	m := Bracketed.FindStringIndex(text)
	return m != nil && m[0] == 0 && m[1] == len(text)
}

var (
	marks = pattern.New(`(?i)^[\[【](?:todo|tbd|tbc|tba|placeholder|insert|enter|describe|fill in|to be|###|(?-i:REMOVE IF UNUSED)|待|占位|请?填写|请?输入)|^lorem|^_{5}`)
	// shape are two names in brackets, and sentenceOf the words of a story or a criterion in which a template has them.
	shape      = pattern.New(`^[\[<【〈《].*[\[<【〈《]`)
	sentenceOf = pattern.New(`(?i)\b(?:as an?|as the|i (?:want|need|can)|given|when|then|so that|must|shall|should|will|for)\b|作为|我|当|给定|则|应|须|将`)
	// toBuild is a sentence that tells what to put in place of a part of the product.
	toBuild  = pattern.New(`(?i)^[.。].*\bplaceholder with\b`)
	anything = pattern.New(`(?i)^(?:x+|\?+)$`)
	// anyAmount is a bound with a letter for its number, which may be a parameter.
	anyAmount = pattern.New(`(?:^|[^\pL])X\s*(?:\pL|[%％]|$)`)
	// fields are those of a line that has one beside the other: **Branch**: x | **Date**: y.
	fields = pattern.New(`^[\s>*+_-]*\*\*[^*|]{1,40}\*\*\s*[:：][^|]*\|\s*\*\*`)
	label  = pattern.New(`^\W*[\p{L}\d][^.。;；,，]{0,40}[:：][\s*_]*$`)
	guides = pattern.New(`(?i)(?:^|/)(?:agents|claude|gemini|copilot-instructions)\.md$|(?:^|/)(?:[\w.-]*templates?|[\w.-]*prompts?|commands|skills)/|template\.md$|(?:^|/)prompt[\w.-]*\.md$|模[板版][^/]*(?:\.md$|/)`)
)

// Own tells whether a placeholder is proven to be one of a template's: a name in brackets, or filler. Of
// blanks, choices and sentences nobody can be sure, and a record of tests has such fields by right.
func Own(d *document.Document, at document.Span) bool {
	text := strings.TrimSpace(d.Slice(at))
	return ofTemplate.MatchString(text) && (!chooseHint.MatchString(text) || text == unused) && !Records(d)
}

// Asked tells whether what may be a template's own stands in a document that says what is wanted, where
// choices and sentences to its writer are most often left over. Others have their own reasons for them.
func Asked(d *document.Document, at document.Span) bool {
	return d.Kind != document.Other && d.Kind != document.Unknown && !model.StoryFile.MatchString(d.Path) && !ofTask.MatchString(strings.TrimSpace(d.Slice(at)))
}

// Records tells whether a document is a protocol, or keeps what tests brought.
func Records(d *document.Document) bool { return recordOf.MatchString(d.Path) }

var (
	ofTemplate = pattern.New(`(?i)^(?:[\[【〔{<@]|lorem ipsum|[\s:：*_"“]*\$ARGUMENTS|[-*] \[[ x]\] +\**TXXX\b|ACTION REQUIRED: (?:The content in this section represents|Replace the (?:content in this section|placeholder tree)|Fill them out with|Define measurable success))`)
	// ofTask is a mark in capitals, or a sentence that tells what to put elsewhere.
	ofTask   = pattern.New(`(?i)^[*_]*(?:__[A-Z]|ACTION REQUIRED|[.。!！>*_(（\s]*(?:please )?(?:delete|remove|replace) this)`)
	recordOf = pattern.New(`(?i)(?:^|[/_-])(?:(?:test|qa|uat)[_-]?(?:results?|reports?|logs?)|protocols?)\.md$|(?:测试(?:结果|记录|报告))\.md$`)
)

// Decisive tells whether an open mark stands where a decision is missing: it asks for one by its words, or is
// the value of a demand, a row or a field. Who does something, how it is called and when it comes may stay open.
func Decisive(d *document.Document, at document.Span) bool {
	line := d.LineAt(at.Start)
	before, after := d.Text[line.Start:at.Start], d.Text[at.End:line.End]
	name, table := before, false
	if t, row, column := cellAt(d, at); t != nil {
		name, table = t.Header[column].Text+" "+row[0].Text, true
	}
	switch {
	case needs.MatchString(d.Slice(at)):
		return true
	case inAdvance.MatchString(d.Path) && !table, exploring.MatchString(d.Path), !openMark.MatchString(d.Slice(at)), withoutIt.MatchString(name), later.MatchString(after), strings.HasPrefix(after, "-"):
		return false
	case table, model.WeightAt(d, at) >= model.Request:
		return true
	}
	return isValue.MatchString(before) && d.Kind != document.Brief && !goesOn.MatchString(after)
}

var (
	openMark = pattern.New(`^(?:TB[CD]\b|T\.B\.D|\?\?\?|待|(?i:(?:is|are|still|yet) to be ))`)
	// withoutIt is what a document can do without until somebody knows it.
	withoutIt = pattern.New(`(?i)\b(?:owners?|authors?|assignees?|assigned|reviewers?|approvers?|responsible|contacts?|brand(?:ing)?|logo|colou?rs?|names?|domain|dates?|due|start|end|estimates?|milestones?|release|sprint|timeline|schedule|plans?|budget|links?|url|adr|rfc|issue|ticket|pr|branch|commits?|status|hours|duration)\b|负责人|作者|评审人|品牌|日期|时间表|里程碑|预算|链接|状态|工时`)
	// later is behind a mark that goes on to say what holds until then, or who settles it.
	later = pattern.New(`(?i)^[\s*_)\]–—,(]*(?:(?:claude|agent|implementer)['’]?s discretion|assum\w*|likely|probably|default\w*|by|per|see|through|with|once|pending|in (?:the )?(?:story|phase|adr|design|spec)|during|after|until|暂定|由)\b`)
	// isValue is what stands before a mark that is all that is said of something.
	isValue = pattern.New(`(?i)(?:\b(?:is|are|be|remains?|still|stays?)\s|[:：=|(（\[]|为|是|仍|尚|暂|限|额|数)[\s*_(（\[]*$|^[\s>*+_-]*$`)
	// goesOn is behind a mark that a sentence goes on from.
	goesOn = pattern.New(`^[\s*_]*[\pL\d]`)
	// inAdvance is a document that says in advance what will be planned, exploring one that weighs it.
	exploring = pattern.New(`(?i)(?:^|/)(?:brainstorm\w*|party-mode|research|retro\w*)\b|brainstorming`)
	inAdvance = pattern.New(`(?i)(?:^|[/_-])(?:briefs?|briefing|roadmap|milestones?|timeline)\b[^/]*\.md$`)
)

// The same braces stand where nobody filled in a template and where a product fills in a text
// at runtime: a message, a format, an address, a prompt, a string to translate.

// filledLater tells whether a variable in braces is one that the product fills in: the words
// around it, the title above it or the column around it speak of texts of the product. What
// has the shape of a template's own field is none: {{author}} alone, {PROJECT_NAME}, and a
// field with the name of its label.
func filledLater(d *document.Document, at document.Span) bool {
	text, line := d.Slice(at), d.LineAt(at.Start)
	switch {
	case at.Start < d.Front.Span.End || shouting.MatchString(text):
		return false
	case strings.HasPrefix(text, "<"):
		return inTexts(d, at)
	case strings.HasPrefix(text, "[_"):
		return screens.MatchString(d.Path) || d.SectionAt(at.Start).Titled(screens)
	case !strings.HasPrefix(text, "{"):
		return false
	}
	before, after := d.Text[line.Start:at.Start], d.Text[at.End:line.End]
	if strings.HasPrefix(text, "{{") && document.Units(before+after) == 0 || namedSo(before, text) {
		return false
	}
	if speaks.MatchString(before) || speaks.MatchString(after) || written.MatchString(before) {
		return true
	}
	if section := d.SectionAt(at.Start); section != nil && section.Level > 1 && texts.MatchString(section.Title) {
		return true
	}
	return inTexts(d, at)
}

// inTexts tells whether a place is in a table that has a column about texts of the product.
func inTexts(d *document.Document, at document.Span) bool {
	return slices.ContainsFunc(d.Tables, func(t *document.Table) bool {
		return t.Span.Holds(at.Start) && slices.ContainsFunc(t.Header, func(c document.Cell) bool { return texts.MatchString(c.Text) })
	})
}

// screens is the title of what tells of screens, which have fields for whoever uses them.
var screens = pattern.New(`(?i)\b(?:journeys?|wireframes?|mock-?ups?|screens?|ux|ui|user flows?|forms?)\b|旅程|线框|原型|界面|表单`)

// namedSo tells whether a label names what stands behind it: "Author: {author}".
func namedSo(before, variable string) bool {
	trimmed := strings.TrimRight(before, " \t*_")
	label := strings.ToLower(strings.TrimRight(trimmed, " \t*_:：|"))
	name := strings.ToLower(strings.Trim(variable, "{} \t"))
	if i := strings.LastIndexAny(name, "_- "); i >= 0 && len(name) > i+1 && name[len(name)-1] < 0x80 {
		name = name[i+1:]
	}
	return name != "" && len(label) < len(trimmed) && strings.HasSuffix(label, name)
}

var (
	// shouting is a field as generators write it, {PROJECT_NAME}, or one that every document
	// has and a text of the product hardly: {{product_name}}.
	shouting = pattern.New(`^\{\{?\s*(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?:product|project|feature|company|session|document|epic|spec)_(?:name|title|description|version))\s*\}?\}$`)
	// speaks is what a line about a text of the product says.
	speaks = pattern.New(`(?i)\b(?:messages?|texts?|toasts?|banners?|captions?|notif(?:y|ies|ication\w*)|errors?|fail(?:s|ed|ures?)?|succe(?:ss|eded|eds)|invalid|not found|warn\w*|log(?:s|ged|ging)?|subject|body|greet\w*|hello|hi|dear|welcome|thank you|says?|reads|shows?|displays?|prints?|returns?|responds?|reply|replies|sends?|format(?:s|ted)?|patterns?|template strings?|ur[li]s?|routes?|paths?|endpoints?|quer(?:y|ies)|keys?|topics?|channels?|i18n|locali[sz]\w*|translat\w*|prompts?|interpolat\w*|placeholders?|strings?|named|naming|branch(?:es)?|commits?|files? names?|e\.g|for example)\b|` +
		`失败|成功|错误|异常|无效|消息|文案|通知|提醒|提示|格式|模板|路由|路径|地址|链接|日志|返回|响应|显示|展示|弹出|您好|你好|欢迎|感谢|翻译|例如|键名|命名|分支|主题|拼接|您|已\p{Han}`)
	// texts is the title of a column or a section about such texts.
	texts = pattern.New(`(?i)\b(?:messages?|texts?|strings?|errors?|notifications?|e-?mails?|prompts?|formats?|patterns?|templates?|routes?|paths?|endpoints?|api|url|keys?|i18n|translations?|locali[sz]ation|copy|wording|responses?|events?|topics?|naming|conventions?|logging|logs)\b|消息|文案|错误|通知|提示|邮件|短信|格式|模板|路由|路径|接口|地址|翻译|国际化|响应|命名|日志|主题`)
	// written is a name of a program before a brace, or a brace that is open: a type and its fields.
	written = pattern.New(`\b[A-Z]\w*[a-z]\w* $|\{[^{}\n]*$`)
)
