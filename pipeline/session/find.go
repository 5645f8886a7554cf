package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Find lists the session folders at and up to depth levels below the roots,
// sorted. A session that several roots lead to is listed once. Links below a root
// are not followed and folders that cannot be read are passed over; a root that
// does not exist holds no session yet. The error joins what is wrong with the
// roots, or is the context's; the sessions found are returned beside it.
func (l Layout) Find(ctx context.Context, roots []string, depth int) ([]string, error) {
	var (
		found []string
		wrong []error
		seen  = map[string]bool{}
	)
	for _, root := range slices.Sorted(slices.Values(roots)) {
		real, err := filepath.EvalSymlinks(root)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			root, err = filepath.Abs(root)
		}
		if err == nil {
			_, err = os.ReadDir(real)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("find sessions: %w", err))
			continue
		}
		for session := range sessionsBelow(l, ctx, root, depth) {
			inner, _ := filepath.Rel(root, session)
			if target := filepath.Join(real, inner); !seen[target] {
				seen[target] = true
				found = append(found, session)
			}
		}
	}
	slices.Sort(found)
	return found, errors.Join(append(wrong, ctx.Err())...)
}

// sessionsBelow yields the sessions at and below dir.
func sessionsBelow(l Layout, ctx context.Context, dir string, depth int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		if ctx.Err() != nil {
			return
		}
		session := isSession(l, dir)
		if session && !yield(dir) {
			return
		}
		closed := session && !isProject(dir) // nothing but what its framework says lies in it
		if (closed || depth <= 0) && !onTheWay(l, dir) {
			return
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return
		}
		for _, entry := range entries {
			if !entry.IsDir() || isPruned(entry.Name()) || session && inSpec(l, entry.Name()) {
				continue
			}
			wanted, decided := leads(l, filepath.Join(dir, entry.Name()), depth > 0)
			if decided && !wanted || !decided && (closed || depth <= 0 || isOutput(l, dir, entry.Name())) {
				continue
			}
			for inner := range sessionsBelow(l, ctx, filepath.Join(dir, entry.Name()), depth-1) {
				if !yield(inner) {
					return
				}
			}
		}
	}
}

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
