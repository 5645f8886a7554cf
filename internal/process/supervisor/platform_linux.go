//go:build !portable

package supervisor

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"discussd/internal/process/cgroup"
	"discussd/internal/process/procs"
)

// heard is how messages with files are received: a program started meanwhile gets none of them.
const heard = unix.MSG_CMSG_CLOEXEC

// sent is how they are sent: to a line that is closed without a signal.
const sent = unix.MSG_NOSIGNAL

// program is this program, also after it was replaced on disk.
func program() (string, error) { return "/proc/self/exe", nil }

// linePair makes the two ends of a line, which no other program inherits.
func linePair() ([2]int, error) {
	return unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
}

// adopt makes this process the parent of all that a run leaves behind.
func adopt() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("become child subreaper: %w", err)
	}
	return nil
}

// attributes are how the CLI is started: in a process group of its own, to die with the
// supervisor, and in a control group where there is one.
func attributes(group *os.File) *syscall.SysProcAttr {
	own := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if group != nil {
		own.UseCgroupFD, own.CgroupFD = true, int(group.Fd())
	}
	return own
}

// exit is the end of a process that is waited for.
type exit struct {
	done chan struct{} // closed when it has ended
}

// watch waits for the end of pid. It is left
// a zombie, so that neither its number nor that of its group can be reused
// before the sweep has killed them.
func watch(pid int) *exit {
	exited := &exit{done: make(chan struct{})}
	go func() {
		defer close(exited.done)
		for {
			err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
			if !errors.Is(err, unix.EINTR) {
				return
			}
		}
	}()
	return exited
}

// sweep kills and reaps every descendant of this process and returns how pid,
// one of them, ended. Those in the control group, if there is one, the kernel kills at
// once. Else only children are killed, whose numbers cannot be reused
// before they are reaped here; the orphans this makes become children in turn,
// this process being their subreaper. Who has no child left has no descendant.
func sweep(pid int, _ *exit, control string) (status unix.WaitStatus, err error) {
	cgroup.Kill(control)
	defer func() { err = errors.Join(err, cgroup.End(control, sweepLimit)) }()
	own, group := os.Getpid(), unix.Getpgrp()
	for deadline := time.Now().Add(sweepLimit); ; time.Sleep(time.Millisecond) {
		for {
			var ended unix.WaitStatus
			reaped, err := unix.Wait4(-1, &ended, unix.WNOHANG, nil)
			if errors.Is(err, unix.ECHILD) {
				return status, nil
			}
			if reaped <= 0 {
				break
			}
			if reaped == pid {
				status = ended
			}
		}
		left := 0
		for _, p := range procs.Table() {
			if p.Parent != own {
				continue
			}
			left++
			if p.Group != group { // a fork cannot escape the kill of its group
				unix.Kill(-p.Group, unix.SIGKILL)
			}
			unix.Kill(p.PID, unix.SIGKILL)
		}
		if time.Now().After(deadline) {
			return status, fmt.Errorf("%d processes cannot be killed", left)
		}
	}
}
