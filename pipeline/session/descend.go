package session

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// pruned are folders in which no session lives. Other hidden folders may hold
// sessions; those in .workflow usually do.
var pruned = [...]string{".git", ".hg", ".svn", "node_modules", ".discussd", ".msg", "discussions"}

// Descend tells a watcher whether the folder dir, at or below root, can matter:
// to find sessions up to depth levels below the root and, in a session, because
// it is, leads to, or lies in a folder that holds artifacts or members. A project
// that is a session itself may hold others.
func (l Layout) Descend(root, dir string, depth int) bool {
	rel, err := filepath.Rel(root, dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return false
	}
	if rel == "." {
		return true
	}
	names := strings.Split(rel, "/")
	if slices.ContainsFunc(names, isPruned) {
		return false
	}
	for k := min(len(names)-1, depth); k >= 0; k-- {
		session := filepath.Join(root, filepath.Join(names[:k]...))
		if !l.isSession(session) {
			continue
		}
		if inner := path.Join(names[k:]...); l.holds(inner) || l.inSpec(inner) || !isProject(session) {
			return l.holds(inner)
		}
		break
	}
	if len(names) <= depth {
		return true
	}
	for k := 0; k <= min(len(names)-1, depth); k++ {
		if l.holds(path.Join(names[k:]...)) {
			return true // a session in the making
		}
	}
	return false
}

func isPruned(name string) bool { return slices.Contains(pruned[:], name) }

// inSpec tells whether the folder inner of a session is a spec folder or lies in one.
func (l Layout) inSpec(inner string) bool {
	return slices.ContainsFunc(l.SpecDirs, func(spec string) bool { return spec != "." && within(spec, inner) })
}

// holds tells whether the folder inner of a session holds artifacts or members,
// or leads to one that does.
func (l Layout) holds(inner string) bool {
	for _, spec := range l.SpecDirs {
		for _, round := range l.Rounds {
			for _, artifact := range round.Artifacts {
				if within(inner, path.Join(spec, path.Dir(artifact))) {
					return true
				}
			}
			for _, pattern := range round.Members {
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

// within tells whether the relative folder inner is outer or lies below it.
func within(outer, inner string) bool {
	return outer == "." || inner == outer || strings.HasPrefix(inner, outer+"/")
}

// deep tells whether a glob can match below the folder it starts in.
func deep(glob string) bool { return strings.Contains(glob, "/") || strings.Contains(glob, "**") }
