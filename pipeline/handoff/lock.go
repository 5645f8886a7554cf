package handoff

import (
	"context"
	"fmt"
	"time"

	"discussd/pipeline/durable"
)

// ErrLocked is returned when somebody else judges a round of the session.
var ErrLocked = durable.ErrLocked

// patience is how long [Folder.Lock] waits: longer than any round takes.
const patience = 30 * time.Minute

// Lock waits until no other process judges a round of the session and returns
// what gives the lock back. The lock dies with its process. What a killed writer
// left unfinished goes. The error wraps [ErrLocked] when somebody holds it for longer
// than a round can take, and is the cause of ctx when that ends first.
func (f *Folder) Lock(ctx context.Context) (unlock func(), err error) {
	bounded, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("%w for %s", ErrLocked, patience))
	defer cancel()
	return f.lock(
		func() (func(), error) { return durable.Lock(bounded, f.root, lockName) },
		func() (func(), error) { return durable.LockFolder(bounded, f.root) })
}

// TryLock is [Folder.Lock] that does not wait: the error wraps [ErrLocked] when
// somebody else holds the lock.
func (f *Folder) TryLock() (unlock func(), err error) {
	return f.lock(
		func() (func(), error) { return durable.TryLock(f.root, lockName) },
		func() (func(), error) { return durable.TryLockFolder(f.root) })
}

// Prepare makes the folder of the lock, so that who locks later need not: a round that is
// marked will be judged. Where it cannot be made the lock says why.
func (f *Folder) Prepare() {
	_ = f.through("prepare", func() error {
		return f.makeAll(private)
	})
}

const lockName = private + "/lock"

func (f *Folder) lock(file, folder func() (func(), error)) (unlock func(), err error) {
	err = f.through("lock", func() error {
		unlock, err = f.lockBoth(file, folder)
		return err
	})
	if err != nil && unlock != nil {
		unlock()
	}
	return unlock, err
}

func (f *Folder) lockBoth(file, folder func() (func(), error)) (unlock func(), err error) {
	if err := f.make(); err != nil {
		return nil, err
	}
	if err := f.makeAll(private); err != nil {
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
	f.Sweep()
	return func() { unlockFolder(); unlockFile() }, nil
}

// Busy tells whether some process judges a round of the session now.
func (f *Folder) Busy() bool { return f.root != nil && durable.Locked(f.root) }
