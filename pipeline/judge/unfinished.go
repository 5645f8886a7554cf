package judge

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"discussd/pipeline/bus"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/inbox"
	"discussd/pipeline/session"
	"discussd/pipeline/timeline"
	"discussd/pipeline/verdict"
)

// tellMissed ends what began on the bus and has its verdict, or has neither mark nor
// artifact any more, or no request: whoever knew it was killed, or could not write to the
// bus. What is pending will end by itself, and what is not is marked so. It returns [ErrUnsaid] when it could not, or somebody is busy in the session.
func tellMissed(desk *desk) error {
	begun, err := desk.notices.bus.Unfinished()
	switch {
	case errors.Is(err, bus.ErrRefused) || errors.Is(err, fs.ErrPermission):
		desk.notices.unsaid("", err)
		return nil // who may not read it has begun nothing there
	case errors.Is(err, bus.ErrBusy):
		return ErrUnsaid // somebody writes there just now
	case err != nil:
		desk.notices.unsaid("", err)
		return ErrUnsaid
	case len(begun) == 0:
		return nil
	}
	unlock, err := desk.folder.TryLock()
	if err != nil {
		return ErrUnsaid
	}
	defer unlock()
	desk.notices.again = func() { err = ErrUnsaid }
	for _, key := range begun {
		_, pending := desk.folder.Pending(key.Round)
		if desk.folder.Blind() != nil {
			return ErrUnsaid
		}
		v, ok := desk.folder.Verdict(key.Round)
		round, known := desk.options.Layout.Round(key.Round)
		switch {
		case pending:
		case ok && v.Revision >= key.Revision:
			desk.notices.ended(context.Background(), v)
		case !ok && known && gone(desk, round):
			desk.notices.gone(context.Background(), round, desk.Named(round), desk.options.Profile)
		case known: // it began before its mark was on the disk
			if markBegun(desk, round) != nil {
				err = ErrUnsaid
			}
		case !ok && timeline.Number(key.Round) == 0 && len(unasked(desk, []string{key.Round})) > 0:
			if abandonOne(desk, key.Round) != nil {
				err = ErrUnsaid
			}
		default:
			desk.notices.unsaid(key.Round, tellDiscussed(context.Background(), desk, key))
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

// abandon ends what a killed daemon was judging and nobody will judge again: its
// request is gone, or its round is not configured any more. It returns [ErrUnsaid] when
// it could not.
func abandon(desk *desk) (unsaid error) {
	orphans := slices.DeleteFunc(desk.folder.Waiting(), func(round string) bool {
		_, known := desk.options.Layout.Round(round)
		pending, _ := desk.folder.Pending(round)
		return known || pending.State != verdict.Running
	})
	if len(orphans) == 0 {
		return nil
	}
	if orphans = unasked(desk, orphans); len(orphans) == 0 {
		return nil
	}
	unlock, err := desk.folder.TryLock()
	if err != nil {
		return ErrUnsaid // somebody is judging
	}
	defer unlock()
	for _, round := range orphans {
		if abandonOne(desk, round) != nil {
			unsaid = ErrUnsaid
		}
	}
	return unsaid
}

// unasked are those of some rounds that no file in the inbox asks for and is not answered
// yet. Who cannot see the requests knows of none.
func unasked(desk *desk, rounds []string) []string {
	for _, job := range desk.Inbox(session.OfRequest) {
		dropped, err := desk.Dropped(job)
		if err != nil {
			return nil
		}
		asked, _ := inbox.Read(dropped)
		if status, err := lookAtDropped(desk, job, dropped); err == nil && status.Fresh {
			continue // nobody goes on with it
		}
		rounds = slices.DeleteFunc(rounds, func(round string) bool { return round == asked.Round })
	}
	return rounds
}

// abandonOne ends a round on the bus and takes its mark away, by which it is known until
// that is said.
func abandonOne(desk *desk, round string) error {
	if v, judged := desk.folder.Verdict(round); judged {
		desk.notices.ended(context.Background(), v)
	} else if err := desk.notices.abandoned(context.Background(), round, desk.options.Profile); err != nil {
		return err
	}
	failpoint.Reach(failpoint.Abandoned)
	err := desk.folder.ClearPending(round)
	if err == nil {
		desk.log(round).Info("round abandoned, nobody asks for it any more")
	}
	return err
}
