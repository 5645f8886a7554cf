package watcher

import (
	"discussd/internal/platform"

	"github.com/fsnotify/fsnotify"
)

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
