package schedule

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/internal/syncbuffer"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// Who holds the lock of one session holds back that session alone, and is named.
func TestDispatcherIsShutOutOfOneSession(t *testing.T) {
	f, other := newFixture(t), newFixture(t)
	var log syncbuffer.Buffer
	f.judge.Logger = hclog.New(&hclog.LoggerOptions{Output: &log})
	var published atomic.Pointer[State]
	d := dispatch(t, f, DispatcherOptions{MaxRounds: 1, Publish: func(s State) { published.Store(&s) }})
	unlock := f.lock()
	d.change("R2", true)
	pipelinetest.Until(t, "a word on what it waits for", func() bool {
		s := published.Load()
		return s != nil && len(s.Jobs) == 1 && s.Jobs[0].State == verdict.Held && strings.Contains(s.Jobs[0].Problem, "waiting for a lock")
	})
	d.changes <- watcher.Change{Key: watcher.Key{Session: other.Dir, Round: "R2"}, Settled: true, At: time.Now()}
	pipelinetest.Until(t, "the other session's verdict", func() bool { _, ok := other.Verdict("R2"); return ok })
	pipelinetest.Until(t, "a few tries", func() bool {
		s := published.Load()
		return s != nil && len(s.Jobs) == 1 && s.Jobs[0].Until != nil && time.Until(*s.Jobs[0].Until) > 4*lockPause
	})
	unlock()
	d.fresh("R2", 1)
	if n := strings.Count(log.String(), "waiting for a lock"); n != 1 {
		t.Errorf("said %d times:\n%s", n, log.String())
	}
}
