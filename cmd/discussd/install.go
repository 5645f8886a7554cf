package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/install"
)

// installer is one `discussd install` or `uninstall`.
type installer struct {
	*console
	user, dryRun bool
	list         bool
	plugin       string // folder
	project      string
}

func newInstall(c *console) *cobra.Command {
	i := &installer{console: c}
	cmd := &cobra.Command{
		Use:   "install AGENT",
		Short: "Have a coding agent told its verdicts, by its own hooks",
		Long:  about("install") + " " + strings.Join(install.Agents(), ", ") + ".",
		Args:  arguments(cobra.MaximumNArgs(1)), ValidArgsFunction: offered(install.Agents()...),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case i.plugin != "" && (i.list || i.user || i.dryRun || len(args) > 0):
				return misused(cmd, errors.New("--plugin makes the folders of all agents that have such: give it alone"))
			case i.plugin != "":
				return i.plugins()
			case i.list:
				return i.show(cmd, args)
			}
			return i.each(cmd, args, install.Install, "installed")
		},
	}
	cmd.Flags().BoolVar(&i.list, "list", false, "say what is installed where, and change nothing")
	cmd.Flags().StringVar(&i.plugin, "plugin", "", "make a plugin for claude, extensions for gemini and spec-kit and hooks for codex in a `folder`, and install none of them")
	return i.flags(cmd)
}

// plugins makes the folders, and says how each is installed: by its agent.
func (i *installer) plugins() error {
	dir, err := filepath.Abs(i.plugin)
	if err != nil {
		return fmt.Errorf("the folder of the plugins: %w", err)
	}
	names, err := install.WritePlugins(dir, calledBy(), version)
	if err != nil {
		return err
	}
	for _, name := range names {
		i.printf("%s\n", filepath.Join(dir, name))
	}
	i.printf("\nclaude:  claude plugin marketplace add %[1]s && claude plugin install discussd@discussd-local\n"+
		"gemini:  gemini extensions install %[1]s/gemini\n"+
		"codex:   copy %[1]s/codex/hooks.json to .codex/ of a project or ~/.codex/, and trust it (/hooks in codex)\n"+
		"spec-kit: specify extension add --dev %[1]s/spec-kit (for agents that have no hooks)\n"+
		"Take the plugin or 'discussd install', not both.\n", dir)
	return nil
}

func newUninstall(c *console) *cobra.Command {
	i := &installer{console: c}
	return i.flags(&cobra.Command{
		Use:   "uninstall AGENT",
		Short: "Take discussd out of a coding agent's settings again",
		Long: `uninstall takes out what install put in. Where nobody else has changed a file since, it
becomes what it was, byte for byte; else only what is discussd's goes.`,
		Args: arguments(cobra.ExactArgs(1)), ValidArgsFunction: offered(install.Agents()...),
		RunE: func(cmd *cobra.Command, args []string) error {
			return i.each(cmd, args, i.unlessShared(cmd, args[0]), "uninstalled")
		},
	})
}

func (i *installer) flags(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&i.user, "user", false, "your own settings, for all projects")
	cmd.Flags().Bool("project", true, "the settings of the project (the default)")
	cmd.Flags().StringVar(&i.project, "dir", ".", "the project's `folder`")
	cmd.Flags().BoolVar(&i.dryRun, "dry-run", false, "show the change and make none")
	return cmd
}

// targets lists the places of an agent's settings that the flags mean.
func (i *installer) targets(cmd *cobra.Command, agent string, scope install.Scope) ([]install.Target, error) {
	if i.user && cmd.Flags().Changed("project") {
		return nil, misused(cmd, errors.New("--user and --project are two places: give one"))
	}
	home, err := os.UserHomeDir()
	if err != nil && scope == install.User {
		return nil, fmt.Errorf("your settings: %w", err)
	}
	project, err := filepath.Abs(i.project)
	if err != nil {
		return nil, fmt.Errorf("the project: %w", err)
	}
	if info, err := os.Stat(project); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("the project: %s is no folder", project)
	}
	targets, err := install.Targets(agent, scope, home, project, calledBy())
	if errors.Is(err, install.ErrNone) {
		return nil, err
	}
	if err != nil {
		return nil, misused(cmd, err)
	}
	return targets, nil
}

// calledBy is how an agent is to call discussd: by its name where PATH leads to this very
// program, else by its path.
func calledBy() string {
	self, err := os.Executable()
	if err != nil {
		return "discussd"
	}
	found, err := exec.LookPath("discussd")
	if err == nil {
		one, failed := os.Stat(found)
		other, failedToo := os.Stat(self)
		if failed == nil && failedToo == nil && os.SameFile(one, other) {
			return "discussd"
		}
	}
	return self
}

func (i *installer) scope() install.Scope {
	if i.user {
		return install.User
	}
	return install.Project
}

// unlessShared takes a target out, except a text that explains discussd to another agent
// as well, for which it is installed still.
func (i *installer) unlessShared(cmd *cobra.Command, agent string) func(install.Target) (*install.Change, error) {
	return func(t install.Target) (*install.Change, error) {
		for _, other := range install.Agents() {
			if other == agent {
				continue
			}
			others, err := i.targets(cmd, other, i.scope())
			if errors.Is(err, install.ErrNone) {
				continue
			}
			if err != nil {
				return nil, err
			}
			shares := slices.ContainsFunc(others, func(o install.Target) bool { return o.File == t.File })
			if shares && isInstalled(others[0]) {
				return nil, nil
			}
		}
		return install.Uninstall(t)
	}
}

// each makes one change after the other, when all of them can be made.
func (i *installer) each(cmd *cobra.Command, args []string, what func(install.Target) (*install.Change, error), done string) error {
	if len(args) == 0 {
		return misused(cmd, fmt.Errorf("name an agent: %s", strings.Join(install.Agents(), ", ")))
	}
	targets, err := i.targets(cmd, args[0], i.scope())
	if err != nil {
		return err
	}
	var changes []*install.Change
	for _, target := range targets {
		change, failed := what(target)
		if err = errors.Join(err, failed); change != nil {
			changes = append(changes, change)
		}
	}
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	if len(changes) == 0 {
		is := map[string]string{"installed": "is", "uninstalled": "is not"}[done]
		i.printf("nothing to do: discussd %s installed for %s\n", is, args[0])
		return nil
	}
	for _, change := range changes {
		i.printf("%s", change.Diff())
	}
	if i.dryRun {
		i.printf("nothing was changed (--dry-run)\n")
		return nil
	}
	for _, change := range changes {
		if err := change.Make(); err != nil {
			return err
		}
	}
	i.printf("%s for %s\n", done, args[0])
	for _, target := range targets {
		if left := map[string]string{"installed": target.Then, "uninstalled": target.Last}[done]; left != "" {
			i.printf("still to do: %s\n", left)
		}
	}
	if done == "installed" && !i.user && args[0] != "git" {
		i.printf("verdicts come from a daemon: discussd run %s\n", i.project)
	}
	return nil
}

// show says for each agent, or one, what is installed where.
func (i *installer) show(cmd *cobra.Command, args []string) error {
	agents := install.Agents()
	if len(args) > 0 {
		agents = args
	}
	for _, agent := range agents {
		for _, scope := range []install.Scope{install.Project, install.User} {
			targets, err := i.targets(cmd, agent, scope)
			if errors.Is(err, install.ErrNone) {
				continue
			}
			if err != nil {
				return err
			}
			for _, target := range targets {
				state, _ := install.StateOf(target)
				i.printf("%-9s %-14s %s\n", agent, state, target.File)
			}
		}
	}
	return nil
}

func isInstalled(target install.Target) bool {
	state, _ := install.StateOf(target)
	return state == install.Installed
}
