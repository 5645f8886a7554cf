// Package frameworks is what the rules about the sessions of one framework alone share: [On] makes one, the rest
// reads lines, headings and IDs as the frameworks write them. Each framework has a package below it.
//
// The layout of a session says which of them apply. A list of references that is not wholly
// understood is never held against anybody: the rule then says nothing about it.
package frameworks

import (
	"slices"
	"strconv"
	"strings"

	"discussd/critique/document"
	"discussd/critique/rules/model"
	"discussd/critique/rules/native"
	"discussd/internal/text/pattern"
)

// On is a rule that is asked about the documents whose path from the session fits, where the layout of a
// session names it.
func On(id string, about func(path string) bool, look func(*model.Session, *document.Document, native.Hit) bool) native.Rule {
	return native.Rule{Rule: native.Of(id), Named: true, Look: func(s *model.Session, d *document.Document, hit native.Hit) bool {
		return about(d.Path) && look(s, d, hit)
	}}
}

// Has is a function that tells whether a path from the root of the project is there; nil when nobody
// can tell where that is.
func Has(s *model.Session) func(path string) bool {
	if s.Around.Code == nil {
		return nil
	}
	return s.Around.Code.Has
}

// Told returns what another rule says first of each place of a document: one cause is one finding.
func Told(look func(*model.Session, *document.Document, native.Hit) bool, s *model.Session, d *document.Document) (found []string) {
	look(s, d, func(_ *document.Document, _ document.Span, details ...model.Detail) {
		words, _ := model.Shown(details[0])
		found = append(found, words)
	})
	return found
}

// Find returns the documents whose path fits.
func Find(s *model.Session, fits func(path string) bool) []*document.Document {
	var found []*document.Document
	for _, d := range s.Docs {
		if fits(d.Path) {
			found = append(found, d)
		}
	}
	return found
}

// One returns the document at a path, or nil.
func One(s *model.Session, name string) *document.Document {
	for _, d := range s.Docs {
		if d.Path == name {
			return d
		}
	}
	return nil
}

// Named is about the documents at some paths.
func Named(names ...string) func(string) bool {
	return func(p string) bool { return slices.Contains(names, p) }
}

// Matching is about the documents whose whole path fits a pattern.
func Matching(expression string) func(string) bool {
	fits := pattern.New(expression)
	return func(p string) bool { return fits.MatchString(p) }
}

// Without is what fits one pattern of paths and not another.
func Without(fits, not func(string) bool) func(string) bool {
	return func(p string) bool { return fits(p) && !not(p) }
}

// SaysDone and SaysOpen are the words of a status that say that something is done, and that it is not yet.
var (
	SaysDone = pattern.New(`(?i)complete|done|verified|satisfied|validated|shipped|✅|✓`)
	SaysOpen = pattern.New(`(?i)^\W*(?:pending|not started|planned|todo|open|blocked|in progress|gap)`)
)

// Several names what one place lacks: all of it, or the first of many and how many more.
func Several(names []string) string {
	const most = 12
	if more := len(names) - most; more > 0 {
		return strings.Join(names[:most], ", ") + ", … (+" + strconv.Itoa(more) + ")"
	}
	return strings.Join(names, ", ")
}
