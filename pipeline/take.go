package pipeline

import (
	"cmp"
	"slices"
	"time"

	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// take handles one change: when it is first seen the round is marked, when its
// writer is done it is queued. A change without a round tells of a session that came
// into sight and may hold verdicts.
func (d *Dispatcher) take(change watcher.Change) {
	if change.Round == "" && change.Found {
		d.find(change.Key)
		return
	}
	if change.Round == "" && change.Settled {
		d.revisit(change.Session)
		return
	}
	if _, known := d.round(change.Round); !known {
		return
	}
	if change.Settled {
		d.remind(change.Key)
	}
	if change.Found {
		d.find(change.Key)
		return
	}
	j := d.job(change.Key, change.At)
	j.found = false
	switch {
	case !change.Settled && j.state == verdict.Running:
		d.check(change.Key)
	case !change.Settled:
		d.look(change.Key, verdict.Settling, func(sight Sight, err error) {
			if j := d.jobs[change.Key]; j != nil {
				j.seen = j.seen || !sight.Gone
				j.marked = err == nil && sight.Fingerprint != "" && !sight.Fresh
			}
		})
	case j.state == verdict.Running:
		j.again = true
	case j.marked && !d.full(change.Session): // a mark must go, whatever another look sees
		d.enqueue(change.Key, j)
	default:
		d.settle(change.Key)
	}
}

// round is a round of the table, or what stands for a file in an inbox.
func (d *Dispatcher) round(id string) (session.Round, bool) {
	if _, _, ok := session.Dropped(id); ok {
		return session.Round{ID: id}, true
	}
	round, ok := d.rounds[id]
	return round, ok
}

// remind looks again at the standing requests of a session.
func (d *Dispatcher) remind(changed watcher.Key) {
	for _, key := range d.Standing.of(changed.Session) {
		if key != changed {
			d.settle(key)
		}
	}
}

// job returns the job of a round, a new one when there is none.
func (d *Dispatcher) job(key watcher.Key, since time.Time) *job {
	j := d.jobs[key]
	if j == nil {
		j = &job{state: verdict.Settling, since: since}
		d.jobs[key], d.dirty = j, true
	}
	return j
}

// find handles a round that was there when the daemon, or after a reload another
// watcher, started.
func (d *Dispatcher) find(key watcher.Key) {
	of := survey{d.Judge, key.Session}
	if !d.surveys.add(of, key.Round) {
		return
	}
	d.survey(of, func() []string { return d.surveys.take(of) }, d.surveyed)
}

// revisit looks for verdicts on artifacts that are gone. Those that are there have
// changes of their own.
func (d *Dispatcher) revisit(session string) {
	d.survey(survey{d.Judge, session}, func() []string { return nil }, func(key watcher.Key, sight Sight, err error) {
		if sight.Gone && d.jobs[key] == nil {
			d.surveyed(key, sight, err)
		}
	})
}

// survey takes a survey of a session in the background, of the rounds that were found
// when it begins, and hands what it saw to then, in the loop.
func (d *Dispatcher) survey(of survey, found func() []string, then func(watcher.Key, Sight, error)) {
	d.background(of.session, func() func() {
		var seen []Surveyed
		var untold error
		rounds := found()
		panicked := sheltered(of.judge.Logger.With("session", of.session), "a survey", func() {
			seen, untold = of.judge.Survey(of.session, slices.Clone(rounds))
		})
		if panicked != nil { // whoever judges them sees more, or says why not
			for _, round := range slices.DeleteFunc(rounds, func(round string) bool { return round == "" }) {
				seen = append(seen, Surveyed{Round: round, Err: panicked})
			}
		}
		return func() {
			if untold != nil {
				d.untold.add(of.session, time.Now())
			}
			for _, s := range seen {
				key := watcher.Key{Session: of.session, Round: s.Round}
				d.saw(key, s.Sight, s.Err)
				then(key, s.Sight, s.Err)
			}
		}
	})
}

// surveyed queues a round that was found, if it is to be judged.
func (d *Dispatcher) surveyed(key watcher.Key, sight Sight, err error) {
	if err == nil && !d.CatchUp.wants(key.Session, sight, time.Now()) && !d.missed(sight) {
		switch {
		case !sight.Fresh && !sight.Gone:
			d.passed[key.Session] = true
			d.passedAt = time.Now()
		case sight.Unreviewed && d.CatchUp.worth(key.Session, sight, time.Now()): // a tool may work by now
			d.poor.add(key, time.Now())
		}
		return
	}
	_, known := d.jobs[key]
	j := d.job(key, time.Now())
	j.found = j.found || !known && !d.missed(sight)
	if j.state == verdict.Running { // what changed between two watchers, nobody else tells
		j.again = true
		d.check(key)
		return
	}
	j.written = sight.Written
	d.enqueue(key, j)
	if d.full(key.Session) && !sight.Gone {
		d.look(key, verdict.Queued, func(Sight, error) {})
	}
}

// missed tells whether a round that is found has changed since the daemon started,
// when no watcher saw it. A clock that was set back meanwhile dates what is new
// before the start, unless that is put where this clock would have had it.
func (d *Dispatcher) missed(sight Sight) bool {
	began := time.Now().Add(-time.Since(d.began))
	return !sight.Fresh && !sight.Gone && (sight.Written.After(d.began) || sight.Written.After(began))
}

// settle looks whether there is something to judge, and queues it.
func (d *Dispatcher) settle(key watcher.Key) {
	var mark verdict.PendingState
	if d.full(key.Session) {
		mark = verdict.Queued
	}
	d.look(key, mark, func(sight Sight, err error) {
		j := d.job(key, time.Now())
		switch {
		case j.state == verdict.Running:
			j.again = true
		case err == nil && sight.Gone && !sight.Judged && !sight.Pending:
			d.drop(key)
		case err == nil && sight.Fresh && !sight.Pending && !j.improve:
			d.drop(key)
		default:
			j.written = sight.Written
			d.enqueue(key, j)
		}
	})
}

// full tells whether a round of the session would have to wait: one that starts
// at once marks itself as running.
func (d *Dispatcher) full(session string) bool {
	return d.running >= d.MaxRounds || d.busy[session] || d.hooks.full(session)
}

// enqueue puts a round in the queue; one that is there already stays.
func (d *Dispatcher) enqueue(key watcher.Key, j *job) {
	if j.state == verdict.Queued || j.state == verdict.Running {
		return
	}
	j.state, d.dirty = verdict.Queued, true
	delete(d.waiting, key)
	d.queue.push(key, d.urgency(key, j), j.written)
	d.Judge.Logger.Info("round queued", "session", key.Session, "round", key.Round)
}

func (d *Dispatcher) drop(key watcher.Key) {
	delete(d.awaited, key)
	delete(d.jobs, key)
	delete(d.waiting, key)
	d.dirty = true
}

// forget drops a round that is not configured any more, with the mark that it left.
func (d *Dispatcher) forget(key watcher.Key) {
	d.drop(key)
	d.poor.drop(key)
	judge := d.Judge
	d.background(key.Session, func() func() {
		if err := judge.Abandon(key.Session, key.Round); err != nil {
			judge.Logger.Warn("pending mark not removed", "session", key.Session, "round", key.Round, "error", err)
		}
		return func() {}
	})
}

// look looks at a round in the background and hands what it saw to then, in the loop.
func (d *Dispatcher) look(key watcher.Key, mark verdict.PendingState, then func(Sight, error)) {
	since := time.Now()
	if j := d.jobs[key]; j != nil {
		since = j.since
	}
	round, _ := d.round(key.Round)
	judge := d.Judge
	d.background(key.Session, func() func() {
		var sight Sight
		var err error
		panicked := sheltered(judge.Logger.With("session", key.Session, "round", key.Round), "a look", func() {
			sight, err = judge.Look(key.Session, round, mark, since)
		})
		err = cmp.Or(panicked, err)
		return func() {
			d.saw(key, sight, err)
			then(sight, err)
		}
	})
}

// saw keeps what a look found out about a standing request. A look that failed
// changes nothing. One that is new is looked at again: of changes that came until now
// nobody told it.
func (d *Dispatcher) saw(key watcher.Key, sight Sight, err error) {
	if err == nil && d.Standing.set(key, sight.Standing) {
		d.settle(key)
	}
}

// reading is slow reading in a session. What it returns is run by the loop.
type reading func() func()

// background does a session's readings one after the other: an older one must not
// have its say after a newer, which saw what changed since.
func (d *Dispatcher) background(session string, read reading) {
	d.looks[session] = append(d.looks[session], read)
	if _, alone := d.aside[session]; len(d.looks[session]) == 1 && !alone {
		d.takeTurn(session)
	}
}

// takeTurn starts the session's first reading, and the next when that has reported.
func (d *Dispatcher) takeTurn(session string) {
	read, log := d.looks[session][0], d.Judge.Logger.With("session", session)
	d.backlog.add(func() {
		report, end := func() {}, d.InWork.begin(session)
		_ = sheltered(log, "looking at a session", func() { report = read() })
		end()
		d.reports <- func() {
			if d.looks[session] = d.looks[session][1:]; len(d.looks[session]) == 0 {
				delete(d.looks, session)
			} else {
				d.takeTurn(session)
			}
			report()
		}
	})
}
