package presence

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTheMachinesDaemonIsKnownByItsFolder, which only root can have made.
func TestTheMachinesDaemonIsKnownByItsFolder(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder to somebody else")
	}
	const daemon = 54321
	folder := func(uid int, mode fs.FileMode) string {
		dir := t.TempDir()
		must(t, os.Chmod(dir, mode))
		must(t, os.Chown(dir, uid, uid))
		return dir
	}
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(folder(daemon, 0o755), link))
	for name, tt := range map[string]struct {
		folder string
		want   []uint32
	}{
		"a user's":            {folder(daemon, 0o755), []uint32{daemon}},
		"one all can write":   {folder(daemon, 0o777), nil},
		"one a group can too": {folder(daemon, 0o775), nil},
		"our own":             {folder(0, 0o755), nil},
		"a link":              {link, nil},
		"none":                {"/none", nil},
	} {
		if diff := cmp.Diff(tt.want, writers(tt.folder)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
