package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The keys of the bucket.
const (
	limitsKey = "limits"
	booksKey  = "books"
)

// LimitsBucket is where limits stand, and what was spent of them.
func (n Names) LimitsBucket() string { return n.prefix() + "-limits" }

// SetLimits says what the hub's workers may do together, from now on.
func (n Names) SetLimits(ctx context.Context, js jetstream.JetStream, limits Limits) error {
	kv, err := js.KeyValue(ctx, n.LimitsBucket())
	if err != nil {
		return missing(n, err)
	}
	data, err := json.Marshal(limits)
	if err != nil {
		return err
	}
	_, err = kv.Put(ctx, limitsKey, data)
	return err
}

// ledger is a worker's way to the books. It is safe for concurrent use.
type ledger struct {
	kv jetstream.KeyValue

	mu     sync.Mutex
	limits Limits
	read   time.Time     // when the limits were
	ahead  time.Duration // how much further the hub's clock is than this machine's
}

func (n Names) ledger(ctx context.Context, js jetstream.JetStream) (*ledger, error) {
	var kv jetstream.KeyValue
	err := soon(ctx, func(ctx context.Context) (err error) {
		kv, err = js.KeyValue(ctx, n.LimitsBucket())
		return err
	})
	if err != nil {
		return nil, missing(n, err)
	}
	return &ledger{kv: kv}, nil
}

// heard takes what the hub says that the time is.
func (l *ledger) heard(hubs time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ahead = time.Until(hubs)
}

// now is the time of the hub's clock.
func (l *ledger) now() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Now().Add(l.ahead)
}

// here is a time of the hub's clock on this machine's.
func (l *ledger) here(hubs time.Time) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return hubs.Add(-l.ahead)
}

// known are the limits. The error says that they cannot be read, and then nothing is taken.
func (l *ledger) known(ctx context.Context) (Limits, error) {
	const limitsKnown = 2 * time.Second // how long limits are taken to be what they were.
	l.mu.Lock()
	limits, read := l.limits, l.read
	l.mu.Unlock()
	if time.Since(read) < limitsKnown {
		return limits, nil
	}
	entry, err := l.get(ctx, limitsKey)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		limits = Limits{}
	case err != nil:
		return limits, fmt.Errorf("limits: %w", err)
	default:
		limits = Limits{}
		if err := json.Unmarshal(entry.Value(), &limits); err != nil {
			return limits, fmt.Errorf("limits: %w", err)
		}
	}
	l.mu.Lock()
	l.limits, l.read = limits, time.Now()
	l.mu.Unlock()
	return limits, nil
}

func (l *ledger) get(ctx context.Context, key string) (entry jetstream.KeyValueEntry, err error) {
	err = soon(ctx, func(ctx context.Context) (err error) {
		entry, err = l.kv.Get(ctx, key)
		return err
	})
	return entry, err
}

// look reads the books, and which state of them that was.
func (l *ledger) look(ctx context.Context) (books, uint64, error) {
	b := books{Version: Version}
	entry, err := l.get(ctx, booksKey)
	revision := uint64(0)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
	case err != nil:
		return b, 0, fmt.Errorf("the books of the hub: %w", err)
	default:
		if err := json.Unmarshal(entry.Value(), &b); err != nil {
			return b, 0, fmt.Errorf("the books of the hub: %w", err)
		}
		if b.Version != Version {
			return b, 0, fmt.Errorf("the books of the hub are of version %d, and this worker knows %d", b.Version, Version)
		}
		revision = entry.Revision()
	}
	if b.Accounts == nil {
		b.Accounts = map[string]account{}
	}
	if b.Running == nil {
		b.Running = map[string]reservation{}
	}
	b.sweep(l.now())
	return b, revision, nil
}

// change replaces the books by what the function makes of them, again whenever another worker was
// faster. The function returns false to leave them.
func (l *ledger) change(ctx context.Context, make func(*books) bool) error {
	for {
		b, revision, err := l.look(ctx)
		if err != nil {
			return err
		}
		if !make(&b) {
			return nil
		}
		data, err := json.Marshal(b)
		if err != nil {
			return err
		}
		err = soon(ctx, func(ctx context.Context) (err error) {
			if revision == 0 {
				_, err = l.kv.Create(ctx, booksKey, data)
			} else {
				_, err = l.kv.Update(ctx, booksKey, data, revision)
			}
			return err
		})
		if err == nil || !errors.Is(err, jetstream.ErrKeyExists) && !errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}
