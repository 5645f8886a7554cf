package schedule

import (
	"cmp"
	"context"
	"errors"
	"time"

	"discussd/pipeline/failpoint"
	"discussd/pipeline/handoff"
	"discussd/pipeline/judge"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// The pauses after which a lock that another process holds is tried again.
const (
	lockPause        = 100 * time.Millisecond
	longestLockPause = 2 * time.Second
)

// unheardPause is how long a watcher is waited for to tell of a change that a run met.
// Of a file that came and went with its folder, or of a folder that was away for a moment,
// it may never tell.
const unheardPause = time.Minute

// turns have queued rounds judged, and decide what comes next for each.
type turns struct {
	*rounds
	budget   *Budget
	coolDown time.Duration
	retry    time.Duration
	going    time.Duration // how long a round is left alone of which files have gone
	runs     runs          // under way, or stuck
}

// startQueued starts as many queued rounds as there is room for.
func (t *turns) startQueued(ctx context.Context) {
	for t.running < t.most && ctx.Err() == nil {
		key, ok := t.queue.pop(func(session string) bool {
			return t.at(session) || t.busy[session] || t.hooks.Full(session) || t.tooManyStuck(session)
		})
		if !ok {
			return
		}
		if _, known := t.what(key); !known { // a reload removed it
			t.forget(key)
		} else if j := t.jobs[key]; j != nil && j.state == verdict.Queued { // else it turned out fresh while it was queued
			t.start(ctx, key, j)
		}
	}
}

func (t *turns) start(ctx context.Context, key watcher.Key, j *job) {
	ctx, j.cancel = context.WithCancelCause(ctx)
	j.state, j.tried, j.marked, j.changed, j.again, t.table.dirty = verdict.Running, true, false, false, false, true
	if j.held || j.shutOut > 0 {
		j.held, j.problem = false, ""
	}
	t.places.take(key.Session)
	what, _ := t.what(key)
	urgency := t.urgency(key, j)
	order := judge.Order{
		Target: judge.Target{Dir: key.Session, Job: what}, Awaited: urgency == Awaited,
		Mode:   judge.Mode{Lock: judge.TryLock, Gone: t.sparing(key, j)},
		Resume: judge.Resume{Queued: time.Since(j.since), Final: j.lost >= maxLost, Ready: j.ready},
		Observer: judge.Observer{
			Hooks:  &t.hooks,
			Unsaid: func() { t.hear(func() { t.unsaid.add(key.Session, time.Now()) }) },
		},
	}
	if j.improve {
		order.Again = judge.WhenUnreviewed
	}
	if budget := t.budget; budget != nil {
		order.Spend = func() error { return budget.take(time.Now(), key.Session, urgency) }
	}
	improving := j.improve
	j.improve = false
	run, judging := t.runs.begin(key, t.judge, &t.wg)
	run.improve = improving
	order.Started = func(fingerprint string) {
		t.hear(func() {
			if t.runs.under[key] == run {
				j.fingerprint = fingerprint
			}
		})
	}
	go func() {
		defer run.let()
		end := t.inWork.begin(key.Session)
		outcome, err := guarded(ctx, judging, order)
		end()
		t.hear(func() {
			if !t.runs.end(key, run) {
				t.comeBack(key.Session)
				return
			}
			stopping := ctx.Err() != nil && !errors.Is(context.Cause(ctx), judge.ErrChanged)
			j.cancel(nil)
			t.places.leave(key.Session)
			j.state, j.fingerprint, t.table.dirty = verdict.Settling, "", true
			j.improve = j.improve || improving && err != nil && !errors.Is(err, session.ErrNoArtifact)
			if !stopping {
				t.finish(key, j, outcome, err)
			}
		})
	}()
}

// hear has the loop run a report, as long as there is one.
func (t *turns) hear(report func()) {
	select {
	case t.reports <- report:
	case <-t.runs.over:
	}
}

// guarded runs the judge; a panic is an error.
func guarded(ctx context.Context, judge *judge.Judge, order judge.Order) (outcome judge.Outcome, err error) {
	log := judge.Logger.With("session", order.Dir, "round", order.Job.ID())
	panicked := sheltered(log, "judging", func() {
		failpoint.Reach(failpoint.JobTaken)
		outcome, err = judge.Do(ctx, order)
	})
	return outcome, cmp.Or(panicked, err)
}

// finish takes a run's outcome and decides what comes next for the round.
func (t *turns) finish(key watcher.Key, j *job, outcome judge.Outcome, err error) {
	log := t.judge.Logger.With("session", key.Session, "round", key.Round)
	defer t.unreviewed.again(time.Now().Add(t.coolDown)) // whether this was a probe that told nothing, or another round
	var held *heldError
	if errors.Is(err, handoff.ErrLocked) {
		t.shutOut(key, j)
		return
	}
	j.shutOut = 0
	if t.spare(key, j, err) {
		return
	}
	switch {
	case err == nil:
		t.judged.add(key)
		switch {
		case outcome.File != "" || outcome.Skipped: // no new verdict
		case j.kind == session.OfDecision: // nobody was asked
			outcome.LogDecision(log)
		default:
			outcome.LogVerdict(log)
			t.weigh(key, outcome)
		}
		j.lost, j.failures, j.problem, j.ready = 0, 0, "", nil
		j.changed = j.changed || outcome.Stale
	case errors.Is(err, session.ErrNoArtifact):
		t.judged.drop(key)
		t.unreviewed.drop(key)
		if j.kind == session.OfRequest { // an earlier run may have begun what it asks for
			t.unsaid.add(key.Session, time.Now())
		}
		if j.seen {
			log.Info("artifact vanished before it was read")
		} else {
			log.Debug("round waits for its artifact")
		}
	case errors.Is(err, judge.ErrChanged):
		j.lost++
		j.changed = true
		log.Info("round given up, its files changed while it was judged")
	case errors.As(err, &held):
		j.held, j.problem = true, held.Error()
		t.wait(key, j, held.wait)
		log.Warn("round held back", "reason", err, "until", j.wakeAt.Format(time.TimeOnly), "hint", "raise panel.budget, or set it to 0")
		return
	default:
		if j.problem != err.Error() {
			j.problem = err.Error()
			log.Error("round has no verdict yet, will be tried again", "error", err, "judged", outcome.Unwritten)
		}
		if outcome.Unwritten {
			j.ready = &outcome.Verdict
		}
		t.wait(key, j, min(t.retry<<min(j.failures, 6), longestRetry))
		j.failures++
		return
	}
	t.next(key, j, outcome.Stale)
}

// next decides what comes next for a round that is done with.
func (t *turns) next(key watcher.Key, j *job, stale bool) {
	_, known := t.what(key)
	switch {
	case !known:
		t.forget(key)
	case j.kind != session.OfRound:
		t.leave(key, j.again)
	case j.again || stale || j.improve:
		t.settle(key)
	case j.changed: // its writer is not done yet
		t.look(key, verdict.Settling, func(status judge.RoundStatus, err error) {
			if j := t.jobs[key]; j != nil && j.state == verdict.Settling && (err != nil || status.Gone || !j.writing) {
				t.try(key, j, unheardPause)
			}
		})
	default:
		t.drop(key)
	}
}

// leave looks at a file in an inbox once more when it is answered: it may have been
// replaced meanwhile, or want to know of changes from now on.
func (t *turns) leave(key watcher.Key, again bool) {
	t.look(key, "", func(status judge.RoundStatus, err error) {
		j := t.jobs[key]
		switch {
		case j == nil || j.state != verdict.Settling: // seen to meanwhile
		case err != nil || status.Pending || !status.Gone && (again && !status.Fresh || j.improve):
			j.written = status.Written
			t.enqueue(key, j)
		default:
			t.drop(key)
		}
	})
}

// shutOut has a round wait until nobody else judges in its session. It takes no place
// of another's meanwhile.
func (t *turns) shutOut(key watcher.Key, j *job) {
	if t.runs.in(key.Session) { // it is a run of ours that has the lock
		j.problem = errStuck.Error()
		t.wait(key, j, stuckPause)
		return
	}
	if j.problem = "waiting for a lock: another discussd judges in this session"; j.shutOut == 0 {
		t.judge.Logger.Warn("round is waiting for a lock, another discussd judges in this session", "session", key.Session, "round", key.Round)
	}
	t.wait(key, j, min(lockPause<<j.shutOut, longestLockPause))
	j.shutOut = min(j.shutOut+1, 10)
}

func (t *turns) wait(key watcher.Key, j *job, pause time.Duration) {
	t.hold(key, j, pause)
	t.look(key, verdict.Held, func(judge.RoundStatus, error) {})
}

// weigh looks at what a new verdict says of the tools.
func (t *turns) weigh(key watcher.Key, outcome judge.Outcome) {
	t.unreviewed.drop(key)
	asked, answered := outcome.Tools()
	switch {
	case answered:
		for _, key := range t.unreviewed.all() {
			t.improve(key)
		}
	case asked:
		t.unreviewed.add(key, time.Now().Add(t.coolDown))
	}
}
