package schedule

import (
	"testing"

	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// TestTooManyHooks has a session whose hooks do not end get no new verdict until one
// of them does, and another session get its own.
func TestTooManyHooks(t *testing.T) {
	f := newFixture(t)
	d := dispatch(t, f, DispatcherOptions{MaxRounds: 2})
	end := make(chan struct{})
	defer close(end)
	for !d.dispatcher.hooks.Full(f.Dir) {
		d.dispatcher.hooks.Add(f.Dir, func() { <-end })
	}
	d.change("R2", true)
	pipelinetest.Until(t, "the round to be queued", func() bool {
		queued := make(chan bool, 1)
		must(t, d.dispatcher.report(t.Context(), func() {
			j := d.dispatcher.jobs[watcher.Key{Session: f.Dir, Round: "R2"}]
			queued <- j != nil && j.state == verdict.Queued
		}))
		return <-queued && f.Pending("R2")
	})
	must(t, d.dispatcher.Alive(t.Context()))
	if len(f.Critic.Rounds()) > 0 {
		t.Error("judged, and nobody can be told")
	}
	end <- struct{}{}
	pipelinetest.Until(t, "the round to be judged", func() bool { _, judged := f.Verdict("R2"); return judged })
}
