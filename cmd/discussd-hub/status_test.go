package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd-hub/client"
	"discussd/cmd/discussd-hub/hub"
	"discussd/cmd/discussd/hubstate"
	"discussd/critique"
	"discussd/critique/cli"
)

// said is what a command prints, and its error.
func said(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	command := newRoot(t.Output())
	command.SetArgs(args)
	command.SetOut(&out)
	err := command.ExecuteContext(t.Context())
	return out.String(), err
}

// TestStatus: who has a worker's key sees hub, workers, logins that fail, what waits and
// what is left; a project's key sees what concerns the project, and nothing of another.
func TestStatus(t *testing.T) {
	dir, keys := keyed(t)
	if err := os.WriteFile(limitsFile(dir), []byte("[projects.shop]\nasks_per_hour = 7\n[projects.clinic]\nusd_per_day = 2.5"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := serve(t.Context(), settings{dir: dir, listen: "127.0.0.1:-1", most: 1 << 30}, hclog.NewNullLogger())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	if text, err := said(t, "status", "--hub", s.url(), "--creds", keys["w"]); err != nil || !strings.Contains(text, "no worker is connected") {
		t.Errorf("without a worker: %v\n%s", err, text)
	}
	link := hub.NewLink(hub.Options{URL: s.url(), Creds: keys["w"], Host: "host-1", WhenDown: hub.Wait})
	t.Cleanup(link.Close)
	began := make(chan struct{})
	fine := &model{say: func(ctx context.Context, _ cli.Prompt) (cli.Answer, error) {
		close(began)
		<-ctx.Done()
		return cli.Answer{}, critique.Failf(critique.Canceled, "%w", ctx.Err())
	}}
	out := &model{say: func(context.Context, cli.Prompt) (cli.Answer, error) {
		return cli.Answer{}, critique.Failf(critique.Auth, "logged out")
	}}
	w := &hub.Worker{Name: "w-1", Link: link, Logger: hclog.NewNullLogger(), Tools: map[string]hub.Bench{"gemini": {Asker: fine, Slots: 2}, "codex": {Asker: out, Slots: 1, CoolDown: time.Hour}}}
	go w.Run(t.Context()) //nolint:errcheck // the asks below fail when it does
	shop := hub.NewLink(hub.Options{URL: s.url(), Creds: keys["a"], Project: "shop", Host: "h", WhenDown: hub.Wait})
	t.Cleanup(shop.Close)
	for _, tool := range []string{"gemini", "codex"} {
		go (&hub.Tool{Name: tool, Link: shop, Timeout: time.Minute}).Ask(t.Context(), cli.Prompt{Text: []byte("x"), Awaited: tool == "codex"})
	}
	<-began
	for name, c := range map[string]struct {
		args       []string
		want, hide []string
	}{
		"all":           {[]string{"--creds", keys["w"]}, []string{"worker w-1 on host-1", "gemini: 1 of 2 at work", "codex: 0 of 1 at work, 0 answered, 1 failed; takes none for ", "auth: logged out", "2 asks wait or in work", "project shop: 1 for gemini, of 1 host\n", "project shop: 1 for codex, of 1 host; somebody waits for 1 of them", "project shop: 1 of 7 asks an hour", "project clinic: $0.00 of $2.50 a day"}, nil},
		"its own":       {[]string{"--creds", keys["a"], "--project", "shop"}, []string{"w-1", "project shop: 1 for gemini", "project shop: 1 of 7 asks an hour"}, []string{"clinic"}},
		"of a stranger": {[]string{"--creds", keys["b"], "--project", "clinic"}, []string{"w-1", "project clinic: $0.00 of $2.50 a day"}, []string{"shop"}},
	} {
		eventually(t, name+" shows "+strings.Join(c.want, "; "), func() bool {
			text, err := said(t, append([]string{"status", "--hub", s.url()}, c.args...)...)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, hidden := range c.hide {
				if strings.Contains(text, hidden) {
					t.Fatalf("%s shows %q:\n%s", name, hidden, text)
				}
			}
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Logf("%s: %q is missing in\n%s", name, want, text)
					return false
				}
			}
			return true
		})
	}
	if text, err := said(t, "status", "--hub", s.url(), "--creds", keys["b"], "--project", "shop"); err == nil || !strings.Contains(text, "another project") {
		t.Errorf("a stranger asks of shop: %v\n%s", err, text)
	}
}

// TestStatusDown: a hub that is not there is said in words and in JSON, and by the exit code.
func TestStatusDown(t *testing.T) {
	for _, args := range [][]string{{}, {"--json"}} {
		text, err := said(t, append([]string{"status", "--hub", "nats://127.0.0.1:1"}, args...)...)
		if err == nil || !strings.Contains(text, "cannot be reached") {
			t.Errorf("%v: %v %s", args, err, text)
		}
		var state hubstate.State
		if len(args) > 0 && (json.Unmarshal([]byte(text), &state) != nil || state.Problem == "") {
			t.Errorf("no state: %s", text)
		}
	}
}

// TestMetrics: hub and worker tell their numbers where they are told to, and nowhere else.
func TestMetrics(t *testing.T) {
	s := limited(t, "[all]\nasks_per_hour = 9", &model{say: echo})
	if n, told := askAll(t, s, "default", 3); n != 3 {
		t.Fatal(told)
	}
	link := hub.NewLink(hub.Options{URL: s.url(), WhenDown: hub.Wait})
	t.Cleanup(link.Close)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w := &hub.Worker{Name: "w3", Link: link, Logger: hclog.NewNullLogger(), Tools: map[string]hub.Bench{"codex": {Asker: &model{say: echo}, Slots: 3}}}
	go w.Run(ctx) //nolint:errcheck // its numbers are missing when it fails
	for write, want := range map[*func(io.Writer)][]string{
		new(s.writeMetrics(ctx)): {"discussd_hub_connections ", `discussd_hub_limit_spent{account="all projects",period="hour",unit="asks"} 3`, `discussd_hub_limit{account="all projects",period="hour",unit="asks"} 9`, "# TYPE discussd_hub_oldest_ask_seconds gauge"},
		new(w.WriteMetrics):      {`discussd_worker_slots{tool="codex"} 3`, `discussd_worker_busy{tool="codex"} 0`},
	} {
		socket := "unix:" + filepath.Join(t.TempDir(), "m")
		if err := tell(ctx, socket, *write, hclog.NewNullLogger()); err != nil {
			t.Fatal(err)
		}
		for _, one := range want {
			eventually(t, one+" is told", func() bool { return strings.Contains(numbers(t, socket[5:]), one) })
		}
	}
	if err := tell(ctx, "0.0.0.0:9755", nil, hclog.NewNullLogger()); err == nil || !strings.Contains(err.Error(), "this machine alone") {
		t.Errorf("got %v", err)
	}
}

// numbers is the page of a socket.
func numbers(t *testing.T, socket string) string {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DialContext: dialer(socket)}}
	defer client.CloseIdleConnections()
	answer, err := client.Get("http://hub/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestVersion: both programs are of one release.
func TestVersion(t *testing.T) {
	text, err := os.ReadFile("../discussd/main.go")
	if err != nil || !strings.Contains(string(text), "const version = \""+client.Version+"\"") {
		t.Errorf("discussd-hub says it is %s; %v", client.Version, err)
	}
}

func dialer(socket string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}
}
