package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func newConfig(c *console) *cobra.Command {
	group := &cobra.Command{
		Use:   "config",
		Short: "Check or show the configuration",
		Args:  arguments(cobra.NoArgs),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	group.AddCommand(newConfigCheck(c), newConfigShow(c))
	return group
}

func newConfigCheck(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Say whether the configuration is valid; every problem at once",
		Args:  arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			_, source, err := c.load()
			if err != nil {
				return err
			}
			c.printf("%s: ok\n", source)
			return nil
		},
	}
}

func newConfigShow(c *console) *cobra.Command {
	format := formatText
	show := &cobra.Command{
		Use:   "show",
		Short: "Print the configuration in effect, defaults included",
		Args:  arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			loaded, source, err := c.load()
			if err != nil {
				return err
			}
			if format == formatJSON {
				return printJSON(c, loaded)
			}
			c.printf("# from %s\n%s", source, loaded.TOML())
			return nil
		},
	}
	formatFlag(show, &format, formatText, formatJSON)
	return show
}

// The words of --format.
const (
	formatText     = "text"
	formatJSON     = "json"
	formatMarkdown = "md"
	formatRDJSON   = "rdjson"
	formatSARIF    = "sarif"
)

// formatFlag gives a command --format with words of its own, json among them, and
// --json for short. What format holds before is the default.
func formatFlag(cmd *cobra.Command, format *string, words ...string) {
	set := func(v string) { *format = v }
	cmd.Flags().Var(&choice{value: *format, allowed: words, set: set}, "format", "output `format`: "+strings.Join(words, ", "))
	cmd.Flags().BoolFunc("json", "the same as --format json", func(string) error {
		set(formatJSON)
		return nil
	})
}

// choice is a flag that takes one of a few words.
type choice struct {
	value   string
	allowed []string
	set     func(string)
}

func (f *choice) String() string { return f.value }
func (f *choice) Type() string   { return "format" }

func (f *choice) Set(v string) error {
	for _, a := range f.allowed {
		if v == a {
			f.value = v
			f.set(v)
			return nil
		}
	}
	return fmt.Errorf("must be one of %v", f.allowed)
}
