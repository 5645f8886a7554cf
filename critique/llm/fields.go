package llm

import (
	"slices"

	"discussd/critique"
)

// field is a part of an answer that only some perspectives report.
type field struct {
	report string // of [critique.Reports]: who reports this is asked for the field
	name   string
	asks   string // what the prompt says of it
	schema object
}

// fields lists all of them, in the order in which a prompt asks.
var fields = [...]field{
	{critique.ReportRiskLevel, "risk_level", "risk_level: low, medium, high or critical, by what is at stake if it is built as it stands. low: nothing to speak of; medium: work done twice; high: the aim is missed; critical: harm that cannot be undone", levels},
	{critique.ReportMissingRequirements, "missing_requirements", "missing_requirements[]: what the discovery context asks for, the artifact does not address and no document puts out of scope", texts},
	{critique.ReportRisks, "risks", "risks[]: items {description, likelihood, impact, mitigation}; likelihood, impact: low, medium, high or critical", risks},
	{critique.ReportTestability, "testability_issues", "testability_issues[]: what cannot be tested as it is written, and why", texts},
	{critique.ReportAssumptions, "assumptions_to_validate", "assumptions_to_validate[]: what is taken for granted and has to be verified", texts},
	{critique.ReportDependencies, "dependencies", "dependencies[]: what this needs that others provide", texts},
	{critique.ReportUnderstanding, "confirmed", "confirmed[]: what earlier analyses or rounds said and the documents bear out", texts},
	{critique.ReportUnderstanding, "corrected", "corrected[]: what was believed before and is not so, with what is so instead", texts},
	{critique.ReportUnderstanding, "new_insights", "new_insights[]: what follows from it all that nobody has said yet", texts},
	{critique.ReportUnderstanding, "new_findings", "new_findings[]: facts that came to light", texts},
	{critique.ReportUnderstanding, "new_questions", "new_questions[]: what stays open", texts},
}

var (
	text   = object{"type": "string"}
	texts  = object{"type": "array", "items": text}
	levels = object{"type": "string", "enum": []string{"low", "medium", "high", "critical"}}
	risks  = listOf(properties{
		{"description", text}, {"likelihood", levels}, {"impact", levels}, {"mitigation", text},
	})
)

func fieldsOf(p critique.Perspective) []field {
	return slices.DeleteFunc(slices.Clone(fields[:]), func(f field) bool { return !reports(p, f.report) })
}

func reports(p critique.Perspective, field string) bool { return slices.Contains(p.Reports, field) }
