package pipeline

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/handoff"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// Who holds the lock of one session holds back that session alone, and is named.
func TestDispatcherIsShutOutOfOneSession(t *testing.T) {
	f, other := newFixture(t), newFixture(t)
	var log lines
	f.judge.Logger = hclog.New(&hclog.LoggerOptions{Output: &log})
	var published atomic.Pointer[State]
	d := dispatch(t, f, DispatcherOptions{MaxRounds: 1, Publish: func(s State) { published.Store(&s) }})
	desk, err := f.judge.sit(f.dir)
	must(t, err)
	defer desk.Close()
	unlock, err := desk.folder.Lock(t.Context())
	must(t, err)
	d.change("R2", true)
	until(t, "a word on what it waits for", func() bool {
		s := published.Load()
		return s != nil && len(s.Jobs) == 1 && s.Jobs[0].State == verdict.Held && strings.Contains(s.Jobs[0].Problem, "waiting for a lock")
	})
	d.changes <- watcher.Change{Key: watcher.Key{Session: other.dir, Round: "R2"}, Settled: true, At: time.Now()}
	until(t, "the other session's verdict", func() bool { _, ok := other.verdict("R2"); return ok })
	until(t, "a few tries", func() bool {
		s := published.Load()
		return s != nil && len(s.Jobs) == 1 && s.Jobs[0].Until != nil && time.Until(*s.Jobs[0].Until) > 4*lockPause
	})
	unlock()
	d.fresh("R2", 1)
	if n := strings.Count(log.text(), "waiting for a lock"); n != 1 {
		t.Errorf("said %d times:\n%s", n, log.text())
	}
}

// A command has the time to wait that a daemon has not.
func TestJudgeTriesOrWaits(t *testing.T) {
	f := newFixture(t)
	desk, err := f.judge.sit(f.dir)
	must(t, err)
	defer desk.Close()
	unlock, err := desk.folder.Lock(t.Context())
	must(t, err)
	if _, err := f.judge.Judge(t.Context(), Order{Dir: f.dir, Round: f.round("R2"), Try: true}); !errors.Is(err, handoff.ErrLocked) {
		t.Errorf("got %v, want ErrLocked", err)
	}
	time.AfterFunc(time.Millisecond, unlock)
	if _, err := f.order("R2"); err != nil {
		t.Errorf("who waits gets %v", err)
	}
}
