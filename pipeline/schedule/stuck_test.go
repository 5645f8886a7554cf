package schedule

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"discussd/critique"
	"discussd/pipeline/session"
	"discussd/watcher"
)

// TestStuckRuns has judging hang in the sessions of one root. Their places go to others,
// no more of them are begun than the bound, and an end does not wait for them for ever.
// When the root answers again, all are judged.
func TestStuckRuns(t *testing.T) {
	const sessions = 2 * maxStuckRuns
	for _, stops := range []bool{false, true} {
		t.Run(fmt.Sprint("stops while it hangs: ", stops), func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "hung") // emptied when nothing of the bubble runs any more
			synctest.Test(t, func(t *testing.T) {
				f := newFixture(t)
				answer := make(chan struct{})
				f.judge.Layout.Pins = session.NewPins([]string{root, filepath.Dir(f.Dir)})
				var begun atomic.Int32
				f.judge.Asks = func(panel []critique.Perspective) bool { // what comes after the reading, and is done in the test's hands
					if len(panel) == 1 { // R3
						begun.Add(1)
						<-answer
					}
					return true
				}
				var last State // of the loop, and read when it waits
				d := NewDispatcher(DispatcherOptions{Judge: f.judge, MaxRounds: 1, Budget: NewBudget(0), Publish: func(s State) { last = s }})
				ctx, cancel := context.WithCancel(t.Context())
				ended, changes := make(chan error, 1), make(chan watcher.Change)
				go func() { ended <- d.Run(ctx, changes) }()
				for i := range sessions {
					dir := filepath.Join(root, fmt.Sprint("session ", i))
					must(t, os.MkdirAll(filepath.Join(dir, "spec", "requirements"), 0o755))
					must(t, os.WriteFile(filepath.Join(dir, "spec", "requirements", "_index.md"), []byte("# Hung\n"), 0o644))
					changes <- watcher.Change{Key: watcher.Key{Session: dir, Round: "R3"}, Settled: true, At: time.Now()}
				}
				time.Sleep(time.Second)
				changes <- watcher.Change{Key: watcher.Key{Session: f.Dir, Round: "R2"}, Settled: true, At: time.Now()}
				time.Sleep(sessions * 2 * longestFiles)
				synctest.Wait()
				if got := begun.Load(); got != maxStuckRuns {
					t.Errorf("%d stuck runs, want %d", got, maxStuckRuns)
				}
				if got := f.Critic.Rounds(); !slices.Equal(got, []string{"R2"}) {
					t.Errorf("judged %v, want the round of the other root alone", got)
				}
				told := 0
				for _, job := range last.Jobs {
					if job.Problem == errStuck.Error() {
						told++
					}
				}
				if told != maxStuckRuns || len(last.Jobs) != sessions {
					t.Errorf("%d of %d jobs say what is wrong, want %d of %d", told, len(last.Jobs), maxStuckRuns, sessions)
				}
				if !stops {
					close(answer)
					time.Sleep(2 * longestStuck)
					synctest.Wait()
					if got := f.Critic.Rounds(); len(got) != 1+sessions {
						t.Errorf("%d rounds were judged, want %d", len(got), 1+sessions)
					}
					if len(last.Jobs) != 0 || len(d.turns.runs.stuck) != 0 || len(d.turns.runs.under) != 0 {
						t.Errorf("left: %d jobs, %d stuck, %d under way", len(last.Jobs), len(d.turns.runs.stuck), len(d.turns.runs.under))
					}
				}
				cancel()
				must(t, <-ended)
				if stops {
					close(answer)
				}
			})
		})
	}
}

// TestLongAsking has a panel take longer than files may: that is no reason to give up.
func TestLongAsking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		f.Critic.Gate = make(chan struct{})
		d := NewDispatcher(DispatcherOptions{Judge: f.judge, MaxRounds: 1})
		ctx, cancel := context.WithCancel(t.Context())
		ended, changes := make(chan error, 1), make(chan watcher.Change)
		go func() { ended <- d.Run(ctx, changes) }()
		changes <- watcher.Change{Key: watcher.Key{Session: f.Dir, Round: "R2"}, Settled: true, At: time.Now()}
		time.Sleep(10 * longestFiles)
		f.Critic.Gate <- struct{}{}
		time.Sleep(time.Second)
		if v, ok := f.Verdict("R2"); !ok || len(f.Critic.Rounds()) != 1 {
			t.Errorf("asked %d times, verdict %v", len(f.Critic.Rounds()), v.Outcome)
		}
		cancel()
		must(t, <-ended)
	})
}
