//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"discussd/critique"
	"discussd/critique/cli/relay"
	"discussd/internal/wallclock"
)

// TestClocks: an ask is answered whose hub, worker or daemon has a clock that is an hour off.
func TestClocks(t *testing.T) {
	for _, off := range []string{"hub", "worker", "daemon"} {
		for _, ahead := range []time.Duration{time.Hour, -time.Hour} {
			t.Run(fmt.Sprint(off, " ", ahead), func(t *testing.T) {
				t.Parallel()
				c := crowd{t, fmt.Sprintf("127.0.0.1:%d", free(t)), t.TempDir()}
				for _, role := range []string{"hub", "worker"} {
					cmd := c.command(t.Context(), role)
					begin(t, cmd, role == off, ahead)
					t.Cleanup(func() { kill(cmd) })
				}
				self, err := os.Executable()
				must(t, err)
				program := filepath.Join(c.dir, "discussd-hub")
				must(t, os.Symlink(self, program))
				ask := exec.Command(program, "ask", "--hub", "nats://"+c.address, "--tool", "gemini", "--when-down", "wait", "--timeout", "1m")
				var said bytes.Buffer
				ask.Stdin, ask.Stdout, ask.Stderr = bytes.NewReader([]byte("x")), &said, t.Output()
				begin(t, ask, off == "daemon", ahead)
				if err := ask.Wait(); err != nil {
					t.Error(err)
				}
				var line relay.Said
				err = json.Unmarshal(said.Bytes(), &line)
				if answer := line.Answer; err != nil || answer.Class != critique.Answered || string(answer.Text) != "to x" {
					t.Errorf("got %s, %v", said.Bytes(), err)
				}
			})
		}
	}
}

// begin starts a program, with a clock that is off where it is to be.
func begin(t *testing.T, cmd *exec.Cmd, off bool, ahead time.Duration) {
	t.Helper()
	if !off {
		must(t, cmd.Start())
		return
	}
	clock, err := wallclock.Start(cmd, ahead)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(clock.Close)
}
