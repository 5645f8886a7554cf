//go:build linux

package judge

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"discussd/pipeline/inbox"
	"discussd/pipeline/session"
	"discussd/pipeline/verdict"
)

// allow does something while the process may open so many files more.
func allow(t *testing.T, more int, do func()) {
	t.Helper()
	var usual syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &usual))
	next := 0
	for ; ; next++ {
		if _, err := os.Lstat(fmt.Sprintf("/proc/self/fd/%d", next)); err != nil {
			break
		}
	}
	must(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: uint64(next + more), Max: usual.Max}))
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &usual)
	do()
}

// blinded opens the session with a discussions folder in which something could not be
// read for want of descriptors.
func (f *fixture) blinded() *openSession {
	opened, err := open(&f.judge.Options, f.Dir, "look")
	must(f.T, err)
	f.T.Cleanup(func() { opened.Close() })
	allow(f.T, 0, func() { opened.folder.Verdict("R2") })
	return opened
}

// Whoever could not read what is in the discussions folder does not go by what he did
// not see there.
func TestBlindToTheDiscussions(t *testing.T) {
	f := newFixture(t)
	if _, err := f.order("R2"); err != nil {
		t.Fatal(err)
	}
	f.Write("discussions/R2-pending.json", `{"state":"running"}`)
	f.Write("discussions/requests/a.json", `{"round": "X-1", "artifact": "notes/none.md", "perspectives": ["quality"]}`)
	letter := session.RequestJob("a.json")
	tests := map[string]func(opened *openSession) error{
		"look":   func(opened *openSession) error { _, err := see(opened, f.target("R2").Job, true); return err },
		"survey": func(opened *openSession) error { _, err := see(opened, f.target("R2").Job, false); return err },
		"inbox":  func(opened *openSession) error { _, err := see(opened, letter, true); return err },
		"known": func(opened *openSession) error {
			opened.unlock = func() {}
			_, _, err := settled(t.Context(), opened, f.judgement("R2"))
			return err
		},
		"judge": func(opened *openSession) error {
			_, err := judgeAnew(t.Context(), opened, f.judgement("R2"))
			return err
		},
		"refuse": func(opened *openSession) error {
			file, err := opened.Dropped(letter)
			must(t, err)
			_, err = refuse(t.Context(), opened, f.judgement("R2").Order, file, inbox.Refuse(verdict.RequestInvalid, "no"))
			return err
		},
		"decide": func(opened *openSession) error {
			_, err := ignore(t.Context(), opened, "discussions/decisions/R3.md", errors.New("round R3 has no verdict"))
			return err
		},
		"decide without the file": func(*openSession) error {
			opened, err := open(&f.judge.Options, f.Dir, "look")
			must(t, err)
			defer opened.Close()
			_, err = ignore(t.Context(), opened, "discussions/decisions/R2.md", syscall.EMFILE)
			return err
		},
		"commit": func(opened *openSession) error {
			v, _ := f.Verdict("R2")
			_, err := commit(t.Context(), opened, v)
			return err
		},
		"retire": func(opened *openSession) error { _, err := opened.folder.Retire("R2"); return err },
	}
	for name, do := range tests {
		t.Run(name, func(t *testing.T) {
			if err := do(f.blinded()); err == nil {
				t.Error("he does")
			}
			if v, judged := f.Verdict("R2"); !judged || v.Revision != 1 || len(f.Critic.Rounds()) != 1 {
				t.Errorf("revision %d after %d runs", v.Revision, len(f.Critic.Rounds()))
			}
		})
	}
}

// Nobody tells of the end of a round whose pending mark he could not see.
func TestBlindTellsNothing(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "on"
	if _, err := f.order("R2"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(f.Path(".msg/messages.jsonl"))
	must(t, err)
	f.Write(".msg/messages.jsonl", strings.SplitAfter(string(text), "\n")[0])
	if err := tellMissed(f.blinded()); !errors.Is(err, ErrUnsaid) {
		t.Errorf("got %v", err)
	}
	if said := f.Said(); len(said) != 1 {
		t.Errorf("said %q", said)
	}
}

// When descriptors come and go, a look tells the truth, or that it could not look.
func TestLookWhileDescriptorsComeAndGo(t *testing.T) {
	f := newFixture(t)
	f.Write("notes/plan.md", "# Plan\n")
	if _, err := f.ask("w.json", `{"round": "W", "artifact": "notes/plan.md", "watch": true, "perspectives": ["quality"]}`); err != nil {
		t.Fatal(err)
	}
	f.Write("notes/plan.md", "# Another plan\n")
	var usual syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &usual))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for none := (syscall.Rlimit{Max: usual.Max}); ; {
			select {
			case <-stop:
				return
			default:
			}
			syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none)
			for range rand.N(30) {
				runtime.Gosched()
			}
			syscall.Setrlimit(syscall.RLIMIT_NOFILE, &usual)
			for range rand.N(300) {
				runtime.Gosched()
			}
		}
	}()
	blind, seeing := 0, 0
	// Looks that fail at once may all fall into one spell without descriptors: there are more until one fell outside.
	for looks := 0; looks < 2000 || (blind == 0 || seeing == 0) && looks < 1_000_000; looks++ {
		status, err := f.judge.Look(Target{f.Dir, session.RequestJob("w.json")}, Sighting{})
		if err != nil {
			blind++
			continue
		}
		if seeing++; status.Gone || status.Pending || status.Fresh || status.Subscribes == "" {
			t.Errorf("got %+v", status)
		}
	}
	close(stop)
	<-stopped
	if blind == 0 || seeing == 0 {
		t.Errorf("blind %d times, seeing %d times", blind, seeing)
	}
}
