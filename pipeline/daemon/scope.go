package daemon

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"discussd/pipeline/session"
)

// scope is what lies within the roots: at and below the folders that they are, and
// those that come to match a glob among them.
type scope struct {
	layout session.Layout
	depth  int
	roots  []string // the globs expanded
	walks  []session.Walk
	grown  func(root string) // told of a folder that matches a glob; of one that is known, too
}

// starts are the folders to watch: the roots, and where globs start.
func (s scope) starts() []string {
	starts := slices.Clone(s.roots)
	for _, walk := range s.walks {
		starts = append(starts, walk.Base)
	}
	return starts
}

// holds tells whether a path lies within the roots. Of what lies beside them on the
// way to a match nothing counts.
func (s scope) holds(path string) bool {
	if len(s.walks) == 0 {
		return true
	}
	for _, walk := range s.walks {
		if _, ok := walk.Root(path); ok {
			return true
		}
		if walk.Leads(path) && isLink(path) { // a match may be behind it, and no watcher goes there
			s.grown(path)
		}
	}
	return slices.ContainsFunc(s.roots, func(root string) bool { return isAtOrBelow(root, path) })
}

// descend tells which folders in dir matter to a watcher that started at start.
func (s scope) descend(start, dir string) func(name string) bool {
	var wanted []func(name string) bool
	if slices.Contains(s.roots, start) {
		wanted = append(wanted, s.layout.Descend(start, dir, s.depth))
	}
	for _, walk := range s.walks {
		if walk.Base != start {
			continue
		}
		if root, ok := walk.Root(dir); ok {
			wanted = append(wanted, s.layout.Descend(root, dir, s.depth))
			continue
		}
		wanted = append(wanted, func(name string) bool {
			path := filepath.Join(dir, name)
			if root, ok := walk.Root(path); ok {
				s.grown(root)
			}
			return walk.Leads(path)
		})
	}
	return func(name string) bool {
		return slices.ContainsFunc(wanted, func(wants func(string) bool) bool { return wants(name) })
	}
}

// reaches tells whether a watcher comes to a root by itself, without a link on the way.
func (s scope) reaches(root string) bool {
	return slices.ContainsFunc(s.walks, func(walk session.Walk) bool {
		if match, ok := walk.Root(root); !ok || match != root {
			return false
		}
		for dir := root; dir != walk.Base; dir = filepath.Dir(dir) {
			if isLink(dir) {
				return false
			}
		}
		return true
	})
}

func isAtOrBelow(root, path string) bool {
	return path == root || strings.HasPrefix(path, strings.TrimSuffix(root, "/")+"/")
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}
