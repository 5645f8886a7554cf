// Package hubstate is what a hub and its workers say of themselves: discussd-hub gathers it
// and prints it, and `discussd status` and `doctor` show it where tools are asked over a hub.
package hubstate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"discussd/internal/text/printable"
)

// State is a hub as somebody sees it who asks.
type State struct {
	URL     string   `json:"url"`
	Problem string   `json:"problem"`  // why it cannot be reached, "" when it answers
	RoundMS float64  `json:"round_ms"` // how long a word takes there and back
	Workers []Worker `json:"workers"`
	Queue   []Queued `json:"queue"`
	Oldest  float64  `json:"oldest_seconds"` // age of the oldest ask in the queue, 0 when there is none
	Limits  []Limit  `json:"limits"`
}

// Worker is one that answers now.
type Worker struct {
	Name  string `json:"name"`
	Host  string `json:"host"`
	Tools []Tool `json:"tools"`
}

// Tool is one of a worker's.
type Tool struct {
	Tool     string  `json:"tool"`
	Slots    int     `json:"slots"`
	Busy     int     `json:"busy"`
	Answered int64   `json:"answered"` // since the worker started
	Failed   int64   `json:"failed"`
	Pause    float64 `json:"pause_seconds"` // for which it takes none, because of what happened last
	Cause    string  `json:"cause"`
}

// Queued are asks that wait or are in work.
type Queued struct {
	Project string `json:"project"`
	Tool    string `json:"tool"`
	Hosts   int    `json:"hosts"`
	Asks    int    `json:"asks"`
	Awaited int    `json:"awaited"` // of the asks, those that somebody waits for
}

// Limit is one of the hub's, with what is spent of it.
type Limit struct {
	Account string  `json:"account"`
	Running int     `json:"running"`
	AtOnce  int     `json:"at_once"`
	Hour    Spent   `json:"hour"`
	Day     Spent   `json:"day"`
	Held    string  `json:"held"` // why nothing more is taken now, "" when something is
	Free    float64 `json:"free_seconds"`
}

// Spent is what of a budget is spent; of 0 there is no budget.
type Spent struct {
	Asks  int     `json:"asks"`
	OfAsk int     `json:"of_asks"`
	USD   float64 `json:"usd"`
	OfUSD float64 `json:"of_usd"`
}

// Lines say it in words, for people.
func (s State) Lines() []string {
	if s.Problem != "" {
		return []string{"hub: " + printable.Line(s.Problem)}
	}
	all := []string{fmt.Sprintf("hub %s answers in %.1f ms", s.URL, s.RoundMS)}
	if len(s.Workers) == 0 {
		all = append(all, "  no worker is connected, so nothing is answered: start one with 'discussd-hub worker'")
	}
	for _, w := range s.Workers {
		all = append(all, fmt.Sprintf("  worker %s on %s", printable.Line(w.Name), printable.Line(w.Host)))
		for _, t := range w.Tools {
			all = append(all, "    "+t.line())
		}
	}
	asks := 0
	for _, q := range s.Queue {
		asks += q.Asks
	}
	if asks > 0 {
		all = append(all, fmt.Sprintf("  %s or in work%s", printable.Counted(asks, "ask waits", "asks wait"), s.age()))
	}
	for _, q := range s.Queue {
		line := fmt.Sprintf("    project %s: %d for %s, of %s", q.Project, q.Asks, q.Tool, printable.Counted(q.Hosts, "host", "hosts"))
		if q.Awaited > 0 {
			line += fmt.Sprintf("; somebody waits for %d of them", q.Awaited)
		}
		all = append(all, line)
	}
	if len(s.Limits) > 0 {
		all = append(all, "  limits over all workers")
	}
	for _, l := range s.Limits {
		all = append(all, "    "+l.line())
	}
	return all
}

func (s State) age() string {
	if s.Oldest == 0 {
		return ""
	}
	return ", the oldest for " + seconds(s.Oldest)
}

func (t Tool) line() string {
	said := fmt.Sprintf("%s: %d of %d at work, %d answered, %d failed", t.Tool, t.Busy, t.Slots, t.Answered, t.Failed)
	if t.Pause > 0 {
		said += fmt.Sprintf("; takes none for %s: %s", seconds(t.Pause), printable.Line(t.Cause))
	}
	return said
}

func (l Limit) line() string {
	var parts []string
	if l.AtOnce > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d at once", l.Running, l.AtOnce))
	}
	for _, one := range [...]struct {
		name  string
		spent Spent
	}{{"an hour", l.Hour}, {"a day", l.Day}} {
		if one.spent.OfAsk > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d asks %s", one.spent.Asks, one.spent.OfAsk, one.name))
		}
		if one.spent.OfUSD > 0 {
			parts = append(parts, fmt.Sprintf("$%.2f of $%.2f %s", one.spent.USD, one.spent.OfUSD, one.name))
		}
	}
	said := l.Account + ": " + strings.Join(parts, ", ")
	if l.Held != "" {
		said += "; asks are held back"
		if l.Free > 0 {
			said += " for " + seconds(l.Free)
		}
	}
	return said
}

func seconds(s float64) string {
	return time.Duration(s * float64(time.Second)).Round(time.Second).String()
}

// Has says of a tool which worker has it, and why none takes asks for it, "" where one does.
func (s State) Has(tool string) (worker, problem string) {
	if s.Problem != "" {
		return "", s.Problem
	}
	for _, w := range s.Workers {
		for _, t := range w.Tools {
			switch {
			case t.Tool != tool:
			case t.Pause == 0:
				return w.Name, ""
			default:
				worker, problem = w.Name, fmt.Sprintf("worker %s takes none for %s: %s", w.Name, seconds(t.Pause), t.Cause)
			}
		}
	}
	if problem == "" {
		problem = "no worker of the hub has " + tool
	}
	return worker, problem
}

// lookLimit is how long a hub may take to say how it is.
const lookLimit = 8 * time.Second

// Look asks the hub at the URL by a command that shows it; nil where there is no command, as
// where a configuration names no hub.
func Look(ctx context.Context, url string, argv []string) *State {
	if argv == nil {
		return nil
	}
	state := State{}
	ctx, stop := context.WithTimeout(ctx, lookLimit)
	defer stop()
	cmd := exec.CommandContext(ctx, argv[0], append(argv[1:], "--json")...)
	cmd.WaitDelay = time.Second
	var said, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &complaint
	err := cmd.Run()
	if json.Unmarshal(said.Bytes(), &state) == nil && state.URL != "" {
		return &state
	}
	state = State{URL: url, Problem: "discussd-hub-client did not say"}
	words := strings.TrimSpace(complaint.String())
	switch {
	case errors.Is(err, exec.ErrNotFound):
		state.Problem = "discussd-hub-client, which asks it, is not installed"
	case words != "":
		state.Problem = words[strings.LastIndex(words, "\n")+1:]
	case err != nil:
		state.Problem = err.Error()
	}
	return &state
}

// Sort brings workers, tools and the queue into an order that stays.
func (s *State) Sort() {
	slices.SortFunc(s.Workers, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(s.Queue, func(a, b Queued) int {
		return strings.Compare(a.Project+"\x00"+a.Tool, b.Project+"\x00"+b.Tool)
	})
	slices.SortFunc(s.Limits, func(a, b Limit) int { return strings.Compare(a.Account, b.Account) })
}
