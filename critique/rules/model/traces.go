package model

import (
	"slices"
	"strings"

	"discussd/critique/document"
	"discussd/internal/text/pattern"
)

// AddRequirement adds a link to what is a requirement's ID.
func (l Links) AddRequirement(from, to string) {
	if Family(to, RequirementIDs) {
		l.Add(from, to)
	}
}

// OfFamilies leaves of a set the IDs of the families that another place names at
// all: a column for functions says nothing about qualities.
func (s Ids) OfFamilies(other Links) Ids {
	named := Ids{}
	for _, set := range other {
		for id := range set {
			named[KindOf(id)] = true
		}
	}
	left := Ids{}
	for id := range s {
		if named[KindOf(id)] {
			left[id] = true
		}
	}
	return left
}

// Kin are the keys of links that are of one family with an ID.
func (l Links) Kin(id string) []string {
	return slices.DeleteFunc(SortedKeys(l), func(other string) bool { return KindOf(other) != KindOf(id) })
}

// Foreign tells whether a story traces to nothing that its epic states: of functions
// when both name some, for qualities cut across epics.
func (s Ids) Foreign(epic Ids) bool {
	here, there := s.functions(), epic.functions()
	if len(here) == 0 || len(there) == 0 {
		return s.Apart(epic)
	}
	return here.Apart(there)
}

func (s Ids) functions() Ids {
	kept := Ids{}
	for id := range s {
		if KindOf(id) != "NFR" {
			kept[id] = true
		}
	}
	return kept
}

// Apart tells whether two sets have nothing in common.
func (s Ids) Apart(other Ids) bool {
	for id := range s {
		if other[id] {
			return false
		}
	}
	return true
}

// NotHere is a text about IDs that need no definition here.
var NotHere = pattern.New(`(?i)\bPRD (?:sections?|§)|\b(?:supersed\w*|replaces|replaced|deprecated|obsolete|formerly|removed|dropped|deleted|withdrawn|future|e\.g|for example)\b|取代|替代|废弃|作废|已删除|已移除|已撤销|原编号|例如|示例|未来`)

// SameFamily tells whether a list defines IDs with the ID's prefix at all.
func SameFamily(list *Entries, id string) bool {
	for _, e := range list.List {
		if document.Prefix(e.ID) == document.Prefix(id) {
			return true
		}
	}
	return false
}

// NamedIn are the documents a round may name IDs in, and what it may name: also
// what later rounds define, once these have an index.
var NamedIn = map[document.Kind][]document.Kind{
	document.Brief:        {document.Brief},
	document.Requirements: {document.Requirements, document.Requirement, document.Quality},
	document.Architecture: {document.Architecture, document.Decision},
	document.Epics:        EpicDocs,
	document.Readiness:    {document.Readiness},
}

// MatrixRows are the IDs of each row of the matrices of a document.
func MatrixRows(d *document.Document) [][]document.Mention {
	var rows [][]document.Mention
	for _, t := range d.Tables {
		if t.Section.Under(document.Traces) {
			for _, row := range t.Rows {
				rows = append(rows, d.MentionsIn(document.Span{Start: row[0].Start, End: d.LineAt(row[0].Start).End}))
			}
		}
	}
	return rows
}

// KindOf is what an ID counts without the area: NFR of NFR-SEC-001.
func KindOf(id string) string {
	kind, _, _ := strings.Cut(document.Prefix(id), "-")
	return kind
}

// Ids is a set of IDs.
type Ids map[string]bool

// Links are from one ID to others, such as a requirement to its goals.
type Links map[string]Ids

// Add adds a link.
func (l Links) Add(from, to string) {
	if l[from] == nil {
		l[from] = Ids{}
	}
	l[from][to] = true
}

// RequirementIDs are the families of IDs that requirements have.
var RequirementIDs = []string{"REQ", "FR", "US", "NFR"}

// Lacking tells whether a set lacks an element of another.
func (s Ids) Lacking(other Ids) bool {
	for id := range other {
		if !s[id] {
			return true
		}
	}
	return false
}

// String lists the IDs in order.
func (s Ids) String() string {
	if len(s) == 0 {
		return "-"
	}
	return strings.Join(SortedKeys(s), ",")
}

// EpicTraces returns which epics carry out which requirements: by their rows and
// files, and the sections they have. Found once.
func EpicTraces(s *Session) Links {
	return Once(s, "the epics of requirements", nil, func() Links {
		carried := Links{}
		for _, e := range Defined(s).Epics.List {
			mentions := document.FindIDs(e.Text())
			if e.File != nil {
				mentions = append(mentions, e.File.IDs...)
			}
			if e.Detail != nil {
				mentions = append(mentions, e.Doc.MentionsIn(e.Detail.All())...)
			}
			for _, m := range mentions {
				if Family(m.ID, RequirementIDs) {
					carried.Add(m.ID, e.ID)
				}
			}
		}
		return carried
	})
}
