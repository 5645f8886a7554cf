package schedule

import (
	"time"

	"discussd/pipeline/judge"
)

// CatchUp says which rounds without a verdict a starting daemon judges.
type CatchUp struct {
	Within time.Duration         // artifacts written at most this long ago
	Named  func(dir string) bool // sessions that are judged whatever their age or status
}

// wants tells whether a starting daemon judges a round that it finds: always
// what was begun; else what is young enough, or what the user named.
func (c CatchUp) wants(dir string, status judge.RoundStatus, now time.Time) bool {
	switch {
	case status.Pending:
		return true
	case status.Failed:
		return false
	case status.Judged: // an old tree that only the checks have judged costs money
		return !status.Known || !status.Fresh && c.Named != nil && c.Named(dir)
	case status.Gone:
		return false
	}
	return c.worth(dir, status, now)
}

// worth tells whether a round that is found is named or young enough to ask models
// about it.
func (c CatchUp) worth(dir string, status judge.RoundStatus, now time.Time) bool {
	return c.Named != nil && c.Named(dir) || !status.Archived && now.Sub(status.Written) <= c.Within
}
