package cli

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// forkOn forks a process that makes a session of its own, forks the next and ends, for
// a quarter of a minute. Nothing of Go's works in them but system calls. One or the other
// holds a lock on the file FAKE_TOLD.
func forkOn() {
	if err := unix.Flock(int(open("FAKE_TOLD").Fd()), unix.LOCK_SH); err != nil {
		panic(err)
	}
	var now, until unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &until)
	until.Sec += 15
	pid, _, _ := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if pid != 0 {
		return
	}
	for {
		syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&now)), 0)
		if now.Sec > until.Sec {
			syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
		}
		if pid, _, _ := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0); pid != 0 {
			syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
		}
		syscall.RawSyscall(syscall.SYS_SETSID, 0, 0, 0)
	}
}
