package schedule

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/watcher"
)

func TestQueueOrder(t *testing.T) {
	q := newQueue()
	q.rank = map[string]int{"R1": 0, "R2": 1, "R3": 2}
	for _, key := range []watcher.Key{
		{Session: "a", Round: "R3"}, {Session: "b", Round: "R2"}, {Session: "a", Round: "R1"}, {Session: "a", Round: "R3"}, {Session: "c", Round: "R1"},
	} {
		q.push(key, Live, time.Time{})
	}
	take := func(busy ...string) string {
		key, ok := q.pop(func(session string) bool {
			for _, b := range busy {
				if b == session {
					return true
				}
			}
			return false
		})
		if !ok {
			return "-"
		}
		return key.Session + key.Round
	}
	got := []string{take("a", "b", "c"), take(), take("b"), take("b"), take(), take()}
	want := []string{"-", "aR1", "cR1", "aR3", "bR2", "-"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestByName(t *testing.T) {
	sorted := []string{
		"requests/discussion-round-2-ff.md", "requests/discussion-round-2-ff2.md", "requests/discussion-round-02-fg.md", "requests/discussion-round-10-aa.md",
		"requests/discussion-round-123456789012345678901234567890.md", "requests/five", "requests/five.md", "requests/five10.md",
	}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := byName(a, b); cmp.Diff(i < j, got < 0) != "" || cmp.Diff(i > j, got > 0) != "" {
				t.Errorf("%s, %s: got %d", a, b, got)
			}
		}
	}
	if byName("a01", "a1") == 0 {
		t.Error("two names are one")
	}
	q := newQueue()
	for _, round := range slices.Backward(sorted) {
		q.push(watcher.Key{Session: "a", Round: round}, Live, time.Time{})
	}
	if diff := cmp.Diff(sorted, drained(q)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func drained(q *queue) (rounds []string) {
	for {
		key, ok := q.pop(func(string) bool { return false })
		if !ok {
			return rounds
		}
		rounds = append(rounds, key.Round)
	}
}

func TestInboxInOrder(t *testing.T) {
	q := newQueue()
	q.rank = map[string]int{"R1": 0, "R2": 1}
	at := func(second int) time.Time { return time.Unix(1_800_000_000+int64(second), 0) }
	for _, w := range []waiting{{"R2", 0, at(0)}, {"requests/R.json", 0, at(3)}, {"requests/R.toml", 0, at(1)}, {"requests/R.md", 0, at(2)}, {"requests/a.md", 0, at(2)}, {"requests/R.json", 0, at(0)}} {
		q.push(watcher.Key{Session: "s", Round: w.round}, Live, w.written)
	}
	want := []string{"requests/R.toml", "requests/R.md", "requests/a.md", "requests/R.json", "R2"}
	if diff := cmp.Diff(want, drained(q)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

// What somebody waits for goes before what was written, that before requests, and those
// before what was there all along: in a session and among sessions.
func TestUrgencyInOrder(t *testing.T) {
	q := newQueue()
	q.rank = map[string]int{"R1": 0, "R2": 1, "R3": 2}
	for _, w := range []struct {
		session, round string
		urgency        Urgency
	}{{"a", "R1", CatchingUp}, {"a", "R2", Live}, {"b", "requests/x.md", Asked}, {"c", "R1", CatchingUp}, {"c", "R3", CatchingUp}, {"d", "R1", Live},
		{"c", "R3", Awaited}, {"d", "R1", CatchingUp}} { // which becomes more urgent, and stays as it is
		q.push(watcher.Key{Session: w.session, Round: w.round}, w.urgency, time.Time{})
	}
	var got []string
	for {
		key, ok := q.pop(func(string) bool { return false })
		if !ok {
			break
		}
		got = append(got, key.Session+" "+key.Round)
	}
	if diff := cmp.Diff([]string{"c R3", "a R2", "d R1", "b requests/x.md", "c R1", "a R1"}, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}
