package schedule

import (
	"cmp"
	"slices"
	"time"

	"discussd/pipeline/verdict"
)

// publishEvery is how often a changed state is published at most.
const publishEvery = 200 * time.Millisecond

// State is what a dispatcher is busy with: nothing at all when it is idle.
type State struct {
	Jobs []Job `json:"jobs"` // longest known first
}

// Job is one round that is not judged yet.
type Job struct {
	Session string               `json:"session"`
	Round   string               `json:"round"` // "" when it is the whole session
	State   verdict.PendingState `json:"state"`
	Since   time.Time            `json:"since"`
	Until   *time.Time           `json:"until"`   // when a held round is tried again
	Awaited bool                 `json:"awaited"` // somebody waits for it
	Budget  bool                 `json:"budget"`  // it is the budget that holds it
	Problem string               `json:"problem"` // why it could not be judged, or is held; "" when nothing is wrong
}

// publisher tells what is going on whenever that has changed, at most so often.
type publisher struct {
	publish   func(State) // nil tells nobody
	dirty     bool        // the state changed since it was published
	published time.Time
}

// due is when there is something to be published, the zero time when there is not.
func (p *publisher) due() time.Time {
	if p.publish == nil || !p.dirty {
		return time.Time{}
	}
	return p.published.Add(publishEvery)
}

// tell publishes what is going on, if that is due.
func (p *publisher) tell(state func() State) {
	if p.publish == nil || !p.dirty || time.Since(p.published) < publishEvery {
		return
	}
	p.dirty, p.published = false, time.Now()
	p.publish(state())
}

// state is what a dispatcher does now.
func (d *Dispatcher) state() State {
	state := State{Jobs: []Job{}}
	for key, j := range d.jobs {
		job := Job{Session: key.Session, Round: key.Round, State: j.state, Since: j.since, Budget: j.held, Problem: j.problem}
		_, job.Awaited = d.awaited[key]
		if j.state == verdict.Held {
			job.Until = new(j.wakeAt)
		}
		state.Jobs = append(state.Jobs, job)
	}
	for session, of := range d.aside {
		state.Jobs = append(state.Jobs, of.job(session))
	}
	slices.SortFunc(state.Jobs, func(a, b Job) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Session, b.Session), cmp.Compare(a.Round, b.Round))
	})
	return state
}
