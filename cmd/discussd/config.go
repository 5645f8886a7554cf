package main

import (
	"fmt"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/internal/text/nearest"
	"discussd/internal/text/printable"
	specs "discussd/pipeline/layout"
	"discussd/pipeline/texts"
)

// group is a command that only holds others.
func group(cmd *cobra.Command, inner ...*cobra.Command) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknown(cmd, args[0])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(inner...)
	return cmd
}

func newConfigCheck(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Say whether the configuration is valid; every problem at once",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			loaded, source, err := c.load()
			if err != nil {
				return err
			}
			// Loading accepts a template that does not work; building does not.
			if _, err := build(loaded, settings{logger: hclog.NewNullLogger()}); err != nil {
				return &exit{exitConfig, fmt.Errorf("%s: %w", source, err)}
			}
			c.printf("%s: ok\n", source)
			return nil
		},
	}
}

func newConfigShow(c *console) *cobra.Command {
	format, profile, name := formatText, "", ""
	show := &cobra.Command{
		Use:   "show",
		Short: "Print the configuration in effect, defaults included",
		Long: `Print the configuration in effect, defaults included. With --profile it is that
of a profile, before your own file changes anything. With --layout it is one layout: how
a framework lays out its specifications.`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("layout") {
				return c.showLayout(cmd, name, format)
			}
			shown, source, err := c.shown(cmd, profile)
			if err != nil {
				return err
			}
			if format == formatJSON {
				return printJSON(c, shown)
			}
			c.printf("# from %s\n%s", printable.Line(source), shown.TOML())
			return nil
		},
	}
	formatFlag(show, &format, formatText, formatJSON)
	show.Flags().StringVar(&profile, "profile", "", "print this `profile` instead: "+strings.Join(texts.Builtin().Names(), ", "))
	offer(show, "profile", offered(texts.Builtin().Names()...))
	show.Flags().StringVar(&name, "layout", "", "print this `layout` instead: "+strings.Join(specs.Names(), ", "))
	return show
}

// showLayout prints a layout as [[layouts]] of the configuration would say it.
func (c *console) showLayout(cmd *cobra.Command, name, format string) error {
	loaded, _, err := c.load()
	if err != nil {
		return err
	}
	all := loaded.AllLayouts()
	shown, ok := specs.Find(all, name)
	if !ok {
		names := layoutNames(all)
		return misused(cmd, fmt.Errorf("unknown layout %q (nearest: %s; known: %s)", name, nearest.Of(name, names), strings.Join(names, ", ")))
	}
	if format == formatJSON {
		return printJSON(c, shown)
	}
	c.printf("# an entry of [[layouts]] in the configuration with this name changes what it says\n%s", shown.TOML())
	return nil
}

func layoutNames(layouts []specs.Layout) []string {
	var names []string
	for _, l := range layouts {
		names = append(names, l.Name)
	}
	return names
}

// shown is the configuration to print, and in words where it is from.
func (c *console) shown(cmd *cobra.Command, profile string) (config.Config, string, error) {
	if cmd.Flags().Changed("profile") {
		preset, err := config.Preset(profile)
		if err != nil {
			return config.Config{}, "", misused(cmd, err)
		}
		return preset, "profile " + profile, nil
	}
	loaded, source, err := c.load()
	return loaded, source.String(), err
}
