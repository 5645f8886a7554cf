package watcher

import (
	"errors"

	"golang.org/x/sys/unix"
)

// isLimit tells an error that goes away when a limit is raised, or when somebody
// else uses less.
func isLimit(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE)
}

// use takes what Options.Notify returned. Without a notifier everything is polled.
func (t *tree) use(notify Notifier, err error, in *intake) {
	if err != nil {
		t.limited(err)
		return
	}
	if t.notify = notify; notify != nil {
		in.opened <- notify
	}
}

// close lets go of the kernel's watches and ends the intake.
func (t *tree) close(in *intake) {
	close(in.opened)
	if t.notify == nil {
		return
	}
	if err := t.notify.Close(); err != nil {
		t.log.Warn("close inotify", "error", err)
	}
}

// attach makes sure that the folder at f's path is the one that is watched. It
// reports whether f is there to be scanned, and whether it was not watched, or
// was another one, until now, so that anything may have changed below it.
// Again renews a watch that is held, since a mount takes it away unsaid.
func (t *tree) attach(f *folder, again bool) (fresh, ok bool) {
	id, device, err := f.look(t.seed)
	if err != nil {
		t.unreadable(f, err)
		return false, false
	}
	f.link = f.step && isLink(f.path)
	if id != f.id {
		fresh = true
		t.detach(f)
		f.id, f.device = id, device
		f.remote = t.isRemote(f)
	}
	if !f.attached || again {
		fresh = t.watch(f) || fresh
	}
	return fresh, true
}

// watch asks the kernel for a folder's events, and reports whether it had not
// done so before.
//
// To the kernel, a watch belongs to an inode: asked for a second path of the same
// one, fsnotify goes on reporting the first. So the first must be let go when the
// folder was renamed; when both paths are good, the second is polled.
func (t *tree) watch(f *folder) bool {
	if t.notify == nil || t.full {
		return false
	}
	if other := t.watched[f.id]; other != nil && other != f {
		if id, _, err := other.look(t.seed); err == nil && id == f.id {
			return false
		}
		t.detach(other)
	}
	if err := t.notify.Add(f.path); err != nil {
		t.detachOne(f)
		if isLimit(err) {
			t.limited(err)
		}
		return false // another error is met again when the folder is listed
	}
	fresh := !f.attached
	f.attached = true
	t.watched[f.id] = f
	return fresh
}

// detach lets go of the watches of a folder and of all below it. What is known
// of their files is kept, to be compared.
func (t *tree) detach(f *folder) {
	t.detachOne(f)
	for _, child := range f.children {
		t.detach(child)
	}
}

func (t *tree) detachOne(f *folder) {
	if !f.attached {
		return
	}
	f.attached = false
	delete(t.watched, f.id)
	// The kernel drops the watch of a folder that was deleted or unmounted, and
	// fsnotify that of one that was moved: an error is the usual case.
	_ = t.notify.Remove(f.path)
}

// limited stops asking for watches until the next poll.
func (t *tree) limited(err error) {
	t.full = true
	hint := "raise the sysctl fs.inotify.max_user_watches"
	if !errors.Is(err, unix.ENOSPC) {
		hint = "raise the sysctl fs.inotify.max_user_instances, or the limit of open files (LimitNOFILE)"
	}
	t.trouble("limit", "not everything can be watched, the rest is polled", "error", err, "hint", hint)
}
