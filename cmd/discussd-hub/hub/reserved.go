package hub

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"time"
)

// reserved is the place of one ask in the books; nil where no limit asks for one.
type reserved struct {
	*ledger
	id       string
	accounts []string
	begun    bool
	over     bool // the place is given back
}

// reserve keeps a place for an ask that meets these limits, or says what holds it back.
func (l *ledger) reserve(ctx context.Context, limits map[string]Limit) (*reserved, *Held, error) {
	if len(limits) == 0 {
		return nil, nil, nil
	}
	place := &reserved{ledger: l, id: rand.Text(), accounts: slices.Sorted(maps.Keys(limits))}
	var held *Held
	err := l.change(ctx, func(b *books) bool {
		now := l.now()
		if held = b.hold(now, limits); held != nil {
			return false
		}
		b.reserve(now, place.id, limits)
		return true
	})
	if err != nil {
		return nil, nil, err
	}
	if held != nil {
		if !held.Until.IsZero() {
			held.Until = l.here(held.Until)
		}
		return nil, held, nil
	}
	return place, nil, nil
}

// begin counts the ask as spent, right before its tool is asked.
func (r *reserved) begin(ctx context.Context) error {
	if r == nil {
		return nil
	}
	err := r.change(ctx, func(b *books) bool {
		if b.Running[r.id].Begun {
			return false
		}
		b.begin(r.now(), r.id, r.accounts)
		return true
	})
	r.begun = err == nil
	return err
}

// renew says that the ask still runs.
func (r *reserved) renew(ctx context.Context) error {
	if r == nil {
		return nil
	}
	return r.change(ctx, func(b *books) bool {
		b.renew(r.now(), r.id, r.accounts)
		return true
	})
}

// end gives the place back, with what the ask has cost. It tries for a while.
func (r *reserved) end(ctx context.Context, usd *float64) error {
	if r == nil {
		return nil
	}
	r.over = true
	cost := 0.0
	if usd != nil {
		cost = *usd
	}
	for try := 0; ; try++ {
		err := r.leave(ctx, 0, cost)
		if err == nil || try == 5 || !pause(ctx, time.Second) {
			return err
		}
	}
}

// drop gives the place back of an ask that was not paid, unless it has ended.
func (r *reserved) drop(ctx context.Context) {
	if r == nil || r.over {
		return
	}
	asks := 0
	if r.begun {
		asks = -1
	}
	_ = r.leave(ctx, asks, 0) // else the place is free when its time is over
}

// leave gives the place back, also when the worker stops.
func (r *reserved) leave(ctx context.Context, asks int, usd float64) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	return r.change(ctx, func(b *books) bool {
		b.end(r.now(), r.id, r.accounts, asks, usd)
		return true
	})
}
