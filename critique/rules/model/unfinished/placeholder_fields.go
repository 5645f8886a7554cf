package unfinished

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

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
