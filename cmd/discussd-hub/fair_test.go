package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique/cli"
)

// crowded is a hub with asks that no worker has taken yet.
type crowded struct {
	*served
	asks   sync.WaitGroup
	queued int
}

// put puts so many asks of a host into the queue, and waits until they are there.
func (c *crowded) put(t *testing.T, project, host string, n int, awaited bool) {
	t.Helper()
	link := hub.NewLink(hub.Options{URL: c.url(), Host: host, Project: project, WhenDown: hub.Wait})
	t.Cleanup(link.Close)
	tool := &hub.Tool{Name: "gemini", Link: link, Timeout: 2 * time.Minute}
	for i := range n {
		c.asks.Go(func() {
			if _, err := tool.Ask(t.Context(), cli.Prompt{Text: fmt.Appendf(nil, "%s %s %t %d", project, host, awaited, i), Awaited: awaited}); err != nil {
				t.Error(err)
			}
		})
	}
	c.queued += n
	js := stream(t, c.url())
	eventually(t, "all asks are in the queue", func() bool {
		queue, err := js.Stream(t.Context(), "DISCUSSD_ASKS")
		return err == nil && queue.CachedInfo().State.Msgs == uint64(c.queued)
	})
}

// answered has one worker with one place answer all, and returns in which order it did.
func (c *crowded) answered(t *testing.T) []string {
	t.Helper()
	var order []string
	link := hub.NewLink(hub.Options{URL: c.url(), WhenDown: hub.Wait})
	t.Cleanup(link.Close)
	m := &model{say: func(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
		order = append(order, string(p.Text)) // there is one place
		return echo(ctx, p)
	}}
	w := &hub.Worker{Name: "w", Link: link, Logger: hclog.NewNullLogger(), Tools: map[string]hub.Bench{"gemini": {Asker: m, Slots: 1}}}
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	working.Go(func() {
		if err := w.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	c.asks.Wait()
	stop()
	working.Wait()
	return order
}

// place is where the first ask of this beginning stands, from 1.
func placeOf(order []string, begin string) int {
	return 1 + slices.IndexFunc(order, func(text string) bool { return strings.HasPrefix(text, begin) })
}

// TestFair: a host with one ask is answered second, and so is another project, however many
// asks a host put in before them.
func TestFair(t *testing.T) {
	c := crowded{served: start(t, -1, t.TempDir())}
	c.put(t, "default", "busy.example", 500, false)
	c.put(t, "default", "small", 1, false)
	c.put(t, "clinic", "busy.example", 1, false)
	order := c.answered(t)
	if host, project := placeOf(order, "default small"), placeOf(order, "clinic"); len(order) != 502 || host < 1 || host > 3 || project < 1 || project > 2 {
		t.Errorf("of %d asks the host with one was answered as number %d, the project with one as number %d", len(order), host, project)
	}
}

// TestProjectsInTurn: a project with many hosts has no more turns than one with a single host.
func TestProjectsInTurn(t *testing.T) {
	c := crowded{served: start(t, -1, t.TempDir())}
	for i := range 10 {
		c.put(t, "clinic", fmt.Sprintf("host-%d", i), 2, false)
	}
	c.put(t, "default", "one", 5, false)
	order := c.answered(t)
	if n := strings.Count(strings.Join(order[:10], "\n"), "default"); n != 5 {
		t.Errorf("of the first 10 answers %d are of the project with one host, want 5:\n%s", n, strings.Join(order[:10], "\n"))
	}
}

// TestAwaitedFirst: what somebody waits for goes first, and the others are not left for ever.
func TestAwaitedFirst(t *testing.T) {
	c := crowded{served: start(t, -1, t.TempDir())}
	c.put(t, "default", "busy", 100, false)
	c.put(t, "default", "busy", 8, true)
	order := c.answered(t)
	var awaited []int
	for i, text := range order {
		if strings.HasPrefix(text, "default busy true") {
			awaited = append(awaited, i+1)
		}
	}
	if want := []int{1, 2, 3, 5, 6, 7, 9, 10}; !slices.Equal(awaited, want) {
		t.Errorf("what somebody waits for was answered as %v of %d, want %v", awaited, len(order), want)
	}
}
