package hub

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"discussd/critique"
	"discussd/critique/cli"
)

// start runs a hub of the test's own and returns its address.
func start(t *testing.T, port int, dir string) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the hub does not start")
	}
	t.Cleanup(s.Shutdown)
	return s
}

func setUp(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if err := (Names{}).SetUp(t.Context(), js); err != nil {
		t.Fatal(err)
	}
	if err := (Names{}).SetUpProject(t.Context(), js, "shop"); err != nil {
		t.Fatal(err)
	}
	return js
}

// model stands for the LLM behind a worker.
type model struct {
	asked atomic.Int64
	say   func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error)
}

func (m *model) Ask(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
	m.asked.Add(1)
	return m.say(ctx, prompt)
}

func (m *model) Installed() error { return nil }

func echo(_ context.Context, prompt cli.Prompt) (cli.Answer, error) {
	return cli.Answer{Text: append([]byte("to "), prompt.Text...), Raw: prompt.Text, Model: "m-1", Cost: critique.Cost{InputTokens: new(int64(7))}}, nil
}

// work runs a worker until the returned function is called, or the test ends.
func work(t *testing.T, url, name string, m *model) (stop func()) {
	t.Helper()
	link := NewLink(Options{URL: url, Host: name, WhenDown: Wait})
	worker := &Worker{Name: name, Link: link, Logger: hclog.NewNullLogger(), Tools: map[string]Bench{"gemini": {Asker: m, Slots: 2, CoolDown: 100 * time.Millisecond}}}
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		if err := worker.Run(ctx); err != nil && ctx.Err() == nil {
			t.Errorf("worker %s: %v", name, err)
		}
	})
	stop = sync.OnceFunc(func() { cancel(); done.Wait(); link.Close() })
	t.Cleanup(stop)
	return stop
}

func asking(t *testing.T, url string, timeout time.Duration) *Tool {
	t.Helper()
	link := NewLink(Options{URL: url, Host: "test", Project: "shop"})
	t.Cleanup(link.Close)
	return &Tool{Name: "gemini", Link: link, Timeout: timeout}
}

func ask1(t *testing.T, tool *Tool, text string) (cli.Answer, error) {
	t.Helper()
	return tool.Ask(t.Context(), cli.Prompt{Text: []byte(text), Schema: []byte("{}")})
}

// TestOneAnswer: an ask is answered, and is paid once, whoever asks it again.
func TestOneAnswer(t *testing.T) {
	s := start(t, -1, t.TempDir())
	setUp(t, s.ClientURL())
	m := &model{say: echo}
	work(t, s.ClientURL(), "w", m)
	for range 2 {
		got, err := ask1(t, asking(t, s.ClientURL(), 10*time.Second), "hello")
		if err != nil || string(got.Text) != "to hello" || got.Model != "m-1" || *got.Cost.InputTokens != 7 {
			t.Fatalf("got %+v, %v", got, err)
		}
	}
	if n := m.asked.Load(); n != 1 {
		t.Errorf("the model was asked %d times, want 1", n)
	}
}

// TestAtOnce: daemons that ask the same at the same time pay once, and each is answered.
func TestAtOnce(t *testing.T) {
	s := start(t, -1, t.TempDir())
	setUp(t, s.ClientURL())
	m := &model{say: func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		time.Sleep(50 * time.Millisecond)
		return echo(ctx, prompt)
	}}
	var all sync.WaitGroup
	for range 8 {
		tool := asking(t, s.ClientURL(), 20*time.Second)
		all.Go(func() {
			if got, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte("same")}); err != nil || string(got.Text) != "to same" {
				t.Errorf("got %q, %v", got.Text, err)
			}
		})
	}
	work(t, s.ClientURL(), "w", m) // comes after the asks
	all.Wait()
	if n := m.asked.Load(); n != 1 {
		t.Errorf("the model was asked %d times, want 1", n)
	}
}

// TestLong: what does not fit into a message goes through the object store, both ways.
func TestLong(t *testing.T) {
	s := start(t, -1, t.TempDir())
	setUp(t, s.ClientURL())
	work(t, s.ClientURL(), "w", &model{say: echo})
	text := strings.Repeat("the clinic books rooms. ", 100_000)
	got, err := ask1(t, asking(t, s.ClientURL(), 20*time.Second), text)
	if err != nil || string(got.Text) != "to "+text {
		t.Errorf("%d bytes came back of %d: %v", len(got.Text), len(text)+3, err)
	}
}

// TestFailureIsNoAnswer: what failed is asked anew the next time.
func TestFailureIsNoAnswer(t *testing.T) {
	s := start(t, -1, t.TempDir())
	setUp(t, s.ClientURL())
	m := &model{}
	m.say = func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		if m.asked.Load() == 1 {
			return cli.Answer{Raw: []byte("half")}, critique.Failf(critique.Truncated, "cut off")
		}
		return echo(ctx, prompt)
	}
	work(t, s.ClientURL(), "w", m)
	tool := asking(t, s.ClientURL(), 10*time.Second)
	got, err := ask1(t, tool, "x")
	if critique.ClassOf(err) != critique.Truncated || !strings.Contains(err.Error(), "worker w: cut off") || string(got.Raw) != "half" {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := ask1(t, tool, "x"); err != nil || string(got.Text) != "to x" {
		t.Errorf("again: %+v, %v", got, err)
	}
}

// TestLoginElsewhere: a worker without a login gives the ask back, and another answers; where
// none has one, the daemon is told so.
func TestLoginElsewhere(t *testing.T) {
	s := start(t, -1, t.TempDir())
	setUp(t, s.ClientURL())
	out := &model{say: func(context.Context, cli.Prompt) (cli.Answer, error) {
		return cli.Answer{}, critique.Failf(critique.Auth, "logged out")
	}}
	work(t, s.ClientURL(), "out", out)
	if _, err := ask1(t, asking(t, s.ClientURL(), 30*time.Second), "x"); critique.ClassOf(err) != critique.Auth || out.asked.Load() != deliveries {
		t.Errorf("asked %d times: %v", out.asked.Load(), err)
	}
	work(t, s.ClientURL(), "in", &model{say: echo})
	if got, err := ask1(t, asking(t, s.ClientURL(), 30*time.Second), "y"); err != nil || string(got.Text) != "to y" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestCancelled: when a daemon gives up, the run of the worker ends, too.
func TestCancelled(t *testing.T) {
	s := start(t, -1, t.TempDir())
	setUp(t, s.ClientURL())
	began, ended := make(chan struct{}), make(chan struct{})
	work(t, s.ClientURL(), "w", &model{say: func(ctx context.Context, _ cli.Prompt) (cli.Answer, error) {
		close(began)
		<-ctx.Done()
		close(ended)
		return cli.Answer{}, critique.Failf(critique.Canceled, "%w", ctx.Err())
	}})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-began; cancel() }()
	_, err := asking(t, s.ClientURL(), time.Minute).Ask(ctx, cli.Prompt{Text: []byte("x")})
	if critique.ClassOf(err) != critique.Canceled {
		t.Errorf("got %v", err)
	}
	<-ended
}

// TestWorkerStops: what a worker had begun when it was told to stop is answered by another.
func TestWorkerStops(t *testing.T) {
	s := start(t, -1, t.TempDir())
	setUp(t, s.ClientURL())
	began := make(chan struct{})
	stop := work(t, s.ClientURL(), "first", &model{say: func(ctx context.Context, _ cli.Prompt) (cli.Answer, error) {
		close(began)
		<-ctx.Done()
		return cli.Answer{}, critique.Failf(critique.Canceled, "%w", ctx.Err())
	}})
	go func() {
		<-began
		stop()
		work(t, s.ClientURL(), "second", &model{say: echo})
	}()
	if got, err := ask1(t, asking(t, s.ClientURL(), 30*time.Second), "x"); err != nil || string(got.Text) != "to x" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestHubRestarts: an ask that waits while the hub is away for a while is answered.
func TestHubRestarts(t *testing.T) {
	dir := t.TempDir()
	s := start(t, -1, dir)
	setUp(t, s.ClientURL())
	url, port := s.ClientURL(), s.Addr().(*net.TCPAddr).Port
	began := make(chan struct{})
	m := &model{say: func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		close(began)
		time.Sleep(300 * time.Millisecond)
		return echo(ctx, prompt)
	}}
	work(t, url, "w", m)
	go func() {
		<-began
		s.Shutdown()
		s.WaitForShutdown()
		time.Sleep(time.Second)
		start(t, port, dir)
	}()
	if got, err := ask1(t, asking(t, url, time.Minute), "x"); err != nil || string(got.Text) != "to x" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestDown: without a hub the ask fails within seconds, and the error says where it is.
func TestDown(t *testing.T) {
	_, err := ask1(t, asking(t, "nats://127.0.0.1:1", time.Minute), "x")
	if critique.ClassOf(err) != critique.Crashed || !strings.Contains(err.Error(), "nats://127.0.0.1:1") {
		t.Errorf("got %v", err)
	}
}

// TestForeignMessages: what is no ask, or is of another version, is thrown away; who waits is told.
func TestForeignMessages(t *testing.T) {
	s := start(t, -1, t.TempDir())
	js := setUp(t, s.ClientURL())
	m := &model{say: echo}
	for i, data := range []string{"", "{", `{"version":2,"id":"abc","project":"shop","tool":"gemini"}`, `{"version":1,"id":"a","project":"other","tool":"gemini"}`, `{"version":1,"id":"a","project":"shop","tool":"codex"}`} {
		if _, err := js.Publish(t.Context(), "discussd.ask.shop.gemini", []byte(data), jetstream.WithMsgID(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	work(t, s.ClientURL(), "w", m)
	if got, err := ask1(t, asking(t, s.ClientURL(), 10*time.Second), "x"); err != nil || string(got.Text) != "to x" {
		t.Errorf("got %+v, %v", got, err)
	}
	stream, err := js.Stream(t.Context(), "DISCUSSD_ANSWERS")
	if err != nil {
		t.Fatal(err)
	}
	said, err := stream.GetLastMsgForSubject(t.Context(), "discussd.answer.shop.abc")
	if err != nil || !strings.Contains(string(said.Data), "version 2") {
		t.Errorf("who sent version 2 was told %v, %v", said, err)
	}
	queue, err := js.Consumer(t.Context(), "DISCUSSD_ASKS", "gemini")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := queue.Info(t.Context()); err != nil || info.NumAckPending != 0 || info.NumPending != 0 {
		t.Errorf("the queue still holds %+v, %v", info, err)
	}
	if m.asked.Load() != 1 {
		t.Errorf("the model was asked %d times, want once", m.asked.Load())
	}
}

// TestCreds: a key that others can read, or that is none, is refused with what to do.
func TestCreds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	link := NewLink(Options{URL: "nats://127.0.0.1:1", Creds: path, Project: "shop"})
	for _, c := range []struct {
		text, want string
		mode       os.FileMode
	}{{"SU", "others can read", 0o644}, {"nonsense", "neither an nkey seed", 0o600}} {
		if err := os.WriteFile(path, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		if _, err := link.stream(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := link.stream(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
