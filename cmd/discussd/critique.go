package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/diagnostic"
	"discussd/cmd/discussd/missing"
	"discussd/cmd/discussd/screen"
	"discussd/cmd/discussd/staged"
	"discussd/critique"
	"discussd/critique/recorded"
	"discussd/internal/text/printable"
	"discussd/pipeline/hook"
	"discussd/pipeline/judge"
	specs "discussd/pipeline/layout"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// once is one `discussd critique`.
type once struct {
	*console
	checksOnly, force, dryRun bool
	staged                    bool
	format                    string
	failOn                    string
	meter                     *screen.Meter
	progress                  *screen.Progress
	engine                    *engine
	hooks                     hook.Queue
	config                    config.Config
	shelf                     *recorded.Shelf   // of recorded answers; nil when tools are asked as they are
	waiting                   []verdict.Verdict // of rounds whose artifact is yet to be written: they count where nothing else does
}

func newCritique(c *console) *cobra.Command {
	o := &once{console: c, format: formatText, failOn: verdict.Bars[0]}
	cmd := &cobra.Command{
		Use:   "critique PATH...",
		Short: "Judge an artifact, or every round of a session, now and without a daemon",
		Long:  about("critique"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.staged && (len(args) > 0 || o.force || o.dryRun) {
				return misused(cmd, errors.New("--staged takes no path, and goes with neither --force nor --dry-run"))
			}
			if len(args) == 0 && !o.staged {
				return misused(cmd, errors.New("name an artifact, a session or a folder of sessions"))
			}
			return o.run(cmd.Context(), args)
		},
	}
	cmd.Flags().BoolVar(&o.checksOnly, "checks-only", false, "start no LLM CLI: the embedded checks judge alone")
	cmd.Flags().BoolVar(&o.force, "force", false, "judge again although the verdict is fresh")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "write nothing")
	cmd.Flags().BoolVar(&o.staged, "staged", false, "let the checks judge what is staged in git")
	cmd.Flags().StringVar(&o.failOn, "fail-on", o.failOn, "least `severity` of a finding that fails the command: "+strings.Join(verdict.Bars[:], ", "))
	formatFlag(cmd, &o.format, formatText, formatReport, formatJSON, formatRDJSON, formatSARIF, formatHTML)
	return cmd
}

// untidy is how many percent of what is kept are thrown away before memory is looked for
// again, by a command that is over in a moment: at the usual 100 that is a sixth of its time.
const untidy = 400

func (o *once) run(ctx context.Context, paths []string) error {
	if !slices.Contains(verdict.Bars[:], o.failOn) {
		return &exit{exitUsage, fmt.Errorf("--fail-on must be %s (got %q)", strings.Join(verdict.Bars[:], ", "), o.failOn)}
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(untidy)
	}
	loaded, _, err := o.load()
	if err != nil {
		return err
	}
	if o.staged {
		o.checksOnly, o.force, o.dryRun = true, true, true
	}
	o.meter = screen.NewMeter(o.stderr)
	defer o.meter.Clear()
	if err := o.open(loaded); err != nil {
		return err
	}
	defer o.hooks.End()
	o.checksOnly = o.checksOnly || loaded.Panel.Mode == string(critique.ModeChecks)
	report := newReport(o.console, o.format)
	report.meter, report.failOn, report.factsOnly = o.meter, o.failOn, o.checksOnly
	report.rules = append(report.rules, loaded.Checks.Own...)
	if o.staged {
		return o.index(ctx, report)
	}
	for _, path := range paths {
		if err := o.path(ctx, path, report); err != nil {
			return err
		}
	}
	for _, v := range o.waiting[:min(1, len(o.waiting))] {
		if len(report.verdicts) == 0 {
			report.add(v)
		}
	}
	return report.end()
}

// index judges the rounds that what is staged in git changes.
func (o *once) index(ctx context.Context, report *report) (err error) {
	tree, err := staged.Checkout(ctx, ".")
	defer func() { err = errors.Join(err, tree.Remove()) }()
	if err != nil {
		return err
	}
	report.base = diagnostic.Base(tree.Dir)
	report.style = screen.StyleOf(o.stdout, report.base)
	var places []session.Place
	for _, path := range tree.Changed {
		dir, round, ok := o.engine.judge.Layout.Route(path)
		place := session.Place{Session: dir, Round: round}
		if _, artifact := o.engine.judge.Layout.Round(round); !ok || !artifact || slices.Contains(places, place) || !held(place, o.engine.judge.Layout) {
			continue
		}
		places = append(places, place)
	}
	for _, place := range places {
		if err := o.session(ctx, place, report); err != nil {
			return err
		}
	}
	return report.end()
}

// held tells whether a round has an artifact: a commit may take it away.
func held(place session.Place, l session.Layout) bool {
	_, err := current(place, l)
	return err == nil
}

// open wires the engine that judges every session of the command: what is learned
// of a tool in one holds in the others.
func (o *once) open(c config.Config) (err error) {
	o.config, o.progress = c, screen.NewProgress(o.stderr, o.note, o.meter)
	o.engine, err = build(c, settings{
		checksOnly: o.checksOnly, pauses: o.pauses, logger: hclog.NewNullLogger(),
		asked: o.progress.Asked, answered: o.progress.Answered, shelf: o.shelf,
	})
	if err != nil {
		return &exit{exitConfig, err}
	}
	return nil
}

// path judges what one path names.
func (o *once) path(ctx context.Context, path string, report *report) error {
	l := o.engine.judge.Layout
	place, err := locate(l, path)
	if info, gone := os.Stat(path); gone == nil && info.IsDir() {
		report.several = true
	}
	switch {
	case err != nil:
		if done, plainErr := o.plain(ctx, path, report); done {
			return plainErr
		}
		report.lose(path, err, l)
		return nil
	case place.Folder != "":
		return o.folder(ctx, place.Folder, report)
	case withoutArtifact(l, place):
		if done, err := o.plain(ctx, path, report); done {
			return err
		}
	}
	if other := insteadOf(l, place, path); other != "" {
		o.note("%s: %s of its session is about %s, which is judged in its place", path, place.Round, other)
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
	hints := session.Hints(l, dir, len(sessions) > 0)
	for _, hint := range hints {
		o.note("%s", hint)
	}
	if len(sessions) == 0 {
		if done, err := o.plain(ctx, dir, report); done {
			return err
		}
		if len(hints) == 0 {
			o.note("%s holds no document, and nothing that a layout knows: 'discussd doctor %s' says what is looked for", dir, verdict.ShellWord(dir))
		}
		report.lose(dir, fmt.Errorf("%s: no session at or below this folder", dir), l)
		return nil
	}
	if found := l.Recognised(sessions); found != printable.Counted(len(sessions), specs.Lifecycle, specs.Lifecycle) {
		o.note("sessions found in %s: %s", dir, found)
	}
	for _, remark := range append(session.Contested(l, sessions), session.Misread(l, sessions)...) {
		o.note("%s", remark)
	}
	report.several = true
	o.meter.Expect(len(sessions))
	for _, dir := range sessions {
		err := o.session(ctx, session.Place{Session: dir}, report)
		if ctx.Err() != nil {
			return err
		}
		if err != nil { // the other sessions are judged all the same
			report.failed = true
			o.meter.Clear()
			o.tell("%v", err)
		}
	}
	return nil
}

// session judges one round of a session, or all that have an artifact.
func (o *once) session(ctx context.Context, place session.Place, report *report) error {
	l := o.engine.judge.Layout
	report.of(place.Session, l)
	o.meter.Step(place.Session)
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
	if !o.dryRun && elsewhere(place.Session) {
		return o.theirs(ctx, place, report)
	}
	return o.ours(ctx, place, report)
}

// ours judges one round of a session here, or all that have an artifact.
func (o *once) ours(ctx context.Context, place session.Place, report *report) error {
	l := o.engine.judge.Layout
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
		o.progress.Begin(round.ID, place.Session)
		outcome, err := o.round(ctx, o.engine.judge, place.Session, round)
		o.progress.End()
		switch {
		case errors.Is(err, fs.ErrNotExist): // the session itself
			report.lose(place.Session, err, l)
			return nil
		case errors.Is(err, session.ErrNoArtifact) && place.Round == "":
			if unwritten := (*session.Unwritten)(nil); errors.As(err, &unwritten) {
				o.note("%s of %s waits: %v", round.ID, place.Session, unwritten)
				o.waiting = append(o.waiting, missing.Artifact(generator(), place.Session, round, l))
				judged++
			}
			continue
		case errors.Is(err, session.ErrNoArtifact):
			report.add(missing.Artifact(generator(), place.Session, round, l))
		case err != nil:
			return fmt.Errorf("%s of %s: %w", round.ID, place.Session, err)
		default:
			if o.checksOnly && outcome.Verdict.Mode != critique.ModeChecks && outcome.Verdict.Error == nil {
				o.note("%s of %s: kept the verdict that models gave on these bytes", round.ID, place.Session)
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
		report.add(missing.Session(generator(), place.Session))
	}
	return nil
}

// round judges one round of a session.
func (o *once) round(ctx context.Context, j *judge.Judge, dir string, round session.Round) (judge.Outcome, error) {
	again := judge.WhenUnreviewed
	switch {
	case o.force:
		again = judge.Always
	case o.checksOnly:
		again = judge.WhenOtherChecks
	}
	if o.dryRun {
		return j.Preview(ctx, dir, round, again)
	}
	return j.Judge(ctx, judge.Order{
		Target: judge.Target{Dir: dir, Job: session.RoundJob(round)}, Awaited: true,
		Mode:     judge.Mode{Again: again},
		Resume:   judge.Resume{Final: true},
		Observer: judge.Observer{Hooks: &o.hooks},
	})
}
