package session

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOpenRefusesWhatIsNoFolder(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"file": "x"})
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(dir, "gone"), table()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing folder: %v", err)
	}
	for _, name := range []string{"file", "pipe"} {
		if s, err := Open(filepath.Join(dir, name), table()); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: session %v, error %v", name, s, err)
		}
	}
}

func TestSpecDir(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		want  string
	}{
		"under spec":                    {map[string]string{"spec/product-brief.md": "x"}, "spec"},
		"flat":                          {map[string]string{"product-brief.md": "x", "team-session.json": "{}"}, "."},
		"flat beside a spec folder":     {map[string]string{"product-brief.md": "x", "team-session.json": "{}", "spec/notes.md": "x"}, "."},
		"spec wins over flat":           {map[string]string{"product-brief.md": "x", "team-session.json": "{}", "spec/epics.md": "x"}, "spec"},
		"flat without a marker is none": {map[string]string{"product-brief.md": "x", "spec/": ""}, "spec"},
		"nothing yet":                   {map[string]string{"plan/": ""}, "spec"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := session(t, test.files).SpecDir(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestArchived(t *testing.T) {
	tests := map[string]struct {
		team string
		want bool
	}{
		"completed": {`{"status": "completed"}`, true},
		"archived":  {`{"status": "Archived "}`, true},
		"active":    {`{"status": "active"}`, false},
		"no status": {`{}`, false},
		"number":    {`{"status": 4}`, false},
		"torn":      {`{"status": "completed"`, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := session(t, map[string]string{"team-session.json": test.team}).Archived(); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
	if session(t, map[string]string{"spec/": ""}).Archived() {
		t.Error("archived without team-session.json")
	}
}

func TestProjectIsTheNearest(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{
		".git/":                          "",
		"app/.workflow/.team/one/spec/":  "",
		"sessions/two/spec/":             "",
		"sub/.git":                       "gitdir: elsewhere",
		"sub/deep/three/spec/":           "",
		"sub/four/.workflow/":            "",
		"sub/four/spec/product-brief.md": "x",
	})
	tests := map[string]string{
		"app/.workflow/.team/one": "app",
		"sessions/two":            "",
		"sub/deep/three":          "sub",
		"sub/four":                "sub/four",
	}
	for dir, want := range tests {
		if got := open(t, filepath.Join(top, dir), table()).Project(); got != filepath.Join(top, want) {
			t.Errorf("%s: got %q, want %q", dir, got, filepath.Join(top, want))
		}
	}
}

func TestExists(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{
		"secret":                 "x",
		"project/docs/设计 one.md": "x",
		"project/.workflow/.team/s/spec/requirements/R 1.md": "x",
	})
	dir := filepath.Join(top, "project/.workflow/.team/s")
	link(t, filepath.Join(top, "secret"), filepath.Join(dir, "spec/out.md"))
	link(t, "../../../docs", filepath.Join(dir, "docs"))
	link(t, "nowhere", filepath.Join(dir, "dangling"))
	want := map[string]bool{
		"spec/requirements/R 1.md":              true,
		"spec/requirements/":                    true,
		"./spec/../spec/requirements":           true,
		"../../../docs/设计 one.md":               true,
		"docs/设计 one.md":                        true, // a link inside the project
		"../../..":                              true,
		"spec/requirements/R 2.md":              false,
		"dangling":                              false,
		"spec/out.md":                           true,
		"../../../../secret":                    true,
		"../../../../project/docs/设计 one.md":    true,
		"../../../../../../../../../etc/passwd": true,
		"/etc/passwd":                           true,
		"/spec/requirements":                    true,
		"":                                      true,
		"a\x00b":                                true,
	}
	got := map[string]bool{}
	s := open(t, dir, table())
	for target := range want {
		got[target] = s.Exists(target)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What lies outside is not looked at, and therefore never called missing.
func TestExistsWithoutProjectStaysInTheSession(t *testing.T) {
	s := session(t, map[string]string{"spec/a.md": "x", "../neighbour.md": "x"})
	if s.Project() != "" {
		t.Skipf("the temporary folder lies in the project %s", s.Project())
	}
	if !s.Exists("spec/a.md") || s.Exists("spec/b.md") || !s.Exists("../neither.md") {
		t.Error("looked in the wrong place, or called dead what nobody may look at")
	}
}

// A framework says where its sessions start: what lies there is looked at without .git too,
// and what lies above is not.
func TestExistsWhereAFrameworkStarts(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{"neighbour.md": "x", "garden/src/pump.ts": "x", "garden/specs/001-pump/spec.md": "x"})
	s := open(t, filepath.Join(top, "garden/specs/001-pump"), discussTable())
	if s.Project() != "" {
		t.Skipf("the temporary folder lies in the project %s", s.Project())
	}
	if !s.Exists("../../src/pump.ts") || s.Exists("../../src/valve.ts") || !s.Exists("../../../nothing.md") {
		t.Error("looked in the wrong place, or called dead what nobody may look at")
	}
	if CodeOf(s) == nil {
		t.Error("the code of a folder is not known that a framework takes for the project")
	}
}

func TestRootFollowsAMovedFolder(t *testing.T) {
	s := session(t, map[string]string{"spec/product-brief.md": "x"})
	if err := os.Rename(s.Dir(), s.Dir()+" moved"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(round(t, table(), "R2")); err != nil {
		t.Error(err)
	}
}
