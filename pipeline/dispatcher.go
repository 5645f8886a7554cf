package pipeline

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// maxLost is how many runs in a row a round loses to changes of its files; the
// next one finishes whatever happens, and the round is queued again.
const maxLost = 2

// lastPatience is how long an ending dispatcher waits for what it started: everything
// ends sooner by itself but for a file system that does not answer.
const lastPatience = 30 * time.Second

// passedQuiet is how long no old session was met before a line sums them up.
const passedQuiet = time.Second

// DispatcherOptions are what a [Dispatcher] works with.
type DispatcherOptions struct {
	Judge     *Judge
	MaxRounds int // rounds judged at once
	CatchUp   CatchUp
	CoolDown  time.Duration // after which a round that no tool answered is tried once more
	Standing  *Standing     // what requests want judged whenever it changes; may be nil
	Publish   func(State)   // told what is going on, at most five times a second; may be nil
	InWork    *InWork       // notes which sessions are in work; nil notes nothing
}

// Dispatcher decides what is judged when. Its state lives in one goroutine, the
// loop of Run; everything slow happens in others, which report back to it.
type Dispatcher struct {
	DispatcherOptions

	rounds   map[string]session.Round
	jobs     map[watcher.Key]*job
	waiting  map[watcher.Key]*job // those with a time to be tried again
	queue    *queue
	running  int
	busy     map[string]bool           // sessions with a running round
	looks    map[string][]reading      // under way in a session, the first of them, or waiting; its rounds are not started meanwhile
	passed   map[string]bool           // sessions with rounds that the start-up left alone, of which nobody was told yet
	passedAt time.Time                 // when the last of them was met
	began    time.Time                 // when Run did
	surveys  surveys                   // of sessions that the start-up, or a reload, has found
	poor     poor                      // rounds that only the checks answered
	awaited  map[watcher.Key]time.Time // rounds that somebody waits for, since when
	untold   untold                    // sessions whose message bus lacks something
	reports  chan func()               // what the goroutines report, run by the loop
	backlog  backlog                   // looks to be taken
	hooks    Hooks                     // told of verdicts
	aside    map[string]aside          // sessions that are left alone for a while
	wg       sync.WaitGroup

	dirty     bool // the state changed since it was published
	published time.Time
}

// NewDispatcher returns a dispatcher that waits for [Dispatcher.Run].
func NewDispatcher(options DispatcherOptions) *Dispatcher {
	d := &Dispatcher{
		DispatcherOptions: options,
		jobs:              map[watcher.Key]*job{}, waiting: map[watcher.Key]*job{}, queue: newQueue(),
		busy: map[string]bool{}, looks: map[string][]reading{}, passed: map[string]bool{}, untold: untold{}, awaited: map[watcher.Key]time.Time{},
		reports: make(chan func()),
	}
	d.backlog.wg, d.hooks.ended = &d.wg, func() { d.reports <- func() {} }
	d.configure(options.Judge, options.MaxRounds)
	return d
}

// job is a round that is not known to be judged.
type job struct {
	state       verdict.PendingState
	since       time.Time // when its change was first seen
	written     time.Time // its artifact, or its file in an inbox, when it was looked at
	seen        bool      // its artifact was there when it was looked at
	marked      bool      // it was marked pending when it was looked at last
	fingerprint string    // of the bytes being judged, while running
	cancel      context.CancelCauseFunc
	ready       *verdict.Verdict // judged, and could not be written
	improve     bool             // to be judged also when its verdict is fresh, as that rests on the checks alone
	lost        int              // runs in a row that were given up for changes
	changed     bool             // its files changed while it was running
	again       bool             // its writer was done while it was running
	wakeAt      time.Time        // when it is tried again
	failures    int              // tries in a row that failed
	shutOut     int              // tries in a row that met the lock of somebody else
	problem     string           // the last failure, in words
	found       bool             // nobody has written it since it was found: there is no hurry
	held        bool             // the budget holds it back
}

// Run dispatches changes until ctx ends. It returns when every run it started
// has ended; a verdict that is ready by then is still written.
func (d *Dispatcher) Run(ctx context.Context, changes <-chan watcher.Change) error {
	defer d.end()
	d.began = time.Now()
	d.setAside(d.began)
	for {
		d.startQueued(ctx)
		next := changes
		if d.backlog.full() {
			next = nil // they wait in the watcher, where they cost less and are merged
		}
		select {
		case <-ctx.Done():
			return nil
		case change := <-next:
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

// tellPassed says once the start-up is over how many sessions it left alone: when a
// while has gone by since the last of them, as looks are often faster than the scan.
func (d *Dispatcher) tellPassed() {
	if len(d.passed) > 0 && len(d.looks) == 0 && time.Since(d.passedAt) >= passedQuiet {
		d.Judge.Logger.Info("old or completed sessions are left as they are", "sessions", len(d.passed), "hint", "name a session on the command line, or set watch.catch_up for old ones")
		d.passed = map[string]bool{}
		d.wg.Go(debug.FreeOSMemory) // looking at a large tree needs twice what is kept
	}
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
// as they began, what waits is tried with it at once, and what it does not know is
// forgotten. It returns when the loop has taken it, or ctx ended.
func (d *Dispatcher) Reconfigure(ctx context.Context, judge *Judge, maxRounds int, coolDown time.Duration) {
	d.report(ctx, func() {
		d.configure(judge, maxRounds)
		d.CoolDown = coolDown
		for key, j := range d.jobs {
			if _, known := d.round(key.Round); !known && j.state != verdict.Running {
				d.forget(key)
			}
		}
		for _, j := range d.waiting {
			j.wakeAt = time.Now()
		}
		d.poor.hasten(time.Now())
	})
}

// Rewatch ends the windows that a watcher left open: its changes have ended, and of
// what the next one finds it does not know that it was to settle. It returns when the
// loop has taken it, or ctx ended.
func (d *Dispatcher) Rewatch(ctx context.Context) {
	d.report(ctx, func() {
		for key, j := range d.jobs {
			switch j.state {
			case verdict.Running:
				j.again = true
			case verdict.Settling:
				d.settle(key)
			}
		}
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
	idle, patience := make(chan struct{}), time.After(lastPatience)
	go func() { d.wg.Wait(); d.hooks.End(); close(idle) }()
	for {
		select {
		case <-d.reports:
		case <-idle:
			return
		case <-patience:
			d.Judge.Logger.Warn("ended while something did not answer", "looks", len(d.looks), "rounds", d.running)
			return
		}
	}
}
