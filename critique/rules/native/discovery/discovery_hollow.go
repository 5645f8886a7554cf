package discovery

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/unfinished"
	"discussd/internal/text/pattern"
)

var (
	// unfilled words are what a generator writes into a field it has nothing for. They
	// are values of their own elsewhere, so they count as a whole value only.
	unfilledWord = pattern.New(`(?i)^\W*(?:n/?a|nil|unknown|undefined|unspecified|unclear|not (?:yet )?(?:specified|given|provided|known|defined|available|applicable|filled in)|(?:to be|will be) (?:completed|filled in|specified|provided|added|clarified|refined|discussed)\b[^.]{0,40}|(?:please )?fill(?: this)? in|(?:(?:please )?(?:fill in|insert|enter|add|describe|specify) )?(?:the |your |a )?(?:domain|problem|project|product|name|text|value|users?|description)(?: (?:name|statement|description|text))? (?:goes )?here|(?:insert|your) (?:domain|problem|project|product|name|text|value|users?|description)(?: (?:name|statement|description|text))?|placeholder(?: text)?|(?:example|sample|dummy)(?: (?:text|value|data))?|asdf\w*|lorem|(?:please )?(?:see|refer to|same as) (?:the )?(?:attach\w+|topic|title|seed|input|prd)\b[^.]{0,40}|tb[dac]\b.{0,30}|unknown at (?:this|the) (?:\w+ )*(?:time|point|stage|moment)(?: in time)?)\W*$|` +
		`^[^\p{L}\p{N}]*(?:不详|不明|未知|未定|未填写?|未提供|暂缺|暂空|略|请(?:在此)?(?:填写|输入|补充|描述)\p{Han}{0,8}|(?:在此|此处|这里)(?:请)?(?:填写|输入|补充|描述)\p{Han}{0,8}|示例(?:文本|文字|数据)?|样例|占位(?:符|文本|内容)?|待定.{0,24}|(?:详|请)?见(?:附件|标题|原文|需求文档)[^。]{0,20}|(?:后续|稍后)\p{Han}{0,10}再(?:确定|讨论|补充|明确)\p{Han}{0,6}|待(?:客户|用户|业务方?|产品经理?|领导|甲方|需求方|相关方|各方|双方)?(?:提供|确认|补充|填写|明确|给出|答复))[^\p{L}\p{N}]*$`)
	// anyone is a group of users that leaves nobody out.
	anyone = pattern.New(`(?i)^\W*(?:everyone|everybody|anyone|anybody|all|all (?:the )?(?:people|users?|persons?|humans?)|(?:all )?(?:kinds|types|sorts) of (?:users|people)|internal|external|various|diverse|unlimited)\W*$|^\W*(?:the |all )?(?:target |end )?users?(?: of (?:the|this) (?:system|product|tool|app|application|software|platform))?\W*$|^[^\p{L}\p{N}]*(?:(?:所有|全部|任何|全体|各类|各种|每个|一切|普通|最终|终端|一般)?的?(?:人|用户|使用者|人员|人群)|大家|所有|不限|目标用户|(?:本|该)?(?:系统|产品|平台|工具|软件)的?(?:用户|使用者))[^\p{L}\p{N}]*$`)
)

// unsaid tells whether a text says nothing about what it is asked for: it is empty,
// a word for "not filled in", or only tells where or when it will be said.
func unsaid(text string) bool {
	text = strings.TrimSpace(text)
	return model.EmptyCell(text) || unfilledWord.MatchString(text) || model.LeftOpen.MatchString(text) || model.SaysLittle.MatchString(text) || unfinished.IsGap(text) || model.HollowText(text)
}

// tells tells whether a value, or one of those in it, holds a text that passes. What
// is neither a text nor holds one tells as long as it is not empty.
func tells(v *document.Value, passes func(text string) bool) bool {
	if v.Empty() {
		return false
	}
	if v.Kind == '"' {
		return passes(v.String)
	}
	for _, m := range v.Members {
		if tells(m, passes) {
			return true
		}
	}
	return len(v.Members) == 0
}

// tellsUser tells whether a text names a group of people.
func tellsUser(text string) bool {
	return !unsaid(text) && !anyone.MatchString(text)
}

// tellsConstraint tells whether a text is a constraint or says that there is none.
func tellsConstraint(text string) bool { return model.Nothing.MatchString(text) || !unsaid(text) }

// tellsDoubt tells whether a text names something uncertain.
func tellsDoubt(text string) bool { return !unsaid(text) && !model.Nothing.MatchString(text) }
