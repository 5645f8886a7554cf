package schedule

import (
	"sync"
	"time"

	"discussd/pipeline/judge"
)

// maxLooks bounds how many sessions are read at once to see what changed, and
// maxWaiting how many wait for it before no more changes are taken.
const (
	maxLooks   = 8
	maxWaiting = 64
)

// A reading that takes longer than slowLook gives its place to another one: the file
// system of its session may have ceased to answer. As many as maxStuck may.
const (
	slowLook = 10 * time.Second
	maxStuck = 100
)

// backlog is slow work in the order it came, done by a few goroutines that last as
// long as there is some. What waits costs a word or two, not a goroutine.
type backlog struct {
	mu      sync.Mutex
	waiting []func()
	workers int
	stuck   int             // readings that gave their place away
	wg      *sync.WaitGroup // waited on until the workers have ended
}

// add has the work done.
func (b *backlog) add(work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, work)
	b.start()
}

// full tells whether enough waits. Something ends and reports, then, before the
// workers are without work.
func (b *backlog) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting) >= maxWaiting
}

func (b *backlog) run() {
	for work := b.next(); work != nil; work = b.next() {
		gave, over := false, false // guarded by mu
		timer := time.AfterFunc(slowLook, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			if !over && b.stuck < maxStuck {
				gave = true
				b.stuck++
				b.workers--
				b.start()
			}
		})
		work()
		timer.Stop()
		b.mu.Lock()
		over = true
		if gave {
			b.stuck--
		}
		b.mu.Unlock()
		if gave {
			return // another one has the place
		}
	}
}

// start has one more worker unless there are enough, or nothing waits.
func (b *backlog) start() {
	if b.workers < maxLooks && len(b.waiting) > 0 {
		b.workers++
		b.wg.Go(b.run)
	}
}

// next takes the oldest work; nil, when none is left, ends the worker that asked.
func (b *backlog) next() func() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == 0 {
		b.waiting = nil // lets go of the array, which a flood has made large
		b.workers--
		return nil
	}
	work := b.waiting[0]
	b.waiting[0] = nil
	b.waiting = b.waiting[1:]
	return work
}

// CatchUp says which rounds without a verdict a starting daemon judges.
type CatchUp struct {
	Within time.Duration         // artifacts written at most this long ago
	Named  func(dir string) bool // sessions that are judged whatever their age or status
}

// wants tells whether a starting daemon judges a round that it finds: always
// what was begun; else what is young enough, or what the user named.
func (c CatchUp) wants(dir string, status judge.RoundStatus, now time.Time) bool {
	switch {
	case status.Pending:
		return true
	case status.Failed:
		return false
	case status.Judged: // an old tree that only the checks have judged costs money
		return !status.Known || !status.Fresh && c.Named != nil && c.Named(dir)
	case status.Gone:
		return false
	}
	return c.worth(dir, status, now)
}

// worth tells whether a round that is found is named or young enough to ask models
// about it.
func (c CatchUp) worth(dir string, status judge.RoundStatus, now time.Time) bool {
	return c.Named != nil && c.Named(dir) || !status.Archived && now.Sub(status.Written) <= c.Within
}
