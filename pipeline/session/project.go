package session

import (
	"path"
	"path/filepath"
)

// Project is the folder that the session is part of: the nearest at or above it
// that holds .workflow or .git. It is "" when there is none.
func (s *Session) Project() string { return s.project }

// Exists tells whether a link target exists: a URL-decoded path relative to the
// session folder, which may leave the session but not its project. It says false
// of everything it may not look at, and follows no link out of the project.
func (s *Session) Exists(target string) bool {
	if target == "" || path.IsAbs(target) {
		return false
	}
	within := "."
	if s.outer != s.root {
		within, _ = filepath.Rel(s.project, s.dir)
	}
	_, err := s.outer.Stat(path.Join(filepath.ToSlash(within), target))
	return err == nil
}

func projectOf(dir string) string {
	for {
		if isProject(dir) {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

func isProject(dir string) bool {
	return exists(filepath.Join(dir, ".workflow")) || exists(filepath.Join(dir, ".git"))
}
