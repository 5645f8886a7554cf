package process

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Program is a program of the user's, of which only its success counts.
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
	path := LookPath(p.Argv[0], p.variable("PATH"))
	if path == "" {
		return fmt.Errorf("no program %q on PATH", p.Argv[0])
	}
	run, err := NewFolder("")
	if err != nil {
		return err
	}
	defer run.Remove()
	environ := append(slices.Clone(p.Environ), "PWD="+run.Work)
	end, err := Command{Path: path, Args: p.Argv[1:], Environ: environ, Stdin: p.Stdin, Folder: run}.Run(ctx)
	switch {
	case err != nil && end.Stop == nil:
		return err
	case end.Stop != nil && (end.Report.Stopped || err != nil):
		return fmt.Errorf("stopped: %w%s", end.Stop, LastWords(end.Stderr))
	case end.Report.Err != "":
		return errors.New(end.Report.Err)
	case end.Report.Signal != 0:
		return fmt.Errorf("killed by signal %d%s", end.Report.Signal, LastWords(end.Stderr))
	case end.Report.Exit != 0:
		return fmt.Errorf("exited with %d%s", end.Report.Exit, LastWords(end.Stderr))
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
