package main

import (
	"context"
	"testing"
	"time"

	"discussd/critique/cli"
)

// sends waits for the next time that an ask is sent, also one that the queue has already.
func sends(t *testing.T, url string) (next func()) {
	t.Helper()
	conn := stream(t, url).Conn()
	heard, err := conn.SubscribeSync("discussd.ask.default.gemini.test.other")
	must(t, err)
	must(t, conn.Flush())
	return func() {
		t.Helper()
		_, err := heard.NextMsgWithContext(t.Context())
		must(t, err)
	}
}

// TestAskedAgain: what was taken back before a worker took it is answered when it is asked
// again, though the queue knows it as the same ask.
func TestAskedAgain(t *testing.T) {
	s := start(t, -1, t.TempDir())
	sent := sends(t, s.url())
	ctx, cancel := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() {
		_, err := asking(t, s.url(), time.Minute).Ask(ctx, cli.Prompt{Text: []byte("x")})
		gaveUp <- err
	}()
	sent()
	cancel()
	if err := <-gaveUp; err == nil {
		t.Fatal("answered by nobody")
	}
	m := &model{say: echo}
	again := make(chan error, 1)
	tool := asking(t, s.url(), 20*time.Second)
	go func() {
		got, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte("x")})
		if err == nil && string(got.Text) != "to x" {
			t.Errorf("got %q", got.Text)
		}
		again <- err
	}()
	sent()
	work(t, s.url(), "w", m)
	if err := <-again; err != nil {
		t.Error(err)
	}
	if n := m.asked.Load(); n != 1 {
		t.Errorf("the model was asked %d times, want 1", n)
	}
}

// TestOneGivesUp: when one of two daemons that wait for the same gives up, the other is
// answered all the same.
func TestOneGivesUp(t *testing.T) {
	s := start(t, -1, t.TempDir())
	began := make(chan struct{}, 8)
	m := &model{}
	m.say = func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		began <- struct{}{}
		if m.asked.Load() == 1 {
			<-ctx.Done()
			return cli.Answer{}, ctx.Err()
		}
		return echo(ctx, prompt)
	}
	work(t, s.url(), "w", m)
	sent := sends(t, s.url())
	patient, hasty := asking(t, s.url(), 20*time.Second), asking(t, s.url(), 20*time.Second)
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		if _, err := hasty.Ask(ctx, cli.Prompt{Text: []byte("x")}); err == nil {
			t.Error("who gave up was answered")
		}
	}()
	sent()
	<-began
	answered := make(chan error, 1)
	go func() {
		_, err := patient.Ask(t.Context(), cli.Prompt{Text: []byte("x")})
		answered <- err
	}()
	sent()
	cancel()
	<-gone
	if err := <-answered; err != nil {
		t.Error(err)
	}
}
