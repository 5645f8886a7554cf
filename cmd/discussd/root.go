package main

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/handover"
	"discussd/cmd/discussd/screen"
	"discussd/internal/process"
	"discussd/internal/text/nearest"
	"discussd/internal/text/printable"
	"discussd/pipeline/session"
)

// console is what every command talks through.
type console struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	configFile     string // --config
	pauses         pauses
	notes          []string // to be told at the end
	lost           error    // the first output that could not be written
}

// load reads the configuration; its error is that of exit code 78.
func (c *console) load() (config.Config, config.Source, error) {
	loaded, source, err := config.Load(c.configFile)
	if err != nil {
		err = &exit{exitConfig, err}
	}
	return loaded, source, err
}

func (c *console) printf(format string, args ...any) {
	_, err := fmt.Fprintf(c.stdout, format, printable.Args(args, printable.Lines)...)
	c.lost = cmp.Or(c.lost, err)
}

// unwritten is the error of a command that says nothing of its own when its output
// was lost. The code of a verdict stays: the verdict itself is a file.
func (c *console) unwritten(err error) error {
	if err == nil {
		return c.lost
	}
	if e, ok := errors.AsType[*exit](err); ok && e.err == nil && c.lost != nil {
		return &exit{e.code, c.lost}
	}
	return err
}

// tell speaks to the person at the terminal, beside the output.
func (c *console) tell(format string, args ...any) {
	fmt.Fprintf(c.stderr, "discussd: "+format+"\n", printable.Args(args, printable.Line)...)
}

// note speaks to the person at the terminal at once. Where nobody looks it waits
// for the end: agents' hooks want what matters most at the start of stderr.
func (c *console) note(format string, args ...any) {
	if screen.IsTerminal(c.stderr) {
		c.tell(format, args...)
		return
	}
	c.notes = append(c.notes, fmt.Sprintf(format, printable.Args(args, printable.Line)...))
}

// tellNotes tells what waited for the end.
func (c *console) tellNotes() {
	for _, note := range c.notes {
		c.tell("%s", note)
	}
	c.notes = nil
}

//go:embed help/*.txt
var helpTexts embed.FS

// about is what --help says of a command at length.
func about(command string) string {
	text, err := helpTexts.ReadFile("help/" + command + ".txt")
	if err != nil {
		panic(err) // a test makes every command
	}
	return strings.TrimSuffix(string(text), "\n")
}

func newRoot(c *console) *cobra.Command {
	root := &cobra.Command{
		Use:   "discussd",
		Short: "A daemon that critiques specifications as agents write them",
		Long: `discussd watches the sessions in which AI agents write specifications. When an
artifact in a session's spec/ folder changes, it is critiqued from several
perspectives, and a discussion record and a verdict appear in discussions/.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       versionLine(),
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetIn(c.stdin)
	root.SetOut(c.stdout)
	root.SetErr(c.stderr)
	root.PersistentFlags().StringVar(&c.configFile, "config", "", "configuration `file` (default: $DISCUSSD_CONFIG, ~/.config/discussd/discussd.toml, /etc/discussd/discussd.toml)")
	root.SetFlagErrorFunc(misflagged)
	root.AddCommand(
		newInit(c), newRun(c), newDemo(c), newCritique(c), newWait(c), newHook(c), newMCP(c), newInstall(c), newUninstall(c), newDecide(c), newRequest(c), newStatus(c), newReportPage(c), newView(c), newDoctor(c),
		group(&cobra.Command{Use: "config", Short: "Check or show the configuration"}, newConfigCheck(c), newConfigShow(c)), newSchema(c), newExplain(c), newRules(c), newEval(c), newCompletion(c), newVersion(c),
		handover.Hub(), handover.Worker(),
	)
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if isCompletion(cmd) { // the word at the cursor may be empty
			return nil
		}
		if slices.Contains(args, "") { // an unset variable of a script would become the working folder
			return misused(cmd, errors.New(`an argument is empty; the working folder is "."`))
		}
		if run := os.Getenv(process.RunVariable); run != "" && cmd.Name() != "version" {
			return &exit{code: 0, err: errors.New("nothing to do: this is a critique of discussd's own")}
		}
		return nil
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknown(cmd, args[0])
		}
		return cmd.Help()
	}
	root.Args = cobra.ArbitraryArgs
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Args = func(_ *cobra.Command, args []string) error { // cobra's own would show root's
		if about, _, err := root.Find(args); len(args) > 0 && (err != nil || about == root) {
			return unknown(root, args[0])
		}
		return nil
	}
	return root
}

// misused is the error of a command line that cannot be meant.
func misused(cmd *cobra.Command, err error) error {
	return &exit{code: exitUsage, err: fmt.Errorf("%w\nRun '%s --help' for usage", err, cmd.CommandPath())}
}

// there refuses paths at which there is nothing, wherever [locate] looks.
func there(cmd *cobra.Command, l session.Layout, paths []string) error {
	for _, path := range paths {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(path, "*?[{~") {
			if place, err := locate(l, path); err != nil || place.Session == "" {
				return misused(cmd, fmt.Errorf("%s: there is no such file or folder%s", path, meant(path)))
			}
		}
	}
	return nil
}

// none refuses arguments where cobra would call them commands.
func none(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	refused := fmt.Sprintf("%s takes no arguments (got %q)", cmd.CommandPath(), args[0])
	if cmd.Parent().Name() == "config" { // the file is what one would give it
		refused += ": name a file with --config"
	}
	return misused(cmd, errors.New(refused))
}

// arguments makes a cobra argument check end with the usage exit code.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) != nil { // its words are about counts
			return misused(cmd, fmt.Errorf("%s: the command line is '%s'", printable.Counted(len(args), "argument does not fit", "arguments do not fit"), cmd.UseLine()))
		}
		return nil
	}
}

// unknown is the error of a command that there is not.
func unknown(parent *cobra.Command, name string) error {
	what := fmt.Sprintf("unknown command %q", name)
	if parent.HasParent() {
		what += fmt.Sprintf(" for %q", parent.CommandPath())
	}
	parent.SuggestionsMinimumDistance = 2
	if near := parent.SuggestionsFor(name); len(near) > 0 {
		what += fmt.Sprintf(", did you mean %q?", near[0])
	}
	return misused(parent, errors.New(what))
}

// misflagged is the error of flags that cannot be read. Of one that there is not it
// names the one that was meant.
func misflagged(cmd *cobra.Command, err error) error {
	missing, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return misused(cmd, err)
	}
	word, dashes := missing.GetSpecifiedName(), "--"
	if letters := missing.GetSpecifiedShortnames(); letters != "" {
		word, dashes = letters, "-"
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	what := fmt.Sprintf("unknown flag %s%s", dashes, word)
	if near := nearest.Meant(word, known); near != "" {
		what += fmt.Sprintf(", did you mean --%s?", near)
	}
	return misused(cmd, errors.New(what))
}
