package main

import (
	"bufio"
	"bytes"
	"context"
	_ "discussd/internal/process/supervisor/first"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"discussd/cmd/discussd-hub/hub"
	"discussd/critique/cli"
)

var (
	asksOfKill = flag.Int("asks", 240, "how many asks TestKill sends")
	seedOfKill = flag.Uint64("seed", 0, "of what TestKill kills; 0 takes the time")
)

// The roles that the test binary plays when it is started again.
const (
	roleVariable = "HUB_TEST_ROLE" // "hub", "worker" or "steady"
	hubVariable  = "HUB_TEST_HUB"  // address and port
	dirVariable  = "HUB_TEST_DIR"  // the hub's folder; the worker's log stands in it, too
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
		_ = h.watch(ctx)
		h.stop()
		os.Exit(0)
	case "worker", "steady":
		bench := hub.Bench{Asker: noted{os.Getenv(dirVariable)}, Slots: 4}
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

// noted is a model that writes down what it is asked: it is paid by the line.
type noted struct{ dir string }

func (n noted) Ask(ctx context.Context, p cli.Prompt) (cli.Answer, error) {
	file, err := os.OpenFile(filepath.Join(n.dir, "asked"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return cli.Answer{}, err
	}
	defer file.Close()
	if _, err := fmt.Fprintf(file, "%s\n", p.Text); err != nil {
		return cli.Answer{}, err
	}
	time.Sleep(30 * time.Millisecond)
	return echo(ctx, p)
}

func (noted) Installed() error { return nil }

// crowd are the processes of one test.
type crowd struct {
	t       *testing.T
	address string
	dir     string
}

// command is the test binary in a role.
func (c crowd) command(role string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), roleVariable+"="+role, hubVariable+"="+c.address, dirVariable+"="+c.dir)
	cmd.Stderr = os.Stderr
	return cmd
}

func (c crowd) start(role string) *exec.Cmd {
	cmd := c.command(role)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		c.t.Error(err)
	}
	return cmd
}

// kill ends a process as no process can prevent.
func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// TestKill: while the hub and three workers are killed at random and started again, every
// ask is answered rightly, and no more is paid twice than was running in a worker that died
// or on its way through a hub that did.
func TestKill(t *testing.T) {
	seed := *seedOfKill
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 0))
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := crowd{t, free.Addr().String(), t.TempDir()}
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	processes := []*exec.Cmd{c.start("hub"), c.start("worker"), c.start("worker"), c.start("worker")}
	roles := []string{"hub", "worker", "worker", "worker"}
	defer func() {
		for _, p := range processes {
			kill(p)
		}
	}()
	var asking sync.WaitGroup
	const daemons = 20
	for d := range daemons {
		link := hub.NewLink(hub.Options{URL: "nats://" + c.address, Project: "default", Host: fmt.Sprint(d), WhenDown: hub.Wait})
		t.Cleanup(link.Close)
		asking.Go(func() {
			for i := d; i < *asksOfKill; i += daemons {
				c.ask(&hub.Tool{Name: "gemini", Link: link, Timeout: 3 * time.Minute}, fmt.Sprintf("ask %d", i))
			}
		})
	}
	over := make(chan struct{})
	go func() { asking.Wait(); close(over) }()
	killed := [2]int{} // hubs, workers
	for going := true; going; {
		select {
		case <-over:
			going = false
		case <-time.After(time.Duration(200+chance.IntN(800)) * time.Millisecond):
			i := chance.IntN(len(processes))
			kill(processes[i])
			killed[min(i, 1)]++
			processes[i] = c.start(roles[i])
		}
	}
	twice := c.paidTwice()
	t.Logf("%d asks; %d hubs and %d workers killed; %d paid twice", *asksOfKill, killed[0], killed[1], twice)
	if most := 4*killed[1] + 3*4*killed[0]; twice > most {
		t.Errorf("%d asks were paid twice, and no more than %d can have been running", twice, most)
	}
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
