package main

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/presence"
	"discussd/pipeline/session"
	"discussd/watcher"
)

// regrowEvery is how often patterns among the roots are looked up again.
const regrowEvery = time.Minute

// eyes runs the watcher, and a new one when a reload changes what is watched.
type eyes struct {
	daemon  *daemon
	mu      sync.Mutex
	current *watcher.Watcher
	renew   chan view
}

// view is what a watcher is to look at.
type view struct {
	config config.Config
	roots  []string
}

func newEyes(d *daemon) *eyes { return &eyes{daemon: d, renew: make(chan view)} }

// run watches until ctx ends.
func (e *eyes) run(ctx context.Context, c config.Config, roots []string) error {
	next := view{c, roots}
	for {
		w := e.open(next)
		seeing, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		go func() { ended <- w.Run(seeing, e.daemon.changes) }()
		go func() {
			select {
			case <-w.Ready():
				debug.FreeOSMemory() // the first scan of a large tree needs twice what the daemon keeps
				e.daemon.logger.Info("ready")
				notify(ready)
			case <-seeing.Done():
			}
		}()
		err, over := e.wait(&next, ended)
		stop()
		if over {
			return err
		}
		if err := <-ended; err != nil {
			return err
		}
	}
}

// wait returns when there is something else to look at, which next then is, or
// when the watcher has ended.
func (e *eyes) wait(next *view, ended <-chan error) (err error, over bool) {
	var regrow <-chan time.Time // without a pattern the watcher waits for roots by itself
	if slices.ContainsFunc(next.config.Watch.Roots, session.IsPattern) {
		tick := time.NewTicker(regrowEvery)
		defer tick.Stop()
		regrow = tick.C
	}
	for {
		select {
		case err := <-ended:
			return err, true
		case *next = <-e.renew:
			return nil, false
		case <-regrow:
			roots, err := e.daemon.roots(next.config)
			if err != nil || slices.Equal(roots, next.roots) {
				continue
			}
			next.roots = roots
			e.daemon.logger.Info("watching", "roots", roots)
			e.daemon.announce(func(p *presence.Daemon) { p.Roots = roots })
			return nil, false
		}
	}
}

// look replaces what is watched.
func (e *eyes) look(ctx context.Context, next view) {
	select {
	case e.renew <- next:
	case <-ctx.Done():
	}
}

// settle ends the quiet window of a round.
func (e *eyes) settle(session, round string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current != nil {
		e.current.Settle(watcher.Key{Session: session, Round: round})
	}
}

func (e *eyes) open(v view) *watcher.Watcher {
	l, watch := layout(v.config), v.config.Watch
	members := map[string]bool{}
	for _, r := range l.Rounds {
		members[r.ID] = len(r.Members) > 0
	}
	w := watcher.New(watcher.Options{
		Roots: v.roots,
		Route: func(path string) (watcher.Key, bool) {
			dir, round, ok := l.Route(path)
			return watcher.Key{Session: dir, Round: round}, ok
		},
		Descend: func(root, dir string) bool { return l.Descend(root, dir, watch.Depth) },
		Quiet: func(key watcher.Key) time.Duration {
			if members[key.Round] {
				return time.Duration(watch.QuietMembers)
			}
			return time.Duration(watch.Quiet)
		},
		MaxWait: time.Duration(watch.MaxWait),
		Poll:    time.Duration(watch.Poll),
		Rescan:  time.Duration(watch.Rescan),
		Logger:  e.daemon.logger.Named("watcher"),
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	e.current = w
	return w
}
