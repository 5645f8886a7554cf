package session

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWalks(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home [1]")
	tree(t, home, map[string]string{"literal[x]/": ""})
	for pattern, want := range map[string][]Walk{
		"~/src/*/.workflow":  {{home + "/src", []string{"*", ".workflow"}}},
		"~/src/{a,b}*/":      {{home + "/src", []string{"{a,b}*"}}},
		"/*/x":               {{"/", []string{"*", "x"}}},
		"~/src/**/.workflow": nil,
		"~/src/{a/b,c}":      nil,
		"~/src/*/../x":       nil,
		"~/src":              nil,
		"~/literal[x]":       nil,
		"~other/*":           nil,
		"":                   nil,
	} {
		if diff := cmp.Diff(want, Walks([]string{pattern}, home), cmp.AllowUnexported(Walk{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pattern, diff)
		}
	}
}

func TestWalk(t *testing.T) {
	walk := Walk{"/home/src", []string{"[!.]*", ".workflow"}}
	for path, want := range map[string]struct {
		root  string
		leads bool
	}{
		"/home/src":                    {"", false},
		"/home/src/a":                  {"", true},
		"/home/src/.a":                 {"", false},
		"/home/src/a/.workflow":        {"/home/src/a/.workflow", true},
		"/home/src/a/.workflow/s/spec": {"/home/src/a/.workflow", false},
		"/home/src/a/spec":             {"", false},
		"/home/src/a/spec/.workflow":   {"", false},
		"/home/srcs/a/.workflow":       {"", false},
		"/home":                        {"", false},
	} {
		root, ok := walk.Root(path)
		if root != want.root || ok != (want.root != "") || walk.Leads(path) != want.leads {
			t.Errorf("%s: root %q, leads %v, want %+v", path, root, walk.Leads(path), want)
		}
	}
	if root, ok := (Walk{"/", []string{"*"}}).Root("/x/y"); root != "/x" || !ok {
		t.Errorf("from /: %q", root)
	}
}
