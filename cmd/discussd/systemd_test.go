//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mostExposed is how much of the machine systemd may find that each unit leaves open, from 0
// to 10.
var mostExposed = map[string]float64{"system": 2.0, "user": 2.0}

// systemdAnalyze is the program that reads units as systemd does.
func systemdAnalyze(t *testing.T) string {
	t.Helper()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("NOT TESTED: no systemd-analyze here, so nobody has read the units")
	}
	return analyze
}

// older is what systemd before 253 says of notify-reload, which it passes over.
var older = regexp.MustCompile(`(?m)^.*Failed to parse service type, ignoring: notify-reload\n`)

// TestSystemdUnits has systemd itself read the units, with the built program in
// ExecStart and ExecReload.
func TestSystemdUnits(t *testing.T) {
	analyze := systemdAnalyze(t)
	program, err := os.Executable()
	must(t, err)
	for kind := range mostExposed {
		unit, err := os.ReadFile(filepath.Join("..", "..", "systemd", kind, "discussd.service"))
		must(t, err)
		calls := regexp.MustCompile(`(?m)^(ExecStart|ExecReload)=/usr/local/bin/discussd (run|config check)$`)
		if len(calls.FindAll(unit, -1)) != 2 {
			t.Fatalf("the %s unit does not run discussd, or does not check the configuration at a reload", kind)
		}
		file := filepath.Join(t.TempDir(), "discussd.service")
		must(t, os.WriteFile(file, calls.ReplaceAll(unit, []byte("$1="+program+" $2")), 0o644))
		cmd := exec.Command(analyze, "verify", "--"+kind, "--man=no", file)
		cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+t.TempDir())
		out, err := cmd.CombinedOutput()
		if err != nil || len(older.ReplaceAll(out, nil)) > 0 {
			t.Errorf("systemd-analyze verify of the %s unit: %v\n%s", kind, err, out)
		}
	}
}

// TestHubUnits has systemd itself read the units of the hub and of a worker.
func TestHubUnits(t *testing.T) {
	analyze := systemdAnalyze(t)
	program, err := os.Executable()
	must(t, err)
	for name, call := range map[string]string{"discussd-hub": "serve --dir ", "discussd-worker": "worker --hub "} {
		unit, err := os.ReadFile(filepath.Join("..", "..", "systemd", "system", name+".service"))
		must(t, err)
		if !strings.Contains(string(unit), "\nExecStart=/usr/local/bin/discussd-hub "+call) {
			t.Errorf("%s does not run discussd-hub %s", name, call)
		}
		file := filepath.Join(t.TempDir(), name+".service")
		must(t, os.WriteFile(file, []byte(strings.ReplaceAll(string(unit), "/usr/local/bin/discussd-hub", program)), 0o644))
		if out, err := exec.Command(analyze, "verify", "--man=no", file).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("systemd-analyze verify of %s: %v\n%s", name, err, out)
		}
	}
}

// exposed is the figure at the end of what systemd-analyze security prints.
var exposed = regexp.MustCompile(`Overall exposure level for \S+: (\d+\.\d+)`)

// TestHardened: as systemd counts what a service could do to the machine.
func TestHardened(t *testing.T) {
	analyze := systemdAnalyze(t)
	units, err := filepath.Glob(filepath.Join("..", "..", "systemd", "*", "*.service"))
	if must(t, err); len(units) < 4 {
		t.Fatalf("units: %v", units)
	}
	for _, unit := range units {
		most := mostExposed[filepath.Base(filepath.Dir(unit))]
		out, err := exec.Command(analyze, "security", "--offline=true", "--no-pager", unit).CombinedOutput()
		if strings.Contains(string(out), "unrecognized option") {
			t.Skip("NOT TESTED: this systemd-analyze counts nothing offline")
		}
		must(t, err)
		found := exposed.FindSubmatch(out)
		if found == nil {
			t.Fatalf("%s", out)
		}
		figure, err := strconv.ParseFloat(string(found[1]), 64)
		must(t, err)
		if t.Logf("%s: %s", unit, found[1]); figure > most {
			t.Errorf("%s leaves %s open, more than %.1f\n%s", unit, found[1], most, out)
		}
	}
}
