package schedule

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// ErrHeld is why a round waits: the hourly budget is used up.
var ErrHeld = errors.New("held back by panel.budget")

// Urgency says how soon a round is wanted, and so the order of service.
type Urgency int

// The urgencies, the most urgent first.
const (
	Awaited    Urgency = iota // somebody waits for it
	Live                      // its files have been written
	Asked                     // a request wants it
	CatchingUp                // it was there when the daemon started, or is to be improved
)

// shares are how many quarters of the budget may be spent before a round of an urgency
// is held back: in all, so that something is left for what is more urgent, and by its
// own session, so that something is left for the others.
var shares = [...]struct{ all, session int }{
	Awaited: {4, 4}, Live: {4, 3}, Asked: {3, 2}, CatchingUp: {2, 2},
}

// Budget caps how many panels are started in any hour, over all sessions. What it
// holds back is done later, never dropped. It is safe for concurrent use.
type Budget struct {
	perHour int
	mu      sync.Mutex
	spent   []Expense // of the last hour, oldest first
	keep    func([]Expense)
}

// Expense is a panel that was started.
type Expense struct {
	At      time.Time `json:"at"`
	Session string    `json:"session"`
}

// NewBudget returns a budget of so many panels per hour; 0 is no limit.
func NewBudget(perHour int) *Budget { return &Budget{perHour: perHour} }

// SetPerHour changes the limit; what was spent counts on.
func (b *Budget) SetPerHour(perHour int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.perHour = perHour
}

// Resume goes on where another life of the daemon ended, with what that spent, and has
// keep told of everything spent in the last hour whenever there is more.
func (b *Budget) Resume(spent []Expense, keep func([]Expense)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	b.spent = slices.DeleteFunc(slices.Clone(spent), func(e Expense) bool { return e.At.After(now) }) // the clock was set back
	slices.SortStableFunc(b.spent, func(a, b Expense) int { return a.At.Compare(b.At) })
	b.keep = keep
}

// take spends one panel of a session at the time now. The error is a [*heldError] when
// it has to wait for one.
func (b *Budget) take(now time.Time, session string, urgency Urgency) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = slices.DeleteFunc(b.spent, func(e Expense) bool { return now.Sub(e.At) >= time.Hour })
	if b.perHour > 0 {
		own := slices.DeleteFunc(slices.Clone(b.spent), func(e Expense) bool { return e.Session != session })
		all, mine := b.quarters(shares[urgency].all), b.quarters(shares[urgency].session)
		inAll, inSession := freeAfter(b.spent, all, now), freeAfter(own, mine, now)
		switch wait := max(inAll, inSession); {
		case wait > 0 && inSession > inAll:
			return &heldError{wait, fmt.Sprintf("%d of %d panels an hour went to this session", len(own), b.perHour)}
		case wait > 0 && len(b.spent) < b.perHour:
			return &heldError{wait, fmt.Sprintf("%d of %d panels an hour are spent, the rest is kept for what is more urgent", len(b.spent), b.perHour)}
		case wait > 0:
			return &heldError{wait, fmt.Sprintf("%d of %d panels an hour are spent", len(b.spent), b.perHour)}
		}
	}
	b.spent = append(b.spent, Expense{now, session})
	if b.keep != nil {
		b.keep(slices.Clone(b.spent))
	}
	return nil
}

// quarters is a part of the budget, at least one panel.
func (b *Budget) quarters(n int) int { return (b.perHour*n + 3) / 4 }

// freeAfter is how long it takes until fewer than so many were spent in an hour.
func freeAfter(spent []Expense, limit int, now time.Time) time.Duration {
	if len(spent) < limit {
		return 0
	}
	return spent[len(spent)-limit].At.Add(time.Hour).Sub(now)
}

// heldError carries how long the budget holds a round back, and why.
type heldError struct {
	wait time.Duration
	why  string
}

func (e *heldError) Error() string { return ErrHeld.Error() + ": " + e.why }
func (e *heldError) Unwrap() error { return ErrHeld }
