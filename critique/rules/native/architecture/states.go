package architecture

import (
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// StateRules look at the state machines of an architecture.
func StateRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("AR-025"), On: model.Architecture, Look: deadEnds},
	}
}

var terminal = pattern.New(`(?i)done|end|final|clos|complet|finish|stop|success|fail|cancel|error|terminat|abort|reject|archiv|delet|expir|exit|resolved|published|supersed|replaced|obsolete|withdrawn|retired|scrapped|dispos|declin|refus|void|lapsed|forfeit|dismiss|merged|route|refund|deliver|timed ?out|完成|结束|终止|关闭|成功|失败|取消|归档|删除|过期|拒绝|作废|报废|取代|退役|撤回|停止|退出|终态|已`)

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
			leaves[model.Normal(row[0].Text)] = true
		}
		reported := map[string]bool{}
		for _, row := range t.Rows {
			name := model.Plain(row[next].Text)
			key := model.Normal(name)
			if key == "" || leaves[key] || reported[key] || terminal.MatchString(name) || calledFinal(d, name) || nowhere.MatchString(name) || strings.ContainsAny(name, ",/、|") {
				continue
			}
			reported[key] = true
			hit(d, row[next].Span, model.Target(name), s.Say("is a dead end", "无出口"))
		}
	}
	return applied
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
