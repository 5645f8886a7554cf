package main

import (
	"slices"
	"sync"
	"time"

	"discussd/critique"
	"discussd/critique/cli"
)

// reach knows which tools would be asked now: those that are installed and not left
// alone for a while. It is safe for concurrent use.
type reach struct {
	tools   map[string]*cli.Tool
	mu      sync.Mutex
	cooling map[string]time.Time
}

// cool notes until when a tool is not asked; the zero time ends that.
func (r *reach) cool(tool string, until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cooling[tool] = until
}

// asks tells whether a perspective's chain holds a tool that would be asked.
func (r *reach) asks(chain critique.Chain) bool {
	return slices.ContainsFunc(chain, func(link critique.Link) bool {
		r.mu.Lock()
		cooling := r.cooling[link.Tool].After(time.Now())
		r.mu.Unlock()
		tool, enabled := r.tools[link.Tool]
		return enabled && !cooling && tool.Installed() == nil
	})
}
