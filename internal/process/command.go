package process

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"discussd/internal/process/supervisor"
)

// What is kept of what a program prints.
const (
	OutputLimit = 8 << 20  // bytes a program may print before it is stopped
	StderrTail  = 16 << 10 // bytes of standard error that are kept
)

const (
	watchEvery = 50 * time.Millisecond
	noteFirst  = 100 * time.Millisecond // until the first look at which processes a run has,
	noteEvery  = 500 * time.Millisecond // and between the next
	// stopLimit is how long a supervisor that was told to stop may take, see [Command.StopLimit].
	stopLimit = supervisor.Limit + 3*time.Second
)

// ErrTooLarge is why a command was stopped that printed too much.
var ErrTooLarge = errors.New("printed more than 8 MiB")

// Command is one start of a program.
type Command struct {
	Path    string // absolute
	Args    []string
	Environ []string            // "NAME=value"; of a name given twice the last counts
	Stdin   []byte              // nil for /dev/null
	Folder  Folder              // of the run
	Reserve *supervisor.Reserve // of supervisors that stand by; nil starts one for this run
	// StopLimit bounds how long a supervisor that was told to stop may take before it is
	// killed, which it needs only where somebody holds it up; 0 is 10 s.
	StopLimit time.Duration
	// Abandon, if set, looks now and then at what was printed so far and says why
	// waiting on is no use, nil to wait on.
	Abandon func(sofar Ended) error
}

// Ended is how a command ended.
type Ended struct {
	Stdout, Stderr []byte // at most [OutputLimit], and the last [StderrTail], in bytes
	Report         supervisor.Report
	Stop           error // why it was stopped: the cause of its context, [ErrTooLarge] or what Abandon said; nil if it ended by itself
}

// Words is what a program that gave no answer said of itself: its standard output, if
// that is too short to be more, and the tail of its standard error.
func (e Ended) Words() []byte {
	const short = 4 << 10 // bytes
	if len(e.Stdout) > short {
		return e.Stderr
	}
	return bytes.TrimSpace(bytes.Join([][]byte{e.Stdout, e.Stderr}, []byte("\n")))
}

// Run starts the command through a supervisor and waits until no process of it is
// left, stopping it when ctx ends, when it prints too much and when it is
// abandoned. The error says that there is no telling how the command ended.
func (c Command) Run(ctx context.Context) (end Ended, err error) {
	files, err := c.open()
	if err != nil {
		return end, err
	}
	defer files.close()
	record, err := newRecord(c.Folder)
	if err != nil {
		return end, err
	}
	defer record.close()
	environ := exec.Cmd{Env: append(c.Environ, RunVariable+"="+c.Folder.Path)}
	line, err := c.Reserve.Start(supervisor.Run{
		Folder: c.Folder.Path,
		Record: record.name,
		Group:  record.group,
		Path:   c.Path,
		Args:   c.Args,
		Env:    environ.Environ(), // each variable once
		Dir:    c.Folder.Work,
		Files:  [...]*os.File{files.stdin, files.stdout, files.stderr},
	})
	if err != nil {
		return end, err
	}
	defer line.Close()
	stop := c.watch(ctx, line, files, record)
	if end, err = files.read(); err != nil {
		return end, err
	}
	if end.Stop = stop; size(files.stdout) > OutputLimit {
		end.Stop = ErrTooLarge
	}
	if end.Report, err = line.Report(); err != nil { // it never became the supervisor, or it was killed
		return end, errors.Join(fmt.Errorf("the supervisor of the CLI is gone: %w", err), record.end(RunVariable+"="+c.Folder.Path))
	}
	return end, nil
}

// watch waits for the supervisor and returns why it had to be stopped, if it had.
func (c Command) watch(ctx context.Context, line *supervisor.Line, files *openFiles, record *record) (stop error) {
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
			why = c.check(files) // also when it is to stop: it may still print
		case <-notes.C:
			record.noteAll(line.PID())
			notes.Reset(noteEvery)
		case <-limit:
			line.End()
			return stop
		}
		if why != nil && stop == nil {
			stop, ended, limit = why, nil, time.After(cmp.Or(c.StopLimit, stopLimit))
			line.Stop()
		}
	}
}

// check looks at what the program has printed so far and returns why it must stop.
func (c Command) check(files *openFiles) error {
	for _, file := range []*os.File{files.stdout, files.stderr} {
		if size(file) > OutputLimit {
			supervisor.StopGrowth(file)
			return ErrTooLarge
		}
	}
	if c.Abandon == nil {
		return nil
	}
	sofar, err := files.read()
	if err != nil {
		return nil
	}
	return c.Abandon(sofar)
}

// openFiles are the open files of a run. All are regular files: several LLM CLIs exit
// before a pipe is drained, or wait for the end of one.
type openFiles struct{ stdin, stdout, stderr *os.File }

func (c Command) open() (files *openFiles, err error) {
	files = &openFiles{}
	if c.Stdin == nil {
		files.stdin, err = os.Open(os.DevNull)
	} else {
		files.stdin, err = supervisor.MemoryFile("stdin", c.Stdin)
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

func (f *openFiles) close() {
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

// read returns what the program has printed.
func (f *openFiles) read() (end Ended, err error) {
	if end.Stdout, err = readRange(f.stdout, 0, OutputLimit); err != nil {
		return end, err
	}
	end.Stderr, err = readRange(f.stderr, max(0, size(f.stderr)-StderrTail), StderrTail)
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
