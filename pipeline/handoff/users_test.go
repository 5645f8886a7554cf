package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"discussd/critique"
	"discussd/pipeline/verdict"
)

// The users of these tests: who runs discussd, whose agents write, and somebody else.
// Nobody has their numbers.
const (
	daemon   = 54320
	writer   = agent
	stranger = 54322
	team     = 54330 // a group of the first two
)

// users plays several users in one session: each does what he does in a process of his own.
type users struct {
	t       *testing.T
	program string // this test, where all may start it
	session string
	state   string // folder in which each has his own
}

func newUsers(t *testing.T, owner int, mode fs.FileMode) *users {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can be other users")
	}
	top := t.TempDir()
	u := &users{t: t, program: filepath.Join(top, "program"), session: filepath.Join(top, "session"), state: filepath.Join(top, "state")}
	self, err := os.ReadFile("/proc/self/exe")
	must(t, err)
	must(t, os.WriteFile(u.program, self, 0o755))
	for _, dir := range []string{u.session, u.state} {
		must(t, os.Mkdir(dir, 0o755))
	}
	for _, dir := range []string{filepath.Dir(top), top, u.state} {
		must(t, os.Chmod(dir, 0o777))
	}
	must(t, os.Chown(u.session, owner, owner))
	must(t, os.Chmod(u.session, mode))
	if said := u.as(stranger, "test -r "+u.program); strings.HasPrefix(said, "fails") {
		t.Skipf("another user cannot work here: %s", said)
	}
	return u
}

// as has a user do something: what TestUserProcess knows, or a script.
func (u *users) as(uid int, act string, environment ...string) string {
	u.t.Helper()
	script := act
	if !strings.Contains(act, " ") {
		script = "exec " + u.program + " -test.run=^TestUserProcess$"
	}
	do := exec.Command("/bin/sh", "-ec", "umask 022; "+script)
	do.Dir = u.session
	do.Env = append(os.Environ(), "HANDOFF_ACT="+act, "HANDOFF_SESSION="+u.session, fmt.Sprintf("XDG_STATE_HOME=%s/%d", u.state, uid))
	do.Env = append(do.Env, environment...)
	if uid != 0 {
		credential := &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
		if uid != stranger {
			credential.Groups = []uint32{team}
		}
		do.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	}
	out, err := do.CombinedOutput()
	if err != nil {
		return "fails: " + string(out)
	}
	said, _, _ := strings.Cut(string(out), "\n")
	return said
}

// TestUserProcess is what a user of these tests does.
func TestUserProcess(t *testing.T) {
	act := os.Getenv("HANDOFF_ACT")
	if act == "" {
		t.Skip("only as another user")
	}
	root, err := os.OpenRoot(os.Getenv("HANDOFF_SESSION"))
	must(t, err)
	mode, err := strconv.ParseUint("0"+os.Getenv("HANDOFF_MODE"), 8, 32)
	must(t, err)
	options := Options{Mode: fs.FileMode(mode), History: 3, Raw: 2, Reading: strings.HasPrefix(act, "read")}
	if act == "read-knowing" {
		options.Writers = []uint32{daemon}
	}
	f, err := Open(root, options)
	must(t, err)
	switch act {
	case "praise":
		_, err = f.Commit(judged(1, "one", 5), nil)
	case "judge":
		answer := critique.Opinion{Perspective: critique.Perspective{Name: "quality"}}
		answer.Attempts = []critique.Attempt{{Raw: []byte("said")}}
		_, err = f.Commit(judged(1, "one", 1), nil)
		err = errors.Join(err, f.KeepRaw(round, []critique.Opinion{answer}))
	case "lock":
		_, err = f.TryLock()
	default:
		if v, ok := f.Verdict(round); ok {
			fmt.Println(*v.AverageRating)
		} else {
			fmt.Println("none")
		}
	}
	must(t, err)
}

// TestWhoseVerdictsCount has discussd judge as one user, and asks him and others, who
// know of him or don't, what counts: of his bad verdict, and of a stranger's in its place.
func TestWhoseVerdictsCount(t *testing.T) {
	const blocked, none = "1", "none"
	type seen struct{ Daemon, Root, Writer, Knowing string }
	// His own folder of that name, by whatever means there are.
	const forge = "mv discussions .away; HANDOFF_ACT=praise "
	tests := map[string]struct {
		owner  int
		mode   fs.FileMode
		judges int
		want   seen // of the verdict
		forged seen // of that of a stranger
		cannot bool // the stranger cannot put it there
	}{
		"the session is the daemon's":     {daemon, 0o755, daemon, seen{blocked, blocked, blocked, blocked}, seen{}, true},
		"everybody can write there":       {daemon, 0o777, daemon, seen{blocked, none, none, blocked}, seen{none, none, none, none}, false},
		"it is another user's, and open":  {writer, 0o777, daemon, seen{blocked, none, none, blocked}, seen{none, none, none, none}, false},
		"root judges":                     {writer, 0o755, 0, seen{none, blocked, blocked, blocked}, seen{}, true},
		"root judges where all can write": {0, 0o777, 0, seen{blocked, blocked, blocked, blocked}, seen{none, none, none, none}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			u := newUsers(t, tt.owner, tt.mode)
			look := func() seen {
				return seen{u.as(daemon, "look"), u.as(0, "read"), u.as(writer, "read"), u.as(writer, "read-knowing")}
			}
			if said := u.as(tt.judges, "judge"); said != "PASS" {
				t.Fatal(said)
			}
			if diff := cmp.Diff(tt.want, look()); diff != "" {
				t.Errorf("the verdict (-want +got):\n%s", diff)
			}
			said := u.as(stranger, forge+u.program+" -test.run=^TestUserProcess$")
			if failed := strings.HasPrefix(said, "fails"); failed != tt.cannot {
				t.Fatalf("the stranger: %s", said)
			}
			if diff := cmp.Diff(tt.forged, look()); diff != "" && !tt.cannot {
				t.Errorf("a stranger's (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRootWritesInNobodyElsesFolder: what belongs neither to the session's owner nor to
// root is for neither of them.
func TestRootWritesInNobodyElsesFolder(t *testing.T) {
	dir, f := agents(t)
	must(t, f.SetPending(round, verdict.Pending{State: verdict.Queued}))
	for whose, refused := range map[int]bool{agent: false, 0: false, stranger: true} {
		must(t, os.Chown(filepath.Join(dir, Dir), whose, whose))
		for _, reading := range []bool{false, true} {
			g, err := Open(f.session, Options{Reading: reading})
			if got := errors.Is(err, ErrRefused); got != (refused && !reading) {
				t.Errorf("a folder of user %d, to be read %v: %v", whose, reading, err)
			}
			if err == nil {
				g.Close()
			}
		}
	}
}

// TestTheTeamWritesBesideTheDaemon: with a mode that lets the group write, who shares a
// session can put requests and decisions beside the verdicts and take verdicts away, and the
// daemon's own notes stay his.
func TestTheTeamWritesBesideTheDaemon(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{0: "fails", 0o660: ""} {
		u := newUsers(t, 0, 0o755)
		must(t, os.Chown(u.session, 0, team))
		must(t, os.Chmod(u.session, 0o775|fs.ModeSetgid))
		if said := u.as(daemon, "judge", fmt.Sprintf("HANDOFF_MODE=%o", mode)); said != "PASS" {
			t.Fatal(said)
		}
		for _, act := range []string{"mkdir discussions/decisions && echo x >discussions/decisions/a.md", "echo x >>discussions/" + round + "-discussion.md", "rm -f discussions/" + round + "-verdict.json"} {
			if said := u.as(writer, act); strings.HasPrefix(said, "fails") != (want == "fails") {
				t.Errorf("mode %o: %s: %q", mode, act, said)
			}
		}
		for _, act := range []string{"echo x >discussions/.discussd/x", "rm -r discussions/.discussd"} {
			if said := u.as(writer, act); !strings.HasPrefix(said, "fails") {
				t.Errorf("mode %o: %s went well", mode, act)
			}
		}
		if said := u.as(stranger, "ls discussions/ && cat discussions/*.json discussions/*.md"); strings.HasPrefix(said, "fails") != (mode == 0o660) {
			t.Errorf("mode %o: a stranger reads: %q", mode, said)
		}
	}
}
