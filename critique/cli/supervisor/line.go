package supervisor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lineFD is the supervisor's end of the line, besides its own three files.
const lineFD = 3

// farewell is what a living daemon says when the run is to be stopped. An end of
// the line without it is that of a killed one, of which the process table may not
// know yet.
const farewell = '.'

// reportLimit bounds a report, in bytes.
const reportLimit = 1 << 16

// respite is how long after the start of a run the next supervisor is made ready: the
// CLI, which starts just then, comes first.
const respite = 50 * time.Millisecond

// pause is how long after a failure the next supervisor is tried.
const pause = 10 * time.Second

// ready hands over a supervisor that stands by.
var ready = make(chan *Line)

// Line is the daemon's end of what binds it to one supervisor: a pair of sockets,
// over which it gives the supervisor its run, asks it to stop and is told how the run
// ended.
type Line struct {
	end        *os.File
	supervisor *exec.Cmd
}

// StandBy keeps one supervisor ready, until ctx ends: to start one takes longer than
// all else that lies between an event and the CLI that is asked about it. Where none
// can be started it tries again; [Start] says why.
func StandBy(ctx context.Context) {
	for ctx.Err() == nil {
		next := respite
		if line, err := launch(); err == nil {
			select {
			case ready <- line:
			case <-ctx.Done():
				line.drop()
			}
		} else {
			next = pause
		}
		select {
		case <-time.After(next):
		case <-ctx.Done():
		}
	}
}

// Start has a supervisor do the run: the one that stands by, or a new one. The caller
// waits for it, and closes the line.
func Start(run Run) (*Line, error) {
	select {
	case line := <-ready:
		if run.tell(line.end) == nil {
			return line, nil
		}
		line.drop() // it was killed
	default:
	}
	line, err := launch()
	if err != nil {
		return nil, fmt.Errorf("start supervisor: %w", err)
	}
	if err := run.tell(line.end); err != nil {
		line.drop()
		return nil, fmt.Errorf("tell supervisor its run: %w", err)
	}
	return line, nil
}

// launch starts a supervisor without a run.
func launch() (*Line, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open its line: %w", err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "line")
	defer theirs.Close()
	line := &Line{os.NewFile(uintptr(pair[0]), "line"), &exec.Cmd{
		Path:        "/proc/self/exe", // also after this program was replaced on disk
		Args:        []string{"discussd", Argument},
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

// Stop asks the supervisor to end the run.
func (l *Line) Stop() { l.end.Write([]byte{farewell}) } // one that is gone needs no telling

// Kill kills a supervisor that does not stop, and nothing else.
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
