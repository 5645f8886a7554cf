package supervisor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"discussd/internal/process/procs"
)

// lineFD is the supervisor's end of the line, besides its own three files.
const lineFD = 3

// farewell is what a living daemon says when the run is to be stopped. An end of
// the line without it is that of a killed one, of which the process table may not
// know yet.
const farewell = '.'

// reportLimit bounds a report, in bytes.
const reportLimit = 1 << 16

// Line is the daemon's end of what binds it to one supervisor: a pair of sockets,
// over which it gives the supervisor its run, asks it to stop and is told how the run
// ended.
type Line struct {
	end        *os.File
	supervisor *exec.Cmd
}

// started is set in the environment of a supervisor, and not in that of its run.
const started = "DISCUSSD_SUPERVISOR"

// launch starts a supervisor without a run.
func launch() (*Line, error) {
	if os.Getenv(started) != "" { // its own supervisors would not be any either, and so on
		return nil, errors.New("this program was started as a supervisor and did not become one")
	}
	path, err := program()
	if err != nil {
		return nil, err
	}
	pair, err := linePair()
	if err != nil {
		return nil, fmt.Errorf("open its line: %w", err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "line")
	defer theirs.Close()
	line := &Line{os.NewFile(uintptr(pair[0]), "line"), &exec.Cmd{
		Path:        path,
		Args:        []string{"discussd", Argument},
		Env:         append(os.Environ(), started+"=1"),
		Dir:         "/",
		ExtraFiles:  []*os.File{theirs},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}}
	if err := line.supervisor.Start(); err != nil {
		line.Close()
		return nil, err
	}
	return line, nil
}

// drop ends a supervisor that has no run, also one that somebody has stopped.
func (l *Line) drop() {
	l.Close()
	l.Kill()
	l.Wait()
}

// Wait waits until the supervisor has ended. What became of the run says [Line.Report].
func (l *Line) Wait() { l.supervisor.Wait() }

// PID is the supervisor's process number. Nobody else has it before [Line.Wait] returns.
func (l *Line) PID() int { return l.supervisor.Process.Pid }

// Stop asks the supervisor to end the run.
func (l *Line) Stop() { l.end.Write([]byte{farewell}) } // one that is gone needs no telling

// End kills a supervisor that does not stop, and before it every process of its run:
// all of them descend from it as long as it lives, also when somebody has stopped it.
func (l *Line) End() {
	_ = procs.End(sweepLimit, func(all []procs.Process) []procs.Process { return procs.Below(all, l.PID()) })
	l.Kill()
}

// Kill kills the supervisor, and nothing else.
func (l *Line) Kill() { l.supervisor.Process.Kill() }

// Report returns what the supervisor said, once it has ended. The error says that
// it said nothing: it was killed, or never became one.
func (l *Line) Report() (report Report, err error) {
	said, err := io.ReadAll(io.LimitReader(l.end, reportLimit))
	if err == nil {
		err = json.Unmarshal(said, &report)
	}
	return report, err
}

// Close lets go of the line, which ends a run that has not ended.
func (l *Line) Close() { l.end.Close() }
