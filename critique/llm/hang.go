package llm

import (
	"context"
	"errors"
	"sync"
	"time"
)

// errHung is why a run is not begun, or is ended, that another one's hang has shown to
// be no use.
var errHung = errors.New("not waited for: it gave another perspective no answer in time just now")

// moment is the part of its time that a tool which hung is left alone for: twelve
// seconds of four minutes.
const moment = 20

// hangs remembers that a tool hung, for a moment before and after. The perspectives of a
// round that hang together must not wait for each other's tools one after the other: who
// was waiting for a free run, and who falls back to it just before or after, is told.
// The zero value remembers nothing.
type hangs struct {
	mu      sync.Mutex
	until   time.Time
	running map[*run]bool
}

type run struct {
	began time.Time
	end   context.CancelCauseFunc
}

// begin makes a run's context for somebody who came at that time. It returns errHung
// when the tool is to be left alone. The caller must call end.
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
