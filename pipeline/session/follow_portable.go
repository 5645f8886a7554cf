//go:build !linux || portable

package session

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// direct fails: every path is followed step by step.
func direct(string) (*os.File, error) { return nil, errors.ErrUnsupported }

// step opens the folder that has the name in another one, or tells where the link of that
// name leads. What takes the folder's place in between is not followed.
func step(folder *os.File, name string) (next *os.File, leads *linkInfo, err error) {
	at, path := unix.AT_FDCWD, name
	if folder != nil {
		at, path = int(folder.Fd()), filepath.Join(folder.Name(), name)
	}
	var info unix.Stat_t
	if err := unix.Fstatat(at, name, &info, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return nil, nil, err
	}
	if info.Mode&unix.S_IFMT != unix.S_IFLNK {
		fd, err := unix.Openat(at, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		for err == unix.EINTR {
			fd, err = unix.Openat(at, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		}
		if err != nil {
			return nil, nil, err
		}
		return os.NewFile(uintptr(fd), path), nil, nil
	}
	target := make([]byte, longestTarget)
	n, err := unix.Readlinkat(at, name, target)
	if err != nil {
		return nil, nil, err
	}
	return nil, &linkInfo{string(target[:n]), info.Uid}, nil
}

// longestTarget is how long the target of a link may be, in bytes: PATH_MAX of Linux, the
// longest there is.
const longestTarget = 4096
