package supervisor

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Run is what a supervisor is told to do.
type Run struct {
	Folder string      // the run's own, removed if the daemon is killed
	Path   string      // the program, absolute
	Args   []string    // after its name
	Env    []string    // "NAME=value", each name once
	Dir    string      // its working directory
	Files  [3]*os.File // its standard input, output and error
}

// separator stands between the words of a run on the line: no argument and no
// variable can hold it.
const separator = "\x00"

func (r *Run) marshal() ([]byte, error) {
	words := []string{r.Folder, r.Path, r.Dir, strconv.Itoa(len(r.Args))}
	words = append(append(words, r.Args...), r.Env...)
	text := strings.Join(words, separator)
	if strings.Count(text, separator) != len(words)-1 {
		return nil, errors.New("an argument or a variable holds a NUL")
	}
	return []byte(text), nil
}

func parseRun(text string) (run Run, err error) {
	words := strings.Split(text, separator)
	if len(words) < 4 {
		return run, errors.New("words are missing")
	}
	args, err := strconv.Atoi(words[3])
	if err != nil || args < 0 || args > len(words)-4 {
		return run, errors.New("arguments are missing")
	}
	return Run{Folder: words[0], Path: words[1], Dir: words[2], Args: words[4 : 4+args], Env: words[4+args:]}, nil
}

// length is how a text is announced on the line.
func length(text []byte) []byte { return binary.BigEndian.AppendUint32(nil, uint32(len(text))) }

// await waits for the run. The error is [io.EOF] when the daemon let go of the line
// before it had one.
func await(line *os.File) (run Run, err error) {
	head, rights := make([]byte, len(length(nil))), make([]byte, unix.CmsgSpace(len(run.Files)*4))
	n, control, _, _, err := unix.Recvmsg(int(line.Fd()), head, rights, unix.MSG_CMSG_CLOEXEC|unix.MSG_WAITALL)
	switch {
	case err != nil:
		return run, os.NewSyscallError("recvmsg", err)
	case n == 0:
		return run, io.EOF
	}
	text := make([]byte, binary.BigEndian.Uint32(head))
	if _, err := io.ReadFull(line, text); err != nil {
		return run, err
	}
	if run, err = parseRun(string(text)); err != nil {
		return run, err
	}
	run.Files, err = filesIn(rights[:control])
	return run, err
}

// filesIn are the files that came with a message.
func filesIn(rights []byte) (files [3]*os.File, err error) {
	messages, err := unix.ParseSocketControlMessage(rights)
	if err != nil || len(messages) != 1 {
		return files, errors.Join(errors.New("files are missing"), err)
	}
	received, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(received) != len(files) {
		return files, errors.Join(errors.New("files are missing"), err)
	}
	for i, fd := range received {
		files[i] = os.NewFile(uintptr(fd), "")
	}
	return files, nil
}
