package watcher

import (
	"slices"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// files compares single files with what is known of them.
type files struct {
	route  func(path string) (Key, bool)
	folder func(parent, name string, link bool) (Key, bool)
	known  *known
	teller *teller
}

// note looks at one file and touches its key if it has changed; op is the event
// that led here, or 0. It reports whether the file has a key.
func (s *files) note(f *folder, name string, op fsnotify.Op) bool {
	path := f.join(name)
	key, routed := s.route(path)
	if !routed && strings.LastIndexByte(name, '.') <= 0 && isLink(path) {
		key, routed = s.folder(f.path, name, true)
	}
	if !routed {
		s.forget(f, name)
		return false
	}
	seen, linked, err := lookAt(path, s.known.seed)
	if err != nil {
		if !s.forget(f, name) && op != 0 {
			s.teller.touch(key) // it came and went between two looks
		}
		return true
	}
	f.linked = f.linked || linked
	at, ok := f.searchFile(name)
	if !ok {
		seen.name, seen.key = s.known.share(name), f.intern(key)
		f.files = slices.Insert(f.files, at, seen)
		s.teller.touch(key)
		return true
	}
	was := f.files[at]
	seen.name, seen.key = was.name, was.key
	changed := seen.changed(was, op)
	if before := f.key(was); before != key {
		seen.key = f.intern(key)
		s.teller.touch(before)
		changed = true
	}
	if op == fsnotify.Chmod { // it may have been written unheard: the next look will tell
		seen.stamp = was.stamp&^readable | seen.stamp&readable
	}
	f.files[at] = seen
	if changed {
		s.teller.touch(key)
	}
	return true
}

// noteFolder looks at a folder that bears a file's name, with an extension: where a file
// of that name has a key, whoever waits for the file is to know what is there. Any other
// folder is no file, whatever was there before.
func (s *files) noteFolder(f *folder, name string, op fsnotify.Op) {
	if strings.LastIndexByte(name, '.') > 0 {
		s.note(f, name, op)
	} else {
		s.forget(f, name)
	}
}

// forget removes a file that is gone or has no key any more, which is a change
// of its key. It reports whether the file was known.
func (s *files) forget(f *folder, name string) bool {
	at, ok := f.searchFile(name)
	if ok {
		key := f.key(f.files[at])
		f.files = slices.Delete(f.files, at, at+1)
		s.teller.touch(key)
	}
	return ok
}

// forgetAll removes all files of a folder.
func (s *files) forgetAll(f *folder) {
	for _, file := range f.files {
		s.teller.touch(f.key(file))
	}
	f.files = nil
}
