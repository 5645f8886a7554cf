package watcher

import (
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"
)

// tree compares what it knows of the folders between "/" and everything below the roots
// with the disk. Hints of what may have changed come in, touches go out. One goroutine
// owns it and its parts, except its progress, which others read.
type tree struct {
	options  Options
	log      hclog.Logger
	known    *known
	files    files
	watches  watches
	polled   map[*folder]struct{}
	teller   *teller
	troubles *troubles
	progress *progress
}

func newTree(o Options, roots []string, touches chan<- touch, done <-chan struct{}) *tree {
	known := newKnown(roots)
	teller := &teller{touches: touches, done: done}
	troubles := &troubles{log: o.Logger, texts: make(map[string]string)}
	return &tree{
		options:  o,
		log:      o.Logger,
		known:    known,
		files:    files{route: o.Route, folder: o.Folder, known: known, teller: teller},
		watches:  watches{seed: known.seed, troubles: troubles, held: make(map[identity]*folder)},
		polled:   make(map[*folder]struct{}),
		teller:   teller,
		troubles: troubles,
		progress: &progress{looking: o.looking, rescan: make(chan struct{}, 1), ready: make(chan struct{})},
	}
}

// run looks at everything once, and then wherever it is told to. Its timers run
// only if something is polled, or a rescan was asked for in the options.
//
// What the first scan found is handed on when it is over, folder by folder and as it
// is asked for: to collect it would take as much memory again as the folders.
func (t *tree) run(in *intake, found chan<- []Key) {
	top := t.known.top
	t.teller.silent = true
	t.scan(top, true)
	t.teller.silent = false
	if t.teller.ended() {
		return
	}
	t.log.Debug("watching", "folders", len(t.watches.held), "polled", len(t.polled))
	close(t.progress.ready)
	var poll, again <-chan time.Time
	next, keys := t.finds(top)
	for {
		t.known.reportRoots(t.troubles)
		if poll == nil && (len(t.polled) > 0 || t.watches.notify == nil) {
			poll = time.After(t.options.Poll)
		}
		if again == nil && t.options.Rescan > 0 {
			again = time.After(t.options.Rescan)
		}
		var offer chan<- []Key // nil, which is never ready, when everything was handed on
		if len(keys) > 0 {
			offer = found
		}
		t.progress.since.Store(0)
		select {
		case <-t.teller.done:
			return
		case offer <- keys:
			next, keys = t.finds(next)
		case b := <-in.batches:
			t.handle(b)
		case <-poll:
			poll = nil
			t.poll(in)
		case <-again:
			again = nil
			t.scan(top, true)
		case <-t.progress.rescan:
			t.scan(top, true)
		}
	}
}

// finds returns the keys of the first folder at or after f that has some, and the folder
// that comes next; no keys when there is none. The files of a key follow one another, so
// that hardly one is told twice.
func (t *tree) finds(f *folder) (next *folder, keys []Key) {
	for ; f != nil && len(keys) == 0; f = f.next() {
		if f.inside && f.parent != nil {
			if key, ok := t.options.Folder(f.parent.path, f.name(), false); ok {
				keys = append(keys, key)
			}
		}
		for _, file := range f.files {
			if key := f.key(file); len(keys) == 0 || key != keys[len(keys)-1] {
				keys = append(keys, key)
			}
		}
	}
	return f, keys
}

// empty forgets everything in a folder.
func (t *tree) empty(f *folder) {
	t.files.forgetAll(f)
	for _, child := range slices.Backward(f.children) {
		t.drop(child)
	}
}

// drop forgets a folder that is gone or not wanted, and everything in it.
func (t *tree) drop(f *folder) {
	t.watches.detach(f)
	t.empty(f)
	delete(t.polled, f)
	t.troubles.over(f.path)
	if f.parent == nil {
		return
	}
	f.parent.removeChild(f.name())
	if f.step {
		t.known.moved = true
		t.review(f.parent)
	}
}

// review decides whether a folder has to be polled, beside its events or instead
// of them.
func (t *tree) review(f *folder) {
	unheard := !f.attached
	if f.denied {
		// Its own watch would be useless. Its parent's tells when it is opened.
		unheard = f.parent != nil && !f.parent.attached
	} else if !f.inside {
		// A folder above a root tells that the root appears; a root that is there
		// tells itself that it goes.
		unheard = t.known.awaits(f)
	}
	// The target of a link can be deleted unheard: inotify tells the folder that
	// holds the target, and fsnotify takes that to be the one that holds the link.
	if unheard || f.link || f.remote || f.linked || f.failing {
		t.polled[f] = struct{}{}
	} else {
		delete(t.polled, f)
	}
}

// poll looks at the polled folders, and asks again for the watches that were
// refused.
func (t *tree) poll(in *intake) {
	t.watches.full = false
	if t.watches.notify == nil {
		notify, err := t.options.Notify()
		t.watches.use(notify, err, in)
		if t.watches.notify != nil {
			t.scan(t.known.top, true)
		}
	}
	for f := range t.polled {
		t.scan(f, false)
	}
	if !t.watches.full {
		t.troubles.over("limit")
	}
}
