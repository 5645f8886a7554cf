package pipeline

import (
	"context"
	"sync"
	"time"

	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// maxLost is how many runs in a row a round loses to changes of its files; the
// next one finishes whatever happens, and the round is queued again.
const maxLost = 2

// maxLooks bounds how many sessions are read at once to see what changed.
const maxLooks = 8

// DispatcherOptions are what a [Dispatcher] works with.
type DispatcherOptions struct {
	Judge     *Judge
	MaxRounds int // rounds judged at once
	CatchUp   CatchUp
	CoolDown  time.Duration // after which a round that no tool answered is tried once more
	Publish   func(State)   // told what is going on, at most five times a second; may be nil
}

// Dispatcher decides what is judged when. Its state lives in one goroutine, the
// loop of Run; everything slow happens in others, which report back to it.
type Dispatcher struct {
	DispatcherOptions

	rounds  map[string]session.Round
	jobs    map[watcher.Key]*job
	waiting map[watcher.Key]*job // those with a time to be tried again
	queue   *queue
	running int
	busy    map[string]bool // sessions with a running round
	looks   map[string]int  // looks under way in a session; its rounds are not started meanwhile
	passed  map[string]bool // sessions with rounds that the start-up left alone, not told of yet
	found   map[string]bool // sessions that the start-up has looked at
	poor    poor            // rounds that only the checks answered
	reports chan func()     // what the goroutines report, run by the loop
	looking chan struct{}
	wg      sync.WaitGroup

	dirty     bool // the state changed since it was published
	published time.Time
}

// NewDispatcher returns a dispatcher that waits for [Dispatcher.Run].
func NewDispatcher(options DispatcherOptions) *Dispatcher {
	d := &Dispatcher{
		DispatcherOptions: options,
		jobs:              map[watcher.Key]*job{}, waiting: map[watcher.Key]*job{}, queue: newQueue(),
		busy: map[string]bool{}, looks: map[string]int{}, found: map[string]bool{}, passed: map[string]bool{},
		reports: make(chan func()), looking: make(chan struct{}, maxLooks),
	}
	d.configure(options.Judge, options.MaxRounds)
	return d
}

// job is a round that is not known to be judged.
type job struct {
	state       verdict.PendingState
	since       time.Time // when its change was first seen
	seen        bool      // its artifact was there when it was looked at
	fingerprint string    // of the bytes being judged, while running
	cancel      context.CancelCauseFunc
	ready       *verdict.Verdict // judged, and could not be written
	improve     bool             // its verdict is fresh and rests on the checks alone
	lost        int              // runs in a row that were given up for changes
	changed     bool             // its files changed while it was running
	again       bool             // its writer was done while it was running
	wakeAt      time.Time        // when it is tried again
	failures    int              // tries in a row that failed
	problem     string           // the last failure, in words
}

// Run dispatches changes until ctx ends. It returns when every run it started
// has ended; a verdict that is ready by then is still written.
func (d *Dispatcher) Run(ctx context.Context, changes <-chan watcher.Change) error {
	defer d.end()
	for {
		d.startQueued(ctx)
		select {
		case <-ctx.Done():
			return nil
		case change := <-changes:
			d.take(change)
		case report := <-d.reports:
			report()
		case <-d.timer():
			d.wake()
		}
		d.tellPassed()
		d.publish()
	}
}

// tellPassed says once the start-up is over how many sessions it left alone.
func (d *Dispatcher) tellPassed() {
	if len(d.passed) == 0 || len(d.looks) > 0 {
		return
	}
	d.Judge.Logger.Info("old or completed sessions are left as they are", "sessions", len(d.passed), "hint", "name a session on the command line, or set watch.catch_up")
	clear(d.passed)
}

func (d *Dispatcher) configure(judge *Judge, maxRounds int) {
	d.Judge, d.MaxRounds, d.rounds = judge, maxRounds, map[string]session.Round{}
	rank := map[string]int{}
	for i, round := range judge.Layout.Rounds {
		d.rounds[round.ID], rank[round.ID] = round, i
	}
	d.queue.rank = rank
}

// Reconfigure has the next rounds judged by another judge; those under way end
// as they began. It returns when the loop has taken it, or ctx ended.
func (d *Dispatcher) Reconfigure(ctx context.Context, judge *Judge, maxRounds int, coolDown time.Duration) {
	d.report(ctx, func() {
		d.configure(judge, maxRounds)
		d.CoolDown = coolDown
	})
}

// Alive returns nil when the loop answers, and the context's cause when it does
// not before ctx ends.
func (d *Dispatcher) Alive(ctx context.Context) error { return d.report(ctx, func() {}) }

func (d *Dispatcher) report(ctx context.Context, change func()) error {
	select {
	case d.reports <- change:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// end waits for what was started; nobody needs what it reports any more.
func (d *Dispatcher) end() {
	idle := make(chan struct{})
	go func() { d.wg.Wait(); close(idle) }()
	for {
		select {
		case <-d.reports:
		case <-idle:
			return
		}
	}
}

// take handles one change: when it is first seen the round is marked, when its
// writer is done it is queued.
func (d *Dispatcher) take(change watcher.Change) {
	if _, known := d.rounds[change.Round]; !known {
		return
	}
	if change.Found {
		d.find(change.Key)
		return
	}
	j := d.job(change.Key, change.At)
	switch {
	case !change.Settled && j.state == verdict.Running:
		d.look(change.Key, "", func(sight Sight, err error) { d.overtake(j, sight, err) })
	case !change.Settled:
		d.look(change.Key, verdict.Settling, func(sight Sight, _ error) { j.seen = j.seen || !sight.Gone })
	case j.state == verdict.Running:
		j.again = true
	default:
		d.settle(change.Key)
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

// find handles a round that was there when the daemon started. Rounds that left
// something in the discussions folder are looked at also when their files are gone.
func (d *Dispatcher) find(key watcher.Key) {
	judge := func(round string) {
		key := watcher.Key{Session: key.Session, Round: round}
		d.look(key, "", func(sight Sight, err error) {
			if err == nil && !d.CatchUp.wants(key.Session, sight, time.Now()) {
				if !sight.Fresh && !sight.Gone {
					d.passed[key.Session] = true
				}
				return
			}
			d.enqueue(key, d.job(key, time.Now()))
			if d.full(key.Session) && !sight.Gone {
				d.look(key, verdict.Queued, func(Sight, error) {})
			}
		})
	}
	judge(key.Round)
	if d.found[key.Session] {
		return
	}
	d.found[key.Session] = true
	d.background(key.Session, func() func() {
		begun, _ := d.Judge.Begun(key.Session) // what is wrong with the session, the look says
		return func() {
			for _, round := range begun {
				judge(round)
			}
		}
	})
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
		case err == nil && sight.Fresh && !sight.Pending:
			d.drop(key)
		default:
			j.improve = false
			d.enqueue(key, j)
		}
	})
}

// full tells whether a round of the session would have to wait: one that starts
// at once marks itself as running.
func (d *Dispatcher) full(session string) bool {
	return d.running >= d.MaxRounds || d.busy[session]
}

// enqueue puts a round in the queue; one that is there already stays.
func (d *Dispatcher) enqueue(key watcher.Key, j *job) {
	if j.state == verdict.Queued || j.state == verdict.Running {
		return
	}
	j.state, d.dirty = verdict.Queued, true
	delete(d.waiting, key)
	d.queue.push(key)
	d.Judge.Logger.Info("round queued", "session", key.Session, "round", key.Round)
}

func (d *Dispatcher) drop(key watcher.Key) {
	delete(d.jobs, key)
	delete(d.waiting, key)
	d.dirty = true
}

// look looks at a round in the background and hands what it saw to then, in the loop.
func (d *Dispatcher) look(key watcher.Key, mark verdict.PendingState, then func(Sight, error)) {
	since := time.Now()
	if j := d.jobs[key]; j != nil {
		since = j.since
	}
	d.background(key.Session, func() func() {
		sight, err := d.Judge.Look(key.Session, d.rounds[key.Round], mark, since)
		return func() { then(sight, err) }
	})
}

// background does slow reading in a session; what it returns is run by the loop.
func (d *Dispatcher) background(session string, read func() func()) {
	d.looks[session]++
	d.wg.Go(func() {
		d.looking <- struct{}{}
		report := read()
		<-d.looking
		d.reports <- func() {
			if d.looks[session]--; d.looks[session] == 0 {
				delete(d.looks, session)
			}
			report()
		}
	})
}
