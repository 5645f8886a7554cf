package pipeline

import (
	"slices"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// TestHooksKeepTheirOrder has a session's hooks begin one after the other while a
// hook of another session runs beside them, and those that wait in the end all at once.
func TestHooksKeepTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h Hooks
		begun, ends := make(chan string, 9), map[string]chan struct{}{}
		add := func(session, name string) {
			end := make(chan struct{})
			ends[name] = end
			h.add(session, func() { begun <- name; <-end })
		}
		expect := func(want ...string) {
			t.Helper()
			synctest.Wait()
			var got []string
			for len(begun) > 0 {
				got = append(got, <-begun)
			}
			if slices.Sort(got); !slices.Equal(want, got) {
				t.Errorf("begun: -want +got\n%s", cmp.Diff(want, got))
			}
		}
		for _, name := range []string{"1", "2", "3", "4"} {
			add("a", name)
		}
		expect("1")
		add("b", "5")
		expect("5")
		close(ends["1"])
		expect("2")
		close(ends["5"])
		add("b", "6")
		expect("6")
		over := make(chan struct{})
		go func() { h.End(); close(over) }()
		expect("3", "4")
		add("a", "7") // a run that ends late
		expect("7")
		for _, name := range []string{"2", "3", "4", "6"} {
			close(ends[name])
		}
		synctest.Wait()
		select {
		case <-over:
			t.Error("the end came before the last hook's")
		default:
		}
		close(ends["7"])
		<-over
		expect()
	})
}

// TestTooManyHooks has a session whose hooks do not end get no new verdict until one
// of them does, and another session get its own.
func TestTooManyHooks(t *testing.T) {
	f := newFixture(t)
	d := dispatch(t, f, DispatcherOptions{MaxRounds: 2})
	end := make(chan struct{})
	defer close(end)
	for range maxHooks + 1 {
		d.dispatcher.hooks.add(f.dir, func() { <-end })
	}
	d.change("R2", true)
	until(t, "the round to be queued", func() bool {
		queued := make(chan bool, 1)
		must(t, d.dispatcher.report(t.Context(), func() {
			j := d.dispatcher.jobs[watcher.Key{Session: f.dir, Round: "R2"}]
			queued <- j != nil && j.state == verdict.Queued
		}))
		return <-queued && f.pending("R2")
	})
	must(t, d.dispatcher.Alive(t.Context()))
	if len(f.critic.rounds()) > 0 {
		t.Error("judged, and nobody can be told")
	}
	end <- struct{}{}
	until(t, "the round to be judged", func() bool { _, judged := f.verdict("R2"); return judged })
}
