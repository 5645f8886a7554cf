package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/critique/checks"
	"discussd/internal/text/printable"
)

func newCompletion(c *console) *cobra.Command {
	scripts := map[string]func(root *cobra.Command) error{
		"bash": func(root *cobra.Command) error { return root.GenBashCompletionV2(c.stdout, true) },
		"zsh":  func(root *cobra.Command) error { return root.GenZshCompletion(c.stdout) },
		"fish": func(root *cobra.Command) error { return root.GenFishCompletion(c.stdout, true) },
	}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish",
		Short: "Print the script with which a shell completes commands, flags, rules and rounds",
		Long: `completion prints a script for your shell:

  source <(discussd completion bash)          # in ~/.bashrc; needs the package bash-completion
  source <(discussd completion zsh)           # in ~/.zshrc, after compinit
  discussd completion fish | source           # in ~/.config/fish/config.fish`,
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || scripts[args[0]] == nil {
				return misused(cmd, errors.New("name a shell: bash, zsh or fish"))
			}
			return scripts[args[0]](cmd.Root())
		},
	}
}

// isCompletion tells whether a command is the one by which a shell's script asks.
func isCompletion(cmd *cobra.Command) bool {
	return cmd.Name() == cobra.ShellCompRequestCmd || cmd.Name() == cobra.ShellCompNoDescRequestCmd
}

// offered is what a shell offers of some words, and no files.
func offered(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// offerRules offers the rules that are not named yet.
func offerRules(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	var words []string
	for _, rule := range checks.Rules() {
		if strings.HasPrefix(rule.ID, typed) && !slices.Contains(args, rule.ID) {
			words = append(words, cobra.CompletionWithDesc(rule.ID, rule.Title))
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// offerRounds offers the rounds that are configured.
func offerRounds(c *console) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (words []string, _ cobra.ShellCompDirective) {
		for _, round := range layout(loadedOrDefault(c)).Rounds {
			words = append(words, cobra.CompletionWithDesc(round.ID, round.Label))
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// longestSearch is how long a shell waits for the sessions it may offer.
const longestSearch = 2 * time.Second

// offerSessions offers the sessions below the working folder, as far as a terminal should
// see their names, and files.
func offerSessions(c *console) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) (words []string, _ cobra.ShellCompDirective) {
		loaded := loadedOrDefault(c)
		limited, cancel := context.WithTimeout(cmd.Context(), longestSearch)
		defer cancel()
		here, _ := os.Getwd()                                                        // without one nothing is found
		found, _ := layout(loaded).Find(limited, []string{here}, loaded.Watch.Depth) // those that were found in time
		for _, dir := range found {
			if near, err := filepath.Rel(here, dir); err == nil && printable.Line(near) == near {
				words = append(words, near)
			}
		}
		return words, cobra.ShellCompDirectiveDefault
	}
}

// loadedOrDefault is the configuration as far as a completion needs it: what is wrong with
// it is told by the command itself.
func loadedOrDefault(c *console) config.Config {
	loaded, _, err := c.load()
	if err != nil {
		return config.Default()
	}
	return loaded
}

// offer has a shell complete the value of a flag.
func offer(cmd *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // a test makes every command
	}
}
