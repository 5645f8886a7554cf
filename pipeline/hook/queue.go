package hook

import "sync"

// maxWaiting is how many hooks of a session may wait for one that does not end. No
// round of the session is begun while there are more: whoever has verdicts made as fast
// as he can drop requests must not fill the memory with them.
const maxWaiting = 16

// Queue runs the user's programs that are told of verdicts: a session's one after the
// other, in the order of the verdicts, and beside everything else. Nothing that an
// agent waits for waits for them. The zero value is ready; it is safe for concurrent use.
type Queue struct {
	Ended   func() // called whenever one has ended; may be nil
	mu      sync.Mutex
	waiting map[string][]func() // by session; the first one runs
	hurry   bool                // those that wait begin at once
	begun   sync.WaitGroup
}

// Add has a hook run when those that the session has already have ended.
func (q *Queue) Add(session string, hook func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.hurry {
		q.begin(hook, func() {})
		return
	}
	if q.waiting == nil {
		q.waiting = map[string][]func(){}
	}
	q.waiting[session] = append(q.waiting[session], hook)
	if len(q.waiting[session]) == 1 {
		q.begin(hook, func() { q.next(session) })
	}
}

func (q *Queue) begin(hook, then func()) {
	q.begun.Go(func() {
		hook()
		then()
		if q.Ended != nil {
			q.Ended()
		}
	})
}

// next begins the session's next hook after one has ended.
func (q *Queue) next(session string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.hurry {
		return // it has begun
	}
	if q.waiting[session] = q.waiting[session][1:]; len(q.waiting[session]) == 0 {
		delete(q.waiting, session)
		return
	}
	q.begin(q.waiting[session][0], func() { q.next(session) })
}

// Any tells whether hooks of the session run or wait.
func (q *Queue) Any(session string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting[session]) > 0
}

// Full tells whether so many hooks of the session wait that it gets no new verdict.
func (q *Queue) Full(session string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting[session]) > maxWaiting
}

// End has all that wait run at once, so that nobody is told nothing and it takes no
// longer than a hook may, and returns when the last has ended.
func (q *Queue) End() {
	q.mu.Lock()
	q.hurry = true
	for _, waiting := range q.waiting {
		for _, hook := range waiting[1:] {
			q.begin(hook, func() {})
		}
	}
	q.waiting = nil
	q.mu.Unlock()
	q.begun.Wait()
}
