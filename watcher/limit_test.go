//go:build linux

package watcher

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"golang.org/x/sys/unix"

	"discussd/internal/platform"
	"discussd/internal/syncbuffer"
)

func asNobody() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}

// ownLimits gives a child inotify limits of its own: those of a user namespace.
func ownLimits() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
}

// TestMountOverFolder checks that looking again finds what no event tells of.
func TestMountOverFolder(t *testing.T) {
	attributes := ownLimits()
	attributes.Cloneflags |= syscall.CLONE_NEWNS
	if !inChild(t, attributes) {
		return
	}
	root := t.TempDir()
	s := root + "/s"
	write(t, s+"/spec/A.md", "below")
	r := start(t, Options{Roots: []string{root}})
	r.found(Key{s, "A"})
	if err := unix.Mount("test", s, "tmpfs", 0, ""); err != nil {
		t.Skipf("%s: %v", noNamespaces, err)
	}
	for i := range 2 {
		write(t, s+"/spec/B.md", fmt.Sprint("unheard", i))
		r.w.Rescan()
		r.settled(Key{s, "B"})
		write(t, s+"/spec/B.md", "heard")
		r.settled(Key{s, "B"})
		if i == 0 {
			r.pass()
			if err := unix.Unmount(s, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestMounted mounts something over a session and takes it away, again and again: that
// is noticed by itself.
func TestMounted(t *testing.T) {
	attributes := ownLimits()
	attributes.Cloneflags |= syscall.CLONE_NEWNS
	if !inChild(t, attributes) {
		return
	}
	root := t.TempDir()
	s := root + "/a session"
	write(t, s+"/spec/A.md", "below")
	r := start(t, Options{Roots: []string{root}})
	r.found(Key{s, "A"})
	detach := 0
	if platform.Portable {
		detach = unix.MNT_DETACH // the watcher may be looking at it
	}
	for i := range 3 {
		if err := unix.Mount("test", s, "tmpfs", 0, ""); err != nil {
			t.Skipf("%s: %v", noNamespaces, err)
		}
		write(t, s+"/spec/B.md", fmt.Sprint("unheard ", i))
		r.settled(Key{s, "B"})
		r.pass() // else what is told of the one mount is taken for news of the other
		r.seen = nil
		if err := unix.Unmount(s, detach); err != nil {
			t.Fatal(err)
		}
		r.settled(Key{s, "A"})
		r.pass()
	}
}

func TestConcerned(t *testing.T) {
	of := newKnown([]string{"/home/a/work", "/srv/specs"})
	for place, want := range map[string]bool{
		"/": true, "/srv": true, "/srv/specs": true, "/srv/specs/one": true, "/srv/specs2": false, "/home/a/work/x/y": true, "/home/b": false, "/mnt": false,
	} {
		if got := of.concerned([]string{"/proc", place}); got != want {
			t.Errorf("%s: %v, want %v", place, got, want)
		}
	}
}

func limit(t *testing.T, name string, value int) {
	t.Helper()
	if err := os.WriteFile("/proc/sys/user/"+name, fmt.Append(nil, value), 0o644); err != nil {
		t.Skipf("%s: %v", noNamespaces, err)
	}
}

func TestLimitOfWatches(t *testing.T) {
	needsEvents(t)
	if !inChild(t, ownLimits()) {
		return
	}
	root := t.TempDir()
	for i := range 20 {
		write(t, fmt.Sprintf("%s/%d/spec/A.md", root, i), "x")
	}
	limit(t, "max_inotify_watches", 15)
	testPolling(t, root, "fs.inotify.max_user_watches", func() { limit(t, "max_inotify_watches", 10000) })
}

func TestLimitOfInstances(t *testing.T) {
	needsEvents(t)
	if !inChild(t, ownLimits()) {
		return
	}
	root := t.TempDir()
	for i := range 20 {
		write(t, fmt.Sprintf("%s/%d/spec/A.md", root, i), "x")
	}
	limit(t, "max_inotify_instances", 0)
	testPolling(t, root, "fs.inotify.max_user_instances", func() { limit(t, "max_inotify_instances", 10) })
}

// testPolling checks that nothing is missed under a limit, and that polling ends
// when the limit does.
func testPolling(t *testing.T, root, sysctl string, lift func()) {
	var log syncbuffer.Buffer
	r := start(t, Options{
		Roots: []string{root}, Times: Times{Poll: 10 * time.Millisecond},
		Logger: hclog.New(&hclog.LoggerOptions{Output: &log, Level: hclog.Debug}),
	})
	visit := func(text string) {
		t.Helper()
		for i := range 20 {
			s := fmt.Sprintf("%s/%d", root, i)
			write(t, s+"/spec/A.md", text)
			r.settled(Key{s, "A"})
			write(t, s+"/spec/B/"+text+"/member.md", text)
			r.settled(Key{s, "B"})
		}
	}
	visit("polled")
	rename(t, root+"/0", root+"/moved")
	r.settled(Key{root + "/moved", "A"})
	r.pass()
	rename(t, root+"/moved", root+"/0")
	r.settled(Key{root + "/0", "A"})
	r.pass()
	remove(t, root+"/0")
	r.settled(Key{root + "/0", "A"})
	if got := strings.Count(log.String(), sysctl); got != 1 || strings.Count(log.String(), "[WARN]") != 1 {
		t.Errorf("%d mentions of %s in the log, want one warning:\n%s", got, sysctl, log.String())
	}
	lift()
	visit("watched")
}
