package schedule

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/judge"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// awaitedFor is how long a round is served before others that nobody waits for. Who
// waits longer asks again.
const awaitedFor = time.Hour

// job is a round that is not known to be judged.
type job struct {
	kind        session.Kind
	state       verdict.PendingState
	since       time.Time // when its change was first seen
	written     time.Time // its artifact, or its file in an inbox, when it was looked at
	tried       bool      // a run was started
	seen        bool      // its artifact was there when it was looked at
	marked      bool      // it was marked pending when it was looked at last
	fingerprint string    // of the bytes being judged, while running
	cancel      context.CancelCauseFunc
	ready       *verdict.Verdict // judged, and could not be written
	improve     bool             // to be judged also when its verdict is fresh, as that rests on the checks alone
	lost        int              // runs in a row that were given up for changes
	changed     bool             // its files changed while it was running
	again       bool             // its writer was done while it was running
	writing     bool             // its writer has begun, and was not done yet
	wakeAt      time.Time        // when it is tried again
	failures    int              // tries in a row that failed
	shutOut     int              // tries in a row that met the lock of somebody else
	problem     string           // the last failure, in words
	found       bool             // nobody has written it since it was found: there is no hurry
	going       time.Time        // when it was first seen that files of it are gone
	held        bool             // the budget holds it back
}

// table holds the rounds that are not known to be judged, and the order in which they
// will be.
type table struct {
	*publisher
	logger  hclog.Logger
	known   map[string]session.Job
	jobs    map[watcher.Key]*job
	waiting map[watcher.Key]*job // those with a time to be tried again
	queue   *queue
	awaited map[watcher.Key]time.Time // rounds that somebody waits for, since when
}

func newTable(p *publisher) *table {
	return &table{publisher: p, jobs: map[watcher.Key]*job{}, waiting: map[watcher.Key]*job{}, queue: newQueue(), awaited: map[watcher.Key]time.Time{}}
}

// configure has the table know the rounds of a judge.
func (t *table) configure(judge *judge.Judge) {
	rank := map[string]int{}
	t.logger, t.known = judge.Logger, map[string]session.Job{}
	for i, round := range judge.Layout.Rounds {
		t.known[round.ID], rank[round.ID] = session.RoundJob(round), i
	}
	t.queue.rank = rank
}

// what returns the job that a key names; known is false when that is a round which the
// configuration does not have.
func (t *table) what(key watcher.Key) (job session.Job, known bool) {
	if job, known = t.known[key.Round]; known {
		return job, true
	}
	return session.InboxJob(key.Round)
}

// job returns the job of a round, a new one when there is none.
func (t *table) job(key watcher.Key, since time.Time) *job {
	j := t.jobs[key]
	if j == nil {
		j = &job{kind: session.KindOf(key.Round), state: verdict.Settling, since: since}
		t.jobs[key], t.dirty = j, true
	}
	return j
}

// enqueue puts a round in the queue; one that is there already stays.
func (t *table) enqueue(key watcher.Key, j *job) {
	if j.state == verdict.Queued || j.state == verdict.Running {
		return
	}
	j.state, t.dirty = verdict.Queued, true
	delete(t.waiting, key)
	t.queue.push(key, t.urgency(key, j), j.written)
	t.logger.Info("round queued", "session", key.Session, "round", key.Round)
}

func (t *table) drop(key watcher.Key) {
	delete(t.awaited, key)
	delete(t.jobs, key)
	delete(t.waiting, key)
	t.dirty = true
}

func (t *table) hold(key watcher.Key, j *job, pause time.Duration) {
	j.state = verdict.Held
	t.try(key, j, pause)
}

// try has a round tried after a while, if nothing has it queued sooner.
func (t *table) try(key watcher.Key, j *job, pause time.Duration) {
	j.wakeAt = time.Now().Add(pause)
	t.waiting[key] = j
}

// wake queues the rounds whose wait is over.
func (t *table) wake(now time.Time) {
	var due []watcher.Key
	for _, key := range inOrder(t.waiting) {
		if !t.waiting[key].wakeAt.After(now) {
			due = append(due, key)
		}
	}
	slices.SortStableFunc(due, func(a, b watcher.Key) int { return t.jobs[a].since.Compare(t.jobs[b].since) })
	for _, key := range due {
		t.enqueue(key, t.jobs[key])
	}
}

// await notes that somebody waits for a round.
func (t *table) await(key watcher.Key) {
	for key, since := range t.awaited {
		if time.Since(since) >= awaitedFor {
			delete(t.awaited, key)
		}
	}
	t.awaited[key], t.dirty = time.Now(), true
	j := t.jobs[key]
	switch {
	case j == nil:
	case j.state == verdict.Queued:
		t.queue.push(key, Awaited, j.written)
	case j.state == verdict.Held && j.held:
		j.wakeAt = time.Now()
	}
}

// urgency is how soon a round is wanted.
func (t *table) urgency(key watcher.Key, j *job) Urgency {
	_, awaited := t.awaited[key]
	switch {
	case awaited:
		return Awaited
	case j.kind == session.OfRequest:
		return Asked
	case j.found && j.kind == session.OfRound:
		return CatchingUp
	}
	return Live
}

// judged are the rounds of which a verdict was seen, by session. Where it is gone all at
// once, its session may be on the way; see [goingPause].
type judged map[string][]string

func (j judged) has(key watcher.Key) bool { return slices.Contains(j[key.Session], key.Round) }

// add notes a round; a file in an inbox has no verdict of its own.
func (j judged) add(key watcher.Key) {
	if session.KindOf(key.Round) == session.OfRound && !j.has(key) {
		j[key.Session] = append(j[key.Session], key.Round)
	}
}

func (j judged) drop(key watcher.Key) {
	left := slices.DeleteFunc(j[key.Session], func(round string) bool { return round == key.Round })
	if j[key.Session] = left; len(left) == 0 {
		delete(j, key.Session)
	}
}
