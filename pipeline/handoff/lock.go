package handoff

import (
	"context"
	"fmt"
	"time"

	"discussd/pipeline/durable"
)

// ErrLocked is returned when somebody else judges a round of the session.
var ErrLocked = durable.ErrLocked

// locks keeps others from judging in the session.
type locks struct{ *directory }

// patience is how long [Folder.Lock] waits: longer than any round takes.
const patience = 30 * time.Minute

// Lock waits until no other process judges a round of the session and returns
// what gives the lock back. The lock dies with its process. What a killed writer
// left unfinished goes. The error wraps [ErrLocked] when somebody holds it for longer
// than a round can take, and is the cause of ctx when that ends first.
func (l locks) Lock(ctx context.Context) (unlock func(), err error) {
	bounded, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("%w for %s", ErrLocked, patience))
	defer cancel()
	return l.lock(
		func() (func(), error) { return durable.Lock(bounded, l.root, lockName) },
		func() (func(), error) { return durable.LockFolder(bounded, l.root) })
}

// TryLock is [Folder.Lock] that does not wait: the error wraps [ErrLocked] when
// somebody else holds the lock.
func (l locks) TryLock() (unlock func(), err error) {
	return l.lock(
		func() (func(), error) { return durable.TryLock(l.root, lockName) },
		func() (func(), error) { return durable.TryLockFolder(l.root) })
}

// Prepare makes the folder of the lock, so that who locks later need not: a round that is
// marked will be judged. Where it cannot be made the lock says why.
func (l locks) Prepare() {
	_ = l.change("prepare", func() error {
		return l.makeAll(private)
	})
}

const lockName = private + "/lock"

func (l locks) lock(file, folder func() (func(), error)) (unlock func(), err error) {
	err = l.change("lock", func() error {
		unlock, err = l.lockBoth(file, folder)
		return err
	})
	if err != nil && unlock != nil {
		unlock()
	}
	return unlock, err
}

func (l locks) lockBoth(file, folder func() (func(), error)) (unlock func(), err error) {
	if err := l.make(); err != nil {
		return nil, err
	}
	if err := l.makeAll(private); err != nil {
		return nil, err
	}
	unlockFile, err := file()
	if err != nil {
		return nil, err
	}
	// Whoever deletes the lock file meanwhile lets nobody else in.
	unlockFolder, err := folder()
	if err != nil {
		unlockFile()
		return nil, err
	}
	l.Sweep()
	return func() { unlockFolder(); unlockFile() }, nil
}

// Busy tells whether some process judges a round of the session now.
func (l locks) Busy() bool { return l.root != nil && durable.Locked(l.root) }
