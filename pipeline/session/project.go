package session

import (
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"discussd/critique/codebase"
	"discussd/pipeline/durable"
)

// surroundings are what lies around a session.
type surroundings struct {
	*reader
	pins    *Pins
	once    sync.Once // finds the two below: most looks at a session need neither
	project string    // "" when the session belongs to no project
	base    string    // where the path of a framework's session starts; "" for other sessions
	around  string    // the folder of outer
	outer   *os.Root  // the project, or what its framework or a manifest takes for one, or the session
}

// Project is the folder that the session is part of: the nearest at or above it
// that holds .workflow or .git. It is "" when there is none.
func (a *surroundings) Project() string {
	a.lookAround()
	return a.project
}

// FromProject is the session's slash path from its project's root; where that is no
// folder above the session, its name.
func (a *surroundings) FromProject() string {
	project := projectOf(filepath.Dir(a.dir))
	within, err := filepath.Rel(project, a.dir)
	if project == "" || err != nil {
		return filepath.Base(a.dir)
	}
	return filepath.ToSlash(within)
}

func (a *surroundings) lookAround() {
	a.once.Do(func() {
		a.outer, a.project = a.root, projectOf(a.dir)
		if a.around = cmp.Or(a.project, a.base, manifestAbove(a.dir)); a.around == "" {
			return
		}
		if outer, _, err := a.pins.open(a.around); err == nil {
			a.outer = outer
		}
	})
}

// Exists tells whether a link target may exist: a URL-decoded path relative to
// the session folder, which may leave the session but not its project. It is
// false only of what is certainly missing. Nothing outside the project is looked
// at, and no link out of it followed: such a target is nobody's dead link.
func (a *surroundings) Exists(target string) bool {
	if path.IsAbs(target) {
		return true
	}
	a.lookAround()
	within := "."
	if a.outer != a.root {
		within, _ = filepath.Rel(a.around, a.dir)
	}
	_, err := a.outer.Stat(path.Join(filepath.ToSlash(within), target))
	return !missing(err)
}

// CodeOf answers what documents say of the files and packages of the session's project, nil
// when nobody can tell where that starts: there is no repository, no folder of a framework
// and no manifest. Nothing outside the project is looked at, and no link
// followed.
func CodeOf(s *Session) *codebase.Project {
	if s.lookAround(); s.around == "" || s.outer == s.root {
		return nil
	}
	index := sync.OnceValue(func() *codebase.Index {
		return s.layout.Code.Of(s.around, func() *codebase.Index {
			return asOwner(s, func() *codebase.Index { return codebase.Read(context.Background(), s.outer, codebase.Default) })
		})
	})
	return &codebase.Project{
		Exists: func(name string) bool {
			if !filepath.IsLocal(name) {
				return true // nobody's business
			}
			_, err := s.outer.Stat(name)
			return !missing(err)
		},
		Lines: func(name string) (lines int, known bool) {
			_ = durable.AsOwner(s.outer, func() error {
				lines, known = codebase.LinesOf(s.outer, name)
				return nil
			})
			return lines, known
		},
		Index: index,
		Words: sync.OnceValue(func() *codebase.Words {
			files := index() // before the shelf is asked, which reads one thing of a project at a time
			if files == nil {
				return nil
			}
			return s.layout.Code.WordsOf(s.around, func() *codebase.Words {
				return asOwner(s, func() *codebase.Words {
					return codebase.ReadWords(context.Background(), s.outer, files, codebase.OfWords)
				})
			})
		}),
	}
}

// asOwner reads something of the session's project as the user whose the session is; nil
// when that cannot be.
func asOwner[T any](s *Session, read func() *T) (what *T) {
	err := durable.AsOwner(s.outer, func() error {
		what = read()
		return nil
	})
	if err != nil {
		return nil
	}
	return what
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

// mostAbove is how many folders above a session are looked at for a manifest.
const mostAbove = 5

// manifestAbove is the nearest folder at or above one that holds a manifest of a package; ""
// when there is none. A home is no project, whatever lies in it.
func manifestAbove(dir string) string {
	home, _ := os.UserHomeDir()
	for range mostAbove {
		parent := filepath.Dir(dir)
		if dir == home || parent == dir {
			return ""
		}
		if slices.ContainsFunc(codebase.Roots[:], func(name string) bool { return exists(filepath.Join(dir, name)) }) {
			return dir
		}
		dir = parent
	}
	return ""
}
