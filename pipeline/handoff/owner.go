package handoff

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// ownersOnly refuses a discussions folder to a process of root's when it belongs to
// somebody else than the session does, or root: what is written there as its owner
// would be out of the reach of the session's.
func (f *Folder) ownersOnly(folder fs.FileInfo) error {
	if os.Geteuid() != 0 {
		return nil
	}
	session, err := f.session.Stat(".")
	if err != nil {
		return err
	}
	if theirs := owner(session); theirs != 0 && owner(folder) != 0 && owner(folder) != theirs {
		return fmt.Errorf("%w: %s belongs to user %d, and the session to user %d", ErrRefused, Dir, owner(folder), theirs)
	}
	return nil
}

// owner is the number of the user whose a file is.
func owner(info fs.FileInfo) uint32 {
	status, _ := info.Sys().(*syscall.Stat_t)
	return status.Uid
}
