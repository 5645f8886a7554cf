package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"discussd/critique"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Judge judges rounds of sessions, one call a round. The daemon and the one-shot
// command use the same.
type Judge struct{ Options }

// Order is one round to be judged.
type Order struct {
	Dir     string                   // the session folder
	Round   session.Round            // one of the layout's
	Queued  time.Duration            // how long it waited
	Force   bool                     // also when its verdict is fresh
	Improve bool                     // also when its verdict is fresh, and then only for one that rests on more than the checks
	DryRun  bool                     // writes nothing
	Final   bool                     // finishes although the files change meanwhile
	Ready   *verdict.Verdict         // of an earlier try, over these very bytes, that could not be written
	Started func(fingerprint string) // told which bytes are judged, when judging begins; may be nil
}

// Outcome is what came of an order.
type Outcome struct {
	Verdict   verdict.Verdict
	Unwritten bool // the verdict is ready, and the error says why it could not be written
	Skipped   bool // the verdict on disk was fresh; nobody was asked
	Stale     bool // the files changed while a final run judged the earlier bytes
}

// Judge judges one round and drops its outcome. It returns an error wrapping
// [session.ErrNoArtifact] when there is nothing to judge (an earlier verdict is
// then moved to history), [ErrChanged] when the files changed meanwhile,
// [ErrHeld] when the budget is used up, [handoff.ErrRefused] when the
// discussions folder must not be written to, and the context's cause.
func (j *Judge) Judge(ctx context.Context, order Order) (Outcome, error) {
	s, err := session.Open(order.Dir, j.Layout)
	if errors.Is(err, fs.ErrNotExist) {
		return Outcome{}, fmt.Errorf("%w: %w", session.ErrNoArtifact, err)
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("open session: %w", err)
	}
	defer s.Close()
	folder, err := handoff.Open(s.Root(), j.Handoff)
	if err != nil && !order.DryRun {
		return Outcome{}, err
	}
	defer folder.Close()
	if outcome, done, err := j.known(s, folder, order); done {
		return outcome, err
	}
	if !order.DryRun {
		unlock, err := folder.Lock(ctx)
		if err != nil {
			return Outcome{}, err
		}
		defer unlock()
		// Whoever held the lock until now may have judged these very bytes.
		if outcome, done, err := j.known(s, folder, order); done {
			return outcome, err
		}
		if err := folder.Writable(order.Round.ID); err != nil {
			return Outcome{}, err
		}
	}
	if ready := order.Ready; ready != nil {
		if now, err := s.Fingerprint(order.Round); err == nil && ready.Fresh(now) {
			return j.commit(folder, *ready)
		}
	}
	if wait := j.Budget.take(time.Now()); wait > 0 {
		return Outcome{}, &heldError{wait}
	}
	return j.judge(ctx, s, folder, order)
}

// known settles what needs no critique: an artifact that is gone, and bytes that
// are judged already.
func (j *Judge) known(s *session.Session, folder *handoff.Folder, order Order) (outcome Outcome, done bool, err error) {
	fingerprint, err := s.Fingerprint(order.Round)
	if errors.Is(err, session.ErrNoArtifact) && !order.DryRun {
		if retired, failed := folder.Retire(order.Round.ID); failed != nil {
			err = failed
		} else if retired {
			j.Logger.Info("artifact is gone, verdict moved to history", "session", order.Dir, "round", order.Round.ID)
		}
	}
	if err != nil {
		return Outcome{}, true, err
	}
	v, ok := folder.Verdict(order.Round.ID)
	if !ok || !v.Fresh(fingerprint) || order.Force || order.Improve && v.Basis == critique.BasisChecks {
		return Outcome{}, false, nil
	}
	if !order.DryRun {
		err = folder.ClearPending(order.Round.ID)
	}
	return Outcome{Verdict: v, Skipped: true}, true, err
}

// judge reads, checks, asks the panel and commits.
func (j *Judge) judge(ctx context.Context, s *session.Session, folder *handoff.Folder, order Order) (Outcome, error) {
	log := j.Logger.With("session", order.Dir, "round", order.Round.ID)
	started := time.Now()
	snapshot, err := s.Read(order.Round)
	if err != nil {
		return Outcome{}, err
	}
	if order.Started != nil {
		order.Started(snapshot.Fingerprint)
	}
	pending := verdict.Pending{Fingerprint: verdict.Hash(snapshot.Fingerprint), State: verdict.Running, Since: started}
	if !order.DryRun {
		// Where this cannot be written the verdict could not either: nobody is asked.
		if err := folder.SetPending(order.Round.ID, pending); err != nil {
			return Outcome{}, fmt.Errorf("mark the round: %w", err)
		}
	}
	past := folder.Past(order.Round.ID)
	c := j.open(order, snapshot, past, started)
	subject := j.subject(s, snapshot, past)
	report := j.Critic.Check(ctx, subject)
	c.ChecksTook = time.Since(started)
	if !order.DryRun {
		if err := folder.SetChecks(order.Round.ID, verdict.NewChecks(c, report)); err != nil {
			log.Warn("checks not written", "error", err)
		}
	}
	log.Info("round started", "artifact", snapshot.Artifact.Path, "perspectives", order.Round.Perspectives, "findings", len(report.Findings))

	v, result, err := j.critique(ctx, order, c, snapshot, subject, report)
	judgedBefore := len(past) > 0 && past[0].Fresh(snapshot.Fingerprint)
	if err != nil {
		if judgedBefore && !order.DryRun { // the verdict on disk is still that of these bytes
			err = errors.Join(err, folder.ClearPending(order.Round.ID))
		}
		return Outcome{}, err
	}
	outcome := Outcome{Verdict: v}
	if now, err := s.Fingerprint(order.Round); err != nil || now != snapshot.Fingerprint {
		if !order.Final {
			return Outcome{}, ErrChanged
		}
		outcome.Stale = true
	}
	if order.DryRun {
		return outcome, nil
	}
	if order.Improve && v.Basis == critique.BasisChecks && judgedBefore {
		log.Info("round keeps its verdict, no tool answered")
		return Outcome{Verdict: past[0], Skipped: true}, folder.ClearPending(order.Round.ID) // nothing gained
	}
	if err := folder.KeepRaw(order.Round.ID, result.Opinions); err != nil {
		log.Warn("raw answers not kept", "error", err)
	}
	committed, err := j.commit(folder, v)
	committed.Stale = outcome.Stale
	return committed, err
}

// commit writes a verdict that is ready, also when the context has ended: the
// answers are paid for.
func (j *Judge) commit(folder *handoff.Folder, v verdict.Verdict) (Outcome, error) {
	written, err := folder.Commit(v)
	if err != nil {
		return Outcome{Verdict: v, Unwritten: true}, err
	}
	if written.Record == nil {
		j.Logger.Warn("verdict written without its record", "session", v.Session, "round", v.Round, "notes", written.Notes)
	}
	return Outcome{Verdict: written}, nil
}

// critique turns the subject into a verdict: an error verdict when the artifact
// cannot be judged.
func (j *Judge) critique(ctx context.Context, order Order, c verdict.Case, snapshot session.Snapshot, subject critique.Subject, report critique.Report) (verdict.Verdict, critique.Result, error) {
	if problem := snapshot.Artifact.Problem; problem != nil {
		c.FinishedAt = time.Now()
		return verdict.NewError(c, report, verdict.ErrorCode(problem.Code), problem.Message), critique.Result{}, nil
	}
	var perspectives []critique.Perspective
	for _, name := range order.Round.Perspectives {
		perspectives = append(perspectives, j.Perspectives[name])
	}
	result, err := j.Critic.Judge(ctx, subject, perspectives, report)
	c.FinishedAt = time.Now()
	switch {
	case errors.Is(err, critique.ErrNoRating):
		c.Notes = append(c.Notes, result.Notes...)
		return verdict.NewError(c, report, verdict.NoRating, "no tool answered and no check applies to this artifact"), result, nil
	case err != nil:
		return verdict.Verdict{}, result, err
	}
	return verdict.New(c, report, result), result, nil
}

// open describes the round for the verdict.
func (j *Judge) open(order Order, snapshot session.Snapshot, past []verdict.Verdict, started time.Time) verdict.Case {
	c := verdict.Case{
		Round: order.Round.ID, Label: order.Round.Label, Session: filepath.Base(order.Dir), Profile: j.Profile,
		Revision: 1, Role: order.Round.Caller, Task: order.Round.Task, Final: order.Round.Final,
		Artifact: file(snapshot.Artifact), Fingerprint: snapshot.Fingerprint,
		PolicySHA256: j.PolicySHA256, Generator: j.Generator, Queued: order.Queued, StartedAt: started,
	}
	for _, m := range snapshot.Members {
		c.Members = append(c.Members, file(m))
	}
	if snapshot.Context != nil && slices.ContainsFunc(order.Round.Perspectives, j.comparesWithContext) {
		f := file(*snapshot.Context)
		c.Context = &f
	}
	for i, v := range past {
		if i == 0 {
			c.Revision = v.Revision + 1
		}
		if v.Outcome != verdict.Failed {
			c.Previous = &v
			break
		}
	}
	return c
}

func (j *Judge) comparesWithContext(perspective string) bool {
	return slices.Contains(j.Perspectives[perspective].Reports, critique.ReportMissingRequirements)
}

func (j *Judge) subject(s *session.Session, snapshot session.Snapshot, past []verdict.Verdict) critique.Subject {
	subject := critique.Subject{
		Round: snapshot.Round.ID, Label: snapshot.Round.Label, Final: snapshot.Round.Final,
		Artifact: document(snapshot.Artifact), Language: j.Language,
		PriorHigh: priorHigh(past, snapshot.Fingerprint), Exists: s.Exists,
	}
	for _, m := range snapshot.Members {
		subject.Members = append(subject.Members, document(m))
	}
	for _, d := range snapshot.Documents {
		subject.Session = append(subject.Session, document(d))
	}
	if snapshot.Context != nil && snapshot.Context.Problem == nil {
		d := document(*snapshot.Context)
		subject.Context = &d
	}
	return subject
}

// priorHigh counts the consecutive HIGH verdicts before this one, latest first,
// each over other bytes. Error verdicts do not count, any other one ends the row.
func priorHigh(past []verdict.Verdict, fingerprint string) int {
	seen := map[string]bool{fingerprint: true}
	for _, v := range past {
		switch {
		case v.Outcome == verdict.Failed:
		case !v.BlockedAt(critique.High):
			return len(seen) - 1
		default:
			seen[string(v.Artifact.Fingerprint)] = true
		}
	}
	return len(seen) - 1
}

// file names a file's bytes; a file whose bytes could not be had has no digest.
func file(f session.File) verdict.File {
	v := verdict.File{Path: f.Path, Bytes: f.Bytes}
	if f.Content != nil {
		v.SHA256 = verdict.Hash(f.SHA256)
	}
	return v
}

func document(f session.File) critique.Document {
	d := critique.Document{Path: f.Path, Content: f.Content}
	if f.Problem != nil {
		d.Problem = f.Problem.Message
	}
	return d
}
