package pipeline

import (
	"cmp"
	"errors"
	"time"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Sight is what a look at a round saw, without judging it.
type Sight struct {
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
	Standing    string    // absolute path of the artifact that a file in an inbox wants judged whenever it changes
}

// Look compares a round's files with its verdict. Unless they agree, it leaves a
// pending mark with the state; with the state "" it leaves none. Of a file in an inbox
// it tells whether it is answered, and leaves no mark.
func (j *Judge) Look(dir string, round session.Round, state verdict.PendingState, since time.Time) (Sight, error) {
	desk, err := j.sit(dir)
	if errors.Is(err, session.ErrNoArtifact) {
		return Sight{Gone: true}, nil
	}
	if err != nil {
		return Sight{}, err
	}
	defer desk.Close()
	sight, err := j.see(desk, round, true)
	if _, _, dropped := session.Dropped(round.ID); err != nil || dropped || sight.Gone || sight.Fresh || state == "" {
		return sight, err
	}
	return sight, desk.folder.SetPending(round.ID, verdict.Pending{Fingerprint: verdict.Hash(sight.Fingerprint), State: state, Since: since})
}

// see looks at a round of an open session. Unless it is to be thorough, a round that
// nobody has begun to judge has no fingerprint: there is nothing to compare it with,
// and reading it is most of what a look costs.
func (j *Judge) see(desk *desk, round session.Round, thorough bool) (sight Sight, err error) {
	if desk.refused != nil {
		return sight, desk.refused
	}
	defer func() { err = cmp.Or(err, desk.folder.Blind()) }()
	if _, _, ok := session.Dropped(round.ID); ok {
		return j.lookInbox(desk, round)
	}
	v, judged := desk.folder.Verdict(round.ID)
	_, sight.Pending = desk.folder.Pending(round.ID)
	sight.Judged, sight.Written = judged, desk.Written(round)
	if !thorough && !judged && !sight.Pending && !sight.Written.IsZero() {
		return sight, nil
	}
	sight.Fingerprint, err = desk.Fingerprint(round)
	if errors.Is(err, session.ErrNoArtifact) {
		sight.Gone = true
		return sight, nil
	}
	sight.Known = err == nil && judged && v.Fresh(sight.Fingerprint)
	sight.Unreviewed = sight.Known && j.Mode != critique.ModeChecks && v.Unreviewed()
	sight.Fresh = sight.Known && (j.Mode == critique.ModeChecks || v.ByPanel())
	return sight, err
}

// wants tells whether a starting daemon judges a round that it finds: always
// what was begun; else what is young enough, or what the user named.
func (c CatchUp) wants(dir string, sight Sight, now time.Time) bool {
	switch {
	case sight.Pending:
		return true
	case sight.Failed:
		return false
	case sight.Judged: // an old tree that only the checks have judged costs money
		return !sight.Known || !sight.Fresh && c.Named != nil && c.Named(dir)
	case sight.Gone:
		return false
	}
	return c.worth(dir, sight, now)
}

// worth tells whether a round that is found is named or young enough to ask models
// about it.
func (c CatchUp) worth(dir string, sight Sight, now time.Time) bool {
	return c.Named != nil && c.Named(dir) || !sight.Archived && now.Sub(sight.Written) <= c.Within
}
