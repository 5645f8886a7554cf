package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"syscall"
	"time"

	"discussd/pipeline/durable/disk"
)

// patience is how often a lock that another process holds is tried again.
const patience = 100 * time.Millisecond

// ErrLocked is returned when somebody else holds a lock.
var ErrLocked = errors.New("locked by somebody else")

// Lock waits until nobody else holds the lock file of that name and returns what
// gives the lock back. Its folder must exist. The lock dies with its process. That the
// lock file is deleted while it is waited for is noticed; where it may be deleted
// while it is held, use [LockFolder] as well. When ctx ends before the lock is free,
// the error is its cause.
//
// Who can open the file can hold the lock: it is made for those alone who can write in
// its folder, and could take it away.
func Lock(ctx context.Context, root *os.Root, name string) (unlock func(), err error) {
	return lock(ctx, func() (func(), error) { return TryLock(root, name) })
}

// TryLock is [Lock] that does not wait: the error wraps [ErrLocked] when somebody else
// holds the lock.
func TryLock(root *os.Root, name string) (unlock func(), err error) {
	err = inAsOwner(root, path.Dir(name), func(folder *os.Root) error {
		unlock, err = tryLock(folder, path.Base(name))
		return err
	})
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR):
		return nil, fmt.Errorf("lock %s: %w", name, ErrLocked)
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", name, cause(err))
	}
	return unlock, nil
}

// LockFolder is [Lock] of the folder itself, which no cleaner deletes as long as
// there is something in it. Where the file system cannot lock folders (NFS) it
// locks nothing. Whoever may read a folder can lock it: what the processes of users
// other than this one and root hold does not count.
func LockFolder(ctx context.Context, root *os.Root) (unlock func(), err error) {
	return lock(ctx, func() (func(), error) { return TryLockFolder(root) })
}

// TryLockFolder is [LockFolder] that does not wait, see [TryLock].
func TryLockFolder(root *os.Root) (unlock func(), err error) {
	folder, err := root.Open(".")
	if err != nil {
		return nil, fmt.Errorf("lock the folder: %w", cause(err))
	}
	err = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if (errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR)) && !heldByStrangers(folder) {
		folder.Close()
		return nil, fmt.Errorf("lock the folder: %w", ErrLocked)
	}
	return func() { folder.Close() }, nil
}

// Locked tells whether somebody holds the lock of [LockFolder].
func Locked(root *os.Root) bool {
	folder, err := root.Open(".")
	if err != nil {
		return false
	}
	defer folder.Close()
	return errors.Is(syscall.Flock(int(folder.Fd()), syscall.LOCK_SH|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// lock tries until it succeeds.
func lock(ctx context.Context, try func() (func(), error)) (unlock func(), err error) {
	for {
		unlock, err := try()
		if !errors.Is(err, ErrLocked) {
			return unlock, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(patience):
		}
	}
}

// tryLock returns syscall.EWOULDBLOCK while somebody else holds the lock.
func tryLock(root *os.Root, name string) (func(), error) {
	if info, err := root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is not a file", ErrRefused, name)
	}
	access, err := writers(root)
	if err != nil {
		return nil, err
	}
	file, err := disk.Create(root, name, os.O_RDWR, access)
	if err != nil {
		return nil, err
	}
	if err := Hold(root, name, file); err != nil {
		file.Close()
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.Mode().Perm() != access {
		_ = file.Chmod(access) // what an earlier version made, or the umask; else it belongs to another user
	}
	return func() { file.Close() }, nil
}

// writers is the mode of a file that those may read and write who may write in its folder.
func writers(folder *os.Root) (fs.FileMode, error) {
	info, err := folder.Stat(".")
	if err != nil {
		return 0, err
	}
	mode := fs.FileMode(0o600)
	if info.Mode()&0o020 != 0 {
		mode |= 0o060
	}
	if info.Mode()&0o002 != 0 {
		mode |= 0o006
	}
	return mode, nil
}

// Hold locks an open file, which must be the one that has the name now, until it is closed.
// The error is syscall.EWOULDBLOCK or EINTR where it is to be tried again.
func Hold(root *os.Root, name string, file *os.File) error {
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return err
	}
	held, err := file.Stat()
	if err != nil {
		return err
	}
	there, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(held, there) {
		return syscall.EWOULDBLOCK // it was deleted or replaced meanwhile: again
	}
	return err
}
