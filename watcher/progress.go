package watcher

import (
	"sync/atomic"
	"time"
)

// progress is how far a tree is, which any goroutine may ask: one that waits for the
// disk answers nobody.
type progress struct {
	looking func(path string) // called before a folder is looked at; nil but in tests
	rescan  chan struct{}     // holds one token while a rescan is due
	ready   chan struct{}     // closed when everything was looked at once
	since   atomic.Int64      // when the look that is under way began, in Unix nanoseconds; 0 when none is
}

// again has everything looked at.
func (p *progress) again() {
	select {
	case p.rescan <- struct{}{}:
	default: // one is due already
	}
}

// looks notes that a folder is looked at from now on.
func (p *progress) looks(path string) {
	p.since.Store(time.Now().UnixNano())
	if p.looking != nil {
		p.looking(path)
	}
}

func (p *progress) hangs(limit time.Duration) bool {
	since := p.since.Load()
	return since != 0 && time.Since(time.Unix(0, since)) >= limit
}
