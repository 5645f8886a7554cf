package pipeline

import (
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// poison is a logger that a record of abandoned rounds makes panic.
type poison struct{ hclog.Logger }

func (p poison) With(...any) hclog.Logger { return p }
func (p poison) Info(message string, _ ...any) {
	if message == "round abandoned, nobody asks for it any more" {
		panic("poison")
	}
}

// TestPanickingSurvey: what was found in a session whose survey panics is judged all
// the same, and the daemon lives.
func TestPanickingSurvey(t *testing.T) {
	f := newFixture(t)
	f.judge.Logger = poison{hclog.NewNullLogger()}
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
