package main

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique/cli"
)

// TestClaimed: an ask that is being answered is not answered by a second worker, although the
// queue hands it out again: a hub that was killed does not know any more who has it.
func TestClaimed(t *testing.T) {
	s := start(t, -1, t.TempDir())
	began, goOn := make(chan struct{}), make(chan struct{})
	m := &model{say: func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		close(began)
		<-goOn
		return echo(ctx, prompt)
	}}
	left := make(chan struct{})
	leaves := sync.OnceFunc(func() { close(left) })
	workSaying(t, s.url(), "first", m, "leaves an ask", leaves)
	var asking1 sync.WaitGroup
	tool := asking(t, s.url(), time.Minute)
	asking1.Go(func() {
		if got, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte("x")}); err != nil || string(got.Text) != "to x" {
			t.Errorf("got %q, %v", got.Text, err)
		}
	})
	<-began
	other := &model{say: echo}
	workSaying(t, s.url(), "second", other, "leaves an ask", leaves)
	js := stream(t, s.url())
	asks, err := js.Stream(t.Context(), "DISCUSSD_ASKS")
	must(t, err)
	message, err := asks.GetMsg(t.Context(), 1)
	must(t, err)
	_, err = js.Publish(t.Context(), message.Subject, message.Data)
	must(t, err)
	select {
	case <-left:
	case <-time.After(20 * time.Second):
		t.Error("the ask was not handed out again, or not left alone")
	}
	close(goOn)
	asking1.Wait()
	eventually(t, "the queue is empty", func() bool {
		info, err := asks.Info(t.Context())
		return err == nil && info.State.Msgs == 0
	})
	if n := m.asked.Load() + other.asked.Load(); n != 1 {
		t.Errorf("%d models were asked, want one", n)
	}
}

// workSaying runs a worker, and calls the function whenever it says the words.
func workSaying(t *testing.T, url, name string, m *model, words string, said func()) {
	t.Helper()
	logger := hclog.New(&hclog.LoggerOptions{Output: listener(func(line string) {
		if strings.Contains(line, words) {
			said()
		}
	})})
	link := hub.NewLink(hub.Options{URL: url, Host: name, WhenDown: hub.Wait})
	worker := &hub.Worker{Name: name, Link: link, Logger: logger, Tools: map[string]hub.Bench{"gemini": {Asker: m, Slots: 2}}}
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { _ = worker.Run(ctx) })
	t.Cleanup(func() { cancel(); done.Wait(); link.Close() })
}

// listener hears what is written.
type listener func(line string)

func (l listener) Write(p []byte) (int, error) { l(string(p)); return len(p), nil }
