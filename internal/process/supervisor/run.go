package supervisor

import (
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
	Record string      // a file that tells of the run, removed likewise
	Group  string      // the control group that the program is started in, "" for none
	Path   string      // the program, absolute
	Args   []string    // after its name
	Env    []string    // "NAME=value", each name once
	Dir    string      // its working directory
	Files  [3]*os.File // its standard input, output and error
}

// separator stands between the words of a run: no argument and no variable can hold it.
const separator = "\x00"

func (r *Run) marshal() ([]byte, error) {
	words := []string{r.Folder, r.Record, r.Group, r.Path, r.Dir, strconv.Itoa(len(r.Args))}
	words = append(append(words, r.Args...), r.Env...)
	text := strings.Join(words, separator)
	if strings.Count(text, separator) != len(words)-1 {
		return nil, errors.New("an argument holds a NUL")
	}
	return []byte(text), nil
}

func parseRun(text string) (run Run, err error) {
	words := strings.Split(text, separator)
	const own = 6 // words of the run itself
	if len(words) < own {
		return run, errors.New("words are missing")
	}
	args, err := strconv.Atoi(words[own-1])
	if err != nil || args < 0 || args > len(words)-own {
		return run, errors.New("arguments are missing")
	}
	return Run{
		Folder: words[0], Record: words[1], Group: words[2], Path: words[3], Dir: words[4],
		Args: words[own : own+args], Env: words[own+args:],
	}, nil
}

// tell sends the run over a line, in one message of a byte and four files: the words
// are one of them, so that however long they are nobody waits for the other end.
func (r *Run) tell(line *os.File) error {
	text, err := r.marshal()
	if err != nil {
		return err
	}
	words, err := MemoryFile("run", text)
	if err != nil {
		return err
	}
	defer words.Close()
	rights := unix.UnixRights(int(words.Fd()), int(r.Files[0].Fd()), int(r.Files[1].Fd()), int(r.Files[2].Fd()))
	return os.NewSyscallError("sendmsg", unix.Sendmsg(int(line.Fd()), []byte{0}, rights, nil, sent))
}

// await waits for the run that the other end of a line tells. The error is [io.EOF] when
// the daemon let go of the line before it had one.
func await(line *os.File) (run Run, err error) {
	message, rights := make([]byte, 1), make([]byte, unix.CmsgSpace(4*4))
	n, size, _, _, err := unix.Recvmsg(int(line.Fd()), message, rights, heard)
	switch {
	case err != nil:
		return run, os.NewSyscallError("recvmsg", err)
	case n == 0:
		return run, io.EOF
	}
	files, err := filesIn(rights[:size])
	if err != nil {
		return run, err
	}
	words := files[0]
	defer words.Close()
	text, err := io.ReadAll(words)
	if err != nil {
		return run, err
	}
	run, err = parseRun(string(text))
	run.Files = [3]*os.File(files[1:])
	return run, err
}

// filesIn are the four files that came with a message.
func filesIn(rights []byte) (files []*os.File, err error) {
	messages, err := unix.ParseSocketControlMessage(rights)
	if err != nil || len(messages) != 1 {
		return nil, errors.Join(errors.New("files are missing"), err)
	}
	received, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(received) != 4 {
		return nil, errors.Join(errors.New("files are missing"), err)
	}
	for _, fd := range received {
		unix.CloseOnExec(fd)
		files = append(files, os.NewFile(uintptr(fd), ""))
	}
	return files, nil
}
