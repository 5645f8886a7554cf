package unfinished

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// slotNames are what templates call what belongs in a sentence.
const slotNames = `(?:(?:some|the|an?|your|specific|given|initial|expected|measurable|observable|desired|main|primary|target|another|second|first|other|short|brief|one)[ -])*(?:contexts?|(?:pre-?)?conditions?|initial state|state|triggers?|actions?|events?|inputs?|(?:expected |desired |observable )?(?:results?|outcomes?|behaviou?rs?|outputs?|responses?)|results?|user(?: type| role| group)?|roles?|personas?|actors?|stakeholders?|goals?|wants?|needs?|features?|capabilit(?:y|ies)|functionality|benefits?|values?|reasons?|rationale|something|someone|tasks?|descriptions?|summary|metrics?|targets?|numbers?|thresholds?|dates?|deadline|owners?|names?|titles?|systems?|components?|products?|problems?|solutions?|alternatives?|options?(?: \w)?|consequences?|drawbacks?|risks?|mitigations?|assumptions?|constraints?)(?: (?:name|description|here|\d|[a-c]|goes here|of the (?:user|system|feature)))?`

const slotNamesHan = `(?:前置条件|前提条件|前提|条件|上下文|背景|场景|触发(?:条件|事件)|事件|动作|用户操作|操作|行为|输入|输出|预期结果|期望结果|结果|响应|角色|用户角色|用户|目标用户|用户类型|功能|能力|需求|目标|价值|收益|好处|原因|理由|描述|简述|说明|名称|标题|日期|负责人|数值|数字|阈值|指标|目标值|系统|组件|产品|产品名|问题|方案|选项[A-C一二三\d]?|后果|风险|缓解措施|假设|约束|某[个种]?(?:功能|角色|价值|操作|结果))`

var (
	// slots are names in brackets, two in a line: a sentence of a template nobody filled
	// in. One alone may be a mark of the writer's own.
	slots = pattern.New(`[\[<](?i:` + slotNames + `)[\]>](?:$|[^(\[\w][^\n]*?)[\[<](?i:` + slotNames + `)[\]>](?:$|[^(\[:])|[\[【<〈《]` + slotNamesHan + `[\]】>〉》](?:$|[^(\n][^\n]*?)[\[【<〈《]` + slotNamesHan + `[\]】>〉》](?:$|[^(\[:])`)
	// blanks are the sentences of stories and criteria with nothing in their places.
	blanks = pattern.New(`(?i)\bgiven\W{0,4}(?:\.{3,}|…+|_{2,}|\[[^\]\n]{0,40}\]|<[^>\n]{1,40}>)\W{0,6}\b(?:and|when)\b|\bwhen\W{0,4}(?:\.{3,}|…+|_{2,}|\[[^\]\n]{0,40}\]|<[^>\n]{1,40}>)\W{0,6}\bthen\b|\bthen\W{0,4}(?:\.{3,}|…+|_{2,})\W*$|` +
		`\bas an?\W{0,4}(?:\.{3,}|…+|_{2,}|\[[^\]\n]{0,40}\]|<[^>\n]{1,40}>)\W{0,6}\bI (?:want|need|can)\b|\bI want\W{0,4}(?:to\b\W{0,4})?(?:\.{3,}|…+|_{2,}|\[[^\]\n]{0,40}\]|<[^>\n]{1,40}>)\W{0,6}(?:\bso that\b|$)|\bso that(?: I can)?\W{0,4}(?:\.{3,}|…+|_{2,}|\[[^\]\n]{0,40}\]|<[^>\n]{1,40}>)\W*$|` +
		`(?:给定|假设|假如)[^\p{L}\n]{0,3}(?:\.{3,}|…+|_{2,}|[xX]{2,}|×{2,})[^\p{L}\n]{0,4}当|当[^\p{L}\n]{0,3}(?:\.{3,}|…+|_{2,}|[xX]{2,}|×{2,})[^\p{L}\n]{0,4}(?:时|则|那么)|作为(?:一[个名])?[^\p{L}\n]{0,3}(?:\.{3,}|…+|_{2,}|[xX]{2,}|×{2,})[^\p{L}\n]{0,4}我|我(?:想要?|希望|需要)[^\p{L}\n]{0,3}(?:\.{3,}|…+|_{2,}|[xX]{2,}|×{2,})[^\p{L}\n]{0,4}(?:以便|从而|$)|以便[^\p{L}\n]{0,3}(?:\.{3,}|…+|_{2,}|[xX]{2,}|×{2,})[^\p{L}\n]*$`)
	// unknownAmount is a bound whose number was left to be filled in.
	unknownAmount = pattern.New(`(?:[<>≤≥=]|\b(?i:at (?:least|most)|within|under|below|up to|less than|more than)|不超过|不少于|至少|至多|最多|小于|大于|低于|高于)\s*(?:X{1,3}|[xX]{2,3}|\?{1,3}|_{2,})\s*(?:%|％|ms\b|s\b|sec(?:onds?)?\b|min(?:utes?)?\b|h(?:ours?)?\b|days?\b|users?\b|MB\b|GB\b|requests?\b|毫秒|秒|分钟|个?小时|天|人|个|次|条|台)|(?:^|[^\w.])X{1,3} ?(?:%|％)|\bX{2,3} (?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|users?|requests?|euros?|dollars?|EUR|USD|MB|GB|km|kg|m|年|个?月|周|天|小时|分钟|秒|人|元)(?:[^\w]|$)|\$X{2,}\b`)
	// unrendered is what a template engine should have replaced.
	unrendered = pattern.New(`\{%-?\s*\w+[^%\n]{0,120}-?%\}|\{\{[#/^>!&]\s*\w+[^{}\n]{0,80}\}\}|<%[=-]?[^%\n]{1,120}%>|\b__[A-Z]+(?:_[A-Z]+)+__\b|@@[A-Z][A-Z_]{2,40}@@|(?:^|[:：])\s*\$?undefined\s*$|^\s*\|[^|\n]*\d[^|\n]*\|(?:[^\n]*\|)?\s*\$?undefined\s*(?:\||$)|` +
		`^\s*[-*] \[[ xX]\] +\**TXXX\b|(?:^|[:：])[\s*_"“]*\$ARGUMENTS\W*$|\bACTION REQUIRED(?:\W*$|: (?:The content in this section represents|Replace the (?:content in this section|placeholder tree)|Fill them out with|Define measurable success)|: (?:The content in this section|Replace|Fill)\b)`)
)

// bookBlock is a block of GitBook's Markdown, which its pages hold as they are.
var bookBlock = pattern.New(`^\{%-?\s*(?:end)?(?:hint|tabs?|code|embed|content-ref|file|stepper|step|columns?|swagger|openapi|updates?)\b`)

// markLeft are words of templates that nobody writes himself: the value of a field in code marks or in quotes, and what a
// drawn tree says of its own parts.
var markLeft = pattern.New(`(?m)(?:^|\|)[ \t>_-]*\*\*[^*|\n]{1,40}\*\*[:：]?[^|\n]*?(?:(\[###-[a-z-]+\])|(\$ARGUMENTS)["”' \t*_` + "`" + `]*(?:\||$))|^[# \t]*(\[REMOVE IF UNUSED\])`)

// unused stands in spec-kit's templates before each of the choices of a tree.
const unused = "[REMOVE IF UNUSED]"

// leftMarks returns where such words are left. What a comment says is seen by nobody.
func leftMarks(d *document.Document) (found []document.Span) {
	if !model.Contains(d.Text, "[###-", "$ARGUMENTS", "[REMOVE IF") {
		return nil
	}
	for _, m := range markLeft.FindAllStringSubmatchIndex(d.Text, 20) {
		at := document.Span{Start: max(m[2], m[4], m[6]), End: max(m[3], m[5], m[7])}
		if !slices.ContainsFunc(d.Comments, func(c document.Span) bool { return c.Overlaps(at) }) {
			found = append(found, at)
		}
	}
	return found
}

// ruled is the line below the titles of a table's columns, which name a form and fill none.
var ruled = pattern.New(`^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*(?:\n|$)`)

// left tells whether a line holds anything that stands where something is missing.
func left(line string) bool {
	return model.Contains(line, "[", "<", "【", "{", "...", "…", "__", "X", "xx", "×", "?", "@@", "undefined", "$ARG", "ACTION")
}

// forExample is an example behind a place that is open.
var forExample = pattern.New(`(?i)^[^.;。；]{0,6}[(（]\s*(?:e\.g\.|for example|for instance|such as|say|例如|如|比如|например)`)

// openSlots returns the places of template sentences that nobody filled in.
func openSlots(d *document.Document) []document.Span {
	var found []document.Span
	start := 0
	for line := range strings.Lines(d.Prose) {
		if left(line) && !exemplary(d, start) && !ruled.MatchString(d.Prose[start+len(line):]) {
			for _, pattern := range [...]*pattern.Pattern{slots, blanks, unknownAmount, unrendered} {
				for _, m := range pattern.FindAllStringIndex(strings.TrimSuffix(line, "\n"), 8) {
					if m[0] > 0 && line[m[0]] == '<' && wordByte(line[m[0]-1]) {
						continue // the type of a list: "Promise<User>"
					}
					if bookBlock.MatchString(line[m[0]:m[1]]) {
						continue
					}
					if forExample.MatchString(line[m[1]:]) || document.Units(d.Text[start+m[0]:start+m[1]]) > document.Units(line[m[0]:m[1]]) {
						continue // a parameter, with one value of it; or it is said of something in quotes
					}
					found = append(found, document.Span{Start: start + m[0], End: start + m[1]})
				}
			}
		}
		start += len(line)
	}
	return found
}
