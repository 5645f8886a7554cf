package handoff

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"syscall"
	"time"
)

// patience is how often a lock that another process holds is tried again.
const patience = 100 * time.Millisecond

// Lock waits until no other process judges a round of the session and returns
// what gives the lock back. The lock dies with its process. A lock file that a
// cleaner deleted is noticed: two holders never hold different files.
func (f *Folder) Lock(ctx context.Context) (unlock func(), err error) {
	if err := f.make(); err != nil {
		return nil, fmt.Errorf("make %s: %w", Dir, err)
	}
	if err := f.makeAll(private); err != nil {
		return nil, err
	}
	for {
		unlock, err := f.tryLock()
		if err == nil {
			f.sweep()
			return unlock, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return nil, fmt.Errorf("lock the session: %w", err)
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(patience):
		}
	}
}

// tryLock returns syscall.EWOULDBLOCK while somebody else holds the lock.
func (f *Folder) tryLock() (func(), error) {
	name := path.Join(private, "lock")
	if info, err := f.root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is not a file", ErrRefused, name)
	}
	file, err := f.root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		file.Close()
		return nil, err
	}
	held, err := file.Stat()
	if err == nil {
		var there os.FileInfo
		if there, err = f.root.Lstat(name); err == nil && os.SameFile(held, there) {
			return func() { file.Close() }, nil
		}
	}
	file.Close()
	return nil, syscall.EWOULDBLOCK // the file was deleted or replaced meanwhile: again
}
