package checks

import (
	"slices"
	"sync"

	"discussd/critique/checks/document"
	"discussd/critique/checks/facts"
	"discussd/critique/checks/mention"
)

// maxKnown is of how many sessions is remembered what was found out about them.
const maxKnown = 8

// memory is what rules found out about the documents of a session and need again:
// other rules of the same round, and all rounds until a document changes. It
// follows from the documents alone, is filled on first use, and serves one round
// at a time: whoever holds it.
type memory struct {
	sync.Mutex
	docs     []*document.Document
	model    *model
	traces   *traces
	carried  links // the epics of each requirement
	related  *relations
	tracing  *bool           // whether any story names a requirement
	acted    *bool           // whether the criteria say who does what
	coming   *mention.ToCome // what the documents say of the code is to come
	renamed  *string         // the role that a user group of the brief goes by in stories
	faceless *ids            // the roles that may be anybody
	musts    *int            // how many Musts say so in their words, 0 when that is not the style
	spoken   map[*document.Document][]statement
	told     map[*document.Document][]userStory
	first    map[*entry]bool // whether an epic is in the MVP
	bags     map[*document.Document]bag
	named    map[*document.Document]map[string]bool // technologies
	storied  map[*document.Document]bool            // whether a requirement tells a story
	sets     map[*document.Document][]vocabulary
	claims   map[*document.Document][]claim
	roles    map[*document.Document][]told
	lines    map[*document.Document]map[string]bool // what a document says in lines of its own
	judged   []judged                               // the requirements that have criteria
	failing  *bool                                  // whether any of these is about failure
	lengths  map[*document.Document]int
	sessions map[string]sessionUse // that documents name as theirs
	excluded map[*document.Document][]exclusion
	omits    map[*document.Document][]document.Span // what says that nobody carries something out
	blanks   map[*document.Document][]document.Span // template variables nobody filled in
	open     map[*document.Document][]document.Span // what is left open
	disagree *facts.Found                           // the statements that cannot both be true
	spelt    map[string]bool                        // whether the session explains an abbreviation
}

func newMemory(docs []*document.Document) *memory {
	return &memory{
		docs:     docs,
		spoken:   map[*document.Document][]statement{},
		told:     map[*document.Document][]userStory{},
		first:    map[*entry]bool{},
		bags:     map[*document.Document]bag{},
		named:    map[*document.Document]map[string]bool{},
		storied:  map[*document.Document]bool{},
		sets:     map[*document.Document][]vocabulary{},
		claims:   map[*document.Document][]claim{},
		roles:    map[*document.Document][]told{},
		lines:    map[*document.Document]map[string]bool{},
		lengths:  map[*document.Document]int{},
		excluded: map[*document.Document][]exclusion{},
		omits:    map[*document.Document][]document.Span{},
		blanks:   map[*document.Document][]document.Span{},
		open:     map[*document.Document][]document.Span{},
		spelt:    map[string]bool{},
	}
}

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

// once returns what read finds in a document, which is remembered.
func once[T any](known map[*document.Document]T, d *document.Document, read func(*document.Document) T) T {
	found, ok := known[d]
	if !ok {
		found = read(d)
		known[d] = found
	}
	return found
}
