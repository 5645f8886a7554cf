package schedule

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// afternoon is when the budgets of these tests are spent.
var afternoon = time.Date(2026, 1, 1, 14, 0, 0, 0, time.UTC)

// takes spends panels until one is held back, and returns how many those were and how
// long the next has to wait.
func takes(b *Budget, now time.Time, session string, urgency Urgency) (taken int, held time.Duration) {
	for ; taken < 100; taken++ {
		var wait *heldError
		if errors.As(b.take(now, session, urgency), &wait) {
			return taken, wait.wait
		}
	}
	return taken, 0
}

func TestBudget(t *testing.T) {
	b := NewBudget(2)
	var got []string
	for _, minute := range []int{0, 20, 30, 60, 61} {
		err := b.take(afternoon.Add(time.Duration(minute)*time.Minute), "s", Awaited)
		var held *heldError
		if errors.As(err, &held) {
			got = append(got, fmt.Sprintf("%s: %v", held.wait, err))
		} else {
			got = append(got, "")
		}
	}
	want := []string{"", "", "30m0s: held back by panel.budget: 2 of 2 panels an hour are spent", "", "19m0s: held back by panel.budget: 2 of 2 panels an hour are spent"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("waits (-want +got):\n%s", diff)
	}
	b.SetPerHour(0)
	if taken, _ := takes(b, afternoon, "s", CatchingUp); taken != 100 {
		t.Errorf("without a limit: %d", taken)
	}
}

// What is less urgent leaves something for what is more so, and a session for the others.
func TestBudgetShares(t *testing.T) {
	b := NewBudget(60)
	var got []int
	for _, step := range []struct {
		session string
		urgency Urgency
	}{
		{"a", CatchingUp}, {"b", CatchingUp}, // half of all
		{"a", Asked}, {"b", Asked}, {"c", Asked}, // half a session, three quarters of all
		{"a", Live}, {"b", Live}, // three quarters a session
		{"a", Awaited},
	} {
		taken, _ := takes(b, afternoon, step.session, step.urgency)
		got = append(got, taken)
	}
	if diff := cmp.Diff([]int{30, 0, 0, 15, 0, 15, 0, 0}, got); diff != "" {
		t.Errorf("taken (-want +got):\n%s", diff)
	}
	b = NewBudget(60)
	asked, _ := takes(b, afternoon, "a", Asked)
	live, _ := takes(b, afternoon, "a", Live)
	others, _ := takes(b, afternoon, "b", Live)
	if asked != 30 || live != 15 || others != 15 {
		t.Errorf("one session asks for all: %d, its writes %d, another's %d", asked, live, others)
	}
	for perHour := 1; perHour <= 3; perHour++ { // nobody is held back for ever
		for _, urgency := range []Urgency{Awaited, Live, Asked, CatchingUp} {
			if taken, wait := takes(NewBudget(perHour), afternoon, "s", urgency); taken == 0 || wait != time.Hour {
				t.Errorf("of %d: %d at urgency %d, then %s", perHour, taken, urgency, wait)
			}
		}
	}
}

// A budget outlives its daemon, whatever became of the clock meanwhile.
func TestBudgetResumes(t *testing.T) {
	var kept []Expense
	first := NewBudget(2)
	first.Resume(nil, func(spent []Expense) { kept = spent })
	now := time.Now()
	if taken, _ := takes(first, now, "s", Awaited); taken != 2 || len(kept) != 2 {
		t.Fatalf("%d taken, %d kept", taken, len(kept))
	}
	next := NewBudget(3)
	next.Resume(append(kept, Expense{At: now.Add(24 * time.Hour)}), nil)
	if taken, _ := takes(next, now.Add(time.Minute), "s", Awaited); taken != 1 {
		t.Errorf("%d taken after a restart, want 1", taken)
	}
}

// What was there when the daemon started leaves something for what is written then, and
// who waits for a round that is held has it tried again at once.
func TestDispatcherSpendsByUrgency(t *testing.T) {
	f := newFixture(t)
	f.Write("spec/discovery-context.json", `{"a": 1}`)
	f.Write("spec/requirements/_index.md", "# R\n")
	budget := NewBudget(4)
	states := make(chan State, 999)
	dispatcher := NewDispatcher(DispatcherOptions{Judge: f.judge, Budget: budget, MaxRounds: 1, CatchUp: CatchUp{Within: time.Hour}, Publish: func(s State) { states <- s }})
	ctx, cancel := context.WithCancel(t.Context())
	ended, changes := make(chan error), make(chan watcher.Change)
	go func() { ended <- dispatcher.Run(ctx, changes) }()
	for _, round := range []string{"R1", "R2", "R3"} {
		changes <- watcher.Change{Key: watcher.Key{Session: f.Dir, Round: round}, Found: true, At: time.Now()}
	}
	var held Job
	pipelinetest.Until(t, "a held job", func() bool {
		select {
		case s := <-states:
			for _, job := range s.Jobs {
				if job.Budget && job.Until != nil && !job.Awaited && job.Problem != "" {
					held = job
				}
			}
		default:
		}
		return held.Round != ""
	})
	if held.Round != "R3" || held.State != verdict.Held {
		t.Errorf("held: %+v", held)
	}
	dispatcher.Await(ctx, watcher.Key{Session: f.Dir, Round: "R3"})
	pipelinetest.Until(t, "what somebody waits for", func() bool { _, judged := f.Verdict("R3"); return judged })
	f.Write("spec/product-brief.md", "# Brief, changed\n")
	changes <- watcher.Change{Key: watcher.Key{Session: f.Dir, Round: "R2"}, Settled: true, At: time.Now()}
	pipelinetest.Until(t, "the round to be held", func() bool { return f.Pending("R2") })
	cancel()
	must(t, <-ended)
}
