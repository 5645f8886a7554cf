package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/presence"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// status is what `discussd status` reports.
type status struct {
	Daemons  []presence.Daemon `json:"daemons"`
	Sessions []sessionStatus   `json:"sessions"`
}

type sessionStatus struct {
	Session string        `json:"session"`
	Watched bool          `json:"watched"`
	Problem string        `json:"problem"` // why it could not be read, "" when nothing is wrong
	Rounds  []roundStatus `json:"rounds"`
}

// roundStatus is one round of a session. State is fresh, stale, missing (no
// artifact), unjudged, or that of the pending mark.
type roundStatus struct {
	Round    string          `json:"round"`
	State    string          `json:"state"`
	Verdict  verdict.Outcome `json:"verdict"` // "" without one
	Severity string          `json:"severity"`
	Average  *float64        `json:"average_rating"`
	Revision int             `json:"revision"`
	Trend    []float64       `json:"trend"` // average ratings, oldest first
	Until    *time.Time      `json:"until"` // when a held round is tried again
	Problem  string          `json:"problem"`
}

func newStatus(c *console) *cobra.Command {
	format := formatText
	cmd := &cobra.Command{
		Use:   "status [PATH...]",
		Short: "Show sessions, their rounds, and what running daemons are doing",
		Long: `status shows the rounds of the sessions below the paths: without a path, below
what running daemons watch and below watch.roots of the configuration.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			loaded, _, err := c.load()
			if err != nil {
				return err
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
	return cmd
}

// survey reads the state of every session below the roots.
func survey(ctx context.Context, c config.Config, paths []string) (status, error) {
	report := status{Daemons: []presence.Daemon{}, Sessions: []sessionStatus{}}
	if daemons, err := presence.Daemons(); err == nil {
		report.Daemons = append(report.Daemons, daemons...)
	}
	roots := paths
	if len(paths) == 0 {
		roots = c.Watch.Roots
		for _, d := range report.Daemons {
			roots = append(roots, d.Roots...)
		}
	}
	home, _ := os.UserHomeDir() // without one, ~ stays what it is
	roots, err := session.Roots(roots, home)
	if err != nil {
		return report, err
	}
	l := layout(c)
	for i, root := range roots {
		if place, err := l.Locate(root); err == nil && place.Session != "" {
			roots[i] = place.Session
		}
	}
	sessions, err := l.Find(ctx, roots, c.Watch.Depth)
	if err != nil {
		return report, err
	}
	for _, dir := range sessions {
		report.Sessions = append(report.Sessions, report.session(l, dir))
	}
	return report, nil
}

func (r status) session(l session.Layout, dir string) sessionStatus {
	watched := slices.ContainsFunc(r.Daemons, func(d presence.Daemon) bool { return d.Watches(dir) })
	result := sessionStatus{Session: dir, Watched: watched, Rounds: []roundStatus{}}
	s, err := session.Open(dir, l)
	if err != nil {
		result.Problem = err.Error()
		return result
	}
	defer s.Close()
	folder, err := handoff.Open(s.Root(), handoff.Options{})
	if err != nil {
		result.Problem = err.Error()
		return result
	}
	defer folder.Close()
	for _, round := range l.Rounds {
		result.Rounds = append(result.Rounds, r.round(s, folder, round))
	}
	return result
}

func (r status) round(s *session.Session, folder *handoff.Folder, round session.Round) roundStatus {
	result := roundStatus{Round: round.ID, State: "unjudged", Trend: []float64{}}
	v, judged := folder.Verdict(round.ID)
	if judged {
		result.Verdict, result.Average, result.Revision = v.Outcome, v.AverageRating, v.Revision
		if v.Severity != nil {
			result.Severity = string(*v.Severity)
		}
		for _, past := range slices.Backward(folder.Past(round.ID)) {
			if past.AverageRating != nil {
				result.Trend = append(result.Trend, *past.AverageRating)
			}
		}
	}
	fingerprint, err := s.Fingerprint(round)
	pending, isPending := folder.Pending(round.ID)
	switch {
	case errors.Is(err, session.ErrNoArtifact):
		result.State = "missing"
	case err != nil:
		result.State, result.Problem = "unreadable", err.Error()
	case isPending:
		result.State = string(pending.State)
	case judged && v.Fresh(fingerprint):
		result.State = "fresh"
	case judged:
		result.State = "stale"
	}
	for _, d := range r.Daemons {
		for _, job := range d.Jobs {
			if job.Session == s.Dir() && job.Round == round.ID {
				result.State, result.Problem, result.Until = string(job.State), job.Problem, job.Until
			}
		}
	}
	return result
}

func (r status) print(c *console) error {
	for _, d := range r.Daemons {
		c.printf("daemon %d (%s) since %s, %d rounds to judge\n", d.PID, d.Version, d.StartedAt.Local().Format(time.DateTime), len(d.Jobs))
		for _, b := range d.Breakers {
			c.printf("  %s is not asked until %s: %s\n", b.Tool, b.Until.Local().Format(time.TimeOnly), b.Cause)
		}
	}
	if len(r.Daemons) == 0 {
		c.printf("no daemon runs\n")
	}
	for _, s := range r.Sessions {
		watched := ""
		if !s.Watched {
			watched = " (not watched)"
		}
		c.printf("\n%s%s\n", s.Session, watched)
		if s.Problem != "" {
			c.printf("  %s\n", s.Problem)
		}
		table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
		for _, round := range s.Rounds {
			fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", round.Round, round.state(), round.outcome(), round.trend())
			if round.Problem != "" {
				fmt.Fprintf(table, "  \t%s\n", round.Problem)
			}
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	if len(r.Sessions) == 0 {
		c.printf("no session found: name a path, or set watch.roots\n")
	}
	return nil
}

// state is the state with the time when a held round is tried again.
func (r roundStatus) state() string {
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
