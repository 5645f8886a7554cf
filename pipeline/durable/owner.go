package durable

import (
	"os"
	"syscall"
)

// AsOwner runs do with the rights in the file system of the user a folder belongs to,
// when this process is root's and the folder is not. What he may not do fails, and what
// is made is his: a daemon that serves many users writes nowhere that the one whose
// folder it is could not write. Do stays in its goroutine.
//
// Where no thread can be given the rights of another user, it fails instead.
func AsOwner(folder *os.Root, do func() error) error {
	if os.Geteuid() != 0 {
		return do()
	}
	info, err := folder.Stat(".")
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && owner.Uid != 0 {
		return as(owner, do)
	}
	return do()
}
