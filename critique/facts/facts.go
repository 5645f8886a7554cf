// Package facts reads what the documents of a session state in numbers, counts, lists,
// switches and rules, and finds the statements that cannot both be true.
//
// Parsed documents come in, a [Conflict] for each contradiction goes out. A fact is a value
// with the words around it: an entity and an attribute are whatever two statements share of
// their rare words. It knows no rule and no round, reads no file, and takes time linear in
// the documents but for the pairs of statements that share a rare word, which are bounded.
package facts

import (
	"maps"
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// Kind says what contradicts.
type Kind string

// The kinds of contradictions.
const (
	Values   Kind = "values"   // one thing, two amounts
	Listed   Kind = "listed"   // a count and the list that follows it
	Sums     Kind = "sums"     // a total and its parts
	Reversed Kind = "reversed" // a range whose end lies before its start
	Demands  Kind = "demands"  // demanded here, forbidden there
	Broken   Kind = "broken"   // forbidden here, and said there to be so
	Cycles   Kind = "cycles"   // what needs itself in the end
	Order    Kind = "order"    // what needs something that comes later, or is nowhere
	Unready  Kind = "unready"  // what is done although something that it needs is not
	Members  Kind = "members"  // the values that something may have, listed differently
)

// Place is where something is stated.
type Place struct {
	Doc *document.Document
	At  document.Span
}

// Conflict is two statements that cannot both be true, or one that cannot be true by
// itself: then Other is the same place.
type Conflict struct {
	Kind        Kind
	Here, Other Place  // Here is the later of the two: who wrote it could know the other
	Says, Said  string // the amounts, counts or words that differ
}

// Found is what reading the documents of a session has shown.
type Found struct {
	Conflicts []Conflict // by document and place
	looked    map[subject]bool
	words     lexicon
}

// subject is a document that holds something of a kind.
type subject struct {
	kind Kind
	doc  *document.Document
}

// Looked tells whether a document holds anything that could contradict in this way.
func (f *Found) Looked(kind Kind, d *document.Document) bool { return f.looked[subject{kind, d}] }

// Read finds what contradicts in the documents of a session. Of several documents those of
// no round are left out, for notes and logs tell what happened, unless a layout has chosen
// all of them: then they are what its sessions share.
func Read(docs []*document.Document, chosen bool) *Found {
	docs = slices.DeleteFunc(slices.Clone(docs), func(d *document.Document) bool {
		return d.Wild != "" || superseded(d) || !chosen && len(docs) > 1 && document.PhaseOf(d) == 0
	})
	f := &Found{looked: map[subject]bool{}, words: newLexicon(docs...)}
	w := &weights{lexicon: f.words, counted: map[string]int{}}
	var all []statement
	for _, d := range docs {
		if len(all) < most {
			all = append(all, statementsOf(d)...)
			w.add(d)
		}
	}
	all = all[:min(len(all), most)]
	f.differentValues(w, all)
	known, foreign := all, func(s statement) bool { return s.doc.Foreign }
	if slices.ContainsFunc(all, foreign) {
		known = slices.DeleteFunc(slices.Clone(all), foreign) // what numbers do not say needs words
	}
	f.contraryDemands(w, known)
	f.brokenBans(w, known)
	chosenApart(f, w, known, docs)
	differentSets(f, w, known)
	differentRows(f, w, known)
	talliedColumns(f, all, docs)
	allOfThem(f, known)
	defaultsApart(f, known)
	f.cycles(docs)
	for _, d := range docs {
		if d.JSON == nil {
			own := InItself(d)
			f.Conflicts = append(f.Conflicts, own.Conflicts...)
			maps.Copy(f.looked, own.looked)
		}
	}
	told := slices.Clone(f.Conflicts)
	f.Conflicts = slices.DeleteFunc(f.Conflicts, func(c Conflict) bool { return inCircle(told, c) })
	slices.SortStableFunc(f.Conflicts, func(a, b Conflict) int { return compare(a.Here, b.Here) })
	type total struct {
		doc        *document.Document
		line       int
		says, said string
	}
	summed := map[total]bool{}
	f.Conflicts = slices.DeleteFunc(f.Conflicts, func(c Conflict) bool { // one total, held against a table and against its own list
		if c.Kind != Sums {
			return ofOtherVersion(c.Here.Doc, c.Other.Doc)
		}
		of := func(p Place) total { return total{p.Doc, p.Doc.LineAt(p.At.Start).Start, c.Says, c.Said} }
		again := summed[of(c.Here)] || summed[of(c.Other)]
		summed[of(c.Here)], summed[of(c.Other)] = true, true
		return again
	})
	return f
}

// InItself finds what contradicts in one document by itself, once: its arithmetic above all, which
// holds wherever it stands.
func InItself(d *document.Document) *Found {
	return document.Once(d, "what it says against itself", inItself)
}

func inItself(d *document.Document) *Found {
	f := &Found{looked: map[subject]bool{}, words: newLexicon(d)}
	f.wrongSums(d)
	tooLate(f, d)
	if research.MatchString(d.Path) {
		return f // what is weighed there is not settled
	}
	headed(f, d)
	wrongOrder(f, d)
	outOfTurn(f, d)
	f.miscounted(d)
	if d.Foreign {
		return f
	}
	f.reversed(d)
	return f
}

// superseded tells whether a document says how things are before the change that the session
// is about: the living specifications of OpenSpec.
func superseded(d *document.Document) bool {
	return strings.HasPrefix(d.Path, "../") && strings.Contains(d.Path, "/specs/")
}

// ofOtherVersion tells whether two documents describe two versions of the product, by the folders
// or the names they have: what v1 promises, v2 may promise otherwise.
func ofOtherVersion(a, b *document.Document) bool {
	if a == b {
		return false
	}
	of := func(d *document.Document) string {
		found := version.FindAllStringSubmatch(d.Path, 8)
		if len(found) == 0 {
			return ""
		}
		return strings.ToLower(found[len(found)-1][1])
	}
	va, vb := of(a), of(b)
	return va != "" && vb != "" && va != vb
}

// version is what a path says of the version that a document is about.
var version = pattern.New(`(?i)(?:^|[/_-])(v\d{1,2}|poc|prototype|mvp|legacy)(?:[/_.-]|$)`)

func (f *Found) look(kind Kind, d *document.Document) { f.looked[subject{kind, d}] = true }

func (f *Found) report(c Conflict) {
	if len(f.Conflicts) < most && !slices.Contains(f.Conflicts, c) {
		f.Conflicts = append(f.Conflicts, c)
	}
}

// compare orders places by the round that writes their document, its path, and offset.
func compare(a, b Place) int {
	if n := document.PhaseOf(a.Doc) - document.PhaseOf(b.Doc); n != 0 {
		return n
	}
	if a.Doc != b.Doc {
		if a.Doc.Path < b.Doc.Path {
			return -1
		}
		return 1
	}
	return a.At.Start - b.At.Start
}

// between returns the conflict of two places, the later one first.
func between(kind Kind, a, b Place, says, said string) Conflict {
	if compare(a, b) < 0 {
		a, b, says, said = b, a, said, says
	}
	return Conflict{kind, a, b, says, said}
}
