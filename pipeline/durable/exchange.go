package durable

import (
	"errors"
	"os"
	"path"

	"golang.org/x/sys/unix"
)

// publish gives a draft its name, unless the name is taken meanwhile.
func publish(dir *os.File, draft, name string) error {
	err := rename(dir, draft, name, unix.RENAME_NOREPLACE)
	if errors.Is(err, unix.EEXIST) {
		return errMoved
	}
	return err
}

// exchange puts a draft in the place of a file and looks at what came out. If that
// is not what was seen before, somebody wrote it at the last moment: it goes back.
func (a Amendment) exchange(dir *os.File, draft *draft, before sight) error {
	err := rename(dir, draft.name, a.Name, unix.RENAME_EXCHANGE)
	if err == nil {
		out, unseen := a.look(draft.name)
		plainly := unseen == nil && out.info == nil // nothing came out of a plain rename
		if plainly || out.same(before) {
			return nil
		}
		err = rename(dir, draft.name, a.Name, unix.RENAME_EXCHANGE)
	}
	if err == nil || errors.Is(err, unix.ENOENT) { // put back, or removed by somebody
		return errMoved
	}
	return err
}

// rename is renameat2 in one folder. A file system that does not know the flags
// renames plainly.
func rename(dir *os.File, from, to string, flags uint) error {
	fd := int(dir.Fd())
	from, to = path.Base(from), path.Base(to)
	err := unix.Renameat2(fd, from, fd, to, flags)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EOPNOTSUPP) {
		return unix.Renameat(fd, from, fd, to)
	}
	return err
}
