package schedule

import (
	"slices"
	"sync"

	"discussd/pipeline/judge"
)

// surveys are the rounds that were found in sessions which nobody has looked at since:
// a session is opened once for all that was found in it until then.
type surveys struct {
	mu      sync.Mutex
	waiting map[survey][]string
}

// survey is a look to be taken, with the judge of the table that knows the rounds.
type survey struct {
	judge   *judge.Judge
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
