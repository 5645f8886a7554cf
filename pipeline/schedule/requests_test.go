package schedule

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/verdict"
)

// TestRequestsInTheDaemon drops requests before and after the dispatcher starts.
func TestRequestsInTheDaemon(t *testing.T) {
	f := newFixture(t)
	f.Write("notes/plan.md", "# Plan\n")
	f.Write("discussions/requests/a.md", pipelinetest.Request)
	d := dispatch(t, f, DispatcherOptions{})
	d.found("requests/a.md")
	d.fresh("FEAS-001", 1)
	d.change("requests/a.md", true) // the same bytes again
	d.change("R2", true)
	d.fresh("R2", 1)
	if diff := cmp.Diff([]string{"FEAS-001", "R2"}, f.Critic.Rounds()); diff != "" {
		t.Errorf("judged: -want +got\n%s", diff)
	}

	d.Write("discussions/requests/late.json", `{"round": "LATE", "artifact": "notes/late.md", "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	d.change("requests/late.json", true)
	pipelinetest.Until(t, "the refusal", func() bool { v, ok := f.Verdict("LATE"); return ok && v.Error != nil })
	d.change("requests/late.json", true) // nothing came of it, and nobody dropped it again
	d.Write("notes/late.md", "# Late\n")
	d.change("requests/late.json", true)
	d.Write("discussions/requests/late.json", `{"round": "LATE", "artifact": "notes/late.md", "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	d.change("requests/late.json", true) // dropped again, it is tried again
	if v := d.fresh("LATE", 2); v.Error != nil {
		t.Errorf("got %+v", v.Error)
	}
	d.stop()

	d = dispatch(t, f, DispatcherOptions{})
	d.found("requests/a.md")
	d.found("requests/late.json")
	d.stop()
	if got := f.Critic.Rounds(); len(got) != 3 {
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
		f.Write(name, map[string]string{
			"json": `{"round": "R", "artifact": "spec/product-brief.md", "role": "json", "perspectives": ["quality"]}`,
			"md":   "## Multi-Perspective Critique: R\n\n### Input\n- Artifact: spec/product-brief.md\n- Role: md\n- Perspectives: coverage\n",
			"toml": "round = \"R\"\nartifact = \"spec/product-brief.md\"\nrole = \"toml\"\nperspectives = [\"quality\"]\n",
		}[form])
		written := first.Add(time.Duration(i) * time.Second)
		must(t, os.Chtimes(f.Path(name), written, written))
	}
	f.Critic.Began = make(chan string, 9)
	f.Critic.Gate = make(chan struct{})
	d := dispatch(t, f, DispatcherOptions{})
	d.found("R2") // which keeps the session busy
	d.change("R2", true)
	<-f.Critic.Began
	for _, form := range []string{"json", "md", "toml"} {
		d.found("requests/R." + form)
	}
	pipelinetest.Until(t, "all to be queued", func() bool {
		queued := make(chan int, 1)
		must(t, d.dispatcher.report(t.Context(), func() { queued <- len(d.dispatcher.queue.rounds[f.Dir]) }))
		return <-queued == 3
	})
	close(f.Critic.Gate)
	if v := d.fresh("R", 3); v.Caller.Role != "json" {
		t.Errorf("the last word is that of %s", v.Caller.Role)
	}
}

// TestSubscribingRequest shows that a request with watch is answered again whenever
// its artifact changes, be that the artifact of a round or nobody's.
func TestSubscribingRequest(t *testing.T) {
	f := newFixture(t)
	f.Write("notes/plan.md", "# Plan\n")
	f.Write("discussions/requests/w.json", `{"round": "W", "artifact": "notes/plan.md", "watch": true, "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	f.Write("discussions/requests/b.json", `{"round": "B", "artifact": "spec/product-brief.md", "watch": true, "perspectives": [{"name": "ux", "tool": "codex"}]}`)
	looked := make(chan struct{}, 9)
	subscriptions := NewSubscriptions(func() { looked <- struct{}{} })
	d := dispatch(t, f, DispatcherOptions{Subscriptions: subscriptions})
	d.found("requests/w.json")
	d.found("requests/b.json")
	d.fresh("W", 1)
	d.fresh("B", 1)
	<-looked
	<-looked
	key, ok := subscriptions.Route(f.Path("notes/plan.md"))
	if !ok || key.Round != "requests/w.json" || !subscriptions.Descend(f.Path("notes")) || subscriptions.Descend(f.Path("other")) {
		t.Fatalf("got %v, %v", key, ok)
	}
	f.Write("notes/plan.md", "# New plan\n")
	d.change(key.Round, true)
	d.fresh("W", 2)
	f.Write("spec/product-brief.md", "# New brief\n")
	d.change("R2", true)
	d.fresh("R2", 1)
	d.fresh("B", 2)

	d.Write("discussions/requests/w2.json", `{"round": "W", "artifact": "notes/other.md", "watch": true, "perspectives": ["quality"]}`)
	d.change("requests/w2.json", true)
	pipelinetest.Until(t, "the second watch of a round to be refused", func() bool { v, ok := f.Verdict("w2"); return ok && v.Error != nil })
	d.fresh("W", 2)
	if err := os.Remove(f.Path("notes/plan.md")); err != nil {
		t.Fatal(err)
	}
	d.change("requests/w.json", true)
	pipelinetest.Until(t, "the verdict on what is gone to go", func() bool {
		v, ok := f.Verdict("W")
		return ok && v.Error != nil && v.Error.Code == verdict.ArtifactNotFound
	})

	if err := os.Remove(f.Path("discussions/requests/w.json")); err != nil {
		t.Fatal(err)
	}
	d.change("requests/w.json", true)
	pipelinetest.Until(t, "the request to be forgotten", func() bool { _, ok := subscriptions.Route(f.Path("notes/plan.md")); return !ok })
}

// TestRequestDeletedWhileItRuns shows that what was begun is finished.
func TestRequestDeletedWhileItRuns(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "on"
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 1)
	f.Write("notes/plan.md", "# Plan\n")
	f.Write("discussions/requests/a.md", pipelinetest.Request)
	d := dispatch(t, f, DispatcherOptions{})
	d.change("requests/a.md", true)
	<-f.Critic.Began
	if err := os.Remove(f.Path("discussions/requests/a.md")); err != nil {
		t.Fatal(err)
	}
	d.change("requests/a.md", false)
	f.Critic.Gate <- struct{}{}
	d.fresh("FEAS-001", 1)
	d.change("requests/a.md", true)
	d.stop()
	if diff := cmp.Diff([]string{"impl_progress FEAS-001", "discussion_ready FEAS-001"}, f.Said()); diff != "" {
		t.Errorf("on the bus: -want +got\n%s", diff)
	}
}
