package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"discussd/cmd/discussd/config"
	"discussd/cmd/discussd/presence"
	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
	"discussd/watcher"
)

// regrowEvery is how often patterns among the roots are looked up again that nothing
// was seen of: those that match at any depth.
const regrowEvery = time.Minute

// inboxQuiet is the quiet window of a file in an inbox: it is written at once, and
// somebody waits for the answer.
const inboxQuiet = 2 * time.Second

// eyes runs the watcher, and a new one when a reload changes what is watched.
type eyes struct {
	daemon  *daemon
	mu      sync.Mutex
	current *watcher.Watcher
	renew   chan view
	grew    chan struct{} // holds one token when there is another folder that a pattern matches
}

// rescan has everything looked at again: there is another path to be watched.
func (e *eyes) rescan() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current != nil {
		e.current.Rescan()
	}
}

// alive returns why the watcher does not get on.
func (e *eyes) alive() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current == nil {
		return nil
	}
	return e.current.Alive()
}

// view is what a watcher is to look at.
type view struct {
	config config.Config
	roots  []string
}

func newEyes(d *daemon) *eyes {
	return &eyes{daemon: d, renew: make(chan view), grew: make(chan struct{}, 1)}
}

// scope is what a view holds.
func (e *eyes) scope(v view) scope {
	home, _ := os.UserHomeDir() // without one, ~ was refused
	return scope{
		layout: layout(v.config), depth: v.config.Watch.Depth, roots: v.roots, walks: session.Walks(v.config.Watch.Roots, home),
		grown: func(root string) {
			if slices.Contains(v.roots, root) {
				return
			}
			select {
			case e.grew <- struct{}{}:
			default:
			}
		},
	}
}

// run watches until ctx ends.
func (e *eyes) run(ctx context.Context, c config.Config, roots []string) error {
	next := view{c, roots}
	for {
		w := e.open(next)
		seeing, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		var wg sync.WaitGroup
		wg.Go(func() { ended <- w.Run(seeing, e.daemon.changes) })
		wg.Go(func() {
			select {
			case <-w.Ready():
				debug.FreeOSMemory() // the first scan of a large tree needs twice what the daemon keeps
				e.daemon.logger.Info("ready")
				notify(ready)
			case <-seeing.Done():
			}
		})
		over, err := e.wait(&next, ended)
		stop()
		wg.Wait()
		if !over {
			err = <-ended
		}
		if over || err != nil {
			return err
		}
		e.daemon.dispatcher.Rewatch(ctx)
	}
}

// wait returns when there is something else to look at, which next then is, or
// when the watcher is over, with its error.
func (e *eyes) wait(next *view, ended <-chan error) (over bool, err error) {
	var regrow <-chan time.Time // without a pattern the watcher waits for roots by itself
	if slices.ContainsFunc(next.config.Watch.Roots, session.IsPattern) {
		tick := time.NewTicker(regrowEvery)
		defer tick.Stop()
		regrow = tick.C
	}
	for {
		select {
		case err := <-ended:
			return true, err
		case *next = <-e.renew:
			return false, nil
		case <-regrow:
		case <-e.grew:
		}
		if e.regrow(next) {
			return false, nil
		}
	}
}

// regrow expands the patterns among the roots again, and tells whether the watcher
// does not come to one that matches now.
func (e *eyes) regrow(v *view) (renew bool) {
	roots, err := e.daemon.roots(v.config)
	if err != nil || slices.Equal(roots, v.roots) {
		return false
	}
	before, s := v.roots, e.scope(*v)
	v.roots = roots
	e.daemon.pins.Set(roots)
	e.daemon.logger.Info("watching", "roots", roots)
	e.daemon.announce(func(p *presence.Daemon) { p.Roots = roots })
	return slices.ContainsFunc(roots, func(root string) bool { return !slices.Contains(before, root) && !s.reaches(root) })
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
	s, watch, standing := e.scope(v), v.config.Watch, e.daemon.standing
	l := s.layout
	e.daemon.pins.Set(v.roots)
	members := map[string]bool{}
	for _, r := range l.Rounds {
		members[r.ID] = len(r.Members) > 0
	}
	w := watcher.New(watcher.Options{
		Roots: s.starts(),
		Route: func(path string) (watcher.Key, bool) {
			if !s.holds(path) {
				return watcher.Key{}, false
			}
			if dir, round, ok := l.Route(path); ok {
				return watcher.Key{Session: dir, Round: round}, true
			}
			return standing.Route(path)
		},
		Folder: func(parent, name string) (watcher.Key, bool) {
			return watcher.Key{Session: parent}, name == handoff.Dir && s.holds(parent) // what was judged there may be gone
		},
		Marks: l.Marks,
		Descend: func(root, dir string) func(string) bool {
			wants := s.descend(root, dir)
			return func(name string) bool { return wants(name) || standing.Descend(filepath.Join(dir, name)) }
		},
		Quiet: func(key watcher.Key) time.Duration {
			_, _, dropped := session.Dropped(key.Round)
			switch {
			case dropped && !standing.Has(key):
				return min(inboxQuiet, time.Duration(watch.Quiet))
			case members[key.Round]:
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
