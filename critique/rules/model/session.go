// Package model is a specification session as rules see it: what its documents define,
// demand, exclude and trace, and in which words. [Session] holds the documents; what follows
// from them is read by functions, once each, and remembered until a document changes
// ([Once]). It knows no rule and reads no file.
package model

import (
	"slices"
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
