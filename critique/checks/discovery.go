package checks

import (
	"path"
	"slices"
	"strings"

	"discussd/critique"
	"discussd/critique/checks/document"
	"discussd/internal/text/pattern"
)

var discovery = []document.Kind{document.Discovery}

// seedFiles are where the seed of a session may stand.
var seedFiles = []document.Kind{document.Discovery, document.Config}

// discoveryRules look at discovery-context.json, in both of its shapes.
func discoveryRules() []rule {
	return []rule{
		{Rule: Rule{
			ID: "DC-001", Perspective: quality, Severity: critique.High, Kind: "completeness",
			Title:     "JSON that is invalid or cut off",
			Message:   Text{"invalid JSON at {1}: {2}", "JSON 无效，位置 {1}：{2}"},
			Source:    "RFC 8259",
			Violation: "{\"seed_analysis\": {\"problem_statement\": \"Backups are lost\",}",
			NearMiss:  "{\"seed_analysis\": {\"problem_statement\": \"a \\\"quoted\\\" brace }\"}}",
		}, on: seedFiles, look: func(s *session, d *document.Document, hit hit) bool {
			if e := d.JSONError; e != nil {
				line, column := d.Position(e.Offset)
				at := d.LineAt(e.Offset)
				hit(d, document.Span{Start: min(e.Offset, at.End), End: at.End}, note(itoa(line)+":"+itoa(column)), note(e.Reason))
			}
			return true
		}},
		seedRule(Rule{
			ID: "DC-002", Perspective: product, Severity: critique.Medium, Kind: "value",
			Title:     "no problem statement of 20 characters or more",
			Message:   Text{"the discovery context states no problem", "探索上下文没有问题陈述"},
			Source:    "spec-generator phase 1",
			Violation: `{"seed_analysis": {"problem_statement": "Backups", "target_users": ["admins"]}}`,
			NearMiss:  `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups that nobody verified", "target_users": ["admins"]}}`,
			Chinese:   Example{`{"seed_analysis": {"problem_statement": "备份", "target_users": ["管理员"]}}`, `{"seed_analysis": {"problem_statement": "管理员恢复备份时才发现备份从未校验过，数据早已损坏", "target_users": ["管理员"]}}`},
		}, func(v *document.Value, seeded bool) bool {
			found := v.Get("seed_analysis.problem_statement", "seed_analysis.problem", "problem_statement", "problem", "seed_analysis.topic", "domain.problem_statement")
			if found == nil && !seeded {
				found = v.Get("topic", "task_topic", "seed_input") // what the user typed is all there is
			}
			return found != nil && !unsaid(found.String) && (len([]rune(strings.TrimSpace(found.String))) >= 20 || document.Units(found.String) >= 10)
		}),
		seedRule(Rule{
			ID: "DC-003", Perspective: product, Severity: critique.Medium, Kind: "value",
			Title:     "no target user group",
			Message:   Text{"the discovery context names no target users", "探索上下文未写明目标用户"},
			Source:    "spec-generator phase 1",
			Violation: `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups that nobody verified", "target_users": []}}`,
			NearMiss:  `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups that nobody verified", "target_users": "admins of small sites"}}`,
		}, func(v *document.Value, _ bool) bool {
			return tells(v.Get("seed_analysis.target_users", "seed_analysis.users", "target_users", "users", "audience", "personas", "domain.audience"), tellsUser)
		}),
		seedRule(Rule{
			ID: "DC-004", Perspective: risk, Severity: critique.Medium, Kind: "risk",
			Title:     "no constraints",
			Message:   Text{"the discovery context names no constraints: list them, or say that there are none", "探索上下文没有约束：应列出，或注明没有"},
			Source:    "spec-generator phase 1",
			Violation: `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups", "target_users": ["admins"]}}`,
			NearMiss:  `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups", "constraints": ["offline"]}}`,
		}, func(v *document.Value, _ bool) bool {
			return tells(v.Get("seed_analysis.constraints", "constraints", "constraints_from_codebase", "codebase_context.constraints", "non_functional_constraints", "architecture_constraints", "technical_constraints"), tellsConstraint)
		}),
		seedRule(Rule{
			ID: "DC-005", Perspective: risk, Severity: critique.Low, Kind: "risk",
			Title:     "neither a risk nor an assumption, unknown or question",
			Message:   Text{"the discovery context names no risk, assumption, unknown or open question", "探索上下文没有风险、假设、未知项或问题"},
			Source:    "spec-generator phase 1.5",
			Violation: `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups", "constraints": ["offline"]}}`,
			NearMiss:  `{"seed_analysis": {"problem_statement": "Admins lose hours restoring backups"}, "coverage_gaps": ["restores were never measured"]}`,
		}, uncertain),
		{Rule: Rule{
			ID: "DC-006", Perspective: coverage, Severity: critique.Medium, Kind: "completeness",
			Title:     "exploration dimensions that are not 3 to 5",
			Message:   Text{"the discovery context explores {1} dimensions, where 3 to 5 are expected", "探索上下文有 {1} 个维度，应为 3 至 5 个"},
			Source:    "spec-generator phase 1",
			Violation: `{"seed_analysis": {"exploration_dimensions": ["storage"]}}`,
			NearMiss:  `{"seed_analysis": {"exploration_dimensions": ["storage", "restore", "operations"]}}`,
		}, on: seedFiles, one: "the discovery context explores 1 dimension, where 3 to 5 are expected", look: func(s *session, d *document.Document, hit hit) bool {
			v := dimensions(d)
			if seed := d.JSON.Get("seed_analysis"); v == nil && seed != nil && !slices.ContainsFunc(s.of(seedFiles...), func(o *document.Document) bool { return dimensions(o) != nil }) {
				hit(d, document.Span{Start: seed.Span.Start, End: seed.Span.Start + 1}, "0")
				return true
			}
			if v == nil {
				return false
			}
			n, counted := dimensionCount(v)
			if counted && (n < 3 || n > 5) {
				hit(d, v.Span, itoa(n))
			}
			return counted
		}},
		{Rule: Rule{
			ID: "DC-007", Perspective: quality, Severity: critique.High, Kind: "completeness",
			Title:     "a placeholder as a value",
			Message:   Text{"the value at {1} is a placeholder that nobody filled in", "{1} 处仍是未填写的占位值"},
			Source:    "templates copied as they are",
			Violation: `{"seed_analysis": {"problem_statement": "{problem}", "domain": "..."}}`,
			NearMiss:  `{"naming": "kebab-case/{name}.md", "input_type": "text", "id": {"type": "string"}, "seed_analysis": {"domain": "string theory"}}`,
			Chinese:   Example{`{"seed_analysis": {"problem_statement": "待补充"}}`, `{"seed_analysis": {"domain": "待办事项管理"}}`},
		}, on: seedFiles, look: func(s *session, d *document.Document, hit hit) bool {
			d.JSON.Walk(func(v *document.Value) {
				switch {
				case v.Kind != '"' || strings.HasSuffix(v.Path, "type"):
				case placeholderValue.MatchString(strings.TrimSpace(v.String)), seedField.MatchString(v.Path) && (holdsPlaceholder(v.String) || unfilledWord.MatchString(v.String) && !nothing.MatchString(v.String)):
					hit(d, v.Span, v.Path)
				}
			})
			return d.JSON != nil
		}},
		{Rule: Rule{
			ID: "DC-009", Perspective: coverage, Severity: critique.Low, Kind: "completeness",
			Title:     "a field without content",
			Message:   Text{"the field {1} is empty: fill it in, or leave it out", "字段 {1} 为空：应填写或删去"},
			Source:    "spec-generator phase 1",
			Violation: `{"tech_stack": {}, "patterns": ["plugin"]}`,
			NearMiss:  `{"tech_stack": {"language": "Go"}, "patterns": ["plugin"], "has_tests": false, "count": 0}`,
		}, on: discovery, look: func(s *session, d *document.Document, hit hit) bool {
			d.JSON.Walk(func(v *document.Value) {
				if v.Path != "" && !strings.HasSuffix(v.Path, "[]") && (v.Empty() && (v.Kind != 'l' || seedField.MatchString(v.Path)) || v.Kind == '[' && slices.ContainsFunc(v.Members, (*document.Value).Empty)) {
					hit(d, v.Span, v.Path)
				}
			})
			return d.JSON != nil
		}},
		{Rule: Rule{
			ID: "DC-011", Perspective: coverage, Severity: critique.Medium, Kind: "consistency",
			Title:     "a declared total that its list does not have",
			Message:   Text{"{3} says {1}, and its list has {2}", "{3} 写为 {1}，而列表实有 {2} 项"},
			Source:    "seen in a real session",
			Violation: `{"commands": {"total_commands": 44, "commands": ["a", "b"]}}`,
			NearMiss:  `{"commands": {"total_commands": 2, "commands": ["a", "b"], "total_users": 9}}`,
		}, on: seedFiles, look: declaredTotals},
	}
}

var (
	placeholderValue = pattern.New(`(?i)^(?:\.{3,}|…|string|\{\{?[^{}]*\}\}?|<[^<>]{1,60}>|tb[dac]|todo(?:[:：].*)?|fixme(?:[:：].*)?|n\.n\.|xxx?x*|\?{2,}|[\[【][^\[\]]*(?:todo|tbd|待)[^\[\]]*[\]】]|to be (?:defined|determined|decided|confirmed)|尚?待(?:定|补充?|完善|填写?|确认|明确|细化)|lorem ipsum.*)$`)
	seedField        = pattern.New(`(?:^|\.)(?:problem_statement|problem|target_users(?:\[\])?|domain|constraints(?:\[\])?|(?:exploration_)?dimensions(?:\[\])?)$`)
)

// holdsPlaceholder tells whether a text holds a variable nobody filled in.
func holdsPlaceholder(text string) bool {
	for _, m := range bracketed.FindAllStringIndex(text, 8) {
		if isPlaceholder(text, m) {
			return true
		}
	}
	return false
}

func dimensions(d *document.Document) *document.Value {
	return d.JSON.Get("seed_analysis.exploration_dimensions", "seed_analysis.dimensions", "exploration_dimensions", "dimensions")
}

// seedRule makes a rule about what the seed of a session must say. Generators
// that keep the seed in a sibling file are judged only when that can be read.
// The demand is told whether any of the files holds an analysed seed.
func seedRule(r Rule, satisfied func(v *document.Value, seeded bool) bool) rule {
	return rule{Rule: r, on: discovery, look: func(s *session, d *document.Document, hit hit) bool {
		if d.JSON == nil || d.JSON.Kind != '{' {
			return false
		}
		siblings := s.of(document.Config)
		seeded := holdsSeed(d) || slices.ContainsFunc(siblings, holdsSeed)
		if satisfied(d.JSON, seeded) {
			return true
		}
		for _, sibling := range siblings {
			if satisfied(sibling.JSON, seeded) {
				return true
			}
		}
		if !seeded && len(siblings) == 0 && s.seedElsewhere(d) {
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
func (s *session) seedElsewhere(d *document.Document) bool {
	if s.around.exists == nil {
		return true
	}
	for _, name := range [...]string{"spec-config.json", "blueprint-config.json", "refined-requirements.json"} {
		if s.around.exists(path.Join(path.Dir(d.Path), name)) {
			return true
		}
	}
	return false
}

// uncertain tells whether a document admits anything open. Without seed fields
// there is nothing to admit.
func uncertain(v *document.Value, seeded bool) bool {
	if !seeded {
		return true
	}
	found := false
	v.Walk(func(m *document.Value) {
		for i, key := range m.Keys {
			key = strings.ToLower(key)
			if contains(key, "risk", "unknown", "assumption", "question", "gap", "uncertain", "concern", "challenge") && tells(m.Members[i], tellsDoubt) {
				found = true
			}
		}
	})
	return found
}
