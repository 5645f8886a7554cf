package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/missing"
	"discussd/critique"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/handoff"
	"discussd/pipeline/schedule"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// waitPoll is how often wait looks for the verdict. Files are the interface, and
// a look is two small reads.
const waitPoll = 200 * time.Millisecond

// lookEvery is how often wait looks what stands in the way.
const lookEvery = time.Second

// waiter is one `discussd wait`.
type waiter struct {
	*console
	timeout        time.Duration
	session, round string
	orRun          bool
	format         string
}

func newWait(c *console) *cobra.Command {
	w := &waiter{console: c, format: formatText}
	cmd := &cobra.Command{
		Use:   "wait PATH",
		Short: "Wait for the verdict on an artifact's present bytes",
		Long:  about("wait"),
		Args:  arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			loaded, _, err := w.load()
			if err != nil {
				return err
			}
			place, err := w.place(layout(loaded), args)
			if err != nil {
				return misused(cmd, err)
			}
			if w.timeout <= 0 {
				return misused(cmd, fmt.Errorf("--timeout must be positive (got %s)", w.timeout))
			}
			return w.run(cmd.Context(), loaded, place)
		},
	}
	cmd.Flags().DurationVar(&w.timeout, "timeout", 9*time.Minute, "how long to wait; most agents' shells allow 2 to 10 minutes")
	cmd.Flags().StringVar(&w.session, "session", "", "session `folder`, instead of a path")
	cmd.Flags().StringVar(&w.round, "round", "", "round `id`, with --session")
	cmd.Flags().BoolVar(&w.orRun, "or-run", false, "judge here when no daemon watches the session")
	offer(cmd, "round", offerRounds(c))
	offer(cmd, "session", offerSessions(c))
	formatFlag(cmd, &w.format, formatText, formatReport, formatJSON, formatBrief)
	return cmd
}

// place is the session and round that the command line names.
func (w *waiter) place(l session.Layout, args []string) (session.Place, error) {
	switch {
	case len(args) == 1 && w.session == "" && w.round == "":
		place, err := locate(l, args[0])
		if errors.Is(err, fs.ErrNotExist) {
			return place, fmt.Errorf("%s: there is no such file, and no round has its artifact there%s", args[0], meant(args[0]))
		}
		if err != nil {
			return place, err
		}
		if place.Round == "" {
			return place, fmt.Errorf("%s is no artifact of a round: name one, or use --session and --round", args[0])
		}
		return place, nil
	case len(args) == 0 && w.session != "" && w.round != "":
		place, err := locate(l, w.session)
		if errors.Is(err, fs.ErrNotExist) { // it may come yet
			place.Session, err = filepath.Abs(w.session)
		}
		place.Round = w.round
		if err == nil && place.Session == "" {
			err = fmt.Errorf("%s is no session", w.session)
		}
		return place, err
	}
	return session.Place{}, errors.New("name an artifact, or --session and --round")
}

// askedFor is a place whose round is configured, or else the request that asks for it.
func askedFor(place session.Place, l session.Layout) (session.Place, error) {
	if _, known := l.Job(place.Round); known {
		return place, nil
	}
	request, _, ok := asking(place.Session, l, place.Round)
	if !ok {
		return place, &exit{exitUsage, fmt.Errorf("unknown round %q: no request asks for it, and it is not configured (known: %s)", place.Round, l.Known())}
	}
	place.Round = request
	return place, nil
}

func (w *waiter) run(ctx context.Context, loaded config.Config, place session.Place) error {
	l := layout(loaded)
	place, err := askedFor(place, l)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	isRequest := session.KindOf(place.Round) != session.OfRound
	settled, said, doubted := "", false, ""
	obstacle, looked := newObstacle(w.console, loaded, place), time.Time{}
	for {
		now, err := current(place, l)
		switch {
		case errors.Is(err, fs.ErrNotExist) && !errors.Is(err, session.ErrNoArtifact):
			if !said {
				w.tell("there is no session %s%s: waiting for it", place.Session, meant(place.Session))
				said = true
			}
		case errors.Is(err, session.ErrNoArtifact) && isRequest:
			return &exit{exitUsage, fmt.Errorf("there is no %s in %s", place.Round, filepath.Join(place.Session, handoff.Dir))}
		case errors.Is(err, session.ErrNoArtifact):
			if !said {
				w.tell("waiting: %s has no artifact yet (%v)", place.Round, err)
				said = true
			}
		case err != nil:
			return err
		case (now.verdict != nil || now.file != "") && !w.overdue(place, now):
			return w.end(place, l, now)
		case now.bytes != settled:
			settled = now.bytes // not judged yet: waiting says that the writer is done
			if !w.settle(place) && w.orRun {
				return w.judgeHere(ctx, loaded, place)
			}
		}
		if settled != "" && time.Since(looked) >= lookEvery {
			looked = time.Now()
			deadline, _ := ctx.Deadline()
			if held := obstacle.look(); held.After(deadline) {
				return &exit{exitTimeout, fmt.Errorf("no verdict on %s of %s within %s: it is held until %s. Call wait again then", place.Round, place.Session, w.timeout, clock(held))}
			}
		}
		if now.foreign != nil && now.foreign.Error() != doubted {
			doubted = now.foreign.Error()
			w.tell("the verdict there does not count: %v", now.foreign)
		}
		select {
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return w.late(place, obstacle.reason != "")
			}
			return ctx.Err()
		case <-time.After(waitPoll):
		}
	}
}

// standing is how a round stands, or a request.
type standing struct {
	verdict *verdict.Verdict // of the present bytes, nil when there is none
	file    string           // what came of a request beside a verdict, relative to the session
	bytes   string           // the digest of what is to be judged
	foreign error            // why what stands in the place of its verdict does not count
}

// current is how a round stands now; while something is pending it has no verdict.
// The error wraps [fs.ErrNotExist] while there is no session.
func current(place session.Place, l session.Layout) (standing, error) {
	s, folder, done, err := look(place.Session, l)
	if err != nil {
		return standing{}, err
	}
	defer done()
	job, _ := l.Job(place.Round)
	if job.Kind() != session.OfRound {
		return answered(s, folder, l, job)
	}
	round := job.Round()
	fingerprint, err := s.Fingerprint(round)
	if err != nil {
		return standing{}, err
	}
	now := standing{bytes: fingerprint}
	v, ok := folder.Verdict(round.ID)
	now.foreign = folder.Foreign(round.ID)
	if _, pending := folder.Pending(round.ID); ok && v.Fresh(fingerprint) && !pending {
		now.verdict = &v
	}
	return now, nil
}

// elsewhere tells whether a daemon of another user watches a session: he judges there, and
// this user may not be able to write beside him.
func elsewhere(dir string) bool {
	daemons, _ := presence.Watching(dir)
	return slices.ContainsFunc(daemons, func(d presence.Daemon) bool { return d.Socket != "" })
}

// theirs has the daemon of the machine judge a round of a session, or all that have an
// artifact, and reports what it says.
func (o *once) theirs(ctx context.Context, place session.Place, report *report) error {
	if o.force || o.checksOnly && o.config.Panel.Mode != string(critique.ModeChecks) {
		return &exit{exitUsage, fmt.Errorf("the daemon of this machine judges %s, as its configuration says: it takes neither --force nor --checks-only; --dry-run judges here", place.Session)}
	}
	w := &waiter{console: o.console, timeout: 9 * time.Minute}
	ctx, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	l := o.engine.judge.Layout
	o.note("%s is judged by the daemon of this machine", place.Session)
	judged := 0
	for _, round := range l.Rounds {
		if place.Round != "" && round.ID != place.Round {
			continue
		}
		v, err := w.verdictOn(ctx, session.Place{Session: place.Session, Round: round.ID}, l)
		switch {
		case errors.Is(err, session.ErrNoArtifact) && place.Round == "":
			continue
		case errors.Is(err, session.ErrNoArtifact):
			v = missing.Artifact(generator(), place.Session, round, l)
		case err != nil:
			return err
		}
		report.add(v)
		judged++
	}
	if judged == 0 {
		report.add(missing.Session(generator(), place.Session))
	}
	return nil
}

// verdictOn tells the daemon that the writer of a round is done, and waits for the verdict on
// the bytes that are there.
func (w *waiter) verdictOn(ctx context.Context, place session.Place, l session.Layout) (v verdict.Verdict, err error) {
	for settled := ""; ; {
		now, err := current(place, l)
		switch {
		case err != nil:
			return v, err
		case now.verdict != nil && !w.overdue(place, now):
			return *now.verdict, nil
		case now.bytes != settled:
			settled = now.bytes
			w.settle(place)
		}
		select {
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return v, w.late(place, false)
			}
			return v, ctx.Err()
		case <-time.After(waitPoll):
		}
	}
}

// overdue tells whether the verdict that is there is one of the checks alone, and a
// daemon that asks a panel is about to give its own: one that is held back for long is
// not waited for.
func (w *waiter) overdue(place session.Place, now standing) bool {
	if now.verdict == nil || now.verdict.Error != nil || now.verdict.ByPanel() {
		return false
	}
	daemons, _ := presence.Daemons()
	return slices.ContainsFunc(daemons, func(d presence.Daemon) bool {
		return !d.ChecksOnly && slices.ContainsFunc(d.Jobs, func(j schedule.Job) bool {
			return j.Session == place.Session && j.Round == place.Round && j.State != verdict.Held
		})
	})
}

// settle tells the daemons that watch the session that the writer is done, and
// says whether there is one.
func (w *waiter) settle(place session.Place) bool {
	daemons, err := presence.Watching(place.Session)
	if err != nil {
		return false
	}
	for _, d := range daemons {
		if err := d.Settle(place.Session, place.Round); err != nil {
			w.tell("the daemon keeps its quiet window: %v", err)
		}
	}
	return len(daemons) > 0
}

func (w *waiter) judgeHere(ctx context.Context, loaded config.Config, place session.Place) error {
	o := &once{console: w.console}
	if err := o.open(loaded); err != nil {
		return err
	}
	defer o.hooks.End()
	report := newReport(w.console, w.format)
	if err := o.session(ctx, place, report); err != nil {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return w.late(place, false)
		}
		return err
	}
	return report.end()
}

// late is the end of a wait without a verdict; what stood in the way may have been said.
func (w *waiter) late(place session.Place, said bool) error {
	why := ""
	if said {
		why = ", for what stands above"
	}
	return &exit{exitTimeout, fmt.Errorf("no verdict on %s of %s after %s%s. Call wait again to go on waiting", place.Round, place.Session, w.timeout, why)}
}

func (w *waiter) end(place session.Place, l session.Layout, now standing) error {
	report := newReport(w.console, w.format)
	report.of(place.Session, l)
	if now.verdict != nil {
		report.add(*now.verdict)
	} else if err := report.file(now.file); err != nil {
		return err
	}
	return report.end()
}
