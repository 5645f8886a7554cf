// Package process starts programs and sees to it that nothing is left of them: no
// process, whatever they do, and no file. A [Command] with a [Folder] of its own comes in,
// how it [Ended] goes out; [Tidy] ends what daemons that were killed have left. It knows
// nothing of what the programs are for. critique/cli and pipeline/hook call it; supervisor,
// cgroup and procs are its parts.
package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// RunVariable is set in the environment of everything a run starts, to the
// run's folder. A program that finds it set was started by a critique and must
// not ask for one itself: users hang discussd into the hooks of their CLIs.
const RunVariable = "DISCUSSD_RUN"

// LookPath finds program in path's absolute folders, "" when it is in none. Only
// PATH counts, never the working directory.
func LookPath(program, path string) string {
	executable := func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
	}
	if filepath.IsAbs(program) {
		if executable(program) {
			return program
		}
		return ""
	}
	for _, dir := range filepath.SplitList(path) {
		if name := filepath.Join(dir, program); filepath.IsAbs(dir) && filepath.Base(program) == program && executable(name) {
			return name
		}
	}
	return ""
}

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
