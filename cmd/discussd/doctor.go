package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/agenthook"
	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/localserver"
	"discussd/cmd/discussd/machine"
	"discussd/internal/text/printable"
	"discussd/pipeline/daemon/presence"
)

// diagnosis is what `discussd doctor` reports.
type diagnosis struct {
	Live bool          `json:"live"` // the tools were asked
	Rows []machine.Row `json:"rows"`
}

func newDoctor(c *console) *cobra.Command {
	var live, local bool
	format := formatText
	cmd := &cobra.Command{
		Use:   "doctor [PATH...]",
		Short: "Say what works on this machine and what to do about the rest",
		Long:  about("doctor"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d := c.diagnose(cmd.Context(), args, live)
			if local {
				d.Rows = append(d.Rows, machine.Local(cmd.Context(), localserver.Usual(), live)...)
			}
			if format == formatJSON {
				if err := printJSON(c, d); err != nil {
					return err
				}
			} else if err := d.print(c); err != nil {
				return err
			}
			if d.count(machine.Broken) > 0 {
				return &exit{code: exitFailure}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&live, "live", false, "ask every CLI one short question")
	cmd.Flags().BoolVar(&local, "local", false, "look for servers of models on this machine (Ollama, LM Studio, llama.cpp, vLLM)")
	formatFlag(cmd, &format, formatText, formatJSON)
	return cmd
}

func (c *console) diagnose(ctx context.Context, paths []string, live bool) diagnosis {
	d := diagnosis{Live: live}
	loaded, source, err := c.load()
	if err != nil {
		d.add(machine.Broken, "configuration", err.Error(), "mend "+cmp.Or(source.Path, "it")+"; the rest is looked at with the defaults")
		loaded = config.Default()
	}
	// Loading accepts a template that does not work; building does not.
	engine, buildErr := build(loaded, settings{logger: hclog.NewNullLogger()})
	switch {
	case err != nil:
	case buildErr != nil:
		d.add(machine.Broken, "configuration", fmt.Sprintf("%s: %v", source, buildErr), "")
	default:
		d.add(machine.Fine, "configuration", source.String(), "")
	}
	if buildErr == nil {
		d.Rows = append(d.Rows, machine.Hub(ctx, loaded, engine.tools)...)
		d.Rows = append(d.Rows, machine.Tools(ctx, loaded, engine.tools, live)...)
	}
	d.Rows = append(d.Rows, machine.Handoff(loaded.Handoff)...)
	home, _ := os.UserHomeDir() // without one there are no settings of the user's
	if project, err := os.Getwd(); err == nil {
		d.Rows = append(d.Rows, machine.Installations{Home: home, Project: project, Program: calledBy(), Called: hookCalled, Live: live}.Rows(ctx)...)
	}
	d.Rows = append(d.Rows, machine.Places(ctx, watched(loaded), paths)...)
	return d
}

// hookCalled is when an agent has called its hook last.
func hookCalled(agent string) time.Time {
	folder, err := presence.Folder()
	if err != nil {
		return time.Time{}
	}
	return agenthook.Called(folder, agent)
}

func (d *diagnosis) add(m machine.Mark, what, result, hint string) {
	d.Rows = append(d.Rows, machine.Row{Mark: m, What: what, Result: result, Hint: hint})
}

func (d diagnosis) count(m machine.Mark) int {
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
	switch failures, warnings := d.count(machine.Broken), d.count(machine.Warn); {
	case failures > 0:
		c.printf("\n%s discussd from working.\n", printable.Counted(failures, "problem keeps", "problems keep"))
	case warnings > 0:
		c.printf("\nIt works, with %s.\n", printable.Counted(warnings, "warning", "warnings"))
	default:
		c.printf("\nAll well.\n")
	}
	return nil
}
