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
	desk, err := open(&j.Options, dir, "survey")
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
	defer desk.Close()
	if desk.refused == nil {
		desk.folder.Sweep()
		unsaid = cmp.Or(abandon(desk), tellMissed(desk))
		found = slices.Concat(found, begun(desk, found))
	}
	archived := desk.Archived()
	seen = make([]Surveyed, 0, len(found))
	for _, id := range found {
		job, _ := j.Layout.Job(id)
		status, err := see(desk, job, false)
		status.Archived = archived
		seen = append(seen, Surveyed{id, status, err})
	}
	return seen, unsaid
}

// Abandon ends a round that waited and that the configuration does not have any more,
// unless another daemon is just judging it.
func (j *Judge) Abandon(dir, round string) error {
	desk, err := open(&j.Options, dir, "abandon "+round)
	if errors.Is(err, session.ErrNoArtifact) {
		return nil
	}
	if err != nil {
		return err
	}
	defer desk.Close()
	pending, waits := desk.folder.Pending(round)
	if desk.refused != nil || !waits {
		return desk.refused
	}
	if pending.State == verdict.Running {
		return abandon(desk)
	}
	return abandonOne(desk, round)
}

// begun lists the rounds that have a verdict or a pending mark, less the known ones.
func begun(desk *desk, known []string) (rounds []string) {
	for _, round := range desk.options.Layout.Rounds {
		if desk.folder.Begun(round.ID) && !slices.Contains(known, round.ID) {
			rounds = append(rounds, round.ID)
		}
	}
	return rounds
}
