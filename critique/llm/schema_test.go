package llm

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"discussd/critique"
)

func TestSchema(t *testing.T) {
	common := []string{"key_finding", "open_questions", "strengths", "weaknesses"}
	understanding := []string{"confirmed", "corrected", "key_finding", "new_findings", "new_insights", "new_questions"}
	tests := map[string]struct {
		reports []string
		want    []string // required besides the common ones, or all of an understanding
	}{
		"plain":       {nil, []string{"rating"}},
		"risk":        {[]string{critique.ReportRiskLevel}, []string{"rating", "risk_level"}},
		"coverage":    {[]string{critique.ReportMissingRequirements}, []string{"missing_requirements", "rating"}},
		"risks":       {[]string{critique.ReportRisks}, []string{"rating", "risks"}},
		"testability": {[]string{critique.ReportTestability}, []string{"rating", "testability_issues"}},
		"a risk analyst": {[]string{critique.ReportNoRating, critique.ReportRiskLevel, critique.ReportRisks, critique.ReportAssumptions, critique.ReportDependencies},
			[]string{"assumptions_to_validate", "dependencies", "risk_level", "risks"}},
		"understanding": {[]string{critique.ReportUnderstanding, critique.ReportNoRating}, understanding},
		"no rating":     {[]string{critique.ReportNoRating, critique.ReportRiskLevel}, []string{"risk_level"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			text := Schema(critique.Perspective{Reports: tt.reports})
			compile(t, text)
			var node map[string]any
			if err := json.Unmarshal(text, &node); err != nil {
				t.Fatal(err)
			}
			strict(t, "schema", node)
			got := slices.Sorted(maps.Keys(node["properties"].(map[string]any)))
			want := tt.want
			if !slices.Contains(tt.reports, critique.ReportUnderstanding) {
				want = slices.Sorted(slices.Values(slices.Concat(common, tt.want)))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("properties (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSchemaTakesAnAnswer: what a model is asked for fits, what it is not does not.
func TestSchemaTakesAnAnswer(t *testing.T) {
	schema := compile(t, Schema(critique.Perspective{Reports: []string{critique.ReportRiskLevel, critique.ReportRisks}}))
	point := map[string]any{"text": "x", "category": "clarity", "targets": []any{"REQ-001"}, "quote": ""}
	risk := func() map[string]any {
		return map[string]any{"description": "x", "likelihood": "low", "impact": "high", "mitigation": ""}
	}
	tests := map[string]struct {
		change func(map[string]any)
		ok     bool
	}{
		"as asked":              {func(map[string]any) {}, true},
		"without a list":        {func(a map[string]any) { delete(a, "weaknesses") }, false},
		"rated in words":        {func(a map[string]any) { a["rating"] = "good" }, false},
		"an unknown level":      {func(a map[string]any) { a["risk_level"] = "huge" }, false},
		"an unknown key":        {func(a map[string]any) { a["verdict"] = "approved" }, false},
		"a risk in other words": {func(a map[string]any) { r := risk(); r["impact"] = "huge"; a["risks"] = []any{r} }, false},
		"a risk without a part": {func(a map[string]any) { r := risk(); delete(r, "likelihood"); a["risks"] = []any{r} }, false},
		"a bare point":          {func(a map[string]any) { a["strengths"] = []any{"x"} }, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			answer := map[string]any{
				"rating": 4, "key_finding": "x", "risk_level": "low", "strengths": []any{point}, "weaknesses": []any{},
				"open_questions": []any{}, "risks": []any{risk()},
			}
			tt.change(answer)
			if err := schema.Validate(answer); (err == nil) != tt.ok {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestSchemaPutsEvidenceFirst: in the order of the schema a model quotes before it says what
// is wrong, and rates after all it has found.
func TestSchemaPutsEvidenceFirst(t *testing.T) {
	schema := string(Schema(critique.Perspective{Reports: []string{critique.ReportMissingRequirements}}))
	at := -1
	for _, name := range []string{`"weaknesses":{"items"`, `"quote"`, `"text"`, `"severity"`, `"suggestion"`, `"properties":{"weaknesses"`, `"open_questions":{`, `"strengths":{`, `"missing_requirements":{`, `"key_finding":{`, `"rating":{`} {
		next := strings.Index(schema[at+1:], name)
		if next < 0 {
			t.Fatalf("%s does not stand after what comes before it: %s", name, schema)
		}
		at += 1 + next
	}
}

func compile(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("urn:answer", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("urn:answer")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// strict checks that every object in a schema is closed and requires all it has, and that
// it says nothing in words that structured output knows at one service and refuses at another.
func strict(t *testing.T, place string, node map[string]any) {
	t.Helper()
	for keyword := range node {
		if !slices.Contains([]string{"type", "enum", "items", "properties", "required", "additionalProperties", "$ref", "$defs"}, keyword) {
			t.Errorf("%s: not every service knows %q", place, keyword)
		}
	}
	for _, part := range []string{"items", "$defs"} {
		if inner, ok := node[part].(map[string]any); ok && part == "items" {
			strict(t, place+"[]", inner)
		} else {
			for name, definition := range inner {
				strict(t, place+"."+name, definition.(map[string]any))
			}
		}
	}
	properties, isObject := node["properties"].(map[string]any)
	if !isObject {
		if node["type"] == "object" {
			t.Errorf("%s is an open object", place)
		}
		return
	}
	var required []string
	for _, name := range node["required"].([]any) {
		required = append(required, name.(string))
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(properties)), slices.Sorted(slices.Values(required))); diff != "" {
		t.Errorf("%s: required (-properties +required):\n%s", place, diff)
	}
	if node["additionalProperties"] != false {
		t.Errorf("%s allows more properties", place)
	}
	for name, property := range properties {
		strict(t, place+"."+name, property.(map[string]any))
	}
}
