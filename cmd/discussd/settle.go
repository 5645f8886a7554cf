package main

import (
	"context"

	"discussd/watcher"
)

// settleFor answers whoever waits for a round: it goes before others, and its quiet
// window is over.
func (d *daemon) settleFor(ctx context.Context, eyes *eyes) func(session, round string) {
	return func(session, round string) {
		d.dispatcher.Await(ctx, watcher.Key{Session: session, Round: round})
		eyes.settle(session, round)
	}
}
