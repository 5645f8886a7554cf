package llm

import (
	"bytes"
	"encoding/json"
	"slices"

	"discussd/critique"
)

type object = map[string]any

// property is a part of an object schema, in the order in which a model writes: evidence first.
type property struct {
	name   string
	schema any
}

type properties []property

// MarshalJSON writes the properties in their order.
func (p properties) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	separator := byte('{')
	for _, one := range p {
		schema, err := json.Marshal(one.schema)
		if err != nil {
			return nil, err
		}
		out.WriteByte(separator)
		out.WriteString(`"` + one.name + `":`)
		out.Write(schema)
		separator = ','
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Schema returns the JSON Schema of the answer to a request and its checklist, in the strict form of
// services with structured output: every property required, none besides. A model writes in its order,
// what it found before it rates. Parts of several lists are described once.
func Schema(perspective critique.Perspective, questions ...critique.Question) []byte {
	return encoded(partsOf(perspective, questions))
}

func partsOf(perspective critique.Perspective, questions []critique.Question) properties {
	if reports(perspective, critique.ReportRulings) {
		return properties{{"rulings", listOf(ruling)}}
	}
	var parts properties
	if len(questions) > 0 { // they are answered before everything else
		parts = properties{{"checklist", reference("replies")}}
	}
	if !reports(perspective, critique.ReportUnderstanding) {
		parts = append(parts, properties{{"weaknesses", reference("weaknesses")}, {"open_questions", reference("points")}, {"strengths", reference("points")}}...)
	}
	for _, field := range fieldsOf(perspective) {
		parts = append(parts, property{field.name, field.schema})
	}
	parts = append(parts, property{"key_finding", text})
	if !reports(perspective, critique.ReportNoRating) {
		parts = append(parts, property{"rating", object{"type": "number"}})
	}
	return parts
}

func encoded(parts properties) []byte {
	root := closed(parts)
	if used := usedIn(marshalled(root)); len(used) > 0 {
		root["$defs"] = used
	}
	return marshalled(root)
}

// usedIn are the shared parts that a schema refers to, each before those that refer to it.
func usedIn(schema []byte) (used properties) {
	for _, part := range slices.Backward(shared) {
		if bytes.Contains(schema, marshalled(reference(part.name))) {
			used = append(used, part)
			schema = append(schema, marshalled(part.schema)...)
		}
	}
	slices.Reverse(used)
	return used
}

func marshalled(schema any) []byte {
	text, err := json.Marshal(schema)
	if err != nil {
		panic(err) // names and lists always marshal
	}
	return text
}

var (
	point = properties{
		{"quote", text},
		{"text", text},
		{"targets", texts},
		{"category", reference("category")},
	}
	fault = append(point[:len(point):len(point)], properties{
		{"severity", object{"type": "string", "enum": []critique.Severity{critique.Critical, critique.High, critique.Medium, critique.Low}}},
		{"suggestion", text},
	}...)
	shared = properties{
		{"category", object{"type": "string", "enum": critique.Categories}},
		{"replies", listOf(properties{
			{"id", text},
			{"quote", text},
			{"answer", object{"type": "string", "enum": []string{"yes", "no", "cannot tell"}}},
			{"missing", text},
			{"targets", texts},
		})},
		{"points", listOf(point)},
		{"weaknesses", listOf(fault)},
	}
	ruling = properties{
		{"claim", object{"type": "integer"}},
		{"quote", text},
		{"why", text},
		{"ruling", object{"type": "string", "enum": critique.Rulings}},
	}
)

func listOf(parts properties) object { return object{"type": "array", "items": closed(parts)} }

func reference(name string) object { return object{"$ref": "#/$defs/" + name} }

// closed is an object schema that requires all its properties and allows no others.
func closed(parts properties) object {
	required := make([]string, 0, len(parts))
	for _, one := range parts {
		required = append(required, one.name)
	}
	slices.Sort(required)
	return object{"type": "object", "properties": parts, "required": required, "additionalProperties": false}
}

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
