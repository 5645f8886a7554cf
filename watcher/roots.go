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

// insiders tells which folders in a folder count: a root does, and what [Options]
// Descend wants for some root does. Descend is asked once, and not before there is a
// folder to ask about.
type insiders struct {
	tree   *tree
	folder *folder
	asked  bool
	wants  []func(name string) bool
}

// has tells by its name whether a folder counts.
func (i *insiders) has(name string) bool {
	t, f := i.tree, i.folder
	if t.isStep(f, name) && slices.Contains(t.roots, f.join(name)) {
		return true
	}
	for _, root := range t.roots {
		if !i.asked && f.inside && (f.path == root || isBelow(root, f.path)) {
			i.wants = append(i.wants, t.options.Descend(root, f.path))
		}
	}
	i.asked = true
	return slices.ContainsFunc(i.wants, func(want func(string) bool) bool { return want(name) })
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

// reportRoots logs once when a root is missing or cannot be read, and once when it
// can be watched again.
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
			t.trouble(topic, "root cannot be watched, waiting for it", "root", root,
				"hint", "make it a folder that discussd may read, or remove it from the roots")
		case missing:
			t.recovered(topic)
			t.log.Info("root appeared", "root", root)
		}
	}
}
