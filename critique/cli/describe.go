package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"discussd/critique"
	"discussd/internal/process"
)

// Description is how a tool will be called, for `run` and `doctor`.
type Description struct {
	Tool    string
	Via     string   // "native", "ccw" or "command"; "" when not installed
	Path    string   // of the program; "" when not installed
	Argv    []string // with stand-ins for the names of a run's files
	Model   string
	Family  string
	Problem error    // wraps [*critique.Failure] when the tool cannot be called, else nil
	Notes   []string // what is lost by calling it this way, in words
}

// Installed says whether there is a program to call now. The error wraps [*critique.Failure].
func (t *Tool) Installed() error {
	if _, failure := t.resolve(); failure != nil {
		return failure
	}
	return nil
}

// Describe finds out how the tool would be called now. It starts nothing.
func (t *Tool) Describe() Description {
	d := Description{Tool: t.Name, Model: t.Model, Family: t.ModelFamily()}
	c, failure := t.resolve()
	if failure != nil {
		d.Problem = failure
		return d
	}
	d.Via, d.Path, d.Notes = c.via, c.path, c.notes
	if _, err := c.settings.WorkFolder(t.Name); err != nil {
		d.Notes = append(d.Notes, fmt.Sprintf("each run has a working folder of its own, which the CLI may keep a record of: %v", err))
	}
	run, err := process.NewFolder("")
	if err != nil {
		d.Problem = fail(critique.Crashed, "%w", err)
		return d
	}
	defer run.Remove()
	args, _, err := c.arguments(t, call{run: run, prompt: run.File(promptName)})
	if err != nil {
		d.Problem = fail(critique.Crashed, "%w", err)
		return d
	}
	d.Argv = append(d.Argv, c.program)
	for _, arg := range args {
		d.Argv = append(d.Argv, strings.ReplaceAll(arg, run.Path, "<run>"))
	}
	return d
}

// errNoVersion is for programs that nobody knows to have --version.
var errNoVersion = errors.New("a configured command has no version that is known of")

// Version asks the CLI for its version, one line. The error wraps [*critique.Failure].
func (t *Tool) Version(ctx context.Context) (string, error) {
	c, failure := t.resolve()
	if failure != nil {
		return "", failure
	}
	if c.via == "command" {
		return "", fail(critique.NotInstalled, "%w", errNoVersion)
	}
	run, err := process.NewFolder("")
	if err != nil {
		return "", fail(critique.Crashed, "%w", err)
	}
	defer run.Remove()
	ctx, cancel := context.WithTimeout(ctx, t.timeout())
	defer cancel()
	j := process.Command{Path: c.path, Args: []string{"--version"}, Environ: c.environ(os.Environ(), run, t.environment()), Folder: run, Reserve: t.Reserve}
	end, err := j.Run(ctx)
	switch {
	case end.Stop != nil:
		return "", t.explainStop(ctx, end)
	case err != nil:
		return "", fail(critique.Crashed, "%w", err)
	case end.Report.Err != "" || end.Report.Exit != 0:
		return "", fail(critique.Crashed, "%s --version: exit %d %s%s", c.program, end.Report.Exit, end.Report.Err, process.LastWords(end.Stderr))
	}
	line, _, _ := bytes.Cut(bytes.TrimSpace(end.Stdout), []byte("\n"))
	if len(line) == 0 {
		return "", fail(critique.EmptyOutput, "%s --version printed nothing", c.program)
	}
	return string(bytes.TrimSpace(line)), nil
}
