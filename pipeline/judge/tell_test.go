package judge

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-hclog"

	"discussd/pipeline/pipelinetest"
	"discussd/pipeline/session"
)

// TestEveryBeginningEndsOnce follows rounds on the bus through all their fates.
func TestEveryBeginningEndsOnce(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "auto"
	f.Write(".msg/messages.jsonl", "")
	order := func(round string) {
		if _, err := f.order(round); err != nil && !errors.Is(err, session.ErrNoArtifact) {
			t.Fatal(err)
		}
	}
	order("R2")
	order("R2") // fresh: nothing begins
	f.Critic.Rating = 1
	f.Write("spec/product-brief.md", "# Worse\n")
	order("R2")
	f.Write("spec/discovery-context.json", "no JSON")
	order("R1")
	order("R3") // no artifact: nothing begins

	// Killed between the verdict and the line that tells of it.
	f.Critic.Rating = 4
	f.Write("spec/product-brief.md", "# Better\n")
	order("R2")
	text, err := os.ReadFile(f.Path(".msg/messages.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	f.Write(".msg/messages.jsonl", strings.Join(lines[:len(lines)-2], ""))
	f.Write("discussions/R2-pending.json", `{"state":"running"}`)
	order("R2")

	want := []string{
		"impl_progress R2", "discussion_ready R2",
		"impl_progress R2", "discussion_blocked R2",
		"impl_progress R1", "error R1",
		"impl_progress R2", "discussion_ready R2",
	}
	if diff := cmp.Diff(want, f.Said()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestMissedEnds has ends of rounds said later that nobody could say in time.
func TestMissedEnds(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		before func(t *testing.T, f *fixture)
		want   string // what is said at last
		err    error
	}{
		"its verdict is there": {func(*testing.T, *fixture) {}, "discussion_ready R2", nil},
		"it began over bytes that were given up": {func(t *testing.T, f *fixture) {
			text, err := os.ReadFile(f.Path(".msg/messages.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			f.Write(".msg/messages.jsonl", regexp.MustCompile(`"fingerprint":"[0-9a-f]{6}`).ReplaceAllString(string(text), `"fingerprint":"000000`))
		}, "discussion_ready R2", nil},
		"it is pending": {func(_ *testing.T, f *fixture) {
			f.Write("discussions/R2-pending.json", `{"state":"running"}`)
		}, "impl_progress R2", nil},
		"it has no verdict": {func(t *testing.T, f *fixture) {
			if err := os.Remove(f.Path("discussions/R2-verdict.json")); err != nil {
				t.Fatal(err)
			}
		}, "impl_progress R2", nil},
		"its artifact is gone, and its mark": {func(t *testing.T, f *fixture) {
			for _, name := range []string{"discussions/R2-verdict.json", "spec/product-brief.md"} {
				if err := os.Remove(f.Path(name)); err != nil {
					t.Fatal(err)
				}
			}
		}, "error R2", nil},
		"somebody is busy on the bus": {func(t *testing.T, f *fixture) {
			file, err := os.Open(f.Path(".msg/messages.jsonl"))
			if err == nil {
				err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { file.Close() })
		}, "impl_progress R2", ErrUnsaid},
		"somebody is busy in the session": {func(t *testing.T, f *fixture) {
			opened, err := open(&f.judge.Options, f.Dir, "look")
			if err != nil {
				t.Fatal(err)
			}
			unlock, err := opened.folder.Lock(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { unlock(); opened.Close() })
		}, "impl_progress R2", ErrUnsaid},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.judge.Bus = "on"
			if _, err := f.order("R2"); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(f.Path(".msg/messages.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			f.Write(".msg/messages.jsonl", strings.SplitAfter(string(text), "\n")[0])
			tt.before(t, f)
			for range 2 {
				if _, err := f.judge.Survey(f.Dir, nil); !errors.Is(err, tt.err) {
					t.Errorf("got error %v, want %v", err, tt.err)
				}
			}
			said := f.Said()
			if got := said[len(said)-1]; got != tt.want || len(said) > 2 {
				t.Errorf("said %q, want %s at last", said, tt.want)
			}
		})
	}
}

// TestKilledWhenTheArtifactIsGone: whoever ends between taking the mark away and the
// rest has said before that the round which began is over.
func TestKilledWhenTheArtifactIsGone(t *testing.T) {
	f := newFixture(t)
	f.judge.Bus = "on"
	if _, err := f.order("R2"); err != nil {
		t.Fatal(err)
	}
	f.Write("spec/product-brief.md", "# Last words\n")
	f.Critic.Gate = make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	f.Critic.Began = make(chan string, 1)
	go func() { <-f.Critic.Began; stop() }()
	if _, err := f.judge.Judge(ctx, Order{Target: f.target("R2")}); err == nil {
		t.Fatal("it was judged")
	}
	if err := os.Remove(f.Path("spec/product-brief.md")); err != nil {
		t.Fatal(err)
	}
	f.judge.Logger = pipelinetest.Poison{Logger: hclog.NewNullLogger(), At: "artifact is gone, verdict moved to history"}
	func() {
		defer func() {
			if recover() == nil {
				t.Fatal("it was not killed")
			}
		}()
		f.order("R2")
	}()
	want := []string{"impl_progress R2", "discussion_ready R2", "impl_progress R2", "error R2"}
	if diff := cmp.Diff(want, f.Said()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
