package supervisor

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// lineFD is the supervisor's end of the line, besides the CLI's own three files.
const lineFD = 3

// farewell is what a living daemon says when the run is to be stopped. An end of
// the line without it is that of a killed one, of which the process table may not
// know yet.
const farewell = '.'

// reportLimit bounds a report, in bytes.
const reportLimit = 1 << 16

// Line is the daemon's end of what binds it to the supervisor of one run: a pair of
// sockets, over which it asks the supervisor to stop and is told how the run ended.
type Line struct{ end *os.File }

// Start starts a supervisor that runs the program at an absolute path, with these
// arguments after its name, the environment, working directory and standard files
// of the command, which says nothing else. If the daemon is killed, the supervisor
// removes the run's folder. The caller waits for the command, and closes the line.
func Start(command *exec.Cmd, run, path string, args []string) (*Line, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open line to the supervisor: %w", err)
	}
	line, theirs := &Line{os.NewFile(uintptr(pair[0]), "line")}, os.NewFile(uintptr(pair[1]), "line")
	defer theirs.Close()
	command.Path = "/proc/self/exe" // also after this program was replaced on disk
	command.Args = append([]string{"discussd", Argument, run, path, path}, args...)
	command.ExtraFiles = []*os.File{theirs}
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		line.Close()
		return nil, fmt.Errorf("start supervisor: %w", err)
	}
	return line, nil
}

// Stop asks the supervisor to end the run.
func (l *Line) Stop() { l.end.Write([]byte{farewell}) } // one that is gone needs no telling

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
