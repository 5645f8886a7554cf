package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/critique"
	"discussd/pipeline"
	"discussd/pipeline/hook"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// once is one `discussd critique`.
type once struct {
	*console
	checksOnly, force, dryRun bool
	format                    string
	failOn                    string
	meter                     *meter
	progress                  *progress
	engine                    *engine
	hooks                     hook.Queue
	config                    config.Config
}

func newCritique(c *console) *cobra.Command {
	o := &once{console: c, format: formatText, failOn: verdict.Bars[0]}
	cmd := &cobra.Command{
		Use:   "critique PATH...",
		Short: "Judge an artifact, or every round of a session, now and without a daemon",
		Long: `critique judges what a path names: an artifact's round, or every round of a
session, of a folder of sessions or of a project. It writes the same files as the
daemon. Exit codes are those of the verdict that was written or found: 0 reached or
blocked LOW, 2 blocked HIGH, 3 blocked MEDIUM, 4 error verdict; of several rounds
the worst of 4, 2, 3, 0.

With --checks-only no model is asked: a HIGH finding blocks HIGH, everything else is
reached. It never replaces what a panel said of the same bytes. --fail-on moves the
bar of the exit code: "medium" and "low" end with 3 also when a finding of that
severity stands beside a verdict that lets the round pass, "never" ends with 0
whatever blocks.

A path may also be a file in discussions/requests/, which is answered, or in
discussions/decisions/, which is carried out. Of a session, decisions that wait are
carried out first, and requests that wait are answered last.

rdjson (Reviewdog Diagnostic Format) and sarif (SARIF 2.1.0) hold what the checks
found, one result a place, of all sessions in one document.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused(cmd, errors.New("name an artifact, a session or a folder of sessions"))
			}
			return o.run(cmd.Context(), args)
		},
	}
	cmd.Flags().BoolVar(&o.checksOnly, "checks-only", false, "start no LLM CLI: the embedded checks judge alone")
	cmd.Flags().BoolVar(&o.force, "force", false, "judge again although the verdict is fresh")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "write nothing")
	cmd.Flags().StringVar(&o.failOn, "fail-on", o.failOn, "least `severity` of a finding that fails the command: "+strings.Join(verdict.Bars[:], ", "))
	formatFlag(cmd, &o.format, formatText, formatReport, formatJSON, formatRDJSON, formatSARIF)
	return cmd
}

func (o *once) run(ctx context.Context, paths []string) error {
	if !slices.Contains(verdict.Bars[:], o.failOn) {
		return &exit{exitUsage, fmt.Errorf("--fail-on must be %s (got %q)", strings.Join(verdict.Bars[:], ", "), o.failOn)}
	}
	loaded, _, err := o.load()
	if err != nil {
		return err
	}
	o.meter = newMeter(o.stderr)
	defer o.meter.clear()
	if err := o.open(loaded); err != nil {
		return err
	}
	defer o.hooks.End()
	o.checksOnly = o.checksOnly || loaded.Panel.Mode == string(critique.ModeChecks)
	report := newReport(o.console, o.format)
	report.meter, report.failOn, report.factsOnly = o.meter, o.failOn, o.checksOnly
	for _, path := range paths {
		if err := o.path(ctx, path, report); err != nil {
			return err
		}
	}
	return report.end()
}

// open wires the engine that judges every session of the command: what is learned
// of a tool in one holds in the others.
func (o *once) open(c config.Config) (err error) {
	o.config, o.progress = c, newProgress(o.console, o.meter)
	o.engine, err = build(c, settings{
		checksOnly: o.checksOnly, pause: o.pauses.tool, logger: hclog.NewNullLogger(),
		asked: o.progress.asked, answered: o.progress.answered,
	})
	if err != nil {
		return &exit{exitConfig, err}
	}
	return nil
}

// path judges what one path names.
func (o *once) path(ctx context.Context, path string, report *report) error {
	l := o.engine.judge.Layout
	place, err := l.Locate(path)
	switch {
	case err != nil:
		report.lose(path, err, l)
		return nil
	case place.Folder != "":
		return o.folder(ctx, place.Folder, report)
	}
	return o.session(ctx, place, report)
}

// folder judges every session below a folder; none at all is an error verdict.
func (o *once) folder(ctx context.Context, dir string, report *report) error {
	l := o.engine.judge.Layout
	sessions, err := l.Find(ctx, []string{dir}, o.config.Watch.Depth)
	if err != nil {
		return err
	}
	if len(sessions) == 0 {
		report.lose(dir, fmt.Errorf("%s: no session at or below this folder", dir), l)
		return nil
	}
	report.several = true
	o.meter.expect(len(sessions))
	for _, dir := range sessions {
		err := o.session(ctx, session.Place{Session: dir}, report)
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
func (o *once) session(ctx context.Context, place session.Place, report *report) error {
	l := o.engine.judge.Layout
	report.of(place.Session, l)
	o.meter.step(place.Session)
	report.several = report.several || place.Round == ""
	job, _ := l.Job(place.Round)
	switch {
	case job.Kind() != session.OfRound && o.dryRun: // else it would write
		return &exit{exitUsage, fmt.Errorf("%s of %s: --dry-run cannot answer it, as the answer is files", place.Round, place.Session)}
	case job.Kind() == session.OfDecision:
		return o.decision(ctx, place.Session, job, report)
	case job.Kind() == session.OfRequest:
		return o.request(ctx, place.Session, job, report)
	}
	judged := 0
	if place.Round == "" && !o.dryRun {
		decided, err := o.decisions(ctx, place.Session, report)
		if err != nil {
			return err
		}
		judged += decided
	}
	for _, round := range l.Rounds {
		if place.Round != "" && round.ID != place.Round {
			continue
		}
		o.progress.begin(round.ID, place.Session)
		outcome, err := o.round(ctx, place.Session, round)
		o.progress.end()
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
			if o.checksOnly && outcome.Verdict.Mode != critique.ModeChecks && outcome.Verdict.Error == nil {
				o.note("%s of %s: the verdict of a panel stands on these bytes, --checks-only leaves it as it is", round.ID, place.Session)
			}
			report.add(outcome.Verdict)
		}
		judged++
	}
	if place.Round == "" && !o.dryRun {
		for _, job := range o.unanswered(place.Session, session.OfRequest) {
			if err := o.request(ctx, place.Session, job, report); err != nil {
				return err
			}
			judged++
		}
	}
	if judged == 0 {
		report.add(bare(place.Session))
	}
	return nil
}

// round judges one round of a session.
func (o *once) round(ctx context.Context, dir string, round session.Round) (pipeline.Outcome, error) {
	again := pipeline.WhenUnreviewed
	switch {
	case o.force:
		again = pipeline.Always
	case o.checksOnly:
		again = pipeline.WhenOtherChecks
	}
	if o.dryRun {
		return o.engine.judge.Preview(ctx, dir, round, again)
	}
	return o.engine.judge.Judge(ctx, pipeline.Order{
		Target:   pipeline.Target{Dir: dir, Job: session.RoundJob(round)},
		Mode:     pipeline.Mode{Again: again},
		Resume:   pipeline.Resume{Final: true},
		Observer: pipeline.Observer{Hooks: &o.hooks},
	})
}
