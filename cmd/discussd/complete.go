package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"discussd/cmd/discussd/install"
	"discussd/cmd/discussd/offer"
	"discussd/internal/text/printable"
	"discussd/pipeline/texts"
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

// completer gives commands their completions.
type completer struct{ offer.Completer }

// completions are what is offered for the arguments of commands and the values of
// flags, by their names. Where nothing is, there is nothing to be offered: not files.
func (c completer) completions() (arguments, flags map[string]cobra.CompletionFunc) {
	files := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	arguments = map[string]cobra.CompletionFunc{
		"run": files, "doctor": files, "critique": files, "wait": files, "status": c.Sessions, "view": c.Sessions,
		"explain": offer.Rules, "decide": c.Decision,
		"hook":      cobra.FixedCompletions(agentNames(), cobra.ShellCompDirectiveNoFileComp),
		"install":   cobra.FixedCompletions(install.Agents(), cobra.ShellCompDirectiveNoFileComp),
		"uninstall": cobra.FixedCompletions(install.Agents(), cobra.ShellCompDirectiveNoFileComp),
	}
	flags = map[string]cobra.CompletionFunc{
		"config": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
		},
		"artifact": files, "session": c.Sessions, "round": c.Rounds, "perspective": c.Perspectives,
		"profile": cobra.FixedCompletions(texts.Builtin().Names(), cobra.ShellCompDirectiveNoFileComp),
		"type":    cobra.FixedCompletions(kinds[:], cobra.ShellCompDirectiveNoFileComp),
	}
	return arguments, flags
}

// complete gives a command and those below it their completions.
func (c completer) complete(cmd *cobra.Command) {
	arguments, flags := c.completions()
	offers(cmd, arguments, flags)
}

func offers(cmd *cobra.Command, arguments, flags map[string]cobra.CompletionFunc) {
	if cmd.ValidArgsFunction == nil && cmd.ValidArgs == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
		if known, ok := arguments[cmd.Name()]; ok {
			cmd.ValidArgsFunction = fitting(known)
		}
	}
	own := func(f *pflag.Flag) {
		known, ok := flags[f.Name]
		if !ok {
			known = cobra.NoFileCompletions
		}
		if choice, ok := f.Value.(*choice); ok {
			known = cobra.FixedCompletions(choice.allowed, cobra.ShellCompDirectiveNoFileComp)
		}
		_ = cmd.RegisterFlagCompletionFunc(f.Name, fitting(known)) // refused where the command has one already
	}
	cmd.NonInheritedFlags().VisitAll(own)
	for _, sub := range cmd.Commands() {
		offers(sub, arguments, flags)
	}
}

// fitting keeps of what is offered only what begins with what was typed, and no name
// that a terminal should not see.
func fitting(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		offered, directive := complete(cmd, args, typed)
		if directive&cobra.ShellCompDirectiveFilterFileExt == 0 {
			offered = slices.DeleteFunc(slices.Clone(offered), func(word string) bool {
				return !strings.HasPrefix(word, typed) || printable.Lines(word) != word || strings.Contains(word, "\n")
			})
		}
		return offered, directive
	}
}
