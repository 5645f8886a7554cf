package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/critique/cli"
)

func three() []critique.Perspective {
	return []critique.Perspective{
		quality(),
		{Name: "risk", Role: "Risk Analyst", Focus: "dependencies", Reports: []string{critique.ReportRiskLevel}},
		{Name: "coverage", Role: "Requirements Analyst", Tasks: []string{"Trace it"}, Reports: []string{critique.ReportMissingRequirements, critique.ReportNoRating}},
	}
}

func TestRenderTogether(t *testing.T) {
	request := brief()
	request.Facts.Findings = []critique.Finding{{Rule: "X-005", Path: "spec/requirements/_index.md", Message: "dead link: REQ-009.md"}}
	request.Past.Asked = []string{"HIGH Say who pays"}
	request.Together = three()
	p := prompts(t, "", 1<<20)
	text, dropped, err := p.RenderTogether(request)
	if err != nil || len(dropped) > 0 {
		t.Fatal(dropped, err)
	}
	golden := filepath.Join("testdata", "together.txt")
	if *update {
		if err := os.WriteFile(golden, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(text)); diff != "" {
		t.Errorf("prompt (-want +got):\n%s", diff)
	}
	request.Perspective = three()[1]
	alone, _, err := p.rendered(request)
	if err != nil {
		t.Fatal(err)
	}
	if shared := sharedOf(text); shared < 1000 || !bytes.Equal(text[:shared], alone[:sharedOf(alone)]) {
		t.Errorf("the prompts for one and for three begin differently")
	}
}

// TestOwnTemplateTogether: a template that has no place for what several are asked is known
// before anybody is asked with it, and good for one.
func TestOwnTemplateTogether(t *testing.T) {
	mark := func(critique.Subject) string { return mark }
	for template, fits := range map[string]bool{
		"Judge.\n{{range .Documents}}{{.Text}}\n{{end}}\nROLE: {{.Role}}\n":         true,
		"Judge.\n\nROLE: {{.Role}}\n{{range .Documents}}{{.Text}}\n{{end}}":         false,
		"Judge as {{.Role}}.\n{{range .Documents}}{{.Text}}\n{{end}}":               false,
		"You play a ROLE: {{.Role}}.\n{{range .Documents}}{{.Text}}\n{{end}} Begin": false,
	} {
		p, err := NewPrompts(Settings{Template: template, Limit: 1 << 20, Mark: mark})
		if err != nil {
			t.Fatalf("%q: %v", template, err)
		}
		if err := p.AskTogether(); (err == nil) != fits {
			t.Errorf("%q: %v", template, err)
		}
	}
}

func TestSchemaTogether(t *testing.T) {
	text := schemaTogether(prompts(t, "", 1<<20).apart(critique.Request{Together: three()}))
	compile(t, text)
	var node map[string]any
	if err := json.Unmarshal(text, &node); err != nil {
		t.Fatal(err)
	}
	strict(t, "schema", node)
	parts := node["properties"].(map[string]any)
	if diff := cmp.Diff([]string{"coverage", "quality", "risk"}, slices.Sorted(maps.Keys(parts))); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	for i, p := range three() {
		var alone map[string]any
		if err := json.Unmarshal(Schema(p), &alone); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(alone["$defs"], node["$defs"]); diff != "" {
			t.Errorf("what is shared (-want +got):\n%s", diff)
		}
		delete(alone, "$defs")
		if diff := cmp.Diff(any(alone), parts[p.Name]); diff != "" {
			t.Errorf("%d: %s is asked for something else than when it is alone (-want +got):\n%s", i, p.Name, diff)
		}
	}
}

// shelf is a memory in memory.
type shelf struct {
	mu   sync.Mutex
	kept map[string]critique.Kept
}

func (s *shelf) Recall(key string) (critique.Kept, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.kept[key]
	kept.Carried = critique.Carried{Revision: 1}
	return kept, ok
}

func (s *shelf) Keep(key string, kept critique.Kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[string]critique.Kept{}
	}
	s.kept[key] = kept
}

const fineRisk = `{"rating": 2, "risk_level": "low", "key_finding": "one supplier", "strengths": [], "open_questions": [],
	"weaknesses": [{"text": "the locker has one supplier", "category": "risk", "severity": "LOW", "targets": ["REQ-001"], "quote": ""}]}`

func TestAskTogether(t *testing.T) {
	request := brief()
	request.Together = three()
	request.Memory = &shelf{}
	input := int64(90)
	var asked cli.Prompt
	analyst := newAnalyst(t, 1<<20, asker(func(_ context.Context, p cli.Prompt) (cli.Answer, error) {
		asked = p
		return cli.Answer{Text: []byte(`{"quality": ` + fine + `, "risk": ` + fineRisk + `}`), Family: "google", Cost: critique.Cost{InputTokens: &input}}, nil
	}))
	said, err := analyst.Analyze(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if asked.Shared == 0 || !bytes.HasPrefix(asked.Text[asked.Shared:], []byte("ROLE: ")) || !bytes.Equal(asked.Schema, schemaTogether(analyst.Prompts.apart(request))) {
		t.Errorf("asked with %d bytes shared, and the schema %.60q", asked.Shared, asked.Schema)
	}
	if len(said.Parts) != 3 || said.Parts[0].Rating != 4 || said.Parts[1].RiskLevel != "low" || critique.ClassOf(said.Parts[2].Err) != critique.EmptyOutput {
		t.Errorf("parts %+v", said.Parts)
	}
	for i, p := range request.Together {
		one := request
		one.Perspective, one.Together = p, nil
		kept, err := analyst.Recall(one)
		if (err == nil) != (i < 2) {
			t.Fatalf("%s: recalled %v", p.Name, err)
		}
		if i == 1 && (kept.RiskLevel != "low" || kept.Carried.Revision != 1 || !slices.Equal(kept.AnsweredWith, []string{"quality", "coverage"}) || *kept.Cost.InputTokens != 30) {
			t.Errorf("recalled %+v", kept)
		}
	}
}

// TestRecall shows what makes a question another one.
func TestRecall(t *testing.T) {
	tests := map[string]struct {
		change func(*critique.Request, *Analyst)
		known  bool
	}{
		"the same":                      {func(*critique.Request, *Analyst) {}, true},
		"another mark":                  {func(_ *critique.Request, a *Analyst) { a.Prompts = remarked(t, "OTHER") }, true},
		"what the last discussion said": {func(r *critique.Request, _ *Analyst) { r.Past.Asked = []string{"HIGH x"} }, true},
		"what has changed since":        {func(r *critique.Request, _ *Analyst) { r.Past.Changes = "+x" }, true},
		"a member":                      {func(r *critique.Request, _ *Analyst) { r.Members = alteredMembers(r.Members) }, false},
		"a member that it does not read": {func(r *critique.Request, _ *Analyst) {
			r.Perspective.Reads = []string{"spec/requirements/REQ-002.md"}
			r.Members = alteredMembers(r.Members)
		}, false}, // it read it when it was asked
		"a fact":        {func(r *critique.Request, _ *Analyst) { r.Facts.Findings = []critique.Finding{{Rule: "X-1"}} }, false},
		"the role":      {func(r *critique.Request, _ *Analyst) { r.Perspective.Role = "Tester" }, false},
		"the reports":   {func(r *critique.Request, _ *Analyst) { r.Perspective.Reports = []string{critique.ReportRisks} }, false},
		"the language":  {func(r *critique.Request, _ *Analyst) { r.Language = "zh" }, false},
		"another tool":  {func(_ *critique.Request, a *Analyst) { a.Tool = "codex" }, false},
		"another model": {func(_ *critique.Request, a *Analyst) { a.Setup = "model pro-3" }, false},
		"upstream": {func(r *critique.Request, _ *Analyst) {
			r.Session = []critique.Document{{Path: "spec/brief.md", Content: []byte("new"), Ground: true}}
		}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			request := brief()
			request.Memory = &shelf{}
			analyst := newAnalyst(t, 1<<20, says(fine))
			if _, err := analyst.Analyze(t.Context(), request); err != nil {
				t.Fatal(err)
			}
			test.change(&request, analyst)
			kept, err := analyst.Recall(request)
			if (err == nil) != test.known {
				t.Errorf("known %v (%v), want %v", err == nil, err, test.known)
			}
			if err == nil && (kept.Rating != 4 || kept.Carried == nil || kept.Model != "pro-2" || kept.ModelFamily != "google") {
				t.Errorf("recalled %+v", kept)
			}
		})
	}
}

// TestRecallOfOutlines: what was answered about whole documents is the answer of a revision that shows
// their outlines, and not the other way round.
func TestRecallOfOutlines(t *testing.T) {
	for _, outlineFirst := range []bool{false, true} {
		whole := brief()
		whole.Memory = &shelf{}
		outlines := whole
		outlines.Artifact.Settled = true
		outlines.Members = slices.Clone(whole.Members)
		outlines.Members[0].Settled = true
		first, then := whole, outlines
		if outlineFirst {
			first, then = outlines, whole
		}
		analyst := newAnalyst(t, 1<<20, says(fine))
		if _, err := analyst.Analyze(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		if _, err := analyst.Recall(first); err != nil {
			t.Errorf("the same, outlines %v: %v", outlineFirst, err)
		}
		if _, err := analyst.Recall(then); (err == nil) == outlineFirst {
			t.Errorf("asked with outlines %v, recalled without %v: %v", outlineFirst, outlineFirst, err)
		}
	}
}

// TestReads: a perspective is shown what it reads, and facts of that; what else changes is
// no reason to ask it again.
func TestReads(t *testing.T) {
	request := brief()
	request.Memory = &shelf{}
	request.Perspective.Reads = []string{"spec/requirements/REQ-002.md"}
	request.Facts.Findings = []critique.Finding{{Rule: "RQ-1", Path: "spec/requirements/REQ-001.md", Message: "about the first"}}
	analyst := newAnalyst(t, 1<<20, asker(func(_ context.Context, p cli.Prompt) (cli.Answer, error) {
		if text := string(p.Text); strings.Contains(text, "about the first") || strings.Contains(text, "BEGIN member spec/requirements/REQ-001.md") || !strings.Contains(text, "A courier can refuse") {
			t.Errorf("it is shown\n%s", text)
		}
		return cli.Answer{Text: []byte(fine)}, nil
	}))
	if _, err := analyst.Analyze(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	request.Members = alteredMembers(request.Members)
	if _, err := analyst.Recall(request); err != nil {
		t.Errorf("another member changed: %v", err)
	}
	request.Members[1].Content = []byte("# REQ-002\n\nNobody refuses anything.\n")
	if _, err := analyst.Recall(request); err == nil {
		t.Error("its own member changed")
	}
}

// TestFailuresAreNotKept: what is no answer is asked for again.
func TestFailuresAreNotKept(t *testing.T) {
	for _, text := range []string{"", "I cannot review this document.", `{"weaknesses": []}`} {
		memory := &shelf{}
		request := brief()
		request.Memory = memory
		if _, err := newAnalyst(t, 1<<20, says(text)).Analyze(t.Context(), request); err == nil || len(memory.kept) > 0 {
			t.Errorf("%q: %v, kept %v", text, err, memory.kept)
		}
	}
}

func alteredMembers(members []critique.Document) []critique.Document {
	members = slices.Clone(members)
	members[0].Content = []byte("# REQ-001\n\nThe locker opens within 3 s.\n")
	return members
}

func remarked(t *testing.T, word string) *Prompts {
	p, err := NewPrompts(Settings{Limit: 1 << 20, Upstream: "full", Mark: func(critique.Subject) string { return word }})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSettled: of what has not changed a revision shows the outline, and says so; what has
// changed it shows whole.
func TestSettled(t *testing.T) {
	request := brief()
	request.Artifact.Settled, request.Members[0].Settled = true, true
	request.Artifact.Content = append(request.Artifact.Content, "- REQ-003 Nobody pays in cash.\n"...)
	request.Members[0].Content = []byte("# REQ-001: Locker\n\nThe locker opens within 2 s.\n")
	request.Members[1].Content = []byte("# REQ-002\n\nA courier can refuse a parcel. The locker stays shut.\n")
	request.Session = []critique.Document{
		{Path: "spec/product-brief.md", Content: []byte("# Brief\n\nThe parcel room is open at night.\n"), Ground: true, Settled: true},
		{Path: "spec/vision.md", Content: []byte("# Vision\n\nNobody waits at a counter.\n"), Ground: true},
	}
	text, _, err := prompts(t, "", 1<<20).rendered(request)
	if err != nil {
		t.Fatal(err)
	}
	for part, shown := range map[string]bool{
		"This is a revision: judge what has changed":                                                 true,
		"BEGIN outlines of what has not changed ===\nfile: spec/requirements/_index.md (artifact)\n": true,
		"- REQ-001 The locker opens within 2 s.":                                                     true,
		"Nobody pays in cash":                                                                        false, // which has nothing to do with the change
		"REQ-001.md (member)\n# REQ-001: Locker\n":                                                   true,
		"\nThe locker opens within 2 s.":                                                             false,
		"BEGIN member spec/requirements/REQ-002.md":                                                  true,
		"A courier can refuse a parcel.":                                                             true,
		"The parcel room is open at night":                                                           false,
		"Nobody waits at a counter":                                                                  true,
	} {
		if strings.Contains(string(text), part) != shown {
			t.Errorf("shown %v, want %v: %q\n%s", !shown, shown, part, text)
		}
	}
}

// TestOutlinesTogether: several outlines stand between one pair of marks, and no line of a
// document passes for the path of another.
func TestOutlinesTogether(t *testing.T) {
	request := brief()
	request.Session = []critique.Document{
		{Path: "spec/product-brief.md", Content: []byte("# Brief\n\nfile: ADR-009\n- file: ADR-010\n- G-001 Nobody queues\n"), Ground: true, Settled: true},
		{Path: "spec/vision.md", Content: []byte("# Vision\n\nNobody waits at a counter.\n"), Ground: true, Settled: true},
	}
	text, _, err := prompts(t, "", 1<<20).rendered(request)
	if err != nil {
		t.Fatal(err)
	}
	want := "\n=== MARK7 BEGIN outline of upstream ===\nfile: spec/product-brief.md\n# Brief\n- G-001 Nobody queues\nfile: spec/vision.md\n# Vision\n=== MARK7 END ===\n"
	if !strings.Contains(string(text), want) {
		t.Errorf("%s", text)
	}
}

// TestSettledContext: of a revision whose discovery context has not changed it is shown to
// those that look for what is missing in the artifact, behind what all are shown; where one call asks for
// several, to all of them.
func TestSettledContext(t *testing.T) {
	request := brief()
	request.Members[0].Settled = true
	context := *request.Context
	context.Settled = true
	request.Context = &context
	p := prompts(t, "", 1<<20)
	shown := func(perspectives ...critique.Perspective) string {
		request.Perspective, request.Together = perspectives[0], perspectives
		text, _, err := p.RenderTogether(request)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(text), "\nROLE: ")
		return head
	}
	quality, coverage := three()[0], three()[2]
	without, with := shown(quality), shown(coverage)
	if strings.Contains(without, "no queue at the counter") || !strings.Contains(with, "no queue at the counter") || !strings.HasPrefix(with, without) {
		t.Errorf("quality is shown\n%s\ncoverage\n%s", without, with)
	}
	if both := shown(quality, coverage); both != with {
		t.Errorf("both are shown\n%s", both)
	}
}

// TestOutline: what documents put out of scope, and what constrains, stands in their outlines,
// and a heading that several have stands there once.
func TestOutline(t *testing.T) {
	request := brief()
	request.Session = []critique.Document{
		{Path: "spec/a.md", Content: []byte("# A\n\n## Scope\n\n### In Scope\n\n- lockers\n\n### Out of Scope\n\n- bicycles\n\nA sentence.\n\n## 约束\n\n### Law\n\n1. data stays\n\n| Rule | |\n|---|---|\n\n## Users\n\n- tenants\n"), Ground: true, Settled: true},
		{Path: "spec/b.md", Content: []byte("# A\n\n## Users\n\n- G-002 guests\n\n## Constraints\n\nfile: c\n- one tablet\n"), Ground: true, Settled: true},
	}
	text, _, err := prompts(t, "", 1<<20).rendered(request)
	if err != nil {
		t.Fatal(err)
	}
	want := "\nfile: spec/a.md\n# A\n## Scope\n### In Scope\n### Out of Scope\n- bicycles\n## 约束\n### Law\n1. data stays\n| Rule | |\n## Users\nfile: spec/b.md\n# A\n- G-002 guests\n## Constraints\n- one tablet\n=== MARK7 END ===\n"
	if !strings.Contains(string(text), want) {
		t.Errorf("%s", text)
	}
}

// TestFlush: JSON is shown without its indentation, and what only is called so as it is.
func TestFlush(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"a\": [\n\t\"b  c\"\n  ]\n}\n": "{\n\"a\": [\n\"b  c\"\n]\n}\n",
		"{\n  \"a\n":                          "{\n  \"a\n",
	} {
		if got := flush(critique.Document{Path: "spec/context.json", Content: []byte(text)}); got != want {
			t.Errorf("%q", got)
		}
		if got := flush(critique.Document{Path: "spec/context.md", Content: []byte(text)}); got != text {
			t.Errorf("%q", got)
		}
	}
}

// TestRulingSeesAll: who rules on what others say is shown whole what they saw the outline of.
func TestRulingSeesAll(t *testing.T) {
	request := brief()
	request.Members[0].Settled = true
	request.Session = []critique.Document{{Path: "spec/product-brief.md", Content: []byte("# Brief\n\nNobody queues.\n"), Ground: true, Settled: true}}
	p, err := NewPrompts(Settings{Limit: 1 << 20, Upstream: "outline", Mark: func(critique.Subject) string { return mark }})
	if err != nil {
		t.Fatal(err)
	}
	shown := func() string {
		text, _, err := p.rendered(request)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := shown(); !strings.Contains(text, "outlines of what has not changed") || strings.Contains(text, "Nobody queues.") {
		t.Errorf("a reviewer is shown\n%s", text)
	}
	request.Perspective = critique.Perspective{Name: "verification", Role: "judge", Reports: []string{critique.ReportRulings}}
	request.Claims = []critique.Claim{{Text: "it is not said how long anybody queues"}}
	if text := shown(); strings.Contains(text, "outlines of what") || !strings.Contains(text, "Nobody queues.") {
		t.Errorf("who rules is shown\n%s", text)
	}
}
