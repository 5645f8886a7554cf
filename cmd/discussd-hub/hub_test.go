package main

import (
	"bytes"
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
	"github.com/nats-io/nkeys"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique"
	"discussd/critique/cli"
)

// start runs a hub of the test's own, for everybody on this machine.
func start(t *testing.T, port int, dir string) *served {
	t.Helper()
	h, err := serve(t.Context(), settings{dir: dir, listen: fmt.Sprintf("127.0.0.1:%d", port), trial: true, most: 1 << 30}, hclog.NewNullLogger())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.stop)
	return h
}

func (h *served) url() string { return h.server.ClientURL() }

// stream is JetStream as somebody sees it whom the hub lets do all.
func stream(t *testing.T, url string) jetstream.JetStream {
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
	link := hub.NewLink(hub.Options{URL: url, Host: name, WhenDown: hub.Wait})
	worker := &hub.Worker{Name: name, Link: link, Logger: hclog.NewNullLogger(), Tools: map[string]hub.Bench{"gemini": {Asker: m, Slots: 2, CoolDown: 100 * time.Millisecond}}}
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

func asking(t *testing.T, url string, timeout time.Duration) *hub.Tool {
	t.Helper()
	link := hub.NewLink(hub.Options{URL: url, Host: "test", Project: "default", WhenDown: hub.Wait})
	t.Cleanup(link.Close)
	return &hub.Tool{Name: "gemini", Link: link, Timeout: timeout}
}

func ask1(t *testing.T, tool *hub.Tool, text string) (cli.Answer, error) {
	t.Helper()
	return tool.Ask(t.Context(), cli.Prompt{Text: []byte(text), Schema: []byte("{}")})
}

// TestOneAnswer: an ask is answered, and is paid once, whoever asks it again.
func TestOneAnswer(t *testing.T) {
	s := start(t, -1, t.TempDir())
	m := &model{say: echo}
	work(t, s.url(), "w", m)
	for range 2 {
		got, err := ask1(t, asking(t, s.url(), 10*time.Second), "hello")
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
	m := &model{say: echo}
	before := s.server.NumSubscriptions()
	var all sync.WaitGroup
	for range 8 {
		tool := asking(t, s.url(), 20*time.Second)
		all.Go(func() {
			if got, err := tool.Ask(t.Context(), cli.Prompt{Text: []byte("same")}); err != nil || string(got.Text) != "to same" {
				t.Errorf("got %q, %v", got.Text, err)
			}
		})
	}
	eventually(t, "all of them wait", func() bool { return s.server.NumSubscriptions() >= before+2*8 }) // for the answer, and for a word of why it waits
	work(t, s.url(), "w", m)
	all.Wait()
	if n := m.asked.Load(); n != 1 {
		t.Errorf("the model was asked %d times, want 1", n)
	}
}

// TestLong: what does not fit into a message goes through the object store, both ways.
func TestLong(t *testing.T) {
	s := start(t, -1, t.TempDir())
	work(t, s.url(), "w", &model{say: echo})
	text := strings.Repeat("the clinic books rooms. ", 100_000)
	got, err := ask1(t, asking(t, s.url(), 20*time.Second), text)
	if err != nil || string(got.Text) != "to "+text {
		t.Errorf("%d bytes came back of %d: %v", len(got.Text), len(text)+3, err)
	}
}

// TestFailureIsNoAnswer: what failed is asked anew the next time.
func TestFailureIsNoAnswer(t *testing.T) {
	s := start(t, -1, t.TempDir())
	m := &model{}
	m.say = func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		if m.asked.Load() == 1 {
			return cli.Answer{Raw: []byte("half")}, critique.Failf(critique.Truncated, "cut off")
		}
		return echo(ctx, prompt)
	}
	work(t, s.url(), "w", m)
	tool := asking(t, s.url(), 10*time.Second)
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
	out := &model{say: func(context.Context, cli.Prompt) (cli.Answer, error) {
		return cli.Answer{}, critique.Failf(critique.Auth, "logged out")
	}}
	work(t, s.url(), "out", out)
	if _, err := ask1(t, asking(t, s.url(), 30*time.Second), "x"); critique.ClassOf(err) != critique.Auth || out.asked.Load() != 3 {
		t.Errorf("asked %d times: %v", out.asked.Load(), err)
	}
	work(t, s.url(), "in", &model{say: echo})
	if got, err := ask1(t, asking(t, s.url(), 30*time.Second), "y"); err != nil || string(got.Text) != "to y" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestCancelled: when a daemon gives up, the run of the worker ends, too.
func TestCancelled(t *testing.T) {
	s := start(t, -1, t.TempDir())
	began, ended := make(chan struct{}), make(chan struct{})
	work(t, s.url(), "w", &model{say: func(ctx context.Context, _ cli.Prompt) (cli.Answer, error) {
		close(began)
		<-ctx.Done()
		close(ended)
		return cli.Answer{}, critique.Failf(critique.Canceled, "%w", ctx.Err())
	}})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-began; cancel() }()
	_, err := asking(t, s.url(), time.Minute).Ask(ctx, cli.Prompt{Text: []byte("x")})
	if critique.ClassOf(err) != critique.Canceled {
		t.Errorf("got %v", err)
	}
	<-ended
}

// TestWorkerStops: what a worker had begun when it was told to stop is answered by another.
func TestWorkerStops(t *testing.T) {
	s := start(t, -1, t.TempDir())
	began := make(chan struct{})
	stop := work(t, s.url(), "first", &model{say: func(ctx context.Context, _ cli.Prompt) (cli.Answer, error) {
		close(began)
		<-ctx.Done()
		return cli.Answer{}, critique.Failf(critique.Canceled, "%w", ctx.Err())
	}})
	go func() {
		<-began
		stop()
		work(t, s.url(), "second", &model{say: echo})
	}()
	if got, err := ask1(t, asking(t, s.url(), 30*time.Second), "x"); err != nil || string(got.Text) != "to x" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestHubRestarts: an ask that waits while the hub is away for a while is answered.
func TestHubRestarts(t *testing.T) {
	dir := t.TempDir()
	s := start(t, -1, dir)
	url, port := s.url(), s.server.Addr().(*net.TCPAddr).Port
	began, gone, answered, again := make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan struct{})
	m := &model{say: func(ctx context.Context, prompt cli.Prompt) (cli.Answer, error) {
		close(began)
		<-gone
		close(answered)
		return echo(ctx, prompt)
	}}
	work(t, url, "w", m)
	go func() {
		defer close(again)
		<-began
		s.stop()
		close(gone)
		<-answered
		start(t, port, dir)
	}()
	if got, err := ask1(t, asking(t, url, time.Minute), "x"); err != nil || string(got.Text) != "to x" {
		t.Errorf("got %+v, %v", got, err)
	}
	<-again // the answer may be there before all that a hub makes at its start
}

// TestWorkerBeforeStreams: a worker that is let in before the hub has made its streams waits
// for them.
func TestWorkerBeforeStreams(t *testing.T) {
	bare, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	must(t, err)
	bare.Start()
	t.Cleanup(bare.Shutdown)
	if !bare.ReadyForConnections(20 * time.Second) {
		t.Fatal("nothing listens")
	}
	link := hub.NewLink(hub.Options{URL: bare.ClientURL(), WhenDown: hub.Wait})
	t.Cleanup(link.Close)
	missed, said := make(chan struct{}), sync.Once{}
	logger := hclog.New(&hclog.LoggerOptions{Output: listener(func(string) { said.Do(func() { close(missed) }) })})
	worker := &hub.Worker{Name: "w", Link: link, Logger: logger, Tools: map[string]hub.Bench{"gemini": {Asker: &model{say: echo}, Slots: 1}}}
	ended := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { ended <- worker.Run(ctx) }()
	select {
	case <-missed:
	case err := <-ended:
		t.Fatalf("it did not wait: %v", err)
	}
	must(t, hub.SetUp(t.Context(), hub.Options{URL: bare.ClientURL(), WhenDown: hub.Wait}, []string{"default"}, hub.Limits{}))
	if got, err := ask1(t, asking(t, bare.ClientURL(), 20*time.Second), "x"); err != nil || string(got.Text) != "to x" {
		t.Errorf("got %+v, %v", got, err)
	}
	stop()
	<-ended
}

// TestDown: without a hub the ask fails within seconds, and the error says where it is.
func TestDown(t *testing.T) {
	link := hub.NewLink(hub.Options{URL: "nats://127.0.0.1:1", Project: "default"})
	defer link.Close()
	_, err := ask1(t, &hub.Tool{Name: "gemini", Link: link, Timeout: time.Minute}, "x")
	if critique.ClassOf(err) != critique.Crashed || !strings.Contains(err.Error(), "nats://127.0.0.1:1") {
		t.Errorf("got %v", err)
	}
}

// TestForeignMessages: what is no ask, or is of another version, is thrown away; who waits is told.
func TestForeignMessages(t *testing.T) {
	s := start(t, -1, t.TempDir())
	js := stream(t, s.url())
	m := &model{say: echo}
	for i, data := range []string{"", "{", `{"version":2,"id":"abc","project":"default","tool":"gemini"}`, `{"version":1,"id":"a","project":"other","tool":"gemini"}`, `{"version":1,"id":"a","project":"default","tool":"codex"}`} {
		if _, err := js.Publish(t.Context(), "discussd.ask.default.gemini.here.other", []byte(data), jetstream.WithMsgID(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	work(t, s.url(), "w", m)
	if got, err := ask1(t, asking(t, s.url(), 10*time.Second), "x"); err != nil || string(got.Text) != "to x" {
		t.Errorf("got %+v, %v", got, err)
	}
	stream, err := js.Stream(t.Context(), "DISCUSSD_ANSWERS")
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "who sent version 2 is told", func() bool {
		said, err := stream.GetLastMsgForSubject(t.Context(), "discussd.answer.default.abc")
		return err == nil && strings.Contains(string(said.Data), "version 2")
	})
	eventually(t, "the queue is empty", func() bool {
		queue, err := js.Stream(t.Context(), "DISCUSSD_ASKS")
		return err == nil && queue.CachedInfo().State.Msgs == 0
	})
	if m.asked.Load() != 1 {
		t.Errorf("the model was asked %d times, want once", m.asked.Load())
	}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never comes true that %s", what)
		}
	}
}

// TestNobodyHasIt: where the rest of a chain can be asked, a tool that no worker has fails at once.
func TestNobodyHasIt(t *testing.T) {
	s := start(t, -1, t.TempDir())
	link := hub.NewLink(hub.Options{URL: s.url(), Project: "default", WhenDown: hub.Fall})
	t.Cleanup(link.Close)
	tool := &hub.Tool{Name: "gemini", Link: link, Timeout: time.Hour}
	if _, err := ask1(t, tool, "x"); err == nil || !strings.Contains(err.Error(), "no worker") {
		t.Errorf("got %v", err)
	}
	work(t, s.url(), "w", &model{say: echo})
	eventually(t, "the worker is seen", func() bool { got, err := ask1(t, tool, "x"); return err == nil && string(got.Text) == "to x" })
}

// keyed is the folder of a hub, and its keys by name: of the project shop, of clinic, and of a
// worker.
func keyed(t *testing.T) (dir string, keys map[string]string) {
	t.Helper()
	dir, keys = t.TempDir(), map[string]string{}
	t.Chdir(dir)
	for _, u := range []user{{Name: "a", Project: "shop"}, {Name: "b", Project: "clinic"}, {Name: "w", Worker: true}} {
		path, err := addUser(dir, u)
		must(t, err)
		keys[u.Name] = filepath.Join(dir, path)
	}
	return dir, keys
}

// TestOneProjectReadsNoOther: a key opens its own project. With the key of another, neither
// asks nor answers nor long prompts can be read, and no ask can be sent.
func TestOneProjectReadsNoOther(t *testing.T) {
	dir, keys := keyed(t)
	s, err := serve(t.Context(), settings{dir: dir, listen: "127.0.0.1:-1", most: 1 << 30}, hclog.NewNullLogger())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	as := func(key, project string) *hub.Tool {
		link := hub.NewLink(hub.Options{URL: s.url(), Creds: keys[key], Project: project, Host: "h", WhenDown: hub.Wait})
		t.Cleanup(link.Close)
		return &hub.Tool{Name: "gemini", Link: link, Timeout: 20 * time.Second}
	}
	link := hub.NewLink(hub.Options{URL: s.url(), Creds: keys["w"], WhenDown: hub.Wait})
	t.Cleanup(link.Close)
	worker := &hub.Worker{Name: "w", Link: link, Logger: hclog.NewNullLogger(), Tools: map[string]hub.Bench{"gemini": {Asker: &model{say: echo}, Slots: 1}}}
	go worker.Run(t.Context()) //nolint:errcheck // the asks below fail when it does
	long := strings.Repeat("secret plans ", 100_000)
	if got, err := ask1(t, as("a", "shop"), long); err != nil || string(got.Text) != "to "+long {
		t.Fatalf("the project's own: %d bytes, %v", len(got.Text), err)
	}
	stranger := as("b", "shop")
	stranger.Timeout = 3 * time.Second
	if got, err := ask1(t, stranger, long); err == nil {
		t.Errorf("another project's key got %d bytes", len(got.Text))
	}
	option, err := nats.NkeyOptionFromSeed(keys["b"])
	if err != nil {
		t.Fatal(err)
	}
	public, err := publicKey(keys["b"])
	if err != nil {
		t.Fatal(err)
	}
	conn, err := nats.Connect(s.url(), option, nats.CustomInboxPrefix(hub.InboxOf(public)), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	for _, subject := range []string{
		"$JS.API.STREAM.MSG.GET.DISCUSSD_ASKS", "$JS.API.STREAM.MSG.GET.DISCUSSD_ANSWERS", "$JS.API.STREAM.MSG.GET.OBJ_discussd-shop",
		"$JS.API.DIRECT.GET.DISCUSSD_ANSWERS", "$JS.API.DIRECT.GET.DISCUSSD_ANSWERS.discussd.answer.shop.>", "$JS.API.CONSUMER.CREATE.DISCUSSD_ASKS", "$JS.API.CONSUMER.CREATE.OBJ_discussd-shop.x",
		"$JS.API.CONSUMER.MSG.NEXT.DISCUSSD_ASKS.shop+gemini+h+other", "$JS.API.STREAM.CREATE.X",
	} {
		must(t, conn.PublishRequest(subject, conn.NewInbox(), []byte(`{"seq":1}`)))
		if !denied(t, conn, subject) {
			t.Errorf("a stranger may ask at %s", subject)
		}
	}
	for _, subject := range []string{"discussd.>", "discussd.answer.shop.>", "discussd.answer.shop.*", "discussd.held.shop", "discussd.ask.shop.*.*.*", "_INBOX.>", ">"} {
		_, err := conn.SubscribeSync(subject)
		must(t, err)
		if !denied(t, conn, subject) {
			t.Errorf("a stranger may listen to %s", subject)
		}
	}
	_, err = conn.SubscribeSync("discussd.answer.clinic.*")
	must(t, err)
	if denied(t, conn, "discussd.answer.clinic.*") {
		t.Error("a key hears nothing of its own project")
	}
}

// denied tells whether the hub has refused what was asked last, which was at that subject.
func denied(t *testing.T, conn *nats.Conn, subject string) bool {
	t.Helper()
	must(t, conn.Flush()) // what it refuses it says before it answers this
	err := conn.LastError()
	return errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(err.Error(), `"`+subject+`"`)
}

func publicKey(path string) (string, error) {
	seed, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	pair, err := nkeys.FromSeed(bytes.TrimSpace(seed))
	if err != nil {
		return "", err
	}
	return pair.PublicKey()
}

// TestPrefix: a hub of another prefix has subjects, streams and permissions of that.
func TestPrefix(t *testing.T) {
	dir, keys := keyed(t)
	s, err := serve(t.Context(), settings{dir: dir, listen: "127.0.0.1:-1", most: 1 << 30, prefix: "second"}, hclog.NewNullLogger())
	must(t, err)
	t.Cleanup(s.stop)
	of := func(key string) *hub.Link {
		link := hub.NewLink(hub.Options{URL: s.url(), Creds: keys[key], Project: "shop", WhenDown: hub.Wait, Names: hub.Names{Prefix: "second"}})
		t.Cleanup(link.Close)
		return link
	}
	w := &hub.Worker{Name: "w", Link: of("w"), Logger: hclog.NewNullLogger(), Tools: map[string]hub.Bench{"gemini": {Asker: &model{say: echo}, Slots: 1}}}
	go w.Run(t.Context()) //nolint:errcheck // the ask below fails when it does
	if got, err := ask1(t, &hub.Tool{Name: "gemini", Link: of("a"), Timeout: time.Minute}, "x"); err != nil || string(got.Text) != "to x" {
		t.Errorf("got %q, %v", got.Text, err)
	}
	js, done, err := s.own()
	must(t, err)
	defer done()
	for name, want := range map[string]error{"SECOND_ASKS": nil, "DISCUSSD_ASKS": jetstream.ErrStreamNotFound} {
		if _, err := js.Stream(t.Context(), name); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLateUser: who is added while the hub runs comes in, and who is taken out is shut out.
func TestLateUser(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s, err := serve(t.Context(), settings{dir: dir, listen: "127.0.0.1:-1", most: 1 << 30, lookForUsers: 20 * time.Millisecond}, hclog.NewNullLogger())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	go s.watch(t.Context()) //nolint:errcheck // it ends with the test
	path, err := addUser(dir, user{Name: "w", Worker: true})
	if err != nil {
		t.Fatal(err)
	}
	comesIn := func() bool {
		option, err := nats.NkeyOptionFromSeed(path)
		if err != nil {
			return false
		}
		conn, err := nats.Connect(s.url(), option)
		if err != nil {
			return false
		}
		conn.Close()
		return true
	}
	eventually(t, "the new user comes in", comesIn)
	if err := os.WriteFile(usersFile(dir), []byte("[]"), 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the old user stays out", func() bool { return !comesIn() })
}

// TestTLS: a hub whose certificate is signed by who is named is believed. One whose signer
// nobody knows is not, and the error says why.
func TestTLS(t *testing.T) {
	for name, c := range map[string]struct {
		ca   string
		want string // in the error; "" where there is an answer
	}{
		"known":   {"hub.pem", ""},
		"unknown": {"", "unknown authority"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			certificate(t, time.Hour)
			h, err := serve(t.Context(), settings{dir: dir, listen: "127.0.0.1:-1", trial: true, certificate: "hub.pem", key: "hub.key", most: 1 << 30}, hclog.NewNullLogger())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(h.stop)
			url := fmt.Sprintf("tls://localhost:%d", h.server.Addr().(*net.TCPAddr).Port)
			if c.want == "" {
				link := hub.NewLink(hub.Options{URL: url, CA: c.ca, WhenDown: hub.Wait})
				t.Cleanup(link.Close)
				w := &hub.Worker{Name: "w", Link: link, Logger: hclog.NewNullLogger(), Tools: map[string]hub.Bench{"gemini": {Asker: &model{say: echo}, Slots: 1}}}
				go w.Run(t.Context()) //nolint:errcheck // the ask below fails when it does
			}
			link := hub.NewLink(hub.Options{URL: url, CA: c.ca, Project: "default", WhenDown: hub.Wait})
			t.Cleanup(link.Close)
			timeout := 20 * time.Second
			if c.want != "" {
				timeout = 3 * time.Second
			}
			got, err := ask1(t, &hub.Tool{Name: "gemini", Link: link, Timeout: timeout}, "x")
			if c.want == "" && (err != nil || string(got.Text) != "to x") || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %q, %v, want %q", got.Text, err, c.want)
			}
		})
	}
}

// TestStrangersKey: a key that the hub does not know opens nothing. A daemon and a worker say so.
func TestStrangersKey(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	h, err := serve(t.Context(), settings{dir: dir, listen: "127.0.0.1:-1", most: 1 << 30}, hclog.NewNullLogger())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.stop)
	path, err := addUser(filepath.Join(dir, "another hub"), user{Name: "a", Project: "shop"})
	if err != nil {
		t.Fatal(err)
	}
	link := hub.NewLink(hub.Options{URL: h.url(), Creds: path, Project: "shop", WhenDown: hub.Fall})
	t.Cleanup(link.Close)
	if _, err := ask1(t, &hub.Tool{Name: "gemini", Link: link, Timeout: time.Minute}, "x"); err == nil || !strings.Contains(strings.ToLower(err.Error()), "authorization") {
		t.Errorf("got %v", err)
	}
	said := make(chan string, 8)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	worker := newRoot(listener(func(line string) { said <- line; stop() }))
	t.Setenv("DISCUSSD_CONFIG", filepath.Join(dir, "discussd.toml"))
	must(t, os.WriteFile("discussd.toml", []byte("[tools.gemini]\nvia = \"command\"\ncommand = [\"/bin/cat\"]\n"), 0o600))
	worker.SetArgs([]string{"worker", "--hub", h.url(), "--creds", path, "--tools", "gemini"})
	must(t, worker.ExecuteContext(ctx))
	if line := <-said; !strings.Contains(strings.ToLower(line), "authorization") || !strings.Contains(line, h.url()) {
		t.Errorf("a worker says %s", line)
	}
}

// TestAddresses: nobody's prompts go over a network in the clear, or to everybody.
func TestAddresses(t *testing.T) {
	for _, s := range []settings{
		{listen: "0.0.0.0:4222", trial: true}, {listen: "192.0.2.1:4222", trial: true}, {listen: "0.0.0.0:4222"}, {listen: ":4222"}, {listen: "here"}, {listen: "127.0.0.1:x"},
	} {
		s.dir = t.TempDir()
		if h, err := serve(t.Context(), s, hclog.NewNullLogger()); err == nil {
			h.stop()
			t.Errorf("%+v is served", s)
		} else if !strings.Contains(err.Error(), "listen") && !strings.Contains(err.Error(), "--t") {
			t.Errorf("%+v: %v does not say what to change", s, err)
		}
	}
}

// TestCreds: a key that others can read, or that is none, is refused with what to do.
func TestCreds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	tool := &hub.Tool{Name: "gemini", Link: hub.NewLink(hub.Options{URL: "nats://127.0.0.1:1", Creds: path, Project: "default"})}
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
		if _, err := ask1(t, tool, "x"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := ask1(t, tool, "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
