// Package supervisor ends every process of a run, whatever becomes of the daemon.
//
// A CLI is not started by the daemon itself but by a supervisor: the daemon's
// own program, started again between the two. A supervisor is given one [Run], and
// ends with it; one stands by without any, see [Reserve]. It exists because nothing else
// ends every process of a run when the daemon is killed: a parent-death signal
// reaches only the direct child (a node wrapper, whose native program lives on),
// a group kill misses whoever made a session of its own, and both need somebody
// alive to act. The supervisor is a child subreaper, so every descendant that
// loses its parent becomes its child, however it detached itself; and it holds
// one end of a [Line], whose only other end is the daemon's. The end of the line
// means stop, whether the daemon let go of it or was killed: what ends a run at a
// timeout is what ends it after kill -9.
//
// Package cli calls [Reserve.Start], and reads the [Report] when the supervisor is gone.
package supervisor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"discussd/internal/process/cgroup"
)

// Argument is the one argument that a supervisor is started with, see [Wanted].
const Argument = "cli-supervisor"

// Limit bounds what a supervisor that was stopped takes until nothing of its run
// is left.
const Limit = grace + sweepLimit

const (
	grace      = 2 * time.Second // between SIGTERM and SIGKILL
	sweepLimit = 5 * time.Second // for killing everything a run left behind
)

// Report is what a supervisor says once nothing of its run is left.
type Report struct {
	Exit     int    `json:"exit"`
	Signal   int    `json:"signal,omitempty"`
	Stopped  bool   `json:"stopped,omitempty"`   // the supervisor ended it
	NotFound bool   `json:"not_found,omitempty"` // there was no such program to start
	Err      string `json:"err,omitempty"`       // it was not started, or something outlived the sweep
	orphaned bool   // the daemon was killed
}

// Wanted tells whether a program with these arguments was started to be a supervisor. Package first
// asks this for programs that ask for runs, and calls [Main] where it is so.
func Wanted(args []string) bool { return len(args) == 2 && args[1] == Argument }

// Main does the supervisor's part, from its start to its end, and returns the exit code.
func Main() (code int) {
	if _, err := unix.GetsockoptInt(lineFD, unix.SOL_SOCKET, unix.SO_TYPE); err != nil {
		fmt.Fprintf(os.Stderr, "discussd: %s is started by discussd itself, which has a run for it\n", Argument)
		return 1
	}
	// The parent-death signal of the CLI belongs to the thread that starts it.
	runtime.LockOSThread()
	unix.CloseOnExec(lineFD)
	daemon, line := os.Getppid(), os.NewFile(lineFD, "line")
	var result Report
	run, err := await(line)
	switch {
	case errors.Is(err, io.EOF):
		return 0 // it was not needed
	case err != nil:
		result.Err = fmt.Sprintf("hear of the run: %v", err)
	default:
		result = superviseProcess(line, run)
	}
	if result.orphaned || os.Getppid() != daemon { // nobody is left to read the report and tidy up
		Remove(run.Folder)
		if result.Err == "" && run.Record != "" { // else the next daemon tries again
			os.Remove(run.Record)
		}
		return 1
	}
	if err := json.NewEncoder(line).Encode(result); err != nil {
		return 1
	}
	return 0
}

func superviseProcess(line *os.File, run Run) Report {
	if err := adopt(); err != nil {
		return Report{Err: err.Error()}
	}
	if err := os.Chdir(run.Dir); err != nil { // not left to the start: there it would be the program that is missing
		return Report{Err: err.Error()}
	}
	pid, err := start(run)
	if err != nil {
		return Report{NotFound: errors.Is(err, os.ErrNotExist), Err: fmt.Sprintf("start %s: %v", run.Path, err)}
	}
	stopped, orphaned := false, false
	exited := watch(pid)
	select {
	case <-exited.done:
	case orphaned = <-asked(line):
		stopped = true
		unix.Kill(-pid, unix.SIGTERM)
		select {
		case <-exited.done:
		case <-time.After(grace):
		}
	}
	status, err := sweep(pid, exited, run.Group)
	result := Report{Exit: status.ExitStatus(), Stopped: stopped, orphaned: orphaned}
	if status.Signaled() {
		result.Signal = int(status.Signal())
	}
	if err != nil {
		result.Err = err.Error()
	}
	return result
}

// start starts the program, in the run's control group if that can be had.
func start(run Run) (pid int, err error) {
	begin := func(group *os.File) (int, error) {
		return syscall.ForkExec(run.Path, append([]string{run.Path}, run.Args...), &syscall.ProcAttr{
			Env:   run.Env,
			Files: []uintptr{run.Files[0].Fd(), run.Files[1].Fd(), run.Files[2].Fd()},
			Sys:   attributes(group),
		})
	}
	if run.Group != "" {
		if group, err := cgroup.Open(run.Group); err == nil {
			defer group.Close()
			if pid, err := begin(group); err == nil {
				return pid, nil
			}
		}
	}
	return begin(nil)
}

// asked returns a channel that gets a value when the run has to end: true when
// the daemon was killed, false when it says so or somebody signals the supervisor
// itself.
func asked(line *os.File) <-chan bool {
	stop := make(chan bool, 2)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, unix.SIGTERM, unix.SIGINT, unix.SIGHUP)
	go func() {
		<-signals
		stop <- false
	}()
	go func() {
		said := make([]byte, 1)
		n, _ := line.Read(said)
		stop <- n == 0 || said[0] != farewell
	}()
	return stop
}

// Remove deletes a run's folder, even if a CLI took away its own right to write in
// one of those below. What still cannot go is left to whoever empties the
// temporary folder: it is no reason to lose an answer.
func Remove(path string) {
	if os.RemoveAll(path) == nil {
		return
	}
	filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			os.Chmod(name, 0o700)
		}
		return nil
	})
	os.RemoveAll(path)
}

// filled gives a new file its content, to be read from the start; what is written later
// goes to its end. A file that cannot be filled is closed.
func filled(file *os.File, content []byte) (*os.File, error) {
	_, err := file.Write(content)
	if err == nil {
		_, err = file.Seek(0, 0)
	}
	if err == nil {
		_, err = unix.FcntlInt(file.Fd(), unix.F_SETFL, unix.O_APPEND)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
