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
	works   func(tool string) bool
	mu      sync.Mutex
	cooling map[string]time.Time
}

// NewReach is told by works whether a tool is enabled and installed.
func NewReach(works func(tool string) bool) *Reach {
	return &Reach{works: works, cooling: map[string]time.Time{}}
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
		return !cooling && r.works(link.Tool)
	})
}
