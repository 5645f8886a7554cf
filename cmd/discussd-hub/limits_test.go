package main

import (
	"context"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique"
	"discussd/critique/cli"
)

// limited is a hub with limits, and two workers.
func limited(t *testing.T, limits string, m *model) *served {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(limitsFile(dir), []byte(limits), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, -1, dir)
	work(t, s.url(), "w1", m)
	work(t, s.url(), "w2", m)
	return s
}

// askAll asks so many things at once, and says of how many there is an answer and what the
// others were told.
func askAll(t *testing.T, s *served, project string, n int) (answered int, told string) {
	t.Helper()
	link := hub.NewLink(hub.Options{URL: s.url(), Host: "h", Project: project, WhenDown: hub.Wait})
	t.Cleanup(link.Close)
	tool := &hub.Tool{Name: "gemini", Link: link, Timeout: 2 * time.Minute}
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			_, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte(project + " " + time.Now().String() + strings.Repeat("x", i))})
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				answered++
			} else {
				told = err.Error()
				if critique.ClassOf(err) != critique.RateLimited {
					t.Errorf("it failed as %v", err)
				}
			}
		})
	}
	all.Wait()
	return answered, told
}

// TestHeld: over all workers no more is asked than the limits allow, and who would wait for
// longer than he can is told why, and until when.
func TestHeld(t *testing.T) {
	for name, c := range map[string]struct {
		limits string
		want   int
		told   string
	}{
		"of a project":       {"[projects.default]\nasks_per_hour = 3", 3, "held back by the hub's limits of project default: 3 of 3 asks an hour are spent, until "},
		"of each project":    {"[each_project]\nasks_per_day = 2", 2, "project default: 2 of 2 asks a day"},
		"of all projects":    {"[all]\nasks_per_hour = 1", 1, "all projects: 1 of 1 asks"},
		"of a tool":          {"[tools.gemini]\nasks_per_hour = 2", 2, "tool gemini: 2 of 2 asks"},
		"money":              {"[all]\nusd_per_day = 1.0\nat_once = 1", 2, "$1.00 of $1.00 a day are spent"},
		"of another":         {"[projects.clinic]\nasks_per_hour = 1\n[tools.codex]\nat_once = 1", 6, ""},
		"how many at once":   {"[tools.gemini]\nat_once = 2", 6, ""},
		"nothing is limited": {"", 6, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var now, most atomic.Int64
			m := &model{say: func(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
				n := now.Add(1)
				defer now.Add(-1)
				for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
				}
				answer, err := echo(ctx, p)
				answer.Cost.USD = new(0.5)
				return answer, err
			}}
			s := limited(t, c.limits, m)
			answered, told := askAll(t, s, "default", 6)
			if answered != c.want || m.asked.Load() != int64(c.want) || !strings.Contains(told, c.told) || (told == "") != (c.told == "") {
				t.Errorf("%d of 6 were answered, and the model was asked %d times, want %d; told %q, want %q", answered, m.asked.Load(), c.want, told, c.told)
			}
			if strings.Contains(c.limits, "gemini]\nat_once") && most.Load() > 2 {
				t.Errorf("%d ran at once", most.Load())
			}
		})
	}
}

// TestLimitsChange: limits that are changed while the hub runs count within seconds.
func TestLimitsChange(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(limitsFile(dir), []byte("[all]\nasks_per_hour = 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := serve(t.Context(), settings{dir: dir, listen: "127.0.0.1:-1", trial: true, most: 1 << 30, lookForUsers: 20 * time.Millisecond}, hclog.NewNullLogger())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	go s.watch(t.Context()) //nolint:errcheck // it ends with the test
	work(t, s.url(), "w", &model{say: echo})
	if n, told := askAll(t, s, "default", 2); n != 1 {
		t.Fatalf("%d were answered; %s", n, told)
	}
	if err := os.WriteFile(limitsFile(dir), []byte("[all]\nasks_per_hour = 10"), 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "an ask is answered again", func() bool { n, _ := askAll(t, s, "default", 1); return n == 1 })
}

// TestBadLimits: a hub does not start with limits that it does not understand.
func TestBadLimits(t *testing.T) {
	for text, want := range map[string]string{
		"[all]\nasks_per_hours = 1":           "asks_per_hours",
		"[all]\nasks_per_hour = -1":           "all: a limit must not be negative",
		"[projects.shop]\nusd_per_day = -0.5": "projects.shop: a limit must not be negative",
		"asks":                                "limits.toml",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(limitsFile(dir), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := serve(t.Context(), settings{dir: dir, listen: "127.0.0.1:-1", trial: true, most: 1 << 30}, hclog.NewNullLogger())
		if err == nil {
			s.stop()
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), limitsFile(dir)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
