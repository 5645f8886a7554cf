package wording

import (
	"discussd/critique/rules/model"
	"discussd/internal/text/pattern"
)

// openings are lists left open by what they end with, or by naming a kind of
// thing that has no members one could count.
var openings = []model.Phrase{{Words: model.Words(
	`(?:and|or|plus|as well as) (?:any |some |all )?(?:other|further|additional) (?:suitable |relevant |similar |common |comparable |useful )?(?:formats?|types?|kinds?|fields?|channels?|data|information|means|tools?|systems?|details?|things?|attributes?|options?|sources?|browsers?|events?|stuff|purposes?|content|functions?|features?)|`+
		`and (?:so much |much |many )?more|and whatnot|and whatever(?: else)?|or whatever|and anything else|as a minimum|at a minimum|at the very least|not (?:be )?(?:limited|restricted|confined) to|(?:formats?|types?|fields?|channels?|systems?|tools?|data|things?|browsers?|devices|events) like|`+
		`(?:all |the )?(?:common|popular|usual|mainstream|widespread|widely used|commonly used) (?:\w+ )?(?:formats?|browsers?|devices?|platforms?|types?|systems?|tools?|databases?|clients?|phones?)`,
	`……\s*$|\.\.\.\s*$|等(?:多种|各种|各类|常见|主流|相关|其他|类似|多个)|(?:和|及|与|、|以及)(?:更多|其它|其他)(?:的)?(?:格式|类型|渠道|方式|信息|内容|字段|数据|系统|功能|工具|浏览器|场景)|(?:常见|常用|主流|各种|各类|市面上)的?(?:\p{Han}{0,4}?)(?:格式|浏览器|设备|平台|类型|系统|工具|数据库|终端|机型|手机|渠道|方式)|不局限于|等一系列`), Excused: openingExcuse}}

// openingExcuse lets a minimum pass that is a number, and "and more than".
func openingExcuse(st model.Statement, m []int) bool {
	return closedExcuse(st, m) || goesOn.MatchString(st.Text[m[1]:]) || model.Measured(st.Text[m[1]:min(len(st.Text), m[1]+12)])
}

var goesOn = pattern.New(`(?i)^ (?:than|of|\d)|^(?:由|见|：|:|（|\()`)
