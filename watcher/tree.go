package watcher

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
)

// tree knows the folders between "/" and everything below the roots, their
// watches and their files. Hints of what may have changed come in, touches go
// out. One goroutine owns it.
//
// It starts at "/", not at the roots, so that a root that is missing, moved,
// replaced or linked elsewhere is a change in a watched folder like any other.
// Folders above the roots are only passed through: they are watched, not listed.
type tree struct {
	options Options
	roots   []string            // cleaned and sorted
	steps   map[string][]string // folder above a root → names in it that lead to one
	log     hclog.Logger
	seed    maphash.Seed
	touches chan<- touch
	done    <-chan struct{} // closed when Run is to return
	rescan  chan struct{}   // holds one token while a rescan is due
	ready   chan struct{}   // closed when everything was looked at once
	since   atomic.Int64    // when the look that is under way began, in Unix nanoseconds; 0 when none is

	top      *folder
	notify   Notifier // nil while the kernel refuses one
	watched  map[identity]*folder
	polled   map[*folder]struct{}
	first    bool              // while the first scan is under way
	full     bool              // a limit was hit since the last poll, asking again is useless
	names    [256]string       // of files, that were met last
	troubles map[string]string // what was logged and still holds, by path or topic
	moved    bool              // a step to a root came or went
}

func newTree(o Options, roots []string, touches chan<- touch, done <-chan struct{}) *tree {
	t := &tree{
		options:  o,
		roots:    roots,
		steps:    stepsTo(roots),
		log:      o.Logger,
		seed:     maphash.MakeSeed(),
		touches:  touches,
		done:     done,
		rescan:   make(chan struct{}, 1),
		ready:    make(chan struct{}),
		top:      &folder{path: "/", step: true},
		watched:  make(map[identity]*folder),
		polled:   make(map[*folder]struct{}),
		troubles: make(map[string]string),
		moved:    true,
	}
	t.top.inside = slices.Contains(roots, "/")
	return t
}

// run looks at everything once, and then wherever it is told to. Its timers run
// only if something is polled, or a rescan was asked for in the options.
//
// What the first scan found is handed on when it is over, folder by folder and as it
// is asked for: to collect it would take as much memory again as the folders.
func (t *tree) run(in *intake, found chan<- []Key) {
	t.first = true
	t.scan(t.top, true)
	t.first = false
	if t.stopped() {
		return
	}
	t.log.Debug("watching", "folders", len(t.watched), "polled", len(t.polled))
	close(t.ready)
	var poll, again <-chan time.Time
	next, keys := t.finds(t.top)
	for {
		t.reportRoots()
		if poll == nil && (len(t.polled) > 0 || t.notify == nil) {
			poll = time.After(t.options.Poll)
		}
		if again == nil && t.options.Rescan > 0 {
			again = time.After(t.options.Rescan)
		}
		var offer chan<- []Key // nil, which is never ready, when everything was handed on
		if len(keys) > 0 {
			offer = found
		}
		t.rests()
		select {
		case <-t.done:
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
			t.scan(t.top, true)
		case <-t.rescan:
			t.scan(t.top, true)
		}
	}
}

func (t *tree) stopped() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// finds returns the keys of the first folder at or after f that has some, and the folder
// that comes next; no keys when there is none. The files of a key follow one another, so
// that hardly one is told twice.
func (t *tree) finds(f *folder) (next *folder, keys []Key) {
	for ; f != nil && len(keys) == 0; f = f.next() {
		if f.inside && f.parent != nil {
			if key, ok := t.options.Folder(f.parent.path, f.name()); ok {
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

// touch hands a key on. What the first scan meets was found, not changed.
func (t *tree) touch(key Key) {
	if t.first {
		return
	}
	select {
	case t.touches <- touch{Key: key, at: time.Now()}:
	case <-t.done:
	}
}

// lookup returns the folder of a path; nil if it is not known.
func (t *tree) lookup(path string) *folder {
	f := t.top
	for rest := strings.TrimPrefix(path, "/"); rest != "" && f != nil; {
		name, below, _ := strings.Cut(rest, "/")
		f, rest = f.child(name), below
	}
	return f
}

// forget removes a file that is gone or has no key any more, which is a change
// of its key. It reports whether the file was known.
func (t *tree) forget(f *folder, name string) bool {
	at, ok := f.searchFile(name)
	if ok {
		key := f.key(f.files[at])
		f.files = slices.Delete(f.files, at, at+1)
		t.touch(key)
	}
	return ok
}

// empty forgets everything in a folder.
func (t *tree) empty(f *folder) {
	for _, file := range f.files {
		t.touch(f.key(file))
	}
	f.files = nil
	for _, child := range slices.Backward(f.children) {
		t.drop(child)
	}
}

// drop forgets a folder that is gone or not wanted, and everything in it.
func (t *tree) drop(f *folder) {
	t.detach(f)
	t.empty(f)
	delete(t.polled, f)
	t.recovered(f.path)
	if f.parent == nil {
		return
	}
	f.parent.removeChild(f.name())
	if f.step {
		t.moved = true
		t.review(f.parent)
	}
}

// share returns a file's name to be kept. Tens of thousands of folders hold files of the
// same few names.
func (t *tree) share(name string) string {
	last := &t.names[maphash.String(t.seed, name)%uint64(len(t.names))]
	if *last != name {
		*last = name
	}
	return *last
}

// trouble logs what is wrong at a path, or with a topic, when its text is new.
func (t *tree) trouble(about, message string, args ...any) {
	text := fmt.Sprint(message, args)
	if t.troubles[about] != text {
		t.troubles[about] = text
		t.log.Warn(message, args...)
	}
}

// recovered lets the same trouble be logged again.
func (t *tree) recovered(about string) { delete(t.troubles, about) }
