package pipeline

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
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
