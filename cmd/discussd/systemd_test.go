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
// ExecStart.
func TestSystemdUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	program, err := os.Executable()
	must(t, err)
	unit, err := os.ReadFile(filepath.Join("..", "..", "systemd", "discussd.service"))
	must(t, err)
	start := regexp.MustCompile(`(?m)^ExecStart=\S+`)
	if !start.Match(unit) {
		t.Fatal("the unit starts nothing")
	}
	file := filepath.Join(t.TempDir(), "discussd.service")
	must(t, os.WriteFile(file, start.ReplaceAll(unit, []byte("ExecStart="+program)), 0o644))
	cmd := exec.Command(analyze, "verify", "--user", "--man=no", file)
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}
