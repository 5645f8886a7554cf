//go:build !portable

package disk

import (
	"errors"

	"golang.org/x/sys/unix"
)

// How a file gets the name of another.
const (
	noReplace = unix.RENAME_NOREPLACE // fails with EEXIST where there is one
	exchanged = unix.RENAME_EXCHANGE  // the other gets its name
)

// renameIn renames in one folder.
func renameIn(fd int, from, to string, how uint) error {
	err := unix.Renameat2(fd, from, fd, to, how)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EOPNOTSUPP) {
		return errUnknown
	}
	return err
}
