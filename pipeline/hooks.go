package pipeline

import "sync"

// hooks are the user's programs that are told of verdicts. One runs beside the next
// round of its session, whose own waits for its end: in a session they keep the order
// of the verdicts, and a hook that hangs cannot have others pile up behind it.
type hooks struct {
	mu      sync.Mutex
	running map[string]chan struct{} // by session, closed at the end
	wg      *sync.WaitGroup          // waited on until the last one has ended
}

// run starts a hook when the session's last one has ended.
func (h *hooks) run(session string, hook func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for last := h.running[session]; last != nil; last = h.running[session] {
		h.mu.Unlock()
		<-last
		h.mu.Lock()
	}
	if h.running == nil {
		h.running = map[string]chan struct{}{}
	}
	ended := make(chan struct{})
	h.running[session] = ended
	h.wg.Go(func() {
		hook()
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.running, session)
		close(ended)
	})
}
