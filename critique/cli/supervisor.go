package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A CLI is not started by the daemon itself but by a supervisor: the daemon's
// own program, started again between the two. It exists because nothing else
// ends every process of a run when the daemon is killed: a parent-death signal
// reaches only the direct child (a node wrapper, whose native program lives on),
// a group kill misses whoever made a session of its own, and both need somebody
// alive to act. The supervisor is a child subreaper, so every descendant that
// loses its parent becomes its child, however it detached itself; and it holds
// the reading end of a pipe, the lifeline, whose only writing end is the
// daemon's. The end of the lifeline means stop, whether the daemon closed it or
// was killed: what ends a run at a timeout is what ends it after kill -9.

// supervise is the argument that turns this program into a supervisor.
const supervise = "cli-supervisor"

// farewell is what a living daemon writes into the lifeline before it lets go. An
// end without it is that of a killed one, of which the process table may not know
// yet.
const farewell = '.'

// The descriptors a supervisor is given besides the CLI's own three.
const (
	lifelineFD = 3 // read end; end of file means stop
	reportFD   = 4 // regular file that takes the report
)

const (
	grace      = 2 * time.Second // between SIGTERM and SIGKILL
	sweepLimit = 5 * time.Second // for killing everything a run left behind
)

// report is what a supervisor says once nothing of its run is left.
type report struct {
	Exit     int    `json:"exit"`
	Signal   int    `json:"signal,omitempty"`
	Stopped  bool   `json:"stopped,omitempty"`   // the supervisor ended it
	NotFound bool   `json:"not_found,omitempty"` // there was no such program to start
	Err      string `json:"err,omitempty"`       // it was not started, or something outlived the sweep
	orphaned bool   // the daemon was killed
}

// Supervise does the supervisor's part if args, the program's arguments without
// its name, ask for it, and then returns the exit code and true. A program that
// calls [Tool.Ask] or [Tool.Version] must call Supervise first of all.
func Supervise(args []string) (code int, ok bool) {
	if len(args) < 3 || args[0] != supervise {
		return 0, false
	}
	// The parent-death signal of the CLI belongs to the thread that starts it.
	runtime.LockOSThread()
	unix.CloseOnExec(lifelineFD)
	unix.CloseOnExec(reportFD)
	daemon := os.Getppid()
	result := superviseProcess(args[1], args[2:])
	if result.orphaned || os.Getppid() != daemon { // nobody is left to read the report and tidy up
		if run := os.Getenv(RunVariable); filepath.IsAbs(run) {
			removeAll(run)
		}
		return 1, true
	}
	if err := json.NewEncoder(os.NewFile(reportFD, "report")).Encode(result); err != nil {
		return 1, true
	}
	return 0, true
}

func superviseProcess(path string, argv []string) report {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return report{Err: fmt.Sprintf("become child subreaper: %v", err)}
	}
	pid, err := syscall.ForkExec(path, argv, &syscall.ProcAttr{
		Env:   os.Environ(),
		Files: []uintptr{0, 1, 2},
		Sys:   &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	})
	if err != nil {
		return report{NotFound: errors.Is(err, os.ErrNotExist), Err: fmt.Sprintf("start %s: %v", path, err)}
	}
	stopped, orphaned := false, false
	exited := waitUnreaped(pid)
	select {
	case <-exited:
	case orphaned = <-asked():
		stopped = true
		unix.Kill(-pid, unix.SIGTERM)
		select {
		case <-exited:
		case <-time.After(grace):
		}
	}
	status, err := sweep(pid)
	result := report{Exit: status.ExitStatus(), Stopped: stopped, orphaned: orphaned}
	if status.Signaled() {
		result.Signal = int(status.Signal())
	}
	if err != nil {
		result.Err = err.Error()
	}
	return result
}

// asked returns a channel that gets a value when the run has to end: true when
// the daemon was killed, false when it let go of the lifeline or somebody signals
// the supervisor itself.
func asked() <-chan bool {
	stop := make(chan bool, 2)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, unix.SIGTERM, unix.SIGINT, unix.SIGHUP)
	go func() {
		<-signals
		stop <- false
	}()
	go func() {
		said, _ := io.ReadAll(os.NewFile(lifelineFD, "lifeline"))
		stop <- !bytes.Contains(said, []byte{farewell})
	}()
	return stop
}

// waitUnreaped returns a channel that is closed when pid has ended. It is left
// a zombie, so that neither its number nor that of its group can be reused
// before the sweep has killed them.
func waitUnreaped(pid int) <-chan struct{} {
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		for {
			err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
			if !errors.Is(err, unix.EINTR) {
				return
			}
		}
	}()
	return exited
}
