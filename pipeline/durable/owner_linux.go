//go:build !portable

package durable

import (
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// as runs do with the rights of a user and his group in the file system.
func as(owner *syscall.Stat_t, do func() error) error {
	// All of it holds for the thread alone.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	back, err := become(owner.Uid, owner.Gid)
	if err != nil {
		return fmt.Errorf("act as user %d, whose folder it is: %w", owner.Uid, err)
	}
	defer back()
	return do()
}

// unmasked does something without a umask. That of this process stays, and so do folders'
// bits that chmod would have to set again, which a service may not.
func unmasked(do func() error) (err error) {
	var thread sync.WaitGroup
	thread.Go(func() {
		runtime.LockOSThread() // for good: with its goroutine the thread ends
		if err = unix.Unshare(unix.CLONE_FS); err != nil {
			return
		}
		unix.Umask(0)
		err = do()
	})
	thread.Wait()
	return err
}

// become gives this thread the rights of a user in the file system, and of a group,
// and takes those of every other group from it. Back undoes it.
func become(uid, gid uint32) (back func(), err error) {
	groups, err := unix.Getgroups()
	if err != nil {
		return nil, err
	}
	if err := setGroups(nil); err != nil {
		return nil, err
	}
	oldGID, _ := unix.SetfsgidRetGid(int(gid))
	oldUID, _ := unix.SetfsuidRetUid(int(uid))
	back = func() {
		unix.SetfsuidRetUid(oldUID)
		unix.SetfsgidRetGid(oldGID)
		if err := setGroups(groups); err != nil || !are(oldUID, oldGID) {
			panic("the thread cannot be given its own rights back") // it must not go on with others
		}
	}
	if !are(int(uid), int(gid)) {
		back()
		return nil, unix.EPERM
	}
	return back, nil
}

// are tells whether the thread has the rights of a user and a group: the calls that
// set them do not say whether they did.
func are(uid, gid int) bool {
	nowUID, _ := unix.SetfsuidRetUid(-1)
	nowGID, _ := unix.SetfsgidRetGid(-1)
	return nowUID == uid && nowGID == gid
}

// setGroups is setgroups for this thread alone.
func setGroups(groups []int) error {
	list := make([]uint32, len(groups)+1)
	for i, group := range groups {
		list[i] = uint32(group)
	}
	_, _, errno := unix.RawSyscall(unix.SYS_SETGROUPS, uintptr(len(groups)), uintptr(unsafe.Pointer(&list[0])), 0)
	if errno != 0 {
		return errno
	}
	return nil
}
