package main

import (
	"context"
	"fmt"
	"slices"

	"discussd/pipeline"
	"discussd/pipeline/session"
)

// unanswered lists the files in a session's inbox that wait for an answer.
func (o *once) unanswered(dir string, kind session.Kind) []session.Job {
	s, err := session.Open(dir, o.engine.judge.Layout)
	if err != nil {
		return nil
	}
	defer s.Close()
	return slices.DeleteFunc(s.Inbox(kind), func(job session.Job) bool {
		sight, err := o.engine.judge.Look(pipeline.Target{Dir: dir, Job: job}, pipeline.Sighting{})
		return err != nil || !sight.Pending
	})
}

// request answers one file in the requests inbox.
func (o *once) request(ctx context.Context, dir string, job session.Job, report *report) error {
	o.progress.begin(job.ID(), dir)
	order := pipeline.Order{Target: pipeline.Target{Dir: dir, Job: job}, Mode: pipeline.Mode{Repeat: true}, Observer: pipeline.Observer{Hooks: &o.hooks}}
	if o.force {
		order.Again = pipeline.Always
	}
	outcome, err := o.engine.judge.Answer(ctx, order)
	o.progress.end()
	switch {
	case err != nil:
		return fmt.Errorf("%s of %s: %w", job.ID(), dir, err)
	case outcome.File != "":
		return report.file(outcome.File)
	}
	report.add(outcome.Verdict)
	return nil
}

// decision carries out one file in the decisions inbox, and tells why when it does
// not count.
func (o *once) decision(ctx context.Context, dir string, job session.Job, report *report) error {
	outcome, err := o.engine.judge.Decide(ctx, pipeline.Order{Target: pipeline.Target{Dir: dir, Job: job}, Mode: pipeline.Mode{Repeat: true}, Observer: pipeline.Observer{Hooks: &o.hooks}})
	switch {
	case err != nil:
		return fmt.Errorf("%s of %s: %w", job.ID(), dir, err)
	case outcome.Verdict.Round == "":
		return fmt.Errorf("%s of %s: no round that has a verdict goes by that name", job.ID(), dir)
	}
	for _, note := range outcome.Notes {
		o.note("%s", note)
	}
	report.add(outcome.Verdict)
	return nil
}

// decisions carries out those that wait in a session, before its rounds are judged, and
// adds the verdicts that come of them where no round of the table will.
func (o *once) decisions(ctx context.Context, dir string, report *report) (added int, err error) {
	for _, job := range o.unanswered(dir, session.OfDecision) {
		outcome, err := o.engine.judge.Decide(ctx, pipeline.Order{Target: pipeline.Target{Dir: dir, Job: job}, Observer: pipeline.Observer{Hooks: &o.hooks}})
		if err != nil {
			return added, fmt.Errorf("%s of %s: %w", job.ID(), dir, err)
		}
		for _, note := range outcome.Notes {
			o.note("%s", note)
		}
		if _, configured := o.engine.judge.Layout.Round(outcome.Verdict.Round); !configured && outcome.Verdict.Round != "" {
			report.add(outcome.Verdict)
			added++
		}
	}
	return added, nil
}
