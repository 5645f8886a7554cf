package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// stranger is the number of a user that nobody has.
const stranger = 54321

// TestTrust: a file that others can change, in whatever way, is refused.
func TestTrust(t *testing.T) {
	root := os.Geteuid() == 0
	chmod := func(name string, mode fs.FileMode) func(string) error {
		return func(dir string) error { return os.Chmod(filepath.Join(dir, name), mode) }
	}
	chown := func(name string) func(string) error {
		return func(dir string) error { return os.Lchown(filepath.Join(dir, name), stranger, stranger) }
	}
	link := func(name, target string) func(string) error {
		return func(dir string) error { return os.Symlink(target, filepath.Join(dir, name)) }
	}
	tests := map[string]struct {
		acts []func(dir string) error
		path string // "" is etc/discussd/discussd.toml
		want string // "" accepts; DIR is the folder of the test
		root bool   // the case needs another user's file
	}{
		"nobody else's":               {},
		"others may read":             {acts: []func(string) error{chmod("etc/discussd/discussd.toml", 0o644)}},
		"all may write":               {acts: []func(string) error{chmod("etc/discussd/discussd.toml", 0o646)}, want: "the file can be written by others (mode 0646)"},
		"its group may write":         {acts: []func(string) error{chmod("etc/discussd/discussd.toml", 0o660)}, want: "start programs: chmod go-w DIR/etc/discussd/discussd.toml"},
		"its folder":                  {acts: []func(string) error{chmod("etc/discussd", 0o777)}, want: "the folder DIR/etc/discussd can be written by others (mode 0777)"},
		"the folder above":            {acts: []func(string) error{chmod("etc", 0o775)}, want: "the folder DIR/etc can be written by others (mode 0775)"},
		"a folder like /tmp":          {acts: []func(string) error{chmod("etc", 0o777|fs.ModeSticky)}},
		"a link":                      {acts: []func(string) error{link("l.toml", "etc/discussd/discussd.toml")}, path: "l.toml"},
		"a linked folder":             {acts: []func(string) error{link("l", "etc/discussd")}, path: "l/discussd.toml"},
		"a link out and back":         {acts: []func(string) error{link("etc/l", "../etc/discussd")}, path: "etc/l/discussd.toml"},
		"a link in a folder of all":   {acts: []func(string) error{link("open/l.toml", "../etc/discussd/discussd.toml"), chmod("open", 0o777)}, path: "open/l.toml", want: "the folder DIR/open can be written"},
		"a link into a folder of all": {acts: []func(string) error{link("l", "open"), link("open/discussd.toml", "../etc/discussd/discussd.toml"), chmod("open", 0o777)}, path: "l/discussd.toml", want: "the folder DIR/open can be written"},
		"another user's":              {acts: []func(string) error{chown("etc/discussd/discussd.toml")}, want: "the file belongs to user 54321", root: true},
		"another user's folder":       {acts: []func(string) error{chown("etc/discussd")}, want: "the folder DIR/etc/discussd belongs to user 54321", root: true},
		"another user's link":         {acts: []func(string) error{link("open/l.toml", "../etc/discussd/discussd.toml"), chown("open/l.toml"), chmod("open", 0o777|fs.ModeSticky)}, path: "open/l.toml", want: "the link DIR/open/l.toml belongs to user 54321", root: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if tt.root && !root {
				t.Skip("needs root: another user's files")
			}
			dir := t.TempDir()
			file := filepath.Join(dir, "etc/discussd/discussd.toml")
			place(t, file, "panel.budget = 7")
			act(t, os.Mkdir(filepath.Join(dir, "open"), 0o755))
			for _, change := range tt.acts {
				act(t, change(dir))
			}
			if tt.path != "" {
				file = filepath.Join(dir, tt.path)
			}
			c, source, err := environment{}.load(file)
			want := strings.ReplaceAll(tt.want, "DIR", dir)
			if _, opening := os.Open(file); tt.root && errors.Is(opening, fs.ErrPermission) {
				t.Skip("fs.protected_symlinks is on: the kernel itself follows no such link")
			}
			switch {
			case want == "" && (err != nil || c.Panel.Budget != 7):
				t.Errorf("refused: %v", err)
			case want != "" && (err == nil || !strings.HasPrefix(err.Error(), file+": ") || !strings.Contains(err.Error(), want) || c.Panel.Budget != 0):
				t.Errorf("got %v, budget %d, want %q", err, c.Panel.Budget, want)
			}
			if source.Path != file {
				t.Errorf("source %v", source)
			}
		})
	}
}

// TestTrustGoesOn: the file of the system is not read in place of one that is
// refused, and a missing one is still missing.
func TestTrustGoesOn(t *testing.T) {
	dir := t.TempDir()
	home, system := filepath.Join(dir, "home/.config/discussd/discussd.toml"), filepath.Join(dir, "etc.toml")
	place(t, home, "")
	place(t, system, "")
	act(t, os.Chmod(home, 0o666))
	if _, source, err := (environment{home: filepath.Join(dir, "home"), system: system}).load(""); err == nil || source.Path != home {
		t.Errorf("%v, %v", source, err)
	}
	read, write, err := os.Pipe()
	act(t, err)
	defer read.Close()
	write.WriteString("panel.budget = 8")
	write.Close()
	if c, _, err := (environment{}).load(fmt.Sprintf("/dev/fd/%d", read.Fd())); err != nil || c.Panel.Budget != 8 {
		t.Errorf("from the shell: %v", err)
	}
	act(t, os.Chmod(dir, 0o777))
	if _, _, err := (environment{}).load(filepath.Join(dir, "none.toml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of a file that is not there: %v", err)
	}
}

// TestTrustOfTheSystem: a user reads a file of root's, as in /etc.
func TestTrustOfTheSystem(t *testing.T) {
	const as = "TEST_TRUST_AS"
	if file := os.Getenv(as); file != "" {
		if err := trusted(file, startsPrograms); err != nil {
			t.Error(err)
		}
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("needs root: becomes another user")
	}
	dir, err := os.MkdirTemp("/", "discussd-test-")
	act(t, err)
	defer os.RemoveAll(dir)
	act(t, os.Chmod(dir, 0o755))
	file := filepath.Join(dir, "discussd.toml")
	place(t, file, "")
	user := exec.Command("/proc/self/exe", "-test.run=^TestTrustOfTheSystem$")
	user.Env = []string{as + "=" + file}
	user.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
	if out, err := user.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func act(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
