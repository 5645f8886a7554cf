package cli

import (
	"context"
	"slices"
	"sync"
	"time"

	"discussd/critique"
	"discussd/critique/cli/relay"
	"discussd/internal/process/supervisor"
)

// Reach knows which tools are installed and not cooling down. It is safe for concurrent use.
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

// Standing is what a daemon keeps ready for runs, for starting it takes long.
type Standing struct {
	Reserve *supervisor.Reserve // of supervisors; nil starts one for each run
	Relay   *relay.Relay        // to hubs; nil starts one for each ask
}

// Stand returns what a daemon needs, see [Standing.StandBy].
func Stand() Standing { return Standing{Reserve: supervisor.NewReserve(), Relay: relay.New()} }

// StandBy keeps ready what stands by, until ctx ends.
func (s Standing) StandBy(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { s.Reserve.StandBy(ctx) })
	all.Go(func() { s.Relay.StandBy(ctx) })
}
