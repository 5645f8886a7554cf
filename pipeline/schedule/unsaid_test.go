package schedule

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/verdict"
)

func TestUnsaidIsTriedLessAndLess(t *testing.T) {
	now, u := time.Unix(1_800_000_000, 0), unsaid{}
	u.add("s", now)
	var pauses []time.Duration
	for range 8 {
		pauses = append(pauses, u["s"].at.Sub(now))
		now = u["s"].at
		u.add("s", now) // planned already
		u.again("s", now)
	}
	want := []time.Duration{1, 2, 4, 8, 16, 32, 60, 60}
	for i := range want {
		want[i] *= time.Second
	}
	if diff := cmp.Diff(want, pauses); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestABeginningEndsWhenItsArtifactGoes: a round that was begun on the bus, and given up
// because its artifact is gone, is said to have ended.
func TestABeginningEndsWhenItsArtifactGoes(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "on"
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	d := dispatch(t, f, DispatcherOptions{})
	d.change("R2", true)
	<-f.Critic.Began
	must(t, os.Remove(f.Path("spec/product-brief.md")))
	d.change("R2", false)
	d.change("R2", true)
	pipelinetest.Until(t, "the round to be given up", func() bool { return len(f.Said()) == 2 })
	d.stop()
	if diff := cmp.Diff([]string{"impl_progress R2", "error R2"}, f.Said()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestARequestThatGoesBeforeItsTurn: what a killed daemon had begun for it nobody ends
// but who looks at the session again.
func TestARequestThatGoesBeforeItsTurn(t *testing.T) {
	f := newFixture(t)
	mark, err := verdict.Pending{State: verdict.Running, Since: time.Now()}.Marshal()
	must(t, err)
	f.Write("discussions/Q2-pending.json", string(mark))
	d := dispatch(t, f, DispatcherOptions{})
	d.change("requests/q2.json", true)
	pipelinetest.Until(t, "the mark to go", func() bool { return !f.Pending("Q2") })
	d.stop()
}
