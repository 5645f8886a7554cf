package codebase

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// fresh is for how long an index serves: the rounds of many sessions are judged in a row,
// and a project is not read for each of them.
const fresh = 30 * time.Second

// mostShelved is of how many projects the index is kept.
const mostShelved = 4

// Shelf keeps the indexes of a few projects for a while. The nil shelf keeps none. It is
// safe for concurrent use, and reads each project once at a time.
type Shelf struct {
	mu   sync.Mutex
	kept map[string]*kept
}

type kept struct {
	index dated[*Index]
	words dated[*Words]
}

// dated is what was read of a project, and when.
type dated[T comparable] struct {
	mu   sync.Mutex
	what T
	read time.Time
}

// Of returns the index of a project by the path of its root, read anew when the one kept
// is too old.
func (s *Shelf) Of(root string, read func() *Index) *Index {
	if s == nil {
		return read()
	}
	return s.find(root).index.of(read)
}

// WordsOf returns the words of a project like [Shelf.Of] its index.
func (s *Shelf) WordsOf(root string, read func() *Words) *Words {
	if s == nil {
		return read()
	}
	return s.find(root).words.of(read)
}

func (d *dated[T]) of(read func() T) T {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.what == *new(T) || time.Since(d.read) > fresh {
		d.what, d.read = read(), time.Now()
	}
	return d.what
}

func (s *Shelf) find(root string) *kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.kept[root]; one != nil {
		return one
	}
	if s.kept == nil || len(s.kept) >= mostShelved {
		s.kept = map[string]*kept{}
	}
	s.kept[root] = &kept{}
	return s.kept[root]
}

// Project answers what documents say of a project. Its index is read at the first
// question that needs it.
type Project struct {
	// Exists tells whether a path from the project's root is there now.
	Exists func(path string) bool
	// Index returns the index; nil when there is none.
	Index func() *Index
	// Words returns the words; nil when there are none.
	Words func() *Words
	// Lines counts the lines of a file by its path from the project's root, now; it is false
	// of what cannot be read.
	Lines func(path string) (int, bool)
}

// index knows nothing where there is none, and so does wordsOf.
func (p *Project) index() *Index { return cmp.Or(p.Index(), &Index{why: "it cannot be read"}) }
func wordsOf(p *Project) *Words  { return cmp.Or(p.Words(), &Words{}) }

// Unread says in words why not all of the project is known, and nothing of it is then
// called missing; "" when all is.
func (p *Project) Unread() string {
	switch x := p.index(); {
	case !x.complete:
		return x.why
	case x.code < leastCode:
		return fmt.Sprintf("the project has fewer than %d files of programs", leastCode)
	}
	return wordsOf(p).why
}

// Has tells whether a path from the project's root is there now.
func (p *Project) Has(path string) bool { return p.Exists(path) }

// Look is [Index.Look], and sees what has come since the index was made.
func (p *Project) Look(path string) Sighting {
	if p.Exists(path) {
		return Sighting{There: true}
	}
	return p.index().Look(path)
}

// Module is [Index.Module], and sees what has come since the index was made.
func (p *Project) Module(path string) Sighting {
	if p.Exists(path) {
		return Sighting{There: true}
	}
	return p.index().Module(path)
}

// Contradicts is [Index.Contradicts].
func (p *Project) Contradicts(name, version string) (Version, Distance) {
	return p.index().Contradicts(name, version)
}

// Command is [Index.Command]. Of a program that also runs those of packages ("pnpm exec")
// nothing is missing that any file of the project names.
func (p *Project) Command(program, name string) Sighting {
	program, others := strings.CutSuffix(program, " exec")
	at := p.index().Command(program, name)
	if at.Missing && others && (!wordsOf(p).complete || wordsOf(p).all[name] || p.index().packages[name]) {
		return Sighting{}
	}
	return at
}

// Package is [Index.Package], of a name that no program has either.
func (p *Project) Package(name string) Sighting {
	at := p.index().Package(name)
	if at.Missing && (!wordsOf(p).complete || wordsOf(p).all[name]) {
		return Sighting{}
	}
	return at
}

// Line is [Words.Line].
func (p *Project) Line(file string, number int) Sighting { return wordsOf(p).Line(file, number) }

// Name is [Words.Name].
func (p *Project) Name(name string) Sighting { return wordsOf(p).Name(name) }

// Port is [Words.Port].
func (p *Project) Port(number string) Sighting { return wordsOf(p).Port(number) }

// Route is [Words.Route].
func (p *Project) Route(route string) Sighting { return wordsOf(p).Route(route) }

// Ending returns the files whose path is one, or ends with it.
func (p *Project) Ending(path string) []string { return ending(p.index(), path) }

// Ignores is [Index.Ignores].
func (p *Project) Ignores(path string) bool { return p.index().Ignores(path) }

// Cited looks up a line that somebody names of a file, by its path from the root or by the
// end of one. Unlike what a document names, which may be of another project, or to come, it
// is missing wherever no such file is. Of what lies outside the project, and of what
// .gitignore leaves out, nobody can tell.
func (p *Project) Cited(file string, line int) Sighting {
	file = path.Clean(file)
	if !filepath.IsLocal(file) {
		return Sighting{}
	}
	files := []string{file}
	if !p.Exists(file) {
		if files = ending(p.index(), file); len(files) == 0 {
			return absent(p.index(), file)
		}
	}
	s := Sighting{Missing: true}
	longest := 0
	for _, name := range files {
		lines, known := p.Lines(name)
		if !known || lines >= line {
			return Sighting{There: true}
		}
		if lines > longest {
			longest, s.Nearest = lines, name+":"+strconv.Itoa(lines)
		}
	}
	return s
}
