package cli

import (
	"slices"
	"sync"
	"time"

	"discussd/critique"
)

// Reach knows which tools would be asked now: those that are installed and not left
// alone for a while. It is safe for concurrent use.
type Reach struct {
	tools   map[string]*Tool
	mu      sync.Mutex
	cooling map[string]time.Time
}

// NewReach knows the tools of that map, also those that are added to it before it is asked.
func NewReach(tools map[string]*Tool) *Reach {
	return &Reach{tools: tools, cooling: map[string]time.Time{}}
}

// Cool notes until when a tool is not asked; the zero time ends that.
func (r *Reach) Cool(tool string, until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cooling[tool] = until
}

// Asks tells whether a perspective's chain holds a tool that would be asked.
func (r *Reach) Asks(chain critique.Chain) bool {
	return slices.ContainsFunc(chain, func(link critique.Link) bool {
		r.mu.Lock()
		cooling := r.cooling[link.Tool].After(time.Now())
		r.mu.Unlock()
		tool, enabled := r.tools[link.Tool]
		return enabled && !cooling && tool.Installed() == nil
	})
}
