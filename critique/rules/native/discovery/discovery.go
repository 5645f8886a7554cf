// Package discovery has the rules about the discovery context.
package discovery

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
	"discussd/critique/rules/model/unfinished"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

var discovery = []document.Kind{document.Discovery}

// seedFiles are where the seed of a session may stand.
var seedFiles = []document.Kind{document.Discovery, document.Config}

// ContextRules look at discovery-context.json, in both of its shapes.
func ContextRules() []native.Rule {
	return []native.Rule{
		{Rule: native.Of("DC-001"), On: seedFiles, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
			if e := d.JSONError; e != nil {
				line, column := d.Position(e.Offset)
				at := d.LineAt(e.Offset)
				hit(d, document.Span{Start: min(e.Offset, at.End), End: at.End}, model.Note(model.Itoa(line)+":"+model.Itoa(column)), model.Note(e.Reason))
			}
			return true
		}},
		seedRule(native.Of("DC-002"), func(v *document.Value, seeded bool) bool {
			found := v.Get("seed_analysis.problem_statement", "seed_analysis.problem", "problem_statement", "problem", "seed_analysis.topic", "domain.problem_statement")
			if found == nil && !seeded {
				found = v.Get("topic", "task_topic", "seed_input") // what the user typed is all there is
			}
			return found != nil && !unsaid(found.String) && document.Units(found.String) > 2 // a subject and what is wrong with it
		}),
		seedRule(native.Of("DC-003"), func(v *document.Value, _ bool) bool {
			return tells(v.Get("seed_analysis.target_users", "seed_analysis.users", "target_users", "users", "audience", "personas", "domain.audience", "people", "roles", "actors", "stakeholders", "interviewees", "user_groups", "participants"), tellsUser)
		}),
		seedRule(native.Of("DC-004"), func(v *document.Value, _ bool) bool {
			return tells(v.Get("seed_analysis.constraints", "constraints", "constraints_from_codebase", "codebase_context.constraints", "non_functional_constraints", "architecture_constraints", "technical_constraints"), tellsConstraint)
		}),
		{Rule: native.Of("DC-011"), On: seedFiles, Look: declaredTotals},
	}
}

var seedField = pattern.New(`(?:^|\.)(?:problem_statement|problem|target_users(?:\[\])?|domain|constraints(?:\[\])?|(?:exploration_)?dimensions(?:\[\])?)$`)

// ofAnotherForm tells whether a context says what it says under names of its own, so that
// nobody can tell what it leaves out.
func ofAnotherForm(v *document.Value) bool {
	seeds := false
	v.Walk(func(v *document.Value) { seeds = seeds || seedField.MatchString(v.Path) && v.Path != "domain" })
	return !seeds && len(v.Members) > 3
}

// seedRule makes a rule about what the seed of a session must say. Generators
// that keep the seed in a sibling file are judged only when that can be read.
// The demand is told whether any of the files holds an analysed seed.
func seedRule(r rules.Rule, satisfied func(v *document.Value, seeded bool) bool) native.Rule {
	return native.Rule{Rule: r, On: discovery, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
		if d.JSON == nil || d.JSON.Kind != '{' {
			return false
		}
		siblings := s.Of(document.Config)
		seeded := holdsSeed(d) || slices.ContainsFunc(siblings, holdsSeed)
		if satisfied(d.JSON, seeded) {
			return true
		}
		for _, sibling := range siblings {
			if satisfied(sibling.JSON, seeded) {
				return true
			}
		}
		if !seeded && (len(siblings) == 0 && seedElsewhere(s, d) || ofAnotherForm(d.JSON)) {
			return false
		}
		at := document.Span{Start: d.JSON.Span.Start, End: d.JSON.Span.Start + 1}
		if seed := d.JSON.Get("seed_analysis"); seed != nil {
			at = document.Span{Start: seed.Span.Start, End: seed.Span.Start + 1}
		}
		hit(d, at)
		return true
	}}
}

func holdsSeed(d *document.Document) bool {
	return d.JSON.Get("seed_analysis", "problem_statement") != nil
}

// seedElsewhere tells whether the seed may stand in a file nobody read.
func seedElsewhere(s *model.Session, d *document.Document) bool {
	if s.Around.Exists == nil {
		return true
	}
	for _, name := range [...]string{"spec-config.json", "blueprint-config.json", "refined-requirements.json"} {
		if s.Around.Exists(path.Join(path.Dir(d.Path), name)) {
			return true
		}
	}
	return false
}

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

// declaredTotals compares "total_commands": 44 with the list "commands" beside it.
func declaredTotals(s *model.Session, d *document.Document, hit native.Hit) bool {
	applied := false
	d.JSON.Walk(func(v *document.Value) {
		for i, key := range v.Keys {
			declared := v.Members[i]
			m := countKey.FindStringSubmatch(key)
			if m == nil || declared.Kind != '0' {
				continue
			}
			name := m[1] + m[2]
			n := countListed(v.Get(name, name+"s", "categories", "by_category", "groups"))
			if n == 0 {
				continue
			}
			applied = true
			if model.Itoa(n) != declared.String {
				hit(d, declared.Span, model.Target(declared.String), model.Target(model.Itoa(n)), model.Target(declared.Path))
			}
		}
	})
	return applied
}

// countKey is what a list is counted under.
var countKey = pattern.New(`^(?:total|num|number_of)_(\w+)$|^(\w+)_(?:count|total)$`)

// countListed counts the items of a list, or of all lists in groups of lists.
func countListed(v *document.Value) int {
	if v == nil {
		return 0
	}
	if v.Kind == '[' {
		return len(v.Members)
	}
	n := 0
	for _, m := range v.Members {
		if m.Kind != '[' && m.Kind != '{' {
			return 0
		}
		n += countListed(m)
	}
	return n
}
