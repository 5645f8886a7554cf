package document

import "sync"

// memory holds what was found out about a document from the document alone, by name.
type memory struct{ found sync.Map }

// asked is what something is remembered under.
type asked[T any] struct{ name string }

// Once returns what read finds in a document, and reads it the first time it is asked for under
// its name. It is kept as long as the document: what depends on anything else, another document
// or the code base, does not belong here. It is safe for concurrent use, and so must be what read
// returns; two who ask at the same moment may both read.
func Once[T any](d *Document, name string, read func(*Document) T) T {
	if d.memory == nil { // made without Parse
		return read(d)
	}
	if found, ok := d.memory.found.Load(asked[T]{name}); ok {
		return found.(T)
	}
	found, _ := d.memory.found.LoadOrStore(asked[T]{name}, read(d))
	return found.(T)
}

// As returns the same document as one of another kind, with a memory of its own.
func As(d *Document, kind Kind) *Document {
	other := *d
	other.Kind, other.memory = kind, &memory{}
	return &other
}
