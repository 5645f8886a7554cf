// Package architecture has the rules about the architecture and its decisions.
package architecture

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// PartRules look at architecture/_index.md and the decisions beside it.
func PartRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("AR-001"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			for _, section := range d.Sections {
				if (section.Topic == document.Components || partsHeading(section.Title)) && model.Says(d, section) {
					return true
				}
			}
			for _, t := range d.Tables {
				if t.Column("component", "module", "service", "组件", "模块", "服务") >= 0 && len(t.Rows) > 0 {
					return true
				}
			}
			if !drawsParts(d) {
				native.Absent(d, document.Components, hit)
			}
			return true
		}},
		{Rule: native.Of("AR-003"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if !listsDecisions(s, d) {
				hit(d, document.Span{})
			}
			return true
		}},
	}
}

// partsHeading tells a heading about the parts of a system from others.
func partsHeading(title string) bool {
	return model.Contains(strings.ToLower(title), "component", "module", "service", "container", "subsystem", "layers", "layer hierarchy", "组件", "模块", "服务", "分层", "子系统", "容器", "系统结构")
}

// leastParts is how many named boxes make a drawing one of parts.
const leastParts = 4

// drawsParts tells whether a drawing names parts, under whatever heading.
func drawsParts(d *document.Document) bool {
	for _, g := range d.Graphs() {
		named := 0
		for key, label := range g.Labels {
			if label != key {
				named++
			}
		}
		if named >= leastParts {
			return true
		}
	}
	return false
}

// listsDecisions tells whether an architecture has a section of decisions, or
// names each that has a file.
func listsDecisions(s *model.Session, d *document.Document) bool {
	if section := model.Topic(d, document.Decisions); section != nil && model.Says(d, section) {
		return true
	}
	list := model.Defined(s).Decisions.List
	named := 0
	for _, e := range list {
		if len(d.Mentions(e.ID)) > 0 {
			named++
		}
	}
	return named > 0 && named == len(list)
}

// stacked tells whether a table, wherever it stands, lists technologies and their versions.
func stacked(_ *model.Session, d *document.Document) bool {
	return slices.ContainsFunc(d.Tables, func(t *document.Table) bool {
		return len(t.Rows) > 1 && t.Column("technology", "技术", "选型") >= 0 && t.Column("version", "版本") >= 0
	})
}

// SectionRules look at what an architecture must speak of.
func SectionRules() []native.Rule {
	return []native.Rule{
		native.Unless(stacked, native.Lacks(model.Architecture, document.Stack, native.Of("AR-002"))),
		native.Lacks(model.Architecture, document.Risks, native.Of("AR-005")),
		native.Lacks(model.Architecture, document.Errors, native.Of("AR-006")),
		{Rule: native.Of("AR-007"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			switch section := model.Topic(d, document.Testing); {
			case section != nil && !model.Says(d, section):
				hit(d, model.HeadingOf(d, section))
			case section == nil && len(model.Find(d.Prose, tested, leastTested)) < leastTested && len(model.Find(d.Prose, verified, 2*leastTested)) < 2*leastTested:
				hit(d, document.Span{})
			}
			return true
		}},
		{Rule: native.Of("AR-008"), On: model.Architecture, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			m := model.FindOne(d.Prose, guarded)
			if m == nil {
				return false
			}
			switch section := model.Topic(d, document.Security); {
			case section == nil:
				hit(d, document.Span{Start: m[0], End: m[1]}, model.Target(d.Prose[m[0]:m[1]]))
			case d.Substance(section) == 0:
				hit(d, model.HeadingOf(d, section), model.Target(d.Prose[m[0]:m[1]]))
			}
			return true
		}},
	}
}

const leastTested = 3 // lines on tests that do for a section

var (
	tested   = pattern.New(`(?i)\b(?:tests?|tested|testing)\b|测试|试验`)
	verified = pattern.New(`(?i)\b(?:validat|verif)\w*\b|验证`)
	guarded  = pattern.New(`(?i)\b(?:log ?in|sign[- ]?in|pass(?:words?|phrases?)|authenticat\w+|access tokens?|API keys?|user accounts?|permissions?|certificates?|credentials?|encrypt\w*|OAuth|TLS)\b|(?:directory|user|service|admin\w*|town) accounts?|登录|密码|鉴权|认证|口令|账号|权限|证书|令牌|加密|密钥`)
)

var terminal = pattern.New(`(?i)done|end|final|clos|complet|finish|stop|success|fail|cancel|error|terminat|abort|reject|archiv|delet|eras|anonymi[sz]|purg|destroy|expir|exit|resolved|published|supersed|replaced|obsolete|withdrawn|retired|scrapped|dispos|declin|refus|void|lapsed|forfeit|dismiss|merged|route|refund|deliver|released|issued|shipped|handed over|returned|settled|paid|signed off|timed ?out|完成|结束|终止|关闭|成功|失败|取消|归档|删除|过期|拒绝|作废|报废|取代|退役|撤回|停止|退出|终态|已`)

func deadEnds(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	for _, t := range d.Tables {
		state, next := t.Column("state", "from", "状态", "当前"), t.Column("next", "to", "target", "下一", "目标")
		if state != 0 || next <= 0 || !t.Section.Under(document.States) || len(t.Rows) < 2 {
			continue
		}
		applied = true
		leaves := map[string]bool{}
		for _, row := range t.Rows {
			for _, name := range strings.FieldsFunc(row[0].Text, func(r rune) bool { return strings.ContainsRune(",/、|", r) }) {
				leaves[model.Normal(name)] = true
			}
		}
		reported, ending := map[string]bool{}, false
		for _, row := range t.Rows {
			ending = ending || endless.MatchString(model.Plain(row[next].Text))
		}
		for _, row := range t.Rows {
			names := namesOfStates(row[next].Text, leaves)
			if len(names) > 1 && !ending {
				continue // the states that end have no rows here
			}
			for _, name := range names {
				key := model.Normal(name)
				if key == "" || leaves[key] || reported[key] || terminal.MatchString(name) || calledFinal(d, name) || nowhere.MatchString(name) || oneBefore.MatchString(name) {
					continue
				}
				reported[key] = true
				hit(d, row[next].Span, model.Target(name), s.Say("is a dead end", "无出口"))
			}
		}
	}
	return applied
}

// oneBefore is whatever state came before.
var oneBefore = pattern.New(`(?i)\b(?:before|previous|prior|former|original|last)\b|之前|原状态|上一`)

// endless is what a table says is next of a state that ends.
var endless = pattern.New(`(?i)^\W*(?:end|ends|final|terminal|none|nothing|n/?a|终态|结束|无)?\W*$`)

// inBrackets is a remark about a state.
var inBrackets = pattern.New(`[(（][^()（）]*[)）]`)

// namesOfStates returns the states of a cell; of several some must be known, or they are words of a sentence.
func namesOfStates(cell string, known map[string]bool) []string {
	text := model.Plain(cell)
	if !strings.ContainsAny(text, ",/、|") {
		return []string{text}
	}
	var names []string
	found := false
	for _, name := range strings.FieldsFunc(inBrackets.ReplaceAllString(text, ""), func(r rune) bool { return strings.ContainsRune(",/、|", r) }) {
		name = strings.TrimSpace(name)
		if strings.Contains(name, " ") && !known[model.Normal(name)] {
			return nil
		}
		found = found || known[model.Normal(name)]
		names = append(names, name)
	}
	if !found {
		return nil
	}
	return names
}

// calledFinal tells whether a line of a document says that a state is one of those that end.
func calledFinal(d *document.Document, state string) bool {
	for _, m := range model.Find(d.Text, final, 20) {
		if strings.Contains(d.Slice(d.LineAt(m[0])), state) {
			return true
		}
	}
	return false
}

// nowhere is the next state of one that ends.
var nowhere = pattern.New(`(?i)^(?:none|nothing|nil|no|n/?a|nowhere|无|没有)$`)

// final is what a text calls states that end.
var final = pattern.New(`(?i)\b(?:final|terminal|end states?)\b|终态|最终状态`)
