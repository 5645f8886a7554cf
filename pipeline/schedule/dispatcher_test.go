package schedule

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"
	"go.uber.org/goleak"

	"discussd/critique"
	"discussd/internal/syncbuffer"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/verdict"
	"discussd/watcher"
)

// dispatched is a running dispatcher over a fixture; the test plays the watcher.
type dispatched struct {
	*fixture
	dispatcher *Dispatcher
	changes    chan watcher.Change
	stop       func()
}

func dispatch(t *testing.T, f *fixture, options DispatcherOptions) *dispatched {
	t.Helper()
	options.Judge = f.judge
	if options.MaxRounds == 0 {
		options.MaxRounds = 2
	}
	if options.Retry == 0 {
		options.Retry = 10 * time.Millisecond
	}
	if options.Going == 0 {
		options.Going = 50 * time.Millisecond
	}
	d := &dispatched{fixture: f, dispatcher: NewDispatcher(options), changes: make(chan watcher.Change)}
	before := goleak.IgnoreCurrent()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- d.dispatcher.Run(ctx, d.changes) }()
	d.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		goleak.VerifyNone(t, before)
		d.stop = func() {}
	}
	t.Cleanup(func() { d.stop() })
	return d
}

func (d *dispatched) change(round string, settled bool) {
	d.changes <- watcher.Change{Key: watcher.Key{Session: d.Dir, Round: round}, Settled: settled, At: time.Now()}
}

func (d *dispatched) found(round string) {
	d.changes <- watcher.Change{Key: watcher.Key{Session: d.Dir, Round: round}, Found: true, Settled: true, At: time.Now()}
}

// fresh waits for the verdict of a revision with nothing pending.
func (d *dispatched) fresh(round string, revision int) verdict.Verdict {
	d.T.Helper()
	var v verdict.Verdict
	pipelinetest.Until(d.T, "a verdict on "+round, func() bool {
		var ok bool
		v, ok = d.Verdict(round)
		return ok && v.Revision >= revision && !d.Pending(round)
	})
	return v
}

func TestDispatcherMarksThenJudges(t *testing.T) {
	d := dispatch(t, newFixture(t), DispatcherOptions{})
	d.change("R2", false)
	pipelinetest.Until(t, "the pending mark", func() bool { return d.Pending("R2") })
	if len(d.Critic.Rounds()) != 0 {
		t.Error("judged before it settled")
	}
	d.change("R2", true)
	d.fresh("R2", 1)
	d.change("R2", false) // touched, not changed
	d.change("R2", true)
	d.Write("spec/requirements/_index.md", "# R\n")
	d.change("R3", true)
	d.fresh("R3", 1)
	if diff := cmp.Diff([]string{"R2", "R3"}, d.Critic.Rounds()); diff != "" {
		t.Errorf("judged (-want +got):\n%s", diff)
	}
}

// The looks at a session report in the order they began, however long one takes: what
// an older one saw is not to undo what a newer one found. Other sessions do not wait.
func TestDispatcherLooksInOrder(t *testing.T) {
	f := newFixture(t)
	d := NewDispatcher(DispatcherOptions{Judge: f.judge, MaxRounds: 1})
	ctx, cancel := context.WithCancel(t.Context())
	ended, reported, slow := make(chan error), make(chan string, 9), make(chan struct{})
	go func() { ended <- d.Run(ctx, nil) }()
	err := d.report(ctx, func() {
		for _, name := range []string{"older", "newer", "newest"} {
			d.background("a session", func() func() {
				if name == "older" {
					<-slow
				}
				return func() { reported <- name }
			})
		}
		d.background("another session", func() func() { return func() { reported <- "another's" } })
	})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{<-reported}
	close(slow)
	for range 3 {
		got = append(got, <-reported)
	}
	if diff := cmp.Diff([]string{"another's", "older", "newer", "newest"}, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if len(d.looks) != 0 {
		t.Errorf("looks left: %v", d.looks)
	}
}

// One round at a time per session, the lowest first.
func TestDispatcherOneRoundAtATime(t *testing.T) {
	f := newFixture(t)
	f.Write("spec/discovery-context.json", `{"a": 1}`)
	f.Write("spec/requirements/_index.md", "# R\n")
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	d := dispatch(t, f, DispatcherOptions{})
	d.change("R2", true)
	if began := <-f.Critic.Began; began != "R2" {
		t.Fatalf("began %s", began)
	}
	d.change("R3", true)
	d.change("R1", true)
	pipelinetest.Until(t, "both to be marked", func() bool { return d.Pending("R1") && d.Pending("R3") })
	select {
	case began := <-f.Critic.Began:
		t.Errorf("%s began beside R2", began)
	default:
	}
	close(f.Critic.Gate)
	for _, round := range []string{"R1", "R2", "R3"} {
		d.fresh(round, 1)
	}
	if diff := cmp.Diff([]string{"R2", "R1", "R3"}, d.Critic.Rounds()); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

// A change during a run cancels it; after two lost runs the third finishes, and
// the round is judged again for the bytes that came meanwhile.
func TestDispatcherChangeDuringARun(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	d := dispatch(t, f, DispatcherOptions{})
	d.change("R2", true)
	for n := range 2 {
		<-f.Critic.Began
		d.Write("spec/product-brief.md", "# Brief\n"+string(rune('a'+n)))
		d.change("R2", false) // the run is given up
		pipelinetest.Until(t, "the run to end", func() bool { return len(d.Critic.Rounds()) == n+1 && d.Pending("R2") })
		d.change("R2", true)
	}
	<-f.Critic.Began
	d.Write("spec/product-brief.md", "# Brief, for the last time\n")
	d.change("R2", false)
	d.change("R2", true)
	f.Critic.Gate <- struct{}{} // the third run finishes although its files changed
	<-f.Critic.Began
	first, ok := d.Verdict("R2")
	if !ok || first.Revision != 1 {
		t.Errorf("the third run left no verdict")
	}
	f.Critic.Gate <- struct{}{}
	if v := d.fresh("R2", 2); v.Revision != 2 || v.Artifact.Fingerprint == first.Artifact.Fingerprint {
		t.Errorf("revision %d over %s", v.Revision, v.Artifact.Fingerprint)
	}
	if n := len(d.Critic.Rounds()); n != 4 {
		t.Errorf("%d runs, want 4", n)
	}
}

func TestDispatcherStopsInTheMiddle(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	d := dispatch(t, f, DispatcherOptions{})
	d.change("R2", true)
	<-f.Critic.Began
	d.stop()
	if !d.Pending("R2") {
		t.Error("nothing says that the round is not done")
	}
	if _, ok := d.Verdict("R2"); ok {
		t.Error("a verdict of a run that did not finish")
	}
	f.Critic.Gate = nil
	next := dispatch(t, f, DispatcherOptions{CatchUp: CatchUp{Within: -1}}) // old, but pending
	next.found("R2")
	next.fresh("R2", 1)
}

func TestDispatcherArtifactGone(t *testing.T) {
	d := dispatch(t, newFixture(t), DispatcherOptions{})
	d.change("R2", true)
	d.fresh("R2", 1)
	if err := os.Remove(d.Path("spec/product-brief.md")); err != nil {
		t.Fatal(err)
	}
	d.change("R2", true)
	pipelinetest.Until(t, "the verdict to go to history", func() bool { _, ok := d.Verdict("R2"); return !ok })
}

// An artifact that vanishes before it is read: no verdict, one line in the log.
func TestDispatcherArtifactVanishes(t *testing.T) {
	f := newFixture(t)
	var log syncbuffer.Buffer
	f.judge.Logger = hclog.New(&hclog.LoggerOptions{Output: &log, Level: hclog.Info})
	d := dispatch(t, f, DispatcherOptions{})
	d.change("R2", false)
	pipelinetest.Until(t, "the pending mark", func() bool { return d.Pending("R2") })
	if err := os.Remove(d.Path("spec/product-brief.md")); err != nil {
		t.Fatal(err)
	}
	d.change("R2", true)
	pipelinetest.Until(t, "the line", func() bool { return strings.Contains(log.String(), "artifact vanished before it was read") })
	if _, ok := d.Verdict("R2"); ok || d.Pending("R2") || len(f.Critic.Rounds()) != 0 {
		t.Errorf("a verdict, a pending mark or a run of what is gone: %v %v %q", ok, d.Pending("R2"), f.Critic.Rounds())
	}
}

func TestDispatcherFindsWhatWasLeftBehind(t *testing.T) {
	f := newFixture(t)
	if _, err := f.order("R2"); err != nil {
		t.Fatal(err)
	}
	f.Write("spec/discovery-context.json", `{"a": 1}`)
	if err := os.Remove(f.Path("spec/product-brief.md")); err != nil { // while no daemon ran
		t.Fatal(err)
	}
	d := dispatch(t, f, DispatcherOptions{CatchUp: CatchUp{Within: time.Hour}})
	d.found("R1") // the watcher sees the files that are there
	d.fresh("R1", 1)
	pipelinetest.Until(t, "the verdict on the deleted artifact to go", func() bool { _, ok := d.Verdict("R2"); return !ok })
}

func TestDispatcherSurvivesAPanic(t *testing.T) {
	f := newFixture(t)
	f.Write("spec/product-brief.md", "panic")
	f.Write("spec/requirements/_index.md", "# R\n")
	d := dispatch(t, f, DispatcherOptions{})
	d.change("R2", true)
	d.change("R3", true)
	d.fresh("R3", 1)
	d.Write("spec/product-brief.md", "# Brief\n")
	d.change("R2", true)
	d.fresh("R2", 1)
}

func TestDispatcherHoldsBack(t *testing.T) {
	f := newFixture(t)
	f.Write("spec/discovery-context.json", `{"a": 1}`)
	budget := NewBudget(1)
	states := make(chan State, 99)
	d := dispatch(t, f, DispatcherOptions{Budget: budget, Publish: func(s State) { states <- s }})
	d.change("R1", true)
	d.fresh("R1", 1)
	d.change("R2", true)
	pipelinetest.Until(t, "a held job", func() bool {
		select {
		case s := <-states:
			return len(s.Jobs) == 1 && s.Jobs[0].State == verdict.Held && s.Jobs[0].Round == "R2" && s.Jobs[0].Until != nil
		default:
			return false
		}
	})
	pipelinetest.Until(t, "its mark", func() bool { return d.Pending("R2") })
	budget.SetPerHour(0)
	d.Write("spec/product-brief.md", "# Brief, changed\n")
	d.change("R2", true)
	d.fresh("R2", 1)
}

// A round that only the checks answered is judged once more, when a tool works
// again, and only once.
func TestDispatcherImprovesOnce(t *testing.T) {
	f := newFixture(t)
	f.Write("spec/requirements/_index.md", "# R\n")
	f.Critic.Dead = true
	d := dispatch(t, f, DispatcherOptions{CoolDown: time.Millisecond})
	d.change("R2", true)
	if v := d.fresh("R2", 1); v.Basis != critique.BasisChecks {
		t.Fatalf("basis %s", v.Basis)
	}
	pipelinetest.Until(t, "the probe", func() bool { return len(f.Critic.Rounds()) == 2 })
	if v := d.fresh("R2", 1); v.Revision != 1 {
		t.Errorf("a probe that gained nothing replaced the verdict: revision %d", v.Revision)
	}
	f.Critic.Revive()
	d.change("R3", true)
	d.fresh("R3", 1)
	if n := len(f.Critic.Rounds()); n != 3 {
		t.Errorf("%d runs, want 3: R2 had its second chance", n)
	}
}

// An answer of any round says that tools work: the unreviewed verdicts follow at once.
func TestDispatcherImprovesWhenAToolAnswers(t *testing.T) {
	f := newFixture(t)
	f.Write("spec/requirements/_index.md", "# R\n")
	f.Critic.Dead = true
	d := dispatch(t, f, DispatcherOptions{CoolDown: time.Hour})
	d.change("R2", true)
	d.fresh("R2", 1)
	f.Critic.Revive()
	d.change("R3", true)
	if v := d.fresh("R2", 2); v.Basis != critique.BasisPanel {
		t.Errorf("basis %s after a tool works again", v.Basis)
	}
}

// When the round that was to show whether a tool works is gone, another one shows it.
func TestDispatcherImprovesAfterALostProbe(t *testing.T) {
	f := newFixture(t)
	f.Write("spec/requirements/_index.md", "# R\n")
	f.Critic.Dead = true
	d := dispatch(t, f, DispatcherOptions{CoolDown: 500 * time.Millisecond})
	d.change("R2", true)
	d.fresh("R2", 1)
	d.change("R3", true)
	d.fresh("R3", 1)
	if err := os.Remove(f.Path("spec/product-brief.md")); err != nil {
		t.Fatal(err)
	}
	f.Critic.Revive()
	if v := d.fresh("R3", 2); v.Basis != critique.BasisPanel {
		t.Errorf("basis %s after a tool works again", v.Basis)
	}
}

// A verdict that cannot be written is kept and written later; nobody is asked
// again, and other sessions go on meanwhile.
func TestDispatcherWritesLater(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	d := dispatch(t, f, DispatcherOptions{MaxRounds: 1})
	d.change("R2", true)
	<-f.Critic.Began
	obstacle := f.Path("discussions/R2-verdict.json/in the way")
	if err := os.MkdirAll(obstacle, 0o755); err != nil {
		t.Fatal(err)
	}
	f.Critic.Gate <- struct{}{}
	close(f.Critic.Gate)
	f.Write("spec/requirements/_index.md", "# R\n")
	d.change("R3", true)
	d.fresh("R3", 1)
	if err := os.RemoveAll(f.Path("discussions/R2-verdict.json")); err != nil {
		t.Fatal(err)
	}
	d.fresh("R2", 1)
	if diff := cmp.Diff([]string{"R2", "R3"}, f.Critic.Rounds()); diff != "" {
		t.Errorf("judged (-want +got):\n%s", diff)
	}
}

// TestASessionThatGoesIsForgotten: of the sessions of many days nothing is kept in memory
// once they are gone.
func TestASessionThatGoesIsForgotten(t *testing.T) {
	f := newFixture(t)
	d := dispatch(t, f, DispatcherOptions{})
	known := func() (jobs, judged int) {
		told := make(chan struct{})
		must(t, d.dispatcher.report(t.Context(), func() {
			jobs, judged = len(d.dispatcher.jobs), len(d.dispatcher.judged)
			close(told)
		}))
		<-told
		return jobs, judged
	}
	d.change("R2", true)
	pipelinetest.Until(t, "the verdict", func() bool { jobs, judged := known(); return jobs == 0 && judged == 1 })
	pipelinetest.Until(t, "the session to go", func() bool { return os.RemoveAll(f.Dir) == nil })
	d.change("R2", false)
	d.change("R2", true)
	pipelinetest.Until(t, "it to be forgotten", func() bool { jobs, judged := known(); return jobs+judged == 0 })
	d.stop()
}
