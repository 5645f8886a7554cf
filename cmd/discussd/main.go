// Command discussd watches specification sessions, has every changed artifact
// critiqued from several perspectives, and drops verdicts into files.
//
// This folder is wiring: one file a subcommand. How anything is done stands in
// watcher, pipeline and critique.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"discussd/internal/process/supervisor"
	"discussd/internal/quiet"
	"discussd/internal/text/printable"
	"discussd/pipeline/hook"
	"discussd/pipeline/verdict"

	"github.com/spf13/cobra"
)

// pauses are how long what failed is left alone before it is tried again, and how long a
// hook is waited for.
type pauses struct {
	tool  time.Duration // that is asked a second time
	round time.Duration // whose verdict could not be given; longer each time
	hook  time.Duration // that has not ended
}

// enoughMemory is from how many bytes on memory that is free is looked for more often
// than it is asked for. Ten thousand sessions need a quarter of it; above it are only
// files that somebody has made to be expensive.
const enoughMemory = 192 << 20

func main() {
	log.SetOutput(quiet.Before)
	if supervisor.Wanted(os.Args) {
		os.Exit(supervisor.Main())
	}
	os.Exit(program(pauses{tool: 2 * time.Second, round: time.Second, hook: hook.Limit}))
}

// program is this process as discussd; it returns the exit code.
func program(p pauses) int {
	// What no recover sees (no memory, no thread, a panic of another goroutine) ends with
	// SIGABRT then, and not with Go's exit code 2, which would read as "blocked".
	debug.SetTraceback("crash")
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(enoughMemory)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	return (&console{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, pauses: p}).run(ctx, os.Args[1:])
}

// run executes one command line and returns the exit code.
func (c *console) run(ctx context.Context, args []string) (code int) {
	defer func() {
		if p := recover(); p != nil { // Go's own exit code 2 would read as "blocked"
			fmt.Fprintf(c.stderr, "discussd: internal error: %v\n%s", p, debug.Stack())
			code = exitInternal
		}
	}()
	defer c.tellNotes()
	root := newRoot(c)
	root.SetArgs(args)
	err := c.unwritten(root.ExecuteContext(ctx))
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(ctx))) {
		err = &exit{exitFailure, errors.New("interrupted")}
	}
	return exitCode(err, c.stderr)
}

// The exit codes beside those of a verdict (0, 2, 3 and 4; see verdict.ExitCode).
const (
	exitFailure  = 1
	exitUsage    = 64 // EX_USAGE
	exitInternal = 70 // EX_SOFTWARE
	exitTimeout  = 75 // EX_TEMPFAIL: no verdict yet
	exitConfig   = 78 // EX_CONFIG
)

// exit is an error that ends the program with a code of its own.
type exit struct {
	code int
	err  error // nil: everything was said already
}

func (e *exit) Error() string { return fmt.Sprint(e.err) }
func (e *exit) Unwrap() error { return e.err }

// judged ends the program with the code of one or several verdicts.
func judged(codes ...int) error {
	if code := verdict.Worst(codes...); code != 0 {
		return &exit{code: code}
	}
	return nil
}

// exitCode prints an error, once, and returns the code it stands for.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	code := exitFailure
	if e, ok := errors.AsType[*exit](err); ok {
		code, err = e.code, e.err
	}
	if err != nil {
		fmt.Fprintln(stderr, "discussd:", printable.Lines(worded(err)))
	}
	return code
}

// worded is what an error says, with that of a file in words: "x: there is no such file or
// folder" and not "open x: no such file or directory".
func worded(err error) string {
	said := err.Error()
	var of *fs.PathError
	if !errors.As(err, &of) {
		return said
	}
	why := of.Err.Error()
	switch {
	case errors.Is(of.Err, syscall.ENOENT):
		why = "there is no such file or folder"
	case errors.Is(of.Err, syscall.EACCES), errors.Is(of.Err, syscall.EPERM):
		why = "you have no right to it"
	case errors.Is(of.Err, syscall.ENOTDIR):
		why = "it is no folder"
	case errors.Is(of.Err, syscall.EISDIR):
		why = "it is a folder"
	case errors.Is(of.Err, syscall.EROFS):
		why = "nothing can be written there"
	}
	path := of.Path + ": "
	return strings.Replace(strings.ReplaceAll(said, of.Error(), path+why), path+path, path, 1)
}

// version is the release this code is of; CHANGELOG.md says what each holds.
const version = "0.1.0"

func generator() verdict.Generator { return verdict.Generator{Name: "discussd", Version: version} }

func newVersion(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			c.printf("%s\n", versionLine())
			return nil
		},
	}
}

// versionLine names the program, its version and the compiler.
func versionLine() string {
	line := "discussd " + version
	if info, ok := debug.ReadBuildInfo(); ok {
		line += " (" + info.GoVersion + ")"
	}
	return line
}

func newSchema(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of verdicts",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			_, err := c.stdout.Write(verdict.Schema())
			return err
		},
	}
}
