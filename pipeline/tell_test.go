package pipeline

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/pipeline/session"
)

// said lists the types of the messages on the session's bus, with their rounds.
func (f *fixture) said() []string {
	f.t.Helper()
	text, err := os.ReadFile(f.path(".msg/messages.jsonl"))
	if err != nil {
		f.t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(text)) {
		var m struct {
			Type string
			Data struct{ Round string }
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			f.t.Fatalf("%q: %v", line, err)
		}
		all = append(all, m.Type+" "+m.Data.Round)
	}
	return all
}

// TestEveryBeginningEndsOnce follows rounds on the bus through all their fates.
func TestEveryBeginningEndsOnce(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "auto"
	f.write(".msg/messages.jsonl", "")
	order := func(round string) {
		if _, err := f.order(round); err != nil && !errors.Is(err, session.ErrNoArtifact) {
			t.Fatal(err)
		}
	}
	order("R2")
	order("R2") // fresh: nothing begins
	f.critic.rating = 1
	f.write("spec/product-brief.md", "# Worse\n")
	order("R2")
	f.write("spec/discovery-context.json", "no JSON")
	order("R1")
	order("R3") // no artifact: nothing begins

	// Killed between the verdict and the line that tells of it.
	f.critic.rating = 4
	f.write("spec/product-brief.md", "# Better\n")
	order("R2")
	text, err := os.ReadFile(f.path(".msg/messages.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	f.write(".msg/messages.jsonl", strings.Join(lines[:len(lines)-2], ""))
	f.write("discussions/R2-pending.json", `{"state":"running"}`)
	order("R2")

	// Begun, and then the artifact was gone.
	f.critic.gate = make(chan struct{})
	f.critic.began = make(chan string, 9)
	f.write("spec/product-brief.md", "# Last words\n")
	d := dispatch(t, f, DispatcherOptions{})
	d.change("R2", true)
	<-f.critic.began
	if err := os.Remove(f.path("spec/product-brief.md")); err != nil {
		t.Fatal(err)
	}
	d.change("R2", false)
	d.change("R2", true)
	until(t, "the round to be given up", func() bool { return len(f.said()) == 10 })
	d.stop()

	want := []string{
		"impl_progress R2", "discussion_ready R2",
		"impl_progress R2", "discussion_blocked R2",
		"impl_progress R1", "error R1",
		"impl_progress R2", "discussion_ready R2",
		"impl_progress R2", "error R2",
	}
	if diff := cmp.Diff(want, f.said()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestMissedEnds has ends of rounds said later that nobody could say in time.
func TestMissedEnds(t *testing.T) {
	tests := map[string]struct {
		before func(t *testing.T, f *fixture)
		want   string // what is said at last
		err    error
	}{
		"its verdict is there": {func(*testing.T, *fixture) {}, "discussion_ready R2", nil},
		"it began over bytes that were given up": {func(t *testing.T, f *fixture) {
			text, err := os.ReadFile(f.path(".msg/messages.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			f.write(".msg/messages.jsonl", regexp.MustCompile(`"fingerprint":"[0-9a-f]{6}`).ReplaceAllString(string(text), `"fingerprint":"000000`))
		}, "discussion_ready R2", nil},
		"it is pending": {func(_ *testing.T, f *fixture) {
			f.write("discussions/R2-pending.json", `{"state":"running"}`)
		}, "impl_progress R2", nil},
		"it has no verdict": {func(t *testing.T, f *fixture) {
			if err := os.Remove(f.path("discussions/R2-verdict.json")); err != nil {
				t.Fatal(err)
			}
		}, "impl_progress R2", nil},
		"its artifact is gone, and its mark": {func(t *testing.T, f *fixture) {
			for _, name := range []string{"discussions/R2-verdict.json", "spec/product-brief.md"} {
				if err := os.Remove(f.path(name)); err != nil {
					t.Fatal(err)
				}
			}
		}, "error R2", nil},
		"somebody is busy on the bus": {func(t *testing.T, f *fixture) {
			file, err := os.Open(f.path(".msg/messages.jsonl"))
			if err == nil {
				err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { file.Close() })
		}, "impl_progress R2", errUntold},
		"somebody is busy in the session": {func(t *testing.T, f *fixture) {
			desk, err := f.judge.sit(f.dir)
			if err != nil {
				t.Fatal(err)
			}
			unlock, err := desk.folder.Lock(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { unlock(); desk.Close() })
		}, "impl_progress R2", errUntold},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.judge.Bus = "on"
			if _, err := f.order("R2"); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(f.path(".msg/messages.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			f.write(".msg/messages.jsonl", strings.SplitAfter(string(text), "\n")[0])
			tt.before(t, f)
			for range 2 {
				if _, err := f.judge.Survey(f.dir, nil); !errors.Is(err, tt.err) {
					t.Errorf("got error %v, want %v", err, tt.err)
				}
			}
			said := f.said()
			if got := said[len(said)-1]; got != tt.want || len(said) > 2 {
				t.Errorf("said %q, want %s at last", said, tt.want)
			}
		})
	}
}

func TestUntoldIsTriedLessAndLess(t *testing.T) {
	now, u := time.Unix(1_800_000_000, 0), untold{}
	u.add("s", now)
	var pauses []time.Duration
	for range 8 {
		pauses = append(pauses, u["s"].at.Sub(now))
		now = u["s"].at
		u.add("s", now) // planned already
		u.again("s", now)
	}
	want := []time.Duration{1, 2, 4, 8, 16, 32, 60, 60}
	for i := range want {
		want[i] *= time.Second
	}
	if diff := cmp.Diff(want, pauses); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
