package pipeline

import (
	"context"
	"errors"
	"slices"
	"sync"

	"discussd/pipeline/bus"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// Surveyed is what a survey saw of one round.
type Surveyed struct {
	Round string
	Sight
	Err error // why the round could not be looked at
}

// Survey is how a starting daemon looks at a session: at the rounds that were found
// in it ("" is none), and at those that have a verdict or a pending mark, whose files
// may be gone. It leaves no mark and reads only what it must. First it says on the
// message bus what a killed daemon left unsaid. When that fails the error is
// [errUntold], and what was seen is returned all the same.
func (j *Judge) Survey(dir string, found []string) (seen []Surveyed, untold error) {
	found = slices.DeleteFunc(found, func(round string) bool { return round == "" })
	desk, err := j.sit(dir)
	if err != nil {
		for _, round := range found {
			if errors.Is(err, session.ErrNoArtifact) {
				seen = append(seen, Surveyed{Round: round, Sight: Sight{Gone: true}})
			} else {
				seen = append(seen, Surveyed{Round: round, Err: err})
			}
		}
		return seen, nil
	}
	defer desk.Close()
	if desk.refused == nil {
		j.abandon(desk)
		untold = j.tellMissed(desk)
		found = slices.Concat(found, j.begun(desk, found))
	}
	archived := desk.Archived()
	seen = make([]Surveyed, 0, len(found))
	for _, id := range found {
		round, known := j.Layout.Round(id)
		if !known { // a file in an inbox
			round.ID = id
		}
		sight, err := j.see(desk, round, false)
		sight.Archived = archived
		seen = append(seen, Surveyed{id, sight, err})
	}
	return seen, untold
}

// abandon ends what a killed daemon was judging and nobody will judge again: its
// request is gone, or its round is not configured any more.
func (j *Judge) abandon(desk *desk) {
	orphans := slices.DeleteFunc(desk.folder.Waiting(), func(round string) bool {
		_, known := j.Layout.Round(round)
		pending, _ := desk.folder.Pending(round)
		return known || pending.State != verdict.Running
	})
	if len(orphans) == 0 {
		return
	}
	for _, name := range desk.Inbox(session.Requests) {
		letter, err := desk.Letter(name)
		if err != nil {
			return // who cannot see the requests does not know
		}
		asked, _ := read(letter)
		orphans = slices.DeleteFunc(orphans, func(round string) bool { return round == asked.Round })
	}
	unlock, err := desk.folder.TryLock()
	if err != nil {
		return // somebody is judging
	}
	defer unlock()
	for _, round := range orphans {
		_ = j.abandonOne(desk, round) // else the next survey does
	}
}

// abandonOne ends a round on the bus and takes its mark away.
func (j *Judge) abandonOne(desk *desk, round string) error {
	if v, judged := desk.folder.Verdict(round); judged {
		j.tellEnd(context.Background(), desk, v)
	} else {
		_, err := desk.bus.Drop(context.Background(), round, bus.Abandoned(bus.Round{Profile: j.Profile, ID: round}))
		j.unsaid(desk, round, err)
	}
	err := desk.folder.ClearPending(round)
	if err == nil {
		j.Logger.Info("round abandoned, nobody asks for it any more", "session", desk.Dir(), "round", round)
	}
	return err
}

// Abandon ends a round that waited and that the configuration does not have any more,
// unless another daemon is just judging it.
func (j *Judge) Abandon(dir, round string) error {
	desk, err := j.sit(dir)
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
		j.abandon(desk)
		return nil
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

// surveys are the rounds that were found in sessions which nobody has looked at since:
// a session is opened once for all that was found in it until then.
type surveys struct {
	mu      sync.Mutex
	waiting map[survey][]string
}

// survey is a look to be taken, with the judge of the table that knows the rounds.
type survey struct {
	judge   *Judge
	session string
}

// add notes a round, and reports whether it is the first of its survey.
func (s *surveys) add(of survey, round string) (first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting == nil {
		s.waiting = map[survey][]string{}
	}
	rounds := s.waiting[of]
	if !slices.Contains(rounds, round) {
		s.waiting[of] = append(rounds, round)
	}
	return len(rounds) == 0
}

// take returns the rounds of a survey that begins: what is found from now on is for
// another one.
func (s *surveys) take(of survey) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	rounds := s.waiting[of]
	if delete(s.waiting, of); len(s.waiting) == 0 {
		s.waiting = nil // lets go of what the start-up has made large
	}
	return rounds
}
