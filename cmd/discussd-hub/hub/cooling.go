package hub

import (
	"context"
	"slices"
	"sync"
	"time"

	"discussd/critique"
)

// cooling keeps a tool from being asked after a failure that would repeat: no login, no quota left.
type cooling struct {
	pause time.Duration

	mu    sync.Mutex
	until time.Time
	why   string
}

// lasting are the failures that lie in the worker and not in the ask.
var lasting = [...]critique.Class{critique.NotInstalled, critique.Auth, critique.Quota, critique.RateLimited}

// begin starts the pause when the failure is one that lasts, and says whether it is.
func (c *cooling) begin(failure error) bool {
	if failure == nil || !slices.Contains(lasting[:], critique.ClassOf(failure)) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until, c.why = time.Now().Add(c.pause), failure.Error()
	return true
}

// over waits for the end of the pause. It returns false when the context ended first.
func (c *cooling) over(ctx context.Context) bool {
	left := c.left()
	return left == 0 && ctx.Err() == nil || pause(ctx, left)
}

// cause is why it was begun last.
func (c *cooling) cause() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.why
}

// left is how long the pause still is.
func (c *cooling) left() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return max(time.Until(c.until), 0)
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
