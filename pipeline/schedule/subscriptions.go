package schedule

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"discussd/watcher"
)

// Subscriptions holds the requests that subscribe: those that want their artifact judged
// whenever it changes. The dispatcher keeps it, and a watcher asks it about paths
// that belong to no round.
// It is safe for concurrent use.
type Subscriptions struct {
	changed func()
	mu      sync.Mutex
	paths   map[watcher.Key]string // absolute
}

// NewSubscriptions returns an empty one. Changed is called when there is another path
// to be watched; it may be nil.
func NewSubscriptions(changed func()) *Subscriptions {
	return &Subscriptions{changed: changed, paths: map[watcher.Key]string{}}
}

// Route returns the key of a request that subscribes whose artifact is at path: of several
// always the same one, as a file whose key differs from look to look seems changed.
func (s *Subscriptions) Route(path string) (first watcher.Key, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, p := range s.paths {
		if p == path && (!ok || cmp.Or(strings.Compare(key.Session, first.Session), strings.Compare(key.Round, first.Round)) < 0) {
			first, ok = key, true
		}
	}
	return first, ok
}

// Has tells whether a request subscribes.
func (s *Subscriptions) Has(key watcher.Key) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.paths[key] != ""
}

// Descend tells whether a folder holds a path that some request is about, or
// leads to one.
func (s *Subscriptions) Descend(dir string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.paths {
		if strings.HasPrefix(p, dir+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// set notes the artifact of a request that subscribes; with "" it is none any more. It tells
// whether the artifact is another than before.
func (s *Subscriptions) set(key watcher.Key, path string) (fresh bool) {
	if s == nil {
		return false
	}
	s.mu.Lock()
	old := s.paths[key]
	if path == "" {
		delete(s.paths, key)
	} else {
		s.paths[key] = path
	}
	s.mu.Unlock()
	fresh = path != "" && path != old
	if fresh && s.changed != nil {
		s.changed()
	}
	return fresh
}

// of lists the requests that subscribe in a session, in order.
func (s *Subscriptions) of(session string) []watcher.Key {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []watcher.Key
	for key := range s.paths {
		if key.Session == session {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, byKey)
	return keys
}
