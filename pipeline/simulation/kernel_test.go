package simulation

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"

	"discussd/watcher"
)

// kernel stands in for inotify: it is told what happens on disk, and tells one watcher
// of it, an event at a time and when it is granted. It is the edge of the simulation, as
// a watcher of the kernel's own cannot live where the clock is not the machine's.
type kernel struct {
	mu      sync.Mutex
	watches map[string]inode
	paths   map[inode]string
	queue   []fsnotify.Event
	lost    bool // events were dropped, and the watcher is to be told so
	closed  bool
	events  chan fsnotify.Event
	errors  chan error
}

var _ watcher.Notifier = (*kernel)(nil)

// longestQueue is from when on events are lost.
const longestQueue = 64

// inode tells folders apart, whatever their names are.
type inode struct{ device, number uint64 }

func inodeOf(path string) (inode, bool) {
	var st unix.Stat_t
	if unix.Stat(path, &st) != nil {
		return inode{}, false
	}
	return inode{uint64(st.Dev), uint64(st.Ino)}, true
}

func newKernel() *kernel {
	return &kernel{watches: map[string]inode{}, paths: map[inode]string{}, events: make(chan fsnotify.Event), errors: make(chan error)}
}

func (k *kernel) Events() <-chan fsnotify.Event { return k.events }
func (k *kernel) Errors() <-chan error          { return k.errors }

// Add watches a folder, under the first path that it was watched by.
func (k *kernel) Add(path string) error {
	id, ok := inodeOf(path)
	if !ok {
		return unix.ENOENT
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if old, watched := k.watches[path]; watched && old != id && k.paths[old] == path {
		delete(k.paths, old)
	}
	k.watches[path] = id
	if _, watched := k.paths[id]; !watched {
		k.paths[id] = path
	}
	return nil
}

// Remove ends the watch of a path.
func (k *kernel) Remove(path string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	id, ok := k.watches[path]
	if !ok {
		return fsnotify.ErrNonExistentWatch
	}
	delete(k.watches, path)
	if k.paths[id] == path {
		delete(k.paths, id)
	}
	return nil
}

// Close ends all watches.
func (k *kernel) Close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed, k.queue, k.lost = true, nil, false
	close(k.events)
	close(k.errors)
	return nil
}

// happened notes an event at a path in a watched folder.
func (k *kernel) happened(op fsnotify.Op, path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.paths) == 0 || k.closed {
		return
	}
	id, ok := inodeOf(filepath.Dir(path))
	if folder, watched := k.paths[id]; ok && watched {
		k.note(fsnotify.Event{Op: op, Name: folder + "/" + filepath.Base(path)})
	}
}

// left notes that a watched folder itself was moved or deleted, which ends its watch.
func (k *kernel) left(op fsnotify.Op, id inode) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if folder, watched := k.paths[id]; watched && !k.closed {
		k.note(fsnotify.Event{Op: op, Name: folder})
		delete(k.watches, folder)
		delete(k.paths, id)
	}
}

func (k *kernel) note(e fsnotify.Event) {
	if k.lost || len(k.queue) > 0 && k.queue[len(k.queue)-1] == e {
		return
	}
	if k.queue = append(k.queue, e); len(k.queue) > longestQueue {
		k.queue, k.lost = nil, true
	}
}

// overflow loses what waits, and says so.
func (k *kernel) overflow() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.queue, k.lost = nil, !k.closed
}

// drop loses the next event and says nothing.
func (k *kernel) drop() (e fsnotify.Event, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.queue) == 0 {
		return e, false
	}
	e, k.queue = k.queue[0], k.queue[1:]
	return e, true
}

// waits tells whether the watcher is to be told of something.
func (k *kernel) waits() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.queue) > 0 || k.lost
}

// tell delivers the next event, or that some were lost, and returns it in words. The
// watcher takes it at once, as it is at rest.
func (k *kernel) tell() (what string) {
	k.mu.Lock()
	lost := k.lost
	k.lost = false
	k.mu.Unlock()
	if lost {
		k.errors <- fsnotify.ErrEventOverflow
		return "events were lost"
	}
	e, _ := k.drop()
	k.events <- e
	_, below, _ := strings.Cut(e.Name, "/top/")
	return e.Op.String() + " " + below
}
