package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"discussd/critique"
	"discussd/pipeline/bus"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/handoff"
	"discussd/pipeline/hook"
	"discussd/pipeline/session"
)

// desk is a session folder opened to work in, with its discussions folder.
type desk struct {
	*session.Session
	folder  *handoff.Folder
	bus     *bus.Bus
	unsaid  func()      // told that something could not be said on the bus; may be nil
	hooks   *hook.Queue // runs the hook beside what comes next; nil: it ends first
	unlock  func()      // gives the session's lock back; nil when it is not held
	refused error       // why nothing may be written to the folder, wrapping [handoff.ErrRefused]
}

// sit opens a session folder for some purpose. The error wraps [session.ErrNoArtifact]
// when there is none.
func (j *Judge) sit(dir, purpose string) (d *desk, err error) {
	err = j.Through.do(dir, purpose, func() error {
		d, err = j.open(dir)
		return err
	})
	if err != nil && d != nil {
		d.Close()
		d = nil
	}
	return d, err
}

func (j *Judge) open(dir string) (*desk, error) {
	s, err := session.Open(dir, j.Layout)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", session.ErrNoArtifact, err)
	}
	if err != nil {
		return nil, err
	}
	options, news := j.Handoff, bus.New(s.Root(), j.Bus)
	options.Through, news.Through = j.Through.in(dir), j.Through.in(dir)
	folder, err := handoff.Open(s.Root(), options)
	return &desk{Session: s, folder: folder, bus: news, refused: err}, nil
}

// sitOver opens and locks the session of a file in an inbox, which the order names,
// and reads the file. Nobody else comes to it before the desk is closed, when what
// became of it is noted. The error wraps [session.ErrNoArtifact] when the file is
// gone, [handoff.ErrRefused] when nobody could be answered, and is [errMoot] when
// somebody else has answered it meanwhile.
func (j *Judge) sitOver(ctx context.Context, order Order) (*desk, session.File, error) {
	desk, err := j.sit(order.Dir, "judge "+order.Job.ID())
	if err != nil {
		return nil, session.File{}, err
	}
	desk.unsaid, desk.hooks = order.Unsaid, order.Hooks
	letter, err := j.claim(ctx, desk, order)
	if err != nil {
		desk.Close()
		return nil, session.File{}, err
	}
	return desk, letter, nil
}

// claim locks the session and reads the file that the order names.
func (j *Judge) claim(ctx context.Context, desk *desk, order Order) (letter session.File, err error) {
	_, err = desk.Dropped(order.Job) // for what is gone nothing is made
	if err == nil {
		err = desk.refused
	}
	if err == nil {
		desk.unlock, err = j.lock(ctx, desk, order)
	}
	if err == nil { // whoever held the lock took his time
		letter, err = desk.Dropped(order.Job)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return letter, fmt.Errorf("%w: %w", session.ErrNoArtifact, err)
	case err != nil || order.Repeat:
		return letter, err
	}
	status, err := j.lookAt(desk, order.Job, letter)
	if err = cmp.Or(err, desk.folder.Blind()); err == nil && status.Judged && status.Fresh && !(order.Again == WhenUnreviewed && j.restsOnChecks(desk, letter)) {
		err = errMoot
	}
	return letter, err
}

// lock takes the session's lock.
func (j *Judge) lock(ctx context.Context, desk *desk, order Order) (unlock func(), err error) {
	unlock, err = desk.folder.TryLock()
	failpoint.Reach(failpoint.Locked)
	if order.Lock == TryLock || !errors.Is(err, handoff.ErrLocked) {
		return unlock, err
	}
	j.Logger.Info("waiting for a lock, another discussd judges in this session", "session", order.Dir)
	return desk.folder.Lock(ctx)
}

// restsOnChecks tells whether what a request asks for is judged as it is now, and by
// the checks alone.
func (j *Judge) restsOnChecks(desk *desk, letter session.File) bool {
	round, _, err := Requested(desk.Session, j.Layout, letter)
	if err != nil {
		return false
	}
	v, judged := desk.folder.Verdict(round.ID)
	fingerprint, err := desk.Fingerprint(round)
	return err == nil && judged && v.Fresh(fingerprint) && v.Basis == critique.BasisChecks
}

// Close lets go of the session, and of its lock.
func (d *desk) Close() error {
	if d.unlock != nil {
		d.unlock()
	}
	return errors.Join(d.folder.Close(), d.Session.Close())
}
