//go:build !portable

package session

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// direct opens a folder as follow does, by a path that no link is part of. That is
// nearly every path, and takes one call. It fails on every other one, and on all of
// them where the kernel does not know how (before Linux 5.6).
func direct(path string) (*os.File, error) {
	fd, err := unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{
		Flags: unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS,
	})
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

// step opens the folder that has the name in another one, without the right to read it,
// or tells where the link of that name leads.
func step(folder *os.File, name string) (next *os.File, leads *linkInfo, err error) {
	at, path := unix.AT_FDCWD, name
	if folder != nil {
		at, path = int(folder.Fd()), filepath.Join(folder.Name(), name)
	}
	fd, err := unix.Openat(at, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	for err == unix.EINTR {
		fd, err = unix.Openat(at, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	}
	if err != nil {
		return nil, nil, err
	}
	next = os.NewFile(uintptr(fd), path)
	var info unix.Stat_t
	err = unix.Fstat(fd, &info)
	if err == nil && info.Mode&unix.S_IFMT == unix.S_IFDIR {
		return next, nil, nil
	}
	defer next.Close()
	if err == nil && info.Mode&unix.S_IFMT != unix.S_IFLNK {
		err = unix.ENOTDIR
	}
	if err != nil {
		return nil, nil, err
	}
	target := make([]byte, unix.PathMax)
	n, err := unix.Readlinkat(fd, "", target)
	if err != nil {
		return nil, nil, err
	}
	return nil, &linkInfo{string(target[:n]), info.Uid}, nil
}
