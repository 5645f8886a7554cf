package judge

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

func (f *fixture) ask(name, text string) (Outcome, error) {
	f.T.Helper()
	f.Write("discussions/requests/"+name, text)
	return f.judge.Answer(f.T.Context(), Order{Target: Target{Dir: f.Dir, Job: session.RequestJob(name)}, Mode: Mode{Repeat: true}})
}

func TestARequestBringsItsPerspectives(t *testing.T) {
	f := newFixture(t)
	f.Write("notes/plan.md", "# Plan\n")
	if _, err := f.ask("feasibility.md", pipelinetest.Request); err != nil {
		t.Fatal(err)
	}
	v, ok := f.Verdict("FEAS-001")
	if !ok || v.Profile != "coordinate" || v.Artifact.Path != "notes/plan.md" || v.Label != "plan" {
		t.Errorf("got %+v, %v", v, ok)
	}
	want := []critique.Perspective{
		{Name: "feasibility", Tool: "codex", Role: "Engineer", Focus: "effort, resources", Fallback: []string{"claude"}},
		{Name: "clarity", Tool: "gemini", Role: "Editor", Focus: "flow", Fallback: []string{"claude"}},
	}
	if diff := cmp.Diff(want, f.Critic.Asked); diff != "" {
		t.Errorf("asked: -want +got\n%s", diff)
	}
	if f.Pending("FEAS-001") {
		t.Error("still pending")
	}
	if _, err := os.Stat(f.Path("discussions/requests/feasibility.md")); err != nil {
		t.Error("the request is gone")
	}
}

// TestARoundIsAskedFor shows that configured rounds and perspectives are judged
// by the profile's own rules, whatever the request says of their tools.
func TestARoundIsAskedFor(t *testing.T) {
	f := newFixture(t)
	f.Write("spec/discovery-context.json", "{}")
	if _, err := f.ask("a.json", `{"round": "R2"}`); err != nil {
		t.Fatal(err)
	}
	if v, ok := f.Verdict("R2"); !ok || v.Profile != "lifecycle" || len(v.Perspectives) != 2 || v.Caller.Role != "writer" {
		t.Errorf("got %+v, %v", v, ok)
	}
	f.Write("spec/product-brief.md", "# Other brief\n")
	prompt := "## Multi-Perspective Critique: R2\n\n### Input\n- Artifact: spec/product-brief.md\n- Round: R2\n- Perspectives: coverage, quality\n- Role: boss\n\n" +
		"### Perspective Routing\n| Perspective | CLI Tool | Role | Focus Areas |\n|---|---|---|---|\n| Quality | codex | Tester | tests |\n| Coverage | gemini | Analyst | all |\n| Risk | gemini | Analyst | risks |\n"
	if _, err := f.ask("b.md", prompt); err != nil {
		t.Fatal(err)
	}
	v, _ := f.Verdict("R2")
	if v.Profile != "lifecycle" || v.Revision != 2 {
		t.Errorf("got profile %q, revision %d", v.Profile, v.Revision)
	}
	want := []critique.Perspective{f.judge.Perspectives["quality"], f.judge.Perspectives["coverage"]}
	if diff := cmp.Diff(want, f.Critic.Asked); diff != "" || v.Caller.Role != "writer" {
		t.Errorf("caller %s, asked: -want +got\n%s", v.Caller.Role, diff)
	}
}

func TestRequestsRefused(t *testing.T) {
	tests := map[string]struct {
		file, text, round string // the round whose verdict says so
		code              verdict.ErrorCode
		says              string
	}{
		"malformed": {"oops.json", "{\n  \"rownd\": \"R2\"\n}", "oops", verdict.RequestInvalid, "rownd"},
		"unknown tool": {"a.json", `{"round": "X-1", "artifact": "spec/product-brief.md", "perspectives": [{"name": "ux", "tool": "rm"}]}`,
			"X-1", verdict.RequestInvalid, `"rm", which is not configured; configured: claude, codex, gemini`},
		"unknown tool, configured round": {"a.json", `{"round": "R2", "artifact": "spec/product-brief.md", "perspectives": [{"name": "quality", "tool": "rm"}, "coverage"]}`, "a", verdict.RequestInvalid, `"rm"`},
		"named like a round":             {"R2.json", `{"rownd": 1}`, "request-R2.json", verdict.RequestInvalid, "rownd"},
		"unknown perspective":            {"a.json", `{"round": "X-1", "artifact": "spec/product-brief.md", "perspectives": ["ux"]}`, "X-1", verdict.RequestInvalid, `"ux" is neither configured nor defined`},
		"fewer judges":                   {"a.json", `{"round": "R2", "perspectives": ["quality"]}`, "a", verdict.RequestInvalid, "leaves out coverage"},
		"another judge":                  {"a.json", `{"round": "R1", "perspectives": ["quality", "coverage"]}`, "a", verdict.RequestInvalid, `not by "coverage"`},
		"another artifact":               {"a.json", `{"round": "R2", "artifact": "spec/gone.md"}`, "a", verdict.RequestInvalid, "configured to judge product-brief.md"},
		"a watched round":                {"a.json", `{"round": "R2", "watch": true}`, "a", verdict.RequestInvalid, "watched in any case"},
		"what discussd writes":           {"a.json", `{"round": "X-1", "artifact": "discussions/X-1-verdict.json", "watch": true, "perspectives": ["quality"]}`, "X-1", verdict.RequestInvalid, "writes itself"},
		"the bus":                        {"a.json", `{"round": "X-1", "artifact": ".msg/messages.jsonl", "perspectives": ["quality"]}`, "X-1", verdict.RequestInvalid, "writes itself"},
		"unknown round":                  {"a.json", `{"round": "R9"}`, "R9", verdict.RoundUnknown, "known rounds: R1, R2, R3"},
		"outside":                        {"a.json", `{"round": "R2", "artifact": "../../etc/passwd"}`, "a", verdict.ArtifactOutside, "does not lie in the session"},
		"context outside":                {"a.json", `{"round": "R2", "context": "/etc/passwd"}`, "a", verdict.ArtifactOutside, "does not lie in the session"},
		"another session":                {"a.json", `{"round": "R2", "session": "OTHER"}`, "a", verdict.SessionNotFound, "and the request lies in"},
		"no artifact, by its name":       {"a.json", `{"round": "R3", "artifact": "requirements/_index.md"}`, "R3", verdict.ArtifactNotFound, "Artifact not found: spec/requirements/_index.md"},
		"no artifact":                    {"a.json", `{"round": "R3"}`, "R3", verdict.ArtifactNotFound, "Artifact not found: spec/requirements/_index.md"},
		"no artifact of its own":         {"a.json", `{"round": "X-1", "artifact": "spec/gone.md", "perspectives": [{"name": "ux", "tool": "codex"}]}`, "X-1", verdict.ArtifactNotFound, "Artifact not found: spec/gone.md"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			before, err := f.order("R2")
			if err != nil {
				t.Fatal(err)
			}
			f.Critic.Forget()
			other := filepath.Join(t.TempDir(), filepath.Base(f.Dir)) // of the same name
			must(t, os.MkdirAll(filepath.Join(other, "spec"), 0o755))
			must(t, os.WriteFile(filepath.Join(other, "spec/product-brief.md"), nil, 0o644))
			if _, err := f.ask(test.file, strings.ReplaceAll(test.text, "OTHER", other)); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Lstat(f.Path("discussions/" + test.round + "-discussion.md")); err == nil && test.code != verdict.ArtifactNotFound {
				t.Error("a refusal has a record")
			}
			v, ok := f.Verdict(test.round)
			if !ok || v.Error == nil || v.Error.Code != test.code || !strings.Contains(v.Error.Message, test.says) {
				t.Errorf("got %+v, %v; want %s: …%s…", v.Error, ok, test.code, test.says)
			}
			if len(f.Critic.Rounds()) != 0 {
				t.Error("somebody was asked")
			}
			if after, _ := f.Verdict("R2"); after.FinishedAt != before.Verdict.FinishedAt {
				t.Error("the verdict of a configured round was displaced")
			}
		})
	}
}

// TestRefusalsDisplaceNothing drops files of one name in three forms, and one named like
// a round that was asked for: each is answered, and no answer takes another's place.
func TestRefusalsDisplaceNothing(t *testing.T) {
	f := newFixture(t)
	ask := func(name, text string) {
		t.Helper()
		if _, err := f.ask(name, text); err != nil {
			t.Fatal(err)
		}
	}
	says := func(round, text string) {
		t.Helper()
		if v, ok := f.Verdict(round); !ok || v.Error == nil || !strings.Contains(v.Error.Message, text) {
			t.Errorf("%s: %+v, %v; want %q", round, v.Error, ok, text)
		}
	}
	ask("x.md", "hello")
	ask("x.json", "{")
	ask("x.toml", "round =")
	says("x", "requests/x.md")
	says("request-x.json", "requests/x.json")
	says("request-x.toml", "requests/x.toml")
	ask("x.md", "hello again")
	if v, _ := f.Verdict("x"); v.Revision != 2 {
		t.Errorf("the same file again is revision %d", v.Revision)
	}

	const good = `{"round": "P-1", "artifact": "spec/product-brief.md", "perspectives": ["quality"]}`
	ask("good.json", good)
	ask("P-1.json", `{"rownd": 1}`)
	ask("other.json", strings.Replace(good, `["quality"]`, `[{"name": "ux", "tool": "rm"}]`, 1))
	if v, ok := f.Verdict("P-1"); !ok || v.Error != nil {
		t.Errorf("displaced: %+v", v.Error)
	}
	says("request-P-1.json", "rownd")
	says("other", `"rm"`)

	ask("x.md", "## Multi-Perspective Critique: R2\n\n### Input\n- Round: R2\n")
	ask("x.json", `{"round": "R2"}`)
	for _, round := range []string{"x", "request-x.json"} {
		if v, ok := f.Verdict(round); ok {
			t.Errorf("%s still says %+v", round, v.Error)
		}
	}
	says("request-x.toml", "requests/x.toml")
}

// TestARoundHasOneArtifact drops requests that take one name for rounds over two
// artifacts: the second is told whose it is, and is answered when that one is gone.
func TestARoundHasOneArtifact(t *testing.T) {
	f := newFixture(t)
	f.Write("notes/plan.md", "# Plan\n")
	ask := func(name, artifact string) verdict.Verdict {
		t.Helper()
		outcome, err := f.ask(name, `{"round": "REVIEW", "artifact": "`+artifact+`", "perspectives": ["quality"]}`)
		if err != nil {
			t.Fatal(err)
		}
		return outcome.Verdict
	}
	first := ask("first.json", "spec/product-brief.md")
	refused := ask("second.json", "notes/plan.md")
	if refused.Error == nil || !strings.Contains(refused.Error.Message, "round REVIEW is that of discussions/requests/first.json, which asks about spec/product-brief.md") {
		t.Errorf("got %+v", refused.Error)
	}
	if _, told := f.Verdict("second"); !told {
		t.Error("nobody is told")
	}
	for _, sameFile := range []string{"./spec/product-brief.md", f.Path(first.Artifact.Path)} {
		if v := ask("third.json", sameFile); v.Artifact.Path != "spec/product-brief.md" || v.Error != nil {
			t.Errorf("%s: got %+v, %+v", sameFile, v.Artifact, v.Error)
		}
	}
	for _, name := range []string{"first", "third"} {
		must(t, os.Remove(f.Path("discussions/requests/"+name+".json")))
	}
	if v := ask("second.json", "notes/plan.md"); v.Artifact.Path != "notes/plan.md" || v.Error != nil {
		t.Errorf("got %+v, %+v", v.Artifact, v.Error)
	}
}

// TestAnotherPanelIsAskedAnew shows that a verdict answers only for the panel it is of.
func TestAnotherPanelIsAskedAnew(t *testing.T) {
	f := newFixture(t)
	f.Write("notes/plan.md", "# Plan\n")
	for i, panel := range []string{`["quality"]`, `["coverage"]`, `["coverage", "quality"]`} {
		if _, err := f.ask(string(rune('a'+i))+".json", `{"round": "X-1", "artifact": "notes/plan.md", "perspectives": `+panel+`}`); err != nil {
			t.Fatal(err)
		}
		if v, _ := f.Verdict("X-1"); v.Revision != i+1 {
			t.Errorf("%s: revision %d", panel, v.Revision)
		}
	}
	if _, err := f.ask("again.json", `{"perspectives": ["quality", "coverage"], "round": "X-1", "artifact": "notes/plan.md"}`); err != nil {
		t.Fatal(err)
	}
	if v, _ := f.Verdict("X-1"); v.Revision != 3 {
		t.Errorf("the same panel was asked again: revision %d", v.Revision)
	}
}

// TestAnsweredBySomebodyElse queues requests and a decision in a second daemon, which
// gets to them when the first has answered: it leaves the answers as they are, whatever
// has become of the artifacts.
func TestAnsweredBySomebodyElse(t *testing.T) {
	tests := map[string]struct {
		request string
		then    func(f *fixture)
		answer  string // a file of the session
	}{
		"the artifact was changed": {`{"round": "X-1", "artifact": "notes/plan.md", "perspectives": ["quality"]}`,
			func(f *fixture) { f.Write("notes/plan.md", "# Another plan\n") }, "discussions/X-1-verdict.json"},
		"the artifact is gone": {`{"round": "X-1", "artifact": "notes/plan.md", "perspectives": ["quality"]}`,
			func(f *fixture) { must(f.T, os.Remove(f.Path("notes/plan.md"))) }, "discussions/X-1-verdict.json"},
		"it was refused": {`{"round": "X-1", "artifact": "notes/none.md", "perspectives": ["quality"]}`,
			func(f *fixture) { f.Write("notes/none.md", "# A plan at last\n") }, "discussions/X-1-verdict.json"},
		"a discussion": {`{"round": 1, "type": "deepen", "topic": "queues"}`,
			func(f *fixture) {}, "discussions/discussion-round-1.json"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.Write("notes/plan.md", "# Plan\n")
			if _, err := f.ask("a.json", tt.request); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(f.Path(tt.answer))
			must(t, err)
			tt.then(f)
			outcome, err := f.judge.Answer(t.Context(), Order{Target: Target{Dir: f.Dir, Job: session.RequestJob("a.json")}})
			if err != nil || !outcome.Skipped {
				t.Errorf("got %+v, %v", outcome, err)
			}
			after, err := os.ReadFile(f.Path(tt.answer))
			must(t, err)
			if diff := cmp.Diff(string(before), string(after)); diff != "" {
				t.Errorf("the answer (-before +after):\n%s", diff)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestARequestOpensItsSessionOnce: the round that it asks for is judged over the same open
// session, and its lock.
func TestARequestOpensItsSessionOnce(t *testing.T) {
	f := newFixture(t)
	var opened, locked []string
	f.judge.Through = func(_, step string, do func() error) error {
		switch {
		case strings.HasPrefix(step, "judge "):
			opened = append(opened, step)
		case step == "lock":
			locked = append(locked, step)
		}
		return do()
	}
	outcome, err := f.ask("a.json", `{"round": "X-1", "artifact": "spec/product-brief.md", "perspectives": ["quality"]}`)
	if err != nil || outcome.Verdict.Round != "X-1" || !slices.Equal(opened, []string{"judge requests/a.json"}) || len(locked) != 1 {
		t.Errorf("opened %q, locked %d times: %+v, %v", opened, len(locked), outcome.Verdict.Round, err)
	}
}
