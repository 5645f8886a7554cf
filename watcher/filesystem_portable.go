//go:build !linux || portable

package watcher

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// remoteFileSystem is "": where everything is polled, it makes no difference who serves it.
func remoteFileSystem(path string) (kind string, err error) {
	var st unix.Stat_t
	return "", unix.Stat(path, &st)
}

// lookUp tells which directory is at a path: in four numbers, which another one has only
// if it got the inode of one that is gone, and the device it is on.
func lookUp(path string, follow bool) (numbers [4]uint64, device uint32, err error) {
	look := unix.Lstat
	if follow {
		look = unix.Stat
	}
	var st unix.Stat_t
	err = look(path, &st)
	if err == nil && st.Mode&unix.S_IFMT != unix.S_IFDIR {
		err = unix.ENOTDIR
	}
	if err != nil {
		return numbers, 0, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	return [4]uint64{uint64(st.Dev), uint64(st.Ino)}, uint32(st.Dev), nil
}
