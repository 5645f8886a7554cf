//go:build !portable

package cgroup

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestEnd has processes in a group and in one below it: all die, and both groups go.
func TestEnd(t *testing.T) {
	path, err := Make(Prefix + "test-" + strconv.Itoa(os.Getpid()))
	if errors.Is(err, ErrNone) {
		t.Skipf("NOT TESTED: this machine lets nobody make control groups: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(path)
	inner := filepath.Join(path, "inner")
	if err := os.Mkdir(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(inner)
	var running []*exec.Cmd
	for _, in := range []string{path, inner} {
		folder, err := os.Open(in)
		if err != nil {
			t.Fatal(err)
		}
		sleeper := exec.Command("sleep", "60")
		sleeper.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: int(folder.Fd())}
		if err := sleeper.Start(); err != nil {
			t.Skipf("NOT TESTED: no process can be started in a control group: %v", err)
		}
		folder.Close()
		running = append(running, sleeper)
	}
	if err := End(path, 30*time.Second); err != nil {
		t.Error(err)
	}
	for _, sleeper := range running {
		sleeper.Wait()
		if status := sleeper.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL {
			t.Errorf("a process ended by itself: %v", sleeper.ProcessState)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the group is there: %v", err)
	}
}

// TestForeign has paths that are no groups of discussd's: nothing is killed or removed.
func TestForeign(t *testing.T) {
	folder := filepath.Join(t.TempDir(), Prefix+"x")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	group, err := own()
	if err != nil {
		t.Logf("without a group of our own: %v", err)
	}
	for _, path := range []string{"", "relative", folder, group, "/sys/fs/cgroup/../" + Prefix} {
		Kill(path)
		if err := End(path, 0); err != nil {
			t.Errorf("%q: %v", path, err)
		}
		if file, err := Open(path); err == nil {
			file.Close()
			t.Errorf("%q is opened", path)
		}
	}
	if _, err := os.Stat(folder); err != nil {
		t.Error(err)
	}
}

func TestPlace(t *testing.T) {
	const (
		unified = "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
		hybrid  = "30 24 0:26 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,name=systemd\n31 24 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
		inside  = "30 24 0:26 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup rw\n"
	)
	tests := map[string]struct{ group, mounts, want string }{
		"unified":                {"/user.slice/a b", unified, "/sys/fs/cgroup/user.slice/a b"},
		"the root":               {"/", unified, "/sys/fs/cgroup"},
		"hybrid":                 {"/system.slice/x.service", hybrid, "/sys/fs/cgroup/unified/system.slice/x.service"},
		"a container":            {"/docker/abc/run", inside, "/sys/fs/cgroup/run"},
		"outside of a container": {"/docker/abcd", inside, ""},
		"above a name space":     {"/../x", unified, ""},
		"not mounted":            {"/", "22 1 8:1 / / rw - ext4 /dev/sda rw\n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got, err := place(test.group, test.mounts); got != test.want || (err == nil) != (test.want != "") {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}
