package judge

import (
	"cmp"
	"errors"
	"time"

	"discussd/critique"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// RoundStatus is what a look at a round saw, without judging it.
type RoundStatus struct {
	Fingerprint string
	Gone        bool      // there is no artifact
	Written     time.Time // the artifact's mtime: a hint about cost, not about truth
	Judged      bool      // there is a verdict, of whatever bytes
	Fresh       bool      // the verdict is of these bytes, and by whom the judge would ask
	Known       bool      // the verdict is of these bytes, whoever gave it
	Unreviewed  bool      // it is fresh, and no model answered the panel that gave it
	Pending     bool      // a pending mark was there
	Archived    bool      // the session's own status says it is done; only a survey asks
	Failed      bool      // a file in an inbox of which nothing came: dropped again, it is tried again
	Subscribes  string    // absolute path of the artifact that a file in an inbox wants judged whenever it changes
}

// Mark is the state that a pending mark names.
type Mark = verdict.PendingState

// Sighting says what a look at a round leaves behind.
type Sighting struct {
	Mark  Mark      // the state of the pending mark; "" leaves none
	Since time.Time // since when the round has been waiting
	Seen  bool      // a verdict of it was there: where it is gone no mark is left, the whole session may be going
}

// Look compares a round's files with its verdict. Unless they agree, it leaves a
// pending mark, if one is wanted. Of a file in an inbox it tells whether it is
// answered, and leaves no mark.
func (j *Judge) Look(target Target, sighting Sighting) (RoundStatus, error) {
	round := target.Job.Round()
	desk, err := j.sit(target.Dir, "look at "+target.Job.ID())
	if errors.Is(err, session.ErrNoArtifact) {
		return RoundStatus{Gone: true}, nil
	}
	if err != nil {
		return RoundStatus{}, err
	}
	defer desk.Close()
	status, err := j.see(desk, target.Job, true)
	failpoint.Reach(failpoint.Seen)
	if err != nil || target.Job.Kind() != session.OfRound || status.Gone || status.Fresh || sighting.Mark == "" || going(desk, round, sighting.Seen) {
		return status, err
	}
	err = desk.folder.SetPending(round.ID, verdict.Pending{Fingerprint: verdict.Hash(status.Fingerprint), State: sighting.Mark, Since: sighting.Since})
	if err == nil {
		desk.folder.Prepare()
	}
	return status, err
}

// see looks at a round of an open session. Unless it is to be thorough, a round that
// nobody has begun to judge has no fingerprint: there is nothing to compare it with,
// and reading it is most of what a look costs.
func (j *Judge) see(desk *desk, job session.Job, thorough bool) (status RoundStatus, err error) {
	if desk.refused != nil {
		return status, desk.refused
	}
	defer func() { err = cmp.Or(err, desk.folder.Blind()) }()
	if job.Kind() != session.OfRound {
		return j.lookInbox(desk, job)
	}
	round := job.Round()
	v, judged := desk.folder.Verdict(round.ID)
	_, status.Pending = desk.folder.Pending(round.ID)
	status.Judged, status.Written = judged, desk.Written(round)
	if !thorough && !judged && !status.Pending && !status.Written.IsZero() {
		return status, nil
	}
	status.Fingerprint, err = desk.Fingerprint(round)
	if errors.Is(err, session.ErrNoArtifact) {
		status.Gone = true
		return status, nil
	}
	status.Known = err == nil && judged && v.Fresh(status.Fingerprint)
	status.Unreviewed = status.Known && j.Mode != critique.ModeChecks && v.Unreviewed()
	status.Fresh = status.Known && (j.Mode == critique.ModeChecks || v.ByPanel())
	return status, err
}
