package judge

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"discussd/critique"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/inbox"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// RoundStatus is what a look at a round saw, without judging it.
type RoundStatus struct {
	Fingerprint string
	Gone        bool      // there is no artifact
	Written     time.Time // the artifact's mtime: a hint about cost, not about truth
	Judged      bool      // there is a verdict, of whatever bytes
	Fresh       bool      // the verdict is of these bytes, and by those that the judge would ask
	Known       bool      // the verdict is of these bytes, by anyone
	Unreviewed  bool      // it is fresh, and no model answered the panel that gave it
	Pending     bool      // a pending mark was there
	Archived    bool      // the session's own status says it is done; only a survey asks
	Failed      bool      // a file in an inbox of which nothing came: dropped again, it is tried again
	Subscribes  string    // absolute path of the artifact that a file in an inbox wants judged whenever it changes
}

// Sighting says what a look at a round leaves behind.
type Sighting struct {
	Mark  verdict.PendingState // the state of the pending mark; "" leaves none
	Since time.Time            // since when the round has been waiting
	Seen  bool                 // a verdict of it was there: where it is gone no mark is left, the whole session may be going
}

// Look compares a round's files with its verdict. Unless they agree, it leaves a
// pending mark, if one is wanted. Of a file in an inbox it tells whether it is
// answered, and leaves no mark.
func (j *Judge) Look(target Target, sighting Sighting) (RoundStatus, error) {
	round := target.Job.Round()
	opened, err := open(&j.Options, target.Dir, "look at "+target.Job.ID())
	if errors.Is(err, session.ErrNoArtifact) {
		return RoundStatus{Gone: true}, nil
	}
	if err != nil {
		return RoundStatus{}, err
	}
	defer opened.Close()
	status, err := see(opened, target.Job, true)
	failpoint.Reach(failpoint.Seen)
	if err != nil || target.Job.Kind() != session.OfRound || status.Gone || status.Fresh || sighting.Mark == "" || going(opened, round, sighting.Seen) {
		return status, err
	}
	if err = markWaiting(opened, round, status.Fingerprint, sighting); err == nil {
		opened.folder.Prepare()
	}
	return status, err
}

// markWaiting leaves the mark of a round that waits. A look holds no lock: another daemon
// may have judged these very bytes since, and taken the mark away that it left. Then this
// one, which nobody would take away, goes as well.
func markWaiting(opened *openSession, round session.Round, fingerprint string, sighting Sighting) error {
	mark := verdict.Pending{Fingerprint: verdict.Hash(fingerprint), State: sighting.Mark, Since: sighting.Since}
	if err := opened.folder.SetPending(round.ID, mark); err != nil {
		return err
	}
	v, judged := opened.folder.Verdict(round.ID)
	if !judged || !v.Fresh(fingerprint) || !opened.serves(v) {
		return nil
	}
	left, there := opened.folder.Pending(round.ID)
	if !there || left.State != mark.State || left.Fingerprint != mark.Fingerprint {
		return nil
	}
	return opened.folder.ClearPending(round.ID)
}

// see looks at a round of an open session. Unless it is to be thorough, a round that
// nobody has begun to judge has no fingerprint: there is nothing to compare it with,
// and reading it is most of what a look costs.
func see(opened *openSession, job session.Job, thorough bool) (status RoundStatus, err error) {
	if opened.refused != nil {
		return status, opened.refused
	}
	defer func() { err = cmp.Or(err, opened.folder.Unread()) }()
	if job.Kind() != session.OfRound {
		return lookAtInbox(opened, job)
	}
	round := job.Round()
	v, judged := opened.folder.Verdict(round.ID)
	_, status.Pending = opened.folder.Pending(round.ID)
	status.Judged, status.Written = judged, opened.Written(round)
	if !thorough && !judged && !status.Pending && !status.Written.IsZero() {
		return status, nil
	}
	status.Fingerprint, err = opened.Fingerprint(round)
	if errors.Is(err, session.ErrNoArtifact) {
		status.Gone = true
		return status, nil
	}
	status.Known = err == nil && judged && v.Fresh(status.Fingerprint)
	status.Unreviewed = status.Known && opened.options.Mode != critique.ModeChecks && v.Unreviewed()
	status.Fresh = status.Known && opened.serves(v)
	return status, err
}

// serves tells whether a verdict was given by those that the judge would ask.
func (d *openSession) serves(v verdict.Verdict) bool {
	return d.options.Mode == critique.ModeChecks || v.ByPanel()
}

// lookAtInbox says what is to be done about a file in an inbox.
func lookAtInbox(opened *openSession, job session.Job) (RoundStatus, error) {
	dropped, err := opened.Dropped(job)
	if errors.Is(err, fs.ErrNotExist) {
		return RoundStatus{Gone: true}, nil
	}
	if err != nil {
		return RoundStatus{}, err
	}
	return lookAtDropped(opened, job, dropped)
}

// lookAtDropped says what is to be done about a file in an inbox that has been read.
func lookAtDropped(opened *openSession, job session.Job, dropped session.File) (RoundStatus, error) {
	answer, answered := opened.folder.Answered(dropped.SHA256)
	if !answered {
		return RoundStatus{Pending: true, Written: dropped.ModTime}, nil
	}
	again := !answer.Holds(dropped.Path, dropped.ModTime)
	status := RoundStatus{Judged: true, Fresh: !again, Failed: again, Written: dropped.ModTime}
	if job.Kind() != session.OfRequest {
		return status, nil
	}
	asked, r, err := inbox.Requested(opened.Session, opened.options.Layout, dropped)
	if err != nil || !r.Watch {
		return status, nil
	}
	status.Subscribes = filepath.Join(opened.Dir(), opened.SpecDir(), asked.Artifacts[0])
	v, judged := opened.folder.Verdict(asked.ID)
	fingerprint, err := opened.Fingerprint(asked)
	switch {
	case errors.Is(err, session.ErrNoArtifact): // a verdict on what is gone goes to history
		status.Fresh = !judged || v.Error != nil
	case err != nil:
		return RoundStatus{}, err
	default:
		status.Fresh = judged && v.Fresh(fingerprint)
	}
	status.Failed = status.Failed && status.Fresh // without an artifact it fails again
	return status, nil
}
