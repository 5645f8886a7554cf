package checks

import (
	"slices"

	"discussd/critique/document"
	"discussd/critique/rules/model"
)

// maxKnown is of how many sessions is remembered what was found out about them.
const maxKnown = 8

// remember returns the memory of a session with these very documents, an empty
// one when there is none. What would not fit on a shelf is not kept.
func (l *library) remember(docs []*document.Document) *model.Memory {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range l.known {
		if slices.Equal(m.Docs, docs) {
			return m
		}
	}
	m := model.NewMemory(docs)
	size := 0
	for _, d := range docs {
		size += len(d.Text)
	}
	if size <= maxShelved {
		l.known = append(l.known[max(0, len(l.known)-maxKnown+1):], m)
	}
	return m
}
