package hub

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"time"
)

// books are what all workers have spent and what they run, as far as limits count it: one value at
// the hub, with times of the hub's clock. A worker replaces it unless another has done so meanwhile.
type books struct {
	Version  int                    `json:"version"`
	Accounts map[string]account     `json:"accounts"`
	Running  map[string]reservation `json:"running"`
}

// account is what was spent in the last hour, and in the last day.
type account struct {
	Hour []slot `json:"hour"`
	Day  []slot `json:"day"`
}

// reservation is a place for an ask. Of a worker that died it ends by itself.
type reservation struct {
	Accounts []string  `json:"accounts"`
	Until    time.Time `json:"until"`
	Begun    bool      `json:"begun"` // the ask is counted as spent
}

// lifeOfReservation is how long a reservation lasts unless its worker renews it.
const lifeOfReservation = 45 * time.Second

// Held is why asks wait.
type Held struct {
	Account string    // which limit it is: "project shop"
	Why     string    // "100 of 100 asks an hour are spent"
	Until   time.Time // when it is tried again, of this machine's clock; zero when nobody knows
}

func (h Held) String() string {
	said := fmt.Sprintf("held back by the hub's limits of %s: %s", h.Account, h.Why)
	if !h.Until.IsZero() {
		said += ", until " + h.Until.Local().Format(time.TimeOnly)
	}
	return said
}

// sweep forgets reservations that nobody has renewed, and what counts no longer.
func (b *books) sweep(now time.Time) {
	maps.DeleteFunc(b.Running, func(_ string, r reservation) bool { return !r.Until.After(now) })
	maps.DeleteFunc(b.Accounts, func(_ string, a account) bool {
		return !slices.ContainsFunc(a.Day, func(one slot) bool { return aDay().ends(one).After(now) })
	})
}

// hold says which limit keeps an ask from being taken now, nil when none does.
func (b *books) hold(now time.Time, limits map[string]Limit) *Held {
	var longest *Held
	for _, name := range slices.Sorted(maps.Keys(limits)) {
		limit, at := limits[name], b.Accounts[name]
		running, due := b.running(now, name)
		if limit.AtOnce > 0 && running >= limit.AtOnce {
			return &Held{Account: name, Why: fmt.Sprintf("%d of %d run at once", running, limit.AtOnce)}
		}
		for _, one := range [...]struct {
			span
			slots []slot
			asks  int
			usd   float64
		}{{anHour(), at.Hour, limit.AsksPerHour, limit.USDPerHour}, {aDay(), at.Day, limit.AsksPerDay, limit.USDPerDay}} {
			enough := func(asks int, usd float64) bool {
				return (one.asks == 0 || asks+due < one.asks) && (one.usd == 0 || usd < one.usd)
			}
			asks, usd := one.spent(one.slots, now)
			if enough(asks, usd) {
				continue
			}
			held := &Held{Account: name, Until: one.free(one.slots, now, enough)}
			if one.asks > 0 && asks+due >= one.asks {
				held.Why = fmt.Sprintf("%d of %d asks %s are spent", asks+due, one.asks, one.name)
			} else {
				held.Why = fmt.Sprintf("$%.2f of $%.2f %s are spent", usd, one.usd, one.name)
			}
			if longest == nil || held.Until.After(longest.Until) {
				longest = held
			}
		}
	}
	return longest
}

// running counts the asks of an account that have a place, and those of them not yet spent.
func (b *books) running(now time.Time, account string) (all, due int) {
	for _, r := range b.Running {
		if slices.Contains(r.Accounts, account) && r.Until.After(now) {
			all++
			if !r.Begun {
				due++
			}
		}
	}
	return all, due
}

// keep holds a place for an ask: before it is paid, and while it runs.
func (b *books) keep(now time.Time, id string, accounts []string, begun bool) {
	b.Running[id] = reservation{Accounts: accounts, Until: now.Add(lifeOfReservation), Begun: begun}
}

func (b *books) add(now time.Time, accounts []string, asks int, usd float64) {
	if asks == 0 && usd == 0 {
		return
	}
	for _, name := range accounts {
		at := b.Accounts[name]
		at.Hour, at.Day = anHour().add(at.Hour, now, asks, usd), aDay().add(at.Day, now, asks, usd)
		b.Accounts[name] = at
	}
}

// reserved is the place of one ask in the books; without an id no limit asks for one.
type reserved struct {
	*ledger
	id       string
	accounts []string
	begun    bool
	over     bool // the place is given back
}

// reserve keeps a place for an ask that meets these limits, or says what holds it back.
func (l *ledger) reserve(ctx context.Context, limits map[string]Limit) (*reserved, *Held, error) {
	if len(limits) == 0 {
		return &reserved{}, nil, nil
	}
	place := &reserved{ledger: l, id: rand.Text(), accounts: slices.Sorted(maps.Keys(limits))}
	var held *Held
	err := l.change(ctx, func(b *books) bool {
		if held = b.hold(l.now(), limits); held == nil {
			b.keep(l.now(), place.id, place.accounts, false)
		}
		return held == nil
	})
	if err != nil {
		return nil, nil, err
	}
	if held != nil && !held.Until.IsZero() {
		held.Until = l.here(held.Until)
	}
	return place, held, nil
}

// change is [ledger.change] where there is a place.
func (r *reserved) change(ctx context.Context, make func(*books) bool) error {
	if r.id == "" {
		return nil
	}
	return r.ledger.change(ctx, make)
}

// begin counts the ask as spent, right before its tool is asked.
func (r *reserved) begin(ctx context.Context) error {
	err := r.change(ctx, func(b *books) bool {
		if b.Running[r.id].Begun {
			return false
		}
		b.keep(r.now(), r.id, r.accounts, true)
		b.add(r.now(), r.accounts, 1, 0)
		return true
	})
	r.begun = err == nil
	return err
}

func (r *reserved) renew(ctx context.Context) error {
	return r.change(ctx, func(b *books) bool {
		b.keep(r.now(), r.id, r.accounts, true)
		return true
	})
}

// end gives the place back, with what the ask has cost. It tries for a while.
func (r *reserved) end(ctx context.Context, usd *float64) error {
	r.over = true
	cost := 0.0
	if usd != nil {
		cost = *usd
	}
	for try := 0; ; try++ {
		err := r.leave(ctx, 0, cost)
		if err == nil || try == 5 || !pause(ctx, time.Second) {
			return err
		}
	}
}

// drop gives the place back of an ask that was not paid, unless it has ended.
func (r *reserved) drop(ctx context.Context) {
	if r.over {
		return
	}
	asks := 0
	if r.begun {
		asks = -1
	}
	_ = r.leave(ctx, asks, 0) // else the place is free when its time is over
}

// leave gives the place back, also when the worker stops.
func (r *reserved) leave(ctx context.Context, asks int, usd float64) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	return r.change(ctx, func(b *books) bool {
		delete(b.Running, r.id)
		b.add(r.now(), r.accounts, asks, usd)
		return true
	})
}
