package llm

import (
	"encoding/json"
	"slices"

	"discussd/critique"
)

type object = map[string]any

// Schema returns the JSON Schema of the answer to a request, in the strict form
// that CLIs with a schema flag demand: every property required, none besides.
func Schema(perspective critique.Perspective) []byte {
	properties := object{"key_finding": text}
	if !reports(perspective, critique.ReportUnderstanding) {
		for _, list := range []string{"strengths", "weaknesses", "suggestions", "open_questions"} {
			properties[list] = points
		}
	}
	if !reports(perspective, critique.ReportNoRating) {
		properties["rating"] = object{"type": "number", "minimum": 1, "maximum": 5}
	}
	for _, field := range fieldsOf(perspective) {
		properties[field.name] = field.schema
	}
	schema, err := json.Marshal(closed(properties))
	if err != nil {
		panic(err) // a map of strings and lists always marshals
	}
	return schema
}

var points = object{"type": "array", "items": closed(object{
	"text":     text,
	"category": object{"type": "string", "enum": critique.Categories},
	"severity": object{"type": "string", "enum": []critique.Severity{critique.Critical, critique.High, critique.Medium, critique.Low}},
	"targets":  texts,
	"quote":    text,
})}

// closed is an object schema that requires all its properties and allows no others.
func closed(properties object) object {
	required := make([]string, 0, len(properties))
	for name := range properties {
		required = append(required, name)
	}
	slices.Sort(required)
	return object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}
