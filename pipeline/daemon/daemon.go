// Package daemon is the life of a daemon: it watches the sessions below some roots,
// has what changes judged, reads its configuration again when it is asked to, tells the
// other commands and systemd what it does, and ends with everything that it started.
// Configurations come in as plain values; who names the roots and the files, and what
// becomes of its error, is the caller's.
package daemon

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/daemon/presence"
	"discussd/pipeline/judge"
	"discussd/pipeline/schedule"
	"discussd/pipeline/session"
	"discussd/watcher"
)

// Options are what a daemon is started with.
type Options struct {
	Configuration Configuration                 // the first
	Load          func() (Configuration, error) // reads another one, for each of Reloads
	Reloads       <-chan os.Signal
	Paths         []string // sessions, or folders of sessions, whose rounds are judged whatever their age
	Version       string
	StandBy       func(ctx context.Context) // runs beside a daemon that may start tools, until ctx ends
	Pauses        schedule.Pauses           // of rounds
	Logger        hclog.Logger
}

// Configuration is what a daemon works by until it reads another one.
type Configuration struct {
	Watch      Watch
	Build      func(Cooling) (Engine, error) // makes the parts that judge; it starts nothing
	MaxRounds  int                           // judged at once
	Budget     int                           // panels an hour, 0 is no limit
	CoolDown   time.Duration                 // after which a round that no tool answered is tried once more
	ChecksOnly bool                          // the embedded checks are the only judge, because the user chose so
	LogLevel   hclog.Level
	Source     string // where it was read, in words
}

// Cooling is told until when a tool is not asked, and why; the zero time ends that.
type Cooling func(tool string, until time.Time, cause error)

// Engine is who judges.
type Engine struct {
	Judge     *judge.Judge
	Introduce func(roots, sessions []string) // tells what is watched, and who will be asked
}

// daemon is one that runs.
type daemon struct {
	Options
	pins       *session.Pins
	budget     *schedule.Budget
	announcer  *announcer
	dispatcher *schedule.Dispatcher
	watcher    *rootWatcher
}

// Run watches and judges until ctx ends, then stops what it started. The error is a
// [*RootsError] or [ErrNothingToWatch] when it cannot begin for want of roots, and that
// of [Configuration.Build].
func Run(ctx context.Context, options Options) error {
	first := options.Configuration
	roots, err := first.Watch.Expand(options.Paths)
	if err != nil {
		return err
	}
	d := &daemon{Options: options, pins: session.NewPins(roots), budget: schedule.NewBudget(first.Budget), announcer: &announcer{logger: options.Logger}}
	defer resume(d.budget, d.Logger)()
	engine, err := d.build(first)
	if err != nil {
		return err
	}
	changes, subscribed := make(chan watcher.Change), make(chan struct{}, 1)
	subscriptions := schedule.NewSubscriptions(func() { put(subscribed) })
	inWork, err := openInWork()
	if err != nil {
		d.Logger.Warn("a session that makes discussd die will not be known", "error", err)
	}
	defer inWork.Close()
	d.dispatcher = schedule.NewDispatcher(schedule.DispatcherOptions{
		Judge: engine.Judge, Budget: d.budget, MaxRounds: first.MaxRounds, CatchUp: first.Watch.catchUp(options.Paths), Subscriptions: subscriptions,
		Publish: d.announcer.jobs, CoolDown: first.CoolDown, Pauses: d.Pauses, InWork: inWork,
	})
	d.watcher = newRootWatcher(rootWatcherOptions{
		paths: options.Paths, pins: d.pins, subscriptions: subscriptions, subscribed: subscribed, changes: changes,
		moved: d.announcer.roots, renewed: d.dispatcher.Rewatch, logger: d.Logger,
	})
	sessions, err := engine.Judge.Layout.Find(ctx, roots, first.Watch.Depth)
	if err != nil && ctx.Err() == nil { // the watcher waits until it can look
		d.Logger.Warn("not every root can be searched yet", "error", err)
	}
	engine.Introduce(roots, sessions)
	defer d.announcer.withdraw()
	d.announcer.announce(presence.Daemon{
		PID: os.Getpid(), Version: d.Version, StartedAt: time.Now().UTC(), Roots: roots, Sessions: len(sessions), ChecksOnly: first.ChecksOnly, Jobs: []schedule.Job{}, Breakers: []presence.Breaker{},
	}, sessions)
	return d.work(ctx, roots, changes)
}

// work runs the parts side by side; each closes what it opened.
func (d *daemon) work(ctx context.Context, roots []string, changes <-chan watcher.Change) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	part := func(run func(context.Context) error) {
		wg.Go(func() {
			if err := run(ctx); err != nil {
				cancel(err)
			}
		})
	}
	first := d.Configuration // which a reload replaces
	part(func(ctx context.Context) error { return d.dispatcher.Run(ctx, changes) })
	part(func(ctx context.Context) error { return d.watcher.run(ctx, view{first.Watch, roots}) })
	part(d.reloadOn)
	part(func(ctx context.Context) error { return watchdog(ctx, d.alive) })
	part(d.announcer.line.tell)
	if !first.ChecksOnly {
		part(func(ctx context.Context) error { d.StandBy(ctx); return nil })
	}
	part(func(ctx context.Context) error { d.announcer.serve(ctx, d.settle); return nil })
	<-ctx.Done()
	notify(stopping)
	d.Logger.Info("discussd stops")
	wg.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// alive returns nil when both that look and that judge answer.
func (d *daemon) alive(ctx context.Context) error {
	if err := d.watcher.alive(); err != nil {
		d.Logger.Error("watching hangs", "error", err)
		return err
	}
	return d.dispatcher.Alive(ctx)
}

// settle serves a client that waits for a round: it goes before others, and its quiet window
// is over.
func (d *daemon) settle(ctx context.Context, key watcher.Key) {
	d.dispatcher.Await(ctx, key)
	d.watcher.settle(key)
}

func (d *daemon) build(c Configuration) (Engine, error) {
	engine, err := c.Build(d.announcer.cooling)
	if err != nil {
		return engine, err
	}
	engine.Judge.Layout.Pins = d.pins
	return engine, nil
}

// openInWork opens the notes on what is in work beside those of who runs.
func openInWork() (*schedule.InWork, error) {
	folder, err := presence.Folder()
	if err == nil {
		err = os.MkdirAll(folder, 0o700)
	}
	if err != nil {
		return nil, err
	}
	return schedule.OpenInWork(folder)
}

// put leaves a token in a channel that holds one, unless there is one.
func put(tokens chan<- struct{}) {
	select {
	case tokens <- struct{}{}:
	default:
	}
}

// reloadOn reads the configuration again whenever it is asked to. Runs under way end as
// they began; the next ones follow the new configuration. A bad one changes
// nothing.
func (d *daemon) reloadOn(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.Reloads:
		}
		notify(reloading())
		if err := d.reload(ctx); err != nil {
			d.Logger.Error("configuration not reloaded, the old one stays", "error", err)
		}
		notify(ready)
	}
}

func (d *daemon) reload(ctx context.Context) error {
	next, err := d.Load()
	if err != nil {
		return err
	}
	roots, err := next.Watch.Expand(d.Paths)
	if err != nil {
		return err
	}
	engine, err := d.build(next)
	if err != nil {
		return err
	}
	watchAgain := !d.Configuration.Watch.same(next.Watch)
	d.Configuration = next
	d.pins.Renew()
	d.budget.SetPerHour(next.Budget)
	d.Logger.SetLevel(next.LogLevel)
	d.dispatcher.Reconfigure(ctx, engine.Judge, next.MaxRounds, next.CoolDown)
	d.announcer.say(func() { d.announcer.now = roots })
	d.announcer.update(func(p *presence.Daemon) {
		p.Roots, p.Breakers, p.ChecksOnly = roots, []presence.Breaker{}, next.ChecksOnly
	}) // new tools, new breakers
	if watchAgain {
		d.watcher.look(ctx, view{next.Watch, roots})
	}
	d.Logger.Info("configuration reloaded", "config", next.Source)
	engine.Introduce(roots, nil)
	return nil
}
