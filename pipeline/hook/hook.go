// Package hook runs the program with which people are told of verdicts: the argv
// of handoff.on_verdict and the JSON of a verdict come in, an error that says what
// went wrong comes out. The program is the user's own, named in the configuration
// and never by a session, so it gets the daemon's environment; what a session says
// reaches it only as data.
package hook

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"discussd/internal/process"
)

// Limit is how long a hook may take.
const Limit = 10 * time.Second

// Options say what the hook is told besides the verdict.
type Options struct {
	Session string        // the session's folder: DISCUSSD_SESSION
	Round   string        // DISCUSSD_ROUND
	Limit   time.Duration // 0 for [Limit]
}

// Run runs the hook, the verdict on its standard input, and waits until nothing
// of it is left: a hook cannot hold the daemon up, nor outlive it. The error wraps
// [context.DeadlineExceeded] when the hook took too long, and the cause of ctx when
// that ended first.
func Run(ctx context.Context, argv []string, verdictJSON []byte, o Options) error {
	if o.Limit == 0 {
		o.Limit = Limit
	}
	ctx, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	environ := slices.DeleteFunc(os.Environ(), systemdOwn)
	program := process.Program{
		Argv:    argv,
		Environ: append(environ, "DISCUSSD_SESSION="+o.Session, "DISCUSSD_ROUND="+o.Round),
		Stdin:   verdictJSON,
	}
	if err := program.Run(ctx); err != nil {
		return fmt.Errorf("handoff.on_verdict: %w", err)
	}
	return nil
}

// systemdOwn tells whether a variable is what systemd says to its service alone.
func systemdOwn(entry string) bool {
	return slices.ContainsFunc([]string{"NOTIFY_SOCKET=", "WATCHDOG_", "LISTEN_"}, func(prefix string) bool { return strings.HasPrefix(entry, prefix) })
}

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
