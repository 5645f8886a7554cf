package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/pipeline"
	"discussd/pipeline/session"
)

// once is one `discussd critique`.
type once struct {
	*console
	checksOnly, force, dryRun bool
	format                    string
	meter                     *meter
}

func newCritique(c *console) *cobra.Command {
	o := &once{console: c, format: formatText}
	cmd := &cobra.Command{
		Use:   "critique PATH...",
		Short: "Judge an artifact, or every round of a session, now and without a daemon",
		Long: `critique judges what a path names: an artifact's round, or every round of a
session, of a folder of sessions or of a project. It writes the same files as the
daemon. Exit codes: 0 reached or blocked LOW, 2 blocked HIGH, 3 blocked MEDIUM,
4 error verdict. With --checks-only: 2 with a HIGH finding, 3 with a MEDIUM.

rdjson (Reviewdog Diagnostic Format) and sarif (SARIF 2.1.0) hold what the checks
found, one result a place, of all sessions in one document.`,
		Args: arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
	}
	cmd.Flags().BoolVar(&o.checksOnly, "checks-only", false, "start no LLM CLI: the embedded checks judge alone")
	cmd.Flags().BoolVar(&o.force, "force", false, "judge again although the verdict is fresh")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "write nothing")
	formatsFlag(cmd, &o.format, formatText, formatJSON, formatRDJSON, formatSARIF)
	return cmd
}

func (o *once) run(ctx context.Context, paths []string) error {
	loaded, _, err := o.load()
	if err != nil {
		return err
	}
	report := newReport(o.console, o.format, o.checksOnly)
	o.meter = newMeter(o.stderr)
	report.meter = o.meter
	defer o.meter.clear()
	for _, path := range paths {
		if err := o.path(ctx, loaded, path, report); err != nil {
			return err
		}
	}
	return report.end()
}

// path judges what one path names.
func (o *once) path(ctx context.Context, c config.Config, path string, report *report) error {
	l := layout(c)
	place, err := l.Locate(path)
	switch {
	case err != nil:
		report.lose(path, err, l)
		return nil
	case place.Folder != "":
		return o.folder(ctx, c, place.Folder, report)
	}
	return o.session(ctx, c, place, report)
}

// folder judges every session below a folder; none at all is an error verdict.
func (o *once) folder(ctx context.Context, c config.Config, dir string, report *report) error {
	sessions, err := layout(c).Find(ctx, []string{dir}, c.Watch.Depth)
	if err != nil {
		return err
	}
	if len(sessions) == 0 {
		report.lose(dir, errors.New("no session at or below this folder"), layout(c))
		return nil
	}
	report.several = true
	o.meter.expect(len(sessions))
	for _, dir := range sessions {
		err := o.session(ctx, c, session.Place{Session: dir}, report)
		if ctx.Err() != nil {
			return err
		}
		if err != nil { // the other sessions are judged all the same
			report.failed = true
			o.meter.clear()
			o.tell("%v", err)
		}
	}
	return nil
}

// session judges one round of a session, or all that have an artifact.
func (o *once) session(ctx context.Context, c config.Config, place session.Place, report *report) error {
	progress := newProgress(o.console, o.meter)
	defer progress.end()
	engine, err := build(c, settings{
		checksOnly: o.checksOnly, logger: hclog.NewNullLogger(), budget: pipeline.NewBudget(0),
		asked: progress.asked, answered: progress.answered,
	})
	if err != nil {
		return &exit{exitConfig, err}
	}
	l := engine.judge.Layout
	report.of(place.Session, l)
	o.meter.step(place.Session)
	report.several = report.several || place.Round == ""
	judged := 0
	for _, round := range l.Rounds {
		if place.Round != "" && round.ID != place.Round {
			continue
		}
		outcome, err := engine.judge.Judge(ctx, pipeline.Order{Dir: place.Session, Round: round, Force: o.force, DryRun: o.dryRun, Final: true})
		progress.end()
		switch {
		case errors.Is(err, fs.ErrNotExist): // the session itself
			report.lose(place.Session, err, l)
			return nil
		case errors.Is(err, session.ErrNoArtifact) && place.Round == "":
			continue
		case errors.Is(err, session.ErrNoArtifact):
			report.add(absent(place.Session, round, l))
		case err != nil:
			return fmt.Errorf("%s of %s: %w", round.ID, place.Session, err)
		default:
			report.add(outcome.Verdict)
		}
		judged++
	}
	if judged == 0 {
		report.add(bare(place.Session))
	}
	return nil
}
