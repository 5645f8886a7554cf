// Package discovery has the rules about the discovery context.
package discovery

import (
	"path"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules"
	"discussd/critique/rules/model"
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
			return tells(v.Get("seed_analysis.target_users", "seed_analysis.users", "target_users", "users", "audience", "personas", "domain.audience"), tellsUser)
		}),
		seedRule(native.Of("DC-004"), func(v *document.Value, _ bool) bool {
			return tells(v.Get("seed_analysis.constraints", "constraints", "constraints_from_codebase", "codebase_context.constraints", "non_functional_constraints", "architecture_constraints", "technical_constraints"), tellsConstraint)
		}),
		seedRule(native.Of("DC-005"), uncertain),
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
			if model.Contains(key, "risk", "unknown", "assumption", "question", "gap", "uncertain", "concern", "challenge") && tells(m.Members[i], tellsDoubt) {
				found = true
			}
		}
	})
	return found
}
