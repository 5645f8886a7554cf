package pipeline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// own asks for perspectives that nobody configured.
const own = `## Multi-Perspective Critique: FEAS-001

### Input
- Artifact: notes/plan.md
- Round: FEAS-001

### Perspectives
| Perspective | CLI Tool | Role | Focus Areas |
|---|---|---|---|
| Feasibility | codex | Engineer | effort, resources |
| Clarity | gemini | Editor | flow |
`

func (f *fixture) ask(name, text string) (Outcome, error) {
	f.t.Helper()
	f.write("discussions/requests/"+name, text)
	return f.judge.Answer(f.t.Context(), Order{Dir: f.dir, Round: session.Round{ID: "requests/" + name}})
}

func TestARequestBringsItsPerspectives(t *testing.T) {
	f := newFixture(t)
	f.write("notes/plan.md", "# Plan\n")
	if _, err := f.ask("feasibility.md", own); err != nil {
		t.Fatal(err)
	}
	v, ok := f.verdict("FEAS-001")
	if !ok || v.Profile != "coordinate" || v.Artifact.Path != "notes/plan.md" || v.Label != "plan" {
		t.Errorf("got %+v, %v", v, ok)
	}
	want := []critique.Perspective{
		{Name: "feasibility", Tool: "codex", Role: "Engineer", Focus: "effort, resources", Fallback: []string{"claude"}},
		{Name: "clarity", Tool: "gemini", Role: "Editor", Focus: "flow", Fallback: []string{"claude"}},
	}
	if diff := cmp.Diff(want, f.critic.asked); diff != "" {
		t.Errorf("asked: -want +got\n%s", diff)
	}
	if f.pending("FEAS-001") {
		t.Error("still pending")
	}
	if _, err := os.Stat(f.path("discussions/requests/feasibility.md")); err != nil {
		t.Error("the request is gone")
	}
}

// TestARoundIsAskedFor shows that configured rounds and perspectives are judged
// by the profile's own rules, whatever the request says of their tools.
func TestARoundIsAskedFor(t *testing.T) {
	f := newFixture(t)
	f.write("spec/discovery-context.json", "{}")
	if _, err := f.ask("a.json", `{"round": "R2"}`); err != nil {
		t.Fatal(err)
	}
	if v, ok := f.verdict("R2"); !ok || v.Profile != "lifecycle" || len(v.Perspectives) != 2 || v.Caller.Role != "writer" {
		t.Errorf("got %+v, %v", v, ok)
	}
	f.write("spec/product-brief.md", "# Other brief\n")
	prompt := "## Multi-Perspective Critique: R2\n\n### Input\n- Artifact: spec/product-brief.md\n- Round: R2\n- Perspectives: coverage, quality\n- Role: boss\n\n" +
		"### Perspective Routing\n| Perspective | CLI Tool | Role | Focus Areas |\n|---|---|---|---|\n| Quality | codex | Tester | tests |\n| Coverage | gemini | Analyst | all |\n| Risk | gemini | Analyst | risks |\n"
	if _, err := f.ask("b.md", prompt); err != nil {
		t.Fatal(err)
	}
	v, _ := f.verdict("R2")
	if v.Profile != "lifecycle" || v.Revision != 2 {
		t.Errorf("got profile %q, revision %d", v.Profile, v.Revision)
	}
	want := []critique.Perspective{f.judge.Perspectives["quality"], f.judge.Perspectives["coverage"]}
	if diff := cmp.Diff(want, f.critic.asked); diff != "" || v.Caller.Role != "writer" {
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
		"unknown tool, configured round": {"a.json", `{"round": "R2", "artifact": "spec/product-brief.md", "perspectives": [{"name": "quality", "tool": "rm"}, "coverage"]}`, "request-a.json", verdict.RequestInvalid, `"rm"`},
		"named like a round":             {"R2.json", `{"rownd": 1}`, "request-R2.json", verdict.RequestInvalid, "rownd"},
		"unknown perspective":            {"a.json", `{"round": "X-1", "artifact": "spec/product-brief.md", "perspectives": ["ux"]}`, "X-1", verdict.RequestInvalid, `"ux" is neither configured nor defined`},
		"fewer judges":                   {"a.json", `{"round": "R2", "perspectives": ["quality"]}`, "request-a.json", verdict.RequestInvalid, "leaves out coverage"},
		"another judge":                  {"a.json", `{"round": "R1", "perspectives": ["quality", "coverage"]}`, "request-a.json", verdict.RequestInvalid, `not by "coverage"`},
		"another artifact":               {"a.json", `{"round": "R2", "artifact": "spec/gone.md"}`, "request-a.json", verdict.RequestInvalid, "configured to judge product-brief.md"},
		"a watched round":                {"a.json", `{"round": "R2", "watch": true}`, "request-a.json", verdict.RequestInvalid, "watched in any case"},
		"what discussd writes":           {"a.json", `{"round": "X-1", "artifact": "discussions/X-1-verdict.json", "watch": true, "perspectives": ["quality"]}`, "X-1", verdict.RequestInvalid, "writes itself"},
		"the bus":                        {"a.json", `{"round": "X-1", "artifact": ".msg/messages.jsonl", "perspectives": ["quality"]}`, "X-1", verdict.RequestInvalid, "writes itself"},
		"unknown round":                  {"a.json", `{"round": "R9"}`, "R9", verdict.RoundUnknown, "known rounds: R1, R2, R3"},
		"outside":                        {"a.json", `{"round": "R2", "artifact": "../../etc/passwd"}`, "request-a.json", verdict.ArtifactOutside, "does not lie in the session"},
		"context outside":                {"a.json", `{"round": "R2", "context": "/etc/passwd"}`, "request-a.json", verdict.ArtifactOutside, "does not lie in the session"},
		"another session":                {"a.json", `{"round": "R2", "session": "OTHER"}`, "request-a.json", verdict.SessionNotFound, "and the request lies in"},
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
			f.critic.judged = nil
			other := filepath.Join(t.TempDir(), filepath.Base(f.dir)) // of the same name
			must(t, os.MkdirAll(filepath.Join(other, "spec"), 0o755))
			must(t, os.WriteFile(filepath.Join(other, "spec/product-brief.md"), nil, 0o644))
			if _, err := f.ask(test.file, strings.ReplaceAll(test.text, "OTHER", other)); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Lstat(f.path("discussions/" + test.round + "-discussion.md")); err == nil && test.code != verdict.ArtifactNotFound {
				t.Error("a refusal has a record")
			}
			v, ok := f.verdict(test.round)
			if !ok || v.Error == nil || v.Error.Code != test.code || !strings.Contains(v.Error.Message, test.says) {
				t.Errorf("got %+v, %v; want %s: …%s…", v.Error, ok, test.code, test.says)
			}
			if len(f.critic.rounds()) != 0 {
				t.Error("somebody was asked")
			}
			if after, _ := f.verdict("R2"); after.FinishedAt != before.Verdict.FinishedAt {
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
		if v, ok := f.verdict(round); !ok || v.Error == nil || !strings.Contains(v.Error.Message, text) {
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
	if v, _ := f.verdict("x"); v.Revision != 2 {
		t.Errorf("the same file again is revision %d", v.Revision)
	}

	const good = `{"round": "P-1", "artifact": "spec/product-brief.md", "perspectives": ["quality"]}`
	ask("good.json", good)
	ask("P-1.json", `{"rownd": 1}`)
	ask("other.json", strings.Replace(good, `["quality"]`, `[{"name": "ux", "tool": "rm"}]`, 1))
	if v, ok := f.verdict("P-1"); !ok || v.Error != nil {
		t.Errorf("displaced: %+v", v.Error)
	}
	says("request-P-1.json", "rownd")
	says("request-other.json", `"rm"`)

	ask("x.md", "## Multi-Perspective Critique: R2\n\n### Input\n- Round: R2\n")
	ask("x.json", `{"round": "R2"}`)
	for _, round := range []string{"x", "request-x.json"} {
		if v, ok := f.verdict(round); ok {
			t.Errorf("%s still says %+v", round, v.Error)
		}
	}
	says("request-x.toml", "requests/x.toml")
}

// TestARoundHasOneArtifact drops requests that take one name for rounds over two
// artifacts: the second is told whose it is, and is answered when that one is gone.
func TestARoundHasOneArtifact(t *testing.T) {
	f := newFixture(t)
	f.write("notes/plan.md", "# Plan\n")
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
	if _, told := f.verdict("request-second.json"); !told {
		t.Error("nobody is told")
	}
	for _, sameFile := range []string{"./spec/product-brief.md", f.path(first.Artifact.Path)} {
		if v := ask("third.json", sameFile); v.Artifact.Path != "spec/product-brief.md" || v.Error != nil {
			t.Errorf("%s: got %+v, %+v", sameFile, v.Artifact, v.Error)
		}
	}
	for _, name := range []string{"first", "third"} {
		must(t, os.Remove(f.path("discussions/requests/"+name+".json")))
	}
	if v := ask("second.json", "notes/plan.md"); v.Artifact.Path != "notes/plan.md" || v.Error != nil {
		t.Errorf("got %+v, %+v", v.Artifact, v.Error)
	}
}

// TestRequestsInTheDaemon drops requests before and after the dispatcher starts.
func TestRequestsInTheDaemon(t *testing.T) {
	f := newFixture(t)
	f.write("notes/plan.md", "# Plan\n")
	f.write("discussions/requests/a.md", own)
	d := dispatch(t, f, DispatcherOptions{})
	d.found("requests/a.md")
	d.fresh("FEAS-001", 1)
	d.change("requests/a.md", true) // the same bytes again
	d.change("R2", true)
	d.fresh("R2", 1)
	if diff := cmp.Diff([]string{"FEAS-001", "R2"}, f.critic.rounds()); diff != "" {
		t.Errorf("judged: -want +got\n%s", diff)
	}

	d.write("discussions/requests/late.json", `{"round": "LATE", "artifact": "notes/late.md", "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	d.change("requests/late.json", true)
	until(t, "the refusal", func() bool { v, ok := f.verdict("LATE"); return ok && v.Error != nil })
	d.change("requests/late.json", true) // nothing came of it, and nobody dropped it again
	d.write("notes/late.md", "# Late\n")
	d.change("requests/late.json", true)
	d.write("discussions/requests/late.json", `{"round": "LATE", "artifact": "notes/late.md", "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	d.change("requests/late.json", true) // dropped again, it is tried again
	if v := d.fresh("LATE", 2); v.Error != nil {
		t.Errorf("got %+v", v.Error)
	}
	d.stop()

	d = dispatch(t, f, DispatcherOptions{})
	d.found("requests/a.md")
	d.found("requests/late.json")
	d.stop()
	if got := f.critic.rounds(); len(got) != 3 {
		t.Errorf("answered again after a restart: %v", got)
	}
}

// TestRequestsFoundTogether has a round asked for in three files before the daemon
// starts: the one that was dropped last has the last word.
func TestRequestsFoundTogether(t *testing.T) {
	f := newFixture(t)
	first := time.Now().Add(-time.Hour)
	for i, form := range []string{"toml", "md", "json"} {
		name := "discussions/requests/R." + form
		f.write(name, map[string]string{
			"json": `{"round": "R", "artifact": "spec/product-brief.md", "role": "json", "perspectives": ["quality"]}`,
			"md":   "## Multi-Perspective Critique: R\n\n### Input\n- Artifact: spec/product-brief.md\n- Role: md\n- Perspectives: coverage\n",
			"toml": "round = \"R\"\nartifact = \"spec/product-brief.md\"\nrole = \"toml\"\nperspectives = [\"quality\"]\n",
		}[form])
		written := first.Add(time.Duration(i) * time.Second)
		must(t, os.Chtimes(f.path(name), written, written))
	}
	f.critic.began = make(chan string, 9)
	f.critic.gate = make(chan struct{})
	d := dispatch(t, f, DispatcherOptions{})
	d.found("R2") // which keeps the session busy
	d.change("R2", true)
	<-f.critic.began
	for _, form := range []string{"json", "md", "toml"} {
		d.found("requests/R." + form)
	}
	until(t, "all to be queued", func() bool {
		queued := make(chan int, 1)
		must(t, d.dispatcher.report(t.Context(), func() { queued <- len(d.dispatcher.queue.rounds[f.dir]) }))
		return <-queued == 3
	})
	close(f.critic.gate)
	if v := d.fresh("R", 3); v.Caller.Role != "json" {
		t.Errorf("the last word is that of %s", v.Caller.Role)
	}
}

// TestStandingRequest shows that a request with watch is answered again whenever
// its artifact changes, be that the artifact of a round or nobody's.
func TestStandingRequest(t *testing.T) {
	f := newFixture(t)
	f.write("notes/plan.md", "# Plan\n")
	f.write("discussions/requests/w.json", `{"round": "W", "artifact": "notes/plan.md", "watch": true, "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	f.write("discussions/requests/b.json", `{"round": "B", "artifact": "spec/product-brief.md", "watch": true, "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	looked := make(chan struct{}, 9)
	standing := NewStanding(func() { looked <- struct{}{} })
	d := dispatch(t, f, DispatcherOptions{Standing: standing})
	d.found("requests/w.json")
	d.found("requests/b.json")
	d.fresh("W", 1)
	d.fresh("B", 1)
	<-looked
	<-looked
	key, ok := standing.Route(f.path("notes/plan.md"))
	if !ok || key.Round != "requests/w.json" || !standing.Descend(f.path("notes")) || standing.Descend(f.path("other")) {
		t.Fatalf("got %v, %v", key, ok)
	}
	f.write("notes/plan.md", "# New plan\n")
	d.change(key.Round, true)
	d.fresh("W", 2)
	f.write("spec/product-brief.md", "# New brief\n")
	d.change("R2", true)
	d.fresh("R2", 1)
	d.fresh("B", 2)

	d.write("discussions/requests/w2.json", `{"round": "W", "artifact": "notes/other.md", "watch": true, "perspectives": ["quality"]}`)
	d.change("requests/w2.json", true)
	until(t, "the second watch of a round to be refused", func() bool { v, ok := f.verdict("request-w2.json"); return ok && v.Error != nil })
	d.fresh("W", 2)
	if err := os.Remove(f.path("notes/plan.md")); err != nil {
		t.Fatal(err)
	}
	d.change("requests/w.json", true)
	until(t, "the verdict on what is gone to go", func() bool {
		v, ok := f.verdict("W")
		return ok && v.Error != nil && v.Error.Code == verdict.ArtifactNotFound
	})

	if err := os.Remove(f.path("discussions/requests/w.json")); err != nil {
		t.Fatal(err)
	}
	d.change("requests/w.json", true)
	until(t, "the request to be forgotten", func() bool { _, ok := standing.Route(f.path("notes/plan.md")); return !ok })
}

// TestAnotherPanelIsAskedAnew shows that a verdict answers only for the panel it is of.
func TestAnotherPanelIsAskedAnew(t *testing.T) {
	f := newFixture(t)
	f.write("notes/plan.md", "# Plan\n")
	for i, panel := range []string{`["quality"]`, `["coverage"]`, `["coverage", "quality"]`} {
		if _, err := f.ask(string(rune('a'+i))+".json", `{"round": "X-1", "artifact": "notes/plan.md", "perspectives": `+panel+`}`); err != nil {
			t.Fatal(err)
		}
		if v, _ := f.verdict("X-1"); v.Revision != i+1 {
			t.Errorf("%s: revision %d", panel, v.Revision)
		}
	}
	if _, err := f.ask("again.json", `{"perspectives": ["quality", "coverage"], "round": "X-1", "artifact": "notes/plan.md"}`); err != nil {
		t.Fatal(err)
	}
	if v, _ := f.verdict("X-1"); v.Revision != 3 {
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
			func(f *fixture) { f.write("notes/plan.md", "# Another plan\n") }, "discussions/X-1-verdict.json"},
		"the artifact is gone": {`{"round": "X-1", "artifact": "notes/plan.md", "perspectives": ["quality"]}`,
			func(f *fixture) { must(f.t, os.Remove(f.path("notes/plan.md"))) }, "discussions/X-1-verdict.json"},
		"it was refused": {`{"round": "X-1", "artifact": "notes/none.md", "perspectives": ["quality"]}`,
			func(f *fixture) { f.write("notes/none.md", "# A plan at last\n") }, "discussions/X-1-verdict.json"},
		"a discussion": {`{"round": 1, "type": "deepen", "topic": "queues"}`,
			func(f *fixture) {}, "discussions/discussion-round-1.json"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.write("notes/plan.md", "# Plan\n")
			if _, err := f.ask("a.json", tt.request); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(f.path(tt.answer))
			must(t, err)
			tt.then(f)
			outcome, err := f.judge.Answer(t.Context(), Order{Dir: f.dir, Round: session.Round{ID: "requests/a.json"}, Once: true})
			if err != nil || !outcome.Skipped {
				t.Errorf("got %+v, %v", outcome, err)
			}
			after, err := os.ReadFile(f.path(tt.answer))
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

// TestRequestDeletedWhileItRuns shows that what was begun is finished.
func TestRequestDeletedWhileItRuns(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "on"
	f.critic.gate, f.critic.began = make(chan struct{}), make(chan string, 1)
	f.write("notes/plan.md", "# Plan\n")
	f.write("discussions/requests/a.md", own)
	d := dispatch(t, f, DispatcherOptions{})
	d.change("requests/a.md", true)
	<-f.critic.began
	if err := os.Remove(f.path("discussions/requests/a.md")); err != nil {
		t.Fatal(err)
	}
	d.change("requests/a.md", false)
	f.critic.gate <- struct{}{}
	d.fresh("FEAS-001", 1)
	d.change("requests/a.md", true)
	d.stop()
	if diff := cmp.Diff([]string{"impl_progress FEAS-001", "discussion_ready FEAS-001"}, f.said()); diff != "" {
		t.Errorf("on the bus: -want +got\n%s", diff)
	}
}
