package pipeline

import (
	"context"
	"errors"
	"io/fs"

	"discussd/pipeline/bus"
	"discussd/pipeline/hook"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// tellStart says on the session's bus that a round is judged.
func (j *Judge) tellStart(ctx context.Context, desk *desk, order Order, c verdict.Case) {
	key := bus.Key{Round: c.Round, Fingerprint: c.Fingerprint, Revision: c.Revision}
	_, err := desk.bus.Begin(ctx, key, bus.Started(bus.Round{
		Profile: c.Profile, ID: c.Round, Label: c.Label, Artifact: c.Artifact.Path, Perspectives: len(j.perspectives(order)),
	}))
	j.unsaid(desk, c.Round, err)
}

// tellEnd says on the session's bus how a round ended, also when the context has
// ended: the verdict is there.
func (j *Judge) tellEnd(ctx context.Context, desk *desk, v verdict.Verdict) {
	_, err := desk.bus.End(context.WithoutCancel(ctx), bus.KeyOf(v), bus.Ended(v))
	j.unsaid(desk, v.Round, err)
}

// tellGone ends a round that was begun and whose artifact is gone.
func (j *Judge) tellGone(ctx context.Context, desk *desk, round session.Round, profile string) {
	_, err := desk.bus.Drop(ctx, round.ID, bus.Dropped(bus.Round{
		Profile: profile, ID: round.ID, Label: round.Label, Artifact: round.Artifacts[0],
	}))
	j.unsaid(desk, round.ID, err)
}

// TellMissed says on a session's message bus what a killed daemon left unsaid, or one
// that could not write there. The error is [errUntold] when that fails.
func (j *Judge) TellMissed(dir string) error {
	desk, err := j.sit(dir)
	if err != nil {
		return err
	}
	defer desk.Close()
	if desk.refused != nil {
		return desk.refused
	}
	return j.tellMissed(desk)
}

// tellMissed ends what began on the bus and has its verdict, or has neither mark nor
// artifact any more: whoever knew it was killed, or could not write to the bus. What is
// pending will end by itself. It
// returns [errUntold] when it could not, or somebody is busy in the session.
func (j *Judge) tellMissed(desk *desk) error {
	begun, err := desk.bus.TryUnfinished()
	switch {
	case errors.Is(err, bus.ErrRefused) || errors.Is(err, fs.ErrPermission):
		j.unsaid(desk, "", err)
		return nil // who may not read it has begun nothing there
	case errors.Is(err, bus.ErrBusy):
		return errUntold // somebody writes there just now
	case err != nil:
		j.unsaid(desk, "", err)
		return errUntold
	case len(begun) == 0:
		return nil
	}
	unlock, err := desk.folder.TryLock()
	if err != nil {
		return errUntold
	}
	defer unlock()
	desk.untold = func() { err = errUntold }
	for _, key := range begun {
		_, pending := desk.folder.Pending(key.Round)
		if desk.folder.Blind() != nil {
			return errUntold
		}
		v, ok := desk.folder.Verdict(key.Round)
		round, known := j.Layout.Round(key.Round)
		switch {
		case pending:
		case ok && v.Revision >= key.Revision:
			j.tellEnd(context.Background(), desk, v)
		case !ok && known && gone(desk, round):
			j.tellGone(context.Background(), desk, round, j.Profile)
		}
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
	run := func() {
		text, err := verdict.Marshal(v)
		if err == nil {
			err = hook.Run(ctx, j.OnVerdict, text, hook.Options{Session: dir, Round: v.Round})
		}
		if err != nil {
			j.Logger.Warn("hook failed", "session", dir, "round", v.Round, "error", err)
		}
	}
	if desk.hooks == nil {
		run()
		return
	}
	desk.hooks.add(dir, run)
}

// unsaid logs what could not be said, and has it tried again unless nothing may be
// written there. The bus is a notice: no verdict waits for it.
func (j *Judge) unsaid(desk *desk, round string, err error) {
	if err == nil {
		return
	}
	j.Logger.Warn("message bus not written", "session", desk.Dir(), "round", round, "error", err)
	if desk.untold != nil && !errors.Is(err, bus.ErrRefused) {
		desk.untold()
	}
}
