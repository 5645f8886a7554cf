package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"discussd/critique/cli/supervisor"
)

// TestSupervisorByHand starts supervisors as nobody should: what they are given for a
// run's folder stays.
func TestSupervisorByHand(t *testing.T) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	let, line := os.NewFile(uintptr(pair[0]), "let go of"), os.NewFile(uintptr(pair[1]), "line")
	let.Close()
	defer line.Close()
	for name, files := range map[string][]*os.File{"no line": nil, "a line that ends": {line}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			command := exec.Command("/proc/self/exe", supervisor.Argument, dir, "/bin/sleep", "sleep", "60")
			command.ExtraFiles = files
			said, err := command.CombinedOutput()
			if err == nil || len(said) == 0 && files == nil {
				t.Errorf("got %v, %q", err, said)
			}
			if _, err := os.Stat(dir); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestTidy has the folders of runs lie about: only those that nobody works in go.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	made := func() folder {
		t.Helper()
		run, err := newFolder("")
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	running, killed := made(), made()
	defer running.remove()
	killed.lock.Close() // as the kernel does
	if err := os.Mkdir(filepath.Join(dir, "somebody else's"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(running.path, filepath.Join(dir, supervisor.FolderPrefix+"link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(killed.file("work"), 0); err != nil {
		t.Fatal(err)
	}
	Tidy()
	want := []string{filepath.Base(running.path), supervisor.FolderPrefix + "link", "somebody else's"}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
	if _, err := os.Stat(running.file("work")); err != nil {
		t.Errorf("a run's folder was emptied: %v", err)
	}
}
