package simulation

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// step is what a daemon or a tool would do next. It is done when it is granted.
type step struct {
	by      *life
	name    string // "look at R2 in s1", "hears a about R2 of session 4"
	dir     string // the session's, of a step on disk
	what    string // the step on disk, "look at R2"
	session int    // that a tool is asked about
	answers bool   // it is a tool's answer, and no change or look on disk
	hangs   bool   // it is not granted any more: only its context ends it
	arrived int
	granted chan outcome
}

// outcome is what a step is granted with.
type outcome struct {
	err    error
	undone bool // the step is not done at all; else the error comes after it
	rating float64
}

// hall is where steps wait until they are granted, one at a time.
type hall struct {
	mu      sync.Mutex
	waiting []*step
	arrived int
}

// wait returns what the step is granted with, or that its context ended.
func (h *hall) wait(ctx context.Context, s *step) outcome {
	s.granted = make(chan outcome, 1)
	h.mu.Lock()
	h.arrived++
	s.arrived = h.arrived
	h.waiting = append(h.waiting, s)
	h.mu.Unlock()
	select {
	case o := <-s.granted:
		return o
	case <-ctx.Done():
		h.leave(s)
		return outcome{err: context.Cause(ctx), undone: true}
	}
}

func (h *hall) leave(s *step) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = slices.DeleteFunc(h.waiting, func(other *step) bool { return other == s })
}

// all lists the steps that may be granted, in an order that does not depend on who came
// first.
func (h *hall) all() []*step {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := slices.DeleteFunc(slices.Clone(h.waiting), func(s *step) bool { return s.hangs })
	slices.SortFunc(all, func(a, b *step) int {
		return cmp.Or(cmp.Compare(a.by.number, b.by.number), cmp.Compare(a.name, b.name), cmp.Compare(a.arrived, b.arrived))
	})
	return all
}

// of counts the steps of a daemon that wait, or hang.
func (h *hall) of(l *life) (steps []*step) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.waiting {
		if s.by == l {
			steps = append(steps, s)
		}
	}
	return steps
}

func (h *hall) grant(s *step, o outcome) {
	h.leave(s)
	s.granted <- o
}
