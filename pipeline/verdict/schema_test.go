package verdict

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"discussd/critique"
	"discussd/pipeline/verdict/verdicttest"

	"github.com/google/go-cmp/cmp"
)

func TestSchemaHasTheFieldsOfTheTypeAndNoOthers(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	w := schemaWalk{t: t, defs: schema["$defs"].(map[string]any), used: map[string]bool{}}
	w.compare("verdict", reflect.TypeFor[Verdict](), schema)
	for name := range w.defs {
		if !w.used[name] {
			t.Errorf("$defs/%s is used by no field", name)
		}
	}
}

// schemaWalk compares Go types with the schemas of their JSON.
type schemaWalk struct {
	t    *testing.T
	defs map[string]any
	used map[string]bool
}

func (w schemaWalk) compare(path string, goType reflect.Type, schema map[string]any) {
	schema = w.resolve(schema)
	if goType.Kind() == reflect.Pointer {
		goType = goType.Elem()
	}
	switch {
	case goType.Kind() == reflect.Slice:
		w.compare(path+"[]", goType.Elem(), schema["items"].(map[string]any))
	case goType.Kind() == reflect.Struct && goType != reflect.TypeFor[time.Time]():
		fields := jsonFields(goType)
		properties, _ := schema["properties"].(map[string]any)
		if diff := cmp.Diff(fieldNames(fields), sortedKeys(properties)); diff != "" {
			w.t.Errorf("%s: type and properties differ (-type +schema):\n%s", path, diff)
			return
		}
		var required []string
		for _, name := range schema["required"].([]any) {
			required = append(required, name.(string))
		}
		slices.Sort(required)
		if diff := cmp.Diff(fieldNames(fields), required); diff != "" {
			w.t.Errorf("%s: type and required differ (-type +schema):\n%s", path, diff)
		}
		for name, field := range fields {
			w.compare(path+"."+name, field, properties[name].(map[string]any))
		}
	}
}

// resolve follows references and looks behind "or null".
func (w schemaWalk) resolve(schema map[string]any) map[string]any {
	if options, ok := schema["anyOf"].([]any); ok {
		schema = options[0].(map[string]any)
	}
	for {
		reference, ok := schema["$ref"].(string)
		if !ok {
			return schema
		}
		name := strings.TrimPrefix(reference, "#/$defs/")
		w.used[name] = true
		schema = w.defs[name].(map[string]any)
	}
}

func jsonFields(goType reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for _, field := range reflect.VisibleFields(goType) {
		if name := field.Tag.Get("json"); name != "" && name != "-" {
			fields[name] = field.Type
		}
	}
	return fields
}

func fieldNames(fields map[string]reflect.Type) []string {
	var names []string
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func sortedKeys(properties map[string]any) []string {
	var names []string
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func TestSchemaKnowsEveryCategory(t *testing.T) {
	for _, category := range critique.Categories {
		result := blockedLow()
		result.Themes[0].Category = category
		published(t, New(exampleCase(), exampleReport(), result))
	}
}

func TestSchemaKnowsEveryDivergence(t *testing.T) {
	for _, divergence := range append(critique.Blockable[:], critique.Fact, critique.Minor) {
		result := blockedLow()
		result.Divergences[0].Type = divergence
		published(t, New(exampleCase(), exampleReport(), result))
	}
}

func TestSchemaKnowsEveryErrorCode(t *testing.T) {
	codes := []ErrorCode{
		ArtifactNotFound, ArtifactNotUTF8, ArtifactInvalidJSON, ArtifactEmpty, ArtifactNotRegular, ArtifactOutside,
		ArtifactTooLarge, ArtifactUnreadable, SessionNotFound, RoundUnknown, RequestInvalid, NoRating, Internal,
	}
	for _, code := range codes {
		published(t, NewError(exampleCase(), exampleReport(), code, ""))
	}
}

func TestSchemaKnowsEveryFailureClass(t *testing.T) {
	classes := []critique.Class{
		critique.Answered, critique.NotInstalled, critique.Auth, critique.Quota, critique.RateLimited, critique.Timeout,
		critique.EmptyOutput, critique.InvalidJSON, critique.Refused, critique.OffTopic, critique.Truncated,
		critique.Crashed, critique.Contradictory, critique.OutputTooLarge, critique.PromptTooLarge, critique.Unusable,
		critique.Canceled,
	}
	for _, class := range classes {
		result := blockedLow()
		result.Opinions[0].Attempts = []critique.Attempt{{Tool: "gemini", Outcome: class}}
		published(t, New(exampleCase(), exampleReport(), result))
	}
}

func TestSchemaRejects(t *testing.T) {
	reached := scenarios()["reached"]
	high := scenarios()["blocked-high"]
	failed := scenarios()["error-broken"]
	tests := map[string]struct {
		from  Verdict
		spoil func(v *Verdict)
	}{
		"severity without a block":        {reached, func(v *Verdict) { v.Severity = new(critique.Low) }},
		"a block without severity":        {high, func(v *Verdict) { v.Severity = nil }},
		"CRITICAL as the severity":        {high, func(v *Verdict) { v.Severity = new(critique.Critical) }},
		"self-revision of a HIGH block":   {high, func(v *Verdict) { v.CallerAction = CallerWarns }},
		"escalation without a person":     {high, func(v *Verdict) { v.Recommendation = new(critique.Escalate) }},
		"proceeding after a HIGH block":   {high, func(v *Verdict) { v.CoordinatorAction = CoordinatorProceeds }},
		"a consensus to be revised":       {reached, func(v *Verdict) { v.Recommendation = new(critique.Revise) }},
		"no recommendation":               {reached, func(v *Verdict) { v.Recommendation = nil }},
		"a recommendation with an error":  {failed, func(v *Verdict) { v.Recommendation = new(critique.Proceed) }},
		"an error that is not said":       {failed, func(v *Verdict) { v.Error = nil }},
		"an error beside a verdict":       {reached, func(v *Verdict) { v.Error = &Problem{Code: Internal, Message: "?"} }},
		"an unknown error code":           {failed, func(v *Verdict) { v.Error.Code = "oops" }},
		"a rated error":                   {failed, func(v *Verdict) { v.AverageRating, v.Sentiment = new(3.0), new(SentimentNeutral) }},
		"sentiment without an average":    {reached, func(v *Verdict) { v.AverageRating = nil }},
		"an average without sentiment":    {reached, func(v *Verdict) { v.Sentiment = nil }},
		"an average above 5":              {reached, func(v *Verdict) { v.AverageRating = new(5.01) }},
		"an unknown outcome":              {reached, func(v *Verdict) { v.Outcome = "approved" }},
		"an unknown source":               {reached, func(v *Verdict) { v.Perspectives[0].Source = "guess" }},
		"an unknown state":                {reached, func(v *Verdict) { v.Checks.Findings[0].State = "" }},
		"a fingerprint that is no hash":   {reached, func(v *Verdict) { v.Artifact.Fingerprint = "F00" }},
		"no summary":                      {reached, func(v *Verdict) { v.Summary = "" }},
		"a local time":                    {reached, func(v *Verdict) { v.StartedAt = v.StartedAt.In(time.FixedZone("", 3600)) }},
		"a revision before the first one": {reached, func(v *Verdict) { v.Revision = 0 }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			v := detached(test.from)
			test.spoil(&v)
			data, err := Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if verdicttest.Validate(Schema(), data) == nil {
				t.Error("the schema accepts it")
			}
		})
	}
}

func TestSchemaRejectsNullListsAndAcceptsNewFields(t *testing.T) {
	data := string(published(t, scenarios()["reached"]))
	if verdicttest.Validate(Schema(), []byte(strings.Replace(data, `"divergences": []`, `"divergences": null`, 1))) == nil {
		t.Error("a null list is accepted")
	}
	if err := verdicttest.Validate(Schema(), []byte(strings.Replace(data, "{", `{"from_the_future": 1,`, 1))); err != nil {
		t.Errorf("a new field is rejected: %v", err)
	}
	if verdicttest.Validate(Schema(), []byte("{")) == nil {
		t.Error("half a verdict is accepted")
	}
}
