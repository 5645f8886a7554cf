//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"discussd/pipeline/verdict"
)

// TestOutOfDescriptors lets the daemon open no file at first, then one more at each
// revision of a brief, so that every open of a round is once the one that fails. As
// soon as it may open files again the revision has its one verdict, which is none on
// what the daemon could not see.
func TestOutOfDescriptors(t *testing.T) {
	t.Parallel()
	s := newStage(t, "poll = \"100ms\"\n")
	must(t, os.Mkdir(filepath.Join(s.session, ".msg"), 0o755))
	must(t, os.MkdirAll(filepath.Join(s.session, "spec/requirements"), 0o755))
	must(t, os.WriteFile(filepath.Join(s.session, "spec/requirements/REQ-001.md"), []byte("# REQ-001\n\nThe locker opens within a second.\n"), 0o644))
	index := filepath.Join(s.session, "spec/requirements/_index.md")
	must(t, os.WriteFile(index, []byte(firstText), 0o644))
	daemon := s.background("--checks-only", s.root)
	s.await("DISCUSS-003")
	pid := daemon.Process.Pid
	var usual unix.Rlimit
	must(t, unix.Prlimit(pid, unix.RLIMIT_NOFILE, nil, &usual))
	const most = 12
	late := 0
	for more := range most {
		before := len(s.log())
		must(t, unix.Prlimit(pid, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: descriptors(t, pid) + uint64(more), Max: usual.Max}, nil))
		must(t, os.WriteFile(index, fmt.Appendf(nil, "# Requirements\n\nThis is revision %d of what is required of lockers.\n", more+2), 0o644))
		poll(t, "a try", func() bool {
			if s.failing(s.log()[before:]) {
				late++
				return true
			}
			v, ok := verdictOnDisk(s.session, "DISCUSS-003")
			return ok && v.Revision > more+1
		})
		must(t, unix.Prlimit(pid, unix.RLIMIT_NOFILE, &usual, nil))
		if v := s.await("DISCUSS-003"); v.Revision != more+2 || v.Outcome == verdict.Failed || len(v.Artifact.Members) != 1 {
			t.Errorf("with %d descriptors more: revision %d, %s, %+v, members %v", more, v.Revision, v.Outcome, v.Error, v.Artifact.Members)
		}
	}

	// A session comes that nobody can look into.
	must(t, unix.Prlimit(pid, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: descriptors(t, pid), Max: usual.Max}, nil))
	before := len(s.log())
	other := s.beside("another session")
	other.write(scenes[1])
	poll(t, "the log to tell of it", func() bool {
		log := s.log()[before:]
		return strings.Contains(log, "folder cannot be read") && strings.Contains(log, other.session)
	})
	must(t, unix.Prlimit(pid, unix.RLIMIT_NOFILE, &usual, nil))
	if v := other.await("DISCUSS-002"); v.Revision != 1 || v.Outcome == verdict.Failed {
		t.Errorf("the other session: revision %d, %s", v.Revision, v.Outcome)
	}
	s.stop(daemon)
	// On the bus a beginning may be lost, which nobody waits for, but no end.
	ends := slices.DeleteFunc(s.bus("DISCUSS-003"), func(h heard) bool { return h.Type == "impl_progress" })
	if len(ends) != most+1 {
		t.Errorf("%d ends on the bus for %d revisions", len(ends), most+1)
	}
	must(t, os.RemoveAll(filepath.Join(s.session, ".msg")))
	if n := len(s.sound("DISCUSS-003")); n != most+1 {
		t.Errorf("%d verdicts on %d revisions", n, most+1)
	}
	if late == 0 || late == most {
		t.Errorf("%d of %d revisions had to be tried again: too few descriptors, or too many", late, most)
	}
}

// descriptors is the lowest number that the next file of a process can have when it does
// nothing: the least of what several looks find, of which some may meet the end of its work.
func descriptors(t *testing.T, pid int) (lowest uint64) {
	t.Helper()
	lowest = 1 << 20
	for range 10 {
		next := uint64(0)
		for _, err := os.Lstat(fmt.Sprintf("/proc/%d/fd/%d", pid, next)); err == nil; _, err = os.Lstat(fmt.Sprintf("/proc/%d/fd/%d", pid, next)) {
			next++
		}
		lowest = min(lowest, next)
		<-time.After(10 * time.Millisecond)
	}
	return lowest
}
