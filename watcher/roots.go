package watcher

import (
	"path/filepath"
	"slices"
	"strings"
)

// stepsTo returns, for each folder above a root, the names in it that lead to
// one.
func stepsTo(roots []string) map[string][]string {
	steps := make(map[string][]string)
	for _, root := range roots {
		for path := root; path != "/"; path = filepath.Dir(path) {
			dir, name := filepath.Dir(path), filepath.Base(path)
			if slices.Contains(steps[dir], name) {
				break // and so are all steps above it
			}
			steps[dir] = append(steps[dir], name)
		}
	}
	return steps
}

// isStep tells whether a name in a folder leads to a root, or is one.
func (t *tree) isStep(f *folder, name string) bool {
	return slices.Contains(t.steps[f.path], name)
}

// isInside tells whether the files of a folder count: it is a root, or some root
// wants it. What its parent is kept out of is not asked for.
func (t *tree) isInside(parent *folder, path string) bool {
	for _, root := range t.roots {
		if path == root || parent.inside && isBelow(root, path) && t.options.Descend(root, path) {
			return true
		}
	}
	return false
}

func isBelow(root, path string) bool {
	return root == "/" || strings.HasPrefix(path, root) && len(path) > len(root) && path[len(root)] == '/'
}

// awaits tells whether a root may appear below a folder without an event: nobody
// reports the folder's, or the next step is a link whose target is missing.
func (t *tree) awaits(f *folder) bool {
	for _, name := range t.steps[f.path] {
		if f.child(name) == nil && (!f.attached || isLink(f.join(name))) {
			return true
		}
	}
	return false
}

// reportRoots logs once when a root is missing, and when it is there again.
func (t *tree) reportRoots() {
	if !t.moved {
		return
	}
	t.moved = false
	for _, root := range t.roots {
		topic := "root " + root
		f := t.lookup(root)
		_, missing := t.troubles[topic]
		switch {
		case f == nil || f.denied:
			t.trouble(topic, "root is not there, waiting for it", "root", root,
				"hint", "create the folder, or remove it from the roots")
		case missing:
			t.recovered(topic)
			t.log.Info("root appeared", "root", root)
		}
	}
}
