// Package judge takes a round, a request or a decision to a verdict on disk. A round goes
// through these stages, a file each: open, fresh, read, mark, check, ask, verify, commit.
// It knows nothing of tools, prompts and rules, and not when which round is judged:
// that is package schedule's.
package judge

import (
	"context"
	"errors"
	"time"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Judge judges rounds of sessions, one call a round. The daemon and the one-shot
// command use the same.
type Judge struct{ Options }

// Do does whatever the order's job is: see [Judge.Judge], [Judge.Answer] and
// [Judge.Decide].
func (j *Judge) Do(ctx context.Context, order Order) (Outcome, error) {
	switch order.Job.Kind() {
	case session.OfRequest:
		return j.Answer(ctx, order)
	case session.OfDecision:
		return j.Decide(ctx, order)
	}
	return j.Judge(ctx, order)
}

// Judge judges one round and drops its outcome. It returns an error wrapping
// [session.ErrNoArtifact] when there is nothing to judge (an earlier verdict is
// then moved to history), [ErrChanged] when the files changed meanwhile,
// that of [Observer.Spend], [handoff.ErrRefused] when the discussions folder must not be
// written to, and the context's cause.
func (j *Judge) Judge(ctx context.Context, order Order) (Outcome, error) {
	return j.configured(ctx, order, false)
}

// Preview judges one round and writes nothing. It returns what [Judge.Judge] does.
func (j *Judge) Preview(ctx context.Context, dir string, round session.Round, again Again) (Outcome, error) {
	return j.configured(ctx, Order{Target: Target{dir, session.RoundJob(round)}, Mode: Mode{Again: again}, Resume: Resume{Final: true}, Awaited: true}, true)
}

// configured judges a round by the panel that the configuration names for it.
func (j *Judge) configured(ctx context.Context, order Order, dry bool) (Outcome, error) {
	opened, err := openFor(&j.Options, order)
	if err != nil {
		return Outcome{}, err
	}
	defer opened.Close()
	r := newJudgement(&j.Options, order, order.Job.Round(), nil)
	r.dry = dry
	return judge(ctx, opened, r)
}

// judge takes a round through the stages. One whose verdict is on its bytes is done; it
// is looked at without the session's lock, and again behind it.
func judge(ctx context.Context, opened *openSession, r judgement) (Outcome, error) {
	if opened.refused != nil && !r.dry {
		return Outcome{}, opened.refused
	}
	if outcome, done, err := settled(ctx, opened, r); done {
		return outcome, err
	}
	if !r.dry && !opened.locked() {
		if err := opened.lock(ctx, r.Lock); err != nil {
			return Outcome{}, err
		}
		// Whoever held the lock until now may have judged these very bytes.
		if outcome, done, err := settled(ctx, opened, r); done {
			return outcome, err
		}
	}
	if err := opened.folder.Writable(r.round.ID); err != nil && !r.dry {
		return Outcome{}, err
	}
	if ready := r.Ready; ready != nil {
		if now, err := opened.Fingerprint(r.round); err == nil && ready.Fresh(now) {
			return commit(ctx, opened, *ready)
		}
	}
	if err := spend(opened, r.Order, r.panel...); err != nil {
		return Outcome{}, err
	}
	return judgeAnew(ctx, opened, r)
}

// judgeAnew reads a round, has it marked, checked and judged, and commits what came of it.
func judgeAnew(ctx context.Context, opened *openSession, r judgement) (Outcome, error) {
	started := time.Now()
	snapshot, err := read(opened, r)
	if err != nil {
		return Outcome{}, err
	}
	marking, asking := mark(ctx, opened, r, snapshot.Fingerprint, started)
	defer marking.wait()
	earlier := lookBack(opened, snapshot)
	c := describe(opened, r, snapshot, earlier.past, started)
	subject := subjectOf(opened, snapshot, earlier.past)
	subject.Awaited = r.Awaited
	if opened.options.Mode != critique.ModeChecks {
		subject.Past.Changes = changes(opened, snapshot, c.Previous)
	}
	if opened.options.Changed {
		settle(&subject, r, snapshot, c.Previous)
	}
	subject.Memory = remember(opened, r, c, marking)
	report, err := check(ctx, opened, r, &c, subject)
	if err != nil {
		return Outcome{}, err
	}
	marking.keep(opened, r, verdict.NewChecks(c, report))
	v, answers, err := ask(asking, opened, r, c, subject, report, snapshot.Artifact.Problem)
	unmarked := marking.wait()                           // what failed has ended the asking, or meets the commit again
	if err != nil && earlier.standing != nil && !r.dry { // it is still that of these bytes
		err = errors.Join(err, leave(ctx, opened, *earlier.standing))
	}
	if err != nil {
		return Outcome{}, err
	}
	if unmarked != nil { // the asking was over before that was known
		return Outcome{Verdict: v, Unwritten: true}, unmarked
	}
	outcome, err := verify(opened, r, v, snapshot.Fingerprint)
	if err != nil || r.dry {
		return outcome, err
	}
	if r.Again == WhenUnreviewed && v.Unreviewed() && earlier.standing != nil && earlier.standing.ByPanel() {
		opened.log(r.round.ID).Info("round keeps its verdict, no tool answered") // nothing gained
		return Outcome{Verdict: *earlier.standing, Skipped: true}, leave(ctx, opened, *earlier.standing)
	}
	if err := opened.folder.KeepRaw(r.round.ID, answers); err != nil {
		opened.log(r.round.ID).Warn("raw answers not kept", "error", err)
	}
	if v.ByPanel() && v.Outcome != verdict.Failed {
		keepJudged(opened, snapshot)
	}
	committed, err := commit(ctx, opened, v)
	committed.Stale = outcome.Stale
	return committed, err
}
