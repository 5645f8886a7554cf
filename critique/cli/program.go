package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Program is a program of the user's that is no LLM CLI, yet has to end as surely
// as one.
type Program struct {
	Argv    []string // its name or absolute path, then its arguments; no shell
	Environ []string // "NAME=value"; its PATH is where the program is looked for
	Stdin   []byte
}

// Run starts the program in an empty temporary folder and waits until no process
// of it is left. When ctx ends first, they get SIGTERM and two seconds later
// SIGKILL. What it prints is dropped; an error that is its own ends with the last
// line of its standard error. A program that was stopped gives an error wrapping
// the cause of ctx.
func (p Program) Run(ctx context.Context) error {
	if len(p.Argv) == 0 {
		return errors.New("there is no program to run")
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	path := lookPath(p.Argv[0], p.variable("PATH"))
	if path == "" {
		return fmt.Errorf("no program %q on PATH", p.Argv[0])
	}
	run, err := newFolder("")
	if err != nil {
		return err
	}
	defer run.remove()
	environ := append(slices.Clone(p.Environ), "PWD="+run.work)
	end, err := job{path: path, args: p.Argv[1:], environ: environ, stdin: p.Stdin, run: run}.do(ctx)
	switch {
	case err != nil && end.stop == nil:
		return err
	case end.stop != nil && (end.report.Stopped || err != nil):
		return fmt.Errorf("stopped: %w%s", end.stop, lastWords(end.stderr))
	case end.report.Err != "":
		return errors.New(end.report.Err)
	case end.report.Signal != 0:
		return fmt.Errorf("killed by signal %d%s", end.report.Signal, lastWords(end.stderr))
	case end.report.Exit != 0:
		return fmt.Errorf("exited with %d%s", end.report.Exit, lastWords(end.stderr))
	}
	return nil
}

// variable is the last value of an environment variable.
func (p Program) variable(name string) (value string) {
	for _, entry := range p.Environ {
		if found, ok := strings.CutPrefix(entry, name+"="); ok {
			value = found
		}
	}
	return value
}
