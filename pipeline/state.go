package pipeline

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

func (d *Dispatcher) publish() {
	if d.Publish == nil || !d.dirty || time.Since(d.published) < publishEvery {
		return
	}
	d.dirty, d.published = false, time.Now()
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
	d.Publish(state)
}
