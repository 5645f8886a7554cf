package watcher

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// scan brings what is known of a folder in line with the disk, and touches the
// keys of what differs. The watch comes before the look, at every level: what
// happens in between is seen twice, never missed. Folders below that are known
// already are looked at only if deep, or if f itself turns out to be new.
func (t *tree) scan(f *folder, deep bool) {
	if t.teller.ended() {
		return
	}
	t.progress.looks(f.path)
	fresh, ok := t.attach(f, deep)
	if !ok {
		return
	}
	if deep && fresh && f.inside && f.parent != nil {
		if key, ok := t.options.Folder(f.parent.path, f.name(), false); ok {
			t.teller.touch(key)
		}
	}
	deep = deep || fresh
	insiders := t.insiders(f)
	for _, name := range t.known.steps[f.path] {
		t.enter(f, name, deep, insiders)
	}
	if f.inside {
		if err := t.list(f, deep, insiders); err != nil {
			t.unreadable(f, err)
			return
		}
	}
	if f.denied || f.failing {
		f.denied, f.failing = false, false
		t.troubles.over(f.path)
	}
	t.review(f)
}

// list compares the entries of a folder with what is known of it.
func (t *tree) list(f *folder, deep bool, insiders *insiders) error {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return err
	}
	f.linked = false
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case t.known.isStep(f, name): // entered already
		case entry.IsDir():
			t.files.noteFolder(f, name, 0)
			t.enter(f, name, deep, insiders)
		default:
			if was := f.child(name); was != nil {
				t.drop(was)
			}
			t.files.note(f, name, 0)
		}
	}
	exists := func(name string) bool {
		_, ok := slices.BinarySearchFunc(entries, name, func(e os.DirEntry, name string) int {
			return strings.Compare(e.Name(), name)
		})
		return ok
	}
	// Backward, since what is gone is taken out on the way.
	for _, file := range slices.Backward(f.files) {
		if !exists(file.name) {
			t.files.forget(f, file.name)
		}
	}
	for _, child := range slices.Backward(f.children) {
		if !exists(child.name()) {
			t.drop(child)
		}
	}
	return nil
}

// enter scans a folder of f, if it is wanted and there is news to expect of it.
func (t *tree) enter(f *folder, name string, deep bool, insiders *insiders) {
	child := f.child(name)
	if child != nil && !deep && !child.denied && !child.failing {
		return
	}
	inside, step := insiders.has(name), t.known.isStep(f, name)
	if !inside && !step {
		if child != nil {
			t.drop(child)
		}
		return
	}
	if child == nil {
		child = f.addChild(name)
	}
	child.inside, child.step = inside, step
	t.known.moved = t.known.moved || step
	t.scan(child, deep)
}

// unreadable deals with a folder that could not be looked at. One that is gone is
// forgotten, and so is what is in one that may not be read: once it may, all of
// it is new. Any other error says nothing about the files.
func (t *tree) unreadable(f *folder, err error) {
	switch {
	case isGone(err) && f.parent != nil:
		t.drop(f)
		return
	case errors.Is(err, fs.ErrPermission):
		f.denied = true
		t.empty(f)
	default:
		f.failing = true
	}
	t.known.moved = t.known.moved || f.step
	t.troubles.tell(f.path, "folder cannot be read", "folder", f.path, "error", err)
	t.review(f)
}

// attach makes sure that the folder at f's path is the one that is watched. It
// reports whether f is there to be scanned, and whether it was not watched, or
// was another one, until now, so that anything may have changed below it.
// Again renews a watch that is held, since a mount takes it away unsaid.
func (t *tree) attach(f *folder, again bool) (fresh, ok bool) {
	id, device, err := f.look(t.known.seed)
	if err != nil {
		t.unreadable(f, err)
		return false, false
	}
	f.link = f.step && isLink(f.path)
	if id != f.id {
		fresh = true
		t.watches.detach(f)
		f.id, f.device = id, device
		f.remote = t.isRemote(f)
	}
	if !f.attached || again {
		fresh = t.watches.add(f) || fresh
	}
	return fresh, true
}

// isRemote tells whether a folder's events are not the whole truth, and logs it
// once a mount. A folder on its parent's device is on its parent's file system.
func (t *tree) isRemote(f *folder) bool {
	if f.parent != nil && f.parent.device == f.device {
		return f.parent.remote
	}
	kind, err := remoteFileSystem(f.path)
	if err != nil {
		return false // about to vanish, or met again when the folder is listed
	}
	if kind != "" && f.inside {
		t.log.Info("file system does not report what others write, polling it too",
			"folder", f.path, "type", kind, "every", t.options.Poll.String())
	}
	return kind != ""
}
