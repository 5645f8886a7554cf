package presence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"discussd/internal/platform"
)

// The users of these tests: whose sessions there are, one of his group who may write in
// none, and somebody else. Nobody has their numbers.
const (
	writer   = 54321
	reader   = 54322
	stranger = 54323
	team     = 54330 // may see the daemon
	authors  = 54331 // may write in sessions
)

// groups are those that each user is in.
var groups = map[int][]uint32{writer: {team, authors}, reader: {team}, stranger: {authors}}

// machine is a daemon of the whole machine, of root's, and what it heard.
type machine struct {
	t       *testing.T
	folder  string // its runtime folder
	root    string // what it watches
	program string // this test, where all may start it
	heard   chan string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	if platform.Portable {
		t.Skip("the kernel does not tell who asks here")
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can be other users")
	}
	top, err := os.MkdirTemp("", "machine") // whose name is short enough for a socket
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(top) })
	m := &machine{t, filepath.Join(top, "run"), filepath.Join(top, "srv"), filepath.Join(top, "program"), make(chan string, 100)}
	self, err := os.ReadFile("/proc/self/exe")
	must(t, err)
	must(t, os.WriteFile(m.program, self, 0o755))
	must(t, os.Chmod(top, 0o755))
	for dir, mode := range map[string]os.FileMode{m.folder: 0o750 | os.ModeSetgid, m.root: 0o755} {
		must(t, os.Mkdir(dir, 0o700))
		must(t, os.Chown(dir, 0, team))
		must(t, os.Chmod(dir, mode))
	}
	t.Setenv("XDG_RUNTIME_DIR", "")
	t.Setenv("RUNTIME_DIRECTORY", m.folder)
	a, err := Announce(Daemon{PID: os.Getpid(), Roots: []string{m.root}})
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a.Serve(ctx, func(session, round string) { m.heard <- session + " " + round })
	}()
	t.Cleanup(func() { cancel(); <-ended; a.Withdraw() })
	return m
}

// session is one that only authors may write in, and its owner.
func (m *machine) session(name string) string {
	dir := filepath.Join(m.root, name)
	must(m.t, os.MkdirAll(dir, 0o755))
	must(m.t, os.Chown(dir, 0, authors))
	must(m.t, os.Chmod(dir, 0o2775))
	return dir
}

// as has a user wish something of every daemon that he sees, and returns what came of it.
func (m *machine) as(uid int, session, round string) string {
	m.t.Helper()
	do := exec.Command(m.program, "-test.run=^TestAsker$")
	do.Env = append(os.Environ(), "PRESENCE_SYSTEM="+m.folder, "PRESENCE_SESSION="+session, "PRESENCE_ROUND="+round, "RUNTIME_DIRECTORY=", "XDG_RUNTIME_DIR="+m.t.TempDir())
	do.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid), Groups: groups[uid]}}
	do.Dir = "/"
	out, err := do.CombinedOutput()
	must(m.t, err)
	said, _, _ := strings.Cut(string(out), "\n")
	return said
}

// TestAsker is what a user of these tests does.
func TestAsker(t *testing.T) {
	system := os.Getenv("PRESENCE_SYSTEM")
	if system == "" {
		t.Skip("only as another user")
	}
	running, err := daemons(system)
	must(t, err)
	if _, err := seenIn(system); len(running) == 0 && errors.Is(err, fs.ErrPermission) {
		fmt.Println("may not look")
	} else if len(running) == 0 {
		fmt.Println("sees nobody")
	}
	for _, d := range running {
		if err := d.Settle(os.Getenv("PRESENCE_SESSION"), os.Getenv("PRESENCE_ROUND")); err != nil {
			fmt.Println(err)
		} else {
			fmt.Println("heard", d.Roots)
		}
	}
}

// TestOtherUsersAskTheMachinesDaemon, which judges for those who may write in a session,
// and does for others nothing at all.
func TestOtherUsersAskTheMachinesDaemon(t *testing.T) {
	m := newMachine(t)
	ok, refused := "heard ["+m.root+"]", "there is no session of that name which is watched and in which you may write"
	dir, elsewhere := m.session("s"), t.TempDir()
	must(t, os.Chmod(elsewhere, 0o777))
	must(t, os.Mkdir(filepath.Join(elsewhere, "sub"), 0o777))
	must(t, os.Chmod(filepath.Join(elsewhere, "sub"), 0o777))
	must(t, os.Symlink(elsewhere, filepath.Join(m.root, "link")))
	for name, tt := range map[string]struct {
		uid            int
		session, round string
		want           string
	}{
		"who may write":           {writer, dir, "DISCUSS-001", ok},
		"a request of his":        {writer, dir, "requests/a.md", ok},
		"who may only look":       {reader, dir, "DISCUSS-001", refused},
		"who may not even look":   {stranger, dir, "DISCUSS-001", "may not look"},
		"outside of what it sees": {writer, elsewhere, "DISCUSS-001", refused},
		"outside by dots":         {writer, m.root + "/../../.." + elsewhere, "DISCUSS-001", refused},
		"through a link":          {writer, filepath.Join(m.root, "link"), "DISCUSS-001", refused},
		"behind a link":           {writer, filepath.Join(m.root, "link", "sub"), "DISCUSS-001", refused},
		"what is not there":       {writer, filepath.Join(m.root, "none"), "DISCUSS-001", refused},
		"a round that is a path":  {writer, dir, "../../x", "no round has such a name"},
		"a round without an end":  {writer, dir, strings.Repeat("x", 300), "no round has such a name"},
	} {
		if got := m.as(tt.uid, tt.session, tt.round); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
			continue
		}
		if tt.want == ok {
			if got := <-m.heard; got != tt.session+" "+tt.round {
				t.Errorf("%s: the daemon heard %q", name, got)
			}
		}
	}
	if len(m.heard) > 0 {
		t.Errorf("the daemon heard also %q", <-m.heard)
	}
}

// TestNobodyHoldsTheMachinesDaemonUp: whoever says nothing, too much, nonsense or the same
// for ever is not listened to for long.
func TestNobodyHoldsTheMachinesDaemonUp(t *testing.T) {
	m := newMachine(t)
	dir := m.session("s")
	say := func(text string) string {
		conn, err := net.Dial("unix", socketFile(m.folder, os.Getpid()))
		must(t, err)
		defer conn.Close()
		must(t, conn.SetDeadline(time.Now().Add(10*time.Second)))
		_, _ = conn.Write([]byte(text)) // it may have had enough of it
		_ = conn.(*net.UnixConn).CloseWrite()
		answer := make([]byte, 100)
		n, _ := conn.Read(answer)
		return strings.TrimSpace(string(answer[:n]))
	}
	for range mostAskers { // who come and say nothing
		conn, err := net.Dial("unix", socketFile(m.folder, os.Getpid()))
		must(t, err)
		defer conn.Close()
	}
	wish, err := json.Marshal(request{dir, "DISCUSS-001"})
	must(t, err)
	if got := say(string(wish)); got != "ok" {
		t.Errorf("behind those who say nothing: %q", got)
	}
	if got := say("{"); got != "the wish cannot be read" {
		t.Errorf("nonsense: %q", got)
	}
	if got := say(strings.Repeat(" ", 2*largestWish)); got == "ok" {
		t.Error("too much was heard")
	}
	refused := 0
	for range 3 * mostWishes {
		if say(string(wish)) != "ok" {
			refused++
		}
	}
	if refused < mostWishes/2 {
		t.Errorf("%d of %d wishes in a row were refused", refused, 3*mostWishes)
	}
}

// TestWhatOthersSee: files of a folder that only its user enters are for nobody else, those
// of one that a group enters are for the group.
func TestWhatOthersSee(t *testing.T) {
	for mode, want := range map[os.FileMode]map[string]string{
		0o700: {".json": "-rw-------"},
		0o750: {".json": "-rw-r-----", ".sock": "Srw-rw----"},
		0o770: {".json": "-rw-------"}, // which others could put files in
	} {
		dir, err := os.MkdirTemp("", "seen")
		must(t, err)
		defer os.RemoveAll(dir)
		must(t, os.Chmod(dir, mode))
		t.Setenv("XDG_RUNTIME_DIR", "")
		t.Setenv("RUNTIME_DIRECTORY", dir)
		a, err := Announce(Daemon{PID: 7})
		must(t, err)
		got := map[string]string{}
		for _, ending := range []string{".json", ".sock"} {
			if info, err := os.Lstat(filepath.Join(dir, "7"+ending)); err == nil {
				got[ending] = info.Mode().String()
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("in a folder of mode %v (-want +got):\n%s", mode, diff)
		}
		a.Withdraw()
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left: %v, %v", left, err)
		}
	}
}

// TestMayWrite compares with what the kernel says of folders.
func TestMayWrite(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder to somebody else")
	}
	for name, tt := range map[string]struct {
		who        asker
		owner, gid int
		mode       os.FileMode
		want       bool
	}{
		"the owner":                {asker{uid: writer}, writer, 0, 0o700, true},
		"an owner who may not":     {asker{uid: writer, groups: []uint32{team}}, writer, team, 0o577, false},
		"his group":                {asker{uid: writer, groups: []uint32{1, team}}, 0, team, 0o770, true},
		"a group that may not":     {asker{uid: writer, groups: []uint32{team}}, 0, team, 0o757, false},
		"anybody":                  {asker{uid: writer}, 0, 0, 0o777, true},
		"somebody else":            {asker{uid: writer}, 0, 0, 0o775, false},
		"root, whatever the modes": {asker{}, writer, team, 0o555, true},
	} {
		dir := t.TempDir()
		must(t, os.Chown(dir, tt.owner, tt.gid))
		must(t, os.Chmod(dir, tt.mode))
		info, err := os.Lstat(dir)
		must(t, err)
		if got := tt.who.mayWrite(info); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
