package checks

import (
	"slices"

	"discussd/critique/rules"
	"discussd/critique/rules/native"
	"discussd/critique/rules/native/anylanguage"
	"discussd/critique/rules/native/architecture"
	"discussd/critique/rules/native/brief"
	"discussd/critique/rules/native/codeclaims"
	"discussd/critique/rules/native/crossdocument"
	"discussd/critique/rules/native/discovery"
	"discussd/critique/rules/native/documents"
	"discussd/critique/rules/native/epics"
	"discussd/critique/rules/native/frameworks/bmad"
	"discussd/critique/rules/native/frameworks/gsd"
	"discussd/critique/rules/native/frameworks/kiro"
	"discussd/critique/rules/native/frameworks/openspec"
	"discussd/critique/rules/native/frameworks/speckit"
	"discussd/critique/rules/native/readiness"
	"discussd/critique/rules/native/requirements"
	"discussd/critique/rules/native/states"
	"discussd/critique/rules/native/structure"
	"discussd/critique/rules/native/traces"
	"discussd/critique/rules/native/wording"
)

// Rule is one entry of the catalogue, for people who want a finding explained.
type Rule = rules.Rule

// Rules returns the catalogue in its own order.
func Rules() []Rule {
	all := catalogue()
	list := make([]Rule, len(all))
	for i, r := range all {
		list[i] = r.Rule
	}
	return list
}

// catalogue lists every rule, family by family.
func catalogue() []native.Rule {
	return slices.Concat(
		documents.TemplateRules(), documents.HiddenRules(), structure.PartRules(), codeclaims.Rules(), structure.DocumentRules(),
		wording.LanguageRules(), wording.SentenceRules(), wording.ReadingRules(),
		discovery.ContextRules(),
		brief.PartRules(), brief.ScopeRules(),
		requirements.ListRules(), requirements.IndexRules(), requirements.FileRules(), requirements.TableRules(),
		requirements.CriterionRules(),
		architecture.PartRules(), architecture.SectionRules(), architecture.DecisionRules(),
		epics.PlanningRules(), epics.StoryRules(),
		readiness.VerdictRules(),
		crossdocument.TraceRules(), crossdocument.AlignmentRules(), traces.DanglingRules(), crossdocument.DisagreementRules(), states.Rules(), traces.CarriedRules(), anylanguage.Rules(),
		speckit.Rules(), openspec.Rules(), kiro.Rules(), bmad.Rules(), gsd.Rules(),
	)
}
