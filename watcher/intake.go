package watcher

import (
	"errors"
	"strings"

	"github.com/fsnotify/fsnotify"
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
