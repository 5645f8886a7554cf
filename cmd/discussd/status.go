package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/hubstate"
	"discussd/cmd/discussd/overview"
	"discussd/cmd/discussd/screen"
	"discussd/internal/text/printable"
	"discussd/pipeline/daemon/presence"
	specs "discussd/pipeline/layout"
)

// status is what `discussd status` reports.
type status struct {
	Daemons  []presence.Daemon `json:"daemons"`
	Sessions []sessionStatus   `json:"sessions"`
	Hub      *hubstate.State   `json:"hub,omitempty"` // where tools are asked, nil where hub.url names none
	paths    []string          // of the command line
	detail   bool              // each of them is a session
	rounds   []string          // ids of the table
	screen   io.Writer         // that it is shown on in the end
}

type sessionStatus struct {
	overview.Session
	overview.Summary
}

func newStatus(c *console) *cobra.Command {
	format, follow, watch, blocked := formatText, false, false, false
	cmd := &cobra.Command{
		Use:   "status [PATH...]",
		Short: "Show sessions, their rounds, and what running daemons are doing",
		Long:  about("status"), ValidArgsFunction: offerSessions(c),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case follow && (watch || blocked):
				return misused(cmd, errors.New("--follow goes with neither --watch nor --blocked"))
			case watch && format == formatJSON:
				return misused(cmd, errors.New("--watch is for people: --follow --json prints an object for each verdict that comes"))
			case watch && !screen.IsTerminal(c.stdout):
				return misused(cmd, errors.New("--watch draws on a terminal, and the output is none: --follow prints a line for each verdict that comes"))
			}
			loaded, _, err := c.load()
			if err != nil {
				return err
			}
			if err := there(cmd, layout(loaded), args); err != nil {
				return err
			}
			if follow {
				return (&follower{console: c, config: loaded, paths: args, json: format == formatJSON}).run(cmd.Context())
			}
			show := func(out *console) error {
				report, err := survey(cmd.Context(), loaded, args)
				if err != nil {
					return err
				}
				report.Hub, report.screen = hubstate.Look(cmd.Context(), loaded.Hub.URL, loaded.Hub.Call("status")), c.stdout
				return report.show(out, format, blocked)
			}
			if watch {
				return c.watch(cmd.Context(), show)
			}
			return show(c)
		},
	}
	formatFlag(cmd, &format, formatText, formatJSON)
	cmd.Flags().BoolVar(&follow, "follow", false, "print a line for each new verdict, until stopped")
	cmd.Flags().BoolVar(&watch, "watch", false, "draw it anew every 2 seconds on a terminal, until stopped")
	cmd.Flags().BoolVar(&blocked, "blocked", false, "only sessions that need somebody")
	return cmd
}

// drawEvery is how often status is drawn.
const drawEvery = 2 * time.Second

// watch draws what show prints again and again, until ctx ends.
func (c *console) watch(ctx context.Context, show func(*console) error) error {
	for {
		var drawn strings.Builder
		behind := *c
		behind.stdout = &drawn
		if err := show(&behind); err != nil && ctx.Err() == nil {
			return err
		}
		if ctx.Err() != nil {
			return nil // the user has ended the watch
		}
		if err := screen.Draw(c.stdout, drawn.String()); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(drawEvery):
		}
	}
}

// show prints the report in a format. Blocked leaves out sessions that need nobody.
func (r status) show(c *console, format string, blocked bool) error {
	all := r.Sessions
	if blocked {
		r.Sessions = slices.DeleteFunc(slices.Clone(all), func(s sessionStatus) bool { return len(s.Needs) == 0 })
	}
	switch {
	case format == formatJSON:
		return printJSON(c, r)
	case len(all) == 0 || r.detail && len(r.Sessions) > 0:
		return r.print(c)
	}
	r.Sessions = all
	return r.overview(c, blocked)
}

// overview prints a line a session, and then what there is about daemons.
func (r status) overview(c *console, blocked bool) error {
	var sessions []overview.Session
	unwatched := 0
	for _, s := range r.Sessions {
		sessions = append(sessions, s.Session)
		if !s.Watched {
			unwatched++
		}
	}
	width, _ := screen.Size(r.screen)
	style := overview.Style{Now: time.Now(), Rounds: r.rounds, Width: width, ASCII: !screen.UTF8(), Legend: width > 0, Blocked: blocked}
	c.printf("%s\n\n", strings.Join(overview.Lines(sessions, style), "\n"))
	r.daemons(c)
	if unwatched > 0 && len(r.Daemons) > 0 {
		c.printf("%d of %d sessions not watched\n", unwatched, len(sessions))
	}
	return nil
}

func (r status) daemons(c *console) {
	for _, d := range r.Daemons {
		c.printf("daemon %d (%s) since %s, %d rounds to judge\n", d.PID, d.Version, d.StartedAt.Local().Format(time.DateTime), len(d.Jobs))
		for _, b := range d.Breakers {
			c.printf("  %s is not asked until %s, or until discussd is restarted: %s\n", b.Tool, b.Until.Local().Format(time.TimeOnly), printable.Line(b.Cause))
		}
	}
	if len(r.Daemons) == 0 {
		c.printf("no daemon runs: 'discussd run' judges what changes\n")
	}
	if r.Hub != nil {
		c.printf("%s\n", strings.Join(r.Hub.Lines(), "\n"))
	}
}

// print shows the rounds of each session.
func (r status) print(c *console) error {
	r.daemons(c)
	for _, s := range r.Sessions {
		aside := ""
		if s.Layout != specs.Lifecycle {
			aside = ", " + s.Layout
		}
		if !s.Watched {
			aside += " (not watched)"
		}
		c.printf("\n%s%s\n", printable.Line(s.Path), aside)
		if s.Problem != "" {
			c.printf("  %s\n", printable.Line(s.Problem))
		}
		table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
		for _, round := range s.Rounds {
			fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", printable.Line(round.ID), state(round), round.Verdict, trend(round.Trend))
			if round.Decide != "" {
				fmt.Fprintf(table, "  \t%s\n", round.Decide)
			}
			if round.Problem != "" {
				fmt.Fprintf(table, "  \t%s\n", printable.Line(round.Problem))
			}
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	switch {
	case len(r.Sessions) > 0:
	case len(r.paths) > 0:
		c.printf("no session at or below %s\n", printable.Line(strings.Join(r.paths, ", ")))
	default:
		c.printf("no session found: name a path, or set watch.roots\n")
	}
	return nil
}

// state is the state with the time when a held round is tried again, or with what
// makes its verdict suspect.
func state(r overview.Round) string {
	if len(r.Suspect) > 0 {
		return string(r.State) + ", suspect: " + strings.Join(r.Suspect, ", ") + " changed since"
	}
	if r.State == overview.Waiting {
		return "waiting for a daemon"
	}
	if r.Until == nil {
		return string(r.State)
	}
	return string(r.State) + " until " + r.Until.Local().Format(time.TimeOnly)
}

// trend is the averages of the revisions: "2.60 → 3.80".
func trend(averages []float64) string {
	text := ""
	for _, average := range averages {
		text += fmt.Sprintf(" → %.2f", average)
	}
	return strings.TrimPrefix(text, " → ")
}
