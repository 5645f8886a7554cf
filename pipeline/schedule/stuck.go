package schedule

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"discussd/critique"
	"discussd/pipeline/judge"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// A run that reads and writes for longer than longestFiles, without asking anybody, is
// given up: its file system may have ceased to answer. What it holds up then is its own
// session alone, until the pause has gone by. No more than maxStuckRuns of a root are
// given up, each of which may cost a thread for ever: then the sessions below it wait
// until one of them comes back.
const (
	longestFiles = time.Minute
	checkStuck   = 10 * time.Second
	stuckPause   = time.Minute
	longestStuck = time.Hour
	maxStuckRuns = 8
)

// errStuck is why a run was given up whose files do not answer.
var errStuck = errors.New("the session's file system does not answer")

// runs are the runs of a dispatcher, which its loop alone touches.
type runs struct {
	under map[watcher.Key]*underway
	stuck map[*underway]watcher.Key // that were given up and have not come back
	over  chan struct{}             // closed when nobody hears what they report any more
}

// underway is one run.
type underway struct {
	root    string       // the session's
	files   atomic.Int64 // since when it has been reading and writing, in Unix nanoseconds; 0 while it asks
	let     func()       // lets go of the run: nobody waits for it
	improve bool         // it was to better a verdict that is fresh
}

// begin notes a run and returns it, with a judge that tells it when it asks.
func (r *runs) begin(key watcher.Key, judge *judge.Judge, wg *sync.WaitGroup) (*underway, *judge.Judge) {
	wg.Add(1)
	u := &underway{root: judge.Layout.Pins.Root(key.Session), let: sync.OnceFunc(wg.Done)}
	u.resume()
	r.under[key] = u
	timed := *judge
	timed.Critic = asking{judge.Critic, u}
	return u, &timed
}

// end notes that a run has come back. It tells whether anybody still wants to know.
func (r *runs) end(key watcher.Key, u *underway) bool {
	if r.under[key] == u {
		delete(r.under, key)
		return true
	}
	delete(r.stuck, u)
	return false
}

// below counts the stuck runs below a root, and in tells whether there is one in a session.
func (r *runs) below(root string) (count int) {
	for u := range r.stuck {
		if u.root == root {
			count++
		}
	}
	return count
}

func (r *runs) in(session string) bool {
	for _, key := range r.stuck {
		if key.Session == session {
			return true
		}
	}
	return false
}

// overdue lists the runs whose files do not answer and that may be given up.
func (r *runs) overdue(now time.Time) (keys []watcher.Key) {
	for _, key := range inOrder(r.under) {
		if since := r.under[key].files.Load(); since != 0 && now.Sub(time.Unix(0, since)) >= longestFiles {
			keys = append(keys, key)
		}
	}
	return keys
}

func (u *underway) resume() { u.files.Store(time.Now().UnixNano()) }

// asking is a critic that notes when it is asked.
type asking struct {
	judge.Critic
	run *underway
}

func (a asking) Check(ctx context.Context, subject critique.Subject) critique.Report {
	a.run.files.Store(0)
	defer a.run.resume()
	return a.Critic.Check(ctx, subject)
}

func (a asking) Ask(ctx context.Context, request critique.Request) (critique.Critique, error) {
	a.run.files.Store(0)
	defer a.run.resume()
	return a.Critic.Ask(ctx, request)
}

func (a asking) Judge(ctx context.Context, policy critique.Policy, subject critique.Subject, perspectives []critique.Perspective, report critique.Report) (critique.Result, error) {
	a.run.files.Store(0)
	defer a.run.resume()
	return a.Critic.Judge(ctx, policy, subject, perspectives, report)
}

// giveUp gives the places of stuck runs to others. When one of them comes back it writes
// nothing but a verdict that it had already; whatever it says nobody hears.
func (t *turns) giveUp(now time.Time) {
	for _, key := range t.runs.overdue(now) {
		u, j := t.runs.under[key], t.jobs[key]
		if j == nil || t.runs.below(u.root) >= maxStuckRuns {
			continue
		}
		delete(t.runs.under, key)
		t.runs.stuck[u] = key
		u.let()
		t.places.leave(key.Session)
		j.cancel(errStuck)
		j.improve = j.improve || u.improve
		j.state, j.fingerprint, j.problem, t.table.dirty = verdict.Settling, "", errStuck.Error(), true
		t.judge.Logger.Error("round given up, its file system does not answer", "session", key.Session, "round", key.Round, "root", u.root, "hint", "it is tried again; see whether a mount below the root hangs")
		t.wait(key, j, min(stuckPause<<min(j.failures, 6), longestStuck))
		j.failures++
	}
}

// comeBack has the session of a stuck run tried again that has come back.
func (t *turns) comeBack(session string) {
	for key, j := range t.waiting {
		if key.Session == session && !j.held {
			j.wakeAt = time.Now()
		}
	}
}

// tooManyStuck tells whether so many runs below a session's root are stuck that none is begun.
func (t *turns) tooManyStuck(session string) bool {
	return len(t.runs.stuck) > 0 && t.runs.below(t.judge.Layout.Pins.Root(session)) >= maxStuckRuns
}
