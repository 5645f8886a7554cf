package codebase

import (
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
	mu    sync.Mutex
	kept  map[string]*kept
	Clock func() time.Time // time.Now when nil
}

type kept struct {
	mu    sync.Mutex
	index *Index
	read  time.Time
	words *Words
	named time.Time // when the words were read
}

// Of returns the index of a project by the path of its root, read anew when the one kept
// is too old.
func (s *Shelf) Of(root string, read func() *Index) *Index {
	if s == nil {
		return read()
	}
	now := time.Now
	if s.Clock != nil {
		now = s.Clock
	}
	one := s.find(root, now())
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.index == nil || now().Sub(one.read) > fresh {
		one.index, one.read = read(), now()
	}
	return one.index
}

// WordsOf returns the words of a project like [Shelf.Of] its index.
func (s *Shelf) WordsOf(root string, read func() *Words) *Words {
	if s == nil {
		return read()
	}
	now := time.Now
	if s.Clock != nil {
		now = s.Clock
	}
	one := s.find(root, now())
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.words == nil || now().Sub(one.named) > fresh {
		one.words, one.named = read(), now()
	}
	return one.words
}

func (s *Shelf) find(root string, now time.Time) *kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.kept[root]; one != nil {
		return one
	}
	if s.kept == nil || len(s.kept) >= mostShelved {
		s.kept = map[string]*kept{}
	}
	s.kept[root] = &kept{read: now}
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
}

// Look looks up a file that a document names.
func (p *Project) Look(path string) Sighting {
	if p.Exists(path) {
		return Sighting{There: true}
	}
	if x := p.Index(); x != nil {
		return x.Look(path)
	}
	return Sighting{}
}

// Contradicts is [Index.Contradicts].
func (p *Project) Contradicts(name, version string) (Version, bool) {
	if x := p.Index(); x != nil {
		return x.Contradicts(name, version)
	}
	return Version{}, false
}

// Command is [Index.Command].
func (p *Project) Command(program, name string) Sighting {
	if x := p.Index(); x != nil {
		return x.Command(program, name)
	}
	return Sighting{}
}

// Name is [Words.Name].
func (p *Project) Name(name string) Sighting { return p.among((*Words).Name, name) }

// Port is [Words.Port].
func (p *Project) Port(number string) Sighting { return p.among((*Words).Port, number) }

// Route is [Words.Route].
func (p *Project) Route(route string) Sighting { return p.among((*Words).Route, route) }

func (p *Project) among(look func(*Words, string) Sighting, name string) Sighting {
	if w := p.Words(); w != nil {
		return look(w, name)
	}
	return Sighting{}
}
