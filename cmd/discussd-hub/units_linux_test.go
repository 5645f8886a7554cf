package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"discussd/critique"
	"discussd/critique/cli/relay"
	"discussd/internal/syncbuffer"
)

// tree is the root folder of a small system that systemd boots.
type tree struct {
	*testing.T
	root string
}

func (r tree) at(name string) string { return filepath.Join(r.root, name) }

// write writes a file of the system, with the folders above it.
func (r tree) write(name string, text string, mode os.FileMode) {
	r.Helper()
	must(r.T, os.MkdirAll(filepath.Dir(r.at(name)), 0o755))
	must(r.T, os.WriteFile(r.at(name), []byte(text), mode))
}

// call runs a program of this machine on the system.
func (r tree) call(program string, args ...string) {
	r.Helper()
	if said, err := exec.CommandContext(r.Context(), program, args...).CombinedOutput(); err != nil {
		r.Fatalf("%s %v: %v\n%s", program, args, err, said)
	}
}

// bare has the folders and units without which nothing boots, so that no other service of this
// machine is started.
func bare(t *testing.T) tree {
	t.Helper()
	r := tree{t, t.TempDir()}
	for _, folder := range []string{"usr", "proc", "sys", "dev", "run", "tmp", "var", "var/lib", "root", "out", "programs"} {
		must(t, os.Mkdir(r.at(folder), 0o755))
	}
	for _, folder := range []string{"bin", "sbin", "lib", "lib64"} {
		must(t, os.Symlink("usr/"+folder, r.at(folder)))
	}
	r.write("etc/os-release", "ID=test\n", 0o644)
	r.write("etc/machine-id", "", 0o644)
	for _, name := range []string{"sysinit", "basic", "shutdown", "network-online", "multi-user"} {
		r.write("etc/systemd/system/"+name+".target", "[Unit]\nDescription=none\n", 0o644)
	}
	must(t, os.Symlink("multi-user.target", r.at("etc/systemd/system/default.target")))
	return r
}

// service is one of the test's own, which is run once, and after which the machine goes off.
func (r tree) service(name, unit, command string) {
	r.Helper()
	r.write("etc/systemd/system/"+name+".service", "[Unit]\n"+unit+"\n[Service]\nType=oneshot\nExecStart="+command+
		"\nStandardInput=data\nStandardInputText=hello\nStandardOutput=file:/out/"+name+"\nStandardError=file:/out/"+name+".errors\n[Install]\nWantedBy=multi-user.target\n", 0o644)
	r.call("systemctl", "--root="+r.root, "enable", name)
}

// boot starts the system in namespaces of its own and waits until it is off. It returns what
// services said.
func (r tree) boot() string {
	r.Helper()
	ctx, stop := context.WithTimeout(r.Context(), 2*time.Minute)
	defer stop()
	machine := exec.CommandContext(ctx, "systemd-nspawn", "--quiet", "--directory="+r.root, "--bind-ro=/usr", "--bind-ro="+r.at("programs")+":/usr/local/bin", "--register=no", "--keep-unit",
		"--private-network", "--console=read-only", "--setenv=SYSTEMD_UNIT_PATH=/etc/systemd/system", "--boot", "--", "--log-target=console", "--log-level=info", "--default-standard-output=tty")
	var log syncbuffer.Buffer
	machine.Stdout, machine.Stderr, machine.WaitDelay = &log, &log, 5*time.Second
	_ = machine.Run() // what was written says whether it booted
	return log.String()
}

// bootable skips where no system can be booted.
func bootable(t *testing.T) {
	t.Helper()
	for _, program := range []string{"systemd-nspawn", "systemd-sysusers", "systemctl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("NOT TESTED: no %s here, so nobody has booted the units", program)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("NOT TESTED: no root, so nobody has booted the units")
	}
	r := bare(t)
	r.service("booted", "SuccessAction=exit-force\nFailureAction=exit-force", "/bin/echo yes")
	said := r.boot()
	if text, err := os.ReadFile(r.at("out/booted")); err != nil || string(text) != "yes\n" {
		t.Skipf("NOT TESTED: systemd does not boot here, so nobody has booted the units: %s", said)
	}
}

// TestUnitsBoot: under a systemd that starts nothing else, both units as they are, with what
// the page says to prepare, answer an ask; each as its own user.
func TestUnitsBoot(t *testing.T) {
	bootable(t)
	r := bare(t)
	units, err := filepath.Abs("../../systemd")
	must(t, err)
	build(t, r.at("programs"), ".")
	r.call("systemd-sysusers", "--root="+r.root, filepath.Join(units, "hub-sysusers.conf"))
	for _, who := range []string{"discussd-hub", "discussd-worker"} {
		unit, err := os.ReadFile(filepath.Join(units, "system", who+".service"))
		must(t, err)
		r.write("etc/systemd/system/"+who+".service", string(unit), 0o644)
		r.call("systemctl", "--root="+r.root, "enable", who)
		must(t, os.Mkdir(r.at("var/lib/"+who), 0o700))
	}
	t.Chdir(r.at("etc"))
	for _, u := range []user{{Name: "worker", Worker: true}, {Name: "shop", Project: "shop"}} {
		_, err := addUser(r.at("var/lib/discussd-hub"), u)
		must(t, err)
	}
	must(t, os.Rename("worker.key", r.at("var/lib/discussd-worker/worker.key")))
	certificate(t, time.Hour)
	must(t, os.Mkdir("discussd-hub", 0o755))
	must(t, os.Rename("hub.key", "discussd-hub/hub.key"))
	must(t, os.Link("hub.pem", "discussd-hub/hub.pem"))
	must(t, os.Chmod("hub.pem", 0o644))
	r.write("etc/discussd/worker.toml", "[tools.gemini]\nvia = \"command\"\ncommand = [\"/bin/cat\"]\n", 0o644)
	r.write("etc/discussd/worker.env", "HUB=tls://127.0.0.1:4222\nOPTIONS=--ca /etc/hub.pem\n", 0o644)
	r.service("ask", "SuccessAction=exit-force\nFailureAction=exit-force",
		"/usr/local/bin/discussd-hub ask --hub tls://127.0.0.1:4222 --creds /etc/shop.key --ca /etc/hub.pem --project shop --tool gemini --when-down wait --timeout 1m")
	said := r.boot()
	text, err := os.ReadFile(r.at("out/ask"))
	must(t, err)
	var line relay.Said
	err = json.Unmarshal(text, &line)
	if answer := line.Answer; err != nil || answer.Class != critique.Answered || strings.TrimSpace(string(answer.Text)) != "hello" {
		t.Errorf("the answer is %s (%v); the machine said\n%s", text, err, said)
	}
	users, err := os.ReadFile("passwd")
	must(t, err)
	for who, file := range map[string]string{"discussd-hub": "queue", "discussd-worker": "worker.key"} {
		var about syscall.Stat_t
		must(t, syscall.Stat(r.at(filepath.Join("var/lib", who, file)), &about))
		if !strings.Contains("\n"+string(users), fmt.Sprintf("\n%s:x:%d:", who, about.Uid)) {
			t.Errorf("what %s has is of user %d", who, about.Uid)
		}
	}
}
