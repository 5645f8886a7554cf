package hub

import (
	"maps"
	"sync"

	"discussd/critique"
)

// tally counts what came of the asks of one tool of a worker.
type tally struct {
	mu    sync.Mutex
	busy  int
	ended map[critique.Class]int64
	usd   float64
}

func (t *tally) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy++
}

func (t *tally) end(class critique.Class, cost critique.Cost) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy--
	if t.ended == nil {
		t.ended = map[critique.Class]int64{}
	}
	t.ended[class]++
	if cost.USD != nil {
		t.usd += *cost.USD
	}
}

// now is what was counted.
func (t *tally) now() (busy int, ended map[critique.Class]int64, usd float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.busy, maps.Clone(t.ended), t.usd
}
