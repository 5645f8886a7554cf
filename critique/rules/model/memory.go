package model

import (
	"sync"

	"discussd/critique/document"
)

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
