package main

import (
	"bufio"
	"bytes"
	"context"
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
	"discussd/critique"
	"discussd/critique/cli"
	_ "discussd/internal/process/supervisor/first"
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
	dies := newPlace(os.Getenv(dieVariable))
	switch os.Getenv(roleVariable) {
	case "hub":
		s := settings{dir: os.Getenv(dirVariable), listen: os.Getenv(hubVariable), trial: true, most: 1 << 30, lookForUsers: time.Minute}
		h, err := serve(ctx, s, hclog.NewNullLogger())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		dies.listen()
		_ = h.watch(ctx)
		h.stop()
		os.Exit(0)
	case "worker", "steady":
		dies.listen()
		bench := hub.Bench{Asker: &noted{dir: os.Getenv(dirVariable), dies: dies}, Slots: slots}
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

// crew is how many workers TestKill has, and slots how many asks each takes at once.
const crew, slots = 3, 4

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
	if n.dies.what == asked {
		n.dies.pass()
	}
	time.Sleep(30 * time.Millisecond)
	return echo(ctx, p)
}

func (*noted) Installed() error { return nil }

// place is where a program dies: when something happens for the so-manieth time.
type place struct {
	what string // a worker is "asked", or the subject of messages at the hub; "" is no place
	left atomic.Int64
}

// newPlace is the place that is written as what happens and how often.
func newPlace(text string) *place {
	p, left := &place{}, int64(0)
	_, _ = fmt.Sscan(text, &p.what, &left)
	p.left.Store(left)
	return p
}

// pass tells that what the place is about has happened once more.
func (p *place) pass() {
	if p.left.Add(-1) == 0 {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
}

// listen has the messages at the hub pass the place, if it is about them.
func (p *place) listen() {
	if p.what == "" || p.what == asked {
		return
	}
	conn, err := nats.Connect(os.Getenv(hubVariable), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	if err == nil {
		_, err = conn.Subscribe(p.what, func(*nats.Msg) { p.pass() })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
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
func (c crowd) live(ctx context.Context, role string, places []string, died func()) {
	for i := 0; i <= len(places) && ctx.Err() == nil; i++ {
		cmd := c.command(ctx, role)
		if i < len(places) {
			cmd.Env = append(cmd.Env, dieVariable+"="+places[i])
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

// Where programs of TestKill die: what comes to pass, as [place] has it.
const (
	asked    = "asked"
	sent     = "discussd.ask.>"
	claimed  = "discussd.claim.>"
	answered = "discussd.answer.>"
	acked    = "$JS.ACK.>"
)

// TestKill: while three workers, and a hub with them, die where it hurts and are started again, every
// ask is answered rightly, and no more is paid twice than was running in a worker that died
// or on its way through a hub that did.
func TestKill(t *testing.T) {
	for name, hubs := range map[string][]string{"workers": nil, "all": {answered + " 40", claimed + " 40", sent + " 100", acked + " 60"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var workers []string
			for _, often := range []string{" 5", " 6"} {
				for _, what := range []string{asked, claimed, answered, acked} {
					workers = append(workers, what+often)
				}
			}
			c := crowd{t, fmt.Sprintf("127.0.0.1:%d", free(t)), t.TempDir()}
			n := c.outlive(hubs, workers)
			twice := c.paidTwice()
			t.Logf("%d asks; %d hubs and %d workers died; %d paid twice", n, len(hubs), crew*len(workers), twice)
			if most := crew * slots * (len(workers) + len(hubs)); twice > most {
				t.Errorf("%d asks were paid twice, and no more than %d can have been running", twice, most)
			}
		})
	}
}

// outlive has daemons ask until a hub and its workers have died at all the places, and until
// everything is answered. It says how many asks there were.
func (c crowd) outlive(hubs, workers []string) int64 {
	ctx, stop := context.WithCancel(c.t.Context())
	var living, asking, deaths sync.WaitGroup
	defer living.Wait()
	defer stop()
	deaths.Add(len(hubs) + crew*len(workers))
	living.Go(func() { c.live(ctx, "hub", hubs, deaths.Done) })
	for range crew {
		living.Go(func() { c.live(ctx, "worker", workers, deaths.Done) })
	}
	over, cancel := context.WithCancel(ctx)
	go func() { deaths.Wait(); cancel() }()
	var asks atomic.Int64
	for d := range 20 {
		link := hub.NewLink(hub.Options{URL: "nats://" + c.address, Project: "default", Host: fmt.Sprint(d), WhenDown: hub.Wait})
		defer link.Close()
		for range 6 {
			asking.Go(func() {
				for over.Err() == nil && !c.t.Failed() {
					c.ask(&hub.Tool{Name: "gemini", Link: link, Timeout: 2 * time.Minute}, fmt.Sprintf("ask %d", asks.Add(1)))
				}
			})
		}
	}
	asking.Wait()
	return asks.Load()
}

// kill ends a process as no process can prevent.
func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// ask asks until there is an answer, as the rounds of a daemon do. Who hears nothing for so
// much longer than a claim counts has asked for what is lost.
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
		if critique.ClassOf(err) == critique.Timeout {
			break
		}
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
