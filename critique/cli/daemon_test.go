package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"discussd/critique"
	"discussd/critique/cli/supervisor"
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
	poll(func() bool { return len(marked(mark)) >= 2 })
	for _, line := range marked(mark) {
		var pid int
		if strings.Contains(line, supervisor.Argument) {
			fmt.Sscanf(line, "%d", &pid)
			unix.Kill(pid, unix.SIGKILL)
		}
	}
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
