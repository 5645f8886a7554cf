package session

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// mostLinks is how many links a path may lead through, as the kernel has it.
const mostLinks = 40

// follow steps from "/" along an absolute path, folder by folder, and opens the last
// one without the right to read it. Each link on the way is shown to may, with its
// owner, and followed when that returns nil. The file's name is the path without links.
//
// The folder is the one that the steps led to, whatever becomes of their names: what
// is opened by the name afterwards is to be compared with it.
func follow(path string, may func(link string, owner uint32) error) (*os.File, error) {
	at, err := step(nil, "/")
	if err != nil {
		return nil, err
	}
	rest := strings.Split(path, "/")
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == "" || name == "." {
			continue
		}
		next, err := step(at, name)
		if err != nil {
			at.Close()
			return nil, err
		}
		var info unix.Stat_t
		err = unix.Fstat(int(next.Fd()), &info)
		target := ""
		switch {
		case err != nil:
		case info.Mode&unix.S_IFMT == unix.S_IFDIR:
			at.Close()
			at = next
			continue
		case info.Mode&unix.S_IFMT != unix.S_IFLNK:
			err = unix.ENOTDIR
		case links == mostLinks:
			err = unix.ELOOP
		default:
			if err = may(next.Name(), info.Uid); err == nil {
				target, err = read(next)
			}
		}
		next.Close()
		if err == nil && filepath.IsAbs(target) {
			at.Close()
			at, err = step(nil, "/")
		}
		if err != nil {
			at.Close()
			return nil, &fs.PathError{Op: "open", Path: next.Name(), Err: err}
		}
		links++
		rest = append(strings.Split(target, "/"), rest...)
	}
	return at, nil
}

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

// step opens what has the name in a folder, and no link behind it.
func step(folder *os.File, name string) (*os.File, error) {
	at, path := unix.AT_FDCWD, name
	if folder != nil {
		at, path = int(folder.Fd()), filepath.Join(folder.Name(), name)
	}
	for {
		fd, err := unix.Openat(at, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		switch err {
		case nil:
			return os.NewFile(uintptr(fd), path), nil
		case unix.EINTR:
			continue
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
}

// read is where an opened link leads.
func read(link *os.File) (string, error) {
	target := make([]byte, unix.PathMax)
	n, err := unix.Readlinkat(int(link.Fd()), "", target)
	return string(target[:max(n, 0)]), err
}
