package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// patience is how often a lock that another process holds is tried again.
const patience = 100 * time.Millisecond

// Lock waits until nobody else holds the lock file of that name and returns what
// gives the lock back. Its folder must exist. The lock dies with its process. That the
// lock file is deleted while it is waited for is noticed; where it may be deleted
// while it is held, use [LockFolder] as well. It tries at least once; when ctx ends
// before the lock is free, the error is its cause.
func Lock(ctx context.Context, root *os.Root, name string) (unlock func(), err error) {
	return lock(ctx, name, func() (func(), error) { return tryLock(root, name) })
}

// LockFolder is [Lock] of the folder itself, which no cleaner deletes as long as
// there is something in it. Where the file system cannot lock folders (NFS) it
// locks nothing.
func LockFolder(ctx context.Context, root *os.Root) (unlock func(), err error) {
	return lock(ctx, "the folder", func() (func(), error) {
		folder, err := root.Open(".")
		if err != nil {
			return nil, err
		}
		err = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
			folder.Close()
			return nil, err
		}
		return func() { folder.Close() }, nil
	})
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
func lock(ctx context.Context, name string, try func() (func(), error)) (unlock func(), err error) {
	for {
		unlock, err := try()
		if err == nil {
			return unlock, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return nil, fmt.Errorf("lock %s: %w", name, cause(err))
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
	file, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := hold(root, name, file); err != nil {
		file.Close()
		return nil, err
	}
	return func() { file.Close() }, nil
}

// hold locks an open lock file, which must be the one that has the name now.
func hold(root *os.Root, name string, file *os.File) error {
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
