package daemon

import (
	"context"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/handoff"
	"discussd/pipeline/schedule"
	"discussd/pipeline/session"
	"discussd/watcher"
)

// expandEvery is how often patterns among the roots are looked up again that nothing
// was seen of: those that match at any depth.
const expandEvery = time.Minute

// inboxQuiet is the quiet window of a file in an inbox: it is written at once, and
// somebody waits for the answer.
const inboxQuiet = 2 * time.Second

// rootWatcherOptions are what a rootWatcher works with, and what it reports to.
type rootWatcherOptions struct {
	paths         []string
	pins          *session.Pins
	subscriptions *schedule.Subscriptions
	subscribed    <-chan struct{} // a token: there is another path to be watched
	changes       chan<- watcher.Change
	moved         func(roots []string)      // told of other roots
	renewed       func(ctx context.Context) // told that one watcher has ended and another one begins
	logger        hclog.Logger
}

// rootWatcher runs a watcher on the roots, and a new one when a reload changes what is
// watched, or a pattern matches another folder.
type rootWatcher struct {
	rootWatcherOptions
	mu      sync.Mutex
	current *watcher.Watcher
	renew   chan view
	grew    chan struct{} // holds one token when there is another folder that a pattern matches
}

// view is what a watcher is to look at.
type view struct {
	Watch
	roots []string // expanded
}

func newRootWatcher(options rootWatcherOptions) *rootWatcher {
	return &rootWatcher{rootWatcherOptions: options, renew: make(chan view), grew: make(chan struct{}, 1)}
}

// alive returns why the watcher does not get on.
func (r *rootWatcher) alive() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.current == nil {
		return nil
	}
	return r.current.Alive()
}

// rescan has everything looked at again.
func (r *rootWatcher) rescan() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.current != nil {
		r.current.Rescan()
	}
}

// settle ends the quiet window of a round.
func (r *rootWatcher) settle(key watcher.Key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.current != nil {
		r.current.Settle(key)
	}
}

// look replaces what is watched.
func (r *rootWatcher) look(ctx context.Context, next view) {
	select {
	case r.renew <- next:
	case <-ctx.Done():
	}
}

// run watches until ctx ends.
func (r *rootWatcher) run(ctx context.Context, next view) error {
	for {
		w := r.open(next)
		seeing, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		var wg sync.WaitGroup
		wg.Go(func() { ended <- w.Run(seeing, r.changes) })
		wg.Go(func() {
			select {
			case <-w.Ready():
				debug.FreeOSMemory() // the first scan of a large tree needs twice what the daemon keeps
				r.logger.Info("ready")
				notify(ready)
			case <-seeing.Done():
			}
		})
		over, err := r.wait(&next, ended)
		stop()
		wg.Wait()
		if !over {
			err = <-ended
		}
		if over || err != nil {
			return err
		}
		r.renewed(ctx)
	}
}

// wait returns when there is something else to look at, which next then is, or
// when the watcher is over, with its error.
func (r *rootWatcher) wait(next *view, ended <-chan error) (over bool, err error) {
	var again <-chan time.Time // without a pattern the watcher waits for roots by itself
	if slices.ContainsFunc(next.Roots, session.IsPattern) {
		tick := time.NewTicker(expandEvery)
		defer tick.Stop()
		again = tick.C
	}
	for {
		select {
		case err := <-ended:
			return true, err
		case *next = <-r.renew:
			return false, nil
		case <-r.subscribed:
			r.rescan()
			continue
		case <-again:
		case <-r.grew:
		}
		if r.expandAgain(next) {
			return false, nil
		}
	}
}

// expandAgain expands the patterns among the roots again, and tells whether the watcher
// does not come to a folder that matches now.
func (r *rootWatcher) expandAgain(v *view) (renew bool) {
	roots, err := v.Expand(r.paths)
	if err != nil || slices.Equal(roots, v.roots) {
		return false
	}
	before, s := v.roots, r.scope(*v)
	v.roots = roots
	r.pins.Set(roots)
	r.logger.Info("watching", "roots", roots)
	r.moved(roots)
	return slices.ContainsFunc(roots, func(root string) bool { return !slices.Contains(before, root) && !s.reaches(root) })
}

// scope is what a view holds.
func (r *rootWatcher) scope(v view) scope {
	return v.scope(v.roots, func(root string) {
		if !slices.Contains(v.roots, root) {
			put(r.grew)
		}
	})
}

func (r *rootWatcher) open(v view) *watcher.Watcher {
	s := r.scope(v)
	r.pins.Set(v.roots)
	w := watcher.New(watcher.Options{
		Roots: s.starts(),
		Route: func(path string) (watcher.Key, bool) {
			if !s.holds(path) {
				return watcher.Key{}, false
			}
			if dir, round, ok := v.Layout.Route(path); ok {
				return watcher.Key{Session: dir, Round: round}, true
			}
			return r.subscriptions.Route(path)
		},
		Folder: func(parent, name string, link bool) (watcher.Key, bool) {
			return watcher.Key{Session: parent}, (name == handoff.Dir || link) && s.holds(parent) // what was judged there may be gone
		},
		Marks: v.Layout.Marks,
		Descend: func(root, dir string) func(string) bool {
			wants := s.descend(root, dir)
			return func(name string) bool { return wants(name) || r.subscriptions.Descend(filepath.Join(dir, name)) }
		},
		Times:  watcher.Times{Quiet: v.quiet(r.subscriptions.Has), MaxWait: v.MaxWait, Poll: v.Poll, Rescan: v.Rescan},
		Logger: r.logger.Named("watcher"),
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.current = w
	return w
}

// quiet says how long a round's files are left alone before it is settled. A request
// that is answered again and again is a round like others.
func (v view) quiet(subscribes func(watcher.Key) bool) func(watcher.Key) time.Duration {
	members := map[string]bool{}
	for _, r := range v.Layout.Rounds {
		members[r.ID] = len(r.Members) > 0
	}
	return func(key watcher.Key) time.Duration {
		switch {
		case session.KindOf(key.Round) != session.OfRound && !subscribes(key):
			return min(inboxQuiet, v.Quiet)
		case members[key.Round]:
			return v.QuietMembers
		}
		return v.Quiet
	}
}
