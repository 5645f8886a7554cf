package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/nats-io/nats.go/jetstream"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique"
	"discussd/critique/cli"
)

// daemon is a tool as a daemon of [hub] when_down asks it.
func daemon(t *testing.T, url, whenDown string, timeout time.Duration) *hub.Tool {
	t.Helper()
	link := hub.NewLink(hub.Options{URL: url, Host: "test", Project: "default", WhenDown: whenDown})
	t.Cleanup(link.Close)
	return &hub.Tool{Name: "gemini", Link: link, Timeout: timeout}
}

// free is a port that nobody listens on.
func free(t testing.TB) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// knocks waits until each of them has tried to come in where there is no hub yet.
func knocks(t *testing.T, port int, names ...string) {
	t.Helper()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	must(t, err)
	defer listener.Close()
	for len(names) > 0 {
		conn, err := listener.Accept()
		must(t, err)
		fmt.Fprint(conn, `INFO {"max_payload":1048576}`+"\r\n")
		said, _ := bufio.NewReader(conn).ReadString('\n') // CONNECT {"name":…}
		conn.Close()
		names = slices.DeleteFunc(names, func(name string) bool { return strings.Contains(said, `"`+name+`"`) })
	}
}

// TestHubComesLater: a daemon that waits is answered by a hub that is started after it asked;
// a worker that was started before the hub finds it, too.
func TestHubComesLater(t *testing.T) {
	port := free(t)
	url := fmt.Sprintf("nats://127.0.0.1:%d", port)
	answered := make(chan error, 1)
	tool := daemon(t, url, hub.Wait, time.Minute)
	go func() {
		_, err := ask1(t, tool, "x")
		answered <- err
	}()
	work(t, url, "w", &model{say: echo})
	knocks(t, port, "discussd test", "discussd w")
	start(t, port, t.TempDir())
	if err := <-answered; err != nil {
		t.Error(err)
	}
}

// TestWorkerSaysWhy: a worker that does not reach the hub says so, with the hub's address, and
// goes on trying.
func TestWorkerSaysWhy(t *testing.T) {
	url := fmt.Sprintf("nats://127.0.0.1:%d", free(t))
	link := hub.NewLink(hub.Options{URL: url, WhenDown: hub.Wait})
	t.Cleanup(link.Close)
	said := make(chan string, 1)
	logger := hclog.New(&hclog.LoggerOptions{Output: listener(func(line string) {
		select {
		case said <- line:
		default:
		}
	})})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- (&hub.Worker{Name: "w", Link: link, Logger: logger, Tools: map[string]hub.Bench{"gemini": {Asker: &model{say: echo}}}}).Run(ctx)
	}()
	select {
	case line := <-said:
		if !strings.Contains(line, url) || !strings.Contains(line, "refused") {
			t.Errorf("it says %s", line)
		}
	case err := <-ended:
		t.Fatalf("it ended: %v", err)
	case <-time.After(time.Minute):
		t.Error("it says nothing")
	}
	stop()
	must(t, <-ended)
}

// TestHubGoesInTheMiddle: a daemon that waits is answered when the hub is back, also by a hub
// that has lost its files.
func TestHubGoesInTheMiddle(t *testing.T) {
	for name, lost := range map[string]bool{"with its files": false, "without": true} {
		t.Run(name, func(t *testing.T) {
			port, dir := free(t), t.TempDir()
			first := start(t, port, dir)
			url := first.url()
			tool := daemon(t, url, hub.Wait, time.Minute)
			answered := make(chan error, 1)
			go func() {
				_, err := ask1(t, tool, "x")
				answered <- err
			}()
			js := stream(t, url)
			eventually(t, "the ask is in the queue", func() bool {
				queue, err := js.Stream(t.Context(), "DISCUSSD_ASKS")
				return err == nil && queue.CachedInfo().State.Msgs == 1
			})
			first.stop()
			if lost {
				dir = t.TempDir()
			}
			start(t, port, dir)
			work(t, url, "w", &model{say: echo})
			if err := <-answered; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestHubGoesAndNobodyWaits: a daemon that does not wait is told so, with the hub's address,
// while it has time to ask another.
func TestHubGoesAndNobodyWaits(t *testing.T) {
	s := start(t, -1, t.TempDir())
	stop := make(chan struct{})
	work(t, s.url(), "w", &model{say: func(ctx context.Context, _ cli.Prompt) (cli.Answer, error) {
		close(stop)
		<-ctx.Done()
		return cli.Answer{}, ctx.Err()
	}})
	tool := daemon(t, s.url(), hub.Fall, time.Minute)
	go func() {
		<-stop
		s.stop()
	}()
	began := time.Now()
	eventually(t, "the worker is seen", func() bool {
		select {
		case <-stop:
			return true
		default:
		}
		_, err := ask1(t, tool, "x")
		if err != nil && strings.Contains(err.Error(), "no worker of the hub") {
			return false
		}
		if critique.ClassOf(err) != critique.Crashed || !strings.Contains(err.Error(), s.url()) {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		return true
	})
}

// TestPoison: an ask that ends every worker that takes it is handed to three, and then the
// daemon is told; others are answered meanwhile.
func TestPoison(t *testing.T) {
	s := start(t, -1, t.TempDir())
	js := stream(t, s.url())
	tool := daemon(t, s.url(), hub.Wait, time.Minute)
	failed := make(chan error, 1)
	go func() {
		_, err := ask1(t, tool, "poison")
		failed <- err
	}()
	queue, err := js.Stream(t.Context(), "DISCUSSD_ASKS")
	must(t, err)
	var asked struct {
		ID string `json:"id"`
	}
	eventually(t, "the ask is in the queue", func() bool {
		message, err := queue.GetMsg(t.Context(), 1)
		return err == nil && json.Unmarshal(message.Data, &asked) == nil
	})
	// As of workers that died with it, one after the other.
	claim := `{"version":1,"run":"last","worker":"dead","sequence":1,"tries":3,"over":true}`
	_, err = js.Publish(t.Context(), "discussd.claim.default."+asked.ID, []byte(claim))
	must(t, err)
	m := &model{say: echo}
	work(t, s.url(), "careful", m)
	if got, err := ask1(t, daemon(t, s.url(), hub.Wait, time.Minute), "food"); err != nil || string(got.Text) != "to food" {
		t.Errorf("got %+v, %v", got, err)
	}
	if err := <-failed; critique.ClassOf(err) != critique.Crashed || !strings.Contains(err.Error(), "3 workers") {
		t.Errorf("got %v", err)
	}
	if n := m.asked.Load(); n != 1 {
		t.Errorf("the model was asked %d times, want 1", n)
	}
}

// TestNoAnswer: what is no message, or answers something else, is no answer; the right one
// that follows is.
func TestNoAnswer(t *testing.T) {
	s := start(t, -1, t.TempDir())
	js := stream(t, s.url())
	tool := daemon(t, s.url(), hub.Wait, time.Minute)
	said := make(chan error, 1)
	go func() {
		got, err := ask1(t, tool, "x")
		if err == nil && string(got.Text) != "to x" {
			err = fmt.Errorf("got %q", got.Text)
		}
		said <- err
	}()
	id := queued(t, js)
	for i, data := range []string{"", "{", `{"version":1,"id":"another","class":"answered"}`, `{"version":1,"id":"` + id + `","sequence":0,"class":"crashed"}`} {
		_, err := js.Publish(t.Context(), "discussd.answer.default."+id, []byte(data), jetstream.WithMsgID(fmt.Sprint(i)))
		must(t, err)
	}
	work(t, s.url(), "w", &model{say: echo})
	if err := <-said; err != nil {
		t.Error(err)
	}
}

// queued is the id of the last ask in the queue, once there is one.
func queued(t *testing.T, js jetstream.JetStream) string {
	t.Helper()
	queue, err := js.Stream(t.Context(), "DISCUSSD_ASKS")
	must(t, err)
	var asked struct {
		ID string `json:"id"`
	}
	eventually(t, "the ask is in the queue", func() bool {
		message, err := queue.GetLastMsgForSubject(t.Context(), "discussd.ask.default.gemini.test.other")
		return err == nil && json.Unmarshal(message.Data, &asked) == nil
	})
	return asked.ID
}

// TestAnswerOfAnotherVersion: a daemon whom a worker of another release answers is told so at
// once, whether it hears the answer or finds it. When it asks again, somebody of its own
// release answers.
func TestAnswerOfAnotherVersion(t *testing.T) {
	s := start(t, -1, t.TempDir())
	js := stream(t, s.url())
	ask := func() error {
		_, err := ask1(t, daemon(t, s.url(), hub.Wait, time.Minute), "x")
		return err
	}
	said := make(chan error, 1)
	go func() { said <- ask() }()
	subject := "discussd.answer.default." + queued(t, js)
	_, err := js.Publish(t.Context(), subject, []byte(`{"version":7,"id":"whatever that is there"}`))
	must(t, err)
	if err := <-said; critique.ClassOf(err) != critique.Misconfigured || !strings.Contains(err.Error(), "an answer of version 7") || !strings.Contains(err.Error(), "one release") {
		t.Errorf("got %v", err)
	}
	m := &model{say: echo}
	work(t, s.url(), "w", m)
	if err := ask(); err != nil || m.asked.Load() != 1 {
		t.Errorf("again: asked %d times, %v", m.asked.Load(), err)
	}
}

// TestServeRefuses: a hub whose folder or users cannot be read says so at once.
func TestServeRefuses(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(usersFile(dir), []byte("{"), 0o600))
	if _, err := serve(t.Context(), settings{dir: dir, listen: "127.0.0.1:-1", most: 1 << 30}, hclog.NewNullLogger()); err == nil || !strings.Contains(err.Error(), "users.json") {
		t.Errorf("got %v", err)
	}
	file := filepath.Join(dir, "file")
	must(t, os.WriteFile(file, nil, 0o600))
	if _, err := serve(t.Context(), settings{dir: file, listen: "127.0.0.1:-1", trial: true, most: 1 << 30}, hclog.NewNullLogger()); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v", err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
