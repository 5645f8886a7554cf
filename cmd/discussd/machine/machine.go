// Package machine looks at what discussd needs of the machine that it runs on: the LLM
// CLIs, the folders, the limits of the kernel, the program and users that handoff names. A
// configuration comes in, a [Row] for each thing goes out. `discussd doctor` prints them.
package machine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/hubstate"
	"discussd/critique/llm"
	"discussd/internal/text/printable"
)

// Mark says how much a row of the doctor's report matters.
type Mark string

// From best to worst.
const (
	Fine   Mark = "ok"
	Warn   Mark = "warn" // discussd works, but not as well as it could
	Broken Mark = "FAIL" // it does not work until this is mended
)

// Row is one thing that the doctor looked at.
type Row struct {
	Mark   Mark   `json:"mark"`
	What   string `json:"what"`
	Result string `json:"result"` // in words
	Hint   string `json:"hint"`   // what to do about it, "" when there is nothing to do
	failed bool   // it is of a tool that does not answer
}

// Hub looks at the way to the workers of a hub, where a tool is asked over one: the hub, and
// for each such tool whether a worker takes asks.
func Hub(ctx context.Context, c config.Config, tools map[string]llm.Tool) []Row {
	var over []string
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		if tools[name].Describe().Via == "hub" {
			over = append(over, name)
		}
	}
	if len(over) == 0 {
		return nil
	}
	state := hubstate.Look(ctx, c.Hub.URL, c.Hub.Call("status"))
	switch {
	case state == nil:
		return nil
	case state.Problem != "":
		return []Row{{Mark: Warn, What: "hub", Result: state.Problem, Hint: "see whether 'discussd-hub serve' runs there, and what creds, ca and project of [hub] name: docs/many-machines.md"}}
	}
	row := Row{Mark: Fine, What: "hub", Result: fmt.Sprintf("%s answers in %.1f ms, %s", state.URL, state.RoundMS, printable.Counted(len(state.Workers), "worker", "workers"))}
	for _, l := range state.Limits {
		if l.Held != "" {
			row.Mark, row.Result = Warn, row.Result+fmt.Sprintf("; limits of %s hold asks back: %s", l.Account, l.Held)
			row.Hint = "wait, or have whoever runs the hub raise limits.toml"
		}
	}
	rows := []Row{row}
	for _, name := range over {
		one := Row{Mark: Fine, What: "hub " + name}
		worker, problem := state.Has(name)
		if one.Result = "worker " + worker + " takes asks"; problem != "" {
			one.Mark, one.Result = Warn, problem
			one.Hint = "where " + name + " is installed: discussd-hub worker --hub " + first(state.URL) + " --tools " + name
			if worker != "" {
				one.Hint = "mend that on the worker's machine: 'discussd doctor --live' says more there"
			}
		}
		rows = append(rows, one)
	}
	return rows
}

func first(addresses string) string {
	one, _, _ := strings.Cut(addresses, ",")
	return strings.TrimSpace(one)
}
