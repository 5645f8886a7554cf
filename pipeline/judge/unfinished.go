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
func tellMissed(opened *openSession) error {
	begun, err := opened.notices.bus.Unfinished()
	switch {
	case errors.Is(err, bus.ErrRefused) || errors.Is(err, fs.ErrPermission):
		opened.notices.unsaid("", err)
		return nil // who may not read it has begun nothing there
	case errors.Is(err, bus.ErrBusy):
		return ErrUnsaid // somebody writes there just now
	case err != nil:
		opened.notices.unsaid("", err)
		return ErrUnsaid
	case len(begun) == 0:
		return nil
	}
	unlock, err := opened.folder.TryLock()
	if err != nil {
		return ErrUnsaid
	}
	defer unlock()
	opened.notices.again = func() { err = ErrUnsaid }
	for _, key := range begun {
		_, pending := opened.folder.Pending(key.Round)
		if opened.folder.Unread() != nil {
			return ErrUnsaid
		}
		v, ok := opened.folder.Verdict(key.Round)
		round, known := opened.options.Layout.Round(key.Round)
		switch {
		case pending:
		case ok && v.Revision >= key.Revision:
			ended(context.Background(), opened, v)
		case !ok && known && gone(opened, round):
			opened.notices.gone(context.Background(), round, opened.Named(round), opened.options.Profile)
		case known: // it began before its mark was on the disk
			if markBegun(opened, round) != nil {
				err = ErrUnsaid
			}
		case !ok && timeline.Number(key.Round) == 0 && len(unasked(opened, []string{key.Round})) > 0:
			if abandonOne(opened, key.Round) != nil {
				err = ErrUnsaid
			}
		default:
			opened.notices.unsaid(key.Round, tellDiscussed(context.Background(), opened, key))
		}
		failpoint.Reach(failpoint.MissedTold)
	}
	return err
}

// markBegun marks a round that somebody began to judge and never ended, so that it is
// judged however old its artifact is.
func markBegun(opened *openSession, round session.Round) error {
	fingerprint, err := opened.Fingerprint(round)
	if err == nil {
		err = opened.folder.SetPending(round.ID, verdict.Pending{Fingerprint: verdict.Hash(fingerprint), State: verdict.Queued, Since: time.Now()})
	}
	if errors.Is(err, session.ErrNoArtifact) {
		return nil
	}
	return err
}

// abandon ends what a killed daemon was judging and nobody will judge again: its
// request is gone, or its round is not configured any more. It returns [ErrUnsaid] when
// it could not.
func abandon(opened *openSession) (unsaid error) {
	orphans := slices.DeleteFunc(opened.folder.Waiting(), func(round string) bool {
		_, known := opened.options.Layout.Round(round)
		pending, _ := opened.folder.Pending(round)
		return known || pending.State != verdict.Running
	})
	if len(orphans) == 0 {
		return nil
	}
	if orphans = unasked(opened, orphans); len(orphans) == 0 {
		return nil
	}
	unlock, err := opened.folder.TryLock()
	if err != nil {
		return ErrUnsaid // somebody is judging
	}
	defer unlock()
	for _, round := range orphans {
		if abandonOne(opened, round) != nil {
			unsaid = ErrUnsaid
		}
	}
	return unsaid
}

// unasked are those of some rounds that no file in the inbox asks for and is not answered
// yet. Who cannot see the requests knows of none.
func unasked(opened *openSession, rounds []string) []string {
	for _, job := range opened.Inbox(session.OfRequest) {
		dropped, err := opened.Dropped(job)
		if err != nil {
			return nil
		}
		asked, _ := inbox.Read(dropped)
		if status, err := lookAtDropped(opened, job, dropped); err == nil && status.Fresh {
			continue // nobody goes on with it
		}
		rounds = slices.DeleteFunc(rounds, func(round string) bool { return round == asked.Round })
	}
	return rounds
}

// abandonOne ends a round on the bus and takes its mark away, by which it is known until
// that is said.
func abandonOne(opened *openSession, round string) error {
	if v, judged := opened.folder.Verdict(round); judged {
		ended(context.Background(), opened, v)
	} else if err := opened.notices.abandoned(context.Background(), round, opened.options.Profile); err != nil {
		return err
	}
	failpoint.Reach(failpoint.Abandoned)
	err := opened.folder.ClearPending(round)
	if err == nil {
		opened.log(round).Info("round abandoned, nobody asks for it any more")
	}
	return err
}
