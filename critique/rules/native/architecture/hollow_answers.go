package architecture

import (
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var (
	// hollowReason is a reason that the rivals of a technology have as well: that others
	// use it, that it is good, or that one of its kind is needed.
	hollowReason = pattern.New(`(?i)^\W*(?:(?:(?:it|this)(?: is|'s)|is|a|an|the|our|very|most|so|and|now|quite|fairly|widely|commonly|broadly|frequently|often|well|industry|de[- ]facto|current|common|popular|famous|trendy|modern|known|well-known|used|adopted|accepted|proven|standard|default|best|good|great|nice|excellent|suitable|obvious|natural|usual|typical|right|safe|solid|practices?|choices?|options?|solutions?|tools?|technolog(?:y|ies)|library|framework|everywhere|everybody|everyone|uses|fit|nowadays|today|trusted)\b[\s,.;-]*)+$|` +
		`^\W*(?:(?:we|it|the (?:team|product|system|project)) (?:needs?|wants?|likes?|prefers?|requires?) (?:it|this|that|one|[a-z]+)|(?:is )?(?:needed|required|necessary)(?: here| for (?:it|this|that))?|because (?:we (?:need|like|want) it|it (?:is (?:good|popular|standard|needed|the best)|works))|personal preference|preference|habit|why not)\W*$`)
	hollowReasonHan = pattern.New(`^\P{Han}*(?:(?:目前|当前|业界|行业|市场|社区|国内|国际|比较|较为?|很|非常|十分|最|更|广泛|普遍|常用|常见|流行|主流|热门|知名|通用|成熟的|标准|事实|默认|首选|推荐|使用|采用|应用|优秀|不错|合适|适合|好用|好|技术|框架|选择|方案|选型|工具|产品|语言|做法|实践|最佳|的|且|、|，|是|大家都?(?:在?用|熟悉)?)+|(?:项目|系统|业务|产品|我们)?(?:需要|必需|必须|需求)|个人(?:偏好|喜好|习惯)|习惯)\P{Han}*$`)

	// hollowDuty is a responsibility that says no more than that there is one.
	hollowDuty = pattern.New(`(?i)^\W*(?:(?:(?:is|a|an|the|this|our|main|core|key|central|important|essential|basic|major|internal)\b\s*)*(?:components?|modules?|services?|parts?|classes|functions?|functionality|logic|features?|duties|tasks?|work)(?: of the (?:system|product|application))?|does (?:its|the) (?:job|work)|everything(?: else)?|all (?:the )?rest|the rest)\W*$|^\P{Han}*(?:(?:核心|主要|重要|关键|基础|系统|相关|业务|内部|通用|其他|其它|的)*(?:组件|模块|服务|功能|职责|逻辑|处理|部分)|负责(?:相关|其他|所有)?(?:的)?(?:工作|功能|事务|处理)|其他|其它)\P{Han}*$`)

	// anyLicence names a licence only by its kind.
	anyLicence = pattern.New(`(?i)^[?？]*$|^\P{L}*(?:open[- ]?source(?:d)?|oss|foss|free|free software|public|yes|permissive|开源|免费|自由软件|开放|是)\P{L}*$`)

	// anyValue is a default or a limit that leaves the value to whoever comes.
	anyValue = pattern.New(`(?i)^\W*(?:configurable|(?:it )?depends|depend(?:s|ing|ent) on (?:the )?(?:environment|situation|case|needs?|deployment|load)|varies|variable|as (?:needed|required|appropriate|configured)|(?:a |any |some )?(?:sensible|reasonable|suitable|appropriate|sane|proper)(?: (?:values?|ranges?|limits?|defaults?|numbers?))?|可配置|可调整?|视情况(?:而定)?|视环境(?:而定)?|按需|根据(?:情况|需要|环境|实际情况)(?:而定|调整|设置)?|合理(?:的)?(?:范围|取值|值|数值)?(?:内)?|适当(?:的)?(?:范围|取值|值)?|合适的?(?:范围|取值|值)?)[\s.。)）]*$`)

	// oneValue is a cell of one number, with or without its unit.
	oneValue   = pattern.New("^[`\\s*]*(-?\\d+(?:\\.\\d+)?)\\s*([a-zA-Zµ%]*|\\p{Han}{0,3})[`\\s*]*$")
	valueRange = pattern.New("^[`\\s*]*(-?\\d+(?:\\.\\d+)?)\\s*([a-zA-Zµ%]*|\\p{Han}{0,3})\\s*(?:\\bto\\b|-|–|—|~|～|\\.\\.\\.?|…|到|至)\\s*(-?\\d+(?:\\.\\d+)?)\\s*([a-zA-Zµ%]*|\\p{Han}{0,3})[`\\s*]*$")
)

// also lets a rule look for more.
func also(r native.Rule, more func(*model.Session, *document.Document, native.Hit) bool) native.Rule {
	first := r.Look
	r.Look = func(s *model.Session, d *document.Document, hit native.Hit) bool {
		found := more(s, d, hit)
		return first(s, d, hit) || found
	}
	return r
}

// hollowReasons reports the technologies of a stack whose reason is none.
func hollowReasons(_ *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		i := t.Column("rationale", "reason", "why", "justification", "理由", "原因", "依据")
		if i <= 0 || !t.Section.Under(document.Stack) {
			continue
		}
		for _, row := range t.Rows {
			applied = true
			if text := model.Plain(row[i].Text); !model.EmptyCell(row[0].Text) && !model.SaysLittle.MatchString(text) && (hollowReason.MatchString(text) || hollowReasonHan.MatchString(text)) {
				hit(d, row[0].Span, model.Plain(row[0].Text))
			}
		}
	}
	return applied
}

// hollowDuties reports the components of a table whose responsibility is their own
// name, or that they are components.
func hollowDuties(d *document.Document, t *document.Table, hit native.Hit, column ...string) {
	i := t.Column(column...)
	if i <= 0 {
		return
	}
	for _, row := range t.Rows {
		name, duty := bareName(row[0].Text), model.Plain(row[i].Text)
		if name != "" && !model.SaysLittle.MatchString(duty) && (bareName(duty) == name || hollowDuty.MatchString(duty)) {
			hit(d, row[0].Span, model.Plain(row[0].Text))
		}
	}
}

// bareName is what a component is called, without the word for what it is.
func bareName(text string) string {
	text = strings.ToLower(strings.Trim(model.Plain(text), " .。"))
	for _, word := range []string{" module", " component", " service", "模块", "组件", "服务", "功能"} {
		text = strings.TrimSuffix(text, word)
	}
	return text
}

// outOfRange tells whether a default lies outside the range beside it, in one unit.
func outOfRange(value, limits string) bool {
	v, r := oneValue.FindStringSubmatch(value), valueRange.FindStringSubmatch(limits)
	if v == nil || r == nil {
		return false
	}
	unit := r[4]
	if r[2] != "" && r[2] != unit || v[2] != "" && unit != "" && !strings.EqualFold(v[2], unit) || (v[2] == "") != (unit == "") {
		return false
	}
	number, _ := strconv.ParseFloat(v[1], 64)
	low, _ := strconv.ParseFloat(r[1], 64)
	high, _ := strconv.ParseFloat(r[3], 64)
	return low < high && (number < low || number > high)
}

// openValue tells whether a default or a limit is left to whoever comes.
func openValue(cell string) bool {
	return blankCell.MatchString(cell) || anyValue.MatchString(model.Plain(cell))
}
