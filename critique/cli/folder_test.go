package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"discussd/critique/cli/supervisor"
)

// TestSupervisorByHand starts supervisors that are not given a run.
func TestSupervisorByHand(t *testing.T) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
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
	if err := os.Symlink(running.path, filepath.Join(dir, folderPrefix+"link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(killed.file("work"), 0); err != nil {
		t.Fatal(err)
	}
	Tidy()
	want := []string{filepath.Base(running.path), folderPrefix + "link", "somebody else's"}
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
