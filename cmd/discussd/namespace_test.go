//go:build linux

package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// inNamespaces runs the calling test once more, as a process that may mount, and
// reports whether this is that process. The parent only passes on how it did.
func inNamespaces(t *testing.T) bool {
	t.Helper()
	return inChild(t, &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS, UidMappings: mapped(0, os.Getuid()), GidMappings: mapped(0, os.Getgid()),
	})
}

// asOwner does the same with a process that owns its files and has no right
// beyond that: no root.
func asOwner(t *testing.T) bool {
	t.Helper()
	return inChild(t, &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, UidMappings: mapped(1000, os.Getuid()), GidMappings: mapped(1000, os.Getgid()),
	})
}

func mapped(inside, outside int) []syscall.SysProcIDMap {
	return []syscall.SysProcIDMap{{ContainerID: inside, HostID: outside, Size: 1}}
}

func inChild(t *testing.T, attributes *syscall.SysProcAttr) bool {
	t.Helper()
	const marker = "DISCUSSD_TEST_CHILD"
	if os.Getenv(marker) != "" {
		return true
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	child := exec.CommandContext(ctx, "/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.count=1")
	child.Env = append(os.Environ(), marker+"="+t.Name())
	child.SysProcAttr = attributes
	out, err := child.CombinedOutput()
	switch {
	case strings.Contains(string(out), noNamespaces):
		t.Skipf("%s", out)
	case err != nil && child.Process == nil:
		t.Skipf("%s: %v", noNamespaces, err)
	case err != nil:
		t.Errorf("in namespaces: %v\n%s", err, out)
	}
	return false
}

// noNamespaces begins the reason of every skip for want of a namespace; the
// checks of a change know it by these words.
const noNamespaces = "no namespaces here"

// mount mounts until the test ends.
func mount(t *testing.T, source, target, kind string, flags uintptr, options string) {
	t.Helper()
	must(t, os.MkdirAll(target, 0o755))
	if err := unix.Mount(source, target, kind, flags, options); err != nil {
		t.Skipf("%s: mount %s on %s: %v", noNamespaces, kind, target, err)
	}
	t.Cleanup(func() { unix.Unmount(target, unix.MNT_DETACH) })
}

// bind mounts a file over another one until the test ends.
func bind(t *testing.T, source, target string) {
	t.Helper()
	if err := unix.Mount(source, target, "", unix.MS_BIND, ""); err != nil {
		t.Skipf("%s: mount %s on %s: %v", noNamespaces, source, target, err)
	}
	t.Cleanup(func() { unix.Unmount(target, unix.MNT_DETACH) })
}
