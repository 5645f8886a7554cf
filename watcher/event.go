package watcher

import (
	"path/filepath"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// handle looks wherever a batch of events points to.
func (t *tree) handle(b batch) {
	if b.err != nil {
		t.log.Warn("inotify", "error", b.err)
	}
	if b.lost {
		t.troubles.tell("overflow", "events came too fast and were lost, looking at everything instead",
			"hint", "raise the sysctl fs.inotify.max_queued_events")
		t.scan(t.known.top, true)
		return
	}
	// Old names first: the kernel goes on reporting a renamed folder under its
	// old path until that is let go, also to those who ask for the new one. And who
	// looked meanwhile saw nothing there: all in it changed, even if it is back as it was.
	for path, op := range b.paths {
		if op&(fsnotify.Remove|fsnotify.Rename) != 0 {
			if f := t.known.lookup(path); f != nil {
				t.watches.detach(f)
				t.empty(f)
			}
		}
	}
	again := make(map[string]struct{})
	for path, op := range b.paths {
		if t.happened(path, op) {
			again[filepath.Dir(path)] = struct{}{}
		}
	}
	for path := range again {
		if f := t.known.lookup(path); f != nil {
			t.scan(f, false)
		}
	}
}

// happened looks at one path. It reports whether the folder of the path is to be
// listed again: a new file without a key may be what gives its neighbours one.
func (t *tree) happened(path string, op fsnotify.Op) bool {
	t.progress.looks(path)
	if f := t.known.lookup(path); f != nil {
		t.scan(f, false)
		if t.known.lookup(path) != nil {
			return false
		}
	}
	parent := t.known.lookup(filepath.Dir(path))
	if parent == nil {
		return false
	}
	name := strings.Clone(filepath.Base(path)) // it may be kept, the path is not
	switch {
	case t.known.isStep(parent, name):
		t.enter(parent, name, false, t.insiders(parent))
	case !parent.inside:
		return false // some neighbour of a folder on the way to a root
	case isDir(path):
		t.files.noteFolder(parent, name, op)
		t.enter(parent, name, false, t.insiders(parent))
	default:
		routed := t.files.note(parent, name, op)
		if op.Has(fsnotify.Create) && t.options.Marks(name) {
			t.scan(parent, true)
			return false
		}
		t.review(parent)
		return !routed && op.Has(fsnotify.Create)
	}
	return false
}
