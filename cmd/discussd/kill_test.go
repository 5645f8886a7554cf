//go:build linux

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"discussd/internal/process/supervisor"
	"discussd/pipeline/verdict"
)

var (
	kills = flag.Int("kills", 10, "how often TestKill kills the daemon")
	seed  = flag.Uint64("seed", 0, "of the tests that draw lots; 0 takes one from the clock")
)

// TestKill kills the daemon again and again, at random moments, while agents go on
// writing. After the last start every round has one verdict for its final bytes,
// and nothing tells of the kills.
func TestKill(t *testing.T) {
	t.Parallel()
	n := *kills
	random := newRandom(t)
	s := newStage(t, "", "codex")
	must(t, os.WriteFile(s.configuration, []byte(withFewRules("[watch]\nquiet = \"10ms\"\nquiet_members = \"20ms\"\ncatch_up = \"all\"\n[handoff]\nhistory = 100000\n"+oneJudge(4))), 0o644))
	var agents []*agent
	var clients []*client
	for i := range 3 {
		own := s.beside(fmt.Sprint("session ", i))
		for _, folder := range []string{".msg", "discussions/requests"} {
			must(t, os.MkdirAll(filepath.Join(own.session, folder), 0o755))
		}
		must(t, os.WriteFile(filepath.Join(own.session, "plan.md"), []byte("# Plan\n\nThe locker room is open from six to ten.\n"), 0o644))
		clients = append(clients, &client{own, rand.New(rand.NewPCG(random.Uint64(), 0)), 0})
		for _, scene := range scenes[:3] {
			agents = append(agents, newAgent(own, scene, rand.New(rand.NewPCG(random.Uint64(), 0))))
		}
	}
	var working sync.WaitGroup
	done := make(chan struct{})
	for _, a := range agents {
		working.Go(func() { a.work(done) })
	}
	for _, c := range clients {
		working.Go(func() { c.work(done) })
	}
	stopAgents := sync.OnceFunc(func() { close(done); working.Wait() })
	defer stopAgents()

	killer := newKiller(s, random)
	for range n {
		killer.kill()
	}
	stopAgents()
	poll(t, "the CLIs to die", func() bool { return len(s.processes()) == 0 })
	daemon := s.background(s.root)
	for _, a := range agents {
		a.await(a.scene.round)
	}
	for _, c := range clients {
		for i := range c.requests {
			poll(t, "an answer", func() bool { return c.answered(i) })
		}
	}
	s.stop(daemon)
	verdicts, requests := 0, 0
	for _, a := range agents {
		given := a.sound(a.scene.round)
		verdicts += len(given)
		givenOnce(t, given)
	}
	for _, c := range clients {
		requests += c.requests
		for i := range c.requests {
			if given := c.sound(c.round(i)); len(given) != 1 {
				t.Errorf("%s has %d verdicts", c.round(i), len(given))
			}
		}
	}
	if left := s.processes(); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if left, _ := filepath.Glob(filepath.Join(s.variable("TMPDIR"), "*")); len(left) > 0 {
		t.Errorf("folders of runs left: %q", left)
	}
	t.Logf("%d kills, %s; %d revisions written, %d verdicts given, %d requests answered, %d calls", n, killer.found(), total(agents), verdicts, requests, len(s.calls()))
}

func newRandom(t *testing.T) *rand.Rand {
	chosen := *seed
	if chosen == 0 {
		chosen = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", chosen)
	return rand.New(rand.NewPCG(chosen, 0))
}

// givenOnce checks that no bytes were judged twice: agents never write the same again.
func givenOnce(t testing.TB, verdicts []verdict.Verdict) {
	t.Helper()
	seen := map[verdict.Hash]bool{}
	for _, v := range verdicts {
		if seen[v.Artifact.Fingerprint] {
			t.Errorf("%s: two verdicts on %.8s", v.Session, v.Artifact.Fingerprint)
		}
		seen[v.Artifact.Fingerprint] = true
	}
}

// killer starts daemons and kills them, after a random while or right at a random
// step of a round.
type killer struct {
	*stage
	random  *rand.Rand
	events  *fsnotify.Watcher
	longest time.Duration // that a daemon lives
	states  map[string]int
}

func newKiller(s *stage, random *rand.Rand) *killer {
	events, err := fsnotify.NewWatcher()
	must(s.t, err)
	s.t.Cleanup(func() { events.Close() })
	folders, err := filepath.Glob(filepath.Join(filepath.Dir(s.session), "*", "discussions"))
	must(s.t, err)
	for _, folder := range folders {
		must(s.t, events.Add(folder))
	}
	k := &killer{s, random, events, 20 * time.Second, map[string]int{}}
	began := time.Now()
	daemon := k.start()
	poll(s.t.(*testing.T), "a first verdict", func() bool { return k.count("verdict") > 0 })
	k.longest = 2 * time.Since(began)
	k.end(daemon)
	return k
}

func (k *killer) start() *exec.Cmd {
	daemon := k.command("run", k.root)
	daemon.Env = slices.DeleteFunc(slices.Clone(k.environment), func(pair string) bool { return strings.HasPrefix(pair, "NOTIFY_SOCKET=") })
	log, err := os.OpenFile(filepath.Join(k.dir, "log of the killed"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	must(k.t, err)
	defer log.Close()
	daemon.Stdout, daemon.Stderr = log, log
	must(k.t, daemon.Start())
	return daemon
}

func (k *killer) end(daemon *exec.Cmd) {
	must(k.t, daemon.Process.Kill())
	if daemon.Wait(); daemon.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		k.t.Fatalf("the daemon ended by itself: %v", daemon.ProcessState)
	}
}

func (k *killer) kill() {
	for len(k.events.Events) > 0 {
		<-k.events.Events
	}
	daemon := k.start()
	limit, step, times := time.After(k.longest/8+time.Duration(k.random.Int64N(int64(k.longest)*7/8))), "never", 1
	if k.random.IntN(2) == 0 {
		limit, step, times = time.After(k.longest), steps[k.random.IntN(len(steps))], 1+k.random.IntN(4)
	}
	for times > 0 {
		select {
		case <-limit:
			times = 0
		case event := <-k.events.Events:
			if strings.HasSuffix(event.Name, step) {
				times--
			}
		}
	}
	k.end(daemon)
	k.untorn()
	for _, state := range []string{"pending", "half written", "committed"} {
		if k.count(state) > 0 {
			k.states[state]++
		}
	}
	if slices.ContainsFunc(k.processes(), func(argv string) bool { return !strings.Contains(argv, supervisor.Argument) }) {
		k.states["running"]++
	}
}

// steps are what the files end with that a round writes one after the other.
var steps = []string{"-pending.json", "-checks.json", ".discussd-tmp", "-discussion.md", "-verdict.json"}

// untorn checks that whoever reads the files now reads whole ones.
func (k *killer) untorn() {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(k.session), "*", "discussions/[A-Z]*-*"))
	must(k.t, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		must(k.t, err)
		if !json.Valid(text) && (filepath.Ext(name) == ".json" || !strings.HasPrefix(string(text), "# Discussion Record: ")) {
			k.t.Errorf("torn: %s: %q", name, text)
		}
	}
}

// count counts the files of a kind in all discussions.
func (k *killer) count(kind string) int {
	pattern := "*-" + kind + ".json"
	switch kind {
	case "half written":
		pattern = ".*.discussd-tmp"
	case "committed":
		pattern = "*-pending.json"
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(k.session), "*", "discussions", pattern))
	must(k.t, err)
	if kind == "committed" {
		files = slices.DeleteFunc(files, func(name string) bool { return !committed(name) })
	}
	return len(files)
}

// committed tells whether the verdict beside a pending mark is on the same bytes.
func committed(mark string) bool {
	text, _ := os.ReadFile(mark)
	pending, err := verdict.ParsePending(text)
	given, _ := os.ReadFile(strings.TrimSuffix(mark, "pending.json") + "verdict.json")
	v, unread := verdict.Parse(given)
	return err == nil && unread == nil && v.Artifact.Fingerprint == pending.Fingerprint
}

// found says in what states the kills found the sessions.
func (k *killer) found() string {
	return fmt.Sprintf("%d with a pending mark, %d with a half-written file, %d with a running CLI, %d between a verdict and the end of its mark",
		k.states["pending"], k.states["half written"], k.states["running"], k.states["committed"])
}
