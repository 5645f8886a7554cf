//go:build linux

package judge

import (
	"context"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"discussd/pipeline/handoff"
	"discussd/pipeline/session"
)

// Whoever comes to a file in an inbox after somebody who answered it finds that noted:
// the lock is held until it is.
func TestNotedBeforeAnybodyElseComes(t *testing.T) {
	tests := map[string]struct{ request, answer string }{
		"refused":    {`{"round": "X-1", "artifact": "notes/none.md", "perspectives": ["quality"]}`, "X-1-verdict.json"},
		"answered":   {`{"round": "X-1", "artifact": "spec/product-brief.md", "perspectives": ["quality"]}`, "X-1-verdict.json"},
		"discussion": {`{"round": 1, "type": "initial", "topic": "queues"}`, "discussion-round-1.json"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			answered := make(chan error)
			go func() {
				_, err := f.ask("a.json", tt.request)
				answered <- err
			}()
			for {
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				opened, err := open(&f.judge.Options, f.Dir, "look")
				must(t, err)
				unlock, err := opened.folder.Lock(ctx)
				if err != nil {
					must(t, opened.Close())
					continue
				}
				_, err = os.Stat(f.Path("discussions/" + tt.answer))
				there := err == nil
				status, err := lookAtInbox(opened, session.RequestJob("a.json"))
				unlock()
				must(t, opened.Close())
				if there {
					if err != nil || !status.Judged {
						t.Errorf("somebody comes when it is answered and not noted: %+v, %v", status, err)
					}
					break
				}
			}
			must(t, <-answered)
		})
	}
}

// A request is read when it is its turn, not before the lock is waited for.
func TestRequestReplacedWhileItWaits(t *testing.T) {
	f := newFixture(t)
	f.Write("notes/plan.md", "# Plan\n")
	opened, err := open(&f.judge.Options, f.Dir, "look")
	must(t, err)
	defer opened.Close()
	unlock, err := opened.folder.Lock(t.Context())
	must(t, err)
	answered, tried := make(chan error), awaitOpen(t, f.Path("discussions/.discussd/lock"))
	f.Write("discussions/requests/a.json", `{"round": "OLD", "artifact": "notes/plan.md", "perspectives": ["quality"]}`)
	go func() {
		_, err := f.judge.Answer(t.Context(), Order{Target: Target{Dir: f.Dir, Job: session.RequestJob("a.json")}})
		answered <- err
	}()
	<-tried
	f.Write("discussions/requests/a.json", `{"round": "NEW", "artifact": "notes/plan.md", "perspectives": ["quality"]}`)
	unlock()
	must(t, <-answered)
	if got := f.Critic.Rounds(); len(got) != 1 || got[0] != "NEW" {
		t.Errorf("judged %q", got)
	}
}

// awaitOpen returns what is closed when somebody opens a file that is there.
func awaitOpen(t *testing.T, name string) <-chan struct{} {
	t.Helper()
	events, err := unix.InotifyInit1(unix.IN_CLOEXEC)
	must(t, err)
	t.Cleanup(func() { unix.Close(events) })
	_, err = unix.InotifyAddWatch(events, name, unix.IN_OPEN)
	must(t, err)
	done := make(chan struct{})
	go func() {
		defer close(done)
		unix.Read(events, make([]byte, 4096))
	}()
	return done
}

// What was done and could not be noted is not done again: the note is made up for.
func TestNotedLater(t *testing.T) {
	obstruct := func(f *fixture) (clear func()) {
		name := f.Path("discussions/.discussd/answered")
		must(f.T, os.MkdirAll(f.Path("discussions/.discussd"), 0o755))
		must(f.T, os.WriteFile(name, []byte("in the way"), 0o644))
		return func() { must(f.T, os.Remove(name)) }
	}
	check := func(f *fixture, inbox session.Job, round string, revision int, carryOut func() error) {
		f.T.Helper()
		clear := obstruct(f)
		for range 3 {
			if carryOut() == nil {
				f.T.Fatal("it was noted through the obstacle")
			}
		}
		clear()
		must(f.T, carryOut())
		v, _ := f.Verdict(round)
		if v.Revision != revision || f.Pending(round) || len(v.Notes) > 0 {
			f.T.Errorf("revision %d, want %d; pending %v, notes %q", v.Revision, revision, f.Pending(round), v.Notes)
		}
		s, err := session.Open(f.Dir, f.judge.Layout)
		must(f.T, err)
		defer s.Close()
		letter, err := s.Dropped(inbox)
		must(f.T, err)
		folder, err := handoff.Open(s.Root(), f.judge.Handoff)
		must(f.T, err)
		defer folder.Close()
		if _, noted := folder.Answered(letter.SHA256); !noted {
			f.T.Error("it is not noted")
		}
	}
	t.Run("refused", func(t *testing.T) {
		f := newFixture(t)
		f.Write("discussions/requests/a.json", `{"round": "R2", "perspectives": ["none"]}`)
		check(f, session.RequestJob("a.json"), "a", 1, func() error {
			_, err := f.judge.Answer(t.Context(), Order{Target: Target{Dir: f.Dir, Job: session.RequestJob("a.json")}})
			return err
		})
	})
	t.Run("decided", func(t *testing.T) {
		f, blocked := escalated(t)
		check(f, session.DecisionJob("R3.md"), "R3", blocked.Revision+1, func() error {
			_, err := f.decide("R3", decisionOn(blocked, "accept"))
			return err
		})
	})
}
