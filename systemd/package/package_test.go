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
)

// made are the packages for this machine in a new folder, by their ending.
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
		found, _ := filepath.Glob(filepath.Join(dir, "*."+ending))
		if len(found) != 1 {
			t.Fatalf("%s: %v", ending, found)
		}
		packages[ending] = found[0]
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

// TestPackages: two builds are the same bytes, and the Debian package is installed,
// installed once more, removed and purged.
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
	t.Run("lintian", func(t *testing.T) {
		if _, err := exec.LookPath("lintian"); err != nil {
			t.Skip("NOT TESTED: no lintian here, so Debian's checker has not seen the package")
		}
		do(t, "lintian", "--allow-root", "--fail-on", "error", first["deb"])
	})
}

func install(t *testing.T, deb string) {
	if _, err := exec.LookPath("dpkg"); err != nil || os.Getuid() != 0 {
		t.Skip("NOT TESTED: no dpkg here, or no root, so the package was not installed")
	}
	root := t.TempDir()
	for _, dir := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	dpkg := func(args ...string) {
		t.Helper()
		do(t, "dpkg", append([]string{"--root=" + root, "--log=/dev/null"}, args...)...)
	}
	program, settings := filepath.Join(root, "usr/bin/discussd"), filepath.Join(root, "etc/discussd/discussd.toml")
	dpkg("--install", deb)
	if out := do(t, program, "version"); !strings.HasPrefix(out, "discussd ") {
		t.Errorf("it says %q", out)
	}
	if out := do(t, program, "--config", settings, "config", "check"); strings.Contains(out, "error") {
		t.Errorf("the configuration that is brought: %s", out)
	}
	for _, name := range []string{"usr/lib/systemd/user/discussd.service", "usr/share/man/man1/discussd.1.gz", "usr/share/man/man1/discussd-decide.1.gz", "usr/share/doc/discussd/NOTICES.gz"} {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
	unit, err := os.ReadFile(filepath.Join(root, "usr/lib/systemd/user/discussd.service"))
	if err != nil || !bytes.Contains(unit, []byte("\nExecStart=/usr/bin/discussd run\n")) || bytes.Contains(unit, []byte("/usr/local")) && !bytes.Contains(unit, []byte("#Environment")) {
		t.Errorf("%v\n%s", err, unit)
	}
	const mine = "# mine\n"
	if err := os.WriteFile(settings, []byte(mine), 0o644); err != nil {
		t.Fatal(err)
	}
	dpkg("--install", deb)
	if text, _ := os.ReadFile(settings); string(text) != mine {
		t.Error("the administrator's settings were replaced")
	}
	dpkg("--remove", "discussd")
	if _, err := os.Stat(program); err == nil {
		t.Error("the program is there after its removal")
	}
	if text, _ := os.ReadFile(settings); string(text) != mine {
		t.Error("a removal took the settings away")
	}
	dpkg("--purge", "discussd")
	if _, err := os.Stat(filepath.Dir(settings)); err == nil {
		t.Error("something is left after the purge")
	}
}
