package schedule

import (
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"discussd/pipeline/judge"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// changes are what a watcher tells, and what becomes of it.
type changes struct {
	*rounds
	catchUp  CatchUp
	began    time.Time       // when the dispatcher did
	surveys  surveys         // of sessions that the start-up, or a reload, has found
	passed   map[string]bool // sessions with rounds that the start-up left alone and has not reported yet
	passedAt time.Time       // when the last of them was met
}

// take handles one change: when it is first seen the round is marked, when its
// writer is done it is queued. A change without a round tells of a session that came
// into status and may hold verdicts.
func (c *changes) take(change watcher.Change) {
	if change.Round == "" && change.Found {
		c.find(change.Key)
		return
	}
	if change.Round == "" && change.Settled {
		c.revisit(change.Session)
		return
	}
	if _, known := c.what(change.Key); !known {
		return
	}
	if change.Settled {
		c.remind(change.Key)
	}
	if change.Found {
		c.find(change.Key)
		return
	}
	j := c.job(change.Key, change.At)
	j.found, j.writing = false, !change.Settled
	switch {
	case j.writing && j.state == verdict.Running:
		c.check(change.Key)
	case j.writing:
		if j.state == verdict.Settling { // its end will be told
			delete(c.waiting, change.Key)
		}
		c.look(change.Key, verdict.Settling, func(status judge.RoundStatus, err error) {
			if j := c.jobs[change.Key]; j != nil {
				j.seen = j.seen || !status.Gone
				j.marked = err == nil && status.Fingerprint != "" && !status.Fresh
			}
		})
	case j.state == verdict.Running:
		j.again = true
	case j.marked && !c.full(change.Session): // a mark must go, whatever another look sees
		c.enqueue(change.Key, j)
	default:
		c.settle(change.Key)
	}
}

// remind looks again at the requests that subscribe in a session.
func (c *changes) remind(changed watcher.Key) {
	for _, key := range c.subscriptions.of(changed.Session) {
		if key != changed {
			c.settle(key)
		}
	}
}

// find handles a round that was there when the daemon, or after a reload another
// watcher, started.
func (c *changes) find(key watcher.Key) {
	of := survey{c.judge, key.Session}
	if !c.surveys.add(of, key.Round) {
		return
	}
	c.survey(of, func() []string { return c.surveys.take(of) }, c.surveyed)
}

// revisit looks for verdicts on artifacts that are gone. Those that are there have
// changes of their own.
func (c *changes) revisit(session string) {
	c.survey(survey{c.judge, session}, func() []string { return nil }, func(key watcher.Key, status judge.RoundStatus, err error) {
		if status.Gone && c.jobs[key] == nil {
			c.surveyed(key, status, err)
		}
	})
}

// retell surveys every session again whose time has come.
func (c *changes) retell(now time.Time) {
	for _, session := range slices.Sorted(maps.Keys(c.unsaid)) {
		if !c.unsaid[session].at.After(now) {
			c.unsaid.again(session, now)
			c.revisit(session)
		}
	}
}

// surveyed queues a round that was found, if it is to be judged.
func (c *changes) surveyed(key watcher.Key, status judge.RoundStatus, err error) {
	if err == nil && !c.catchUp.wants(key.Session, status, time.Now()) && !c.missed(status) {
		switch {
		case !status.Fresh && !status.Gone:
			c.passed[key.Session] = true
			c.passedAt = time.Now()
		case status.Unreviewed && c.catchUp.worth(key.Session, status, time.Now()): // a tool may work by now
			c.unreviewed.add(key, time.Now())
		}
		return
	}
	_, known := c.jobs[key]
	j := c.job(key, time.Now())
	j.found = j.found || !known && !c.missed(status)
	if j.state == verdict.Running { // what changed between two watchers, nobody else tells
		j.again = true
		c.check(key)
		return
	}
	j.written = status.Written
	c.enqueue(key, j)
	if c.full(key.Session) && !status.Gone {
		c.look(key, verdict.Queued, func(judge.RoundStatus, error) {})
	}
}

// missed tells whether a round that is found has changed since the daemon started,
// when no watcher saw it. A clock that was set back meanwhile dates what is new
// before the start, unless that is put where this clock would have had it.
func (c *changes) missed(status judge.RoundStatus) bool {
	began := time.Now().Add(-time.Since(c.began))
	return !status.Fresh && !status.Gone && (status.Written.After(c.began) || status.Written.After(began))
}

// passedDue is when it is told how many sessions were left alone, the zero time when
// there is nothing to tell.
func (c *changes) passedDue() time.Time {
	if len(c.passed) == 0 || len(c.looks) > 0 {
		return time.Time{}
	}
	return c.passedAt.Add(passedQuiet)
}

// tellPassed says once the start-up is over how many sessions it left alone: when a
// while has gone by since the last of them, as looks are often faster than the scan.
func (c *changes) tellPassed() {
	if len(c.passed) > 0 && len(c.looks) == 0 && time.Since(c.passedAt) >= passedQuiet {
		c.judge.Logger.Info("old or completed sessions are left as they are", "sessions", len(c.passed), "hint", "name a session on the command line, or set watch.catch_up for old ones")
		c.passed = map[string]bool{}
		c.wg.Go(debug.FreeOSMemory) // looking at a large tree needs twice what is kept
	}
}

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
