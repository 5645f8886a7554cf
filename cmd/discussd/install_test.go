//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInstallCommands: what install says is what it does, in the project or for the user.
func TestInstallCommands(t *testing.T) {
	s := newStage(t, "")
	project, home := t.TempDir(), filepath.Join(s.dir, "home")
	settings := filepath.Join(project, ".claude", "settings.json")
	out, errs, code := s.run("install", "claude", "--dir", project, "--dry-run")
	if _, err := os.Stat(settings); err == nil || code != 0 || !strings.Contains(out, "+++ "+settings) || !strings.Contains(out, "nothing was changed") {
		t.Errorf("dry run: exit %d, %v\n%s%s", code, err, out, errs)
	}
	for _, agent := range []string{"claude", "codex", "cursor"} {
		if out, errs, code = s.run("install", agent, "--dir", project); code != 0 || !strings.Contains(out, "installed for "+agent) || strings.Contains(out, "say /hooks") != (agent == "codex") {
			t.Errorf("install %s: exit %d\n%s%s", agent, code, out, errs)
		}
	}
	if out, _, code = s.run("install", "codex", "--dir", project); code != 0 || out != "nothing to do: discussd is installed for codex\n" {
		t.Errorf("again: exit %d %q", code, out)
	}
	out, _, _ = s.run("install", "--list", "--dir", project)
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		installed := strings.Contains(line, project+"/.c") || strings.HasPrefix(line, "claude") && strings.Contains(line, project) || strings.Contains(line, project+"/AGENTS.md")
		if strings.Contains(line, " installed ") != installed {
			t.Errorf("the list says %q", line)
		}
	}
	if _, _, code = s.run("uninstall", "codex", "--dir", project); code != 0 {
		t.Errorf("uninstall: exit %d", code)
	}
	if _, err := os.Stat(filepath.Join(project, "AGENTS.md")); err != nil {
		t.Errorf("cursor's explanation went with codex's: %v", err)
	}
	for _, agent := range []string{"claude", "cursor"} {
		s.run("uninstall", agent, "--dir", project)
	}
	if left, _ := os.ReadDir(project); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	if out, _, _ = s.run("uninstall", "cursor", "--dir", project); out != "nothing to do: discussd is not installed for cursor\n" {
		t.Errorf("uninstalled twice: %q", out)
	}

	if _, errs, code = s.run("install", "gemini", "--user"); code != 0 {
		t.Errorf("for the user: exit %d %s", code, errs)
	}
	if _, err := os.Stat(filepath.Join(home, ".gemini", "settings.json")); err != nil {
		t.Error(err)
	}
	must(t, os.WriteFile(filepath.Join(home, ".gemini", "GEMINI.md"), []byte("<!-- BEGIN discussd -->\n"), 0o644))
	if _, errs, code = s.run("uninstall", "gemini", "--user"); code != exitFailure || !strings.Contains(errs, "nothing was changed") || !strings.Contains(errs, "GEMINI.md") {
		t.Errorf("a broken block: exit %d %q", code, errs)
	}
	if _, err := os.Stat(filepath.Join(home, ".gemini", "settings.json")); err != nil {
		t.Errorf("half of it was uninstalled: %v", err)
	}
	for _, wrong := range [][]string{{"install"}, {"install", "clod"}, {"install", "claude", "--user", "--project"}, {"uninstall"}} {
		if _, errs, code = s.run(wrong...); code != exitUsage {
			t.Errorf("%v: exit %d %q", wrong, code, errs)
		}
	}
	if _, errs, code = s.run("install", "claude", "--dir", filepath.Join(project, "none")); code != exitFailure || !strings.Contains(errs, "is no folder") {
		t.Errorf("exit %d %q", code, errs)
	}
}
