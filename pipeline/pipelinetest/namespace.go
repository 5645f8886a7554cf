//go:build linux

package pipelinetest

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// Alone runs the calling test once more, as a user who is alone in a user namespace: nobody
// else has a number there, root included. It reports whether this is that process; the parent
// only passes on how it did.
func Alone(t *testing.T) bool {
	t.Helper()
	const marker = "DISCUSSD_TEST_ALONE"
	if os.Getenv(marker) == t.Name() {
		return true
	}
	child := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.count=1")
	child.Env = append(os.Environ(), marker+"="+t.Name())
	uid, gid := os.Getuid(), os.Getgid()
	if uid == 0 {
		uid, gid = 1, 1
	}
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), NoSetGroups: true},
		UidMappings: []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}, GidMappings: []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}},
	}
	out, err := child.CombinedOutput()
	switch {
	case err != nil && child.Process == nil:
		t.Skipf("no namespaces here: %v", err)
	case strings.Contains(string(out), "--- SKIP"):
		t.Skipf("%s", out)
	case err != nil:
		t.Errorf("in a namespace: %v\n%s", err, out)
	}
	return false
}
