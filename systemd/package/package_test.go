package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// made are the packages for this machine in a new folder, by their ending; those of the
// hub by "discussd-hub deb" and so on.
func made(t *testing.T) map[string]string {
	t.Helper()
	project, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := run(context.Background(), project, dir, runtime.GOARCH); err != nil {
		t.Fatal(err)
	}
	packages := map[string]string{}
	for _, ending := range []string{"deb", "rpm"} {
		for _, name := range []string{"discussd", "discussd-hub"} {
			found, _ := filepath.Glob(filepath.Join(dir, name+`[_\-][0-9]*.`+ending))
			if len(found) != 1 {
				t.Fatalf("%s of %s: %v", ending, name, found)
			}
			packages[strings.TrimPrefix(name+" "+ending, "discussd ")] = found[0]
		}
	}
	return packages
}

// do runs a program of the system.
func do(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestPackages: two builds are the same bytes, and each package takes the place of an earlier
// version, keeps what the administrator has changed, and is removed.
func TestPackages(t *testing.T) {
	first, second := made(t), made(t)
	for ending := range first {
		a, err := os.ReadFile(first[ending])
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(second[ending])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("two builds of the %s differ", ending)
		}
	}
	t.Run("install", func(t *testing.T) { install(t, first["deb"]) })
	t.Run("hub", func(t *testing.T) { installHub(t, first["deb"], first["discussd-hub deb"]) })
	t.Run("rpm of hub", func(t *testing.T) { installHubRPM(t, first["discussd-hub rpm"]) })
	t.Run("rpm", func(t *testing.T) { installRPM(t, first["rpm"]) })
	t.Run("lintian", func(t *testing.T) {
		if _, err := exec.LookPath("lintian"); err != nil {
			t.Skip("NOT TESTED: no lintian here, so Debian's checker has not seen the package")
		}
		do(t, "lintian", "--allow-root", "--fail-on", "error", first["deb"], first["discussd-hub deb"])
	})
}

// older is a package of an earlier version: other settings by default, and a file that is no
// more.
func older(t *testing.T, format string) string {
	t.Helper()
	project, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	name, err := pack(format, runtime.GOARCH, t.TempDir(), release{"0.0.1", time.Unix(1e9, 0).UTC()}, builders(project, "")[0].about, []entry{
		{to: "/etc/discussd/discussd.toml", text: []byte("# of an earlier version\n"), config: true},
		{to: "/usr/bin/discussd", text: []byte("#!/bin/sh\necho an earlier version\n"), mode: 0o755},
		{to: "/usr/share/doc/discussd/gone", text: []byte("x")},
		{to: "/usr/lib/sysusers.d/discussd.conf", from: filepath.Join(project, "systemd", "sysusers.conf")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// system is an empty one in a folder, into which packages go.
type system struct {
	*testing.T
	root string
}

// emptySystem is one for dpkg.
func emptySystem(t *testing.T) system {
	t.Helper()
	s := system{t, t.TempDir()}
	for _, dir := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"} {
		if err := os.MkdirAll(s.at(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(s.at("var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return s
}

// at is a path there.
func (s system) at(name string) string { return filepath.Join(s.root, name) }

// holds tells what a file holds, "" when there is none.
func (s system) holds(name string) string {
	text, _ := os.ReadFile(s.at(name))
	return string(text)
}

// dpkg does something to the packages there. Questions are answered as they are at an
// unattended upgrade.
func (s system) dpkg(args ...string) {
	s.Helper()
	do(s.T, "dpkg", append([]string{"--root=" + s.root, "--log=/dev/null", "--force-script-chrootless", "--force-confdef"}, args...)...)
}

const (
	program  = "usr/bin/discussd"
	settings = "etc/discussd/discussd.toml"
	mine     = "# mine\n"
)

// whole looks whether the package is there with everything that it should have.
func (s system) whole() {
	s.Helper()
	if out := do(s.T, s.at(program), "version"); !strings.HasPrefix(out, "discussd ") {
		s.Errorf("it says %q", out)
	}
	for _, name := range []string{"usr/lib/sysusers.d/discussd.conf", "usr/lib/tmpfiles.d/discussd.conf", "usr/share/man/man1/discussd.1.gz", "usr/share/man/man1/discussd-decide.1.gz", "usr/share/doc/discussd/NOTICES.gz", "usr/share/discussd/without-namespaces.conf"} {
		if _, err := os.Stat(s.at(name)); err != nil {
			s.Error(err)
		}
	}
	for _, kind := range []string{"system", "user"} {
		unit := s.holds("usr/lib/systemd/" + kind + "/discussd.service")
		if !strings.Contains(unit, "\nExecStart=/usr/bin/discussd run\n") || !strings.Contains(unit, "\nExecReload=/usr/bin/discussd config check\n") || strings.Contains(unit, "/usr/local/bin/discussd") {
			s.Errorf("the %s unit:\n%s", kind, unit)
		}
	}
	if s.holds("usr/share/doc/discussd/gone") != "" {
		s.Error("a file of the earlier version stayed")
	}
}

func install(t *testing.T, deb string) {
	if _, err := exec.LookPath("dpkg"); err != nil || os.Getuid() != 0 {
		t.Skip("NOT TESTED: no dpkg here, or no root, so the package was not installed")
	}
	s := emptySystem(t)
	s.dpkg("--install", older(t, "deb"))
	s.dpkg("--install", deb) // an upgrade
	s.whole()
	if !strings.Contains(s.holds(settings), "[handoff]") {
		t.Error("settings that nobody had changed are not those of the new version")
	}
	if out := do(t, s.at(program), "--config", s.at(settings), "config", "check"); strings.Contains(out, "error") {
		t.Errorf("the configuration that is brought: %s", out)
	}
	if _, err := exec.LookPath("systemd-sysusers"); err != nil {
		t.Log("NOT TESTED: no systemd-sysusers here, so nobody has made the user")
	} else if !strings.Contains(s.holds("etc/passwd"), "\ndiscussd:") && !strings.HasPrefix(s.holds("etc/passwd"), "discussd:") || !strings.Contains(s.holds("etc/group"), "discussd-users:") {
		t.Errorf("no user or group was made:\n%s%s", s.holds("etc/passwd"), s.holds("etc/group"))
	}
	s.dpkg("--force-downgrade", "--install", older(t, "deb"))
	if err := os.WriteFile(s.at(settings), []byte(mine), 0o644); err != nil {
		t.Fatal(err)
	}
	s.dpkg("--install", deb)
	if s.holds(settings) != mine {
		t.Error("an upgrade replaced the administrator's settings")
	}
	if err := os.MkdirAll(s.at("var/lib/discussd/key"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.dpkg("--remove", "discussd")
	if _, err := os.Stat(s.at(program)); err == nil {
		t.Error("the program is there after its removal")
	}
	if _, err := os.Stat(s.at("var/lib/discussd")); err != nil || s.holds(settings) != mine {
		t.Errorf("a removal took settings or state away: %v", err)
	}
	s.dpkg("--purge", "discussd")
	for _, name := range []string{"etc/discussd", "var/lib/discussd"} {
		if _, err := os.Stat(s.at(name)); err == nil {
			t.Errorf("%s is left after the purge", name)
		}
	}
}

// installRPM does without the scripts, which need a whole system around them.
func installRPM(t *testing.T, rpm string) {
	if _, err := exec.LookPath("rpm"); err != nil || os.Getuid() != 0 {
		t.Skip("NOT TESTED: no rpm here, or no root, so the package was not installed")
	}
	s := system{t, t.TempDir()}
	call := func(args ...string) {
		t.Helper()
		do(t, "rpm", append([]string{"--root=" + s.root, "--nodeps", "--noscripts", "--nosignature"}, args...)...)
	}
	call("--install", older(t, "rpm"))
	if err := os.WriteFile(s.at(settings), []byte(mine), 0o644); err != nil {
		t.Fatal(err)
	}
	call("--upgrade", rpm)
	s.whole()
	if s.holds(settings) != mine || !strings.Contains(s.holds(settings+".rpmnew"), "[handoff]") {
		t.Error("an upgrade did not keep the administrator's settings, with the new ones beside them")
	}
	call("--erase", "discussd")
	if _, err := os.Stat(s.at(program)); err == nil {
		t.Error("the program is there after its removal")
	}
}

// holdsHub looks whether the package of the hub is there.
func (s system) holdsHub() {
	s.Helper()
	for _, name := range []string{"discussd-hub", "discussd-hub-client"} {
		if out := do(s.T, s.at("usr/bin/"+name), "--version"); !strings.HasPrefix(out, name+" ") {
			s.Errorf("it says %q", out)
		}
	}
	for _, name := range []string{"usr/lib/sysusers.d/discussd-hub.conf", "usr/share/man/man1/discussd-hub.1.gz", "usr/share/man/man1/discussd-hub-add-user.1.gz", "usr/share/doc/discussd-hub/NOTICES.gz"} {
		if _, err := os.Stat(s.at(name)); err != nil {
			s.Error(err)
		}
	}
	for name, command := range map[string]string{"hub": "serve", "worker": "worker"} {
		unit := s.holds("usr/lib/systemd/system/discussd-" + name + ".service")
		if !strings.Contains(unit, "\nExecStart=/usr/bin/discussd-hub "+command+" ") || strings.Contains(unit, "/usr/local/bin") && !strings.Contains(unit, "PATH=/usr/local/bin") {
			s.Errorf("the unit of the %s:\n%s", name, unit)
		}
	}
}

// installHub has the package beside that of the daemon, and alone.
func installHub(t *testing.T, daemon, deb string) {
	if _, err := exec.LookPath("dpkg"); err != nil || os.Getuid() != 0 {
		t.Skip("NOT TESTED: no dpkg here, or no root, so the package was not installed")
	}
	s := emptySystem(t)
	s.dpkg("--install", daemon)
	s.dpkg("--install", deb)
	s.dpkg("--remove", "discussd")
	s.holdsHub()
	if _, err := exec.LookPath("systemd-sysusers"); err != nil {
		t.Log("NOT TESTED: no systemd-sysusers here, so nobody has made the users")
	} else if people := s.holds("etc/passwd"); !strings.Contains(people, "discussd-hub:") || !strings.Contains(people, "discussd-worker:") {
		t.Errorf("no users were made:\n%s", people)
	}
	for _, name := range []string{"hub", "worker"} {
		if err := os.MkdirAll(s.at("var/lib/discussd-"+name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s.dpkg("--remove", "discussd-hub")
	if _, err := os.Stat(s.at("usr/bin/discussd-hub")); err == nil {
		t.Error("the program is there after its removal")
	}
	if _, err := os.Stat(s.at("var/lib/discussd-hub")); err != nil {
		t.Errorf("a removal took state away: %v", err)
	}
	s.dpkg("--purge", "discussd-hub")
	for _, name := range []string{"hub", "worker"} {
		if _, err := os.Stat(s.at("var/lib/discussd-" + name)); err == nil {
			t.Errorf("state of the %s is left after the purge", name)
		}
	}
}

func installHubRPM(t *testing.T, rpm string) {
	if _, err := exec.LookPath("rpm"); err != nil || os.Getuid() != 0 {
		t.Skip("NOT TESTED: no rpm here, or no root, so the package was not installed")
	}
	s := system{t, t.TempDir()}
	do(t, "rpm", "--root="+s.root, "--nodeps", "--noscripts", "--nosignature", "--install", rpm)
	s.holdsHub()
}
