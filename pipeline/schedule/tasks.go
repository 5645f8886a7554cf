package schedule

import (
	"context"
	"sync"
)

// tasks are what runs beside the loop of a dispatcher, and reports to it.
type tasks struct {
	reports chan func() // what is reported, run by the loop
	wg      sync.WaitGroup
}

// report has the loop make a change. It returns when the loop has taken it, or the
// cause when ctx ended first.
func (t *tasks) report(ctx context.Context, change func()) error {
	select {
	case t.reports <- change:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
