package schedule

import (
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// TestPanickingSurvey: what was found in a session whose survey panics is judged all
// the same, and the daemon lives.
func TestPanickingSurvey(t *testing.T) {
	f := newFixture(t)
	f.judge.Logger = pipelinetest.Poison{Logger: hclog.NewNullLogger(), At: "round abandoned, nobody asks for it any more"}
	mark, err := verdict.Pending{State: verdict.Running, Since: time.Now()}.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	f.Write("discussions/GONE-pending.json", string(mark))
	l := turn(f, DispatcherOptions{})
	l.changes.take(watcher.Change{Key: l.key("R2"), Settled: true, Found: true})
	l.work(l.done)
	if v, ok := f.Verdict("R2"); !ok || v.Outcome != verdict.Reached {
		t.Errorf("verdict %v, %s", ok, v.Outcome)
	}
}

// TestPanickingReading: the session's next one is taken.
func TestPanickingReading(t *testing.T) {
	l := turn(newFixture(t), DispatcherOptions{})
	l.background(l.Dir, func() func() { panic("poison") })
	next := false
	l.background(l.Dir, func() func() { return func() { next = true } })
	l.looked()
	if !next {
		t.Error("nothing is read any more")
	}
}
