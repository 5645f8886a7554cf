package config

import (
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestTrustWithoutRoot: where a service's namespace has no number for root, what only root
// can have made is still read, and what another user may have made is not.
func TestTrustWithoutRoot(t *testing.T) {
	const marker = "TEST_TRUST_WITHOUT_ROOT"
	if home := os.Getenv(marker); home != "" {
		for _, path := range []string{"/", "/etc", filepath.Dir(home)} {
			if err := trusted(path, startsPrograms); err != nil {
				t.Errorf("only root makes %s: %v", path, err)
			}
		}
		if err := trusted("/etc/passwd", startsPrograms); err == nil || !strings.Contains(err.Error(), "the file belongs to root or to another user") || !strings.Contains(err.Error(), "PrivateUsers=") {
			t.Errorf("of a file that may be anybody's: %v", err)
		}
		return
	}
	who, err := user.Current()
	act(t, err)
	if os.Geteuid() == 0 {
		if who, err = user.Lookup("daemon"); err != nil {
			t.Skip("needs a user beside root")
		}
	}
	uid, err := strconv.Atoi(who.Uid)
	act(t, err)
	gid, err := strconv.Atoi(who.Gid)
	act(t, err)
	child := exec.Command("/proc/self/exe", "-test.run=^TestTrustWithoutRoot$")
	child.Env = []string{marker + "=" + filepath.Clean(who.HomeDir)}
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), NoSetGroups: true},
		UidMappings: []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}, GidMappings: []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}},
	}
	out, err := child.CombinedOutput()
	if err != nil && child.Process == nil {
		t.Skipf("no namespaces here: %v", err)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
