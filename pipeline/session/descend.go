package session

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"discussd/critique/codebase"
	"discussd/pipeline/layout"
)

// pruned are folders in which no session lives. Other hidden folders may hold
// sessions; those in .workflow usually do.
var pruned = [...]string{".git", ".hg", ".svn", "node_modules", ".discussd", ".msg", "discussions"}

// Descend returns which folders in dir, at or below root, matter to a watcher, by
// their names. A folder matters if sessions may be found in it, at most depth levels
// below the root. In a session it matters if it holds artifacts or members, lies in a
// folder that does, is an inbox, or leads to one of these. A project that is a session
// itself may hold others. Nothing at or above dir is looked at more than once, and
// nothing before a name cannot be decided without.
func (l Layout) Descend(root, dir string, depth int) func(name string) bool {
	rel, err := filepath.Rel(root, dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return func(string) bool { return false }
	}
	var above []string // names from the root to dir
	if rel != "." {
		above = strings.Split(rel, "/")
	}
	folder := func(k int) string { return filepath.Join(root, filepath.Join(above[:k]...)) }
	nearest := sync.OnceValue(func() int { // how far down the session is that dir is or lies in; -1 for none
		k := min(len(above), depth)
		for k >= 0 && !isSession(l, folder(k)) {
			k--
		}
		return k
	})
	mayHoldOthers := sync.OnceValue(func() bool { return isProject(folder(nearest())) })
	return func(name string) bool {
		names := append(above[:len(above):len(above)], name)
		if at := slices.IndexFunc(names, isPruned); at >= 0 {
			return at <= depth && inbox(path.Join(names[at:]...)) // also of what is no session yet: it may become one unseen
		}
		if wanted, decided := leads(l, path.Join(dir, name), len(names) <= depth); decided {
			return wanted
		}
		if k := nearest(); k >= 0 {
			if inner := path.Join(names[k:]...); holdsFiles(l, inner) || inSpec(l, inner) || !mayHoldOthers() {
				return holdsFiles(l, inner)
			}
		}
		if isOutput(l, dir, name) {
			return false
		}
		if len(names) <= depth {
			return true
		}
		for k := 0; k <= min(len(above), depth); k++ {
			if holdsFiles(l, path.Join(names[k:]...)) {
				return true // a session in the making
			}
		}
		return false
	}
}

// isOutput tells whether a folder in dir holds what builds wrote: it is neither searched nor
// watched. One that is a session itself is none.
func isOutput(l Layout, dir, name string) bool {
	return layout.IsOutput(name, func(file string) bool { return exists(filepath.Join(dir, file)) }, func() bool { return codebase.LeftOut(dir, name) }) &&
		!isSession(l, filepath.Join(dir, name))
}

func isPruned(name string) bool { return slices.Contains(pruned[:], name) }

func inSpec(l Layout, inner string) bool {
	return slices.ContainsFunc(l.SpecDirs, func(spec string) bool { return spec != "." && within(spec, inner) })
}

// holdsFiles tells whether the folder inner of a session holds artifacts or members,
// or leads to one that does.
func holdsFiles(l Layout, inner string) bool {
	for _, spec := range l.SpecDirs {
		for _, round := range l.Rounds {
			for _, artifact := range round.Artifacts {
				if !layout.IsGlob(artifact) && within(inner, path.Join(spec, path.Dir(artifact))) {
					return true
				}
			}
			for _, pattern := range round.globs() {
				base, glob := doublestar.SplitPattern(pattern)
				folder := path.Join(spec, base)
				if within(inner, folder) || deep(glob) && within(folder, inner) {
					return true
				}
			}
		}
	}
	return false
}

func within(outer, inner string) bool {
	return outer == "." || inner == outer || strings.HasPrefix(inner, outer+"/")
}

// deep tells whether a glob can match below the folder it starts in.
func deep(glob string) bool { return strings.Contains(glob, "/") || strings.Contains(glob, "**") }
