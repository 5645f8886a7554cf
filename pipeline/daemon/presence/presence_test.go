package presence

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// seen is the numbers of the daemons that the other commands know of.
func seen(t *testing.T) []int {
	t.Helper()
	daemons, err := Daemons()
	must(t, err)
	var pids []int
	for _, d := range daemons {
		pids = append(pids, d.PID)
	}
	return pids
}

func TestADaemonIsKnownAsLongAsItRuns(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	a, err := Announce(Daemon{PID: 7, Roots: []string{"/srv"}})
	must(t, err)
	if diff := cmp.Diff([]int{7}, seen(t)); diff != "" {
		t.Error(diff)
	}
	if again, err := Announce(Daemon{PID: 7}); err == nil {
		again.Withdraw()
		t.Error("two processes of one number")
	}
	a.Withdraw()
	folder, err := Folder()
	must(t, err)
	left, err := os.ReadDir(folder)
	if must(t, err); len(seen(t)) > 0 || len(left) > 0 {
		t.Errorf("it is still there: %v", left)
	}
}

// TestADeadDaemonIsNotTakenForItsSuccessor: after a kill its number may be another
// program's.
func TestADeadDaemonIsNotTakenForItsSuccessor(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	pid := os.Getpid() // that of a program which is no daemon
	a, err := Announce(Daemon{PID: pid})
	must(t, err)
	a.unlock() // as the kernel does for who is killed
	if got := seen(t); len(got) > 0 {
		t.Errorf("taken for a daemon: %v", got)
	}
	folder, err := Folder()
	must(t, err)
	if left, err := filepath.Glob(filepath.Join(folder, strconv.Itoa(pid)+".*")); err != nil || len(left) > 0 {
		t.Errorf("left: %q, %v", left, err)
	}
}

func TestSettleReachesTheDaemon(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	a, err := Announce(Daemon{PID: 7, Roots: []string{"/srv"}})
	must(t, err)
	defer a.Withdraw()
	daemons, err := Daemons()
	if must(t, err); len(daemons) != 1 || !daemons[0].Watches("/srv/s") || daemons[0].Watches("/srv2") {
		t.Fatalf("got %+v", daemons)
	}
	must(t, daemons[0].Settle("/srv/s", "DISCUSS-001"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	heard := ""
	a.Serve(ctx, func(session, round string) {
		heard = session + " " + round
		cancel()
	})
	if heard != "/srv/s DISCUSS-001" {
		t.Errorf("heard %q", heard)
	}
}
