package decision

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"discussd/pipeline/durable"
)

// stranger is the number of a user that nobody has.
const stranger = 54321

// decisions makes a session whose inbox for decisions everybody may write to, as
// where agents run as other users, and a decision of this user in it.
func decisions(t *testing.T) (session *os.Root, folder, mine string) {
	t.Helper()
	top := t.TempDir()
	folder = filepath.Join(top, "discussions", "decisions")
	for _, dir := range []string{filepath.Dir(folder), folder} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{filepath.Dir(top), top, filepath.Dir(folder), folder} {
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	mine = filepath.Join(folder, "DISCUSS-005.md")
	if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	session, err := os.OpenRoot(top)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session, folder, mine
}

// trust reads a decision and says what [Trust] says of it.
func trust(session *os.Root, name string, deciders ...string) error {
	_, info, err := Read(session, "discussions/decisions/"+name)
	if err != nil {
		return err
	}
	return Trust(info, os.Geteuid(), deciders)
}

func TestTrust(t *testing.T) {
	chown := func(uid, gid int) func(string) error {
		return func(name string) error { return os.Chown(name, uid, gid) }
	}
	chmod := func(mode fs.FileMode) func(string) error {
		return func(name string) error { return os.Chmod(name, mode) }
	}
	tests := map[string]struct {
		change   func(name string) error
		deciders []string
		want     string // part of the reason against it, "" when it is trusted
	}{
		"the daemon's user":            {chmod(0o644), nil, ""},
		"read-only":                    {chmod(0o400), nil, ""},
		"everybody may write":          {chmod(0o646), nil, "others than its owner may write it (-rw-r--rw-): chmod 644 and write it again"},
		"a group may write":            {func(name string) error { return errors.Join(os.Chown(name, -1, stranger), os.Chmod(name, 0o664)) }, nil, "others than its owner may write it"},
		"somebody else":                {chown(stranger, stranger), nil, "it belongs to \"54321\", who is neither"},
		"somebody else, others listed": {chown(stranger, stranger), []string{"54322", "no-such-user", "543210", ""}, "who is neither"},
		"somebody listed by number":    {chown(stranger, stranger), []string{"no-such-user", "54321"}, ""},
		"somebody listed, with two names": {func(name string) error {
			return errors.Join(os.Chown(name, stranger, stranger), os.Link(name, name+"2"))
		}, []string{"54321"}, "it has 2 names"},
		"two names": {func(name string) error { return os.Link(name, name+"2") }, nil, "it has 2 names"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			session, _, mine := decisions(t)
			if err := tt.change(mine); errors.Is(err, syscall.EPERM) {
				t.Skipf("not permitted here: %v", err)
			} else if err != nil {
				t.Fatal(err)
			}
			err := trust(session, "DISCUSS-005.md", tt.deciders...)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// A daemon that runs as somebody else trusts this user by name only.
func TestTrustByName(t *testing.T) {
	self, err := user.Current()
	if err != nil {
		t.Skipf("this user has no name: %v", err)
	}
	session, _, _ := decisions(t)
	_, info, err := Read(session, "discussions/decisions/DISCUSS-005.md")
	if err != nil {
		t.Fatal(err)
	}
	if err := Trust(info, stranger, []string{"no-such-user", self.Username}); err != nil {
		t.Error(err)
	}
	if err := Trust(info, stranger, []string{"no-such-user"}); err == nil || !strings.Contains(err.Error(), self.Username) {
		t.Errorf("got %v, want a reason that names the owner", err)
	}
	if got := Owner(info); got != self.Username {
		t.Errorf("owner %q, want %q", got, self.Username)
	}
}

// A group of one's own may write what one wrote: that is the default where users
// have one.
func TestTrustKnowsAUsersOwnGroup(t *testing.T) {
	session, _, mine := decisions(t)
	if err := os.Chmod(mine, 0o664); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(mine)
	if err != nil {
		t.Fatal(err)
	}
	if err := trust(session, "DISCUSS-005.md"); (err != nil) != durable.Shared(info) {
		t.Errorf("shared: %v, got %v", durable.Shared(info), err)
	}
}

func TestReadRefuses(t *testing.T) {
	tests := map[string]func(folder, mine string) error{
		"a link":   func(folder, mine string) error { return os.Symlink("DISCUSS-005.md", filepath.Join(folder, "R.md")) },
		"a pipe":   func(folder, mine string) error { return syscall.Mkfifo(filepath.Join(folder, "R.md"), 0o644) },
		"a folder": func(folder, mine string) error { return os.Mkdir(filepath.Join(folder, "R.md"), 0o755) },
		"too much": func(folder, mine string) error {
			return os.WriteFile(filepath.Join(folder, "R.md"), make([]byte, MaxFile+1), 0o644)
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			session, folder, mine := decisions(t)
			if err := prepare(folder, mine); err != nil {
				t.Fatal(err)
			}
			if _, _, err := Read(session, "discussions/decisions/R.md"); !errors.Is(err, durable.ErrRefused) {
				t.Errorf("got %v, want ErrRefused", err)
			}
		})
	}
	session, _, _ := decisions(t)
	if _, _, err := Read(session, "discussions/decisions/R.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
}

// An agent that runs as another user tries to have its own words taken for those
// of this one.
func TestAgentOfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can start a program as another user")
	}
	const words = `echo "decision: accept" > `
	tests := map[string]struct {
		script string
		reason string // against it, "" where it depends on the system whether it works, or where the words are still those of this user
	}{
		"writes it":                       {words + "R.md", "belongs to"},
		"writes over it":                  {words + "DISCUSS-005.md; " + words + "R.md", "belongs to"},
		"copies it and writes":            {"cp -a DISCUSS-005.md R.md; " + words + "R.md", "belongs to"},
		"copies it":                       {"cp -a DISCUSS-005.md R.md", "belongs to"},
		"renames and writes":              {"mv DISCUSS-005.md R.md && " + words + "R.md", ""},
		"links it":                        {"ln DISCUSS-005.md R.md", ""},
		"links it and writes":             {"ln DISCUSS-005.md R.md; " + words + "R.md", ""},
		"makes a symbolic link":           {"ln -s DISCUSS-005.md R.md", "output_refused"},
		"claims to be its owner":          {words + "R.md; chown 0:0 R.md; chmod 4644 R.md", "belongs to"},
		"puts a folder in its place":      {"mkdir R.md; " + words + "R.md/x", "output_refused"},
		"links to what is somewhere else": {"ln -s /etc/hostname R.md", "output_refused"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			session, folder, _ := decisions(t)
			agent := exec.Command("/bin/sh", "-c", tt.script)
			agent.Dir = folder
			agent.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
			if err := agent.Start(); err != nil {
				t.Skipf("cannot start a program as another user: %v", err)
			}
			agent.Wait() // most of it is not permitted
			content, info, err := Read(session, "discussions/decisions/R.md")
			if err == nil {
				err = Trust(info, os.Geteuid(), nil)
			}
			if err == nil && string(content) != "mine" {
				t.Errorf("trusted: %q", content)
			}
			if tt.reason != "" && (err == nil || !strings.Contains(err.Error(), tt.reason)) {
				t.Errorf("got %v, want %q", err, tt.reason)
			}
		})
	}
}
