package watcher

import (
	"errors"
	"strings"

	"github.com/fsnotify/fsnotify"

	"discussd/internal/platform"
)

// maxBatch bounds the paths that wait for the tree. Beyond it, looking at
// everything is cheaper than remembering where to look.
const maxBatch = 1 << 14

// batch is what the kernel reported since the tree last asked.
type batch struct {
	paths map[string]fsnotify.Op
	lost  bool  // events are missing: everything must be looked at
	err   error // the last error of another kind
}

func (b *batch) empty() bool { return len(b.paths) == 0 && !b.lost && b.err == nil }

// intake drains the kernel's queue whatever the tree is doing, so that the queue
// overflows as late as possible, and both channels of fsnotify, since its reader
// stands still while either is full.
type intake struct {
	opened  chan Notifier // at most one is ever sent; closed when the tree ends
	batches chan batch
}

func newIntake() *intake {
	return &intake{opened: make(chan Notifier, 1), batches: make(chan batch)}
}

// run works until the notifier that it was given is closed, or until it
// is told that it gets none.
func (in *intake) run() {
	notify := <-in.opened
	if notify == nil {
		return
	}
	var waiting batch
	for {
		var handOver chan<- batch // nil, which is never ready, while nothing waits
		if !waiting.empty() {
			handOver = in.batches
		}
		select {
		case event, ok := <-notify.Events():
			if !ok {
				return
			}
			waiting.add(event)
		case err, ok := <-notify.Errors():
			if !ok {
				return
			}
			waiting.fail(err)
		case handOver <- waiting:
			waiting = batch{}
		}
	}
}

func (b *batch) add(event fsnotify.Event) {
	if b.lost {
		return
	}
	if b.paths == nil {
		b.paths = make(map[string]fsnotify.Op)
	}
	path := event.Name
	if strings.HasPrefix(path, "//") { // how fsnotify joins "/" and a name
		path = path[1:]
	}
	b.paths[path] |= event.Op
	if len(b.paths) > maxBatch {
		b.lose()
	}
}

func (b *batch) fail(err error) {
	if errors.Is(err, fsnotify.ErrEventOverflow) {
		b.lose()
		return
	}
	b.err = err
}

func (b *batch) lose() { b.lost, b.paths = true, nil }

// Notifier tells what happens in folders: the kernel, or what stands in for it. Add is
// asked for a folder's events, and Remove to end them; both are given the path by which
// its events are to name it. The channels are closed by Close.
type Notifier interface {
	Add(path string) error
	Remove(path string) error
	Events() <-chan fsnotify.Event
	Errors() <-chan error
	Close() error
}

// inotify is the kernel's own.
type inotify struct{ *fsnotify.Watcher }

func (i inotify) Events() <-chan fsnotify.Event { return i.Watcher.Events }
func (i inotify) Errors() <-chan error          { return i.Watcher.Errors }

// openNotify opens the one inotify instance of a watcher's life. A portable build opens
// none: what changes is found by looking.
func openNotify() (Notifier, error) {
	if platform.Portable {
		return nil, nil
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return inotify{w}, nil
}
