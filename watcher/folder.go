package watcher

import (
	"errors"
	"hash/maphash"
	"io/fs"
	"slices"
	"strings"
	"unique"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"
)

// folder is what is known of one directory. There are tens of thousands of them,
// so they are small: of a folder's files only those are kept that have a key, and
// sorted slices take a quarter of the memory of maps.
type folder struct {
	path     string
	parent   *folder   // nil for "/"
	children []*folder // sorted by name
	files    []file    // sorted by name
	id       identity
	device   uint32
	session  uint32 // how much of the path is the session that the files belong to, where their keys name none

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

func (f *folder) name() string { return f.path[strings.LastIndexByte(f.path, '/')+1:] }

// child returns the known folder of a name; nil if there is none.
func (f *folder) child(name string) *folder {
	if at, ok := f.searchChild(name); ok {
		return f.children[at]
	}
	return nil
}

func (f *folder) searchChild(name string) (at int, ok bool) {
	return slices.BinarySearchFunc(f.children, name, func(c *folder, name string) int {
		return strings.Compare(c.name(), name)
	})
}

func (f *folder) searchFile(name string) (at int, ok bool) {
	return slices.BinarySearchFunc(f.files, name, func(file file, name string) int {
		return strings.Compare(file.name, name)
	})
}

// addChild makes a child, which is not looked at yet.
func (f *folder) addChild(name string) *folder {
	at, _ := f.searchChild(name)
	child := &folder{path: f.join(name), parent: f}
	f.children = slices.Insert(f.children, at, child)
	return child
}

func (f *folder) removeChild(name string) {
	if at, ok := f.searchChild(name); ok {
		f.children = slices.Delete(f.children, at, at+1)
	}
}

// intern returns a key to be kept with a file of the folder. It shares nothing with
// the text it came from, which may be a whole path. The session is nearly always the
// folder or lies above it, and then the path tells it, once for all files.
func (f *folder) intern(key Key) unique.Handle[Key] {
	if len(f.files) == 0 && strings.HasPrefix(f.path, key.Session) {
		f.session = uint32(len(key.Session))
	}
	if key.Session == f.path[:f.session] {
		key.Session = ""
	}
	return unique.Make(key)
}

// key is the key of a file of the folder.
func (f *folder) key(file file) Key {
	key := file.key.Value()
	if key.Session == "" {
		key.Session = f.path[:f.session]
	}
	return key
}

// next is the folder that comes after f and those below it when all are told by their
// paths, in order; nil after the last. F may have been dropped meanwhile.
func (f *folder) next() *folder {
	if len(f.children) > 0 {
		return f.children[0]
	}
	for ; f.parent != nil; f = f.parent {
		at, ok := f.parent.searchChild(f.name())
		if ok {
			at++
		}
		if at < len(f.parent.children) {
			return f.parent.children[at]
		}
	}
	return nil
}

// look finds out which directory is at the folder's path, and on which device.
// Only the steps to a root may be links.
func (f *folder) look(seed maphash.Seed) (id identity, device uint32, err error) {
	numbers, device, err := lookUp(f.path, f.step)
	if err != nil {
		return 0, 0, err
	}
	return identity(maphash.Comparable(seed, numbers)), device, nil
}

// identity tells a directory from another one that bears its name: a hash of
// device, inode and time of birth. Inode numbers alone do not, since a new
// directory often gets that of the one deleted before it.
type identity uint64

// file is what is known of one file that has a key.
type file struct {
	name  string
	key   unique.Handle[Key] // as [folder.intern] made it
	stamp stamp
}

// stamp is a hash of what changes when the content of a file does; its last bit tells
// whether the file is readable.
type stamp uint64

const readable stamp = 1

// changed reports whether a file that was seen as g before has changed, given
// the event that led here, or 0. Of metadata only a readability that comes or
// goes counts: a new mtime or owner does not change what is read.
func (f file) changed(g file, op fsnotify.Op) bool {
	switch op {
	case 0:
		return f.stamp != g.stamp
	case fsnotify.Chmod:
		return f.stamp&readable != g.stamp&readable
	}
	return true
}

// lookAt returns what can be seen of a file without opening it, except its name
// and key, and whether it can change through another name: as a hard link, or as a link
// to some other place.
func lookAt(path string, seed maphash.Seed) (seen file, linked bool, err error) {
	var st unix.Stat_t
	if err := unix.Lstat(path, &st); err != nil {
		return file{}, false, err
	}
	own := uint64(st.Ino)
	linked = st.Nlink > 1
	if st.Mode&unix.S_IFMT == unix.S_IFLNK {
		linked = true
		if err := unix.Stat(path, &st); err != nil {
			st = unix.Stat_t{} // a dangling link is a state like others
		}
	}
	hash := maphash.Comparable(seed, [7]uint64{
		own, uint64(st.Ino), uint64(st.Size), uint64(st.Mtim.Sec), uint64(st.Mtim.Nsec),
		uint64(st.Ctim.Sec), uint64(st.Ctim.Nsec), // which nobody can set: size and mtime are what a copy takes along
	})
	seen.stamp = stamp(hash) &^ readable
	const all = 0o444
	if st.Mode&all == all || unix.Faccessat(unix.AT_FDCWD, path, unix.R_OK, unix.AT_EACCESS) == nil {
		seen.stamp |= readable
	}
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
