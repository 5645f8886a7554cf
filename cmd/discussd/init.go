package main

import (
	"bufio"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/localserver"
	"discussd/cmd/discussd/screen"
	"discussd/internal/text/printable"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// beginner is one `discussd init`.
type beginner struct {
	*console
	yes   bool
	local bool
}

func newInit(c *console) *cobra.Command {
	b := &beginner{console: c}
	cmd := &cobra.Command{
		Use:   "init [PATH]",
		Short: "Say what discussd finds in a project, and write a small configuration",
		Long:  about("init"),
		Args:  arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return b.run(cmd.Context(), cmp.Or(strings.Join(args, ""), "."))
		},
	}
	cmd.Flags().BoolVar(&b.yes, "yes", false, "write the configuration without asking")
	cmd.Flags().BoolVar(&b.local, "local", false, "look for servers of models on this machine (Ollama, LM Studio, llama.cpp, vLLM)")
	return cmd
}

func (b *beginner) run(ctx context.Context, path string) error {
	loaded, _, err := b.load()
	if err != nil {
		return err
	}
	project, err := filepath.Abs(path)
	if err == nil {
		_, err = os.ReadDir(project)
	}
	if err != nil {
		return &exit{exitUsage, fmt.Errorf("look at the project: %w", err)}
	}
	found, err := b.sessions(ctx, layout(loaded), project, loaded.Watch.Depth)
	if err != nil {
		return err
	}
	if err := b.tools(loaded); err != nil {
		return err
	}
	if b.local {
		b.servers(ctx, localserver.Usual())
	}
	if err := b.configure(project); err != nil {
		return err
	}
	if found == 0 { // nothing that critique could judge
		b.printf("\nNext:\n  discussd demo\n  discussd run %s   (waits for the first session)\n", verdict.ShellWord(path))
		return nil
	}
	b.printf("\nNext:\n  discussd critique --checks-only %s\n  discussd run %s\n", verdict.ShellWord(path), verdict.ShellWord(path))
	return nil
}

// sessions says what is in the project, and how many they are.
func (b *beginner) sessions(ctx context.Context, l session.Layout, project string, depth int) (int, error) {
	found, err := l.Find(ctx, []string{project}, depth)
	if err != nil {
		return 0, err
	}
	if len(found) == 0 {
		b.printf("No session in %s. discussd looks for\n", project)
		for _, line := range l.LookedFor() {
			b.printf("  %s\n", line)
		}
		b.printf("Any other document is judged when it is named: discussd critique FILE.md\n")
		return len(found), nil
	}
	const most = 10
	b.printf("%s in %s: %s\n", printable.Counted(len(found), "session", "sessions"), project, l.Recognised(found))
	for _, dir := range found[:min(most, len(found))] {
		inner, _ := filepath.Rel(project, dir)
		b.printf("  %s (%s)\n", inner, l.Name(dir))
	}
	if more := len(found) - most; more > 0 {
		b.printf("  and %d more\n", more)
	}
	return len(found), nil
}

// tools says which CLIs there are. None is started.
func (b *beginner) tools(loaded config.Config) error {
	engine, err := build(loaded, settings{logger: hclog.NewNullLogger()})
	if err != nil {
		return &exit{exitConfig, err}
	}
	var there, missing []string
	for _, name := range slices.Sorted(maps.Keys(engine.tools)) {
		if description := engine.tools[name].Describe(); description.Problem == nil {
			there = append(there, name)
		} else {
			missing = append(missing, name)
		}
	}
	if len(there) > 0 {
		b.printf("LLM CLIs: %s\n", strings.Join(there, ", "))
	}
	if len(missing) > 0 {
		b.printf("Not installed: %s ('discussd doctor' says how)\n", strings.Join(missing, ", "))
	}
	if len(there) == 0 {
		b.printf("Without one the embedded checks judge alone.\n")
	}
	return nil
}

// servers says which servers of models run on this machine, and how each would be asked.
func (b *beginner) servers(ctx context.Context, places []localserver.Place) {
	found := localserver.Look(ctx, places)
	if len(found) == 0 {
		b.printf("Servers of models: %s\n", localserver.None(places))
		return
	}
	b.printf("Servers of models:\n")
	for _, f := range found {
		b.printf("  %s\n", printable.Line(f.String()))
	}
	for _, f := range found {
		if f.Err == nil {
			b.printf("\nTo have it asked, put this into the configuration; with tool = %q in a perspective it is asked first:\n%s", f.Tool, f.Configuration())
		}
	}
}

// configure writes the configuration when there is none and nobody minds.
func (b *beginner) configure(project string) error {
	_, source, err := b.load()
	if err != nil {
		return err
	}
	file := cmp.Or(b.configFile, config.UserFile())
	switch {
	case source.Path != "":
		b.printf("Configuration: %s, left as it is\n", source)
		return nil
	case file == "":
		b.printf("No configuration is written: neither XDG_CONFIG_HOME nor HOME is set\n")
		return nil
	case !b.yes && !screen.IsTerminal(b.stdin):
		b.printf("No configuration is written without --yes; it would be %s\n", file)
		return nil
	case !b.yes && !b.agreed(file):
		b.printf("No configuration is written\n")
		return nil
	}
	if err := writeNew(file, fmt.Sprintf(firstConfiguration, project)); err != nil {
		return fmt.Errorf("write configuration: %w", err)
	}
	b.printf("Wrote %s\n", file)
	return nil
}

func (b *beginner) agreed(file string) bool {
	b.printf("Write %s? [y/N] ", file)
	answer, _ := bufio.NewReader(b.stdin).ReadString('\n') // no answer is no
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer)))
}

// writeNew writes a file that is not there yet.
func writeNew(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already", file)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// firstConfiguration is a configuration to begin with, for a root. All other keys keep their
// defaults.
//
//go:embed first.toml
var firstConfiguration string
