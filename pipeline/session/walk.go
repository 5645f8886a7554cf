package session

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Walk is a root that is a glob, as a way to walk: folders that match may come at any
// time, and a watcher that goes it sees them come.
type Walk struct {
	Base   string   // absolute: the folder in which the glob starts
	levels []string // a glob for each level below
}

// Walks returns the walks of the globs among configured roots. A glob that matches at
// any depth ("**") is none, nor is one that cannot be understood.
func Walks(patterns []string, home string) []Walk {
	var walks []Walk
	for _, pattern := range patterns {
		base, glob, literal, err := split(pattern, home)
		if err != nil || exists(literal) || !IsPattern(glob) {
			continue
		}
		w := Walk{base, strings.Split(strings.Trim(glob, "/"), "/")}
		if !slices.ContainsFunc(w.levels, func(level string) bool {
			return level == "" || level == "." || level == ".." || strings.Contains(level, "**") || !doublestar.ValidatePattern(level)
		}) {
			walks = append(walks, w)
		}
	}
	return walks
}

// Root returns the folder matching the whole glob that the absolute path is, or lies
// below.
func (w Walk) Root(path string) (root string, ok bool) {
	names, ok := w.follow(path)
	if !ok || len(names) < len(w.levels) {
		return "", false
	}
	return filepath.Join(w.Base, filepath.Join(names[:len(w.levels)]...)), true
}

// Leads tells whether the absolute path is a step from the base to a folder that
// matches, or is one.
func (w Walk) Leads(path string) bool {
	names, ok := w.follow(path)
	return ok && len(names) <= len(w.levels)
}

// follow returns the names from the base to a path below it; ok is false where one
// does not match its level.
func (w Walk) follow(path string) (names []string, ok bool) {
	inner, below := strings.CutPrefix(path, strings.TrimSuffix(w.Base, "/")+"/")
	if !below {
		return nil, false
	}
	names = strings.Split(inner, "/")
	for i, level := range w.levels[:min(len(names), len(w.levels))] {
		if matches, err := doublestar.Match(level, names[i]); err != nil || !matches {
			return nil, false
		}
	}
	return names, true
}
