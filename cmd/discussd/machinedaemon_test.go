//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"discussd/pipeline/pipelinetest"
)

// The users of this test: whom the daemon runs as, two who write in its sessions, and one
// who has nothing to do with them. Nobody has their numbers.
const (
	machineUser = 54320
	firstUser   = 54321
	secondUser  = 54322
	strangeUser = 54323
	sharedGroup = 54330
)

// machineWide is a machine with a daemon of its own, in a place where nobody else sees its folders.
type machineWide struct {
	t                         *testing.T
	program, sessions, config string
	home                      string // of all users: nothing is in it
}

// as is a command line of a user's.
func (m *machineWide) as(uid int, environment []string, argv ...string) *exec.Cmd {
	cmd := exec.Command("/bin/sh", append([]string{"-c", "umask 002; cd " + m.sessions + ` && exec "$@"`, "sh"}, argv...)...)
	cmd.Env = append([]string{asDaemon + "=yes", "PATH=/usr/bin:/bin", "HOME=" + m.home, "DISCUSSD_CONFIG=" + m.config, "TMPDIR=/tmp"}, environment...)
	credential := &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid), Groups: []uint32{sharedGroup}}
	if uid == strangeUser {
		credential.Groups = nil
	}
	if uid == machineUser {
		credential.Gid = sharedGroup
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	return cmd
}

// says is what discussd answers a user.
func (m *machineWide) says(uid int, argv ...string) (said string, code int) {
	m.t.Helper()
	cmd := m.as(uid, nil, append([]string{m.program}, argv...)...)
	out, err := cmd.CombinedOutput()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		m.t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// does is something else that a user does.
func (m *machineWide) does(uid int, script string) error {
	return m.as(uid, nil, "sh", "-ec", script).Run()
}

func newMachineWide(t *testing.T) *machineWide {
	t.Helper()
	must(t, unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""))
	mount(t, "tmpfs", "/run", "tmpfs", 0, "mode=0755")
	top := filepath.Join("/run", "test")
	m := &machineWide{t, filepath.Join(top, "discussd"), filepath.Join(top, "srv"), filepath.Join(top, "discussd.toml"), filepath.Join(top, "home")}
	for dir, mode := range map[string]os.FileMode{top: 0o755, m.sessions: 0o775 | os.ModeSetgid, m.home: 0o777, "/run/discussd": 0o750} {
		must(t, os.MkdirAll(dir, 0o755))
		if dir == m.sessions {
			must(t, os.Chown(dir, 0, sharedGroup))
		}
		if dir == "/run/discussd" {
			must(t, os.Chown(dir, machineUser, sharedGroup))
		}
		must(t, os.Chmod(dir, mode))
	}
	self, err := os.ReadFile("/proc/self/exe")
	must(t, err)
	must(t, os.WriteFile(m.program, self, 0o755))
	must(t, os.WriteFile(m.config, []byte("watch.roots = ['"+m.sessions+"']\nwatch.quiet = '1h'\nwatch.max_wait = '2h'\npanel.mode = 'checks'\n[handoff]\nmode = '0660'\ntrusted_deciders = ['54321']\n"), 0o644))
	log, err := os.Create(filepath.Join(top, "log"))
	must(t, err)
	daemon := m.as(machineUser, []string{"RUNTIME_DIRECTORY=/run/discussd", "STATE_DIRECTORY=" + m.home + "/daemon"}, m.program, "run")
	daemon.Stdout, daemon.Stderr = log, log
	must(t, daemon.Start())
	t.Cleanup(func() {
		must(t, daemon.Process.Signal(syscall.SIGTERM))
		daemon.Wait()
		if text, _ := os.ReadFile(log.Name()); t.Failed() {
			t.Logf("the daemon:\n%s", text)
		}
	})
	pipelinetest.Until(t, "the daemon", func() bool { text, _ := os.ReadFile(log.Name()); return strings.Contains(string(text), "ready") })
	return m
}

// TestADaemonForTheWholeMachine: users of its group see it, have their sessions judged by it
// before a window of an hour is over, and decide where they are trusted to. Others see
// nothing, and nobody has anything done outside of its sessions.
func TestADaemonForTheWholeMachine(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("NOT TESTED: only root can be several users")
	}
	if !inChild(t, &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}) {
		return
	}
	m := newMachineWide(t)
	must(t, m.does(firstUser, "mkdir -p shop/spec; printf '# Brief\\n\\nSee [the plan](plan.md).\\n' >shop/spec/product-brief.md"))
	expect := func(uid, code int, words string, argv ...string) {
		t.Helper()
		begun := time.Now()
		said, got := m.says(uid, argv...)
		if got != code || !strings.Contains(said, words) {
			t.Errorf("user %d, %q: code %d, want %d and %q\n%s", uid, argv, got, code, words, said)
		}
		if time.Since(begun) > time.Minute {
			t.Errorf("%q took %s", argv, time.Since(begun))
		}
	}
	expect(firstUser, 2, "X-005", "wait", "shop/spec/product-brief.md", "--timeout", "50s")
	pipelinetest.Until(t, "the state of the daemon", func() bool { // which is told a moment later
		said, code := m.says(secondUser, "status")
		return code == 0 && strings.Contains(said, "writer revises 002") && strings.Contains(said, "daemon ") && strings.Contains(said, "0 rounds to judge")
	})
	expect(strangeUser, 0, "no daemon runs", "status")
	expect(strangeUser, 1, "root can put you into that group", "doctor")
	must(t, m.does(strangeUser, "mkdir -p ~/own/spec; echo '# Brief' >~/own/spec/product-brief.md"))
	expect(strangeUser, exitTimeout, "you are not in the group", "wait", m.home+"/own/spec/product-brief.md", "--timeout", "3s")
	must(t, m.does(secondUser, "echo more >>shop/spec/product-brief.md"))
	expect(secondUser, 2, "judged by the daemon of this machine", "critique", "shop/spec/product-brief.md")
	expect(secondUser, 64, "neither --force", "critique", "--force", "shop/spec/product-brief.md")
	expect(secondUser, 1, "who is neither the user that discussd runs as", "decide", "shop", "DISCUSS-002", "accept", "--because", "no")
	expect(firstUser, 0, "consensus_reached", "decide", "shop", "DISCUSS-002", "accept", "--because", "the plan follows")
	expect(secondUser, 0, "answer: ", "request", "--artifact", "shop/spec/product-brief.md")

	// What the daemon wrote is the group's, and its own notes are not.
	must(t, m.does(secondUser, "cat shop/discussions/DISCUSS-002-discussion.md"))
	if m.does(secondUser, "echo x >shop/discussions/.discussd/x") == nil {
		t.Error("the daemon's own notes can be written to")
	}
	if m.does(strangeUser, "cat shop/discussions/DISCUSS-002-verdict.json") == nil {
		t.Error("a stranger reads a verdict")
	}
	// Nor does it go outside for anybody.
	outside := t.TempDir()
	must(t, os.Chmod(outside, 0o777))
	must(t, os.Chmod(filepath.Dir(outside), 0o777))
	must(t, m.does(secondUser, "mkdir "+outside+"/spec; echo '# Brief' >"+outside+"/spec/product-brief.md; ln -s "+outside+" linked; mkdir -p "+outside+"/sub/spec; echo '# Brief' >"+outside+"/sub/spec/product-brief.md; mkdir -p away/spec; ln -s "+outside+" away/discussions; echo '# Brief' >away/spec/product-brief.md"))
	for _, dir := range []string{outside, "linked", "linked/sub", "away"} {
		if said, code := m.says(secondUser, "wait", dir+"/spec/product-brief.md", "--timeout", "3s"); code != exitTimeout && code != 1 {
			t.Errorf("%s: code %d\n%s", dir, code, said)
		}
	}
	if left, err := os.ReadDir(outside + "/sub"); err != nil || len(left) != 1 {
		t.Errorf("written outside: %v, %v", left, err)
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) != 2 {
		t.Errorf("written outside: %v, %v", left, err)
	}
}
