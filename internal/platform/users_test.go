//go:build linux && !portable

package platform

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestStranger: a number is nobody's in a namespace that has none for its user, and only there.
func TestStranger(t *testing.T) {
	const marker, nobody = "TEST_STRANGER", 65534
	if os.Getenv(marker) != "" {
		if !Stranger(nobody) || Stranger(1000) || Stranger(0) || !HidesRoot() {
			t.Errorf("in a namespace of one: %v, %v, %v, root hidden %v", Stranger(nobody), Stranger(1000), Stranger(0), HidesRoot())
		}
		return
	}
	if os.Geteuid() == 0 && (Stranger(nobody) || HidesRoot()) {
		t.Errorf("where everybody has a number: %v, root hidden %v", Stranger(nobody), HidesRoot())
	}
	child := exec.Command("/proc/self/exe", "-test.run=^TestStranger$")
	child.Env = []string{marker + "=yes"}
	child.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, UidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getuid(), Size: 1}}}
	out, err := child.CombinedOutput()
	if err != nil && child.Process == nil {
		t.Skipf("no namespaces here: %v", err)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
