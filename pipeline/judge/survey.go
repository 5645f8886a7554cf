package judge

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"syscall"

	"discussd/pipeline/bus"
	"discussd/pipeline/failpoint"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

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
	desk, err := j.sit(dir, "survey")
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
		unsaid = cmp.Or(j.abandon(desk), j.tellMissed(desk))
		found = slices.Concat(found, j.begun(desk, found))
	}
	archived := desk.Archived()
	seen = make([]Surveyed, 0, len(found))
	for _, id := range found {
		job, _ := j.Layout.Job(id)
		status, err := j.see(desk, job, false)
		status.Archived = archived
		seen = append(seen, Surveyed{id, status, err})
	}
	return seen, unsaid
}

// abandon ends what a killed daemon was judging and nobody will judge again: its
// request is gone, or its round is not configured any more. It returns [ErrUnsaid] when
// it could not.
func (j *Judge) abandon(desk *desk) (unsaid error) {
	orphans := slices.DeleteFunc(desk.folder.Waiting(), func(round string) bool {
		_, known := j.Layout.Round(round)
		pending, _ := desk.folder.Pending(round)
		return known || pending.State != verdict.Running
	})
	if len(orphans) == 0 {
		return nil
	}
	if orphans = j.unasked(desk, orphans); len(orphans) == 0 {
		return nil
	}
	unlock, err := desk.folder.TryLock()
	if err != nil {
		return ErrUnsaid // somebody is judging
	}
	defer unlock()
	for _, round := range orphans {
		if j.abandonOne(desk, round) != nil {
			unsaid = ErrUnsaid
		}
	}
	return unsaid
}

// unasked are those of some rounds that no file in the inbox asks for and is not answered
// yet. Who cannot see the requests knows of none.
func (j *Judge) unasked(desk *desk, rounds []string) []string {
	for _, job := range desk.Inbox(session.OfRequest) {
		letter, err := desk.Dropped(job)
		if err != nil {
			return nil
		}
		asked, _ := read(letter)
		if status, err := j.lookAt(desk, job, letter); err == nil && status.Fresh {
			continue // nobody goes on with it
		}
		rounds = slices.DeleteFunc(rounds, func(round string) bool { return round == asked.Round })
	}
	return rounds
}

// abandonOne ends a round on the bus and takes its mark away, by which it is known until
// that is said.
func (j *Judge) abandonOne(desk *desk, round string) error {
	if v, judged := desk.folder.Verdict(round); judged {
		j.tellEnd(context.Background(), desk, v)
	} else {
		_, err := desk.bus.Drop(context.Background(), round, bus.Abandoned(bus.Round{Profile: j.Profile, ID: round}))
		j.unsaid(desk, round, err)
		if err != nil && !errors.Is(err, bus.ErrRefused) {
			return ErrUnsaid
		}
	}
	failpoint.Reach(failpoint.Abandoned)
	err := desk.folder.ClearPending(round)
	if err == nil {
		j.Logger.Info("round abandoned, nobody asks for it any more", "session", desk.Dir(), "round", round)
	}
	return err
}

// Abandon ends a round that waited and that the configuration does not have any more,
// unless another daemon is just judging it.
func (j *Judge) Abandon(dir, round string) error {
	desk, err := j.sit(dir, "abandon "+round)
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
		return j.abandon(desk)
	}
	return j.abandonOne(desk, round)
}

// begun lists the rounds that have a verdict or a pending mark, less the known ones.
func (j *Judge) begun(desk *desk, known []string) (rounds []string) {
	for _, round := range j.Layout.Rounds {
		if desk.folder.Begun(round.ID) && !slices.Contains(known, round.ID) {
			rounds = append(rounds, round.ID)
		}
	}
	return rounds
}
