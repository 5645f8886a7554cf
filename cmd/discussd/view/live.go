package view

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// lookEvery is how often a page that somebody looks at is made anew.
const lookEvery = time.Second

// How many pages are looked at at once, and after how many looks without a change a browser
// is told that somebody is still there.
const (
	mostViewers = 32
	stillThere  = 15
)

// shelf keeps the pages that are looked at, so that each is made once for all who do. Its
// zero value is empty.
type shelf struct {
	mu      sync.Mutex
	made    map[string]made // by the id of the session, "" for the list of all
	viewers int
}

type made struct {
	at   time.Time
	text []byte
	err  error
}

// page returns a page, which is made anew when it is older than the site looks.
func (h *shelf) page(ctx context.Context, s *site, id string) ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m, ok := h.made[id]; ok && time.Since(m.at) < s.every {
		return m.text, m.err
	}
	text, err := s.make(ctx, id)
	if ctx.Err() != nil { // of somebody who has gone: the next one asks anew
		return text, err
	}
	for id, m := range h.made {
		if time.Since(m.at) >= s.every {
			delete(h.made, id)
		}
	}
	if h.made == nil {
		h.made = map[string]made{}
	}
	h.made[id] = made{time.Now(), text, err}
	return text, err
}

// forget makes the next page a new one.
func (h *shelf) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.made = nil
}

// enter tells whether one more may look, who leaves again.
func (h *shelf) enter() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.viewers == mostViewers {
		return false
	}
	h.viewers++
	return true
}

func (h *shelf) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.viewers--
}

// live tells a browser, by server-sent events, when its page is another one. The first
// event comes at once: what has changed before it listened is not lost.
func (s *site) live(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("session")
	if _, err := s.shelf.page(r.Context(), s, id); err != nil {
		s.answer(w, http.StatusOK, nil, err)
		return
	}
	if !s.shelf.enter() {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer s.shelf.leave()
	w.Header().Set("Content-Type", "text/event-stream")
	out, last := http.NewResponseController(w), ""
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	for quiet := 0; ; quiet++ {
		text, err := s.shelf.page(r.Context(), s, id)
		now := fmt.Sprintf("%x", sha256.Sum256(text))
		event := ""
		switch {
		case err != nil && r.Context().Err() == nil: // it has gone: the page of it says so
			event = "data: gone\n\n"
		case now != last:
			event = "data: " + now + "\n\n"
		case quiet >= stillThere:
			event = ": still there\n\n"
		}
		if event != "" {
			last, quiet = now, 0
			out.SetWriteDeadline(time.Now().Add(answerPatience))
			if _, err := fmt.Fprint(w, event); err != nil || out.Flush() != nil {
				return
			}
		}
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
		}
		if err != nil {
			return
		}
	}
}
