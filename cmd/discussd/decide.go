package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/view"
	"discussd/critique"
	"discussd/internal/text/markdown"
	"discussd/internal/text/printable"
	"discussd/pipeline/decision"
	"discussd/pipeline/durable"
	"discussd/pipeline/handoff"
	"discussd/pipeline/judge"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// decisionPatience is how long a daemon is given to carry a decision out: it asks
// nobody for that, but may be busy with a round of the session.
const decisionPatience = 30 * time.Second

// decider is one `discussd decide`.
type decider struct {
	*console
	because string
	show    bool
	format  string
}

func newDecide(c *console) *cobra.Command {
	d := &decider{console: c, format: formatText}
	cmd := &cobra.Command{
		Use:   "decide (SESSION ROUND | ARTIFACT) (accept | revise) --because TEXT",
		Short: "Settle what blocks a round, as the person who has to",
		Long:  about("decide"), ValidArgsFunction: offerSessions(c),
		Args: arguments(cobra.RangeArgs(2, 3)),
		RunE: func(cmd *cobra.Command, args []string) error {
			loaded, _, err := c.load()
			if err != nil {
				return err
			}
			choice, err := choiceOf(args[len(args)-1])
			if err != nil {
				return misused(cmd, err)
			}
			if strings.Trim(d.because, " .…") == "" {
				if !d.show {
					return misused(cmd, errors.New(`say why with --because "…": the reason stands in the record`))
				}
				d.because = "(your reason)"
			}
			place, round, err := decidedRound(layout(loaded), args[:len(args)-1])
			if err != nil {
				return misused(cmd, err)
			}
			return d.run(cmd, loaded, place, round, choice)
		},
	}
	cmd.Flags().StringVar(&d.because, "because", "", "why, as a `text` for the record")
	cmd.Flags().BoolVar(&d.show, "show", false, "only tell what it would settle")
	formatFlag(cmd, &d.format, formatText, formatJSON, formatBrief)
	return cmd
}

func choiceOf(word string) (decision.Choice, error) {
	for _, choice := range []decision.Choice{decision.Accept, decision.Revise} {
		if strings.EqualFold(word, string(choice)) {
			return choice, nil
		}
	}
	return "", fmt.Errorf("%q: a decision is accept or revise", word)
}

// decidedRound is the session and the round that the command line names: a configured
// one, or one that a request has brought.
func decidedRound(l session.Layout, names []string) (dir string, round session.Round, err error) {
	place, err := locate(l, names[0])
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", round, fmt.Errorf("%s: there is no such file or folder%s", names[0], meant(names[0]))
	case err != nil:
		return "", round, err
	case place.Session == "":
		return "", round, fmt.Errorf("%s is no session", names[0])
	case len(names) == 1 && place.Round == "":
		return "", round, fmt.Errorf("%s is no artifact of a round: name the session and the round", names[0])
	}
	id := place.Round
	if len(names) == 2 {
		id = names[1]
	}
	round, known := l.Round(id)
	if !known {
		if _, round, known = asking(place.Session, l, id); !known {
			return "", round, fmt.Errorf("unknown round %q: no request asks for it, and it is not configured (known: %s)", id, l.Known())
		}
	}
	return place.Session, round, nil
}

// settlement is a decision that is worded and not yet written.
type settlement struct {
	prospect judge.Prospect
	job      session.Job
	text     []byte
	by       *once // carries it out where no daemon does
}

// settle words a decision about the bytes on disk and writes nothing. The error is a
// [*judge.Undecidable] when there is nothing to decide, and a [*decision.Error] when the
// reason is none.
func (d *decider) settle(loaded config.Config, dir string, round session.Round, choice decision.Choice) (settlement, error) {
	s := settlement{by: &once{console: d.console, checksOnly: true}, job: session.DecisionJob(round.ID + ".json")}
	if err := s.by.open(loaded); err != nil {
		return s, err
	}
	var err error
	if s.prospect, err = s.by.engine.judge.Foresee(dir, round, choice, d.because); err != nil {
		return s, err
	}
	if s.text, err = decision.Marshal(s.prospect.Decision, time.Now()); err != nil {
		return s, err
	}
	_, err = decision.Parse(s.job.ID(), s.text)
	return s, err
}

func (d *decider) run(cmd *cobra.Command, loaded config.Config, dir string, round session.Round, choice decision.Choice) error {
	s, err := d.settle(loaded, dir, round, choice)
	if s.by.engine != nil {
		defer s.by.hooks.End()
	}
	var nothing *judge.Undecidable
	var wrong *decision.Error
	switch {
	case errors.As(err, &nothing) && nothing.Verdict != nil:
		return &exit{nothing.Verdict.ExitCode(), fmt.Errorf("%s (%s)", err, dir)}
	case errors.As(err, &nothing):
		return &exit{exitTimeout, fmt.Errorf("%s (%s)", err, dir)}
	case errors.Is(err, session.ErrNoArtifact):
		return misused(cmd, err)
	case errors.As(err, &wrong):
		return misused(cmd, errors.New("--because: "+wrong.Message)) // its line is none the user wrote
	case err != nil:
		return err
	}
	if d.format == formatText {
		d.foretell(dir, s.prospect, s.by.engine.judge.Policy.MinAverage)
	}
	report := newReport(d.console, d.format)
	report.of(dir, layout(loaded))
	if d.show {
		if d.format != formatText {
			report.add(s.prospect.After)
			report.codes = nil
			if err := report.end(); err != nil {
				return err
			}
		}
		return judged(s.prospect.Before.ExitCode())
	}
	after, err := d.make(cmd.Context(), dir, layout(loaded), s)
	if err != nil {
		return err
	}
	report.add(after)
	return report.end()
}

// make writes a decision, has it carried out, and returns the verdict that comes of it.
func (d *decider) make(ctx context.Context, dir string, l session.Layout, s settlement) (verdict.Verdict, error) {
	if err := d.write(dir, s.job, s.text, s.by.config.Handoff.FileMode()); err != nil {
		return verdict.Verdict{}, err
	}
	if err := d.carryOut(ctx, s.by, dir, s.job); err != nil {
		return verdict.Verdict{}, err
	}
	return d.outcome(dir, l, s.prospect.Decision.Round, s.job)
}

// viewed is what `discussd view` shows and decides: what status, report and decide see.
type viewed struct {
	*console // that says nothing
	config   config.Config
	layout   session.Layout
	paths    []string
}

// decider is a decision on a page, and what it says on the way.
func (h *viewed) decider(because string) (*decider, *strings.Builder) {
	var told strings.Builder
	quiet := *h.console
	quiet.stdout = &told
	return &decider{console: &quiet, because: because, format: formatText}, &told
}

func (h *viewed) Foresee(dir, id string, choice decision.Choice) view.Prospect {
	d, told := h.decider("(your reason)")
	_, round, err := decidedRound(h.layout, []string{dir, id})
	if err != nil {
		return view.Prospect{Text: err.Error()}
	}
	s, err := d.settle(h.config, dir, round, choice)
	if s.by.engine != nil {
		defer s.by.hooks.End()
	}
	if err != nil {
		return view.Prospect{Text: err.Error()}
	}
	d.foretell(dir, s.prospect, s.by.engine.judge.Policy.MinAverage)
	return view.Prospect{Text: strings.TrimSpace(told.String()), Fingerprint: s.prospect.Decision.Fingerprint}
}

func (h *viewed) Decide(ctx context.Context, dir, id string, said view.Decision) error {
	because := strings.TrimSpace(said.Because)
	if strings.Trim(because, " .…") == "" {
		return errors.New("say why: the reason stands in the record")
	}
	d, _ := h.decider(because)
	_, round, err := decidedRound(h.layout, []string{dir, id})
	if err != nil {
		return err
	}
	s, err := d.settle(h.config, dir, round, said.Choice)
	if s.by.engine != nil {
		defer s.by.hooks.End()
	}
	var wrong *decision.Error
	switch {
	case errors.As(err, &wrong):
		return errors.New(wrong.Message)
	case err != nil:
		return err
	case s.prospect.Decision.Fingerprint != said.Fingerprint:
		return view.ErrChanged
	}
	_, err = d.make(ctx, dir, h.layout, s)
	return err
}

// write drops the decision into the session's inbox for them.
func (d *decider) write(dir string, job session.Job, text []byte, mode fs.FileMode) error {
	s, err := session.Open(dir, session.Layout{})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := durable.FolderFor(s.Root(), path.Join(handoff.Dir, session.Decisions), mode); err != nil {
		return err
	}
	return durable.Write(s.Root(), job.Path(), text)
}

// carryOut has the daemon that watches the session carry out what lies in its inbox, and
// does it here when there is none.
func (d *decider) carryOut(ctx context.Context, o *once, dir string, job session.Job) error {
	watched := (&waiter{console: d.console}).settle(session.Place{Session: dir, Round: job.ID()})
	if !watched {
		_, err := o.engine.judge.Decide(ctx, judge.Order{Target: judge.Target{Dir: dir, Job: job}, Mode: judge.Mode{Repeat: true}, Observer: judge.Observer{Hooks: &o.hooks}})
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, decisionPatience)
	defer cancel()
	for {
		sight, err := o.engine.judge.Look(judge.Target{Dir: dir, Job: job}, judge.Sighting{})
		if err == nil && sight.Judged && sight.Fresh {
			return nil
		}
		select {
		case <-ctx.Done():
			return &exit{exitTimeout, fmt.Errorf("%s is written, and the daemon has not carried it out yet: it will", filepath.Join(dir, filepath.FromSlash(job.Path())))}
		case <-time.After(waitPoll):
		}
	}
}

// outcome is the verdict that came of a decision. The error says why it did not count.
func (d *decider) outcome(dir string, l session.Layout, round string, job session.Job) (verdict.Verdict, error) {
	s, folder, done, err := look(dir, l)
	if err != nil {
		return verdict.Verdict{}, err
	}
	defer done()
	file, err := s.Dropped(job)
	if err != nil {
		return verdict.Verdict{}, err
	}
	v, judged := folder.Verdict(round)
	answer, answered := folder.Answered(file.SHA256)
	switch {
	case !answered || !judged:
		return v, fmt.Errorf("%s was replaced or taken away before it was carried out", file.Path)
	case !answer.Failed:
		return v, nil
	}
	return v, fmt.Errorf("%s was ignored: %s", file.Path, answer.Reason)
}

// foretell says what a decision settles, and what it does not.
func (d *decider) foretell(dir string, p judge.Prospect, minAverage float64) {
	before, after := p.Before, p.After
	d.printf("%s of %s, revision %d: %s\n", before.Round, printable.Line(dir), before.Revision, standingOf(before))
	d.printf("%s: %s\n", p.Decision.Choice, standingOf(after))
	var settled, once, back []string
	for i, divergence := range before.Divergences {
		if i >= len(after.Divergences) {
			break
		}
		switch {
		case after.Divergences[i].Accepted && !divergence.Accepted:
			settled = append(settled, divergenceLine(divergence))
		case divergence.Accepted && !after.Divergences[i].Accepted:
			back = append(back, divergenceLine(after.Divergences[i]))
		}
	}
	low := before.AverageRating != nil && *before.AverageRating < minAverage
	if p.Decision.Choice == decision.Accept && before.Outcome == verdict.Blocked && (low || len(settled) == 0) {
		once = []string{"- the block as it is"}
	}
	for _, list := range []struct {
		title string
		lines []string
	}{{"Settled, also in later revisions", settled}, {"Settled for these bytes only", once}, {"Not accepted any more", back}} {
		if len(list.lines) > 0 {
			d.printf("%s:\n%s\n", list.title, strings.Join(list.lines, "\n"))
		}
	}
	d.printf("\n")
}

func divergenceLine(divergence critique.Divergence) string {
	line := fmt.Sprintf("- %s (%s): %s", divergence.Topic, divergence.Severity, divergence.Description)
	if len(divergence.Perspectives) > 0 {
		line += " [" + strings.Join(divergence.Perspectives, ", ") + "]"
	}
	return markdown.OneLine(line)
}

// standingOf is a verdict in a few words.
func standingOf(v verdict.Verdict) string {
	words := string(v.Outcome)
	if v.Severity != nil {
		words += " (" + string(*v.Severity) + ")"
	}
	if v.Recommendation != nil {
		words += ", " + string(*v.Recommendation)
	}
	return words
}
