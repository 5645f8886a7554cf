package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"discussd/internal/text/printable"
	"discussd/pipeline/daemon/presence"
	specs "discussd/pipeline/layout"
	"discussd/pipeline/verdict"
)

// status is what `discussd status` reports.
type status struct {
	Daemons  []presence.Daemon `json:"daemons"`
	Sessions []sessionStatus   `json:"sessions"`
	paths    []string          // of the command line
}

type sessionStatus struct {
	Session string        `json:"session"`
	Layout  string        `json:"layout"` // "lifecycle", "spec-kit"
	Watched bool          `json:"watched"`
	Problem string        `json:"problem"` // why it could not be read, "" when nothing is wrong
	Rounds  []roundStatus `json:"rounds"`
}

// waitingState is that of a round that is marked as pending while nobody is at it:
// its daemon was stopped.
const waitingState = "waiting"

// roundStatus is one round of a session. State is fresh, stale, missing (no
// artifact), unjudged, waiting (for a daemon), or what a daemon does with it:
// settling, queued, running, held. A request stands among them under the name of its
// file, answered or unanswered.
type roundStatus struct {
	Round    string          `json:"round"`
	State    string          `json:"state"`
	Verdict  verdict.Outcome `json:"verdict"` // "" without one
	Severity string          `json:"severity"`
	Average  *float64        `json:"average_rating"`
	Revision int             `json:"revision"`
	// Unreviewed tells that models were to be asked and none answered.
	Unreviewed bool `json:"unreviewed"`

	Trend   []float64  `json:"trend"`   // average ratings, oldest first
	Until   *time.Time `json:"until"`   // when a held round is tried again
	Suspect []string   `json:"suspect"` // rounds before this one that changed since it was judged
	Decide  string     `json:"decide"`  // how a person settles what blocks it, "" when nobody has to
	Problem string     `json:"problem"`
}

func newStatus(c *console) *cobra.Command {
	format, follow := formatText, false
	cmd := &cobra.Command{
		Use:   "status [PATH...]",
		Short: "Show sessions, their rounds, and what running daemons are doing",
		Long: `status shows the rounds of the sessions below the paths: without a path, below
what running daemons watch and below watch.roots of the configuration. With --follow it
prints a line for each verdict that comes from now on, until it is stopped; with --json
each line is an object.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			loaded, _, err := c.load()
			if err != nil {
				return err
			}
			if follow {
				return (&follower{console: c, config: loaded, paths: args, json: format == formatJSON}).run(cmd.Context())
			}
			report, err := survey(cmd.Context(), loaded, args)
			if err != nil {
				return err
			}
			if format == formatJSON {
				return printJSON(c, report)
			}
			return report.print(c)
		},
	}
	formatFlag(cmd, &format, formatText, formatJSON)
	cmd.Flags().BoolVar(&follow, "follow", false, "print a line for each new verdict, until stopped")
	return cmd
}

func (r status) print(c *console) error {
	for _, d := range r.Daemons {
		c.printf("daemon %d (%s) since %s, %d rounds to judge\n", d.PID, d.Version, d.StartedAt.Local().Format(time.DateTime), len(d.Jobs))
		for _, b := range d.Breakers {
			c.printf("  %s is not asked until %s: %s\n", b.Tool, b.Until.Local().Format(time.TimeOnly), printable.Line(b.Cause))
		}
	}
	if len(r.Daemons) == 0 {
		c.printf("no daemon runs\n")
	}
	for _, s := range r.Sessions {
		aside := ""
		if s.Layout != specs.Lifecycle {
			aside = ", " + s.Layout
		}
		if !s.Watched {
			aside += " (not watched)"
		}
		c.printf("\n%s%s\n", printable.Line(s.Session), aside)
		if s.Problem != "" {
			c.printf("  %s\n", printable.Line(s.Problem))
		}
		table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
		for _, round := range s.Rounds {
			fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", printable.Line(round.Round), round.state(), round.outcome(), round.trend())
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
func (r roundStatus) state() string {
	if len(r.Suspect) > 0 {
		return r.State + ", suspect: " + strings.Join(r.Suspect, ", ") + " changed since"
	}
	if r.State == waitingState {
		return "waiting for a daemon"
	}
	if r.Until == nil {
		return r.State
	}
	return r.State + " until " + r.Until.Local().Format(time.TimeOnly)
}

func (r roundStatus) outcome() string {
	if r.Verdict == "" {
		return ""
	}
	words := string(r.Verdict)
	if r.Severity != "" {
		words += " (" + r.Severity + ")"
	}
	if r.Unreviewed {
		words += ", no model answered"
	}
	return words
}

// trend is the averages of the revisions: "2.60 → 3.80".
func (r roundStatus) trend() string {
	text := ""
	for i, average := range r.Trend {
		if i > 0 {
			text += " → "
		}
		text += fmt.Sprintf("%.2f", average)
	}
	return text
}
