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
		if key, ok := t.options.Folder(f.parent.path, f.name()); ok {
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
