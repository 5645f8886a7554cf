package main

import (
	"context"
	"errors"
	"iter"
	"os"
	"slices"

	"discussd/cmd/discussd/config"
	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// survey reads the state of every session below the roots.
func survey(ctx context.Context, c config.Config, paths []string) (status, error) {
	report := status{Daemons: []presence.Daemon{}, Sessions: []sessionStatus{}, paths: paths}
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
	result := sessionStatus{Session: dir, Layout: l.Name(dir), Watched: watched, Rounds: []roundStatus{}}
	for _, d := range r.Daemons {
		for _, job := range d.Jobs {
			if job.Session == dir && job.Round == "" {
				result.Problem = job.Problem
				return result // whoever looks at it dies as well
			}
		}
	}
	s, err := session.Open(dir, l)
	if err != nil {
		result.Problem = err.Error()
		return result
	}
	defer s.Close()
	folder, err := handoff.Open(s.Root(), reading())
	if err != nil {
		result.Problem = err.Error()
		return result
	}
	defer folder.Close()
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

func (r status) request(s *session.Session, l session.Layout, folder *handoff.Folder, job session.Job) roundStatus {
	result := roundStatus{Round: job.ID(), State: "unanswered", Trend: []float64{}, Suspect: []string{}}
	now, err := answered(s, folder, l, job)
	if err != nil {
		result.Problem = err.Error()
	}
	if now.verdict != nil || now.file != "" {
		result.State = "answered"
	}
	if now.verdict != nil {
		result.judged(*now.verdict)
		result.escalated(s.Dir(), *now.verdict)
	}
	r.job(s, &result)
	return result
}

func (r status) round(s *session.Session, l session.Layout, folder *handoff.Folder, round session.Round, watched bool) roundStatus {
	result := roundStatus{Round: round.ID, State: "unjudged", Trend: []float64{}, Suspect: []string{}}
	v, judged := folder.Verdict(round.ID)
	if judged {
		result.judged(v)
		result.Trend = trend(folder.Past(round.ID))
	}
	if foreign := folder.Foreign(round.ID); foreign != nil {
		result.Problem = "the verdict there does not count: " + foreign.Error()
	}
	fingerprint, err := s.Fingerprint(round)
	pending, isPending := folder.Pending(round.ID)
	switch {
	case errors.Is(err, session.ErrNoArtifact):
		result.State = "missing"
	case err != nil:
		result.State, result.Problem = "unreadable", err.Error()
	case isPending:
		result.State = pendingState(pending.State, watched, folder)
	case judged && v.Fresh(fingerprint):
		result.State, result.Suspect = "fresh", suspect(s, l, v)
		result.escalated(s.Dir(), v)
	case judged:
		result.State = "stale"
	}
	r.job(s, &result)
	return result
}

// pendingState is the state of a round by its mark, which outlives whoever wrote it.
func pendingState(marked verdict.PendingState, watched bool, folder *handoff.Folder) string {
	switch {
	case marked == verdict.Running && folder.Busy():
		return string(marked)
	case !watched:
		return waitingState
	case marked == verdict.Running:
		return string(verdict.Queued)
	}
	return string(marked)
}

func (r *roundStatus) judged(v verdict.Verdict) {
	r.Verdict, r.Average, r.Revision, r.Unreviewed = v.Outcome, v.AverageRating, v.Revision, v.Unreviewed()
	if v.Severity != nil {
		r.Severity = string(*v.Severity)
	}
}

// escalated says how a person answers a verdict that asks for one.
func (r *roundStatus) escalated(dir string, v verdict.Verdict) {
	if v.CoordinatorAction == verdict.CoordinatorAsks {
		r.Decide = verdict.DecisionCommand(dir, v.Round)
	}
}

// job is what a daemon says of a round that it is busy with.
func (r status) job(s *session.Session, round *roundStatus) {
	for _, d := range r.Daemons {
		for _, job := range d.Jobs {
			if job.Session == s.Dir() && job.Round == round.Round {
				round.State, round.Problem, round.Until = string(job.State), job.Problem, job.Until
			}
		}
	}
}

// trend is the averages of the revisions, oldest first: the last word on each
// state of the files.
func trend(past iter.Seq[verdict.Verdict]) []float64 {
	averages, seen := []float64{}, map[verdict.Hash]bool{}
	for v := range past {
		if v.AverageRating != nil && !seen[v.Artifact.Fingerprint] {
			averages = append(averages, *v.AverageRating)
		}
		seen[v.Artifact.Fingerprint] = true
	}
	slices.Reverse(averages)
	return averages
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

// reading is how the commands that judge nothing look at a discussions folder.
func reading() handoff.Options {
	return handoff.Options{Reading: true, Writers: presence.Writers()}
}
