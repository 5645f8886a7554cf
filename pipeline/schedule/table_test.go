package schedule

import (
	"testing"
	"time"

	"discussd/watcher"
)

// Who begins to wait for a round that is in the queue has it served before the others.
func TestAwaitedInTheQueue(t *testing.T) {
	table := newTable(&publisher{})
	table.configure(newFixture(t).judge)
	for _, session := range []string{"/a", "/b", "/c"} {
		key := watcher.Key{Session: session, Round: "R2"}
		table.enqueue(key, table.job(key, time.Now()))
	}
	table.await(watcher.Key{Session: "/c", Round: "R2"})
	if key, _ := table.queue.pop(func(string) bool { return false }); key.Session != "/c" {
		t.Errorf("served first is %s", key.Session)
	}
}

// A round is not started while its session is being looked at: what is seen may be that
// it is not to be judged.
func TestNothingIsStartedBesideALook(t *testing.T) {
	f := newFixture(t)
	l := turn(f, DispatcherOptions{})
	l.change("R2", true)
	l.looked()
	l.background(l.Dir, func() func() { return func() {} })
	if l.turns.startQueued(t.Context()); l.running != 0 {
		t.Error("it is judged while somebody looks")
	}
	l.looked()
	l.work(l.done)
	if _, judged := f.Verdict("R2"); !judged {
		t.Error("it is not judged")
	}
}
