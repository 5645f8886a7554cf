// Package cli turns a prompt into the raw answer of one headless LLM CLI, or into a classed failure. It knows how
// the CLIs are called and what they print; internal/process starts them.
//
// A [Prompt] comes in, an [Answer] or an error wrapping [*critique.Failure] goes out.
package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"discussd/critique"
	"discussd/internal/process"
)

// DefaultTimeout is how long one run may take if its tool does not say.
const DefaultTimeout = 4 * time.Minute

// promptName is the file of a prompt that is not standard input.
const promptName = "prompt"

// Prompt is what one run is given.
type Prompt struct {
	Text    []byte
	Schema  []byte // JSON Schema of the wanted answer, nil when any answer will do; CLIs that cannot take one ignore it
	Mark    string // the random word of its text by which documents are marked, which is another one in every process; "" for none
	Shared  int    // how many bytes at its beginning are the same for all prompts of a round; 0 when nobody knows
	Awaited bool   // whether somebody waits for what comes of it: a hub then lets it go first
	Dir     string // where the run's temporary folder is created, "" for [os.TempDir]
}

// Answer is what a CLI said. With an error it holds what is known, as evidence.
type Answer struct {
	Text     []byte // unwrapped: the model's own text, or the JSON that the schema asked for
	Raw      []byte // standard output as it was, at most 8 MiB
	Stderr   []byte // the last 16 KiB of standard error
	Model    string // "" when neither the CLI nor the configuration names one
	Family   string // "google", "openai", "anthropic", or what the tool's configuration says
	Cost     critique.Cost
	Duration time.Duration
}

// Tool is one configured CLI. The zero values of all fields but Name are useful.
type Tool struct {
	Name    string            // "gemini", "codex", "claude", or any name when Command is set
	Via     string            // "auto" or "": the CLI itself, else ccw, else the hub; "native", "ccw", "command", "hub"
	Command []string          // for via "command": the argv; "{prompt_file}" stands for the prompt's file name, without it the prompt is standard input. For via "hub" and "auto": the argv of discussd-hub-client
	Output  string            // for via "command": "text" or "", else a dotted path into the JSON it prints, such as "result.text"
	Model   string            // "" for the CLI's own default
	Timeout time.Duration     // of one run; 0 for DefaultTimeout
	Family  string            // model family, "" for what is known of Name
	Args    []string          // put after discussd's own arguments
	Env     map[string]string // put over the inherited environment; "$NAME" is discussd's own variable of that name, an empty value removes the variable
	Standing
	stopLimit time.Duration // see [process.Command.StopLimit]; 0 but in tests
}

// Validate says, joined, everything that is wrong with the tool's fields.
func (t *Tool) Validate() error {
	var problems []error
	problem := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if t.Name == "" {
		problem("name: must not be empty")
	}
	if t.Timeout < 0 {
		problem("timeout: must not be negative (got %s)", t.Timeout)
	}
	_, known := natives()[t.Name]
	switch t.Via {
	case "hub":
		if len(t.Command) == 0 {
			problem("via: \"hub\" needs hub.url")
		}
	case "", "auto", "native", "ccw":
		if !known {
			problem("via: %q is not known by name (known: claude, codex, gemini); it needs \"command\"", t.Name)
		}
		if t.Via == "ccw" && toolsStayOn[t.Name] {
			problem("via: \"ccw\" leaves %s its tools (it could run commands and write files); it needs \"native\"", t.Name)
		}
		if len(t.Command) > 0 && (t.Via == "native" || t.Via == "ccw") {
			problem("command: needs via = \"command\"")
		}
		if t.Output != "" {
			problem("output: needs via = \"command\"")
		}
	case "command":
		if len(t.Command) == 0 || t.Command[0] == "" {
			problem("command: must name a program")
		}
	default:
		problem("via: must be \"auto\", \"native\", \"ccw\", \"command\" or \"hub\" (got %q)", t.Via)
	}
	return errors.Join(problems...)
}

// Ask runs the CLI once. Success means exit status 0, an envelope that says so, and a text. The error wraps
// [*critique.Failure] and, where the CLI said when to come back, [*LimitError]. When Ask returns, no process of
// the run is left and its folder is gone.
func (t *Tool) Ask(ctx context.Context, p Prompt) (Answer, error) {
	start := time.Now()
	answer, failure := t.ask(ctx, p)
	answer.Duration = time.Since(start)
	answer.Family, answer.Model = cmp.Or(answer.Family, t.ModelFamily()), cmp.Or(answer.Model, t.Model)
	if failure != nil {
		return answer, failure
	}
	return answer, nil
}

func (t *Tool) ask(ctx context.Context, p Prompt) (Answer, *critique.Failure) {
	if err := ctx.Err(); err != nil {
		return Answer{}, stopped(ctx, context.Cause(ctx))
	}
	if os.Getenv(process.RunVariable) != "" {
		return Answer{}, fail(critique.NotInstalled, "not started: this program runs inside a critique itself (%s is set)", process.RunVariable)
	}
	c, failure := t.resolve()
	if failure != nil {
		return Answer{}, failure
	}
	if failure := c.fits(p.Text); failure != nil {
		return Answer{}, failure
	}
	if c.via == "hub" {
		return t.relayed(ctx, c, p)
	}
	run, err := process.NewFolder(p.Dir)
	if err != nil {
		return Answer{}, fail(critique.Crashed, "%w", err)
	}
	defer run.Remove()
	if kept, err := c.settings.WorkFolder(t.Name); err == nil {
		run.Work = kept
	} else if err := c.settings.Clear(run.Work); err != nil {
		return Answer{}, fail(critique.Crashed, "%w", err)
	}
	j, err := t.prepare(c, run, p)
	if err != nil {
		return Answer{}, fail(critique.Crashed, "%w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, t.timeout())
	defer cancel()
	end, err := j.Run(ctx)
	answer := Answer{Raw: end.Stdout, Stderr: end.Stderr}
	switch {
	case err != nil && end.Stop == nil:
		return answer, fail(critique.Crashed, "%w", err)
	case end.Stop != nil && (end.Report.Stopped || err != nil || errors.Is(end.Stop, process.ErrTooLarge)):
		return answer, t.explainStop(ctx, end)
	case end.Report.NotFound:
		return answer, fail(critique.NotInstalled, "%s", end.Report.Err)
	case end.Report.Err != "":
		return answer, fail(critique.Crashed, "%s", end.Report.Err)
	case end.Report.Stopped || end.Report.Signal != 0:
		return answer, fail(critique.Crashed, "%s was killed by signal %d%s", c.program, end.Report.Signal, process.LastWords(end.Stderr))
	}
	return t.read(c, answer, end.Report.Exit)
}

// read unwraps what the CLI printed before it exited by itself.
func (t *Tool) read(c *caller, answer Answer, exit int) (Answer, *critique.Failure) {
	reading := c.read(printed{stdout: answer.Raw, stderr: answer.Stderr, exit: exit})
	answer.Model, answer.Cost = reading.model, reading.cost
	answer.Text = bytes.TrimSpace(c.restore(reading.text))
	switch {
	case reading.failure != nil:
		return answer, reading.failure
	case exit != 0:
		return answer, Failed(string(answer.Stderr), 0, "%s exited with %d in spite of an answer", c.program, exit)
	case len(answer.Text) == 0:
		return answer, fail(critique.EmptyOutput, "%s exited with 0 and an empty answer", c.program)
	}
	return answer, nil
}

// prepare lays out the run's folder and says what is to be started in it.
func (t *Tool) prepare(c *caller, run process.Folder, p Prompt) (process.Command, error) {
	text := c.guard(p.Text)
	j := process.Command{Path: c.path, Folder: run, Reserve: t.Reserve, StopLimit: t.stopLimit}
	if c.abandon != nil {
		j.Abandon = func(sofar process.Ended) error {
			if failure := c.abandon(sofar); failure != nil {
				return failure
			}
			return nil
		}
	}
	if c.promptIsFile {
		if _, err := run.Write(promptName, text); err != nil {
			return process.Command{}, err
		}
	} else {
		j.Stdin = text
	}
	args, env, err := c.arguments(t, call{run: run, prompt: run.File(promptName), schema: p.Schema})
	if err != nil {
		return process.Command{}, err
	}
	j.Args, j.Environ = args, c.environ(os.Environ(), run, env, t.environment())
	return j, nil
}

// explainStop is the failure of a run that was stopped from here.
func (t *Tool) explainStop(ctx context.Context, end process.Ended) *critique.Failure {
	if errors.Is(end.Stop, process.ErrTooLarge) {
		return fail(critique.OutputTooLarge, "%s %w", t.Name, end.Stop)
	}
	if failure, abandoned := errors.AsType[*critique.Failure](end.Stop); abandoned {
		return failure
	}
	failure := stopped(ctx, end.Stop)
	failure.Err = fmt.Errorf("%w%s", failure.Err, process.LastWords(end.Stderr))
	return failure
}

func (t *Tool) timeout() time.Duration { return cmp.Or(max(t.Timeout, 0), DefaultTimeout) }

// ModelFamily is who made the model: as configured, else by the tool's name; "" when unknown.
func (t *Tool) ModelFamily() string { return cmp.Or(t.Family, natives()[t.Name].family) }
