package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/rulebook"
	"discussd/critique/checks"
)

func newExplain(c *console) *cobra.Command {
	var all bool
	format := formatText
	cmd := &cobra.Command{
		Use:   "explain RULE...",
		Short: "Explain a rule of the checks, with examples and how to switch it off",
		Long: `explain prints what a rule of the embedded checks looks for, what it says, where
the demand comes from, an example on which it fires and one on which it does not,
and how to switch it off. --all prints the whole catalogue.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if all != (len(args) == 0) {
				return misused(cmd, errors.New("name a rule, or --all"))
			}
			rules := checks.Rules()
			if all {
				return catalogue(c, format, rules)
			}
			chosen := make([]checks.Rule, len(args))
			for i, id := range args {
				if successor, gone := checks.Retired(strings.ToUpper(id)); gone && successor == "" {
					return misused(cmd, fmt.Errorf("rule %s is gone: it counted what other rules find", strings.ToUpper(id)))
				} else if gone {
					id = successor
				}
				rule, ok := rulebook.Find(rules, id)
				if loaded, _, err := c.load(); !ok && err == nil && len(loaded.Checks.Own) > 0 {
					rules = append(rules, loaded.Checks.Own...)
					rule, ok = rulebook.Find(rules, id)
				}
				if !ok {
					return misused(cmd, fmt.Errorf("unknown rule %q (nearest: %s, %s)", id, rule.ID, rule.Title))
				}
				chosen[i] = rule
			}
			return pages(c, format, chosen)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "the whole catalogue")
	formatFlag(cmd, &format, formatText, formatMarkdown, formatJSON)
	return cmd
}

// catalogue prints every rule.
func catalogue(c *console, format string, rules []checks.Rule) error {
	switch format {
	case formatJSON:
		return printJSON(c, rulebook.Entries(rules))
	case formatMarkdown:
		c.printf("%s", rulebook.Catalogue(rules))
	default:
		c.printf("%s", rulebook.List(rules))
	}
	return nil
}

// pages prints rules one after the other; as JSON an object for one rule and an
// array for several.
func pages(c *console, format string, rules []checks.Rule) error {
	if format == formatJSON {
		entries := rulebook.Entries(rules)
		if len(entries) == 1 {
			return printJSON(c, entries[0])
		}
		return printJSON(c, entries)
	}
	page := rulebook.Text
	if format == formatMarkdown {
		page = rulebook.Markdown
	}
	for i, rule := range rules {
		if i > 0 {
			c.printf("\n")
		}
		c.printf("%s", page(rule))
	}
	return nil
}
