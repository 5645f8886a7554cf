// Package schedule decides what is judged when: it takes changes from the watcher,
// queues rounds, keeps to the budget, and has one round at a time judged in a session,
// several sessions at once. It knows nothing of what a verdict says.
package schedule

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/judge"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// maxLost is how many runs in a row a round loses to changes of its files; the
// next one finishes whatever happens, and the round is queued again.
const maxLost = 2

// lastPatience is how long an ending dispatcher waits for what it started: everything
// ends sooner by itself, unless a file system does not answer.
const lastPatience = 30 * time.Second

// longestRetry bounds the pause after which a round is tried again.
const longestRetry = time.Minute

// passedQuiet is how long no old session was met before a line sums them up.
const passedQuiet = time.Second

// DispatcherOptions are what a [Dispatcher] works with.
type DispatcherOptions struct {
	Judge     *judge.Judge
	Budget    *Budget // panels an hour; nil is no limit
	MaxRounds int     // rounds judged at once
	CatchUp   CatchUp
	CoolDown  time.Duration // after which a round that no tool answered is tried once more
	Pauses
	Subscriptions *Subscriptions // what requests want judged whenever it changes; may be nil
	Publish       func(State)    // told what is going on, at most five times a second; may be nil
	InWork        *InWork        // notes which sessions are in work; nil notes nothing
}

// Pauses are how long a round is left alone.
type Pauses struct {
	Retry time.Duration // when it could not be judged: longer each time; 0 is a second
	Going time.Duration // when files of it have gone; 0 is two seconds
}

// Dispatcher decides what is judged when. Its state lives in one goroutine, the
// loop of Run; everything slow happens in others, which report back to it.
type Dispatcher struct {
	*tasks
	*publisher
	*rounds
	changes changes
	turns   turns
}

// NewDispatcher returns a dispatcher that waits for [Dispatcher.Run].
func NewDispatcher(options DispatcherOptions) *Dispatcher {
	work, news := &tasks{reports: make(chan func())}, &publisher{publish: options.Publish}
	all := &rounds{
		table: newTable(news), readings: newReadings(work, news, options.InWork), places: &places{busy: map[string]bool{}},
		subscriptions: options.Subscriptions, judged: judged{}, unsaid: unsaid{},
	}
	all.hooks.Ended = func() { work.reports <- func() {} }
	all.configure(options.Judge, options.MaxRounds)
	return &Dispatcher{
		tasks: work, publisher: news, rounds: all,
		changes: changes{rounds: all, catchUp: options.CatchUp, passed: map[string]bool{}},
		turns:   turns{rounds: all, budget: options.Budget, coolDown: options.CoolDown, retry: cmp.Or(options.Retry, time.Second), going: cmp.Or(options.Going, goingPause), runs: runs{map[watcher.Key]*underway{}, map[*underway]watcher.Key{}, make(chan struct{})}},
	}
}

// Run dispatches changes until ctx ends. It returns when every run it started
// has ended; a verdict that is ready by then is still written.
func (d *Dispatcher) Run(ctx context.Context, changes <-chan watcher.Change) error {
	defer d.end()
	d.changes.began = time.Now()
	d.setAside(d.changes.began)
	for {
		d.turns.startQueued(ctx)
		next := changes
		if d.backlog.full() {
			next = nil // they wait in the watcher, where they cost less and are merged
		}
		select {
		case <-ctx.Done():
			return nil
		case change := <-next:
			d.changes.take(change)
		case report := <-d.reports:
			report()
		case <-d.timer():
			d.wake()
		}
		d.turns.giveUp(time.Now())
		d.changes.tellPassed()
		d.publisher.tell(d.state)
	}
}

// Reconfigure has the next rounds judged by another judge; those under way end
// as they began, what waits is tried with it at once, and what it does not know is
// forgotten. It returns when the loop has taken it, or ctx ended.
func (d *Dispatcher) Reconfigure(ctx context.Context, judge *judge.Judge, maxRounds int, coolDown time.Duration) {
	d.report(ctx, func() {
		d.configure(judge, maxRounds)
		d.turns.coolDown = coolDown
		for _, key := range inOrder(d.jobs) {
			if _, known := d.what(key); !known && d.jobs[key].state != verdict.Running {
				d.forget(key)
			}
		}
		for _, j := range d.waiting {
			j.wakeAt = time.Now()
		}
		d.unreviewed.hasten(time.Now())
	})
}

// Rewatch ends the windows that a watcher left open: its changes have ended, and of
// what the next one finds it does not know that it was to settle. It returns when the
// loop has taken it, or ctx ended.
func (d *Dispatcher) Rewatch(ctx context.Context) {
	d.report(ctx, func() {
		for _, key := range inOrder(d.jobs) {
			j := d.jobs[key]
			j.writing = false
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

// Await tells that somebody waits for a round: it is served before others, and one that
// the budget holds back is tried again at once. It returns when the loop has taken that,
// or ctx ended.
func (d *Dispatcher) Await(ctx context.Context, key watcher.Key) {
	d.report(ctx, func() { d.await(key) })
}

// wake does what it is time for.
func (d *Dispatcher) wake() {
	now := time.Now()
	d.table.wake(now)
	d.changes.retell(now)
	d.readmit(now)
	if key, ok := d.unreviewed.probe(now); ok {
		d.improve(key)
	}
}

// timer fires when a round that waits is due, or when there is something to
// publish. With neither it never fires: an idle daemon does not wake up.
func (d *Dispatcher) timer() <-chan time.Time {
	var next time.Time
	by := func(at time.Time) {
		if !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	by(d.publisher.due())
	by(d.changes.passedDue())
	by(d.unreviewed.probeAt)
	if len(d.turns.runs.under) > 0 {
		by(time.Now().Add(checkStuck))
	}
	for _, j := range d.waiting {
		by(j.wakeAt)
	}
	for _, retry := range d.unsaid {
		by(retry.at)
	}
	for _, of := range d.aside {
		by(of.until)
	}
	if next.IsZero() {
		return nil
	}
	return time.After(time.Until(next))
}

// end waits for what was started; nobody needs what it reports any more.
func (d *Dispatcher) end() {
	defer close(d.turns.runs.over)
	idle, patience := make(chan struct{}), time.After(lastPatience)
	go func() { d.wg.Wait(); d.hooks.End(); close(idle) }()
	for {
		select {
		case <-d.reports:
		case <-idle:
			return
		case <-patience:
			d.judge.Logger.Warn("ended while something did not answer", "looks", len(d.looks), "rounds", d.running)
			return
		}
	}
}

// sheltered does work on one session and turns a panic into an error, which it logs:
// one poisoned file must not take the other sessions down.
func sheltered(log hclog.Logger, what string, work func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			log.Error(what+" panicked", "error", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	work()
	return nil
}

// tasks are what runs beside the loop of a dispatcher, and reports to it.
type tasks struct {
	reports chan func() // what is reported, run by the loop
	wg      sync.WaitGroup
}

// report has the loop make a change. It returns when the loop has taken it, or the
// cause when ctx ended first.
func (t *tasks) report(ctx context.Context, change func()) error {
	select {
	case t.reports <- change:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
