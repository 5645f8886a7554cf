package machine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"discussd/cmd/discussd/install"
)

func looked(t *testing.T, home, project, program string) []Row {
	t.Helper()
	return Installations{Home: home, Project: project, Program: program, Called: func(string) time.Time { return time.Time{} }}.Rows(t.Context())
}

// TestAgents: what is installed is said with what it calls, and what it calls is looked
// at: this program, another one, or none.
func TestAgents(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "it's here")
	discussd, other := filepath.Join(folder, "discussd"), filepath.Join(folder, "other", "discussd")
	if err := os.MkdirAll(filepath.Dir(other), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, discussd); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, agent := range install.Agents() {
		if agent == "git" || agent == "spec-kit" { // which need a repository, or a project of its own
			continue
		}
		for program, want := range map[string]Row{
			discussd: {Mark: Fine, Result: " calls " + discussd + ", not called in the last days"},
			other:    {Mark: Warn, Result: " calls " + other + ", which is another program than this one"},
			filepath.Join(folder, "gone", "discussd"): {Mark: Warn, Result: ", which is not there"},
		} {
			home, project := t.TempDir(), t.TempDir()
			if rows := looked(t, home, project, program); len(rows) != 0 {
				t.Errorf("nothing is installed: %v", rows)
			}
			targets, err := install.Targets(agent, install.User, home, project, program)
			if err != nil {
				t.Fatal(err)
			}
			for _, target := range targets {
				change, err := install.Install(target)
				if err == nil && change != nil {
					err = change.Make()
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			rows := looked(t, home, project, program)
			if len(rows) != 1 || rows[0].Mark != want.Mark || rows[0].What != agent+" hooks" || !strings.HasSuffix(rows[0].Result, want.Result) {
				t.Errorf("%s calls %s: %v", agent, program, rows)
				continue
			}
			if want.Mark == Warn && rows[0].Hint != "discussd install "+agent+" --user" {
				t.Errorf("%s: hint %q", agent, rows[0].Hint)
			}
			if rows = looked(t, home, project, "/elsewhere/discussd"); want.Mark == Fine && (len(rows) != 1 || rows[0].Mark != Warn || !strings.Contains(rows[0].Result, "another version")) {
				t.Errorf("%s, as another one would install it: %v", agent, rows)
			}
		}
	}
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, ".claude"), 0o755); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"{": 0, `{"hooks": "discussd"`: 1} {
		if err := os.WriteFile(filepath.Join(home, ".claude", "settings.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if rows := looked(t, home, t.TempDir(), discussd); len(rows) != want || want == 1 && (rows[0].Mark != Warn || !strings.Contains(rows[0].Result, "settings.json")) {
			t.Errorf("settings that are none, %s: %v", text, rows)
		}
	}
}
