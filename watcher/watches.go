package watcher

import (
	"errors"
	"hash/maphash"

	"golang.org/x/sys/unix"
)

// watches are those that the kernel holds for a tree.
type watches struct {
	notify   Notifier // nil while the kernel refuses one
	held     map[identity]*folder
	full     bool // a limit was hit since the last poll, asking again is useless
	seed     maphash.Seed
	troubles *troubles
}

// isLimit tells an error that goes away when a limit is raised, or when somebody
// else uses less.
func isLimit(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE)
}

// use takes what Options.Notify returned. Without a notifier everything is polled.
func (w *watches) use(notify Notifier, err error, in *intake) {
	if err != nil {
		w.limited(err)
		return
	}
	if w.notify = notify; notify != nil {
		in.opened <- notify
	}
}

// close lets go of the kernel's watches and ends the intake.
func (w *watches) close(in *intake) {
	close(in.opened)
	if w.notify == nil {
		return
	}
	if err := w.notify.Close(); err != nil {
		w.troubles.log.Warn("close inotify", "error", err)
	}
}

// add asks the kernel for a folder's events, and reports whether it had not
// done so before.
//
// To the kernel, a watch belongs to an inode: asked for a second path of the same
// one, fsnotify goes on reporting the first. So the first must be let go when the
// folder was renamed; when both paths are good, the second is polled.
func (w *watches) add(f *folder) bool {
	if w.notify == nil || w.full {
		return false
	}
	if other := w.held[f.id]; other != nil && other != f {
		if id, _, err := other.look(w.seed); err == nil && id == f.id {
			return false
		}
		w.detach(other)
	}
	if err := w.notify.Add(f.path); err != nil {
		w.detachOne(f)
		if isLimit(err) {
			w.limited(err)
		}
		return false // another error is met again when the folder is listed
	}
	fresh := !f.attached
	f.attached = true
	w.held[f.id] = f
	return fresh
}

// detach lets go of the watches of a folder and of all below it. What is known
// of their files is kept, to be compared.
func (w *watches) detach(f *folder) {
	w.detachOne(f)
	for _, child := range f.children {
		w.detach(child)
	}
}

func (w *watches) detachOne(f *folder) {
	if !f.attached {
		return
	}
	f.attached = false
	delete(w.held, f.id)
	// The kernel drops the watch of a folder that was deleted or unmounted, and
	// fsnotify that of one that was moved: an error is the usual case.
	_ = w.notify.Remove(f.path)
}

// limited stops asking for watches until the next poll.
func (w *watches) limited(err error) {
	w.full = true
	hint := "raise the sysctl fs.inotify.max_user_watches"
	if !errors.Is(err, unix.ENOSPC) {
		hint = "raise the sysctl fs.inotify.max_user_instances, or the limit of open files (LimitNOFILE)"
	}
	w.troubles.tell("limit", "not everything can be watched, the rest is polled", "error", err, "hint", hint)
}
