package pipeline

import (
	"sync"
	"time"
)

// Budget caps how many rounds are judged in any hour, over all sessions. What it
// holds back is done later, never dropped.
type Budget struct {
	perHour int
	mu      sync.Mutex
	spent   []time.Time // of the last hour, oldest first
}

// NewBudget returns a budget of so many rounds per hour; 0 is no limit.
func NewBudget(perHour int) *Budget { return &Budget{perHour: perHour} }

// SetPerHour changes the limit; what was spent counts on.
func (b *Budget) SetPerHour(perHour int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.perHour = perHour
}

// take spends one round at the time now, or says how long to wait for one.
func (b *Budget) take(now time.Time) (wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.spent) > 0 && now.Sub(b.spent[0]) >= time.Hour {
		b.spent = b.spent[1:]
	}
	if b.perHour > 0 && len(b.spent) >= b.perHour {
		return b.spent[len(b.spent)-b.perHour].Add(time.Hour).Sub(now)
	}
	b.spent = append(b.spent, now)
	return 0
}

// heldError carries how long the budget holds a round back.
type heldError struct{ wait time.Duration }

func (e *heldError) Error() string { return ErrHeld.Error() }
func (e *heldError) Unwrap() error { return ErrHeld }
