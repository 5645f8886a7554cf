package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// workplace holds sessions of every kind, and what only looks like one.
func workplace(t *testing.T) string {
	top := t.TempDir()
	tree(t, top, map[string]string{
		"app/.git/": "",
		"app/.workflow/.team/TLS-1/spec/product-brief.md":   "x",
		"app/.workflow/.team/TLS-1/plan/old/spec/epics.md":  "x", // a session holds no other
		"app/.workflow/.team/学习 два/spec/requirements/A.md": "x",
		"app/.workflow/.team/new/spec/":                     "",
		"app/.workflow/.team/started/team-session.json":     "{}",
		"app/.workflow/.team/started/spec/notes.md":         "x",
		"app/.workflow/flat/blueprint-config.json":          "{}",
		"app/.workflow/flat/requirements/_index.md":         "x",
		"app/spec/models/user_spec.rb":                      "x", // a test suite
		"app/node_modules/pkg/spec/epics.md":                "x",
		"app/.git/spec/epics.md":                            "x",
		"lib/.git":                                          "gitdir: elsewhere",
		"lib/spec/product-brief.md":                         "x", // a project and a session
		"lib/.workflow/.team/inner/spec/epics.md":           "x",
		"lib/spec/old/spec/epics.md":                        "x",
		"config/spec-config.json":                           "{}", // no artifact beside it
		"loose/product-brief.md":                            "x",  // no marker beside it
		"spec/one/spec/epics.md":                            "x",  // a folder of sessions named spec
		"a/b/c/d/spec/epics.md":                             "x",
		"a/b/c/d/spec/spec-config.json":                     "{}",
		"a/b/c/d/e/spec/epics.md":                           "x",
	})
	return top
}

func TestFind(t *testing.T) {
	top := workplace(t)
	link(t, top, filepath.Join(top, "loop"))
	if err := os.Mkdir(filepath.Join(top, "links"), 0o755); err != nil {
		t.Fatal(err)
	}
	link(t, filepath.Join(top, "lib"), filepath.Join(top, "links/lib"))
	all := []string{
		"a/b/c/d",
		"app/.workflow/.team/TLS-1",
		"app/.workflow/.team/new",
		"app/.workflow/.team/started",
		"app/.workflow/.team/学习 два",
		"app/.workflow/flat",
		"lib",
		"lib/.workflow/.team/inner",
		"spec/one",
	}
	tests := map[string]struct {
		roots []string
		depth int
		want  []string
	}{
		"all":                {[]string{"."}, 4, all},
		"nested roots":       {[]string{"lib", ".", "app/.workflow", "lib"}, 4, all},
		"reaches deeper":     {[]string{".", "a/b"}, 3, []string{"a/b/c/d", "app/.workflow/flat", "lib", "spec/one"}},
		"the session itself": {[]string{"lib"}, 0, []string{"lib"}},
		"a link as root":     {[]string{"links/lib", "lib/.workflow"}, 4, []string{"lib/.workflow/.team/inner", "links/lib"}},
		"not there yet":      {[]string{"later", "spec"}, 4, []string{"spec/one"}},
		"a spec folder":      {[]string{"a/b/c/d/spec"}, 4, nil},
		"nothing":            {nil, 4, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var roots, want []string
			for _, root := range test.roots {
				roots = append(roots, filepath.Join(top, root))
			}
			for _, session := range test.want {
				want = append(want, filepath.Join(top, session))
			}
			got, err := table().Find(t.Context(), roots, test.depth)
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFindReportsBadRoots(t *testing.T) {
	top := t.TempDir()
	tree(t, top, map[string]string{"file": "x", "s/spec/epics.md": "x"})
	got, err := table().Find(t.Context(), []string{filepath.Join(top, "file"), filepath.Join(top, "s")}, 1)
	if err == nil || len(got) != 1 {
		t.Errorf("got %q, error %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := table().Find(ctx, []string{top}, 1); !errors.Is(err, context.Canceled) || len(got) != 0 {
		t.Errorf("cancelled: got %q, error %v", got, err)
	}
}

// Whatever Find finds, and every file that a round knows in it, must lie in a
// folder that the watcher was told to descend into.
func TestDescendLeadsToEverySession(t *testing.T) {
	top := workplace(t)
	const depth = 4
	sessions, err := table().Find(t.Context(), []string{top}, depth)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range sessions {
		for _, spec := range []string{"spec", "spec/requirements", "spec/epics"} {
			folder := filepath.Join(dir, spec)
			for at := folder; at != top; at = filepath.Dir(at) {
				if !descends(table(), top, at, depth) {
					t.Errorf("%s is not watched on the way to %s", at, folder)
				}
			}
		}
	}
}

func descends(l Layout, root, dir string, depth int) bool {
	return l.Descend(root, filepath.Dir(dir), depth)(filepath.Base(dir))
}

func TestDescend(t *testing.T) {
	top := workplace(t)
	tree(t, top, map[string]string{
		"app/.workflow/.team/TLS-1/spec/requirements/sub/": "",
		"app/.workflow/.team/TLS-1/discussions/":           "",
		"deep/0/1/2/3/4/5/":                                "",
	})
	tests := map[string]bool{
		"..":                             false,
		"../elsewhere":                   false,
		"app":                            true,
		"app/.workflow":                  true,
		"app/.workflow/.team":            true,
		"app/.workflow/.team/TLS-1":      true,
		"app/.workflow/.team/TLS-1/spec": true,
		"app/.workflow/.team/TLS-1/spec/requirements":     true,
		"app/.workflow/.team/TLS-1/requirements":          true, // the flat layout may come
		"app/.workflow/.team/TLS-1/spec/requirements/sub": false,
		"app/.workflow/.team/TLS-1/spec/notes":            false,
		"app/.workflow/.team/TLS-1/plan":                  false,
		"app/.workflow/.team/TLS-1/plan/old":              false,
		"app/.workflow/.team/TLS-1/discussions":           true, // an inbox may come
		"app/.workflow/.team/TLS-1/discussions/requests":  true,
		"app/.workflow/.team/TLS-1/discussions/decisions": true,
		"app/.workflow/.team/TLS-1/discussions/.discussd": false,
		"app/.workflow/.team/TLS-1/discussions/old":       false,
		"app/discussions":                                 true, // an inbox in the making
		"app/discussions/decisions":                       true,
		"app/discussions/old":                             false,
		"deep/0/1/2/3/4/discussions":                      false,
		"app/.workflow/.team/TLS-1/.msg":                  false,
		"app/.workflow/.team/TLS-1/.discussd":             false,
		"app/.workflow/flat/requirements":                 true,
		"app/.workflow/flat/plan":                         false,
		"app/node_modules":                                false,
		"app/node_modules/pkg":                            false,
		"app/.git":                                        false,
		"app/spec/models":                                 true, // no session: anything may be below
		"lib/src":                                         true, // a project may hold sessions
		"lib/spec/old":                                    false,
		"deep/0/1/2":                                      true,
		"deep/0/1/2/3":                                    false,
		"deep/0/1/2/spec":                                 true, // a session in the making
		"deep/0/1/2/spec/requirements":                    true,
		"deep/0/1/2/3/spec":                               false,
	}
	for dir, want := range tests {
		if got := descends(table(), top, filepath.Join(top, dir), 4); got != want {
			t.Errorf("%s: got %v, want %v", dir, got, want)
		}
	}
}

func TestDescendOwnTable(t *testing.T) {
	l := Layout{SpecDirs: []string{"docs/spec"}, Rounds: []Round{{ID: "all", Artifacts: []string{"index.md"}, Members: []string{"parts/**/*.md"}}}}
	top := t.TempDir()
	tree(t, top, map[string]string{"s/docs/spec/index.md": "x"})
	tests := map[string]bool{
		"s/docs":                true,
		"s/docs/spec":           true,
		"s/docs/spec/parts":     true,
		"s/docs/spec/parts/a/b": true,
		"s/docs/spec/other":     false,
		"s/docs/other":          false,
		"s/other":               false,
	}
	for dir, want := range tests {
		if got := descends(l, top, filepath.Join(top, dir), 1); got != want {
			t.Errorf("%s: got %v, want %v", dir, got, want)
		}
	}
}
