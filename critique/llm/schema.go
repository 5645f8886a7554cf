package llm

import (
	"bytes"
	"encoding/json"
	"slices"

	"discussd/critique"
)

type object = map[string]any

// property is a part of an object schema. Their order is that in which a model writes
// them: what is evidence comes before what is judged by it.
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

// Schema returns the JSON Schema of the answer to a request and its checklist, in the strict form
// that services with structured output demand: every property required, none besides, and no
// keyword that one of them refuses. It is passed on as it is, for a model that is held to it
// writes in its order: what it found before it rates. What several lists hold is
// described once: a schema is sent with every request.
func Schema(perspective critique.Perspective, questions ...critique.Question) []byte {
	return encoded(partsOf(perspective, questions))
}

// partsOf are the fields of an answer to a perspective and its checklist.
func partsOf(perspective critique.Perspective, questions []critique.Question) properties {
	if reports(perspective, critique.ReportRulings) {
		return properties{{"rulings", listOf(ruling)}}
	}
	parts := checklistOf(questions)
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

// checklistOf is where the questions are answered, before everything else.
func checklistOf(questions []critique.Question) properties {
	if len(questions) == 0 {
		return nil
	}
	return properties{{"checklist", reference("replies")}}
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

// listOf is a list of objects that have all these properties and no others.
func listOf(parts properties) object { return object{"type": "array", "items": closed(parts)} }

// reference stands for what is described among the shared parts.
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
