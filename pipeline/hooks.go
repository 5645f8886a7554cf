package pipeline

import "sync"

// maxHooks is how many hooks of a session may wait for one that does not end. No
// round of the session is begun while there are more: whoever has verdicts made as fast
// as he can drop requests must not fill the memory with them.
const maxHooks = 16

// Hooks run the user's programs that are told of verdicts: a session's one after the
// other, in the order of the verdicts, and beside everything else. Nothing that an
// agent waits for waits for them. The zero value is ready; it is safe for concurrent use.
type Hooks struct {
	ended   func() // called whenever one has ended; may be nil
	mu      sync.Mutex
	waiting map[string][]func() // by session; the first one runs
	hurry   bool                // those that wait begin at once
	begun   sync.WaitGroup
}

// add has a hook run when those that the session has already have ended.
func (h *Hooks) add(session string, hook func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hurry {
		h.begin(hook, func() {})
		return
	}
	if h.waiting == nil {
		h.waiting = map[string][]func(){}
	}
	h.waiting[session] = append(h.waiting[session], hook)
	if len(h.waiting[session]) == 1 {
		h.begin(hook, func() { h.next(session) })
	}
}

func (h *Hooks) begin(hook, then func()) {
	h.begun.Go(func() {
		hook()
		then()
		if h.ended != nil {
			h.ended()
		}
	})
}

// next begins the session's next hook after one has ended.
func (h *Hooks) next(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hurry {
		return // it has begun
	}
	if h.waiting[session] = h.waiting[session][1:]; len(h.waiting[session]) == 0 {
		delete(h.waiting, session)
		return
	}
	h.begin(h.waiting[session][0], func() { h.next(session) })
}

// full tells whether so many hooks of the session wait that it gets no new verdict.
func (h *Hooks) full(session string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.waiting[session]) > maxHooks
}

// End has all that wait run at once, so that nobody is told nothing and it takes no
// longer than a hook may, and returns when the last has ended.
func (h *Hooks) End() {
	h.mu.Lock()
	h.hurry = true
	for _, waiting := range h.waiting {
		for _, hook := range waiting[1:] {
			h.begin(hook, func() {})
		}
	}
	h.waiting = nil
	h.mu.Unlock()
	h.begun.Wait()
}
