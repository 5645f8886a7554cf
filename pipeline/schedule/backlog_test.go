package schedule

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/pipelinetest"
	"discussd/watcher"
)

func TestBacklog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			wg          sync.WaitGroup
			mu          sync.Mutex
			begun       []int
			busy, most  int
			b           = backlog{wg: &wg}
			want        []int
			begunInTurn = func(number int) {
				mu.Lock()
				begun, busy = append(begun, number), busy+1
				most = max(most, busy)
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				busy--
				mu.Unlock()
			}
		)
		for i := range 3 * maxLooks {
			b.add(func() { begunInTurn(i / maxLooks) })
			want = append(want, i/maxLooks)
		}
		wg.Wait()
		b.add(func() { begunInTurn(3) }) // after the workers have gone
		wg.Wait()
		if diff := cmp.Diff(append(want, 3), begun); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
		if most != maxLooks {
			t.Errorf("%d at once, want %d", most, maxLooks)
		}
		if b.workers != 0 {
			t.Errorf("%d workers left", b.workers)
		}
	})
}

// TestStuckReadings: looks at file systems that do not answer do not keep back the
// others, and an end does not wait for them.
func TestStuckReadings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		judge := newFixture(t).judge
		d := NewDispatcher(DispatcherOptions{Judge: judge, MaxRounds: 1})
		ctx, cancel := context.WithCancel(t.Context())
		ended, never := make(chan error), make(chan struct{})
		go func() { ended <- d.Run(ctx, nil) }()
		seen := 0
		must(t, d.report(ctx, func() {
			for i := range 3 * maxLooks {
				d.background(fmt.Sprint("stuck ", i), func() func() { <-never; return func() {} })
				d.background(fmt.Sprint("session ", i), func() func() { return func() { seen++ } })
			}
		}))
		time.Sleep(10 * slowLook)
		must(t, d.report(ctx, func() {
			if seen != 3*maxLooks {
				t.Errorf("%d of %d were looked at", seen, 3*maxLooks)
			}
		}))
		cancel()
		must(t, <-ended)
		close(never)
		go func() { // what was stuck reports when nobody listens any more
			for range 3 * maxLooks {
				<-d.reports
			}
		}()
		d.wg.Wait()
		if d.backlog.workers != 0 || d.backlog.stuck != 0 {
			t.Errorf("%d workers, %d stuck at last", d.backlog.workers, d.backlog.stuck)
		}
	})
}

// When enough looks wait, changes stay with the watcher until some are over.
func TestDispatcherTakesWhatItCanLookAt(t *testing.T) {
	d := NewDispatcher(DispatcherOptions{Judge: newFixture(t).judge, MaxRounds: 1})
	ctx, cancel := context.WithCancel(t.Context())
	ended, changes, slow := make(chan error), make(chan watcher.Change), make(chan struct{})
	go func() { ended <- d.Run(ctx, changes) }()
	must(t, d.report(ctx, func() {
		for i := range maxLooks + maxWaiting {
			d.background(fmt.Sprint("session ", i), func() func() { <-slow; return func() {} })
		}
	}))
	pipelinetest.Until(t, "all who look", func() bool {
		d.backlog.mu.Lock()
		defer d.backlog.mu.Unlock()
		return len(d.backlog.waiting) == maxWaiting
	})
	taken := make(chan struct{})
	go func() { changes <- watcher.Change{}; close(taken) }()
	for range 100 { // the loop takes what is ready at random
		must(t, d.Alive(ctx))
	}
	select {
	case <-taken:
		t.Error("a change was taken while enough waits")
	default:
	}
	close(slow)
	<-taken
	cancel()
	must(t, <-ended)
}
