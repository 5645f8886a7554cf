package cli

import (
	"context"
	"sync"

	"discussd/critique/cli/relay"
	"discussd/internal/process/supervisor"
)

// Standing is what stands by for runs in a daemon: what has to be started takes longer than
// all else that lies between an event and the CLI that is asked about it.
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
