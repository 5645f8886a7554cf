package install

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// TestPlugins: the folders hold what their agents look for, with the hooks that install
// writes, and the agents' own validators agree where they are installed.
func TestPlugins(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "plug ins")
	names, err := WritePlugins(dir, "/opt/a b/discussd", "0.1.0")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		".claude-plugin/marketplace.json", "codex/hooks.json", "gemini/GEMINI.md", "gemini/gemini-extension.json", "gemini/hooks/hooks.json",
		"plugins/discussd/.claude-plugin/plugin.json", "plugins/discussd/.mcp.json", "plugins/discussd/hooks/hooks.json", "plugins/discussd/monitors/monitors.json", "plugins/discussd/skills/discussd/SKILL.md",
		"spec-kit/commands/wait.md", "spec-kit/extension.yml",
	}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for agent, name := range map[string]string{"claude": "plugins/discussd/hooks/hooks.json", "gemini": "gemini/hooks/hooks.json", "codex": "codex/hooks.json"} {
		targets, err := Targets(agent, Project, "/", "/", "/opt/a b/discussd")
		if err != nil {
			t.Fatal(err)
		}
		target := targets[0]
		target.File = filepath.Join(dir, name)
		programs, err := Programs(target)
		if state, _ := StateOf(target); state != Installed || err != nil || !slices.Equal(programs, []string{"/opt/a b/discussd"}) {
			t.Errorf("%s: %s, calls %q, %v", name, state, programs, err)
		}
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		var object map[string]any
		if strings.HasSuffix(name, "monitors.json") {
			text = append(append([]byte(`{"monitors":`), text...), '}')
		}
		if strings.HasSuffix(name, ".json") && json.Unmarshal(text, &object) != nil {
			t.Errorf("%s is no JSON object: %s", name, text)
		}
		if source, ok := object["plugins"].([]any); ok {
			if _, err := os.Stat(filepath.Join(dir, source[0].(map[string]any)["source"].(string), ".claude-plugin", "plugin.json")); err != nil {
				t.Errorf("the marketplace leads nowhere: %v", err)
			}
		}
	}
	checkSpecKit(t, filepath.Join(dir, "spec-kit"))
	if again, err := WritePlugins(dir, "discussd", "0.2.0"); err != nil || !slices.Equal(again, names) {
		t.Errorf("made anew: %v %v", again, err)
	}
	validated(t, "claude", "plugin", "validate", "--strict", dir)
	validated(t, "claude", "plugin", "validate", "--strict", filepath.Join(dir, "plugins", "discussd"))
	validated(t, "gemini", "extensions", "validate", filepath.Join(dir, "gemini"))
}

// checkSpecKit: every hook of the extension names a command that it provides, whose file
// is there.
func checkSpecKit(t *testing.T, dir string) {
	t.Helper()
	var manifest struct {
		Extension struct{ ID, Version string }
		Provides  struct{ Commands []struct{ Name, File string } }
		Hooks     map[string]struct {
			Command  string
			Optional bool
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "extension.yml"))
	if err == nil {
		err = yaml.Unmarshal(text, &manifest)
	}
	if err != nil || manifest.Extension.ID != "discussd" || manifest.Extension.Version != "0.1.0" || len(manifest.Provides.Commands) != 1 || len(manifest.Hooks) != 3 {
		t.Fatalf("%v: %s", err, text)
	}
	command := manifest.Provides.Commands[0]
	for name, hook := range manifest.Hooks {
		if hook.Command != command.Name || hook.Optional || !strings.HasPrefix(name, "after_") {
			t.Errorf("%s: %+v", name, hook)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, command.File)); err != nil || !strings.Contains(string(text), "'/opt/a b/discussd' wait --format brief PATH") {
		t.Errorf("%v: %s", err, text)
	}
}

// validated asks an agent's own program, and says so loudly where there is none.
func validated(t *testing.T, program string, arguments ...string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Logf("NOT VALIDATED: %s is not installed", program)
		return
	}
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Env = append(os.Environ(), "HOME="+t.TempDir())
	if text, err := command.CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v\n%s", program, arguments, err, text)
	}
}

// TestPluginsElsewhere: nothing is written into a folder that holds something else, nor
// through a link that leads out of it.
func TestPluginsElsewhere(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := WritePlugins(dir, "discussd", "0.1.0"); err == nil || !strings.Contains(err.Error(), "holds something else") {
		t.Errorf("a folder of somebody's: %v", err)
	}
	made := filepath.Join(t.TempDir(), "made")
	if _, err := WritePlugins(made, "discussd", "0.1.0"); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{os.RemoveAll(filepath.Join(made, "gemini")), os.Symlink(outside, filepath.Join(made, "gemini"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := WritePlugins(made, "discussd", "0.1.0"); err == nil {
		t.Error("a link is followed")
	}
	if left, _ := os.ReadDir(outside); len(left) > 0 {
		t.Errorf("written outside: %v", left)
	}
}
