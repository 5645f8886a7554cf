package hub

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func noBooks() books {
	return books{Version: Version, Accounts: map[string]account{}, Running: map[string]reservation{}}
}

// TestReservationEnds: what a worker that died had reserved is free again when its time is
// over. What it had begun is counted as spent, what it had not is not.
func TestReservationEnds(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	limits := map[string]Limit{allAccount: {AtOnce: 1, AsksPerHour: 2}}
	b := noBooks()
	b.keep(now, "a", []string{allAccount}, false)
	if held := b.hold(now, limits); held == nil || held.Why != "1 of 1 run at once" || !held.Until.IsZero() {
		t.Errorf("a reservation does not hold: %+v", held)
	}
	later := now.Add(lifeOfReservation)
	b.sweep(later)
	if held := b.hold(later, limits); held != nil || len(b.Accounts) > 0 {
		t.Errorf("a reservation of somebody who died holds on: %v, %+v", held, b)
	}
	b.keep(later, "b", []string{allAccount}, true)
	b.add(later, []string{allAccount}, 1, 0)
	later = later.Add(2 * lifeOfReservation)
	b.sweep(later)
	if asks, _ := anHour().spent(b.Accounts[allAccount].Hour, later); asks != 1 || b.hold(later, limits) != nil {
		t.Errorf("%d asks are spent, want the one that was begun", asks)
	}
}

// TestNeverMore: in no hour and no day more asks begin than the limits allow, whatever the
// times at which they are asked, and when it is said to be free it is.
func TestNeverMore(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		limit := Limit{AsksPerHour: 1 + chance.IntN(8), AsksPerDay: 5 + chance.IntN(40)}
		limits := map[string]Limit{allAccount: limit}
		b, now := noBooks(), time.Unix(1_800_000_000+chance.Int64N(86400), 0)
		var begun []time.Time
		for range 600 {
			now = now.Add(time.Duration(chance.IntN(900)) * time.Second)
			b.sweep(now)
			if held := b.hold(now, limits); held != nil {
				if !held.Until.After(now) {
					t.Fatalf("held until %s, and it is %s", held.Until, now)
				}
				free := held.Until
				if held := b.hold(free, limits); held != nil && !held.Until.After(free) {
					t.Fatalf("it was to be free at %s, and is held: %v", free, held)
				}
				continue
			}
			b.add(now, []string{allAccount}, 1, 0)
			begun = append(begun, now)
			for span, most := range map[time.Duration]int{time.Hour: limit.AsksPerHour, 24 * time.Hour: limit.AsksPerDay} {
				n := 0
				for _, at := range begun {
					if now.Sub(at) < span {
						n++
					}
				}
				if n > most {
					t.Fatalf("%d asks in %s, and %d are allowed", n, span, most)
				}
			}
		}
		if len(begun) < limit.AsksPerDay {
			t.Fatalf("only %d asks began", len(begun))
		}
	}
}

// TestTokens: names of tools and hosts come back from subjects as they were.
func TestTokens(t *testing.T) {
	for _, host := range []string{"build-1.example", "a b", "*", ">", "UPPER", "机", "=2E"} {
		f := flow{"shop", "gpt-4.1", hostOf(host), otherLane}
		subject := f.subject(Names{}, asksOf)
		if back, ok := readFlow(subject); !ok || back != f || strings.ContainsAny(subject, "*> ") {
			t.Errorf("%+v became %q and then %+v", f, subject, back)
		}
	}
}
