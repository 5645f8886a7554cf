package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
			if decided && !wanted || !decided && (closed || depth <= 0) {
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
