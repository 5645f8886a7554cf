package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"discussd/pipeline/handoff"
	"discussd/pipeline/inbox"
	"discussd/pipeline/judge"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// asking finds the request, in a session's inbox, that asks for a round which is
// not configured, and the round as it asks for it. The request is named as
// [session.Layout.Route] names it.
func asking(dir string, l session.Layout, id string) (request string, round session.Round, ok bool) {
	s, err := session.Open(dir, l)
	if err != nil {
		return "", round, false
	}
	defer s.Close()
	for _, job := range s.Inbox(session.OfRequest) {
		file, err := s.Dropped(job)
		if err != nil {
			continue
		}
		if asked, _, err := inbox.Requested(s, l, file); err == nil && asked.ID == id {
			request, round, ok = job.ID(), asked, true
		}
	}
	return request, round, ok
}

// answered is how a request stands. It has no outcome as long as it is not
// answered, or when its artifact has changed since and it wants to know of that.
func answered(s *session.Session, folder *handoff.Folder, l session.Layout, job session.Job) (standing, error) {
	file, err := s.Dropped(job)
	if err != nil {
		return standing{}, fmt.Errorf("%w: %w", session.ErrNoArtifact, err)
	}
	now := standing{bytes: file.SHA256}
	answer, ok := folder.Answered(file.SHA256)
	if !ok || !answer.Holds(file.Path, file.ModTime) {
		return now, nil
	}
	round, isVerdict := handoff.RoundOf(answer.Result)
	if !isVerdict {
		now.file = answer.Result
		return now, nil
	}
	v, ok := folder.Verdict(round)
	if !ok {
		return now, nil
	}
	if asked, r, err := inbox.Requested(s, l, file); err == nil && r.Watch {
		if fingerprint, err := s.Fingerprint(asked); err == nil && !v.Fresh(fingerprint) {
			now.bytes = fingerprint
			return now, nil
		}
	}
	now.verdict = &v
	return now, nil
}

// file adds what came of a request beside a verdict: its path as text, and else
// what it holds.
func (r *report) file(name string) error {
	path := filepath.Join(r.session, filepath.FromSlash(name))
	if r.format != formatJSON && r.format != formatBrief {
		r.printf("%s\n", path)
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if r.format == formatBrief {
		return r.line(json.RawMessage(text)) // which compacts it
	}
	r.values = append(r.values, json.RawMessage(text))
	return nil
}

// unanswered lists the files in a session's inbox that wait for an answer.
func (o *once) unanswered(dir string, kind session.Kind) []session.Job {
	s, err := session.Open(dir, o.engine.judge.Layout)
	if err != nil {
		return nil
	}
	defer s.Close()
	return slices.DeleteFunc(s.Inbox(kind), func(job session.Job) bool {
		sight, err := o.engine.judge.Look(judge.Target{Dir: dir, Job: job}, judge.Sighting{})
		return err != nil || !sight.Pending
	})
}

// request answers one file in the requests inbox.
func (o *once) request(ctx context.Context, dir string, job session.Job, report *report) error {
	o.progress.Begin(job.ID(), dir)
	order := judge.Order{Target: judge.Target{Dir: dir, Job: job}, Awaited: true, Mode: judge.Mode{Repeat: true}, Observer: judge.Observer{Hooks: &o.hooks}}
	if o.force {
		order.Again = judge.Always
	}
	outcome, err := o.engine.judge.Answer(ctx, order)
	o.progress.End()
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
	v, err := carriedOut(ctx, o, dir, job, true)
	switch {
	case err != nil:
		return err
	case v.Round == "":
		return fmt.Errorf("%s of %s: no round that has a verdict goes by that name", job.ID(), dir)
	}
	report.add(v)
	return nil
}

// decisions carries out those that wait in a session, before its rounds are judged, and
// adds the verdicts that come of them where no round of the table will.
func (o *once) decisions(ctx context.Context, dir string, report *report) (added int, err error) {
	for _, job := range o.unanswered(dir, session.OfDecision) {
		v, err := carriedOut(ctx, o, dir, job, false)
		if err != nil {
			return added, err
		}
		if _, configured := o.engine.judge.Layout.Round(v.Round); !configured && v.Round != "" {
			report.add(v)
			added++
		}
	}
	return added, nil
}

func carriedOut(ctx context.Context, o *once, dir string, job session.Job, repeat bool) (verdict.Verdict, error) {
	order := judge.Order{Target: judge.Target{Dir: dir, Job: job}, Mode: judge.Mode{Repeat: repeat}, Observer: judge.Observer{Hooks: &o.hooks}}
	outcome, err := o.engine.judge.Decide(ctx, order)
	if err != nil {
		return outcome.Verdict, fmt.Errorf("%s of %s: %w", job.ID(), dir, err)
	}
	for _, note := range outcome.Notes {
		o.note("%s", note)
	}
	return outcome.Verdict, nil
}
