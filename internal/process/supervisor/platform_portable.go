//go:build !linux || portable

package supervisor

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// heard and sent are how messages with files are received and sent: plainly.
const heard, sent = 0, 0

// program is this program.
func program() (string, error) { return os.Executable() }

// linePair makes the two ends of a line. A program that is started in the same instant may
// inherit them: it ends with its run.
func linePair() ([2]int, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(pair[0])
		unix.CloseOnExec(pair[1])
	}
	return pair, err
}

// adopt does nothing: what a run leaves behind is nobody's, and ends with its process group.
func adopt() error { return nil }

// attributes are how the CLI is started: in a process group of its own.
func attributes(*os.File) *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// exit is the end of a process that is waited for.
type exit struct {
	done   chan struct{}   // closed when it has ended
	status unix.WaitStatus // how
}

// watch waits for the end of pid and reaps it.
func watch(pid int) *exit {
	exited := &exit{done: make(chan struct{})}
	go func() {
		defer close(exited.done)
		for {
			_, err := unix.Wait4(pid, &exited.status, 0, nil)
			if !errors.Is(err, unix.EINTR) {
				return
			}
		}
	}()
	return exited
}

// sweep kills the process group of pid and returns how pid ended. What has left the group
// is not found.
func sweep(pid int, exited *exit, _ string) (status unix.WaitStatus, err error) {
	unix.Kill(-pid, unix.SIGKILL)
	select {
	case <-exited.done:
		return exited.status, nil
	case <-time.After(sweepLimit):
		return status, fmt.Errorf("process %d cannot be killed", pid)
	}
}
