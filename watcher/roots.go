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

// insiders tells which folders in a folder count: a root does, and what [Options]
// Descend wants for some root does. Descend is asked once, and not before there is a
// folder to ask about.
type insiders struct {
	known   *known
	descend func(root, dir string) func(name string) bool
	folder  *folder
	asked   bool
	wants   []func(name string) bool
}

func (t *tree) insiders(f *folder) *insiders {
	return &insiders{known: t.known, descend: t.options.Descend, folder: f}
}

// has tells by its name whether a folder counts.
func (i *insiders) has(name string) bool {
	k, f := i.known, i.folder
	if k.isStep(f, name) && slices.Contains(k.roots, f.join(name)) {
		return true
	}
	for _, root := range k.roots {
		if !i.asked && f.inside && (f.path == root || isBelow(root, f.path)) {
			i.wants = append(i.wants, i.descend(root, f.path))
		}
	}
	i.asked = true
	return slices.ContainsFunc(i.wants, func(want func(string) bool) bool { return want(name) })
}

func isBelow(root, path string) bool {
	return root == "/" || strings.HasPrefix(path, root) && len(path) > len(root) && path[len(root)] == '/'
}

// reportRoots logs once when a root is missing or cannot be read, and once when it
// can be watched again.
func (k *known) reportRoots(troubles *troubles) {
	if !k.moved {
		return
	}
	k.moved = false
	for _, root := range k.roots {
		topic := "root " + root
		f := k.lookup(root)
		switch {
		case f == nil || f.denied:
			troubles.tell(topic, "root cannot be watched, waiting for it", "root", root,
				"hint", "make it a folder that discussd may read, or remove it from the roots")
		case troubles.has(topic):
			troubles.over(topic)
			troubles.log.Info("root appeared", "root", root)
		}
	}
}
