package checks

import (
	"crypto/sha256"
	"slices"
	"sync"

	"discussd/critique"
	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native/documents"
)

// maxShelved is how many bytes of files stay parsed on each of the two shelves.
// A parsed file takes about ten times its size.
const maxShelved = 1 << 20

// library keeps parsed files between rounds: the rounds of a session read the
// same ones, and a revision changes few of them. What was not read lately gives
// way, so that a daemon that lives for weeks holds no more than two shelves. It
// is safe for concurrent use, and so is everything it lends.
type library struct {
	mu    sync.Mutex
	shelf map[title]*page
	older map[title]*page // what was on the shelf when it was full
	bytes int             // of the files on the shelf
	known []*model.Memory // of the sessions read last, all their files on a shelf
}

// title tells files apart by all that parsing depends on.
type title struct {
	path string
	kind string // that the layout gives it
	sum  [sha256.Size]byte
}

// page is a parsed file with what follows from it alone. Nothing in it changes
// once it was read.
type page struct {
	read     sync.Once
	doc      *document.Document
	plain    *document.Document // the same as a document of no kind
	skeleton bool
	ignores  model.Ignores
}

// parse returns a file parsed, anew or from the shelf.
func (l *library) parse(file critique.Document) *page {
	p := l.find(title{file.Path, file.Kind, sha256.Sum256(file.Content)}, len(file.Content))
	p.read.Do(func() {
		p.doc = document.Parse(file.Path, file.Content)
		if file.Kind != "" {
			p.doc.Kind = document.KindOfLayout(file.Kind)
		}
		p.plain = document.As(p.doc, document.Other)
		if p.doc.Wild == "" {
			p.skeleton, p.ignores = documents.IsSkeleton(p.doc), model.IgnoresOf(p.doc)
		}
	})
	return p
}

// find returns the page of a title, a blank one when it is on no shelf.
func (l *library) find(t title, size int) *page {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.shelf[t]; p != nil {
		return p
	}
	p := l.older[t]
	if p == nil {
		p = &page{}
	}
	if size > maxShelved {
		return p
	}
	if l.bytes+size > maxShelved {
		l.shelf, l.older, l.bytes, l.known = nil, l.shelf, 0, nil
	}
	if l.shelf == nil {
		l.shelf = map[title]*page{}
	}
	l.shelf[t] = p
	l.bytes += size
	return p
}

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
