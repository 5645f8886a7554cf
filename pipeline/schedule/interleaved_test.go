package schedule

import (
	"context"
	"os"
	"testing"
	"time"

	"discussd/critique"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// loop is a dispatcher whose loop the test turns by hand.
type loop struct {
	*Dispatcher
	*fixture
}

func turn(f *fixture, options DispatcherOptions) loop {
	options.Judge, options.MaxRounds = f.judge, 2
	d := loop{NewDispatcher(options), f}
	d.changes.began = time.Now()
	return d
}

func (l loop) key(round string) watcher.Key { return watcher.Key{Session: l.Dir, Round: round} }

func (l loop) change(round string, settled bool) {
	l.changes.take(watcher.Change{Key: l.key(round), Settled: settled, At: time.Now()})
}

// looked has all looks report, and leaves what is queued where it is.
func (l loop) looked() {
	for len(l.looks) > 0 {
		(<-l.reports)()
	}
}

// work starts what is queued and takes reports until nothing is left to be done but
// what waits for time, or for the critic.
func (l loop) work(idle func() bool) {
	l.T.Helper()
	for !idle() {
		l.turns.startQueued(l.T.Context())
		select {
		case report := <-l.reports:
			report()
		case <-time.After(20 * time.Second):
			l.T.Fatal("nothing happens any more")
		}
	}
}

func (l loop) done() bool { return len(l.jobs) == 0 && len(l.looks) == 0 }

// What was queued and turned out fresh is not started when its file is touched again:
// its writer is not done.
func TestFreshInTheQueue(t *testing.T) {
	f := newFixture(t)
	if _, err := f.order("R2"); err != nil {
		t.Fatal(err)
	}
	l := turn(f, DispatcherOptions{})
	for _, text := range []string{"# Brief, changed\n", "# Brief\n"} {
		f.Write("spec/product-brief.md", text)
		l.change("R2", true)
		l.looked() // it is not started: somebody looks at another round of the session
	}
	f.Write("spec/product-brief.md", "# Half a br")
	l.change("R2", false)
	l.looked()
	if l.turns.startQueued(t.Context()); l.running != 0 {
		t.Error("it is judged while it is being written")
	}
	f.Write("spec/product-brief.md", "# Half a brief, and the rest\n")
	l.change("R2", true)
	l.work(l.done)
	if v, _ := f.Verdict("R2"); v.Revision != 2 {
		t.Errorf("revision %d, want 2", v.Revision)
	}
}

// A round that is to be judged once more, as a tool works again, is, whatever happens
// to its file in the meantime.
func TestImprovedAllTheSame(t *testing.T) {
	tests := map[string]func(l loop){
		"queued": func(l loop) {
			l.improve(l.key("R2"))
		},
		"queued, then touched": func(l loop) {
			l.improve(l.key("R2"))
			l.change("R2", true)
			l.looked()
		},
		"in its quiet window": func(l loop) {
			l.change("R2", false)
			l.looked()
			l.improve(l.key("R2"))
			if l.turns.startQueued(l.T.Context()); l.running != 0 {
				l.T.Error("it is judged while it is being written")
			}
			l.change("R2", true)
		},
		"while a run finds it fresh": func(l loop) {
			l.enqueue(l.key("R2"), l.job(l.key("R2"), time.Now()))
			l.turns.startQueued(l.T.Context())
			l.improve(l.key("R2"))
		},
	}
	for name, meanwhile := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.Critic.Dead = true
			l := turn(f, DispatcherOptions{CoolDown: time.Hour})
			l.change("R2", true)
			l.work(l.done)
			f.Critic.Revive()
			meanwhile(l)
			l.work(l.done)
			if v, _ := f.Verdict("R2"); v.Basis != critique.BasisPanel || len(f.Critic.Rounds()) != 2 {
				t.Errorf("basis %s after %d runs", v.Basis, len(f.Critic.Rounds()))
			}
		})
	}
}

// A round that a request brought is judged once more like any other, but only when
// nobody has changed anything since: it was asked for once.
func TestRequestedRoundImproved(t *testing.T) {
	tests := map[string]struct {
		meanwhile func(f *fixture)
		runs      int
	}{
		"as it was":               {func(*fixture) {}, 2},
		"its artifact is gone":    {func(f *fixture) { must(f.T, os.Remove(f.Path("notes/plan.md"))) }, 1},
		"its artifact is another": {func(f *fixture) { f.Write("notes/plan.md", "# Another plan\n") }, 1},
		"the request is gone":     {func(f *fixture) { must(f.T, os.Remove(f.Path("discussions/requests/a.md"))) }, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.Critic.Dead = true
			f.Write("notes/plan.md", "# Plan\n")
			f.Write("discussions/requests/a.md", pipelinetest.Request)
			l := turn(f, DispatcherOptions{CoolDown: time.Hour})
			l.change("requests/a.md", true)
			l.work(l.done)
			f.Critic.Revive()
			tt.meanwhile(f)
			for _, key := range l.unreviewed.all() {
				l.improve(key)
			}
			l.work(l.done)
			if v, _ := f.Verdict("FEAS-001"); len(f.Critic.Rounds()) != tt.runs || (v.Basis == critique.BasisPanel) != (tt.runs == 2) || v.Error != nil {
				t.Errorf("basis %s after %d runs, error %v", v.Basis, len(f.Critic.Rounds()), v.Error)
			}
		})
	}
}

// astray puts a link in the place of the discussions folder, so that nobody can look,
// until it is called again.
func astray(f *fixture) (back func()) {
	must(f.T, os.Rename(f.Path("discussions"), f.Path("aside")))
	must(f.T, os.Symlink("aside", f.Path("discussions")))
	return func() {
		must(f.T, os.Remove(f.Path("discussions")))
		must(f.T, os.Rename(f.Path("aside"), f.Path("discussions")))
	}
}

// A request that was replaced while it was answered is not forgotten because of a look
// that fails.
func TestReplacedRequestUnseen(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	f.Write("notes/plan.md", "# Plan\n")
	f.Write("discussions/requests/a.json", `{"round": "OLD", "artifact": "notes/plan.md", "perspectives": ["quality"]}`)
	l := turn(f, DispatcherOptions{})
	l.change("requests/a.json", true)
	l.looked()
	l.turns.startQueued(t.Context())
	<-f.Critic.Began
	f.Write("discussions/requests/a.json", `{"round": "NEW", "artifact": "notes/plan.md", "perspectives": ["quality"]}`)
	l.change("requests/a.json", false)
	l.change("requests/a.json", true)
	l.looked()
	back := astray(f)
	close(f.Critic.Gate)
	l.work(func() bool { return l.running == 0 && len(l.looks) == 0 })
	back()
	l.work(func() bool { return l.running == 0 && len(l.looks) == 0 && l.queue.rounds[f.Dir] == nil })
	for _, j := range l.waiting {
		j.wakeAt = time.Now()
	}
	l.wake()
	l.work(l.done)
	if got := f.Critic.Rounds(); len(got) != 2 || got[1] != "NEW" {
		t.Errorf("judged %q", got)
	}
}

// What a request wants to know of is still watched after a look that fails.
func TestSubscribedThoughUnseen(t *testing.T) {
	f := newFixture(t)
	f.Write("notes/plan.md", "# Plan\n")
	f.Write("discussions/requests/w.json", `{"round": "W", "artifact": "notes/plan.md", "watch": true, "perspectives": ["quality"]}`)
	l := turn(f, DispatcherOptions{Subscriptions: NewSubscriptions(nil)})
	l.change("requests/w.json", true)
	l.work(l.done)
	back := astray(f)
	l.change("requests/w.json", false)
	l.looked()
	back()
	if _, watched := l.subscriptions.Route(f.Path("notes/plan.md")); !watched {
		t.Error("it is not watched any more")
	}
}

// With another watcher nobody waits for the end of a window that the last one opened,
// and nobody for a round that is not configured any more.
func TestRewatch(t *testing.T) {
	for name, rounds := range map[string]int{"the same rounds": 3, "one round less": 2} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.Write("spec/requirements/_index.md", "# R\n")
			if _, err := f.order("R2"); err != nil {
				t.Fatal(err)
			}
			l := turn(f, DispatcherOptions{})
			ctx, cancel := context.WithCancel(t.Context())
			ended, changes := make(chan error), make(chan watcher.Change)
			go func() { ended <- l.Run(ctx, changes) }()
			for _, round := range []string{"R1", "R2", "R3"} { // gone, touched, written
				changes <- watcher.Change{Key: l.key(round), At: time.Now()}
			}
			next := *f.judge
			next.Layout.Rounds = next.Layout.Rounds[:rounds]
			l.Reconfigure(ctx, &next, 2, 0)
			l.Rewatch(ctx)
			pipelinetest.Until(t, "all windows to be over", func() bool {
				open := make(chan int, 1)
				must(t, l.report(ctx, func() { open <- len(l.jobs) }))
				return <-open == 0
			})
			pipelinetest.Until(t, "no mark to be left", func() bool { return !f.Pending("R3") })
			cancel()
			must(t, <-ended)
			if _, judged := f.Verdict("R3"); judged != (rounds == 3) {
				t.Errorf("R3 is judged: %v", judged)
			}
		})
	}
}

// What waits is tried again with another configuration.
func TestReconfigureWakes(t *testing.T) {
	f := newFixture(t)
	f.Write("spec/discovery-context.json", `{"a": 1}`)
	budget := NewBudget(1)
	states := make(chan State, 99)
	dispatcher := NewDispatcher(DispatcherOptions{Judge: f.judge, Budget: budget, MaxRounds: 2, Publish: func(s State) { states <- s }})
	ctx, cancel := context.WithCancel(t.Context())
	ended, changes := make(chan error), make(chan watcher.Change)
	go func() { ended <- dispatcher.Run(ctx, changes) }()
	for _, round := range []string{"R1", "R2"} {
		changes <- watcher.Change{Key: watcher.Key{Session: f.Dir, Round: round}, Settled: true, At: time.Now()}
	}
	pipelinetest.Until(t, "a held job", func() bool {
		select {
		case s := <-states:
			return len(s.Jobs) == 1 && s.Jobs[0].State == verdict.Held
		default:
			return false
		}
	})
	budget.SetPerHour(0)
	dispatcher.Reconfigure(ctx, f.judge, 2, 0)
	pipelinetest.Until(t, "both verdicts", func() bool {
		_, one := f.Verdict("R1")
		_, two := f.Verdict("R2")
		return one && two
	})
	cancel()
	must(t, <-ended)
}

// A request that wants to know of changes knows of those that came before it was first
// answered, and of which nobody could tell it.
func TestSubscribedFromTheBeginning(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	f.Write("discussions/requests/w.json", `{"round": "W", "artifact": "spec/product-brief.md", "watch": true, "perspectives": ["quality"]}`)
	l := turn(f, DispatcherOptions{Subscriptions: NewSubscriptions(nil)})
	l.change("requests/w.json", true)
	l.looked()
	l.turns.startQueued(t.Context())
	<-f.Critic.Began
	f.Write("spec/product-brief.md", "# Brief, changed while it was judged\n")
	l.change("R2", true)
	l.looked()
	close(f.Critic.Gate)
	l.work(l.done)
	if v, _ := f.Verdict("W"); v.Revision != 2 {
		t.Errorf("revision %d, want 2", v.Revision)
	}
}

// A path that several requests are about has one key.
func TestSubscriptionsRouteToOne(t *testing.T) {
	s := NewSubscriptions(nil)
	for _, round := range []string{"requests/c.json", "requests/a.json", "requests/b.json"} {
		s.set(watcher.Key{Session: "/s", Round: round}, "/s/plan.md")
	}
	for range 99 {
		if key, _ := s.Route("/s/plan.md"); key.Round != "requests/a.json" {
			t.Fatalf("got %v", key)
		}
	}
}

// A subscribing request whose artifact has changed is answered, also when its turn comes
// as one whose verdict is to be improved.
func TestSubscribedThoughToBeImproved(t *testing.T) {
	f := newFixture(t)
	f.Critic.Dead = true
	f.Write("notes/plan.md", "# Plan\n")
	f.Write("discussions/requests/w.json", `{"round": "W", "artifact": "notes/plan.md", "watch": true, "perspectives": ["quality"]}`)
	l := turn(f, DispatcherOptions{Subscriptions: NewSubscriptions(nil), CoolDown: time.Hour})
	l.change("requests/w.json", true)
	l.work(l.done)
	f.Critic.Revive()
	f.Write("notes/plan.md", "# Another plan\n")
	l.improve(l.key("requests/w.json"))
	l.change("requests/w.json", true)
	l.work(l.done)
	if v, _ := f.Verdict("W"); v.Revision != 2 || v.Basis != critique.BasisPanel {
		t.Errorf("revision %d, basis %s", v.Revision, v.Basis)
	}
}

// With another configuration a tool is tried at once for the rounds that none answered.
func TestReconfigureProbes(t *testing.T) {
	f := newFixture(t)
	f.Critic.Dead = true
	dispatcher := NewDispatcher(DispatcherOptions{Judge: f.judge, MaxRounds: 2, CoolDown: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	ended, changes := make(chan error), make(chan watcher.Change)
	go func() { ended <- dispatcher.Run(ctx, changes) }()
	changes <- watcher.Change{Key: watcher.Key{Session: f.Dir, Round: "R2"}, Settled: true, At: time.Now()}
	pipelinetest.Until(t, "a plan to try a tool", func() bool {
		planned := make(chan bool, 1)
		must(t, dispatcher.report(ctx, func() { planned <- !dispatcher.unreviewed.probeAt.IsZero() }))
		return <-planned
	})
	f.Critic.Revive()
	dispatcher.Reconfigure(ctx, f.judge, 2, time.Hour)
	pipelinetest.Until(t, "the better verdict", func() bool { v, _ := f.Verdict("R2"); return v.Basis == critique.BasisPanel })
	cancel()
	must(t, <-ended)
}
