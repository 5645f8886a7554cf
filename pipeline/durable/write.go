package durable

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"

	"discussd/pipeline/durable/disk"
)

// Write replaces a file as a whole: a temporary file in the same folder, which
// must exist, fsync, rename, fsync of the folder. Equal content is not written
// again, but the folder is synced: its writer may have been killed before that. The
// error wraps [ErrRefused] when the name belongs to something else than a file, or one
// of the folders to it is a link.
func Write(root *os.Root, name string, content []byte) error {
	return WriteFor(root, name, content, 0)
}

// WriteFor is [Write] of a file with exactly this mode, whatever the umask; with 0 it is 0644
// and what the umask leaves of it.
func WriteFor(root *os.Root, name string, content []byte, mode fs.FileMode) (err error) {
	err = inAsOwner(root, path.Dir(name), func(folder *os.Root) error { return write(folder, path.Base(name), content, mode) })
	if err != nil && !errors.Is(err, ErrRefused) {
		return fmt.Errorf("write %s: %w", name, cause(err))
	}
	return err
}

func write(folder *os.Root, name string, content []byte, mode fs.FileMode) error {
	info, err := folder.Lstat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%w: %s is not a file", ErrRefused, name)
	case err == nil && info.Size() == int64(len(content)):
		if old, err := Read(folder, name, info.Size()); err == nil && bytes.Equal(old, content) {
			return disk.SyncFolder(folder)
		}
	}
	draft, err := stage(folder, name, content, cmp.Or(mode, 0o644))
	if err != nil {
		return err
	}
	if mode != 0 {
		if err := draft.file.Chmod(mode); err != nil {
			draft.drop()
			return err
		}
	}
	if err := disk.Rename(folder, draft.name, name); err != nil {
		draft.drop()
		return err
	}
	draft.file.Close() // which was synced
	return disk.SyncFolder(folder)
}

// draft is a complete file under a temporary name. The process that writes it holds a
// lock on it as long as it runs, so that [Sweep] knows it from what a killed one left.
type draft struct {
	root *os.Root
	name string
	file *os.File
}

// stage writes a draft of a file.
func stage(root *os.Root, name string, content []byte, mode fs.FileMode) (*draft, error) {
	d, err := newDraft(root, name, mode)
	if err != nil {
		return nil, err
	}
	_, err = disk.Write(d.file, content)
	if err == nil {
		err = disk.Sync(d.file)
	}
	if err != nil {
		d.drop()
		return nil, err
	}
	return d, nil
}

func newDraft(root *os.Root, name string, mode fs.FileMode) (*draft, error) {
	for {
		unfinished := path.Join(path.Dir(name), "."+path.Base(name)+"."+rand.Text()[:8]+temporary)
		file, err := disk.Create(root, unfinished, os.O_WRONLY|os.O_EXCL, mode)
		if err != nil {
			return nil, err
		}
		d := &draft{root, unfinished, file}
		err = d.claim()
		if err == nil {
			return d, nil
		}
		d.drop()
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		// A sweep came between the two calls: again.
	}
}

// claim locks a draft that is still there. The error wraps [syscall.EWOULDBLOCK] or
// [fs.ErrNotExist] when a sweep was faster. Where the file system knows no locks,
// nothing is swept either.
func (d *draft) claim() error {
	err := syscall.Flock(int(d.file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return err
	}
	_, err = d.root.Lstat(d.name)
	return err
}

// resemble gives a draft the owner, the group and the mode of the file it will replace,
// as far as that is allowed.
func (d *draft) resemble(like fs.FileInfo) error {
	if owner, ok := like.Sys().(*syscall.Stat_t); ok && !d.resembles(like) {
		if d.file.Chown(int(owner.Uid), int(owner.Gid)) != nil {
			_ = d.file.Chown(-1, int(owner.Gid))
		}
	}
	return d.file.Chmod(like.Mode().Perm())
}

// resembles tells whether a draft has the owner and the group of a file.
func (d *draft) resembles(like fs.FileInfo) bool {
	own, err := d.file.Stat()
	if err != nil {
		return false
	}
	mine, ok := own.Sys().(*syscall.Stat_t)
	theirs, known := like.Sys().(*syscall.Stat_t)
	return !ok || !known || mine.Uid == theirs.Uid && mine.Gid == theirs.Gid
}

// share gives a draft that replaces nothing to the group, where the folder hands its
// own group on and lets it write.
func (d *draft) share() error {
	folder, err := d.root.Stat(path.Dir(d.name))
	if err != nil || folder.Mode()&fs.ModeSetgid == 0 || folder.Mode()&0o020 == 0 {
		return err
	}
	own, err := d.file.Stat()
	if err != nil {
		return err
	}
	return d.file.Chmod(own.Mode().Perm() | 0o060)
}

// drop closes a draft and removes what still has its name. To remove it takes a
// descriptor, so the draft's own is closed first: there may be no other.
func (d *draft) drop() {
	d.file.Close()
	_ = disk.Remove(d.root, d.name)
}

// temporary ends the name of a file that is not finished.
const temporary = ".discussd-tmp"

// Unfinished tells whether a name is that of a file that is still being written:
// watchers leave it alone.
func Unfinished(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, ".") && strings.HasSuffix(base, temporary)
}

// Sweep removes from a folder what killed writers left unfinished. What a living
// one is writing stays. Files that are amended there must not be amended during
// the sweep: see [Amendment].
func Sweep(root *os.Root, dir string) {
	_ = inAsOwner(root, dir, func(folder *os.Root) error {
		file, err := folder.Open(".")
		if err != nil {
			return err
		}
		defer file.Close()
		names, _ := file.Readdirnames(-1)
		for _, name := range names {
			if Unfinished(name) {
				sweep(folder, name)
			}
		}
		return nil
	}) // else the next one does
}

func sweep(root *os.Root, name string) {
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return
	}
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, fs.FileMode(0))
	if err != nil {
		return
	}
	defer file.Close()
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		_ = disk.Remove(root, name)
	}
}
