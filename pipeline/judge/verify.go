package judge

import (
	"errors"

	"discussd/pipeline/failpoint"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// ErrChanged is why a round's run was given up: its files changed meanwhile.
var ErrChanged = errors.New("the artifact changed while it was judged")

// verify compares a round's files with those that a verdict is on.
func verify(opened *openSession, r judgement, v verdict.Verdict, judged string) (Outcome, error) {
	now, err := opened.Fingerprint(r.round)
	err = failpoint.Fail(failpoint.Compared, err)
	switch {
	case err != nil && !errors.Is(err, session.ErrNoArtifact):
		return Outcome{Verdict: v, Unwritten: true}, err // whether it changed nobody can see now
	case now != judged && !r.Final:
		return Outcome{}, ErrChanged
	}
	return Outcome{Verdict: v, Stale: now != judged}, nil
}
