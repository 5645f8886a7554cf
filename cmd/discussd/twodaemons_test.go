//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The second daemon of a session says that there is a first.
func TestSecondDaemonSaysSo(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	s.write(scenes[1])
	first := s.background("--checks-only", s.root)
	second := s.background("--checks-only", s.root)
	want := fmt.Sprintf("another daemon (pid %d) watches %s already", first.Process.Pid, s.session)
	poll(t, want, func() bool { return strings.Contains(s.log(), want) })
	s.stop(second)
	s.stop(first)
}

// TestTwoDaemons has two daemons watch one tree while agents write, and a cleaner
// delete the lock files as fast as it can. Everything is judged once.
func TestTwoDaemons(t *testing.T) {
	t.Parallel()
	random := newRandom(t)
	s := newStage(t, "[handoff]\nhistory = 100000\n"+oneJudge(2), "codex")
	first := s.background(s.root)
	second := s.second("second")
	var agents []*agent
	for _, scene := range scenes[:3] {
		must(t, os.MkdirAll(filepath.Join(s.session, ".msg"), 0o755))
		agents = append(agents, newAgent(s, scene, rand.New(rand.NewPCG(random.Uint64(), 0))))
	}
	var working, cleaning sync.WaitGroup
	done, over := make(chan struct{}), make(chan struct{})
	for _, a := range agents {
		working.Go(func() { a.work(done) })
	}
	cleaned := 0
	cleaning.Go(func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond):
				if os.Remove(filepath.Join(s.session, "discussions/.discussd/lock")) == nil {
					cleaned++
				}
			}
		}
	})
	for _, calls := range []int{5, 10, 15} { // a step at a time: a busy machine takes long for all of them
		poll(t, fmt.Sprintf("%d calls", calls), func() bool { return len(s.calls()) >= calls })
	}
	close(done)
	working.Wait()
	for _, a := range agents {
		a.await(a.scene.round)
	}
	close(over)
	cleaning.Wait()
	s.stop(first)
	s.stop(second)
	verdicts := 0
	for _, a := range agents {
		given := a.sound(a.scene.round)
		givenOnce(t, given)
		verdicts += len(given)
	}
	t.Logf("%d revisions, %d verdicts, %d calls, %d lock files deleted", total(agents), verdicts, len(s.calls()), cleaned)
}

// second starts one more daemon, with a log of its own.
func (s *stage) second(name string, arguments ...string) *exec.Cmd {
	s.t.Helper()
	other := *s
	other.dir = filepath.Join(s.dir, name)
	must(s.t, os.Mkdir(other.dir, 0o755))
	return other.background(append(slices.Clone(arguments), s.root)...)
}
