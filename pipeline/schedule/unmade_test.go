package schedule

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"discussd/pipeline/judge"
	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/session"
)

// full is a disk on which what has a name like that cannot be done.
func full(what string) judge.Through {
	return func(_, step string, do func() error) error {
		if strings.Contains(step, what) {
			return &os.PathError{Op: "do", Path: step, Err: syscall.ENOSPC}
		}
		return do()
	}
}

// finish works until no round is left. What waits is tried at once, and what is gone has
// been gone for long.
func (l loop) finish() {
	l.T.Helper()
	for range 5 {
		l.work(func() bool { return len(l.looks) == 0 && len(l.jobs) == len(l.waiting) })
		if len(l.jobs) == 0 {
			return
		}
		for _, j := range l.waiting {
			if j.wakeAt = time.Now(); !j.going.IsZero() {
				j.going = j.going.Add(-goingPause)
			}
		}
		l.wake()
	}
	l.T.Fatal("there is no end of it")
}

// What was begun for a request is ended when the request is taken back before it could
// be answered: on the bus, and with its mark.
func TestWithdrawnWhileItCouldNotBeAnswered(t *testing.T) {
	for name, what := range map[string]string{"not marked": "write FEAS-001-pending.json", "not judged": "write FEAS-001-verdict.json"} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.judge.Bus, f.judge.Through = "on", full(what)
			if name == "not marked" {
				f.Critic.Gate = make(chan struct{}) // it is given up before it is answered
			}
			f.Write("notes/plan.md", "# Plan\n")
			f.Write("discussions/requests/a.md", pipelinetest.Request)
			l := turn(f, DispatcherOptions{})
			l.change("requests/a.md", true)
			l.work(func() bool { return len(l.waiting) == 1 && len(l.looks) == 0 })
			f.judge.Through = nil
			must(t, os.Remove(f.Path("discussions/requests/a.md")))
			l.change("requests/a.md", true)
			l.work(l.done)
			l.changes.retell(time.Now().Add(time.Hour))
			l.work(l.done)
			said := f.Said()
			if len(said) != 2 || said[1] != "error FEAS-001" || f.Pending("FEAS-001") {
				t.Errorf("said %q, pending: %v", said, f.Pending("FEAS-001"))
			}
		})
	}
}

// What could not be said on the bus is said later, also when nobody could look meanwhile.
func TestUntoldWhileNobodyCouldLook(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus, f.judge.Through = "on", full("say discussion_ready")
	l := turn(f, DispatcherOptions{})
	l.change("R2", true)
	l.work(l.done)
	for hours, through := range []judge.Through{full("survey"), nil} {
		f.judge.Through = through
		l.changes.retell(time.Now().Add(time.Duration(1+hours) * 2 * time.Hour))
		l.work(l.done)
	}
	if said := f.Said(); len(said) != 2 || said[1] != "discussion_ready R2" {
		t.Errorf("said %q", said)
	}
	if len(l.unsaid) != 0 {
		t.Errorf("there is still to say: %v", l.unsaid)
	}
}

// What is gone goes to history, also when nobody could look at its session at first.
func TestGoneWhileNobodyCouldLook(t *testing.T) {
	f := newFixture(t)
	if _, err := f.order("R2"); err != nil {
		t.Fatal(err)
	}
	must(t, os.Remove(f.Path("spec/product-brief.md")))
	l := turn(f, DispatcherOptions{})
	f.judge.Through = full("survey")
	l.changes.find(l.key(""))
	l.work(l.done)
	f.judge.Through = nil
	l.changes.retell(time.Now().Add(time.Hour))
	l.finish()
	if _, judged := f.Verdict("R2"); judged {
		t.Error("it is still judged")
	}
}

// A verdict that lies in history alone is none: a run over its very bytes that is given
// up leaves the round pending.
func TestGivenUpOverBytesOfHistory(t *testing.T) {
	f := newFixture(t)
	brief := "# Brief\n"
	_, err := f.order("R2")
	must(t, err)
	must(t, os.Remove(f.Path("spec/product-brief.md")))
	if _, err := f.order("R2"); !errors.Is(err, session.ErrNoArtifact) {
		t.Fatal(err)
	}
	f.Write("spec/product-brief.md", brief)
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-f.Critic.Began; cancel() }()
	round, _ := f.judge.Layout.Round("R2")
	if _, err := f.judge.Judge(ctx, judge.Order{Target: judge.Target{Dir: f.Dir, Job: session.RoundJob(round)}}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if !f.Pending("R2") {
		t.Error("it is not pending, and has no verdict")
	}
}

// A round whose artifact went while it was judged, and of which no watcher knows, is
// ended all the same.
func TestGoneUnheard(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "on"
	f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
	l := turn(f, DispatcherOptions{})
	l.change("R2", true)
	l.looked()
	l.turns.startQueued(t.Context())
	(<-l.reports)() // which bytes are judged
	<-f.Critic.Began
	must(t, os.Remove(f.Path("spec/product-brief.md")))
	close(f.Critic.Gate)
	l.work(func() bool { return len(l.waiting) == 1 && len(l.looks) == 0 })
	l.finish()
	if said := f.Said(); len(said) != 2 || said[1] != "error R2" || f.Pending("R2") {
		t.Errorf("said %q, pending: %v", said, f.Pending("R2"))
	}
}

// A round whose artifact was away when its judgement ended, and is back as it was, is
// judged again, though no watcher tells of it. One whose writer has begun waits for him.
func TestBackUnheard(t *testing.T) {
	for _, writing := range []bool{false, true} {
		f := newFixture(t)
		f.Critic.Gate, f.Critic.Began = make(chan struct{}), make(chan string, 9)
		l := turn(f, DispatcherOptions{})
		l.change("R2", true)
		l.looked()
		l.turns.startQueued(t.Context())
		(<-l.reports)() // which bytes are judged
		<-f.Critic.Began
		must(t, os.Rename(f.Path("spec/product-brief.md"), f.Path("aside")))
		close(f.Critic.Gate)
		(<-l.reports)() // the run is given up
		must(t, os.Rename(f.Path("aside"), f.Path("spec/product-brief.md")))
		l.looked()
		if writing {
			l.change("R2", false)
			l.looked()
		}
		if tried := len(l.waiting) == 1; tried == writing {
			t.Errorf("writer at work: %v, tried again by itself: %v", writing, tried)
		}
		if writing {
			l.change("R2", true)
			l.work(l.done)
		} else {
			l.finish()
		}
		if _, judged := f.Verdict("R2"); !judged {
			t.Errorf("writer at work: %v: no verdict", writing)
		}
	}
}

// A round that began and could not be marked is ended when its artifact goes.
func TestGoneUnmarked(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus, f.judge.Through, f.Critic.Gate = "on", full("write R2-pending.json"), make(chan struct{})
	l := turn(f, DispatcherOptions{})
	l.change("R2", true)
	l.work(func() bool { return len(l.waiting) == 1 && len(l.looks) == 0 })
	f.judge.Through = nil
	must(t, os.Remove(f.Path("spec/product-brief.md")))
	l.change("R2", true)
	l.work(l.done)
	l.changes.retell(time.Now().Add(time.Hour))
	l.work(l.done)
	if said := f.Said(); len(said) != 2 || said[1] != "error R2" {
		t.Errorf("said %q", said)
	}
}
