package pipeline

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// The pauses after which a lock that another process holds is tried again.
const (
	lockPause        = 100 * time.Millisecond
	longestLockPause = 2 * time.Second
)

// startQueued starts as many queued rounds as there is room for.
func (d *Dispatcher) startQueued(ctx context.Context) {
	for d.running < d.MaxRounds && ctx.Err() == nil {
		key, ok := d.queue.pop(func(session string) bool {
			_, alone := d.aside[session]
			return alone || d.busy[session] || len(d.looks[session]) > 0 || d.hooks.full(session)
		})
		if !ok {
			return
		}
		if _, known := d.round(key.Round); !known { // a reload removed it
			d.forget(key)
		} else if j := d.jobs[key]; j != nil && j.state == verdict.Queued { // else it turned out fresh while it was queued
			d.start(ctx, key, j)
		}
	}
}

func (d *Dispatcher) start(ctx context.Context, key watcher.Key, j *job) {
	ctx, j.cancel = context.WithCancelCause(ctx)
	j.state, j.marked, j.changed, j.again, d.dirty = verdict.Running, false, false, false, true
	if j.held || j.shutOut > 0 {
		j.held, j.problem = false, ""
	}
	d.running++
	d.busy[key.Session] = true
	round, _ := d.round(key.Round)
	order := Order{
		Dir: key.Session, Round: round, Queued: time.Since(j.since),
		Once: true, Try: true, Final: j.lost >= maxLost, Improve: j.improve, Ready: j.ready, Hooks: &d.hooks,
		Urgency: d.urgency(key, j),
	}
	order.Started = func(fingerprint string) { d.reports <- func() { j.fingerprint = fingerprint } }
	order.Untold = func() { d.reports <- func() { d.untold.add(key.Session, time.Now()) } }
	j.improve = false
	judge := d.Judge
	d.wg.Go(func() {
		end := d.InWork.begin(key.Session)
		outcome, err := guarded(ctx, judge, order)
		end()
		d.reports <- func() {
			stopping := ctx.Err() != nil && !errors.Is(context.Cause(ctx), ErrChanged)
			j.cancel(nil)
			d.running--
			delete(d.busy, key.Session)
			j.state, j.fingerprint, d.dirty = verdict.Settling, "", true
			j.improve = j.improve || order.Improve && err != nil && !errors.Is(err, session.ErrNoArtifact)
			if !stopping {
				d.finish(key, j, outcome, err)
			}
		}
	})
}

// guarded runs the judge; a panic is an error.
func guarded(ctx context.Context, judge *Judge, order Order) (outcome Outcome, err error) {
	log := judge.Logger.With("session", order.Dir, "round", order.Round.ID)
	panicked := sheltered(log, "judging", func() {
		switch inbox, _, _ := session.Dropped(order.Round.ID); inbox {
		case session.Requests:
			outcome, err = judge.Answer(ctx, order)
		case session.Decisions:
			outcome, err = judge.Decide(ctx, order)
		default:
			outcome, err = judge.Judge(ctx, order)
		}
	})
	return outcome, cmp.Or(panicked, err)
}

// check gives a run up when the files are no longer those it judges. A round that
// lost too many runs finishes this one.
func (d *Dispatcher) check(key watcher.Key) {
	d.look(key, "", func(sight Sight, err error) {
		j := d.jobs[key]
		if j == nil || j.state != verdict.Running || j.fingerprint == "" || err == nil && sight.Fingerprint == j.fingerprint {
			return
		}
		j.changed = true
		if j.lost < maxLost {
			j.cancel(ErrChanged)
		}
	})
}

// finish takes a run's outcome and decides what comes next for the round.
func (d *Dispatcher) finish(key watcher.Key, j *job, outcome Outcome, err error) {
	log := d.Judge.Logger.With("session", key.Session, "round", key.Round)
	inbox, _, dropped := session.Dropped(key.Round)
	defer d.poor.again(time.Now().Add(d.CoolDown)) // whether this was a probe that told nothing, or another round
	var held *heldError
	if errors.Is(err, handoff.ErrLocked) {
		d.shutOut(key, j)
		return
	}
	j.shutOut = 0
	switch {
	case err == nil:
		switch {
		case outcome.File != "": // no verdict
		case inbox == session.Decisions && !outcome.Skipped: // nobody was asked
			log.Info("decision carried out", "verdict", outcome.Verdict.Outcome, "revision", outcome.Verdict.Revision)
		case !outcome.Skipped:
			logVerdict(log, outcome.Verdict)
			d.weigh(key, outcome.Verdict)
		}
		j.lost, j.failures, j.problem, j.ready = 0, 0, "", nil
		j.changed = j.changed || outcome.Stale
	case errors.Is(err, session.ErrNoArtifact):
		d.poor.drop(key)
		if j.seen {
			log.Info("artifact vanished before it was read")
		} else {
			log.Debug("round waits for its artifact")
		}
	case errors.Is(err, ErrChanged):
		j.lost++
		j.changed = true
		log.Info("round given up, its files changed while it was judged")
	case errors.As(err, &held):
		j.held, j.problem = true, held.Error()
		d.wait(key, j, held.wait)
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
		d.wait(key, j, min(time.Second<<min(j.failures, 6), time.Minute))
		j.failures++
		return
	}
	_, known := d.round(key.Round)
	switch {
	case !known:
		d.forget(key)
	case dropped:
		d.leave(key, j.again)
	case j.again || outcome.Stale || j.improve:
		d.settle(key)
	case j.changed: // its writer is not done yet
		d.look(key, verdict.Settling, func(Sight, error) {})
	default:
		d.drop(key)
	}
}

// leave looks at a file in an inbox once more when it is answered: it may have been
// replaced meanwhile, or want to know of changes from now on.
func (d *Dispatcher) leave(key watcher.Key, again bool) {
	d.look(key, "", func(sight Sight, err error) {
		j := d.jobs[key]
		switch {
		case j == nil || j.state != verdict.Settling: // seen to meanwhile
		case err != nil || sight.Pending || !sight.Gone && (again && !sight.Fresh || j.improve):
			j.written = sight.Written
			d.enqueue(key, j)
		default:
			d.drop(key)
		}
	})
}

// shutOut has a round wait until nobody else judges in its session. It takes no place
// of another's meanwhile.
func (d *Dispatcher) shutOut(key watcher.Key, j *job) {
	if j.problem = "waiting for a lock: another discussd judges in this session"; j.shutOut == 0 {
		d.Judge.Logger.Warn("round is waiting for a lock, another discussd judges in this session", "session", key.Session, "round", key.Round)
	}
	d.wait(key, j, min(lockPause<<j.shutOut, longestLockPause))
	j.shutOut = min(j.shutOut+1, 10)
}

// wait keeps a round back for a while.
func (d *Dispatcher) wait(key watcher.Key, j *job, pause time.Duration) {
	j.state, j.wakeAt = verdict.Held, time.Now().Add(pause)
	d.waiting[key] = j
	d.look(key, verdict.Held, func(Sight, error) {})
}

// wake queues the rounds whose wait is over.
func (d *Dispatcher) wake() {
	now := time.Now()
	var due []watcher.Key
	for key, j := range d.waiting {
		if !j.wakeAt.After(now) {
			due = append(due, key)
		}
	}
	slices.SortFunc(due, func(a, b watcher.Key) int { return d.jobs[a].since.Compare(d.jobs[b].since) })
	for _, key := range due {
		d.enqueue(key, d.jobs[key])
	}
	d.retell(now)
	d.readmit(now)
	if key, ok := d.poor.probe(now); ok {
		d.improve(key)
	}
}

// timer fires when a round that waits is due, or when there is something to
// publish. With neither it never fires: an idle daemon does not wake up.
func (d *Dispatcher) timer() <-chan time.Time {
	var next time.Time
	if d.dirty && d.Publish != nil {
		next = d.published.Add(publishEvery)
	}
	if at := d.passedAt.Add(passedQuiet); len(d.passed) > 0 && len(d.looks) == 0 && (next.IsZero() || at.Before(next)) {
		next = at
	}
	for _, j := range d.waiting {
		if next.IsZero() || j.wakeAt.Before(next) {
			next = j.wakeAt
		}
	}
	for _, retry := range d.untold {
		if next.IsZero() || retry.at.Before(next) {
			next = retry.at
		}
	}
	for _, of := range d.aside {
		if next.IsZero() || of.until.Before(next) {
			next = of.until
		}
	}
	if at := d.poor.probeAt; !at.IsZero() && (next.IsZero() || at.Before(next)) {
		next = at
	}
	if next.IsZero() {
		return nil
	}
	return time.After(time.Until(next))
}

// logVerdict writes the line of a judged round, and one for each perspective that
// its own tool did not answer.
func logVerdict(log hclog.Logger, v verdict.Verdict) {
	for _, p := range v.Perspectives {
		if p.Source == critique.SourceSkipped {
			log.Warn("perspective skipped, the session has no discovery context", "perspective", p.Name)
		}
		if p.Source != critique.SourceFallback && (p.Source != critique.SourceChecks || len(p.Attempts) == 0) {
			continue
		}
		var failed []string
		for _, a := range p.Attempts {
			if a.Outcome != critique.Answered {
				failed = append(failed, a.Tool+": "+string(a.Outcome))
			}
		}
		log.Warn("perspective fell back", "perspective", p.Name, "answered_by", p.Tool, "failed", failed)
	}
	fields := []any{"verdict", v.Outcome, "revision", v.Revision, "total_ms", v.Timing.TotalMS}
	if v.Severity != nil {
		fields = append(fields, "severity", *v.Severity)
	}
	if v.AverageRating != nil {
		fields = append(fields, "average", *v.AverageRating)
	}
	if v.Error != nil {
		fields = append(fields, "code", v.Error.Code, "reason", v.Error.Message)
	}
	log.Info("round judged", fields...)
}
