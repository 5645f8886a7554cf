//go:build !portable

package supervisor

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// MemoryFile returns a file that is in no folder and holds the content, from which
// it is read at first; what is written goes to its end. It is a regular file to
// whoever gets it, gone when the last has closed it, and nothing of it is on a disk.
func MemoryFile(name string, content []byte) (*os.File, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate(name, flags|unix.MFD_NOEXEC_SEAL)
	if errors.Is(err, unix.EINVAL) { // before Linux 6.3
		fd, err = unix.MemfdCreate(name, flags)
	}
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return filled(os.NewFile(uintptr(fd), name), content)
}

// StopGrowth has every write to a memory file fail that would make it longer. A CLI
// that is asked to end may go on writing until it is killed, which must not cost memory.
func StopGrowth(file *os.File) {
	unix.FcntlInt(file.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_GROW) // without it there is still the end of the run
}
