package supervisor

import (
	"context"
	"fmt"
	"time"
)

// respite is how long after the start of a run the next supervisor is made ready: the
// CLI, which starts just then, comes first.
const respite = 50 * time.Millisecond

// pause is how long after a failure the next supervisor is tried.
const pause = 10 * time.Second

// Reserve hands over supervisors: the one that stands by, or a new one. A nil reserve has
// none that stands by. It is safe for concurrent use.
type Reserve struct {
	ready chan *Line
}

// NewReserve returns a reserve in which none stands by yet, see [Reserve.StandBy].
func NewReserve() *Reserve { return &Reserve{ready: make(chan *Line)} }

// StandBy keeps one supervisor ready, until ctx ends: to start one takes longer than
// all else that lies between an event and the CLI that is asked about it. Where none
// can be started it tries again; [Reserve.Start] says why.
func (r *Reserve) StandBy(ctx context.Context) {
	for ctx.Err() == nil {
		next := respite
		if line, err := launch(); err == nil {
			select {
			case r.ready <- line:
			case <-ctx.Done():
				line.drop()
			}
		} else {
			next = pause
		}
		select {
		case <-time.After(next):
		case <-ctx.Done():
		}
	}
}

// Start has a supervisor do the run: the one that stands by, or a new one. The caller
// waits for it, and closes the line.
func (r *Reserve) Start(run Run) (*Line, error) {
	select {
	case line := <-r.standing():
		if run.tell(line.end) == nil {
			return line, nil
		}
		line.drop() // it was killed
	default:
	}
	line, err := launch()
	if err != nil {
		return nil, fmt.Errorf("start supervisor: %w", err)
	}
	if err := run.tell(line.end); err != nil {
		line.drop()
		return nil, fmt.Errorf("tell supervisor its run: %w", err)
	}
	return line, nil
}

// standing is where the supervisor that stands by is handed over.
func (r *Reserve) standing() <-chan *Line {
	if r == nil {
		return nil
	}
	return r.ready
}
