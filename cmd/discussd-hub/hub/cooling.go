package hub

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"discussd/critique"
)

// cooling keeps a tool from being asked after a failure that another ask meets again: its
// login is gone, its quota is used up. Other workers may have another.
type cooling struct {
	pause time.Duration

	mu    sync.Mutex
	until time.Time
}

// lasting are the failures that lie in the worker and not in the ask.
var lasting = [...]critique.Class{critique.NotInstalled, critique.Auth, critique.Quota, critique.RateLimited}

// begin starts the pause when the failure is one that lasts, and says whether it is.
func (c *cooling) begin(class critique.Class) bool {
	if !slices.Contains(lasting[:], class) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = time.Now().Add(c.pause)
	return true
}

// over waits for the end of the pause. It returns false when the context ended first.
func (c *cooling) over(ctx context.Context) bool {
	c.mu.Lock()
	left := time.Until(c.until)
	c.mu.Unlock()
	return left <= 0 || pause(ctx, left)
}

// pause waits, and returns false when the context ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

func natsHandler(handle func(data []byte)) nats.MsgHandler {
	return func(message *nats.Msg) { handle(message.Data) }
}
