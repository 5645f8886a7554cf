package watcher

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestDebounce(t *testing.T) {
	t0 := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	a, b := Key{"/s", "A"}, Key{"/s", "B"}
	type step struct {
		at      int // seconds
		observe Key
		settle  Key
		opened  bool
		over    []string // rounds whose window is over then
		next    int      // seconds; -1 when no window is open
	}
	tests := map[string]struct {
		quiet   map[string]int // seconds, by round
		maxWait int
		steps   []step
	}{
		"one event": {
			quiet: map[string]int{"A": 10},
			steps: []step{{at: 0, observe: a, opened: true, next: 10}, {at: 9, next: 10}, {at: 10, over: []string{"A"}, next: -1}},
		},
		"each event starts the quiet again": {
			quiet: map[string]int{"A": 10},
			steps: []step{
				{at: 0, observe: a, opened: true, next: 10},
				{at: 9, observe: a, next: 19},
				{at: 18, observe: a, next: 28},
				{at: 28, over: []string{"A"}, next: -1},
			},
		},
		"max wait caps the window": {
			quiet: map[string]int{"A": 10}, maxWait: 15,
			steps: []step{
				{at: 0, observe: a, opened: true, next: 10},
				{at: 9, observe: a, next: 15},
				{at: 14, observe: a, next: 15},
				{at: 15, over: []string{"A"}, next: -1},
				{at: 15, observe: a, opened: true, next: 25},
			},
		},
		"each key has its own quiet": {
			quiet: map[string]int{"A": 30, "B": 10},
			steps: []step{
				{at: 0, observe: a, opened: true, next: 30},
				{at: 5, observe: b, opened: true, next: 15},
				{at: 15, over: []string{"B"}, next: 30},
				{at: 30, over: []string{"A"}, next: -1},
			},
		},
		"longest overdue first": {
			quiet: map[string]int{"A": 30, "B": 10},
			steps: []step{
				{at: 0, observe: a, opened: true, next: 30},
				{at: 1, observe: b, opened: true, next: 11},
				{at: 60, over: []string{"B", "A"}, next: -1},
			},
		},
		"no quiet is due at once": {
			steps: []step{{at: 3, observe: a, opened: true, over: []string{"A"}, next: -1}},
		},
		"settle closes, and the next event opens": {
			quiet: map[string]int{"A": 10, "B": 10},
			steps: []step{
				{at: 0, observe: a, opened: true, next: 10},
				{at: 1, observe: b, opened: true, next: 10},
				{at: 2, settle: a, next: 11},
				{at: 3, observe: a, opened: true, next: 11},
				{at: 11, over: []string{"B"}, next: 13},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := newDebounce(func(k Key) time.Duration { return time.Duration(tt.quiet[k.Round]) * time.Second },
				time.Duration(tt.maxWait)*time.Second)
			for i, s := range tt.steps {
				now := t0.Add(time.Duration(s.at) * time.Second)
				if s.observe != (Key{}) {
					if opened := d.observe(s.observe, now); opened != s.opened {
						t.Errorf("step %d: opened %v, want %v", i, opened, s.opened)
					}
				}
				if s.settle != (Key{}) {
					if _, open := d.settle(s.settle); !open {
						t.Errorf("step %d: no window to settle", i)
					}
				}
				var over []string
				for _, b := range d.due(now) {
					over = append(over, b.Round)
				}
				if diff := cmp.Diff(s.over, over); diff != "" {
					t.Errorf("step %d: over (-want +got):\n%s", i, diff)
				}
				next := -1
				if at, open := d.next(); open {
					next = int(at.Sub(t0) / time.Second)
				}
				if next != s.next {
					t.Errorf("step %d: next %d, want %d", i, next, s.next)
				}
			}
		})
	}
}

// TestDebounceProperties compares with the plain definition of a window: it ends
// at the last event plus quiet, or at the first plus max wait.
func TestDebounceProperties(t *testing.T) {
	type open struct{ first, last time.Time }
	rapid.Check(t, func(t *rapid.T) {
		rounds := []string{"A", "B", "C"}
		quiet := make(map[string]time.Duration)
		for _, r := range rounds {
			quiet[r] = time.Duration(rapid.IntRange(0, 20).Draw(t, "quiet"))
		}
		maxWait := time.Duration(rapid.IntRange(0, 40).Draw(t, "maxWait"))
		d := newDebounce(func(k Key) time.Duration { return quiet[k.Round] }, maxWait)
		end := func(r string, w open) time.Time {
			due := w.last.Add(quiet[r])
			if last := w.first.Add(maxWait); maxWait > 0 && due.After(last) {
				due = last
			}
			return due
		}
		now, model := time.Unix(0, 0), make(map[string]open)
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 15).Draw(t, "pause")))
			r := rapid.SampledFrom(rounds).Draw(t, "round")
			switch rapid.IntRange(0, 3).Draw(t, "action") {
			case 0:
				b, was := d.settle(Key{Round: r})
				if w, is := model[r]; was != is || b.first != w.first {
					t.Fatalf("settle %s: %v %v, want %v %v", r, b.first, was, w.first, is)
				}
				delete(model, r)
			case 1: // only time passes
			default:
				w, is := model[r]
				if opened := d.observe(Key{Round: r}, now); opened == is {
					t.Fatalf("observe %s: opened %v, was open %v", r, opened, is)
				}
				if !is {
					w.first = now
				}
				w.last = now
				model[r] = w
			}
			var previous time.Time
			for _, b := range d.due(now) {
				w, is := model[b.Round]
				due := end(b.Round, w)
				if !is || due.After(now) || b.first != w.first || due.Before(previous) {
					t.Fatalf("%s is over at %v: window %v %v, due %v after %v", b.Round, now, w, is, due, previous)
				}
				previous = due
				delete(model, b.Round)
			}
			var next time.Time
			for r, w := range model {
				due := end(r, w)
				if !due.After(now) {
					t.Fatalf("%s is over since %v at %v, but not reported", r, due, now)
				}
				if next.IsZero() || due.Before(next) {
					next = due
				}
			}
			if at, open := d.next(); open != (len(model) > 0) || !at.Equal(next) && open {
				t.Fatalf("next %v %v, want %v", at, open, next)
			}
		}
	})
}

func BenchmarkDebounce(b *testing.B) {
	keys := make([]Key, 1000)
	for i := range keys {
		keys[i] = Key{Session: "/s", Round: string(rune('A' + i))}
	}
	b.Run("observe, 1000 open", func(b *testing.B) {
		d := newDebounce(func(Key) time.Duration { return hour }, 2*hour)
		now := time.Now()
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			d.observe(keys[i%len(keys)], now.Add(time.Duration(i)))
		}
	})
	b.Run("open and due", func(b *testing.B) {
		d := newDebounce(func(Key) time.Duration { return 0 }, 0)
		now := time.Now()
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			d.observe(keys[i%len(keys)], now)
			d.due(now)
		}
	})
}
