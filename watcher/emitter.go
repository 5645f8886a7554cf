package watcher

import (
	"context"
	"sync"
	"time"
)

// touch says that a file of a key changed.
type touch struct {
	Key
	at time.Time
}

// emitter turns touches into changes: touches, and what the first scan found, come in,
// changes go out when they are due and the consumer takes them.
type emitter struct {
	debounce *debounce
	outbox   *outbox
	settles  *settles
}

func newEmitter(o Options, s *settles) *emitter {
	return &emitter{debounce: newDebounce(o.Quiet, o.MaxWait), outbox: &outbox{mail: make(map[Key]mail)}, settles: s}
}

// run works until ctx is done. It sleeps on one timer, which runs only while a
// window is open.
func (e *emitter) run(ctx context.Context, found <-chan []Key, touches <-chan touch, out chan<- Change) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		for _, b := range e.debounce.due(time.Now()) {
			e.outbox.put(Change{Key: b.Key, Settled: true, At: b.first})
		}
		if due, open := e.debounce.next(); open {
			timer.Reset(time.Until(due))
		} else {
			timer.Stop()
		}
		for len(e.outbox.found) > 0 && e.debounce.open(e.outbox.found[0]) {
			e.outbox.found = e.outbox.found[1:] // its writer is not done yet, and when he is, that is told
		}
		more := found
		if len(e.outbox.found) > 0 {
			more = nil // the tree keeps it for less
		}
		change, waiting := e.outbox.head()
		var deliver chan<- Change // nil, which is never ready, while nothing waits
		if waiting {
			deliver = out
		}
		select {
		case <-ctx.Done():
			return
		case e.outbox.found = <-more:
		case t := <-touches:
			if e.debounce.observe(t.Key, t.at) {
				e.outbox.put(Change{Key: t.Key, At: t.at})
			}
		case <-e.settles.wake:
			e.settle(time.Now())
		case deliver <- change:
			e.outbox.delivered()
		case <-timer.C:
		}
	}
}

func (e *emitter) settle(now time.Time) {
	for _, key := range e.settles.take() {
		at := now
		if b, open := e.debounce.settle(key); open {
			at = b.first
		}
		e.outbox.put(Change{Key: key, Settled: true, At: at})
	}
}

// settles are the keys whose window is to end, asked for by any goroutine.
type settles struct {
	mu   sync.Mutex
	keys map[Key]struct{}
	wake chan struct{} // holds one token while keys wait
}

func newSettles() *settles {
	return &settles{keys: make(map[Key]struct{}), wake: make(chan struct{}, 1)}
}

func (s *settles) add(key Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys[key] = struct{}{}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *settles) take() []Key {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := make([]Key, 0, len(s.keys))
	for key := range s.keys {
		keys = append(keys, key)
	}
	clear(s.keys)
	return keys
}
