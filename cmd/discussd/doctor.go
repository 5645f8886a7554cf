package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/internal/text/printable"
)

// mark says how much a row of the doctor's report matters.
type mark string

const (
	fine   mark = "ok"
	poor   mark = "warn" // discussd works, but not as well as it could
	broken mark = "FAIL" // it does not work until this is mended
)

// row is one thing that the doctor looked at.
type row struct {
	Mark   mark   `json:"mark"`
	What   string `json:"what"`
	Result string `json:"result"` // in words
	Hint   string `json:"hint"`   // what to do about it, "" when there is nothing to do
	failed bool   // it is of a tool that does not answer
}

// diagnosis is what `discussd doctor` reports.
type diagnosis struct {
	Live bool  `json:"live"` // the tools were asked
	Rows []row `json:"rows"`
}

func newDoctor(c *console) *cobra.Command {
	var live bool
	format := formatText
	cmd := &cobra.Command{
		Use:   "doctor [PATH...]",
		Short: "Say what works on this machine and what to do about the rest",
		Long: `doctor looks at the configuration, the LLM CLIs, the roots and the machine. It
costs nothing: the CLIs are only asked for their version. With --live each is
asked one question of one line, which may cost a little.

It exits with 1 when something stops discussd from working. A missing CLI does
not: the others answer for it, and doctor says which for each perspective. Where
none can be asked, verdicts are unreviewed: they hold facts only.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			d := c.diagnose(cmd.Context(), args, live)
			if format == formatJSON {
				if err := printJSON(c, d); err != nil {
					return err
				}
			} else if err := d.print(c); err != nil {
				return err
			}
			if d.count(broken) > 0 {
				return &exit{code: exitFailure}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&live, "live", false, "ask every CLI one short question")
	formatFlag(cmd, &format, formatText, formatJSON)
	return cmd
}

func (c *console) diagnose(ctx context.Context, paths []string, live bool) diagnosis {
	d := diagnosis{Live: live}
	loaded, source, err := c.load()
	if err != nil {
		d.add(broken, "configuration", err.Error(), "mend "+cmp.Or(source.Path, "it")+"; the rest is looked at with the defaults")
		loaded = config.Default()
	}
	// Loading accepts a template that does not work; building does not.
	engine, buildErr := build(loaded, settings{logger: hclog.NewNullLogger()})
	switch {
	case err != nil:
	case buildErr != nil:
		d.add(broken, "configuration", fmt.Sprintf("%s: %v", source, buildErr), "")
	default:
		d.add(fine, "configuration", source.String(), "")
	}
	if buildErr == nil {
		d.Rows = append(d.Rows, toolRows(ctx, loaded, engine.tools, live)...)
	}
	d.Rows = append(d.Rows, handoffRows(loaded.Handoff)...)
	d.Rows = append(d.Rows, placeRows(ctx, loaded, paths)...)
	return d
}

func (d *diagnosis) add(m mark, what, result, hint string) {
	d.Rows = append(d.Rows, row{Mark: m, What: what, Result: result, Hint: hint})
}

func (d diagnosis) count(m mark) int {
	n := 0
	for _, r := range d.Rows {
		if r.Mark == m {
			n++
		}
	}
	return n
}

func (d diagnosis) print(c *console) error {
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, r := range d.Rows {
		lines := strings.Split(r.Result, "\n")
		if r.Hint != "" {
			lines = append(lines, strings.Split("→ "+r.Hint, "\n")...)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.Mark, printable.Line(r.What), printable.Line(lines[0]))
		for _, line := range lines[1:] {
			fmt.Fprintf(table, "\t\t%s\n", printable.Line(line))
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	switch failures, warnings := d.count(broken), d.count(poor); {
	case failures > 0:
		c.printf("\n%s discussd from working.\n", counted(failures, "problem keeps", "problems keep"))
	case warnings > 0:
		c.printf("\nIt works, with %s.\n", counted(warnings, "warning", "warnings"))
	default:
		c.printf("\nAll well.\n")
	}
	return nil
}

func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
