package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/critique/cli"

	"golang.org/x/sync/semaphore"
)

var questions = []critique.Question{
	{ID: "criterion-decides", English: "Could a tester decide pass or fail for each criterion?", Chinese: "能否判定？", Category: "testability"},
	{ID: "mine", Chinese: "是否写明\n读屏软件？"},
}

// asking are prompts with a checklist for everybody.
func asking(t testing.TB, template string) *Prompts {
	t.Helper()
	p, err := NewPrompts(Settings{Template: template, Limit: 1 << 20, Ask: func(critique.Request) []critique.Question { return questions }, Mark: func(critique.Subject) string { return mark }})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRenderChecklist: the questions come before everything that is asked freely, and behind
// what is the same for a round; without them the prompt is the one that it was.
func TestRenderChecklist(t *testing.T) {
	request := brief()
	with, _, err := asking(t, "").rendered(request)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "quality with a checklist", with)
	without, _, err := prompts(t, "", 1<<20).rendered(request)
	if err != nil {
		t.Fatal(err)
	}
	if at := bytes.Index(with, []byte("\nROLE: ")); !bytes.Equal(with[:at], without[:at]) {
		t.Error("the questions stand in what all prompts of a round begin with")
	}
	request.Members[1].Settled = true
	if text, _, err := asking(t, "").rendered(request); err != nil || bytes.Contains(text, []byte("CHECKLIST")) {
		t.Errorf("%v: questions are asked about an outline\n%s", err, text)
	}
	own, _, err := asking(t, `{{template "checklist" .}}|{{template "checklist fields" .}}`).rendered(brief())
	if err != nil || !strings.Contains(string(own), "- criterion-decides: Could a tester") || !strings.Contains(string(own), "|\n- checklist[]") {
		t.Errorf("a template of one's own: %v\n%s", err, own)
	}
}

func TestSchemaOfChecklist(t *testing.T) {
	schema := Schema(quality(), questions...)
	if first := bytes.Index(schema, []byte(`"checklist":`)); first < 0 || first > bytes.Index(schema, []byte(`"weaknesses":{"$ref"`)) {
		t.Fatalf("the checklist does not come first: %s", schema)
	}
	var node map[string]any
	if err := json.Unmarshal(schema, &node); err != nil {
		t.Fatal(err)
	}
	strict(t, "schema", node)
	if bytes.Contains(Schema(quality()), []byte(`"replies"`)) {
		t.Error("without questions the schema describes answers to them")
	}
	compiled := compile(t, schema)
	for reply, fits := range map[string]bool{"cannot tell": true, "perhaps": false} {
		answer := map[string]any{
			"checklist":  []any{map[string]any{"id": "mine", "quote": "", "answer": reply, "missing": "", "targets": []any{}}},
			"weaknesses": []any{}, "open_questions": []any{}, "strengths": []any{}, "key_finding": "", "rating": 3.0,
		}
		if err := compiled.Validate(answer); (err == nil) != fits {
			t.Errorf("%s: %v", reply, err)
		}
	}
}

// TestAnalyzeChecklist: what is asked is what is looked for in the answer.
func TestAnalyzeChecklist(t *testing.T) {
	said := `{"checklist": [{"id": "mine", "answer": "no", "quote": "The locker opens within 2 s.", "missing": "screen readers"}], "rating": 4, "weaknesses": [], "strengths": [{"text": "short"}]}`
	var schema []byte
	tool := asker(func(_ context.Context, p cli.Prompt) (cli.Answer, error) {
		schema = p.Schema
		return cli.Answer{Text: []byte(said), Raw: []byte(said)}, nil
	})
	analyst := &Analyst{Tool: "claude", CLI: tool, Prompts: asking(t, ""), Limit: semaphore.NewWeighted(1)}
	got, err := analyst.Analyze(t.Context(), brief())
	if err != nil {
		t.Fatal(err)
	}
	answers := []string{}
	for _, c := range got.Checklist {
		answers = append(answers, c.ID+" "+c.Answer)
	}
	if diff := cmp.Diff([]string{"criterion-decides unanswered", "mine no"}, answers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !bytes.Contains(schema, []byte(`"replies"`)) || !slices.ContainsFunc(got.Weaknesses, func(p critique.Point) bool { return p.Question == "mine" && p.Text == "screen readers" }) {
		t.Errorf("%s\n%+v", schema, got.Weaknesses)
	}
}
