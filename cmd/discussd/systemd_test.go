//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// TestSystemdUnit has systemd itself read the unit, with the built program in
// ExecStart and ExecReload.
func TestSystemdUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	program, err := os.Executable()
	must(t, err)
	unit, err := os.ReadFile(filepath.Join("..", "..", "systemd", "discussd.service"))
	must(t, err)
	calls := regexp.MustCompile(`(?m)^(ExecStart|ExecReload)=/usr/local/bin/discussd (run|config check)$`)
	if len(calls.FindAll(unit, -1)) != 2 {
		t.Fatal("the unit does not run discussd, or does not check the configuration before a reload")
	}
	file := filepath.Join(t.TempDir(), "discussd.service")
	must(t, os.WriteFile(file, calls.ReplaceAll(unit, []byte("$1="+program+" $2")), 0o644))
	cmd := exec.Command(analyze, "verify", "--user", "--man=no", file)
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}
