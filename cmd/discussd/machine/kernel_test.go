//go:build linux

package machine

import (
	"os"
	"strings"
	"testing"
)

func TestMountedAt(t *testing.T) {
	const mounts = `22 1 0:1 / / rw,relatime shared:1 - ext4 /dev/vda rw
23 22 0:2 / /home rw - nfs4 server:/home rw
24 22 0:3 / /home/my\040files rw master:1 - fuse.sshfs me@there: rw
25 22 0:4 / /over rw - ext4 /dev/vdb rw
26 25 0:5 / /over rw - tmpfs none rw
broken line
`
	tests := map[string]string{
		"/":                     "ext4",
		"/srv/x":                "ext4",
		"/home":                 "nfs4",
		"/homes/x":              "ext4",
		"/home/my files/a":      "fuse.sshfs",
		"/home/my files and so": "nfs4",
		"/over/x":               "tmpfs",
	}
	for path, want := range tests {
		if got := mountedAt(path, mounts); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	if got := mountedAt("/x", ""); got != "unknown file system" {
		t.Errorf("without mounts: %s", got)
	}
}

func TestInotifyRow(t *testing.T) {
	if _, err := os.Stat("/proc/sys/fs/inotify/max_user_watches"); err != nil {
		t.Skip("no inotify here")
	}
	if r := inotifyRow("watches", "max_user_watches", 0, 1); r.Mark != Fine || !strings.HasSuffix(r.Result, " allowed, 0 in use, 1 needed") {
		t.Errorf("one watch: %+v", r)
	}
	if r := inotifyRow("watches", "max_user_watches", 1, 1<<40); r.Mark != Warn || !strings.Contains(r.Hint, "fs.inotify.max_user_watches") {
		t.Errorf("too many watches: %+v", r)
	}
	if r := inotifyRow("watches", "no_such_limit", 0, 1); r.Mark != Warn {
		t.Errorf("no limit: %+v", r)
	}
}
