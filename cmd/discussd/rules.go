package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/rulebook"
	"discussd/critique/checks"
)

func newRules(c *console) *cobra.Command {
	return group(&cobra.Command{
		Use:   "rules",
		Short: "List and test rules of your own",
		Long: `Rules of your own are TOML files that [checks] rules in the configuration names;
docs/rules.md shows how to write one. discussd's own are listed by 'discussd explain --all'.`,
	}, newRulesList(c), newRulesTest(c))
}

// errNoRules says of a configuration that it names none.
var errNoRules = errors.New("no rules of your own")

// ownRules returns the rules of some files, of those that the configuration names where
// there are none.
func (c *console) ownRules(files []string) ([]checks.Rule, error) {
	if len(files) == 0 {
		loaded, source, err := c.load()
		if err == nil && len(loaded.Checks.Own) == 0 {
			err = fmt.Errorf("%s names %w: [checks] rules = [\"rules/*.toml\"], or name a file", source, errNoRules)
		}
		return loaded.Checks.Own, err
	}
	var own []checks.Rule
	var problems []error
	for _, name := range files {
		list, err := config.ReadRules(name)
		problems = append(problems, err)
		if err == nil && len(list) == 0 {
			problems = append(problems, fmt.Errorf("%s: holds no [[rule]]", name))
		}
		own = append(own, list...)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, &exit{exitConfig, err}
	}
	return own, nil
}

func newRulesList(c *console) *cobra.Command {
	format := formatText
	cmd := &cobra.Command{
		Use:   "list [FILE...]",
		Short: "List your own rules, those of the configuration or of files",
		RunE: func(_ *cobra.Command, args []string) error {
			own, err := c.ownRules(args)
			if errors.Is(err, errNoRules) {
				c.tell("%v", err)
			} else if err != nil {
				return err
			}
			if _, err := checks.New(checks.Options{Own: own}); err != nil {
				return &exit{exitConfig, err}
			}
			return catalogue(c, format, own)
		},
	}
	formatFlag(cmd, &format, formatText, formatMarkdown, formatJSON)
	return cmd
}

// tried is one rule with what came of its examples, as JSON.
type tried struct {
	ID     string  `json:"id"`
	Passed bool    `json:"passed"`
	Trials []trial `json:"examples"`
}

type trial struct {
	Example  string  `json:"example"`
	Passed   bool    `json:"passed"`
	Fires    bool    `json:"fires"`
	Said     string  `json:"said,omitempty"`
	Problem  string  `json:"problem,omitempty"`
	Duration float64 `json:"duration_ms"`
}

func newRulesTest(c *console) *cobra.Command {
	format := formatText
	cmd := &cobra.Command{
		Use:   "test [FILE...]",
		Short: "Try your own rules on their examples",
		Long: `test asks each rule about its own examples: it must fire on bad.en and bad.zh, and not on
good.en and good.zh. It prints what each said and how long it took. The exit code is 0 when
all are right, 1 when one is not, 78 when a file cannot be read.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			own, err := c.ownRules(args)
			if err != nil {
				return err
			}
			all := []tried{}
			failed := 0
			for _, r := range own {
				trials, err := checks.Try(cmd.Context(), r)
				if err != nil {
					return &exit{exitConfig, err}
				}
				one := tried{ID: r.ID, Passed: true}
				for _, t := range trials {
					one.Trials = append(one.Trials, trial{t.Example, t.Right, t.Fires, t.Said, rulebook.Problem(t), float64(t.Took) / float64(time.Millisecond)})
					one.Passed = one.Passed && t.Right
				}
				if !one.Passed {
					failed++
				}
				all = append(all, one)
			}
			if format == formatJSON {
				err = printJSON(c, all)
			} else {
				c.printTried(all)
			}
			if err == nil && failed > 0 {
				err = fmt.Errorf("%d of %d rules are not right about their own examples", failed, len(all))
			}
			return err
		},
	}
	formatFlag(cmd, &format, formatText, formatJSON)
	return cmd
}

// printTried prints a line for each example.
func (c *console) printTried(all []tried) {
	for _, r := range all {
		for _, t := range r.Trials {
			mark, text := "ok  ", t.Said
			if !t.Passed {
				mark, text = "FAIL", t.Problem
			}
			c.printf("%s  %s  %-7s  %.1f ms  %s\n", mark, r.ID, t.Example, t.Duration, text)
		}
	}
}

func newExplain(c *console) *cobra.Command {
	var all bool
	format := formatText
	cmd := &cobra.Command{
		Use:   "explain RULE...",
		Short: "Explain a rule of the checks, with examples and how to switch it off",
		Long: `explain prints what a rule of the embedded checks looks for, what it says, where
the demand comes from, an example on which it fires and one on which it does not,
and how to switch it off. --all prints the whole catalogue.`,
		ValidArgsFunction: offerRules,
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
					return misused(cmd, fmt.Errorf("rule %s is gone: no documents of others needed it, and no rule stands in for it; what [checks] sets for it does nothing", strings.ToUpper(id)))
				} else if gone {
					c.tell("rule %s is gone: %s tells now what it told", strings.ToUpper(id), successor)
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
