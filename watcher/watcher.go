// Package watcher tells when the files below some directories have changed and
// when they have come to rest.
//
// Directories and two predicates come in through [Options]: Descend says which
// folders belong to the watch, Route which [Key] a file belongs to. Changes go
// out on a channel, per key and not per file: one when a burst of events begins,
// one when it is over. The pipeline calls it; the package knows nothing of what
// a key means and never opens a file.
//
// Three goroutines pass data one way, and none waits for a slower one:
//
//	intake  takes events from the kernel and merges them by path
//	tree    compares them with the disk: folders, watches, files, keys
//	emitter debounces the keys and hands changes to the consumer
//
// Roots on a file system that may fail to answer have an intake and a tree of their
// own, so that the other roots are watched while one hangs.
//
// Events only say where to look. What is there is asked of the disk, so that
// lost, late and doubled events come to the same end.
package watcher

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"discussd/internal/platform"

	"github.com/hashicorp/go-hclog"
)

// Key names what a path belongs to.
type Key struct {
	Session string // absolute path of the session folder
	Round   string // the round's id, such as "DISCUSS-002"
}

// Change says that something of a key changed. A burst of events gives two: one
// with Settled false when it begins, one with Settled true when it is over. A
// consumer that lags sees the latest state of each key, not every step to it.
type Change struct {
	Key
	Settled bool      // nothing has changed for the key's quiet window
	Found   bool      // seen by the first scan: Settled is true, and nothing is known to have changed
	At      time.Time // when the first event of the burst was seen; zero of what was found
}

// Options say what is watched. Route must be set; the zero value of every other
// field has a meaning.
type Options struct {
	// Roots are absolute paths of directories. They may be links, may be nested in
	// one another, and need not exist yet.
	Roots []string
	// Route tells the key of a file by its path; the file may be gone by then. It
	// may stat, and may be called by several goroutines at once, as may the other
	// functions: one for each file system that may fail to answer.
	Route func(path string) (Key, bool)
	// Folder tells the key of the folder name in parent. It is asked when a scan that
	// began further up meets the folder for the first time, as in a tree that was moved
	// in, and the key is touched then. A folder that an event announces by itself is not
	// asked about. A link that Route has no key for, and whose name has no extension, may
	// lead to a folder, which is not watched: its key is touched when it comes, goes or
	// leads elsewhere. Nil: folders have no key.
	Folder func(parent, name string, link bool) (Key, bool)
	// Marks tells whether a file of that name, come into being, may give keys to files in
	// the folders beside it: then all of them are looked at. Nil: none does.
	Marks func(name string) bool
	// Descend is asked when dir, which is root or a watched folder below it, is looked at
	// and holds folders. What it returns is asked for each of them, by name, whether it
	// is watched. A root always is; a linked folder below a root never is. Nil watches
	// everything.
	Descend func(root, dir string) func(name string) bool
	Times
	// Notify opens what tells of events. Nil is inotify, beside which the kernel is
	// asked what is mounted.
	Notify func() (Notifier, error)
	// Logger may be nil.
	Logger hclog.Logger

	inspection
}

// Times say how long is waited for what.
type Times struct {
	// Quiet is how long a key must have no event to be settled. Nil means 0.
	Quiet func(Key) time.Duration
	// MaxWait settles a key at the latest this long after its first event. 0 means
	// that only quiet does.
	MaxWait time.Duration
	// Poll is how often the folders are looked at of which the kernel reports
	// nothing, or not everything. 0 means 5 s.
	Poll time.Duration
	// Rescan is how often everything is looked at beside the events. 0 means never.
	Rescan time.Duration
}

// inspection is how folders are looked at, which tests have otherwise.
type inspection struct {
	looking func(path string) // called before a folder is looked at; nil but in tests
	mounts  bool              // changes of the mounts are heeded
	answer  time.Duration     // how long a file system is waited for where something else could be done
}

const defaultPoll = 5 * time.Second

// Watcher watches directories. Its methods but Run may be called from any
// goroutine at any time, and never wait.
type Watcher struct {
	options Options
	ready   chan struct{}
	settles *settles

	mu    sync.Mutex
	trees []*tree // one for all roots on local disks, and one for each other root
}

// New returns a watcher that does nothing before [Watcher.Run].
func New(o Options) *Watcher {
	if o.Descend == nil {
		o.Descend = func(string, string) func(string) bool { return func(string) bool { return true } }
	}
	if o.Folder == nil {
		o.Folder = func(string, string, bool) (Key, bool) { return Key{}, false }
	}
	if o.Marks == nil {
		o.Marks = func(string) bool { return false }
	}
	if o.Quiet == nil {
		o.Quiet = func(Key) time.Duration { return 0 }
	}
	if o.Notify == nil {
		o.Notify, o.mounts = openNotify, true
	}
	if o.answer == 0 {
		o.answer = answer
	}
	if o.Poll <= 0 {
		o.Poll = defaultPoll
	}
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	return &Watcher{
		options: o,
		ready:   make(chan struct{}),
		settles: newSettles(),
	}
}

// Run watches until ctx is done, and then returns nil with everything closed but
// out. It returns an error if a root is not absolute, or if the kernel refuses
// to notify for another reason than a limit. Run is called once.
func (w *Watcher) Run(ctx context.Context, out chan<- Change) error {
	roots, err := cleanRoots(w.options.Roots)
	if err != nil {
		return err
	}
	var (
		found   = make(chan []Key)
		touches = make(chan touch)
		emitter = newEmitter(w.options, w.settles)
		ended   = make(chan struct{})
		wg      sync.WaitGroup
	)
	if platform.Portable {
		w.options.Logger.Info("this build hears of no changes: everything is polled", "every", w.options.Poll.String())
	}
	if w.options.mounts {
		w.heedMounts(ctx, &wg)
	}
	for _, roots := range w.apart(roots) {
		notify, err := w.options.Notify()
		if err != nil && !isLimit(err) {
			return fmt.Errorf("open inotify: %w", err)
		}
		intake, tree := newIntake(), newTree(w.options, roots, touches, ctx.Done())
		w.mu.Lock()
		w.trees = append(w.trees, tree)
		w.mu.Unlock()
		wg.Go(intake.run)
		wg.Go(func() {
			// Closed while the intake still drains it: an inotify reader that nobody
			// listens to never lets go of its lock.
			defer tree.watches.close(intake)
			tree.watches.use(notify, err, intake)
			tree.run(intake, found)
		})
	}
	wg.Go(func() { w.getReady(ctx) })
	emitter.run(ctx, found, touches, out)
	go func() { wg.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(w.options.answer): // nothing ends a look that the kernel does not end
		w.options.Logger.Warn("watching ends while a file system does not answer", "roots", w.hanging())
	}
	return nil
}

func cleanRoots(paths []string) ([]string, error) {
	roots := make([]string, 0, len(paths))
	for _, path := range paths {
		if !filepath.IsAbs(path) {
			return nil, fmt.Errorf("watch %q: path is not absolute", path)
		}
		roots = append(roots, filepath.Clean(path))
	}
	slices.Sort(roots)
	return slices.Compact(roots), nil
}

// Ready is closed when everything has been looked at once, and what was found waits to
// be delivered. A root that does not answer is not waited for.
func (w *Watcher) Ready() <-chan struct{} { return w.ready }

// Settle ends the quiet window of a key. A settled change follows in any case,
// whether or not a window was open.
func (w *Watcher) Settle(key Key) { w.settles.add(key) }

// Rescan looks at everything again, asks Route and Descend again, and reports
// what differs from what was last seen.
func (w *Watcher) Rescan() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, tree := range w.trees {
		tree.progress.again()
	}
}
