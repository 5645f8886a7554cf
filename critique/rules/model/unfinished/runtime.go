package unfinished

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// The same braces stand where nobody filled in a template and where a product fills in a text
// at runtime: a message, a format, an address, a prompt, a string to translate.

// filledLater tells whether a variable in braces is one that the product fills in: the words
// around it, the title above it or the column around it speak of texts of the product. What
// has the shape of a template's own field is none: {{author}} alone, {PROJECT_NAME}, and a
// field with the name of its label.
func filledLater(d *document.Document, at document.Span) bool {
	text, line := d.Slice(at), d.LineAt(at.Start)
	if !strings.HasPrefix(text, "{") || at.Start < d.Front.Span.End || shouting.MatchString(text) {
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
	return slices.ContainsFunc(d.Tables, func(t *document.Table) bool {
		return t.Span.Holds(at.Start) && slices.ContainsFunc(t.Header, func(c document.Cell) bool { return texts.MatchString(c.Text) })
	})
}

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
