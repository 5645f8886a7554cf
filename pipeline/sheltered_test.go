package pipeline

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// poison is a logger that panics at a record.
type poison struct {
	hclog.Logger
	at string
}

func (p poison) With(...any) hclog.Logger { return p }
func (p poison) Info(message string, _ ...any) {
	if message == p.at {
		panic("poison")
	}
}

// TestPanickingSurvey: what was found in a session whose survey panics is judged all
// the same, and the daemon lives.
func TestPanickingSurvey(t *testing.T) {
	f := newFixture(t)
	f.judge.Logger = poison{hclog.NewNullLogger(), "round abandoned, nobody asks for it any more"}
	mark, err := verdict.Pending{State: verdict.Running, Since: time.Now()}.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	f.write("discussions/GONE-pending.json", string(mark))
	l := turn(f, DispatcherOptions{})
	l.take(watcher.Change{Key: l.key("R2"), Settled: true, Found: true})
	l.work(l.done)
	if v, ok := f.verdict("R2"); !ok || v.Outcome != verdict.Reached {
		t.Errorf("verdict %v, %s", ok, v.Outcome)
	}
}

// TestPanickingReading: the session's next one is taken.
func TestPanickingReading(t *testing.T) {
	l := turn(newFixture(t), DispatcherOptions{})
	l.background(l.dir, func() func() { panic("poison") })
	next := false
	l.background(l.dir, func() func() { return func() { next = true } })
	l.looked()
	if !next {
		t.Error("nothing is read any more")
	}
}

// TestKilledWhenTheArtifactIsGone: whoever ends between taking the mark away and the
// rest has said before that the round which began is over.
func TestKilledWhenTheArtifactIsGone(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "on"
	if _, err := f.order("R2"); err != nil {
		t.Fatal(err)
	}
	f.write("spec/product-brief.md", "# Last words\n")
	f.critic.gate = make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	f.critic.began = make(chan string, 1)
	go func() { <-f.critic.began; stop() }()
	if _, err := f.judge.Judge(ctx, Order{Dir: f.dir, Round: f.round("R2")}); err == nil {
		t.Fatal("it was judged")
	}
	if err := os.Remove(f.path("spec/product-brief.md")); err != nil {
		t.Fatal(err)
	}
	f.judge.Logger = poison{hclog.NewNullLogger(), "artifact is gone, verdict moved to history"}
	if err := sheltered(hclog.NewNullLogger(), "judging", func() { f.order("R2") }); err == nil {
		t.Fatal("it was not killed")
	}
	want := []string{"impl_progress R2", "discussion_ready R2", "impl_progress R2", "error R2"}
	if diff := cmp.Diff(want, f.said()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
