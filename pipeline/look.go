package pipeline

import (
	"errors"
	"io/fs"
	"time"

	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Sight is what a look at a round saw, without judging it.
type Sight struct {
	Fingerprint string
	Gone        bool      // there is no artifact
	Written     time.Time // the artifact's mtime: a hint about cost, not about truth
	Judged      bool      // there is a verdict, of whatever bytes
	Fresh       bool      // the verdict is of these bytes
	Pending     bool      // a pending mark was there
	Archived    bool      // the session's own status says it is done
}

// Look compares a round's files with its verdict. Unless they agree, it leaves a
// pending mark with the state, and none when the state is "".
func (j *Judge) Look(dir string, round session.Round, state verdict.PendingState, since time.Time) (Sight, error) {
	s, err := session.Open(dir, j.Layout)
	if errors.Is(err, fs.ErrNotExist) {
		return Sight{Gone: true}, nil
	}
	if err != nil {
		return Sight{}, err
	}
	defer s.Close()
	folder, err := handoff.Open(s.Root(), j.Handoff)
	if err != nil {
		return Sight{}, err
	}
	defer folder.Close()
	var sight Sight
	v, judged := folder.Verdict(round.ID)
	_, sight.Pending = folder.Pending(round.ID)
	sight.Judged, sight.Archived = judged, s.Archived()
	sight.Fingerprint, err = s.Fingerprint(round)
	if errors.Is(err, session.ErrNoArtifact) {
		sight.Gone = true
		return sight, nil
	}
	if err != nil {
		return sight, err
	}
	sight.Written = s.Written(round)
	sight.Fresh = judged && v.Fresh(sight.Fingerprint)
	if sight.Fresh || state == "" {
		return sight, nil
	}
	return sight, folder.SetPending(round.ID, verdict.Pending{Fingerprint: verdict.Hash(sight.Fingerprint), State: state, Since: since})
}

// Begun lists the rounds of a session that have a verdict or a pending mark.
func (j *Judge) Begun(dir string) ([]string, error) {
	s, err := session.Open(dir, j.Layout)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	folder, err := handoff.Open(s.Root(), j.Handoff)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	var begun []string
	for _, round := range j.Layout.Rounds {
		if folder.Begun(round.ID) {
			begun = append(begun, round.ID)
		}
	}
	return begun, nil
}

// wants tells whether a starting daemon judges a round that it finds: always
// what was begun; else what is young enough, or what the user named.
func (c CatchUp) wants(dir string, sight Sight, now time.Time) bool {
	switch {
	case sight.Pending:
		return true
	case sight.Judged:
		return !sight.Fresh
	case sight.Gone:
		return false
	case c.Named != nil && c.Named(dir):
		return true
	}
	return !sight.Archived && now.Sub(sight.Written) <= c.Within
}
