package session

import (
	"path/filepath"
	"slices"
	"testing"
)

// What a build writes is neither searched nor watched; a session that only has the name of
// such a folder is.
func TestOutputsOfBuilds(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"web/package.json": "{}", "web/dist/specs/001-a/spec.md": "x", "web/dist/S/spec/product-brief.md": "x", "web/.next/S/spec/product-brief.md": "x", "web/src/S/spec/product-brief.md": "x",
		"web/build/spec/product-brief.md":   "x", // a session called build
		"docs/dist/S/spec/product-brief.md": "x", "core/Cargo.toml": "", "core/target/debug/S/spec/product-brief.md": "x",
		".git/HEAD": "", ".gitignore": "/site/out\nspecs\n", "site/out/specs/001-a/spec.md": "x", "out/S/spec/product-brief.md": "x", "site/specs/001-kept-to-oneself/spec.md": "x",
	})
	l := discussTable()
	sessions, err := l.Find(t.Context(), []string{dir}, 4)
	must(t, err)
	var want []string
	for _, name := range [...]string{"docs/dist/S", "out/S", "site/specs/001-kept-to-oneself", "web/build", "web/src/S"} {
		want = append(want, filepath.Join(dir, name))
	}
	if !slices.Equal(sessions, want) {
		t.Errorf("found %q, want %q", sessions, want)
	}
	for folder, watched := range map[string]bool{"web/dist": false, "web/.next": false, "core/target": false, "web/build": true, "web/src": true, "docs/dist": true, "site/out": false, "out": true, "core/src": true} {
		inner, name := filepath.Split(filepath.Join(dir, folder))
		if got := l.Descend(dir, filepath.Clean(inner), 4)(name); got != watched {
			t.Errorf("%s is watched: %v", folder, got)
		}
	}
}
