package pipeline

import "sync"

// maxLooks bounds how many sessions are read at once to see what changed, and
// maxWaiting how many wait for it before no more changes are taken.
const (
	maxLooks   = 8
	maxWaiting = 64
)

// backlog is slow work in the order it came, done by a few goroutines that last as
// long as there is some. What waits costs a word or two, not a goroutine.
type backlog struct {
	mu      sync.Mutex
	waiting []func()
	workers int
	wg      *sync.WaitGroup // waited on until the workers have ended
}

// add has the work done.
func (b *backlog) add(work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, work)
	if b.workers < maxLooks {
		b.workers++
		b.wg.Go(b.run)
	}
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
		work()
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
