package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"discussd/internal/platform"

	"github.com/google/go-cmp/cmp"
)

// agent and stranger are the numbers of users that nobody has.
const (
	agent    = 54321
	stranger = 54322
)

// asRoot skips a test where this process cannot be other users.
func asRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can be other users")
	}
}

// give makes a folder of a user's and opens it.
func give(t *testing.T, uid int, mode fs.FileMode) (dir string, root *os.Root) {
	t.Helper()
	dir = t.TempDir()
	for _, above := range []string{dir, filepath.Dir(dir)} {
		must(t, os.Chmod(above, 0o755)) // the system's folder for temporary files is everybody's
	}
	must(t, os.Chown(dir, uid, uid))
	must(t, os.Chmod(dir, mode))
	return dir, open(t, dir)
}

// owned is whose a file is, and its mode.
type owned struct {
	UID, GID uint32
	Mode     fs.FileMode
}

func ownerOf(t *testing.T, name string) owned {
	t.Helper()
	info, err := os.Lstat(name)
	must(t, err)
	status := info.Sys().(*syscall.Stat_t)
	return owned{status.Uid, status.Gid, info.Mode().Perm()}
}

// TestRootWritesAsTheOwner: what the user of a folder could not write, discussd does
// not write there for him, and what it writes is his.
func TestRootWritesAsTheOwner(t *testing.T) {
	if platform.Portable {
		t.Skip("needs the rights of another user, which Linux alone lends")
	}
	asRoot(t)
	dir, root := give(t, agent, 0o755)
	must(t, Private(root, ".p"))
	must(t, Write(root, ".p/x.json", []byte("{}")))
	unlock, err := Lock(t.Context(), root, ".p/lock")
	must(t, err)
	unlock()
	a := Amendment{Root: root, Name: "shared.json", Largest: 99, Edit: func([]byte) ([]byte, error) { return []byte("{}"), nil }}
	must(t, a.Apply(t.Context()))
	want := map[string]owned{
		".p": {agent, agent, 0o755}, ".p/.gitignore": {agent, agent, 0o644}, ".p/x.json": {agent, agent, 0o644},
		".p/lock": {agent, agent, 0o600}, "shared.json": {agent, agent, 0o644},
	}
	got := map[string]owned{}
	for name := range want {
		got[name] = ownerOf(t, filepath.Join(dir, name))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("whose they are (-want +got):\n%s", diff)
	}
	must(t, os.Chmod(dir, 0o555))
	for name, act := range map[string]func() error{
		"write":  func() error { return Write(root, "y.json", nil) },
		"folder": func() error { return Folder(root, "y") },
		"remove": func() error { return Remove(root, "shared.json") },
		"lock":   func() error { _, err := TryLock(root, "y.lock"); return err },
		"amend":  func() error { a := a; a.Name = "y.json"; return a.Apply(t.Context()) },
	} {
		if err := act(); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: got %v in a folder that its own user may not write to", name, err)
		}
	}
	other, theirs := give(t, 0, 0o700)
	must(t, Write(theirs, "x", []byte("root's")))
	if got := ownerOf(t, filepath.Join(other, "x")); got.UID != 0 {
		t.Errorf("this thread is still user %d", got.UID)
	}
}

// TestTheFolderIsSyncedAgain: a write that failed when the file had its name already
// is not over.
func TestTheFolderIsSyncedAgain(t *testing.T) {
	if platform.Portable {
		t.Skip("needs the rights of another user, which Linux alone lends")
	}
	asRoot(t)
	dir, root := give(t, agent, 0o300) // to be written, but not to be opened
	for range 2 {
		if err := Write(root, "x.json", []byte("{}")); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("got %v from a folder that cannot be synced", err)
		}
	}
	if err := Folder(root, "new"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v for a folder that is not known to be there after a crash", err)
	}
	must(t, os.Chmod(dir, 0o700))
	must(t, Write(root, "x.json", []byte("{}")))
}

// TestAnAmendedFileStaysItsOwners: agents that run as other users than discussd go on
// reading and writing it.
func TestAnAmendedFileStaysItsOwners(t *testing.T) {
	if platform.Portable {
		t.Skip("needs the rights of another user, which Linux alone lends")
	}
	asRoot(t)
	tests := map[string]struct {
		folder int // whose the folder is, and so who writes
		file   owned
		fails  bool
	}{
		"root gives it back":                      {0, owned{agent, stranger, 0o640}, false},
		"who writes is its owner":                 {agent, owned{agent, agent, 0o600}, false},
		"who writes may write it":                 {agent, owned{stranger, stranger, 0o666}, false},
		"who writes may write it by its group":    {agent, owned{stranger, agent, 0o660}, false},
		"who writes may not write it":             {agent, owned{stranger, stranger, 0o644}, true},
		"who writes may not give it to its group": {agent, owned{agent, stranger, 0o660}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir, root := give(t, tt.folder, 0o755)
			file := filepath.Join(dir, "shared.json")
			must(t, os.WriteFile(file, []byte("a long first text"), 0o600))
			must(t, os.Chown(file, int(tt.file.UID), int(tt.file.GID)))
			must(t, os.Chmod(file, tt.file.Mode))
			a := Amendment{Root: root, Name: "shared.json", Largest: 99, Edit: func([]byte) ([]byte, error) { return []byte("short"), nil }}
			err := a.Apply(t.Context())
			if (err != nil) != tt.fails {
				t.Errorf("got %v", err)
			}
			if text, err := os.ReadFile(file); err != nil || (string(text) == "short") == tt.fails {
				t.Errorf("it holds %q, %v", text, err)
			}
			if diff := cmp.Diff(tt.file, ownerOf(t, file)); diff != "" {
				t.Errorf("whose it is (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{"shared.json"}, names(t, dir)); diff != "" {
				t.Errorf("left behind (-want +got):\n%s", diff)
			}
		})
	}
}

// TestANewFileFollowsItsFolder: it is for the group where the folder is.
func TestANewFileFollowsItsFolder(t *testing.T) {
	if platform.Portable {
		t.Skip("needs the rights of another user, which Linux alone lends")
	}
	asRoot(t)
	for mode, want := range map[fs.FileMode]owned{
		0o775:                 {agent, agent, 0o644},
		0o775 | fs.ModeSetgid: {agent, stranger, 0o664},
	} {
		dir, root := give(t, agent, 0o755)
		if mode&fs.ModeSetgid != 0 {
			must(t, os.Chown(dir, agent, stranger))
		}
		must(t, os.Chmod(dir, mode))
		a := Amendment{Root: root, Name: "shared.json", Largest: 99, Edit: func([]byte) ([]byte, error) { return []byte("{}"), nil }}
		must(t, a.Apply(t.Context()))
		if diff := cmp.Diff(want, ownerOf(t, filepath.Join(dir, "shared.json"))); diff != "" {
			t.Errorf("in a folder of mode %v (-want +got):\n%s", mode, diff)
		}
	}
}

// TestStrangersHoldNobodyUp has another user hold what he can open.
func TestStrangersHoldNobodyUp(t *testing.T) {
	if platform.Portable {
		t.Skip("needs to know who holds a lock, which Linux alone tells")
	}
	asRoot(t)
	dir, root := give(t, 0, 0o755)
	must(t, os.WriteFile(filepath.Join(dir, "lock"), nil, 0o644)) // of an earlier version
	unlock, err := TryLock(root, "lock")
	must(t, err)
	unlock()
	hold := func(name string) {
		t.Helper()
		if _, err := exec.LookPath("flock"); err != nil {
			t.Skip("there is no program to hold a lock with")
		}
		holder := exec.Command("flock", "--nonblock", name, "sh", "-c", "echo held; cat")
		holder.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
		wait, err := holder.StdinPipe()
		must(t, err)
		out, err := holder.StdoutPipe()
		must(t, err)
		must(t, holder.Start())
		t.Cleanup(func() { wait.Close(); holder.Wait() })
		if said, _ := io.ReadAll(io.LimitReader(out, 4)); string(said) != "held" && name == dir {
			t.Fatal("a stranger could not lock the folder")
		}
	}
	hold(filepath.Join(dir, "lock"))
	hold(dir)
	if unlock, err := TryLock(root, "lock"); err != nil {
		t.Errorf("the lock file: %v", err)
	} else {
		defer unlock()
	}
	if unlock, err := TryLockFolder(root); err != nil {
		t.Errorf("the folder: %v", err)
	} else {
		unlock()
	}
	if _, err := TryLock(root, "lock"); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v, want ErrLocked", err)
	}
}

func TestShared(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x")
	must(t, os.WriteFile(file, nil, 0o600))
	shared := func(mode fs.FileMode) bool {
		t.Helper()
		must(t, os.Chmod(file, mode))
		info, err := os.Stat(file)
		must(t, err)
		return Shared(info)
	}
	if shared(0o600) || shared(0o755) || !shared(0o602) {
		t.Error("by its mode alone")
	}
	if ownGroup(0, 1) || ownGroup(stranger, stranger) {
		t.Error("a group that is not theirs, or of nobody known")
	}
	asRoot(t)
	must(t, os.Chown(file, agent, agent))
	if !shared(0o660) {
		t.Error("the group of somebody unknown is not his own")
	}
	must(t, os.Chown(file, 0, 0))
	if shared(0o660) != !ownGroup(0, 0) {
		t.Error("by its group")
	}
}
