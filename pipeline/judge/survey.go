package judge

import (
	"cmp"
	"errors"
	"slices"
	"syscall"

	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// ErrUnsaid says that a session's message bus lacks the end of a round.
var ErrUnsaid = errors.New("not everything is said on the message bus")

// Surveyed is what a survey saw of one round.
type Surveyed struct {
	Round string
	RoundStatus
	Err error // why the round could not be looked at
}

// Survey is how a starting daemon looks at a session: at the rounds that were found
// in it ("" is none), and at those that have a verdict or a pending mark, whose files
// may be gone. It leaves no mark and reads only what it must. First it says on the
// message bus what a killed daemon left unsaid. When that fails, or the session cannot
// be opened for now, the error is [ErrUnsaid]: it wants another survey. What was seen is
// returned all the same.
func (j *Judge) Survey(dir string, found []string) (seen []Surveyed, unsaid error) {
	found = slices.DeleteFunc(found, func(round string) bool { return round == "" })
	opened, err := open(&j.Options, dir, "survey")
	if err != nil {
		for _, round := range found {
			if errors.Is(err, session.ErrNoArtifact) {
				seen = append(seen, Surveyed{Round: round, RoundStatus: RoundStatus{Gone: true}})
			} else {
				seen = append(seen, Surveyed{Round: round, Err: err})
			}
		}
		if !errors.Is(err, session.ErrNoArtifact) && !errors.Is(err, handoff.ErrRefused) && !errors.Is(err, syscall.ENOTDIR) {
			unsaid = ErrUnsaid
		}
		return seen, unsaid
	}
	defer opened.Close()
	if opened.refused == nil {
		opened.folder.Sweep()
		unsaid = cmp.Or(abandon(opened), tellMissed(opened))
		found = slices.Concat(found, begun(opened, found))
	}
	archived := opened.Archived()
	seen = make([]Surveyed, 0, len(found))
	for _, id := range found {
		job, _ := j.Layout.Job(id)
		status, err := see(opened, job, false)
		status.Archived = archived
		seen = append(seen, Surveyed{id, status, err})
	}
	return seen, unsaid
}

// Abandon ends a round that waited and that the configuration does not have any more,
// unless another daemon is just judging it.
func (j *Judge) Abandon(dir, round string) error {
	opened, err := open(&j.Options, dir, "abandon "+round)
	if errors.Is(err, session.ErrNoArtifact) {
		return nil
	}
	if err != nil {
		return err
	}
	defer opened.Close()
	pending, waits := opened.folder.Pending(round)
	if opened.refused != nil || !waits {
		return opened.refused
	}
	if pending.State == verdict.Running {
		return abandon(opened)
	}
	return abandonOne(opened, round)
}

// begun lists the rounds that have a verdict or a pending mark, less the known ones.
func begun(opened *openSession, known []string) (rounds []string) {
	for _, round := range opened.options.Layout.Rounds {
		if opened.folder.Begun(round.ID) && !slices.Contains(known, round.ID) {
			rounds = append(rounds, round.ID)
		}
	}
	return rounds
}
