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

// desk is a session folder opened to work in, with its discussions folder. A request and
// the round that it asks for share one, and its lock.
type desk struct {
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
func open(o *Options, dir, purpose string) (d *desk, err error) {
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

func openNow(o *Options, dir string) (*desk, error) {
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
	return &desk{Session: s, options: o, folder: folder, notices: notices{bus: news, dir: s.Dir(), log: o.Logger}, refused: err}, nil
}

// openFor opens the session that an order is about.
func openFor(o *Options, order Order) (*desk, error) {
	desk, err := open(o, order.Dir, "judge "+order.Job.ID())
	if err == nil {
		desk.notices.again, desk.hooks = order.Unsaid, order.Hooks
	}
	return desk, err
}

// overInbox has done what a file in an inbox asks for, which the order names, over the
// open and locked session that it lies in: nobody else comes to it before what became of
// it is noted. The error wraps [session.ErrNoArtifact] when the file is gone, and
// [handoff.ErrRefused] when nobody could be answered. A file that somebody else has
// answered meanwhile is skipped.
func overInbox(ctx context.Context, o *Options, order Order, do func(*desk, session.File) (Outcome, error)) (Outcome, error) {
	desk, err := openFor(o, order)
	if err != nil {
		return Outcome{}, err
	}
	defer desk.Close()
	dropped, err := claim(ctx, desk, order)
	if errors.Is(err, errAnswered) {
		return Outcome{Skipped: true}, nil
	}
	if err != nil {
		return Outcome{}, err
	}
	return do(desk, dropped)
}

// claim locks the session and reads the file that the order names.
func claim(ctx context.Context, desk *desk, order Order) (dropped session.File, err error) {
	_, err = desk.Dropped(order.Job) // for what is gone nothing is made
	if err == nil {
		err = desk.refused
	}
	if err == nil {
		err = desk.lock(ctx, order.Lock)
	}
	if err == nil { // whoever held the lock took his time
		dropped, err = desk.Dropped(order.Job)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return dropped, fmt.Errorf("%w: %w", session.ErrNoArtifact, err)
	case err != nil || order.Repeat:
		return dropped, err
	}
	status, err := lookAtDropped(desk, order.Job, dropped)
	if err = cmp.Or(err, desk.folder.Blind()); err == nil && status.Judged && status.Fresh && !(order.Again == WhenUnreviewed && restsOnChecks(desk, dropped)) {
		err = errAnswered
	}
	return dropped, err
}

// restsOnChecks tells whether what a request asks for is judged as it is now, and by
// the checks alone.
func restsOnChecks(desk *desk, dropped session.File) bool {
	round, _, err := inbox.Requested(desk.Session, desk.options.Layout, dropped)
	if err != nil {
		return false
	}
	v, judged := desk.folder.Verdict(round.ID)
	fingerprint, err := desk.Fingerprint(round)
	return err == nil && judged && v.Fresh(fingerprint) && v.Basis == critique.BasisChecks
}

// lock takes the session's lock, which [desk.Close] gives back.
func (d *desk) lock(ctx context.Context, how Lock) error {
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

func (d *desk) locked() bool { return d.unlock != nil }

func (d *desk) log(round string) hclog.Logger {
	return d.options.Logger.With("session", d.Dir(), "round", round)
}

// Close lets go of the session, and of its lock.
func (d *desk) Close() error {
	if d.unlock != nil {
		d.unlock()
	}
	return errors.Join(d.folder.Close(), d.Session.Close())
}
