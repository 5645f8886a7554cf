// Package model is a specification session as rules see it: what its documents define,
// demand, exclude and trace, and in which words. [Session] holds the documents; what follows
// from them is read by functions, once each, and remembered until a document changes
// ([Once]). It knows no rule and reads no file.
package model

import (
	"slices"
	"sync"
	"time"

	"discussd/critique"
	"discussd/critique/document"
)

// Session is everything rules may look at: the parsed documents of a session,
// those of them that belong to the round, and what follows from them.
type Session struct {
	Docs     []*document.Document          // readable ones, by path
	Own      []*document.Document          // those of the round
	Problems map[*document.Document]string // why a file of the round could not be read; it is no part of docs
	Skeleton map[*document.Document]bool
	Ignores  map[*document.Document]Ignores
	Known    []string // the IDs of all rules
	Framed   bool     // whether the session is one of a framework, whose rules its layout names
	Around   Surroundings
	Now      time.Time
	Chinese  bool
	*Memory
}

// Surroundings are what is known of the project around the documents; nil where nobody
// can tell.
type Surroundings struct {
	Exists func(string) bool
	Code   critique.Code
}

// Of returns the documents of some kinds, by path.
func (s *Session) Of(kinds ...document.Kind) []*document.Document {
	var found []*document.Document
	for _, d := range s.Docs {
		if slices.Contains(kinds, d.Kind) {
			found = append(found, d)
		}
	}
	return found
}

// Index returns the first document of a kind, or nil.
func (s *Session) Index(kind document.Kind) *document.Document {
	for _, d := range s.Docs {
		if d.Kind == kind {
			return d
		}
	}
	return nil
}

// Memory is what rules found out about the documents of a session and need again:
// other rules of the same round, and all rounds until a document changes. It
// follows from the documents alone, is filled on first use, and serves one round
// at a time: whoever holds it.
type Memory struct {
	sync.Mutex
	Docs  []*document.Document
	found map[any]any
}

// NewMemory returns a memory of a session's documents with nothing in it.
func NewMemory(docs []*document.Document) *Memory { return &Memory{Docs: docs, found: map[any]any{}} }

// known is what something is remembered under: what it is, and of what.
type known[T any] struct {
	name string
	of   any
}

// Once returns what read finds of a document, an entry or, where of is nil, the session.
// It is remembered under its name.
func Once[T any](s *Session, name string, of any, read func() T) T {
	key := known[T]{name, of}
	if found, ok := s.found[key]; ok {
		return found.(T)
	}
	found := read()
	s.found[key] = found
	return found
}
