package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"discussd/critique"
	"discussd/internal/process/supervisor"
)

// startDaemon starts the test binary as a daemon that asks tool, with its runs
// in dir.
func startDaemon(t *testing.T, tool *Tool, dir string) *exec.Cmd {
	t.Helper()
	definition, err := json.Marshal(tool)
	if err != nil {
		t.Fatal(err)
	}
	daemon := exec.Command("/proc/self/exe")
	daemon.Env = append(os.Environ(), "FAKE_DAEMON="+dir, "FAKE_TOOL="+string(definition))
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	return daemon
}

func fakeDaemon(dir string) {
	var tool Tool
	if err := json.Unmarshal([]byte(os.Getenv("FAKE_TOOL")), &tool); err != nil {
		panic(err)
	}
	os.Unsetenv("FAKE_DAEMON")
	tool.Ask(context.Background(), Prompt{Text: []byte("x"), Dir: dir})
}

// killSupervisor kills the supervisor of the marked run once its CLI runs.
func killSupervisor(mark string) {
	poll(func() bool { return len(marked(mark)) >= 1 })
	for _, pid := range supervisors() {
		unix.Kill(pid, unix.SIGKILL)
	}
}

// TestSupervisorByHand starts supervisors that are not given a run.
func TestSupervisorByHand(t *testing.T) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	let, line := os.NewFile(uintptr(pair[0]), "let go of"), os.NewFile(uintptr(pair[1]), "line")
	let.Close()
	defer line.Close()
	command := exec.Command("/proc/self/exe", supervisor.Argument)
	if said, err := command.CombinedOutput(); err == nil || !bytes.Contains(said, []byte("started by discussd itself")) {
		t.Errorf("without a line: %v, %q", err, said)
	}
	command = exec.Command("/proc/self/exe", supervisor.Argument)
	command.ExtraFiles = []*os.File{line}
	if said, err := command.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("with a line that ends: %v, %q", err, said)
	}
}

// TestStandBy has runs done by the supervisor that stands by, also by the next one,
// and also when somebody has killed it.
func TestStandBy(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var standing sync.WaitGroup
	reserve := supervisor.NewReserve()
	standing.Go(func() { reserve.StandBy(ctx) })
	tool, _ := fake(t, "parent")
	tool.Reserve = reserve
	run := func() string {
		t.Helper()
		answer, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		return string(answer.Text)
	}
	used := map[string]bool{}
	for range 2 {
		// One that was started this very moment may not be handed over yet.
		eventually(t, "the supervisor that stands by does a run", func() bool {
			pid := standingBy(t)
			did := run()
			if used[did] {
				t.Errorf("supervisor %s did two runs", did)
			}
			used[did] = true
			return did == strconv.Itoa(pid)
		})
	}
	pid := standingBy(t)
	unix.Kill(pid, unix.SIGKILL)
	eventually(t, "a run after that", func() bool { // one that is given to the dying fails
		answer, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()})
		return err == nil && string(answer.Text) != strconv.Itoa(pid)
	})
	cancel()
	standing.Wait()
	if left := supervisors(); len(left) > 0 {
		t.Errorf("left standing by: %d", left)
	}
}

// TestStandByIsStopped has somebody stop the supervisor that stands by: who ends does
// not wait for it to go on.
func TestStandByIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); supervisor.NewReserve().StandBy(ctx) }()
	pid := standingBy(t)
	unix.Kill(pid, unix.SIGSTOP)
	cancel()
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		unix.Kill(pid, unix.SIGKILL)
		t.Error("the standing by does not end")
	}
}

// TestLongRun tells a supervisor more than a line holds, which that cannot delay.
func TestLongRun(t *testing.T) {
	tool, _ := fake(t, "print")
	for i := range 15 {
		tool.Env[fmt.Sprint("LONG", i)] = strings.Repeat("x", 100_000)
	}
	if answer, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()}); classIn(err) != critique.EmptyOutput {
		t.Errorf("got %q, %v, want an answer that is empty", answer.Text, err)
	}
}

// standingBy is the process number of the one supervisor that lives.
func standingBy(t *testing.T) int {
	t.Helper()
	var found []int
	eventually(t, "one supervisor stands by", func() bool { found = supervisors(); return len(found) == 1 })
	return found[0]
}

// supervisors are the process numbers of this program's own that live.
func supervisors() (found []int) {
	children, _ := filepath.Glob("/proc/self/task/*/children")
	for _, file := range children {
		text, _ := os.ReadFile(file)
		for _, child := range strings.Fields(string(text)) {
			argv, _ := os.ReadFile("/proc/" + child + "/cmdline")
			if pid, err := strconv.Atoi(child); err == nil && strings.Contains(string(argv), supervisor.Argument) {
				found = append(found, pid)
			}
		}
	}
	return found
}

// classIn is the class of a failure, Answered for nil.
func classIn(err error) critique.Class {
	var failure *critique.Failure
	switch {
	case err == nil:
		return critique.Answered
	case errors.As(err, &failure):
		return failure.Class
	}
	return critique.Class("not a failure: " + err.Error())
}
