package main

import (
	"bufio"
	"bytes"
	"context"
	_ "discussd/internal/process/supervisor/first"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/nats-io/nats.go"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique/cli"
)

var seedOfChaos = flag.Uint64("seed", 0, "of what TestChaos does; 0 takes the time")

// The roles that the test binary plays when it is started again.
const (
	roleVariable = "HUB_TEST_ROLE" // "hub", "worker" or "steady"
	hubVariable  = "HUB_TEST_HUB"  // address and port
	dirVariable  = "HUB_TEST_DIR"  // the hub's folder; the worker's log stands in it, too
	dieVariable  = "HUB_TEST_DIE"  // where the program dies: a [place]
)

// TestMain makes the test binary several programs: discussd-hub with its client and its
// supervisors, and an LLM CLI, by their names; a small hub and small workers by a variable.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "discussd-hub", "discussd-hub-client":
		main()
		os.Exit(0)
	case "gemini":
		os.Exit(fakeCLI())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	switch os.Getenv(roleVariable) {
	case "hub":
		s := settings{dir: os.Getenv(dirVariable), listen: os.Getenv(hubVariable), trial: true, most: 1 << 30, lookForUsers: time.Minute}
		h, err := serve(ctx, s, hclog.NewNullLogger())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if at := placed(); at.what != "" {
			conn, err := nats.Connect(os.Getenv(hubVariable))
			if err == nil {
				_, err = conn.Subscribe("discussd."+at.what+".>", func(*nats.Msg) { at.pass() })
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
		_ = h.watch(ctx)
		h.stop()
		os.Exit(0)
	case "worker", "steady":
		bench := hub.Bench{Asker: &noted{dir: os.Getenv(dirVariable), dies: placed()}, Slots: slots}
		if os.Getenv(roleVariable) == "steady" {
			bench = hub.Bench{Asker: steady{}, Slots: 1}
		}
		link := hub.NewLink(hub.Options{URL: "nats://" + os.Getenv(hubVariable), WhenDown: hub.Wait})
		w := &hub.Worker{Name: fmt.Sprint(os.Getpid()), Link: link, Logger: hclog.NewNullLogger(), Tools: map[string]hub.Bench{"gemini": bench}}
		if err := w.Run(ctx); err != nil && ctx.Err() == nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	os.Exit(m.Run())
}

// slots is how many asks a worker of TestKill takes at once.
const slots = 4

// noted is a model that writes down what it is asked: it is paid by the line.
type noted struct {
	dir  string
	dies *place
}

func (n *noted) Ask(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
	file, err := os.OpenFile(filepath.Join(n.dir, "asked"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return cli.Answer{}, err
	}
	defer file.Close()
	if _, err := fmt.Fprintf(file, "%s\n", p.Text); err != nil {
		return cli.Answer{}, err
	}
	n.dies.pass()
	time.Sleep(30 * time.Millisecond)
	return echo(ctx, p)
}

func (*noted) Installed() error { return nil }

// place is where a program dies: so long after something has happened to it so often.
type place struct {
	what  string // to a worker "asked", to a hub the kind of a message that it is sent
	often int64
	later time.Duration
	seen  atomic.Int64
}

func (p *place) String() string { return fmt.Sprint(p.what, " ", p.often, " ", int64(p.later)) }

// placed is the place of this program, with no what if it has none.
func placed() *place {
	p := &place{}
	_, _ = fmt.Sscan(os.Getenv(dieVariable), &p.what, &p.often, &p.later)
	return p
}

// pass tells that what the place is about has happened once more.
func (p *place) pass() {
	if p.what != "" && p.seen.Add(1) == p.often {
		time.AfterFunc(p.later, func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) })
	}
}

// crowd are the processes of one test.
type crowd struct {
	t       testing.TB
	address string
	dir     string
}

// command is the test binary in a role.
func (c crowd) command(ctx context.Context, role string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), roleVariable+"="+role, hubVariable+"="+c.address, dirVariable+"="+c.dir)
	cmd.Stderr = os.Stderr
	return cmd
}

// live runs the test binary in a role until it has died at each of the places, and then
// until the context ends.
func (c crowd) live(ctx context.Context, role string, places []*place, died func()) {
	for i := 0; i <= len(places) && ctx.Err() == nil; i++ {
		cmd := c.command(ctx, role)
		if i < len(places) {
			cmd.Env = append(cmd.Env, dieVariable+"="+places[i].String())
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Run(); ctx.Err() == nil && cmd.ProcessState.ExitCode() != -1 {
			c.t.Errorf("a %s ended by itself: %v", role, err)
		}
		if i < len(places) {
			died()
		}
	}
}

// TestKill: while a hub and three workers die where it hurts and are started again, every ask
// is answered rightly, and no more is paid twice than was running in a worker that died or on
// its way through a hub that did. A worker dies while its model is asked, and at moments from
// the model's answer to the end of the ask; a hub when it is sent asks, claims and answers.
func TestKill(t *testing.T) {
	const answered = 30 * time.Millisecond
	var worker, hubs []*place
	for _, later := range []time.Duration{answered / 2, answered, answered + time.Millisecond, answered + 2*time.Millisecond, answered + 4*time.Millisecond} {
		worker = append(worker, &place{what: "asked", often: 6, later: later})
	}
	for _, what := range []string{"answer", "claim", "ask", "answer"} {
		hubs = append(hubs, &place{what: what, often: 50})
	}
	c := crowd{t, fmt.Sprintf("127.0.0.1:%d", free(t)), t.TempDir()}
	ctx, stop := context.WithCancel(t.Context())
	var living, asking, deaths sync.WaitGroup
	defer living.Wait()
	defer stop()
	for role, places := range map[string][]*place{"hub": hubs, "worker": worker} {
		for range map[string]int{"hub": 1, "worker": 3}[role] {
			deaths.Add(len(places))
			living.Go(func() { c.live(ctx, role, places, deaths.Done) })
		}
	}
	over := make(chan struct{})
	go func() { deaths.Wait(); close(over) }()
	var asks atomic.Int64
	for d := range 20 {
		link := hub.NewLink(hub.Options{URL: "nats://" + c.address, Project: "default", Host: fmt.Sprint(d), WhenDown: hub.Wait})
		t.Cleanup(link.Close)
		for range 6 {
			asking.Go(func() {
				for going := true; going; {
					c.ask(&hub.Tool{Name: "gemini", Link: link, Timeout: time.Minute}, fmt.Sprintf("ask %d", asks.Add(1)))
					select {
					case <-over:
						going = false
					default:
					}
				}
			})
		}
	}
	asking.Wait()
	twice, most := c.paidTwice(), slots*3*(len(worker)+len(hubs))
	t.Logf("%d asks; %d hubs and %d workers died; %d paid twice", asks.Load(), len(hubs), 3*len(worker), twice)
	if twice > most {
		t.Errorf("%d asks were paid twice, and no more than %d can have been running", twice, most)
	}
}

// kill ends a process as no process can prevent.
func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// ask asks until there is an answer, as the rounds of a daemon do.
func (c crowd) ask(tool *hub.Tool, text string) {
	var errs []error
	for range 5 {
		got, err := tool.Ask(c.t.Context(), cli.Prompt{Text: []byte(text)})
		if err == nil {
			if string(got.Text) != "to "+text {
				c.t.Errorf("%q was answered by %q", text, got.Text)
			}
			return
		}
		errs = append(errs, err)
	}
	c.t.Errorf("%q: %v", text, errs)
}

// paidTwice is how often a model was asked what it had been asked before.
func (c crowd) paidTwice() (n int) {
	log, err := os.ReadFile(filepath.Join(c.dir, "asked"))
	if err != nil {
		c.t.Fatal(err)
	}
	seen := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(log)); lines.Scan(); {
		text := strings.TrimSpace(lines.Text())
		if seen[text] {
			n++
		}
		seen[text] = true
	}
	return n
}
