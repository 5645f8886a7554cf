package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/critique/checks"
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

// offerRounds offers the rounds that are configured. What is wrong with the configuration is
// told by the command itself.
func offerRounds(c *console) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (words []string, _ cobra.ShellCompDirective) {
		loaded, _, err := c.load()
		if err != nil {
			loaded = config.Default()
		}
		for _, round := range layout(loaded).Rounds {
			words = append(words, cobra.CompletionWithDesc(round.ID, round.Label))
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// offer has a shell complete the value of a flag.
func offer(cmd *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // a test makes every command
	}
}
