package hub

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// books are what all workers have spent and what they run, as far as a limit asks. They
// are one value at the hub, which a worker replaces if nobody else has meanwhile: every
// time in them is of the hub's clock.
type books struct {
	Version  int                    `json:"version"`
	Accounts map[string]account     `json:"accounts"`
	Running  map[string]reservation `json:"running"`
}

// account is what was spent in the last hour, and in the last day.
type account struct {
	Hour []spell `json:"hour"`
	Day  []spell `json:"day"`
}

// reservation keeps a place for an ask: before it is paid, and while it runs. Of a worker
// that died it ends by itself.
type reservation struct {
	Accounts []string  `json:"accounts"`
	Until    time.Time `json:"until"`
	Begun    bool      `json:"begun"` // the ask is counted as spent
}

// lifeOfReservation is for how long a worker's word counts; it says it again while an ask
// runs.
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
		return !slices.ContainsFunc(a.Day, func(one spell) bool { return aDay().ends(one).After(now) })
	})
}

// hold says which of the limits keeps an ask from being taken at the time now, nil when
// none does.
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
			spells []spell
			asks   int
			usd    float64
		}{{anHour(), at.Hour, limit.AsksPerHour, limit.USDPerHour}, {aDay(), at.Day, limit.AsksPerDay, limit.USDPerDay}} {
			enough := func(asks int, usd float64) bool {
				return (one.asks == 0 || asks+due < one.asks) && (one.usd == 0 || usd < one.usd)
			}
			asks, usd := one.spent(one.spells, now)
			if enough(asks, usd) {
				continue
			}
			held := &Held{Account: name, Until: one.free(one.spells, now, enough)}
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

// running is how many asks of an account have a place, and how many of them are not spent
// yet.
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

// reserve keeps a place.
func (b *books) reserve(now time.Time, id string, limits map[string]Limit) {
	b.Running[id] = reservation{Accounts: slices.Sorted(maps.Keys(limits)), Until: now.Add(lifeOfReservation)}
}

// begin counts an ask as spent: its tool is asked now.
func (b *books) begin(now time.Time, id string, accounts []string) {
	b.Running[id] = reservation{Accounts: accounts, Until: now.Add(lifeOfReservation), Begun: true}
	b.add(now, accounts, 1, 0)
}

// renew says that the ask still runs.
func (b *books) renew(now time.Time, id string, accounts []string) {
	b.Running[id] = reservation{Accounts: accounts, Until: now.Add(lifeOfReservation), Begun: true}
}

// end gives the place back, with what the ask has cost, or with the ask where it was not
// paid.
func (b *books) end(now time.Time, id string, accounts []string, asks int, usd float64) {
	delete(b.Running, id)
	b.add(now, accounts, asks, usd)
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
