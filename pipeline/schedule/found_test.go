package schedule

import (
	"os"
	"testing"
	"time"

	"discussd/pipeline/pipelinetest"
)

// What changed while no watcher watched, between the one before a reload and the
// one after it, the next one finds: also when the round is being judged.
func TestDispatcherFindsAChangeDuringARun(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	d := dispatch(t, f, DispatcherOptions{})
	d.change("R2", true)
	<-f.Critic.Began
	d.Write("spec/product-brief.md", "# Brief, as it was while nobody watched\n")
	d.found("R2")
	<-f.Critic.Began // the run over the old bytes was given up for another one
	f.Critic.Gate <- struct{}{}
	d.fresh("R2", 1)
	if n := len(f.Critic.Rounds()); n != 2 {
		t.Errorf("%d runs, want 2", n)
	}
}

// What is found unchanged while it is judged is judged once.
func TestDispatcherFindsWhatItJudges(t *testing.T) {
	f := newFixture(t)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	d := dispatch(t, f, DispatcherOptions{})
	d.change("R2", true)
	<-f.Critic.Began
	d.found("R2")
	f.Write("spec/requirements/_index.md", "# R\n")
	d.change("R3", true)
	f.Critic.Gate <- struct{}{}
	d.fresh("R2", 1)
	<-f.Critic.Began
	f.Critic.Gate <- struct{}{}
	d.fresh("R3", 1)
	if n := len(f.Critic.Rounds()); n != 2 {
		t.Errorf("%d runs of two rounds: %q", n, f.Critic.Rounds())
	}
}

// What was written since the daemon started is a change, whoever finds it.
func TestDispatcherCatchesUpWithItself(t *testing.T) {
	f := newFixture(t)
	old := time.Now().Add(-time.Minute)
	if err := os.Chtimes(f.Path("spec/product-brief.md"), old, old); err != nil {
		t.Fatal(err)
	}
	d := dispatch(t, f, DispatcherOptions{CatchUp: CatchUp{Within: -time.Hour}})
	d.found("R2") // old
	f.Write("spec/requirements/_index.md", "# R\n")
	later := time.Now().Add(time.Second) // the clock of files is coarser than ours
	if err := os.Chtimes(f.Path("spec/requirements/_index.md"), later, later); err != nil {
		t.Fatal(err)
	}
	d.found("R3")
	d.fresh("R3", 1)
	if got := f.Critic.Rounds(); len(got) != 1 {
		t.Errorf("judged %q, want R3 alone", got)
	}
}

// A refused request that was dropped again while no watcher watched is tried again.
func TestDispatcherFindsWhatWasDroppedAgain(t *testing.T) {
	f := newFixture(t)
	const text = `{"round": "LATE", "artifact": "notes/late.md", "perspectives": ["quality"]}`
	f.Write("discussions/requests/late.json", text)
	d := dispatch(t, f, DispatcherOptions{CatchUp: CatchUp{Within: time.Hour}})
	d.change("requests/late.json", true)
	pipelinetest.Until(t, "the refusal", func() bool { v, ok := f.Verdict("LATE"); return ok && v.Error != nil })
	d.found("requests/late.json") // nobody dropped it again
	f.Write("notes/late.md", "# Late\n")
	f.Write("discussions/requests/late.json", text)
	later := time.Now().Add(time.Second) // the clock of files is coarser than ours
	must(t, os.Chtimes(f.Path("discussions/requests/late.json"), later, later))
	d.found("requests/late.json")
	if v := d.fresh("LATE", 2); v.Error != nil {
		t.Errorf("got %+v", v.Error)
	}
}

// A daemon that starts finds the rounds that no model answered for the last one, and has
// those that are worth it judged once more.
func TestDispatcherImprovesWhatItFinds(t *testing.T) {
	for name, test := range map[string]struct {
		within   time.Duration
		revision int
	}{
		"young": {time.Hour, 2},
		"old":   {-time.Hour, 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.Critic.Dead = true
			first := dispatch(t, f, DispatcherOptions{CoolDown: time.Hour})
			first.change("R2", true)
			if v := first.fresh("R2", 1); !v.Unreviewed() {
				t.Fatalf("basis %s, mode %s", v.Basis, v.Mode)
			}
			f.Critic.Revive()
			second := dispatch(t, f, DispatcherOptions{CoolDown: time.Hour, CatchUp: CatchUp{Within: test.within}})
			second.found("R2")
			f.Write("spec/requirements/_index.md", "# R\n")
			if test.revision == 1 { // another round's answer says that tools work: what waits follows
				second.change("R3", true)
				second.fresh("R3", 1)
			}
			if v := second.fresh("R2", test.revision); v.Unreviewed() != (test.revision == 1) {
				t.Errorf("revision %d, basis %s", v.Revision, v.Basis)
			}
		})
	}
}
