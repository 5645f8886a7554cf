package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/hashicorp/go-hclog"

	"discussd/critique"
	"discussd/pipeline/bus"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/handoff"
	"discussd/pipeline/hook"
	"discussd/pipeline/inbox"
	"discussd/pipeline/session"
)

// openSession is a session folder opened to work in, with its discussions folder. A request and
// the round that it asks for share one, and its lock.
type openSession struct {
	*session.Session
	options *Options
	folder  *handoff.Folder
	notices notices
	hooks   *hook.Queue // runs the hook beside what comes next; nil: it ends first
	unlock  func()      // gives the session's lock back; nil when it is not held
	refused error       // why nothing may be written to the folder, wrapping [handoff.ErrRefused]
}

// open opens a session folder for some purpose. The error wraps [session.ErrNoArtifact]
// when there is none.
func open(o *Options, dir, purpose string) (d *openSession, err error) {
	err = o.Through.do(dir, purpose, func() error {
		d, err = openNow(o, dir)
		return err
	})
	if err != nil && d != nil {
		d.Close()
		d = nil
	}
	return d, err
}

func openNow(o *Options, dir string) (*openSession, error) {
	s, err := session.Open(dir, o.Layout)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", session.ErrNoArtifact, err)
	}
	if err != nil {
		return nil, err
	}
	options, news := o.Handoff, bus.New(s.Root(), o.Bus)
	options.Through, news.Through = o.Through.in(dir), o.Through.in(dir)
	folder, err := handoff.Open(s.Root(), options)
	return &openSession{Session: s, options: o, folder: folder, notices: notices{bus: news, dir: s.Dir(), log: o.Logger}, refused: err}, nil
}

// openFor opens the session that an order is about.
func openFor(o *Options, order Order) (*openSession, error) {
	opened, err := open(o, order.Dir, "judge "+order.Job.ID())
	if err == nil {
		opened.notices.again, opened.hooks = order.Unsaid, order.Hooks
	}
	return opened, err
}

// overInbox has done what a file in an inbox asks for, which the order names, over the
// open and locked session that it lies in: nobody else comes to it before what became of
// it is noted. The error wraps [session.ErrNoArtifact] when the file is gone, and
// [handoff.ErrRefused] when nobody could be answered. A file that somebody else has
// answered meanwhile is skipped.
func overInbox(ctx context.Context, o *Options, order Order, do func(*openSession, session.File) (Outcome, error)) (Outcome, error) {
	opened, err := openFor(o, order)
	if err != nil {
		return Outcome{}, err
	}
	defer opened.Close()
	dropped, err := claim(ctx, opened, order)
	if errors.Is(err, errAnswered) {
		return Outcome{Skipped: true}, nil
	}
	if err != nil {
		return Outcome{}, err
	}
	return do(opened, dropped)
}

// claim locks the session and reads the file that the order names.
func claim(ctx context.Context, opened *openSession, order Order) (dropped session.File, err error) {
	_, err = opened.Dropped(order.Job) // for what is gone nothing is made
	if err == nil {
		err = opened.refused
	}
	if err == nil {
		err = opened.lock(ctx, order.Lock)
	}
	if err == nil { // the lock was held for a while
		dropped, err = opened.Dropped(order.Job)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return dropped, fmt.Errorf("%w: %w", session.ErrNoArtifact, err)
	case err != nil || order.Repeat:
		return dropped, err
	}
	status, err := lookAtDropped(opened, order.Job, dropped)
	if err = cmp.Or(err, opened.folder.Unread()); err == nil && status.Judged && status.Fresh && !(order.Again == WhenUnreviewed && restsOnChecks(opened, dropped)) {
		err = errAnswered
	}
	return dropped, err
}

// restsOnChecks tells whether what a request asks for is judged as it is now, and by
// the checks alone.
func restsOnChecks(opened *openSession, dropped session.File) bool {
	round, _, err := inbox.Requested(opened.Session, opened.options.Layout, dropped)
	if err != nil {
		return false
	}
	v, judged := opened.folder.Verdict(round.ID)
	fingerprint, err := opened.Fingerprint(round)
	return err == nil && judged && v.Fresh(fingerprint) && v.Basis == critique.BasisChecks
}

// lock takes the session's lock, which [opened.Close] gives back.
func (d *openSession) lock(ctx context.Context, how Lock) error {
	unlock, err := d.folder.TryLock()
	failpoint.Reach(failpoint.Locked)
	if how != TryLock && errors.Is(err, handoff.ErrLocked) {
		d.options.Logger.Info("waiting for a lock, another discussd judges in this session", "session", d.Dir())
		unlock, err = d.folder.Lock(ctx)
	}
	if err == nil {
		d.unlock = unlock
	}
	return err
}

func (d *openSession) locked() bool { return d.unlock != nil }

func (d *openSession) log(round string) hclog.Logger {
	return d.options.Logger.With("session", d.Dir(), "round", round)
}

// Close lets go of the session, and of its lock.
func (d *openSession) Close() error {
	if d.unlock != nil {
		d.unlock()
	}
	return errors.Join(d.folder.Close(), d.Session.Close())
}
