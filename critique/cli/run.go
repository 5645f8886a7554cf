package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"discussd/critique"
	"discussd/internal/process/supervisor"
)

const (
	outputLimit = 8 << 20  // bytes a CLI may print before it is stopped
	stderrTail  = 16 << 10 // bytes of standard error that are kept
	watchEvery  = 50 * time.Millisecond
	noteFirst   = 100 * time.Millisecond // until the first look at which processes a run has,
	noteEvery   = 500 * time.Millisecond // and between the next
	// stopLimit bounds how long a stopped supervisor may take before it is killed.
	stopLimit = supervisor.Limit + 3*time.Second
)

// errTooLarge is why a run was stopped that is neither its context nor hopeless.
var errTooLarge = errors.New("printed more than 8 MiB")

// job is one start of a CLI.
type job struct {
	path    string // absolute
	args    []string
	environ []string
	stdin   []byte // nil for /dev/null
	run     folder
	reserve *supervisor.Reserve // of supervisors, may be nil
	// abandon, if set, looks now and then at what was printed so far and says why
	// waiting on is no use, nil to wait on.
	abandon func(sofar ended) *critique.Failure
}

// ended is how a job ended.
type ended struct {
	stdout, stderr []byte
	report         supervisor.Report
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
	record, err := newRecord(j.run)
	if err != nil {
		return end, err
	}
	defer record.close()
	environ := exec.Cmd{Env: append(j.environ, RunVariable+"="+j.run.path)}
	line, err := j.reserve.Start(supervisor.Run{
		Folder: j.run.path,
		Record: record.name,
		Group:  record.group,
		Path:   j.path,
		Args:   j.args,
		Env:    environ.Environ(), // each variable once
		Dir:    j.run.work,
		Files:  [...]*os.File{files.stdin, files.stdout, files.stderr},
	})
	if err != nil {
		return end, err
	}
	defer line.Close()
	stop := j.watch(ctx, line, files, record)
	if end, err = files.read(); err != nil {
		return end, err
	}
	if end.stop = stop; size(files.stdout) > outputLimit {
		end.stop = errTooLarge
	}
	if end.report, err = line.Report(); err != nil { // it never became the supervisor, or it was killed
		return end, errors.Join(fmt.Errorf("the supervisor of the CLI is gone: %w", err), record.end(RunVariable+"="+j.run.path))
	}
	return end, nil
}

// watch waits for the supervisor and returns why it had to be stopped, if it had.
func (j job) watch(ctx context.Context, line *supervisor.Line, files *jobFiles, record *record) (stop error) {
	var waiting sync.WaitGroup
	defer waiting.Wait()
	done := make(chan struct{})
	waiting.Go(func() {
		defer close(done)
		line.Wait()
	})
	ticker, notes := time.NewTicker(watchEvery), time.NewTicker(noteFirst)
	defer ticker.Stop()
	defer notes.Stop()
	record.note(line.PID())
	ended := ctx.Done()
	var limit <-chan time.Time
	for {
		var why error
		select {
		case <-done:
			return stop
		case <-ended:
			why = context.Cause(ctx)
		case <-ticker.C:
			why = j.check(files) // also when it is to stop: it may still print
		case <-notes.C:
			record.noteAll(line.PID())
			notes.Reset(noteEvery)
		case <-limit:
			line.End()
			return stop
		}
		if why != nil && stop == nil {
			stop, ended, limit = why, nil, time.After(stopLimit)
			line.Stop()
		}
	}
}

// check looks at what the CLI has printed so far and returns why it must stop.
func (j job) check(files *jobFiles) error {
	for _, file := range []*os.File{files.stdout, files.stderr} {
		if size(file) > outputLimit {
			supervisor.StopGrowth(file)
			return errTooLarge
		}
	}
	if j.abandon == nil {
		return nil
	}
	sofar, err := files.read()
	if err != nil {
		return nil
	}
	if failure := j.abandon(sofar); failure != nil {
		return failure
	}
	return nil
}

// jobFiles are the open files of a job. All are regular files: several CLIs exit
// before a pipe is drained, or wait for the end of one.
type jobFiles struct{ stdin, stdout, stderr *os.File }

func (j job) open() (files *jobFiles, err error) {
	files = &jobFiles{}
	if j.stdin == nil {
		files.stdin, err = os.Open(os.DevNull)
	} else {
		files.stdin, err = supervisor.MemoryFile("stdin", j.stdin)
	}
	if err == nil {
		files.stdout, err = supervisor.MemoryFile("stdout", nil)
	}
	if err == nil {
		files.stderr, err = supervisor.MemoryFile("stderr", nil)
	}
	if err != nil {
		files.close()
		return nil, fmt.Errorf("open files of the run: %w", err)
	}
	return files, nil
}

func (f *jobFiles) close() {
	for _, file := range []*os.File{f.stdin, f.stdout, f.stderr} {
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
	content := make([]byte, max(0, min(limit, size(file)-from)))
	n, err := file.ReadAt(content, from)
	if err != nil && err != io.EOF { // it may be cut off meanwhile
		return nil, fmt.Errorf("read output of the CLI: %w", err)
	}
	return content[:n], nil
}
