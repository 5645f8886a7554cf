package durable

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"syscall"
)

// Write replaces a file as a whole: a temporary file in the same folder, which
// must exist, fsync, rename, fsync of the folder. Equal content is not written
// again. The error wraps [ErrRefused] when the name belongs to something else
// than a file.
func Write(root *os.Root, name string, content []byte) (err error) {
	info, err := root.Lstat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%w: %s is not a file", ErrRefused, name)
	case err == nil && info.Size() == int64(len(content)):
		if old, err := Read(root, name, info.Size()); err == nil && bytes.Equal(old, content) {
			return nil
		}
	}
	draft, err := stage(root, name, content, nil)
	if err != nil {
		return err
	}
	if err := root.Rename(draft.name, name); err != nil {
		draft.drop()
		return fmt.Errorf("write %s: %w", name, cause(err))
	}
	draft.file.Close() // which was synced
	return syncFolder(root, path.Dir(name))
}

// draft is a complete file under a temporary name. The process that writes it holds a
// lock on it as long as it runs, so that [Sweep] knows it from what a killed one left.
type draft struct {
	root *os.Root
	name string
	file *os.File
}

// stage writes a draft of a file, with the access rights of the one it is like.
func stage(root *os.Root, name string, content []byte, like fs.FileInfo) (*draft, error) {
	d, err := newDraft(root, name)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, cause(err))
	}
	if like != nil {
		d.resemble(like)
	}
	_, err = d.file.Write(content)
	if err == nil {
		err = d.file.Sync()
	}
	if err != nil {
		d.drop()
		return nil, fmt.Errorf("write %s: %w", name, cause(err))
	}
	return d, nil
}

func newDraft(root *os.Root, name string) (*draft, error) {
	for {
		unfinished := path.Join(path.Dir(name), "."+path.Base(name)+"."+rand.Text()[:8]+temporary)
		file, err := root.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
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

// resemble gives a draft the mode and, where that is allowed, the group of the
// file it will replace: whoever could write that one can go on writing it.
func (d *draft) resemble(like fs.FileInfo) {
	if owner, ok := like.Sys().(*syscall.Stat_t); ok {
		_ = d.file.Chown(-1, int(owner.Gid))
	}
	_ = d.file.Chmod(like.Mode().Perm())
}

// drop closes a draft and removes what still has its name. To remove it takes a
// descriptor, so the draft's own is closed first: there may be no other.
func (d *draft) drop() {
	d.file.Close()
	d.root.Remove(d.name)
}

func syncFolder(root *os.Root, dir string) error {
	folder, err := root.Open(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}
