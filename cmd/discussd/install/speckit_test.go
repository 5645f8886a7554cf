package install

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSpecKit: the extension goes into a project of spec-kit's and nowhere else, and out
// again without a trace.
func TestSpecKit(t *testing.T) {
	project, program := t.TempDir(), "/opt/a b/discussd"
	for scope, where := range map[Scope]string{Project: "it has no .specify", User: "not yours"} {
		if _, err := Targets("spec-kit", scope, t.TempDir(), project, program); !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), where) {
			t.Errorf("%v", err)
		}
	}
	lay(t, filepath.Join(project, ".specify", "init-options.json"), "{}")
	targets, err := Targets("spec-kit", Project, t.TempDir(), project, program)
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		if !do(t, Install, target) || do(t, Install, target) {
			t.Errorf("%s was not installed, or twice", target.File)
		}
		if state, err := StateOf(target); state != Installed || err != nil {
			t.Errorf("%s: %s, %v", target.File, state, err)
		}
		programs, err := Programs(target)
		if want := map[bool][]string{true: {program}}[target.Hooks()]; !slices.Equal(programs, want) || err != nil {
			t.Errorf("%s calls %q, %v", target.File, programs, err)
		}
	}
	checkSpecKit(t, filepath.Join(project, ".specify", "discussd"))
	for _, target := range targets {
		if !do(t, Uninstall, target) {
			t.Errorf("%s was not uninstalled", target.File)
		}
	}
	if left, _ := os.ReadDir(filepath.Join(project, ".specify")); len(left) != 1 || left[0].Name() != "init-options.json" {
		t.Errorf("left: %v", left)
	}
	for _, target := range targets {
		const mine = "---\nname: mine\n---\n# discussd: written by `discussd install spec-kit` says who?\n"
		lay(t, target.File, mine)
		if _, err := Install(target); err == nil || !strings.Contains(err.Error(), "is not discussd's") {
			t.Errorf("somebody's own: %v", err)
		}
		if do(t, Uninstall, target) || text(t, target.File) != mine {
			t.Errorf("somebody's own is gone")
		}
	}
}
