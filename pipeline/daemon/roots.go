package daemon

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"discussd/pipeline/schedule"
	"discussd/pipeline/session"
)

// Watch is what is watched, and how long what changes is waited for.
type Watch struct {
	Layout       session.Layout
	Roots        []string // folders and patterns, "~" is the home folder
	Depth        int      // how far below a root sessions are looked for
	Quiet        time.Duration
	QuietMembers time.Duration // of rounds with members
	MaxWait      time.Duration
	Poll         time.Duration
	Rescan       time.Duration
	CatchUp      time.Duration // how old what a starting daemon judges unasked may be
}

// same tells whether another configuration watches the same. What a layout keeps of what it
// has read is none of that, and is written while the daemon works.
func (w Watch) same(other Watch) bool {
	for _, layout := range [...]*session.Layout{&w.Layout, &other.Layout} {
		layout.Code, layout.Schemas, layout.Pins = nil, nil, nil
	}
	return reflect.DeepEqual(w, other)
}

// ErrNothingToWatch says that no root is named anywhere.
var ErrNothingToWatch = errors.New("nothing to watch: name a session or project, as in 'discussd run .', or set watch.roots in the configuration")

// RootsError says what is wrong with the roots.
type RootsError struct{ Err error }

func (e *RootsError) Error() string { return "watch.roots: " + e.Err.Error() }

// Unwrap returns what is wrong.
func (e *RootsError) Unwrap() error { return e.Err }

// Expand returns the folders to watch: the paths, and what matches the roots now. The error is a
// [*RootsError] or [ErrNothingToWatch].
func (w Watch) Expand(paths []string) ([]string, error) {
	home, _ := os.UserHomeDir() // without one, ~ is refused
	roots, err := session.Roots(append(w.named(paths), w.Roots...), home)
	if err != nil {
		return nil, &RootsError{err}
	}
	if len(roots) == 0 && !slices.ContainsFunc(w.Roots, session.IsPattern) {
		return nil, ErrNothingToWatch
	}
	return roots, nil
}

// named are the paths, absolute. An artifact or spec folder stands for its session.
func (w Watch) named(paths []string) []string {
	var named []string
	for _, path := range paths {
		if place, err := w.Layout.Locate(path); err == nil && place.Session != "" {
			path = place.Session
		}
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		named = append(named, path)
	}
	return named
}

// catchUp says what a starting daemon judges, given what was named to it.
func (w Watch) catchUp(paths []string) schedule.CatchUp {
	named := map[string]bool{}
	for _, path := range w.named(paths) {
		named[path] = true
	}
	return schedule.CatchUp{Within: w.CatchUp, Named: func(dir string) bool { return named[dir] }}
}

// scope is what lies within the roots as they are expanded.
func (w Watch) scope(roots []string, grown func(root string)) scope {
	home, _ := os.UserHomeDir() // without one, ~ was refused
	return scope{layout: w.Layout, depth: w.Depth, roots: roots, walks: session.Walks(w.Roots, home), grown: grown}
}

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
