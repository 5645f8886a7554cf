package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

const (
	outputLimit = 8 << 20  // bytes a CLI may print before it is stopped
	stderrTail  = 16 << 10 // bytes of standard error that are kept
	watchEvery  = 50 * time.Millisecond
	// stopLimit bounds how long a stopped supervisor may take before it is killed.
	stopLimit = grace + sweepLimit + 3*time.Second
)

// Why a run was stopped, besides its context.
var (
	errTooLarge  = errors.New("printed more than 8 MiB")
	errAbandoned = errors.New("stopped while it kept retrying")
)

// job is one start of a CLI.
type job struct {
	path    string // absolute
	args    []string
	environ []string
	stdin   string // file name, "" for /dev/null
	run     folder
	// abandon, if set, looks now and then at what [ended.words] would be and says
	// that waiting on is no use.
	abandon func(said []byte) bool
}

// ended is how a job ended.
type ended struct {
	stdout, stderr []byte
	report         report
	stop           error // why the job was stopped; nil if it ended by itself
}

// words is what a CLI that gave no answer said of itself: its standard output, if
// that is too short to be more, and the tail of its standard error.
func (e ended) words() []byte {
	const short = 4 << 10 // bytes
	if len(e.stdout) > short {
		return e.stderr
	}
	return bytes.TrimSpace(bytes.Join([][]byte{e.stdout, e.stderr}, []byte("\n")))
}

// do starts the job through a supervisor and waits until no process of it is
// left, stopping it when ctx ends, when it prints too much and when it is
// abandoned. The error says that there is no telling how the job ended.
func (j job) do(ctx context.Context) (end ended, err error) {
	files, err := j.open()
	if err != nil {
		return end, err
	}
	defer files.close()
	command := exec.Cmd{
		Path:        "/proc/self/exe", // also after this program was replaced on disk
		Args:        append([]string{"discussd", supervise, j.path, j.path}, j.args...),
		Env:         append(j.environ, RunVariable+"="+string(j.run)),
		Dir:         j.run.file("work"),
		Stdin:       files.stdin,
		Stdout:      files.stdout,
		Stderr:      files.stderr,
		ExtraFiles:  []*os.File{files.lifelineEnd, files.report},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	if err := command.Start(); err != nil {
		return end, fmt.Errorf("start supervisor: %w", err)
	}
	files.lifelineEnd.Close()
	stop := j.watch(ctx, &command, files)
	if end, err = files.read(); err != nil {
		return end, err
	}
	if end.stop = stop; size(files.stdout) > outputLimit {
		end.stop = errTooLarge
	}
	said, err := readRange(files.report, 0, 1<<16)
	if err == nil {
		err = json.Unmarshal(said, &end.report)
	}
	if err != nil { // it never becomes the supervisor, or it was killed
		killMarked(string(j.run))
		return end, fmt.Errorf("the supervisor of the CLI is gone: %w", err)
	}
	return end, nil
}

// watch waits for the supervisor and returns why it had to be stopped, if it had.
func (j job) watch(ctx context.Context, command *exec.Cmd, files *jobFiles) (stop error) {
	var waiting sync.WaitGroup
	defer waiting.Wait()
	done := make(chan struct{})
	waiting.Go(func() {
		defer close(done)
		command.Wait() // the report says more than the supervisor's own exit
	})
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for stop == nil {
		select {
		case <-done:
			return nil
		case <-ctx.Done():
			stop = context.Cause(ctx)
		case <-ticker.C:
			stop = j.check(files)
		}
	}
	files.lifeline.Write([]byte{farewell})
	files.lifeline.Close()
	select {
	case <-done:
	case <-time.After(stopLimit):
		command.Process.Kill()
	}
	return stop
}

// check looks at what the CLI has printed so far and returns why it must stop.
func (j job) check(files *jobFiles) error {
	if size(files.stdout) > outputLimit || size(files.stderr) > outputLimit {
		return errTooLarge
	}
	if j.abandon == nil {
		return nil
	}
	if sofar, err := files.read(); err == nil && j.abandon(sofar.words()) {
		return errAbandoned
	}
	return nil
}

// jobFiles are the open files of a job. Standard output is a regular file
// because several CLIs exit before a pipe is drained.
type jobFiles struct {
	stdin, stdout, stderr, report *os.File
	lifeline, lifelineEnd         *os.File
}

func (j job) open() (files *jobFiles, err error) {
	files = &jobFiles{}
	defer func() {
		if err != nil {
			files.close()
			files, err = nil, fmt.Errorf("open files of the run: %w", err)
		}
	}()
	stdin := j.stdin
	if stdin == "" {
		stdin = os.DevNull
	}
	if files.stdin, err = os.Open(stdin); err != nil {
		return files, err
	}
	for name, file := range map[string]**os.File{"stdout": &files.stdout, "stderr": &files.stderr, "report": &files.report} {
		if *file, err = os.OpenFile(j.run.file(name), os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600); err != nil {
			return files, err
		}
	}
	files.lifelineEnd, files.lifeline, err = os.Pipe()
	return files, err
}

func (f *jobFiles) close() {
	for _, file := range []*os.File{f.stdin, f.stdout, f.stderr, f.report, f.lifeline, f.lifelineEnd} {
		if file != nil {
			file.Close() // closing twice is harmless
		}
	}
}

func size(file *os.File) int64 {
	info, err := file.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// read returns what the CLI has printed.
func (f *jobFiles) read() (end ended, err error) {
	if end.stdout, err = readRange(f.stdout, 0, outputLimit); err != nil {
		return end, err
	}
	end.stderr, err = readRange(f.stderr, max(0, size(f.stderr)-stderrTail), stderrTail)
	return end, err
}

func readRange(file *os.File, from, limit int64) ([]byte, error) {
	content, err := io.ReadAll(io.NewSectionReader(file, from, limit))
	if err != nil {
		return nil, fmt.Errorf("read output of the CLI: %w", err)
	}
	return content, nil
}
