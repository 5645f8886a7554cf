//go:build !linux || portable

package disk

import (
	"errors"

	"golang.org/x/sys/unix"
)

// How a file gets the name of another.
const (
	noReplace = 1 // fails with EEXIST where there is one
	exchanged = 2 // cannot be had here
)

// renameIn renames in one folder. Without replacing it makes a second name first, which
// fails where there is one.
func renameIn(fd int, from, to string, how uint) error {
	if how != noReplace {
		return errUnknown
	}
	err := unix.Linkat(fd, from, fd, to, 0)
	switch {
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.EOPNOTSUPP):
		return errUnknown // no file has two names there
	case err != nil:
		return err
	}
	return unix.Unlinkat(fd, from, 0)
}
