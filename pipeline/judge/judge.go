package judge

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"discussd/critique"
	"discussd/pipeline/failpoint"
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
	return j.round(ctx, judgement{Order: order, round: order.Job.Round()})
}

// Preview judges one round and writes nothing. It returns what [Judge.Judge] does.
func (j *Judge) Preview(ctx context.Context, dir string, round session.Round, again Again) (Outcome, error) {
	order := Order{Target: Target{dir, session.RoundJob(round)}, Mode: Mode{Again: again}, Resume: Resume{Final: true}}
	return j.round(ctx, judgement{Order: order, round: round, dry: true})
}

func (j *Judge) round(ctx context.Context, order judgement) (Outcome, error) {
	desk, err := j.sit(order.Dir, "judge "+order.round.ID)
	if err != nil {
		return Outcome{}, err
	}
	defer desk.Close()
	desk.unsaid, desk.hooks = order.Unsaid, order.Hooks
	if desk.refused != nil && !order.dry {
		return Outcome{}, desk.refused
	}
	if outcome, done, err := j.known(ctx, desk, order, order.locked); done {
		return outcome, err
	}
	if !order.dry && !order.locked {
		if desk.unlock, err = j.lock(ctx, desk, order.Order); err != nil {
			return Outcome{}, err
		}
		// Whoever held the lock until now may have judged these very bytes.
		if outcome, done, err := j.known(ctx, desk, order, true); done {
			return outcome, err
		}
	}
	if err := desk.folder.Writable(order.round.ID); err != nil && !order.dry {
		return Outcome{}, err
	}
	if ready := order.Ready; ready != nil {
		if now, err := desk.Fingerprint(order.round); err == nil && ready.Fresh(now) {
			return j.commit(ctx, desk, *ready)
		}
	}
	if err := j.spend(order, j.perspectives(order)...); err != nil {
		return Outcome{}, err
	}
	return j.judge(ctx, desk, order)
}

// spend asks whether a panel may be started, if a tool will be asked.
func (j *Judge) spend(order judgement, perspectives ...critique.Perspective) error {
	if order.Spend == nil || j.Asks != nil && !j.Asks(perspectives) {
		return nil
	}
	return order.Spend()
}

// known settles what needs no critique: an artifact that is gone, and bytes that
// are judged already. Without the session's lock it leaves alone what whoever holds
// that lock may be busy with.
func (j *Judge) known(ctx context.Context, desk *desk, order judgement, locked bool) (outcome Outcome, done bool, err error) {
	if order.Gone != RetireGone && going(desk, order.round, order.Gone == SpareGoneSeen) {
		return Outcome{}, true, ErrGoing
	}
	_, pending := desk.folder.Pending(order.round.ID)
	busy := pending && !order.dry
	if busy && !locked {
		return Outcome{}, false, nil
	}
	fingerprint, err := desk.Fingerprint(order.round)
	if !locked && errors.Is(err, session.ErrNoArtifact) && desk.folder.Begun(order.round.ID) && !order.dry {
		return Outcome{}, false, nil
	}
	if errors.Is(err, session.ErrNoArtifact) && !order.dry && !(order.locked && saysGone(desk, order.round.ID)) {
		j.tellGone(ctx, desk, order.round, j.profile(order)) // while the mark is there: who is killed now says it again
		failpoint.Reach(failpoint.GoneTold)
		if retired, failed := desk.folder.Retire(order.round.ID); failed != nil {
			err = failed
		} else if retired {
			j.Logger.Info("artifact is gone, verdict moved to history", "session", order.Dir, "round", order.round.ID)
		}
	}
	if err != nil {
		return Outcome{}, true, err
	}
	v, ok := desk.folder.Verdict(order.round.ID)
	if err := desk.folder.Blind(); err != nil {
		return Outcome{}, true, err
	}
	if !ok || !v.Fresh(fingerprint) || !order.samePanel(v) || j.wants(order, v) {
		return Outcome{}, false, nil
	}
	if busy {
		j.tellEnd(ctx, desk, v) // whoever wrote it may have been killed before he could
		if err = desk.folder.Restore(v); err == nil {
			err = desk.folder.ClearPending(order.round.ID)
		}
	}
	return Outcome{Verdict: v, Skipped: true}, true, err
}

// wants tells whether a verdict on the present bytes is not the one that is asked for.
// The checks alone never replace what a panel said; a panel always replaces what the
// checks said alone.
func (j *Judge) wants(order judgement, v verdict.Verdict) bool {
	switch {
	case j.Mode == critique.ModeChecks && v.ByPanel():
		return false
	case j.Mode != critique.ModeChecks && !v.ByPanel():
		return true
	}
	return order.Again == Always || order.Again == WhenUnreviewed && v.Unreviewed() || order.Again == WhenOtherChecks && j.checkedOtherwise(v)
}

// checkedOtherwise tells whether a verdict rests on the checks alone, and those were
// of another version or configuration than today's.
func (j *Judge) checkedOtherwise(v verdict.Verdict) bool {
	return v.Basis == critique.BasisChecks && (v.Generator != j.Generator || string(v.PolicySHA256) != j.PolicySHA256)
}

// judge reads, checks, asks the panel and commits.
func (j *Judge) judge(ctx context.Context, desk *desk, order judgement) (Outcome, error) {
	log := j.Logger.With("session", order.Dir, "round", order.round.ID)
	started := time.Now()
	snapshot, err := desk.Read(order.round)
	if err = failpoint.Fail(failpoint.ArtifactRead, err); err != nil {
		return Outcome{}, err
	}
	if order.Started != nil {
		order.Started(snapshot.Fingerprint)
	}
	// A file that is synced to the disk takes as long as the checks do, or the start of a
	// CLI, and now and then much longer: it is written beside them. Where the mark cannot
	// be written the record could not either: then the asking ends.
	writes, asking := errgroup.WithContext(ctx)
	defer writes.Wait()
	marked := make(chan struct{})
	var unmarked error
	if !order.dry {
		writes.Go(func() error {
			defer close(marked)
			pending := verdict.Pending{Fingerprint: verdict.Hash(snapshot.Fingerprint), State: verdict.Running, Since: started}
			if err := desk.folder.SetPending(order.round.ID, pending); err != nil {
				unmarked = fmt.Errorf("mark the round: %w", err)
			} else {
				unmarked = failpoint.Fail(failpoint.Marked, nil)
			}
			return unmarked
		})
	}
	past := row(desk.folder.Past(order.round.ID))
	standing, judged := desk.folder.Verdict(order.round.ID) // the latest of the past may lie in history alone
	judgedBefore := judged && standing.Fresh(snapshot.Fingerprint)
	c := j.describe(desk, order, snapshot, past, started)
	subject := j.subject(desk, snapshot, past)
	report := j.Critic.Check(ctx, subject)
	c.ChecksTook = time.Since(started)
	failpoint.Reach(failpoint.Checked)
	if err := desk.folder.Blind(); err != nil {
		return Outcome{}, err
	}
	if !order.dry {
		j.tellStart(ctx, desk, order, c)
		failpoint.Reach(failpoint.StartTold)
		checks := verdict.NewChecks(c, report)
		writes.Go(func() error {
			if <-marked; unmarked != nil {
				return nil // beside no mark they would be taken for those of a verdict
			}
			if err := desk.folder.SetChecks(order.round.ID, checks); err != nil {
				log.Warn("checks not written", "error", err)
			}
			failpoint.Reach(failpoint.ChecksKept)
			return nil
		})
	}
	j.begin(log, order.Dir, c, j.perspectives(order), len(report.Findings))
	v, result, err := j.critique(asking, order, c, snapshot, subject, report)
	writes.Wait() // what failed has ended the asking, or meets the commit again
	if err != nil {
		if judgedBefore && !order.dry { // the verdict on disk is still that of these bytes
			j.tellEnd(ctx, desk, standing)
			err = errors.Join(err, desk.folder.ClearPending(order.round.ID))
		}
		return Outcome{}, err
	}
	if unmarked != nil { // the asking was over before that was known
		return Outcome{Verdict: v, Unwritten: true}, unmarked
	}
	outcome := Outcome{Verdict: v}
	now, err := desk.Fingerprint(order.round)
	err = failpoint.Fail(failpoint.Compared, err)
	if err != nil && !errors.Is(err, session.ErrNoArtifact) {
		return Outcome{Verdict: v, Unwritten: true}, err // whether it changed nobody can see now
	}
	if now != snapshot.Fingerprint {
		if !order.Final {
			return Outcome{}, ErrChanged
		}
		outcome.Stale = true
	}
	if order.dry {
		return outcome, nil
	}
	if order.Again == WhenUnreviewed && judgedBefore && v.Unreviewed() && standing.ByPanel() {
		log.Info("round keeps its verdict, no tool answered")
		j.tellEnd(ctx, desk, standing)
		return Outcome{Verdict: standing, Skipped: true}, desk.folder.ClearPending(order.round.ID) // nothing gained
	}
	if err := desk.folder.KeepRaw(order.round.ID, result.Answers()); err != nil {
		log.Warn("raw answers not kept", "error", err)
	}
	committed, err := j.commit(ctx, desk, v)
	committed.Stale = outcome.Stale
	return committed, err
}

// commit writes a verdict that is ready, also when the context has ended: the
// answers are paid for.
func (j *Judge) commit(ctx context.Context, desk *desk, v verdict.Verdict) (Outcome, error) {
	j.owe(desk, v)
	written, err := desk.folder.Commit(v, func(v verdict.Verdict) { j.tellEnd(ctx, desk, v) })
	if err != nil {
		return Outcome{Verdict: v, Unwritten: true}, err
	}
	if j.Audience != nil {
		j.Audience.Given(desk.Dir(), written)
	}
	j.runHook(ctx, desk, written)
	if written.Record == nil {
		j.Logger.Warn("verdict written without its record", "session", desk.Dir(), "round", v.Round, "notes", written.Notes)
	}
	return Outcome{Verdict: written}, nil
}

// critique turns the subject into a verdict: an error verdict when the artifact
// cannot be judged.
func (j *Judge) critique(ctx context.Context, order judgement, c verdict.Case, snapshot session.Snapshot, subject critique.Subject, report critique.Report) (verdict.Verdict, critique.Result, error) {
	if problem := snapshot.Artifact.Problem; problem != nil {
		c.FinishedAt = time.Now()
		return verdict.NewError(c, report, verdict.ErrorCode(problem.Code), problem.Message), critique.Result{}, nil
	}
	perspectives, policy := j.perspectives(order), j.policy(c.Profile)
	policy.Accepted = verdict.Accepted(c.Decisions)
	failpoint.Reach(failpoint.Asking)
	result, err := j.Critic.Judge(ctx, policy, subject, perspectives, report)
	err = failpoint.Fail(failpoint.Answered, err)
	c.FinishedAt = time.Now()
	switch {
	case errors.Is(err, critique.ErrNoRating):
		c.Notes = append(c.Notes, result.Notes...)
		why := "no model answered and no check applies to this artifact"
		if report.Chinese {
			why = "没有模型作答, 也没有检查适用于此文档"
		}
		return verdict.NewError(c, report, verdict.NoRating, why), result, nil
	case err != nil:
		return verdict.Verdict{}, result, err
	}
	return verdict.New(c, report, result), result, nil
}
