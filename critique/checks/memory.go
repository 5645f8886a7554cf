package checks

import (
	"slices"
	"sync"

	"discussd/critique/checks/document"
)

// maxKnown is of how many sessions is remembered what was found out about them.
const maxKnown = 8

// memory is what rules found out about the documents of a session and need again:
// other rules of the same round, and all rounds until a document changes. It
// follows from the documents alone, is filled on first use, and serves one round
// at a time: whoever holds it.
type memory struct {
	sync.Mutex
	docs  []*document.Document
	found map[any]any
}

func newMemory(docs []*document.Document) *memory { return &memory{docs: docs, found: map[any]any{}} }

// remember returns the memory of a session with these very documents, an empty
// one when there is none. What would not fit on a shelf is not kept.
func (l *library) remember(docs []*document.Document) *memory {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range l.known {
		if slices.Equal(m.docs, docs) {
			return m
		}
	}
	m := newMemory(docs)
	size := 0
	for _, d := range docs {
		size += len(d.Text)
	}
	if size <= maxShelved {
		l.known = append(l.known[max(0, len(l.known)-maxKnown+1):], m)
	}
	return m
}

// known is what something is remembered under: what it is, and of what.
type known[T any] struct {
	name string
	of   any
}

// once returns what read finds of a document, an entry or, where of is nil, the session.
// It is remembered under its name.
func once[T any](s *session, name string, of any, read func() T) T {
	key := known[T]{name, of}
	if found, ok := s.found[key]; ok {
		return found.(T)
	}
	found := read()
	s.found[key] = found
	return found
}
