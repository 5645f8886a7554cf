package main

import (
	"context"
	"fmt"
	"slices"

	"discussd/pipeline"
	"discussd/pipeline/session"
)

// unanswered lists the files in a session's inbox that wait for an answer.
func (o *once) unanswered(dir, inbox string) []string {
	s, err := session.Open(dir, o.engine.judge.Layout)
	if err != nil {
		return nil
	}
	defer s.Close()
	return slices.DeleteFunc(s.Inbox(inbox), func(name string) bool {
		sight, err := o.engine.judge.Look(dir, session.Round{ID: name}, pipeline.Sighting{})
		return err != nil || !sight.Pending
	})
}

// request answers one file in the requests inbox.
func (o *once) request(ctx context.Context, place session.Place, report *report) error {
	o.progress.Begin(place.Round, place.Session)
	outcome, err := o.engine.judge.Answer(ctx, pipeline.Order{Dir: place.Session, Round: session.Round{ID: place.Round}, Force: o.force, Hooks: &o.hooks})
	o.progress.End()
	switch {
	case err != nil:
		return fmt.Errorf("%s of %s: %w", place.Round, place.Session, err)
	case outcome.File != "":
		return report.file(outcome.File)
	}
	report.add(outcome.Verdict)
	return nil
}

// decision carries out one file in the decisions inbox, and tells why when it does
// not count.
func (o *once) decision(ctx context.Context, place session.Place, report *report) error {
	outcome, err := o.engine.judge.Decide(ctx, pipeline.Order{Dir: place.Session, Round: session.Round{ID: place.Round}, Hooks: &o.hooks})
	switch {
	case err != nil:
		return fmt.Errorf("%s of %s: %w", place.Round, place.Session, err)
	case outcome.Verdict.Round == "":
		return fmt.Errorf("%s of %s: no round that has a verdict goes by that name", place.Round, place.Session)
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
	for _, name := range o.unanswered(dir, session.Decisions) {
		outcome, err := o.engine.judge.Decide(ctx, pipeline.Order{Dir: dir, Round: session.Round{ID: name}, Once: true, Hooks: &o.hooks})
		if err != nil {
			return added, fmt.Errorf("%s of %s: %w", name, dir, err)
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
