package llm

import (
	"context"
	"errors"
	"sync"
	"time"
)

// errHung is why a run is skipped or ended after another one hung.
var errHung = errors.New("not waited for: it gave another perspective no answer in time just now")

// moment is the part of its time for which a tool that hung is left alone: 12 s of 4 min.
const moment = 20

// hangs remembers for a moment that a tool hung, so that the perspectives of a round do not wait for it
// one after the other. The zero value remembers nothing.
type hangs struct {
	mu      sync.Mutex
	until   time.Time
	running map[*run]bool
}

type run struct {
	began time.Time
	end   context.CancelCauseFunc
}

// begin makes a run's context, or returns errHung for who came before the tool hung. The caller must
// call end.
func (h *hangs) begin(ctx context.Context, came time.Time) (_ context.Context, r *run, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if came.Before(h.until) {
		return ctx, nil, errHung
	}
	ctx, cancel := context.WithCancelCause(ctx)
	r = &run{time.Now(), cancel}
	if h.running == nil {
		h.running = map[*run]bool{}
	}
	h.running[r] = true
	return ctx, r, nil
}

// end is the end of a run: whether it hung, and whether it answered.
func (h *hangs) end(r *run, hung, answered bool) {
	r.end(nil)
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.running, r)
	switch now := time.Now(); {
	case answered:
		h.until = time.Time{}
	case hung:
		alone := now.Sub(r.began) / moment
		h.until = now.Add(alone)
		for other := range h.running {
			if now.Sub(other.began) < alone {
				other.end(errHung)
			}
		}
	}
}
