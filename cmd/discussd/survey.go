package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/htmlreport"
	"discussd/cmd/discussd/overview"
	"discussd/internal/text/nearest"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// locate is what a path of a command line names, for every command alike: from the working
// folder, else from a folder above it, the nearest first (the paths in a verdict are those of
// the project's root), else from the folders that running daemons watch and those above them.
// The error wraps [fs.ErrNotExist] where there is nothing of that name in any of them.
func locate(l session.Layout, name string) (session.Place, error) {
	place, err := l.Locate(name)
	if err == nil && place.Session != "" { // by the look of the name, it may be
		_, err := os.Stat(place.Session)
		if err == nil {
			return place, nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return place, err
	}
	if filepath.IsAbs(name) {
		return place, err
	}
	var from []string
	if dir, err := filepath.Abs("."); err == nil {
		from = append(from, filepath.Dir(dir))
	}
	daemons, _ := presence.Daemons() // none that can be seen: none is asked
	for _, d := range daemons {
		from = append(from, d.Roots...)
	}
	for _, dir := range from {
		for ; ; dir = filepath.Dir(dir) {
			if found, failed := l.Locate(filepath.Join(dir, name)); failed == nil && found.Session != "" {
				if _, gone := os.Stat(found.Session); gone == nil {
					return found, nil
				}
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return place, err
}

// meant asks whether a path was meant that is there, where a name is none: " (did you mean
// …?)", and "" where nothing is near.
func meant(name string) string {
	entries, _ := os.ReadDir(filepath.Dir(name)) // none: nothing is near
	var known []string
	for _, entry := range entries {
		known = append(known, entry.Name())
	}
	if near := nearest.Meant(filepath.Base(name), known); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", filepath.Join(filepath.Dir(name), near))
	}
	return ""
}

// survey reads the state of every session below the roots.
func survey(ctx context.Context, c config.Config, paths []string) (status, error) {
	daemons, _ := presence.Daemons() // none that can be seen: none is asked
	report := status{Daemons: append([]presence.Daemon{}, daemons...), Sessions: []sessionStatus{}, paths: paths, detail: len(paths) > 0}
	roots := paths
	if len(paths) == 0 {
		roots = slices.Clone(c.Watch.Roots)
		for _, d := range report.Daemons {
			roots = append(roots, d.Roots...)
		}
	}
	l := layout(c)
	for i, root := range roots {
		if _, err := os.Stat(root); errors.Is(err, fs.ErrNotExist) {
			if place, err := locate(l, root); err == nil && place.Session != "" {
				roots = slices.Concat(roots[:i], []string{place.Session}, roots[i+1:])
			}
		}
	}
	home, _ := os.UserHomeDir() // without one, ~ stays what it is
	roots, err := session.Roots(roots, home)
	if err != nil {
		return report, err
	}
	report.rounds = l.IDs()
	for i, root := range roots {
		if place, err := l.Locate(root); err == nil && place.Session != "" {
			roots[i] = place.Session
		} else {
			report.detail = false
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

// statusOf reads the state of one session.
func statusOf(l session.Layout, dir string) sessionStatus {
	daemons, _ := presence.Daemons() // none that can be seen: none is asked
	return status{Daemons: daemons}.session(l, dir)
}

// session reads the state of one session.
func (r status) session(l session.Layout, dir string) sessionStatus {
	result := r.read(l, dir)
	return sessionStatus{result, result.Summary()}
}

func (r status) read(l session.Layout, dir string) overview.Session {
	watched := slices.ContainsFunc(r.Daemons, func(d presence.Daemon) bool { return d.Watches(dir) })
	result := overview.Session{Path: dir, Layout: l.Name(dir), Watched: watched, Rounds: []overview.Round{}}
	for _, d := range r.Daemons {
		for _, job := range d.Jobs {
			if job.Session == dir && job.Round == "" {
				result.Problem = job.Problem
				return result // reading it may end this process as well
			}
		}
	}
	s, folder, done, err := look(dir, l)
	if err != nil {
		result.Problem = err.Error()
		return result
	}
	defer done()
	for _, round := range l.Rounds {
		if !s.Has(round.ID) {
			continue
		}
		result.Rounds = append(result.Rounds, r.round(s, l, folder, round, watched))
	}
	for _, job := range s.Inbox(session.OfRequest) {
		result.Rounds = append(result.Rounds, r.request(s, l, folder, job))
	}
	return result
}

func (r status) request(s *session.Session, l session.Layout, folder *handoff.Folder, job session.Job) overview.Round {
	result := overview.Round{ID: job.ID(), State: overview.Unanswered, Request: true, Trend: []float64{}, Suspect: []string{}}
	now, err := answered(s, folder, l, job)
	if err != nil {
		result.Problem = err.Error()
	}
	if now.verdict != nil || now.file != "" {
		result.State = overview.Answered
	}
	if now.verdict != nil {
		result.Verdict = overview.Of(*now.verdict)
		spend(&result, *now.verdict, today())
		escalated(&result, s.Dir(), *now.verdict)
	}
	r.job(s, &result)
	return result
}

func (r status) round(s *session.Session, l session.Layout, folder *handoff.Folder, round session.Round, watched bool) overview.Round {
	result := overview.Round{ID: round.ID, State: overview.Unjudged, Trend: []float64{}, Suspect: []string{}}
	v, judged := folder.Verdict(round.ID)
	if judged {
		result.Verdict = overview.Of(v)
		recount(&result, folder.Past(round.ID))
	}
	if foreign := folder.Foreign(round.ID); foreign != nil {
		result.Problem = "the verdict there does not count: " + foreign.Error()
	}
	fingerprint, err := s.Fingerprint(round)
	pending, isPending := folder.Pending(round.ID)
	switch {
	case errors.Is(err, session.ErrNoArtifact):
		result.State = overview.Missing
	case err != nil:
		result.State, result.Problem = overview.Unreadable, err.Error()
	case isPending:
		result.State = pendingState(pending.State, watched, folder)
	case judged && v.Fresh(fingerprint):
		result.State, result.Suspect = overview.Fresh, suspect(s, l, v)
		escalated(&result, s.Dir(), v)
	case judged:
		result.State = overview.Stale
	}
	r.job(s, &result)
	return result
}

// pendingState is the state of a round by its mark, which outlives the process that wrote it.
func pendingState(marked verdict.PendingState, watched bool, folder *handoff.Folder) overview.State {
	switch {
	case marked == verdict.Running && folder.Busy():
		return overview.Running
	case !watched:
		return overview.Waiting
	case marked == verdict.Running:
		return overview.Queued
	}
	return overview.State(marked)
}

// escalated says how a person answers a verdict that asks for one. An error asks as well,
// and nobody can accept it.
func escalated(r *overview.Round, dir string, v verdict.Verdict) {
	if v.CoordinatorAction == verdict.CoordinatorAsks && v.Outcome != verdict.Failed {
		r.Decide = verdict.DecisionCommand(dir, v.Round)
	}
}

// job is what a daemon says of a round that it is busy with.
func (r status) job(s *session.Session, round *overview.Round) {
	for _, d := range r.Daemons {
		for _, job := range d.Jobs {
			if job.Session == s.Dir() && job.Round == round.ID {
				round.State, round.Problem, round.Until, round.Passes = overview.State(job.State), job.Problem, job.Until, job.Budget
			}
		}
	}
}

// recount takes from a round's verdicts, latest first, the averages of the revisions, oldest
// first: the last word on each state of the files. It adds up what today's have cost.
func recount(r *overview.Round, past iter.Seq[verdict.Verdict]) {
	seen, midnight := map[verdict.Hash]bool{}, today()
	for v := range past {
		if v.AverageRating != nil && !seen[v.Artifact.Fingerprint] {
			r.Trend = append(r.Trend, *v.AverageRating)
		}
		seen[v.Artifact.Fingerprint] = true
		spend(r, v, midnight)
	}
	slices.Reverse(r.Trend)
}

// spend adds what a verdict has cost, if it is not older than since.
func spend(r *overview.Round, v verdict.Verdict, since time.Time) {
	if v.Cost.USD == nil || v.FinishedAt.Before(since) {
		return
	}
	if r.Spent == nil {
		r.Spent = new(float64)
	}
	*r.Spent += *v.Cost.USD
}

// today is when the day began, in local time.
func today() time.Time {
	year, month, day := time.Now().Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.Local)
}

// suspect lists the rounds before this one that have changed since it was judged:
// what it says may not hold any more, though its own bytes are the same.
func suspect(s *session.Session, l session.Layout, v verdict.Verdict) []string {
	changed := []string{}
	for _, u := range v.Upstream {
		round, known := l.Round(u.Round)
		fingerprint, err := s.Fingerprint(round)
		unreadable := err != nil && !errors.Is(err, session.ErrNoArtifact) // without an artifact there is none, as perhaps there was none then
		if known && (unreadable || fingerprint != string(u.Fingerprint)) {
			changed = append(changed, u.Round)
		}
	}
	return changed
}

// look opens a session and its discussions folder as the commands that judge nothing do,
// until done. The error wraps [fs.ErrNotExist] while there is no session.
func look(dir string, l session.Layout) (s *session.Session, folder *handoff.Folder, done func(), err error) {
	if s, err = session.Open(dir, l); err != nil {
		return nil, nil, nil, err
	}
	if folder, err = handoff.Open(s.Root(), handoff.Options{Reading: true, Writers: presence.Writers()}); err != nil {
		return nil, nil, nil, errors.Join(err, s.Close())
	}
	return s, folder, func() { folder.Close(); s.Close() }, nil
}

// page is what a page shows of a session, read once more: the verdicts of its rounds, those
// before them, and the bytes that stand there now.
func (s sessionStatus) page(l session.Layout) htmlreport.Session {
	shown := htmlreport.Session{Name: filepath.Base(s.Path), Layout: s.Layout}
	open, folder, done, err := look(s.Path, l)
	if err != nil {
		return shown
	}
	defer done()
	for _, status := range s.Rounds {
		round, known := l.Round(status.ID)
		if !known || status.State == overview.Missing && status.Outcome == "" {
			continue
		}
		r := htmlreport.Round{ID: status.ID, State: string(status.State), Problem: status.Problem, Documents: map[string]string{}}
		if v, judged := folder.Verdict(status.ID); judged {
			r.Verdict, r.Past = &v, slices.Collect(folder.Past(status.ID))
		}
		if snapshot, err := open.Read(round); err == nil {
			for _, file := range snapshot.Documents {
				r.Documents[file.Path] = string(file.Content)
			}
		}
		shown.Rounds = append(shown.Rounds, r)
	}
	return shown
}
