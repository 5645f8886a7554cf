package pipeline

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/bus"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/hook"
	"discussd/pipeline/reviews"
	"discussd/pipeline/session"
	"discussd/pipeline/timeline"
	"discussd/pipeline/verdict"
)

// ErrUnsaid says that a session's message bus lacks the end of a round.
var ErrUnsaid = errors.New("not everything is said on the message bus")

// tellStart says on the session's bus that a round is judged.
func (j *Judge) tellStart(ctx context.Context, desk *desk, order judgement, c verdict.Case) {
	key := bus.Key{Round: c.Round, Fingerprint: c.Fingerprint, Revision: c.Revision}
	_, err := desk.bus.Begin(ctx, key, bus.Started(bus.Round{
		Profile: c.Profile, ID: c.Round, Label: c.Label, Artifact: c.Artifact.Path, Perspectives: len(j.perspectives(order)),
	}))
	j.unsaid(desk, c.Round, err)
}

// begin says to the log, and to who looks on, that a panel judges a round.
func (o Options) begin(log hclog.Logger, dir string, c verdict.Case, panel []critique.Perspective, findings int) {
	log.Info("round started", "artifact", c.Artifact.Path, "perspectives", names(panel), "findings", findings)
	if o.Audience != nil && (o.Asks == nil || o.Asks(panel)) {
		o.Audience.Began(dir, c, names(panel))
	}
}

// tellEnd says on the session's bus how a round ended, also when the context has
// ended: the verdict is there.
func (j *Judge) tellEnd(ctx context.Context, desk *desk, v verdict.Verdict) {
	_, err := desk.bus.End(context.WithoutCancel(ctx), bus.KeyOf(v), bus.Ended(v))
	j.unsaid(desk, v.Round, err)
	review(j, desk, v)
}

// review writes a verdict where the framework of the session reads reviews, if the user
// wants that. What cannot be written there stands in the verdict all the same.
func review(j *Judge, desk *desk, v verdict.Verdict) {
	if !j.Reviews {
		return
	}
	own, ok := reviews.Of(desk.Framework(), filepath.Base(desk.Dir()), v)
	if !ok {
		return
	}
	err := j.Through.do(desk.Dir(), "write "+own.Path, func() error { return reviews.Write(desk.Root(), own) })
	if err != nil {
		j.Logger.Warn("review not written for the framework", "session", desk.Dir(), "round", v.Round, "file", own.Path, "error", err)
	}
}

// tellGone ends a round that was begun and whose artifact is gone.
func (j *Judge) tellGone(ctx context.Context, desk *desk, round session.Round, profile string) {
	_, err := desk.bus.Drop(ctx, round.ID, bus.Dropped(bus.Round{
		Profile: profile, ID: round.ID, Label: round.Label, Artifact: desk.Named(round),
	}))
	j.unsaid(desk, round.ID, err)
}

// tellMissed ends what began on the bus and has its verdict, or has neither mark nor
// artifact any more, or no request: whoever knew it was killed, or could not write to the
// bus. What is pending will end by itself, and what is not is marked so. It returns [ErrUnsaid] when it could not, or somebody is busy in the session.
func (j *Judge) tellMissed(desk *desk) error {
	begun, err := desk.bus.Unfinished()
	switch {
	case errors.Is(err, bus.ErrRefused) || errors.Is(err, fs.ErrPermission):
		j.unsaid(desk, "", err)
		return nil // who may not read it has begun nothing there
	case errors.Is(err, bus.ErrBusy):
		return ErrUnsaid // somebody writes there just now
	case err != nil:
		j.unsaid(desk, "", err)
		return ErrUnsaid
	case len(begun) == 0:
		return nil
	}
	unlock, err := desk.folder.TryLock()
	if err != nil {
		return ErrUnsaid
	}
	defer unlock()
	desk.unsaid = func() { err = ErrUnsaid }
	for _, key := range begun {
		_, pending := desk.folder.Pending(key.Round)
		if desk.folder.Blind() != nil {
			return ErrUnsaid
		}
		v, ok := desk.folder.Verdict(key.Round)
		round, known := j.Layout.Round(key.Round)
		switch {
		case pending:
		case ok && v.Revision >= key.Revision:
			j.tellEnd(context.Background(), desk, v)
		case !ok && known && gone(desk, round):
			j.tellGone(context.Background(), desk, round, j.Profile)
		case known: // it began before its mark was on the disk
			if markBegun(desk, round) != nil {
				err = ErrUnsaid
			}
		case !ok && timeline.Number(key.Round) == 0 && len(j.unasked(desk, []string{key.Round})) > 0:
			if j.abandonOne(desk, key.Round) != nil {
				err = ErrUnsaid
			}
		default:
			j.unsaid(desk, key.Round, tellDiscussed(context.Background(), desk, key))
		}
		failpoint.Reach(failpoint.MissedTold)
	}
	return err
}

// markBegun marks a round that somebody began to judge and never ended, so that it is
// judged however old its artifact is.
func markBegun(desk *desk, round session.Round) error {
	fingerprint, err := desk.Fingerprint(round)
	if err == nil {
		err = desk.folder.SetPending(round.ID, verdict.Pending{Fingerprint: verdict.Hash(fingerprint), State: verdict.Queued, Since: time.Now()})
	}
	if errors.Is(err, session.ErrNoArtifact) {
		return nil
	}
	return err
}

// gone tells whether a round has no artifact.
func gone(desk *desk, round session.Round) bool {
	_, err := desk.Fingerprint(round)
	return errors.Is(err, session.ErrNoArtifact)
}

// runHook has the user's own program run on a verdict, also when the context has
// ended: the hook's own limit bounds it.
func (j *Judge) runHook(ctx context.Context, desk *desk, v verdict.Verdict) {
	if len(j.OnVerdict) == 0 {
		return
	}
	ctx, dir := context.WithoutCancel(ctx), desk.Dir()
	failpoint.Reach(failpoint.HookDue)
	run := func() {
		text, err := verdict.Marshal(v)
		if err == nil {
			err = hook.Run(ctx, j.OnVerdict, text, hook.Options{Session: dir, Round: v.Round})
		}
		if err != nil {
			j.Logger.Warn("hook failed", "session", dir, "round", v.Round, "error", err)
		}
		failpoint.Reach(failpoint.HookRun)
		j.paid(dir, v)
	}
	if desk.hooks == nil {
		run()
		return
	}
	desk.hooks.Add(dir, run)
}

// owe notes that the hook is to be run on a verdict that is about to be written: whoever
// is killed before it has ended leaves that to the next life.
func (j *Judge) owe(desk *desk, v verdict.Verdict) {
	if len(j.OnVerdict) == 0 {
		return
	}
	if err := desk.folder.Owe(v); err != nil {
		j.Logger.Warn("hook not noted, it is lost if discussd is killed", "session", desk.Dir(), "round", v.Round, "error", err)
	}
}

// paid notes that the hook on a verdict has ended.
func (j *Judge) paid(dir string, v verdict.Verdict) {
	desk, err := j.sit(dir, "note the hook of "+v.Round)
	if errors.Is(err, session.ErrNoArtifact) {
		return
	}
	if err == nil {
		defer desk.Close()
		err = cmp.Or(desk.refused, desk.folder.Paid(v))
	}
	if err != nil {
		j.Logger.Warn("it is not noted that the hook has ended, it is run again", "session", dir, "round", v.Round, "error", err)
	}
}

// HookAgain runs the hooks on verdicts of a session that an earlier life may not have
// ended, unless hooks of this life are at it, or somebody judges there.
func (j *Judge) HookAgain(dir string, hooks *hook.Queue) {
	if len(j.OnVerdict) == 0 || hooks.Any(dir) {
		return
	}
	desk, err := j.sit(dir, "run hooks again")
	if err != nil {
		return
	}
	defer desk.Close()
	if desk.refused != nil || len(desk.folder.Owed()) == 0 {
		return
	}
	unlock, err := desk.folder.TryLock()
	if err != nil {
		return
	}
	defer unlock()
	desk.hooks = hooks
	for _, v := range desk.folder.Owed() {
		j.Logger.Info("hook is run that an earlier life did not end", "session", dir, "round", v.Round, "revision", v.Revision)
		j.runHook(context.Background(), desk, v)
	}
}

// unsaid logs what could not be said, and has it tried again unless nothing may be
// written there. The bus is a notice: no verdict waits for it.
func (j *Judge) unsaid(desk *desk, round string, err error) {
	if err == nil {
		return
	}
	j.Logger.Warn("message bus not written", "session", desk.Dir(), "round", round, "error", err)
	if desk.unsaid != nil && !errors.Is(err, bus.ErrRefused) {
		desk.unsaid()
	}
}
