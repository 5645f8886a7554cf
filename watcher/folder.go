package watcher

import (
	"errors"
	"hash/maphash"
	"io/fs"
	"path/filepath"
	"unique"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"
)

// folder is what is known of one directory. There are tens of thousands of them,
// so they are small: of a folder's files only those are kept that have a key.
type folder struct {
	path     string
	parent   *folder            // nil for "/"
	children map[string]*folder // by name; nil when there are none
	files    map[string]file    // by name; nil when there are none
	id       identity

	inside   bool // in a root: its files count
	step     bool // a root, or on the way to one: may be a link
	link     bool // is a link
	attached bool // the kernel reports its events
	remote   bool // on a file system that others change unseen
	linked   bool // holds a file that can change through another name
	denied   bool // may not be read
	failing  bool // could not be read for another reason, what is known of it stands
}

func (f *folder) join(name string) string {
	if f.path == "/" {
		return "/" + name
	}
	return f.path + "/" + name
}

// add makes a child, which is not looked at yet.
func (f *folder) add(name string) *folder {
	child := &folder{path: f.join(name), parent: f}
	if f.children == nil {
		f.children = make(map[string]*folder)
	}
	// A part of the path, so that the name takes no memory of its own.
	f.children[filepath.Base(child.path)] = child
	return child
}

// look finds out which directory is at the folder's path. Only the steps to a
// root may be links.
func (f *folder) look() (identity, error) {
	flags := unix.AT_SYMLINK_NOFOLLOW
	if f.step {
		flags = 0
	}
	var st unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, f.path, flags, unix.STATX_TYPE|unix.STATX_INO|unix.STATX_BTIME, &st)
	if err == nil && st.Mode&unix.S_IFMT != unix.S_IFDIR {
		err = unix.ENOTDIR
	}
	if err != nil {
		return identity{}, &fs.PathError{Op: "statx", Path: f.path, Err: err}
	}
	return identity{
		device: uint64(st.Dev_major)<<32 | uint64(st.Dev_minor),
		inode:  st.Ino,
		born:   st.Btime.Sec*1e9 + int64(st.Btime.Nsec),
	}, nil
}

// identity tells a directory from another one that bears its name. Inode numbers
// alone do not: a new directory often gets that of the one deleted before it.
type identity struct {
	device, inode uint64
	born          int64 // Unix time in ns; 0 where the file system does not tell
}

// file is what is known of one file that has a key.
type file struct {
	key      unique.Handle[Key]
	stamp    uint64 // hash of what changes when the content does
	readable bool
}

// changed reports whether a file that was seen as g before has changed, given
// the event that led here, or 0. Of metadata only a readability that comes or
// goes counts: a new mtime or owner does not change what is read.
func (f file) changed(g file, op fsnotify.Op) bool {
	switch op {
	case 0:
		return f.stamp != g.stamp || f.readable != g.readable
	case fsnotify.Chmod:
		return f.readable != g.readable
	}
	return true
}

// lookAt returns what can be seen of a file without opening it, but for its key,
// and whether it can change through another name: as a hard link, or as a link
// to some other place.
func lookAt(path string, seed maphash.Seed) (seen file, linked bool, err error) {
	var st unix.Stat_t
	if err := unix.Lstat(path, &st); err != nil {
		return file{}, false, err
	}
	own := st.Ino
	linked = st.Nlink > 1
	if st.Mode&unix.S_IFMT == unix.S_IFLNK {
		linked = true
		if err := unix.Stat(path, &st); err != nil {
			st = unix.Stat_t{} // a dangling link is a state like others
		}
	}
	seen.stamp = maphash.Comparable(seed, [5]uint64{own, st.Ino, uint64(st.Size), uint64(st.Mtim.Sec), uint64(st.Mtim.Nsec)})
	const all = 0o444
	seen.readable = st.Mode&all == all || unix.Faccessat(unix.AT_FDCWD, path, unix.R_OK, unix.AT_EACCESS) == nil
	return seen, linked, nil
}

// isGone tells that nothing, or no directory, is at a path.
func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP)
}

func isLink(path string) bool {
	var st unix.Stat_t
	return unix.Lstat(path, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK
}

func isDir(path string) bool {
	var st unix.Stat_t
	return unix.Lstat(path, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR
}
