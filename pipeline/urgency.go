package pipeline

import (
	"context"
	"time"

	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// awaitedFor is how long a round is served before others that nobody waits for. Who
// waits longer asks again.
const awaitedFor = time.Hour

// Await tells that somebody waits for a round: it is served before others, and one that
// the budget holds back is tried again at once. It returns when the loop has taken that,
// or ctx ended.
func (d *Dispatcher) Await(ctx context.Context, key watcher.Key) {
	d.report(ctx, func() {
		for key, since := range d.awaited {
			if time.Since(since) >= awaitedFor {
				delete(d.awaited, key)
			}
		}
		d.awaited[key], d.dirty = time.Now(), true
		j := d.jobs[key]
		switch {
		case j == nil:
		case j.state == verdict.Queued:
			d.queue.push(key, Awaited, j.written)
		case j.state == verdict.Held && j.held:
			j.wakeAt = time.Now()
		}
	})
}

// urgency is how soon a round is wanted.
func (d *Dispatcher) urgency(key watcher.Key, j *job) Urgency {
	inbox, _, dropped := session.Dropped(key.Round)
	_, awaited := d.awaited[key]
	switch {
	case awaited:
		return Awaited
	case inbox == session.Requests:
		return Asked
	case j.found && !dropped:
		return CatchingUp
	}
	return Live
}
