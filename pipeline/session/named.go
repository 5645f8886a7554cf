package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ErrOutside is returned for a path that does not end inside the session.
var ErrOutside = errors.New("outside the session")

// Inside turns a path that a request names into one relative to the spec folder,
// as rounds name their artifacts. It is tried relative to the session, then to
// the project, then to the folders between them; what it names need not exist. The
// error wraps [ErrOutside] when it does not end in the session.
func (s *Session) Inside(name string) (string, error) {
	found := ""
	for _, place := range places(s, name) {
		inner, ok := inner(s, place)
		if !ok {
			continue
		}
		found = inner
		if _, err := s.root.Lstat(inner); err == nil {
			break
		}
	}
	if found == "" || strings.ContainsRune(name, 0) {
		return "", fmt.Errorf("%q: %w", name, ErrOutside)
	}
	rel, err := filepath.Rel(s.spec, found)
	if err != nil {
		return "", fmt.Errorf("%q: %w", name, err)
	}
	return rel, nil
}

// Elsewhere tells whether a request names another session than this one, and where
// that is. A path is tried as [Session.Inside] tries it. This session goes by each of
// its paths and by its own name; a path at which there is no session names none.
func (s *Session) Elsewhere(name string) (dir string, ok bool) {
	if name == "" || filepath.Clean(name) == filepath.Base(s.dir) {
		return "", false
	}
	own, err := s.root.Stat(".")
	if err != nil {
		return "", false
	}
	for _, place := range places(s, name) {
		info, err := os.Stat(place)
		switch {
		case err != nil || !info.IsDir():
		case os.SameFile(info, own):
			return "", false
		case dir == "" && isSession(s.layout, place):
			dir = place
		}
	}
	return dir, dir != ""
}

// places are the paths that a path in a request may mean, the likeliest first.
func places(s *Session, name string) []string {
	if filepath.IsAbs(name) {
		return []string{filepath.Clean(name)}
	}
	bases, project := []string{s.dir}, s.Project()
	if project != "" {
		bases = append(bases, project)
	}
	for dir := filepath.Dir(s.dir); project != "" && dir != project && strings.HasPrefix(dir, project); dir = filepath.Dir(dir) {
		bases = append(bases, dir)
	}
	if project == "" {
		bases = append(bases, filepath.Dir(s.dir))
	}
	places := make([]string, len(bases))
	for i, base := range bases {
		places[i] = filepath.Join(base, name)
	}
	return places
}

// inner is a path relative to the session folder, by whichever name it goes.
func inner(s *Session, place string) (string, bool) {
	dirs := []string{s.dir}
	if real, err := filepath.EvalSymlinks(s.dir); err == nil {
		dirs = append(dirs, real)
	}
	for _, dir := range dirs {
		if inner, err := filepath.Rel(dir, place); err == nil && inner != "." && filepath.IsLocal(inner) {
			return inner, true
		}
	}
	return "", false
}
