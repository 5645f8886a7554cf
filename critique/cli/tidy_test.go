package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"discussd/critique"
	"discussd/internal/platform"
	"discussd/internal/process"
	"discussd/internal/process/cgroup"
)

// eitherWay runs a test where runs have control groups, if this machine can have them, and
// at the same time in a process where they have none.
func eitherWay(t *testing.T, test func(t *testing.T)) {
	if os.Getenv(cgroup.Variable) == "off" {
		test(t)
		return
	}
	without := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
	without.Env = append(os.Environ(), cgroup.Variable+"=off")
	var said bytes.Buffer
	without.Stdout, without.Stderr = &said, &said
	if err := without.Start(); err != nil {
		t.Fatal(err)
	}
	t.Run("with control groups", func(t *testing.T) {
		needsGroups(t)
		test(t)
	})
	if err := without.Wait(); err != nil {
		t.Errorf("without control groups: %v\n%s", err, &said)
	}
}

func needsGroups(t *testing.T) {
	t.Helper()
	group, err := cgroup.Make(cgroup.Prefix + "probe-" + strconv.Itoa(os.Getpid()))
	if err != nil {
		t.Skipf("NOT TESTED: this machine lets nobody make control groups: %v", err)
	}
	if err := cgroup.End(group, time.Second); err != nil {
		t.Fatal(err)
	}
}

// TestLeftOfAnotherLife kills the daemon and the supervisor at one moment: what the next
// life finds of their run it ends, also what shed its environment.
func TestLeftOfAnotherLife(t *testing.T) {
	if platform.Portable {
		t.Skip("needs Linux: subreapers, sealed memory and the process table")
	}
	eitherWay(t, func(t *testing.T) {
		for _, mode := range []string{"shed", "wrapper"} {
			t.Run(mode, func(t *testing.T) {
				tool, mark := fake(t, mode)
				dir := t.TempDir()
				t.Setenv("TMPDIR", dir)
				daemon := startDaemon(t, tool, dir)
				record := ""
				eventually(t, "the CLI's children are noted", func() bool {
					records, _ := filepath.Glob(filepath.Join(dir, "*"+".processes"))
					if len(records) == 0 {
						return false
					}
					record = records[0]
					noted, _ := os.ReadFile(record)
					return strings.Count(string(noted), "\n") >= map[string]int{"shed": 5, "wrapper": 6}[mode]
				})
				pid := supervisorIn(t, record)
				for _, signal := range []unix.Signal{unix.SIGSTOP, unix.SIGKILL} { // neither sees the other end
					unix.Kill(daemon.Process.Pid, signal)
					unix.Kill(pid, signal)
				}
				daemon.Wait()
				if left := marked(mark); len(left) == 0 {
					t.Fatal("nothing is left, there is nothing to test")
				}
				if err := process.Tidy(t.Context()); err != nil {
					t.Error(err)
				}
				if left := marked(mark); len(left) > 0 {
					t.Errorf("processes left: %q", left)
				}
				if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
					t.Errorf("files left: %v %v", left, err)
				}
			})
		}
	})
}

// supervisorIn is the process that a record names first.
func supervisorIn(t *testing.T, record string) (pid int) {
	t.Helper()
	text, err := os.ReadFile(record)
	lines := strings.Split(string(text), "\n")
	if err == nil && len(lines) > 2 {
		_, err = fmt.Sscanf(lines[2], "%d ", &pid)
	}
	if err != nil || pid == 0 {
		t.Fatalf("no supervisor in %q, %v", text, err)
	}
	return pid
}

// TestSupervisorAttacked has CLIs stop and kill their supervisor, and leave a child that
// shed its environment.
func TestSupervisorAttacked(t *testing.T) {
	if platform.Portable {
		t.Skip("needs Linux: subreapers, sealed memory and the process table")
	}
	t.Parallel()
	eitherWay(t, func(t *testing.T) {
		for mode, class := range map[string]critique.Class{"stop-supervisor": critique.Timeout, "kill-supervisor": critique.Crashed} {
			t.Run(mode, func(t *testing.T) {
				t.Parallel()
				tool, mark := fake(t, mode)
				tool.Timeout, tool.stopLimit = time.Second, time.Second
				dir := t.TempDir()
				_, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: dir})
				if got := classIn(err); got != class {
					t.Errorf("got %v, want %s", err, class)
				}
				if left := marked(mark); len(left) > 0 {
					t.Errorf("processes left: %q", left)
				}
				if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
					t.Errorf("files left: %v %v", left, err)
				}
			})
		}
	})
}

// TestForker has a CLI whose processes are never there for long. Only the kernel is
// certain to end them.
func TestForker(t *testing.T) {
	needsGroups(t)
	tool, _ := fake(t, "forker")
	tool.Timeout = time.Second
	held, err := os.Create(filepath.Join(t.TempDir(), "held"))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	tool.Env["FAKE_TOLD"] = held.Name()
	if _, err := tool.Ask(t.Context(), Prompt{Text: []byte("x"), Dir: t.TempDir()}); classIn(err) != critique.Timeout {
		t.Errorf("got %v, want a timeout", err)
	}
	if err := unix.Flock(int(held.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		t.Errorf("processes are left: %v", err)
	}
}
