package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/rulebook"
	"discussd/critique/checks"
)

func newRules(c *console) *cobra.Command {
	group := &cobra.Command{
		Use:   "rules",
		Short: "List and test rules of your own",
		Long: `Rules of your own are TOML files that [checks] rules in the configuration names;
docs/rules.md shows how to write one. discussd's own are listed by 'discussd explain --all'.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknown(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	group.AddCommand(newRulesList(c), newRulesTest(c))
	return group
}

// ownRules returns the rules of some files, of those that the configuration names where
// there are none.
func (c *console) ownRules(files []string) ([]checks.Rule, error) {
	if len(files) == 0 {
		loaded, source, err := c.load()
		if err == nil && len(loaded.Checks.Own) == 0 {
			err = fmt.Errorf("%s names no rules of your own: [checks] rules = [\"rules/*.toml\"], or name a file", source)
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
			if err != nil {
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
